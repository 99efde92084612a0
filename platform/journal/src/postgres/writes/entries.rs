//! Writes of entries. Every play waits for them, so one statement writes entries of many tables and
//! is a transaction by itself.

use std::collections::BTreeSet;

use sqlx::{PgExecutor, Row};
use uuid::Uuid;

use crate::columns::integer;
use crate::{CloseReason, Entry, Status, TableEnd, TableId, TableUpdate};

/// Appends entries, each of another table, in the order of the tables' ids, so that two nodes do
/// not wait for each other, and writes what the appended ones mean for their tables.
const APPEND: &str = "
    with given as (
        select * from unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::text[], $5::text[],
                             $6::text[], $7::bigint[], $8::bigint[], $9::boolean[],
                             $10::boolean[], $11::bigint[], $12::text[], $13::text[], $14::text[])
        as given (table_id, seq, seat, key, body, digest, at_ms, to_act, ends,
                  has_news, deadline_ms, status, closed, result)
    ),
    appended as (
        insert into entries (table_id, seq, seat, key, body, digest, at_ms, to_act, ends)
        select table_id, seq, seat, key, body, digest, at_ms, to_act, ends from given
        order by table_id
        on conflict do nothing returning table_id
    ),
    changed as (
        update tables
        set deadline_ms = given.deadline_ms,
            status = coalesce(given.status, tables.status),
            closed = coalesce(given.closed, tables.closed),
            result = coalesce(given.result, tables.result),
            ended_ms = case when given.status is null then tables.ended_ms else given.at_ms end
        from given join appended using (table_id)
        where tables.id = given.table_id and given.has_news
    )
    select table_id from appended";

/// The parameters of [`APPEND`]: an array for each column.
#[derive(Default)]
struct Given<'e> {
    table: Vec<Uuid>,
    seq: Vec<i64>,
    seat: Vec<Option<i64>>,
    key: Vec<&'e str>,
    body: Vec<&'e str>,
    digest: Vec<&'e str>,
    at_ms: Vec<i64>,
    to_act: Vec<i64>,
    ends: Vec<bool>,
    has_news: Vec<bool>,
    deadline_ms: Vec<Option<i64>>,
    status: Vec<Option<&'e str>>,
    closed: Vec<Option<&'e str>>,
    result: Vec<Option<&'e str>>,
}

impl<'e> Given<'e> {
    fn push(&mut self, entry: &'e Entry, after: &'e TableUpdate) {
        self.table.push(entry.table.0);
        self.seq.push(integer(entry.seq));
        self.seat.push(entry.seat.map(|seat| seat.0.into()));
        self.key.push(&entry.key);
        self.body.push(&entry.body);
        self.digest.push(&entry.digest);
        self.at_ms.push(entry.at_ms);
        self.to_act.push(entry.to_act.bits().into());
        self.ends.push(entry.ends);
        self.has_news.push(*after != TableUpdate::default());
        let (deadline_ms, closed, result) = match &after.end {
            None => (after.deadline_ms.flatten(), None, None),
            Some(TableEnd::Over(result)) => (None, None, result.as_deref()),
            Some(TableEnd::Closed(why)) => (None, Some(CloseReason::word(*why)), None),
        };
        self.deadline_ms.push(deadline_ms);
        self.status.push(after.end.as_ref().map(TableEnd::status).map(Status::word));
        self.closed.push(closed);
        self.result.push(result);
    }
}

/// Appends entries, each of another table, with one statement; returns for each whether its
/// condition held.
pub(in crate::postgres) async fn append(
    executor: impl PgExecutor<'_>,
    entries: &[(&Entry, &TableUpdate)],
) -> Result<Vec<bool>, sqlx::Error> {
    let mut given = Given::default();
    for (entry, after) in entries {
        given.push(entry, after);
    }
    let append = sqlx::query(APPEND)
        .bind(given.table)
        .bind(given.seq)
        .bind(given.seat)
        .bind(given.key)
        .bind(given.body)
        .bind(given.digest)
        .bind(given.at_ms)
        .bind(given.to_act)
        .bind(given.ends)
        .bind(given.has_news)
        .bind(given.deadline_ms)
        .bind(given.status)
        .bind(given.closed)
        .bind(given.result);
    let appended = append.fetch_all(executor).await?;
    let appended: BTreeSet<TableId> =
        appended.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    Ok(entries.iter().map(|(entry, _)| appended.contains(&entry.table)).collect())
}
