//! No statement reads whole tables that grow with a journal in PostgreSQL: the database writes down
//! the plan of each statement that the suite causes to be run, and is told to avoid reading whole
//! tables and to look rows up one by one. What it then reads whole has no index that fits.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use gueridon_journal::postgres::Postgres;
use gueridon_journal::scratch::Server;
use gueridon_journal::suite;
use serde_json::Value as Json;
use tokio::task::{LocalSet, spawn_local};

/// The tables that may be read whole, each with the reason.
const SMALL: [(&str, &str); 4] = [
    ("stops", "a row for each build and table that is stopped now"),
    ("builds", "a row for each build that is kept"),
    ("outages", "a row for each time when no node was up, and clocks need them all"),
    ("gueridon_migrations", "a row for each version"),
];

/// The plans in a log of the server.
fn plans(log: &str) -> Vec<Json> {
    let mut plans = Vec::new();
    let mut lines = log.lines().peekable();
    while let Some(line) = lines.next() {
        if !line.ends_with("plan:") {
            continue;
        }
        let mut plan = String::new();
        // Further lines of a message begin with a tab.
        while let Some(more) = lines.next_if(|line| line.starts_with('\t')) {
            plan.push_str(more);
        }
        plans.push(serde_json::from_str(&plan).unwrap_or_else(|error| panic!("{error}: {plan}")));
    }
    plans
}

/// The tables that a part of a plan reads whole. `stops_early` is whether whoever asks for its rows
/// may stop after the first ones.
fn scans<'p>(part: &'p Json, stops_early: bool, found: &mut BTreeSet<&'p str>) {
    let kind = part["Node Type"].as_str().unwrap();
    let is_ordered = ["Index Scan", "Index Only Scan"].contains(&kind);
    // Nothing is one of no ids, and then any way to look for it is as cheap.
    let seeks_nothing = part["Filter"].as_str().is_some_and(|filter| filter.contains("ANY ('{}'"));
    let is_whole = kind == "Seq Scan" || is_ordered && part["Index Cond"].is_null();
    let is_whole = is_whole && !seeks_nothing;
    if is_whole && !(is_ordered && stops_early) {
        found.insert(part["Relation Name"].as_str().unwrap());
    }
    let needs_all = ["Sort", "Incremental Sort", "Aggregate", "Hash", "Materialize", "WindowAgg"];
    let stops_early = kind == "Limit" || stops_early && !needs_all.contains(&kind);
    for below in part["Plans"].as_array().into_iter().flatten() {
        scans(below, stops_early, found);
    }
}

#[tokio::test]
async fn no_statement_reads_a_whole_table() {
    let server = Server::start_explaining();
    LocalSet::new()
        .run_until(async {
            let mut running = Vec::new();
            for promise in suite::promises() {
                let url = server.url(&server.new_database().await);
                running.push(spawn_local(async move {
                    let journal = Arc::new(Postgres::open(&url).await.unwrap());
                    promise(journal.clone()).await;
                    journal.close().await;
                }));
                // As many connections as the database has.
                if running.len() == 8 {
                    running.remove(0).await.unwrap();
                }
            }
            for promise in running {
                promise.await.unwrap();
            }
        })
        .await;
    let small: BTreeSet<_> = SMALL.map(|(name, _)| name).into();
    let (mut whole, mut statements) = (BTreeMap::new(), BTreeSet::new());
    let plans = plans(&server.log());
    for plan in &plans {
        let statement = plan["Query Text"].as_str().unwrap();
        statements.insert(statement);
        let mut found = BTreeSet::new();
        scans(&plan["Plan"], false, &mut found);
        found.retain(|table| !small.contains(table) && !table.starts_with("pg_"));
        if !found.is_empty() {
            whole.insert(statement, (found, &plan["Plan"]));
        }
    }
    assert!(statements.len() > 100, "{} statements", statements.len());
    let said = |(sql, (tables, plan))| format!("{tables:?}: {sql}\n{plan:#}");
    let whole: Vec<String> = whole.into_iter().map(said).collect();
    assert!(whole.is_empty(), "these read whole tables:\n{}", whole.join("\n\n"));
}
