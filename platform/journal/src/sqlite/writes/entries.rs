//! Writes of entries. Every play waits for them, so one statement writes entries of many tables.

use std::sync::LazyLock;

use serde::Serialize;
use sqlx::sqlite::SqliteConnection;

use crate::columns::integer;
use crate::sqlite::statement::{Query, run};
use crate::{Entry, TableEnd, TableUpdate};

/// An entry to append, and what it means for its table.
type Appended<'a> = (&'a Entry, &'a TableUpdate);

/// How many entries one statement appends at most: for each number there is another statement, which
/// stays prepared.
pub(in crate::sqlite) const MOST: usize = 64;

macro_rules! values {
    () => {
        "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
    };
}

/// SQL that inserts an entry; [`bind`] gives its values.
macro_rules! insertion {
    () => {
        concat!(
            "insert into entries (table_id, seq, seat, key, body, digest, at_ms, to_act, ends)
             values ",
            values!()
        )
    };
}

/// Whether these entries change nothing but the entries, and one statement is their whole write.
pub(in crate::sqlite) fn are_one_statement(entries: &[Appended<'_>]) -> bool {
    let changes_nothing_else = |after: &TableUpdate| *after == TableUpdate::default();
    entries.len() <= MOST && entries.iter().all(|(_, after)| changes_nothing_else(after))
}

/// Appends entries, each of another table, by one statement; returns for each whether its condition
/// held. Of several entries, [`MOST`] at most, it appends either all or, if the condition of one of
/// them does not hold, none, and returns nothing.
pub(in crate::sqlite) async fn append_at_once(
    connection: &mut SqliteConnection,
    entries: &[Appended<'_>],
) -> Result<Option<Vec<bool>>, sqlx::Error> {
    if let [one] = entries {
        return Ok(Some(vec![append_one(connection, one).await?]));
    }
    let is_appended = append_all(connection, entries).await?;
    Ok(is_appended.then(|| vec![true; entries.len()]))
}

/// Appends entries, each of another table; returns for each whether its condition held.
pub(in crate::sqlite) async fn append(
    connection: &mut SqliteConnection,
    entries: &[Appended<'_>],
) -> Result<Vec<bool>, sqlx::Error> {
    let mut appended = Vec::with_capacity(entries.len());
    for some in entries.chunks(MOST) {
        if some.len() > 1 && append_all(connection, some).await? {
            appended.extend(some.iter().map(|_| true));
            continue;
        }
        for one in some {
            appended.push(append_one(connection, one).await?);
        }
    }
    Ok(appended)
}

/// Appends all of the entries, [`MOST`] at most, or, if the condition of one of them does not hold,
/// none; returns whether it did.
async fn append_all(
    connection: &mut SqliteConnection,
    entries: &[Appended<'_>],
) -> Result<bool, sqlx::Error> {
    // Returned rows would cost as much again as the insertion. Without `on conflict` a conflict
    // takes back the statement and leaves the transaction as it was.
    let insert = sqlx::query(insertion_of(entries.len()));
    let insert = entries.iter().fold(insert, |insert, (entry, _)| bind(insert, entry));
    match run(connection, insert).await {
        Ok(_) => {}
        Err(sqlx::Error::Database(error)) if error.is_unique_violation() => return Ok(false),
        Err(error) => return Err(error),
    }
    let deadlines = entries.iter().filter(|(_, after)| after.end.is_none());
    let deadlines: Vec<_> = deadlines
        .filter_map(|(entry, after)| Some((entry.table.0.simple().to_string(), after.deadline_ms?)))
        .collect();
    if !deadlines.is_empty() {
        let update = sqlx::query(
            "update tables set deadline_ms = json_each.value ->> 1
             from json_each(?) where tables.id = unhex(json_each.value ->> 0)",
        );
        run(connection, update.bind(json(deadlines.into_iter())?)).await?;
    }
    for (entry, after) in entries {
        if let Some(end) = &after.end {
            end_table(connection, entry, end).await?;
        }
    }
    Ok(true)
}

/// Appends an entry; returns whether its condition held.
async fn append_one(
    connection: &mut SqliteConnection,
    (entry, after): &Appended<'_>,
) -> Result<bool, sqlx::Error> {
    let insert = bind(sqlx::query(concat!(insertion!(), " on conflict do nothing")), entry);
    let is_appended = run(connection, insert).await?;
    if is_appended {
        match (&after.end, after.deadline_ms) {
            (Some(end), _) => end_table(connection, entry, end).await?,
            (None, Some(deadline_ms)) => {
                let update = sqlx::query("update tables set deadline_ms = ?2 where id = ?1");
                run(connection, update.bind(entry.table).bind(deadline_ms)).await?;
            }
            (None, None) => {}
        }
    }
    Ok(is_appended)
}

/// SQL that inserts so many entries, one to [`MOST`].
fn insertion_of(entries: usize) -> &'static str {
    static ALL: LazyLock<Vec<String>> = LazyLock::new(|| {
        let others = |count: usize| concat!(", ", values!()).repeat(count);
        (0..MOST).map(|others_of| insertion!().to_owned() + &others(others_of)).collect()
    });
    &ALL[entries - 1]
}

/// Binds the values of one entry.
fn bind<'q>(insert: Query<'q>, entry: &'q Entry) -> Query<'q> {
    let Entry { table, seq, seat, key, body, digest, at_ms, to_act, ends } = entry;
    let insert = insert.bind(*table).bind(integer(*seq)).bind(seat.map(|seat| seat.0));
    let insert = insert.bind(key).bind(body).bind(digest);
    insert.bind(*at_ms).bind(to_act.bits()).bind(*ends)
}

/// Writes that an entry was the last of its table.
async fn end_table(
    connection: &mut SqliteConnection,
    entry: &Entry,
    end: &TableEnd,
) -> Result<(), sqlx::Error> {
    let (closed, result) = match end {
        TableEnd::Over(result) => (None, result.as_ref()),
        TableEnd::Closed(why) => (Some(why), None),
    };
    let update = sqlx::query(
        "update tables set status = ?2, closed = ?3, result = ?4, ended_ms = ?5,
         deadline_ms = null where id = ?1",
    );
    let update =
        update.bind(entry.table).bind(end.status()).bind(closed).bind(result).bind(entry.at_ms);
    run(connection, update).await?;
    Ok(())
}

/// Rows as a JSON array, for `json_each`.
fn json(rows: impl Iterator<Item = impl Serialize>) -> Result<String, sqlx::Error> {
    let rows = serde_json::to_string(&rows.collect::<Vec<_>>());
    rows.map_err(|error| sqlx::Error::Encode(error.into()))
}
