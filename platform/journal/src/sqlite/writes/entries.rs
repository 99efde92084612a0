//! Writes of entries. Every play waits for them, so one statement writes entries of many tables.

use serde::Serialize;
use sqlx::sqlite::SqliteConnection;

use crate::columns::integer;
use crate::sqlite::statement::run;
use crate::{Entry, TableEnd, TableUpdate};

/// An entry to append, and what it means for its table.
type Appended<'a> = (&'a Entry, &'a TableUpdate);

/// Whether an entry changes nothing but the entries, so that one statement is its whole write.
pub(in crate::sqlite) fn is_one_statement(after: &TableUpdate) -> bool {
    *after == TableUpdate::default()
}

/// Appends entries, each of another table, by one statement; returns for each whether its condition
/// held. Of several entries it appends either all or, if the condition of one of them does not hold,
/// none, and returns nothing.
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
    if entries.len() > 1 && append_all(connection, entries).await? {
        return Ok(vec![true; entries.len()]);
    }
    let mut appended = Vec::with_capacity(entries.len());
    for one in entries {
        appended.push(append_one(connection, one).await?);
    }
    Ok(appended)
}

/// Appends all of the entries, or, if the condition of one of them does not hold, none; returns
/// whether it did.
async fn append_all(
    connection: &mut SqliteConnection,
    entries: &[Appended<'_>],
) -> Result<bool, sqlx::Error> {
    let rows = entries.iter().map(|(entry, _)| {
        let Entry { table, seq, seat, key, body, digest, at_ms, to_act, ends } = entry;
        let table = table.0.simple().to_string();
        (table, integer(*seq), seat, key, body, digest, at_ms, to_act.bits(), ends)
    });
    // Returned rows would cost as much again as the insertion. Without `on conflict` a conflict
    // takes back the statement and leaves the transaction as it was.
    let insert = sqlx::query(
        "insert into entries (table_id, seq, seat, key, body, digest, at_ms, to_act, ends)
         select unhex(value ->> 0), value ->> 1, value ->> 2, value ->> 3, value ->> 4,
                value ->> 5, value ->> 6, value ->> 7, value ->> 8
         from json_each(?)",
    );
    match run(connection, insert.bind(json(rows)?)).await {
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
    let insert = sqlx::query(
        "insert into entries (table_id, seq, seat, key, body, digest, at_ms, to_act, ends)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing",
    );
    let insert = insert
        .bind(entry.table)
        .bind(integer(entry.seq))
        .bind(entry.seat.map(|seat| seat.0))
        .bind(&entry.key)
        .bind(&entry.body)
        .bind(&entry.digest)
        .bind(entry.at_ms)
        .bind(entry.to_act.bits())
        .bind(entry.ends);
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
