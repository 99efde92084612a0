//! No statement reads whole tables that grow with the journal: the test asks SQLite for its plan,
//! on a large file, of each statement that the suite causes to be run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use gueridon_journal::sqlite::Sqlite;
use gueridon_journal::suite;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Row};
use tempfile::TempDir;
use tokio::task::{LocalSet, spawn_local};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::grown::{self, Size};

/// The tables and indexes that may be read whole, each with the reason.
const SMALL: [(&str, &str); 11] = [
    ("seats_of_open_tables", "a row for each player who waits at an open table"),
    ("stops", "a row for each build and table that is stopped now"),
    ("interventions", "the newest ones, by number, and no more than are listed"),
    ("builds", "a row for each build that is kept"),
    ("json_each", "the ids that the caller lists"),
    ("outages", "a row for each time when no node was up, and clocks need them all"),
    ("_sqlx_migrations", "a row for each version"),
    ("sqlite_schema", "a row for each table and index"),
    ("pragma_foreign_keys", "a row"),
    ("pragma_journal_mode", "a row"),
    ("pragma_synchronous", "a row"),
];

/// The statements that were run, as sqlx logs them.
static HEARD: LazyLock<Mutex<BTreeSet<String>>> = LazyLock::new(Mutex::default);

struct Listener;

impl Subscriber for Listener {
    fn enabled(&self, about: &Metadata<'_>) -> bool {
        // In tests only the connections of journals log at this level.
        about.target() == "sqlx::query" && *about.level() == tracing::Level::TRACE
    }

    fn event(&self, event: &Event<'_>) {
        event.record(&mut Statement);
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

struct Statement;

impl Visit for Statement {
    fn record_str(&mut self, field: &Field, value: &str) {
        // A short statement is logged as the summary alone.
        let is_whole =
            field.name() == "db.statement" || (field.name() == "summary" && !value.ends_with('…'));
        if is_whole && !value.is_empty() {
            let mut heard = HEARD.lock().unwrap_or_else(PoisonError::into_inner);
            heard.insert(spaced(value));
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn fmt::Debug) {}
}

fn spaced(sql: &str) -> String {
    sql.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn begins_like_a_statement(sql: &str) -> bool {
    let first = sql.split_whitespace().next().unwrap_or_default().to_lowercase();
    ["select", "insert", "update", "delete", "with"].contains(&&*first)
}

/// The statements that the suite causes a journal in SQLite to run.
async fn statements() -> Vec<String> {
    tracing::subscriber::set_global_default(Listener).unwrap();
    let directory = TempDir::new().unwrap();
    let all = LocalSet::new();
    all.run_until(async {
        let promises = suite::promises().into_iter().enumerate().map(|(number, promise)| {
            let file = directory.path().join(format!("{number}.db"));
            spawn_local(async move {
                let journal = Arc::new(Sqlite::open(&file).await.unwrap());
                promise(journal.clone()).await;
                journal.close().await;
            })
        });
        for promise in promises.collect::<Vec<_>>() {
            promise.await.unwrap();
        }
    })
    .await;
    let heard = HEARD.lock().unwrap_or_else(PoisonError::into_inner);
    heard.iter().filter(|sql| begins_like_a_statement(sql)).cloned().collect()
}

/// The literals in the code of the journal in SQLite that begin like a statement, by source file.
fn written(folder: &Path, found: &mut BTreeMap<String, Vec<String>>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            written(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let code = std::fs::read_to_string(&path).unwrap();
            let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            let code = lines.collect::<Vec<_>>().join("\n");
            // Split at quotation marks, every second piece is a literal.
            let literals = code.split('"').skip(1).step_by(2).map(spaced);
            let statements =
                literals.filter(|text| begins_like_a_statement(text) || text.starts_with("where "));
            found.insert(path.display().to_string(), statements.collect());
        }
    }
}

async fn plan(connection: &mut SqliteConnection, statement: &str) -> Vec<String> {
    let explained = AssertSqlSafe(format!("explain query plan {statement}"));
    let rows = sqlx::raw_sql(explained).fetch_all(connection).await;
    let rows = rows.unwrap_or_else(|error| panic!("{error}: {statement}"));
    rows.iter().map(|row| row.get("detail")).collect()
}

/// The steps of a plan that read a whole table, except results of other steps, [`SMALL`], and rows that
/// stand in the statement itself.
fn scans(plan: &[String]) -> Vec<&str> {
    let named = |step: &str, doing: &str| {
        let rest = step.strip_prefix(doing)?.strip_prefix(' ')?;
        rest.split_whitespace().next().map(str::to_owned)
    };
    let made: BTreeSet<_> = plan
        .iter()
        .filter_map(|step| named(step, "CO-ROUTINE").or_else(|| named(step, "MATERIALIZE")))
        .chain(["CONSTANT".to_owned()])
        .chain(SMALL.map(|(name, _)| name.to_owned()))
        .collect();
    let is_scan = |step: &&str| {
        let stands_there = step.ends_with("-ROW VALUES CLAUSE");
        !stands_there && named(step, "SCAN").is_some_and(|name| !made.contains(&name))
    };
    plan.iter().map(String::as_str).filter(is_scan).collect()
}

#[tokio::test]
async fn no_statement_reads_a_whole_table() {
    let heard = statements().await;
    let mut code = BTreeMap::new();
    written(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/sqlite"), &mut code);
    let mut unheard = Vec::new();
    // The statements of two source files are about the database file itself.
    let is_about_rows =
        |file: &str| !file.ends_with("/file.rs") && !file.ends_with("/migrations.rs");
    for (file, literals) in code.iter().filter(|(file, _)| is_about_rows(file)) {
        let is_unheard =
            |literal: &&String| !heard.iter().any(|one| one.contains(literal.as_str()));
        unheard
            .extend(literals.iter().filter(is_unheard).map(|literal| format!("{file}: {literal}")));
    }
    assert!(
        unheard.is_empty(),
        "no promise of the suite runs these, so their plans are not checked:\n{}",
        unheard.join("\n")
    );

    let directory = TempDir::new().unwrap();
    let file = directory.path().join("journal.db");
    grown::grow(&file, Size { tables: 100_000, entries: 10 }).await;
    let mut connection = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    let mut wrong = Vec::new();
    // A new journal has no statistics, and later it has those of `pragma optimize`.
    for statistics in ["select 1", "pragma analysis_limit = 400; analyze"] {
        sqlx::raw_sql(statistics).execute(&mut connection).await.unwrap();
        for statement in &heard {
            let plan = plan(&mut connection, statement).await;
            if !scans(&plan).is_empty() {
                wrong.push(format!("{statement}\n    {}", plan.join("\n    ")));
            }
        }
    }
    assert!(wrong.is_empty(), "these read whole tables:\n{}", wrong.join("\n"));
    every_reference_is_found_from_both_ends(&mut connection).await;
}

/// When a row is deleted, SQLite searches for rows that refer to it, which no plan shows.
async fn every_reference_is_found_from_both_ends(connection: &mut SqliteConnection) {
    let references = "select t.name, f.\"from\" from sqlite_schema as t
                      join pragma_foreign_key_list(t.name) as f where t.type = 'table'";
    let references: Vec<(String, String)> =
        sqlx::query_as(references).fetch_all(&mut *connection).await.unwrap();
    assert!(references.len() > 20);
    for (table, column) in references {
        let asked = format!("select 1 from {table} where {column} = ?");
        let plan = plan(connection, &asked).await;
        assert!(scans(&plan).is_empty(), "{table}.{column} has no index: {plan:?}");
    }
}
