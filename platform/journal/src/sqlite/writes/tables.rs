//! Writes of tables, of builds, and of when nodes were up.

use sqlx::sqlite::SqliteConnection;

use super::{interventions, opening, people};
use crate::columns::integer;
use crate::columns::tables::{is_of_bots_alone, seat_or_public};
use crate::sqlite::statement::{Query, run};
use crate::writes::{TableWrite, Upgrade};
use crate::{Beat, LastLook, PlayerId, Start, TableId};

/// Does a write; returns whether its condition held.
pub(in crate::sqlite) async fn apply(
    connection: &mut SqliteConnection,
    write: &TableWrite,
) -> Result<bool, sqlx::Error> {
    let query = match write {
        TableWrite::Open(table) => return opening::open(connection, table, None).await,
        TableWrite::Delete { table, before_ms } => {
            return delete(connection, *table, *before_ms).await;
        }
        TableWrite::Upgrade(upgraded) => return upgrade(connection, upgraded).await,
        TableWrite::KeepLastLooks { table, looks } => {
            return keep_last_looks(connection, *table, looks).await;
        }
        TableWrite::Start(begun) => start(begun),
        TableWrite::KeepBuild(build) => sqlx::query(
            "insert into builds (sha256, game, bytes, first_used_ms) values (?, ?, ?, ?)
             on conflict do nothing",
        )
        .bind(build.sha256.as_slice())
        .bind(&build.game)
        .bind(&*build.bytes)
        .bind(build.first_used_ms),
        TableWrite::DeleteBuild { sha256, before_ms } => sqlx::query(
            "delete from builds where sha256 = ?1 and first_used_ms < ?2
             and not exists (select 1 from tables where build = ?1)",
        )
        .bind(sha256.as_slice())
        .bind(before_ms),
        TableWrite::Plan { table, due_ms, deadline_ms } => {
            sqlx::query("update tables set deadline_ms = ?3 where id = ?1 and deadline_ms <= ?2")
                .bind(table)
                .bind(due_ms)
                .bind(deadline_ms)
        }
        TableWrite::Close { table, why, at_ms, due_ms } => sqlx::query(
            "update tables set status = 'CLOSED', closed = ?2, ended_ms = ?3, deadline_ms = null,
             rematch_of = null
             where id = ?1 and status = 'OPEN' and (?4 is null or deadline_ms <= ?4)",
        )
        .bind(table)
        .bind(why)
        .bind(at_ms)
        .bind(due_ms),
        TableWrite::KeepAnalysis { table, analysis } => sqlx::query(
            "insert into analyses (table_id, analysis)
             select id, ?2 from tables where id = ?1 and status = 'OVER'
             on conflict do nothing",
        )
        .bind(table)
        .bind(analysis),
        TableWrite::Beat(Beat { node, at_ms, load }) => sqlx::query(
            "insert into beats (node, at_ms, load) values (?, ?, ?)
             on conflict (node) do update set at_ms = excluded.at_ms, load = excluded.load",
        )
        .bind(node)
        .bind(at_ms)
        .bind(load.and_then(|load| load.json())),
        TableWrite::ForgetBeats { before_ms } => sqlx::query(
            "delete from beats where at_ms < ? and at_ms < (select max(at_ms) from beats)",
        )
        .bind(before_ms),
        TableWrite::AddOutage(outage) => sqlx::query(
            "insert into outages (from_ms, to_ms) values (?, ?)
             on conflict do update set to_ms = max(to_ms, excluded.to_ms)",
        )
        .bind(outage.start)
        .bind(outage.end),
    };
    run(connection, query).await
}

fn start(start: &Start) -> Query<'_> {
    sqlx::query(concat!(
        "update tables set status = 'PLAYING', build = ?2, seed = ?3, started_ms = ?4,
         starter = ?5, to_act = ?6, deadline_ms = ?7 where id = ?1 and status = 'OPEN'
         and exists (select 1 from builds where sha256 = ?2)
         and seats = (select count(*) from seats
                      where table_id = ?1 and asked_until_ms is null)
         and (owner = ?5 or (coalesce(settings ->> '$.startsWhenFull', 0)
              and exists (select 1 from seats where table_id = ?1 and player = ?5)))
         and (not ",
        is_of_bots_alone!("?1"),
        "
              or ?8 > (select count(*) from tables as own
                       where own.owner = tables.owner and own.status = 'PLAYING' and ",
        is_of_bots_alone!("own.id"),
        "))"
    ))
    .bind(start.table)
    .bind(start.build.as_slice())
    .bind(start.seed.as_slice())
    .bind(start.at_ms)
    .bind(start.starter)
    .bind(start.to_act.bits())
    .bind(start.deadline_ms)
    .bind(start.most_bot_tables)
}

/// Appends an entry after which its table goes on with another build.
async fn upgrade(
    connection: &mut SqliteConnection,
    Upgrade { entry, build, stop }: &Upgrade,
) -> Result<bool, sqlx::Error> {
    let append = sqlx::query(
        "insert into entries (table_id, seq, seat, key, body, digest, at_ms, to_act, ends)
         select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9
         where exists (select 1 from builds where sha256 = ?10)
           and exists (select 1 from tables
                       where id = ?1 and status = 'PLAYING' and build <> ?10)
         on conflict do nothing",
    )
    .bind(entry.table)
    .bind(integer(entry.seq))
    .bind(entry.seat.map(|seat| i64::from(seat.0)))
    .bind(&entry.key)
    .bind(&entry.body)
    .bind(&entry.digest)
    .bind(entry.at_ms)
    .bind(entry.to_act.bits())
    .bind(entry.ends)
    .bind(build.as_slice());
    if !run(connection, append).await? {
        return Ok(false);
    }
    let change = sqlx::query("update tables set build = ?2 where id = ?1");
    let is_changed = run(connection, change.bind(entry.table).bind(build.as_slice())).await?;
    interventions::end_stop(connection, entry.table, *stop, entry.at_ms).await?;
    Ok(is_changed)
}

/// Keeps last looks at a table in play that are not older than those that are kept.
async fn keep_last_looks(
    connection: &mut SqliteConnection,
    table: TableId,
    looks: &[LastLook],
) -> Result<bool, sqlx::Error> {
    let mut is_any_kept = false;
    for LastLook { seat, seq, look } in looks {
        let kept = sqlx::query(
            "insert into last_looks (table_id, seat, seq, look)
             select id, ?2, ?3, ?4 from tables where id = ?1 and status = 'PLAYING'
             on conflict do update set seq = excluded.seq, look = excluded.look
             where last_looks.seq <= excluded.seq",
        )
        .bind(table)
        .bind(seat_or_public(*seat))
        .bind(integer(*seq))
        .bind(look);
        is_any_kept |= run(connection, kept).await?;
    }
    Ok(is_any_kept)
}

/// Deletes a table with every row that belongs to it, if it ended before `before_ms`, and then the
/// guests whom nothing else names. Each statement includes that condition, which stays true because
/// the end of a table does not change. Messages, the analysis, last looks, webhooks and notifications go with the
/// table's row.
async fn delete(
    connection: &mut SqliteConnection,
    table: TableId,
    before_ms: i64,
) -> Result<bool, sqlx::Error> {
    let guests = sqlx::query_scalar(
        "with named (player) as (
             select player from seats where table_id = ?1
             union select opener from tables where id = ?1
             union select owner from tables where id = ?1
             union select starter from tables where id = ?1
             union select player from invitations where table_id = ?1
             union select inviter from invitations where table_id = ?1
             union select player from messages where table_id = ?1)
         select id from named cross join players on id = player
         where standing = 'GUEST'
           and exists (select 1 from tables where id = ?1 and ended_ms < ?2)",
    );
    let guests: Vec<PlayerId> =
        guests.bind(table).bind(before_ms).fetch_all(&mut *connection).await?;
    let mut is_deleted = false;
    for query in [
        "update tables set rematch_of = null where rematch_of = ?1
         and exists (select 1 from tables as old where old.id = ?1 and old.ended_ms < ?2)",
        "delete from entries where table_id = ?1
         and exists (select 1 from tables where id = ?1 and ended_ms < ?2)",
        "delete from seats where table_id = ?1
         and exists (select 1 from tables where id = ?1 and ended_ms < ?2)",
        "delete from invitations where table_id = ?1
         and exists (select 1 from tables where id = ?1 and ended_ms < ?2)",
        "delete from stops where subject = ?1
         and exists (select 1 from tables where id = ?1 and ended_ms < ?2)",
        "delete from tables where id = ?1 and ended_ms < ?2",
    ] {
        is_deleted = run(connection, sqlx::query(query).bind(table).bind(before_ms)).await?;
    }
    for guest in guests {
        people::forget_guest(connection, guest).await?;
    }
    Ok(is_deleted)
}
