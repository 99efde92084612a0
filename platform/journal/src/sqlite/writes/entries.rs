//! Writes of entries. Every play waits for them, so one statement writes entries of many tables.

use std::collections::BTreeSet;

use sqlx::sqlite::SqliteConnection;
use sqlx::{Executor, Row};

use crate::columns::integer;
use crate::sqlite::statement::run;
use crate::{Entry, TableEnd, TableId, TableUpdate};

/// Appends entries, each of another table, with one statement; returns for each whether its
/// condition held.
pub(in crate::sqlite) async fn append(
    connection: &mut SqliteConnection,
    entries: &[(&Entry, &TableUpdate)],
) -> Result<Vec<bool>, sqlx::Error> {
    let rows = entries.iter().map(|(entry, _)| {
        let Entry { table, seq, seat, key, body, digest, at_ms, to_act, ends } = entry;
        let table = table.0.simple().to_string();
        (table, integer(*seq), seat, key, body, digest, at_ms, to_act.bits(), ends)
    });
    let rows = serde_json::to_string(&rows.collect::<Vec<_>>());
    let insert = sqlx::query(
        "insert into entries (table_id, seq, seat, key, body, digest, at_ms, to_act, ends)
         select unhex(value ->> 0), value ->> 1, value ->> 2, value ->> 3, value ->> 4,
                value ->> 5, value ->> 6, value ->> 7, value ->> 8
         from json_each(?) where true on conflict do nothing returning table_id",
    )
    .bind(rows.map_err(|error| sqlx::Error::Encode(error.into()))?);
    let appended = connection.fetch_all(insert).await?;
    let appended: BTreeSet<TableId> =
        appended.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    for (entry, after) in entries.iter().filter(|(entry, _)| appended.contains(&entry.table)) {
        if **after != TableUpdate::default() {
            update_table(connection, entry, after).await?;
        }
    }
    Ok(entries.iter().map(|(entry, _)| appended.contains(&entry.table)).collect())
}

/// Writes what an appended entry means for its table.
async fn update_table(
    connection: &mut SqliteConnection,
    entry: &Entry,
    after: &TableUpdate,
) -> Result<(), sqlx::Error> {
    let query = match &after.end {
        None => sqlx::query("update tables set deadline_ms = ?2 where id = ?1")
            .bind(entry.table)
            .bind(after.deadline_ms.flatten()),
        Some(end) => {
            let (closed, result) = match end {
                TableEnd::Over(result) => (None, result.as_ref()),
                TableEnd::Closed(why) => (Some(why), None),
            };
            sqlx::query(
                "update tables set status = ?2, closed = ?3, result = ?4, ended_ms = ?5,
                 deadline_ms = null where id = ?1",
            )
            .bind(entry.table)
            .bind(end.status())
            .bind(closed)
            .bind(result)
            .bind(entry.at_ms)
        }
    };
    run(connection, query).await?;
    Ok(())
}
