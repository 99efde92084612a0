//! Writes of tables, of builds, and of when nodes were up.

use sqlx::postgres::PgConnection;

use super::{interventions, opening, people};
use crate::columns::integer;
use crate::columns::tables::{is_of_bots_alone, seat_or_public};
use crate::postgres::statement::{Query, lock_players, run, unless_constrained};
use crate::writes::{TableWrite, Upgrade};
use crate::{Beat, LastLook, PlayerId, Precondition, Start, TableId};

/// Does a write; returns whether its condition held.
pub(in crate::postgres) async fn apply(
    connection: &mut PgConnection,
    write: &TableWrite,
) -> Result<bool, sqlx::Error> {
    let query = match write {
        TableWrite::Open(table) => return opening::open(connection, table, None).await,
        TableWrite::Delete { table, before_ms } => {
            return delete(connection, *table, *before_ms).await;
        }
        TableWrite::Start(begun) => return start(connection, begun).await,
        TableWrite::Upgrade(upgraded) => return upgrade(connection, upgraded).await,
        TableWrite::KeepLastLooks { table, looks } => {
            return keep_last_looks(connection, *table, looks).await;
        }
        TableWrite::KeepAnalysis { table, analysis } => {
            let kept = sqlx::query(
                "insert into analyses (table_id, analysis)
                 select id, $2 from tables where id = $1 and status = 'OVER'
                 on conflict do nothing",
            );
            // The table may be deleted meanwhile.
            let kept = run(connection, kept.bind(table).bind(analysis)).await;
            return unless_constrained(kept);
        }
        TableWrite::DeleteBuild { sha256, before_ms } => {
            return delete_build(connection, sha256, *before_ms).await;
        }
        TableWrite::KeepBuild(build) => sqlx::query(
            "insert into builds (sha256, game, bytes, first_used_ms) values ($1, $2, $3, $4)
             on conflict do nothing",
        )
        .bind(build.sha256.as_slice())
        .bind(&build.game)
        .bind(&*build.bytes)
        .bind(build.first_used_ms),
        TableWrite::Plan { table, due_ms, deadline_ms } => {
            sqlx::query("update tables set deadline_ms = $3 where id = $1 and deadline_ms <= $2")
                .bind(table)
                .bind(due_ms)
                .bind(deadline_ms)
        }
        TableWrite::Close { table, why, at_ms, due_ms } => sqlx::query(
            "update tables set status = 'CLOSED', closed = $2, ended_ms = $3, deadline_ms = null,
             rematch_of = null
             where id = $1 and status = 'OPEN' and ($4 is null or deadline_ms <= $4)",
        )
        .bind(table)
        .bind(why)
        .bind(at_ms)
        .bind(due_ms),
        TableWrite::Beat(Beat { node, at_ms, load }) => sqlx::query(
            "insert into beats (node, at_ms, load) values ($1, $2, $3)
             on conflict (node) do update set at_ms = excluded.at_ms, load = excluded.load",
        )
        .bind(node)
        .bind(at_ms)
        .bind(load.and_then(|load| load.json())),
        TableWrite::ForgetBeats { before_ms } => sqlx::query(
            "delete from beats where at_ms < $1 and at_ms < (select max(at_ms) from beats)",
        )
        .bind(before_ms),
        TableWrite::AddOutage(outage) => sqlx::query(
            "insert into outages (from_ms, to_ms) values ($1, $2)
             on conflict (from_ms) do update
             set to_ms = greatest(outages.to_ms, excluded.to_ms)",
        )
        .bind(outage.start)
        .bind(outage.end),
    };
    run(connection, query).await
}

/// Deletes a build that no table refers to. If a table begins with it meanwhile, the constraint
/// prevents the deletion.
async fn delete_build(
    connection: &mut PgConnection,
    sha256: &[u8; 32],
    before_ms: i64,
) -> Result<bool, sqlx::Error> {
    let mut alone = sqlx::Connection::begin(connection).await?;
    let deleted = sqlx::query(
        "delete from builds where sha256 = $1 and first_used_ms < $2
         and not exists (select 1 from tables where build = $1)",
    )
    .bind(sha256.as_slice())
    .bind(before_ms);
    let deleted = unless_constrained(run(&mut alone, deleted).await)?;
    if deleted {
        alone.commit().await?
    } else {
        alone.rollback().await?
    }
    Ok(deleted)
}

/// Begins a table, under its lock and that of its owner. If its build is deleted meanwhile, the
/// constraint on the reference fails, and the table does not begin.
async fn start(connection: &mut PgConnection, start: &Start) -> Result<bool, sqlx::Error> {
    let owner = sqlx::query_scalar("select owner from tables where id = $1 for no key update");
    let owner: Option<PlayerId> = owner.bind(start.table).fetch_optional(&mut *connection).await?;
    let Some(owner) = owner else { return Ok(false) };
    lock_players(connection, &[owner], &Precondition::Nothing).await?;
    let mut alone = sqlx::Connection::begin(connection).await?;
    let started = unless_constrained(run(&mut alone, begin(start)).await)?;
    if started {
        alone.commit().await?
    } else {
        alone.rollback().await?
    }
    Ok(started)
}

fn begin(start: &Start) -> Query<'_> {
    sqlx::query(concat!(
        "update tables set status = 'PLAYING', build = $2, seed = $3, started_ms = $4,
         starter = $5, to_act = $6, deadline_ms = $7 where id = $1 and status = 'OPEN'
         and exists (select 1 from builds where sha256 = $2)
         and seats = (select count(*) from seats
                      where table_id = $1 and asked_until_ms is null)
         and (owner = $5 or (coalesce((settings::json ->> 'startsWhenFull')::boolean, false)
              and exists (select 1 from seats where table_id = $1 and player = $5)))
         and (not ",
        is_of_bots_alone!("$1"),
        "
              or $8 > (select count(*) from tables as own
                       where own.owner = tables.owner and own.status = 'PLAYING' and ",
        is_of_bots_alone!("own.id"),
        "))"
    ))
    .bind(start.table)
    .bind(start.build.as_slice())
    .bind(start.seed.as_slice())
    .bind(start.at_ms)
    .bind(start.starter)
    .bind(i64::from(start.to_act.bits()))
    .bind(start.deadline_ms)
    .bind(i64::from(start.most_bot_tables))
}

/// Appends an entry after which its table goes on with another build. If that build is deleted
/// meanwhile, the reference to it fails, and nothing is written.
async fn upgrade(
    connection: &mut PgConnection,
    Upgrade { entry, build, stop }: &Upgrade,
) -> Result<bool, sqlx::Error> {
    let mut alone = sqlx::Connection::begin(connection).await?;
    let upgrade = sqlx::query(
        "with appended as (
             insert into entries (table_id, seq, seat, key, body, digest, at_ms, to_act, ends)
             select $1, $2, $3, $4, $5, $6, $7, $8, $9
             where exists (select 1 from builds where sha256 = $10)
               and exists (select 1 from tables
                           where id = $1 and status = 'PLAYING' and build <> $10)
             on conflict do nothing returning table_id
         )
         update tables set build = $10 from appended where tables.id = appended.table_id",
    )
    .bind(entry.table)
    .bind(integer(entry.seq))
    .bind(entry.seat.map(|seat| i64::from(seat.0)))
    .bind(&entry.key)
    .bind(&entry.body)
    .bind(&entry.digest)
    .bind(entry.at_ms)
    .bind(i64::from(entry.to_act.bits()))
    .bind(entry.ends)
    .bind(build.as_slice());
    let upgraded = unless_constrained(run(&mut alone, upgrade).await)?;
    if upgraded {
        interventions::end_stop(&mut alone, entry.table, *stop, entry.at_ms).await?;
        alone.commit().await?
    } else {
        alone.rollback().await?
    }
    Ok(upgraded)
}

/// Keeps last looks at a table in play that are not older than those that are kept.
async fn keep_last_looks(
    connection: &mut PgConnection,
    table: TableId,
    looks: &[LastLook],
) -> Result<bool, sqlx::Error> {
    let seats: Vec<i64> = looks.iter().map(|look| seat_or_public(look.seat)).collect();
    let seqs: Vec<i64> = looks.iter().map(|look| integer(look.seq)).collect();
    let texts: Vec<&str> = looks.iter().map(|look| &*look.look).collect();
    let kept = sqlx::query(
        "insert into last_looks (table_id, seat, seq, look)
         select tables.id, one.seat, one.seq, one.look
         from tables, unnest($2::bigint[], $3::bigint[], $4::text[]) as one (seat, seq, look)
         where tables.id = $1 and tables.status = 'PLAYING'
         on conflict (table_id, seat) do update set seq = excluded.seq, look = excluded.look
         where last_looks.seq <= excluded.seq",
    );
    let kept = kept.bind(table).bind(seats).bind(seqs).bind(texts);
    // The table may be closed and deleted meanwhile.
    unless_constrained(run(connection, kept).await)
}

/// Deletes a table with every row that belongs to it, if it ended before `before_ms`, and then the
/// guests whom nothing else names. Messages, last looks, webhooks and notifications go with the table's row.
async fn delete(
    connection: &mut PgConnection,
    table: TableId,
    before_ms: i64,
) -> Result<bool, sqlx::Error> {
    // A lock for deletion, which also prevents others from adding rows that refer to the table.
    let lock =
        sqlx::query("select 1 from tables where id = $1 or rematch_of = $1 order by id for update");
    run(connection, lock.bind(table)).await?;
    let ended = sqlx::query("select 1 from tables where id = $1 and ended_ms < $2");
    if !run(connection, ended.bind(table).bind(before_ms)).await? {
        return Ok(false);
    }
    let guests = sqlx::query_scalar(
        "with named (player) as (
             select player from seats where table_id = $1
             union select opener from tables where id = $1
             union select owner from tables where id = $1
             union select starter from tables where id = $1
             union select player from invitations where table_id = $1
             union select inviter from invitations where table_id = $1
             union select player from messages where table_id = $1)
         select id from named join players on id = player where standing = 'GUEST'",
    );
    let guests: Vec<PlayerId> = guests.bind(table).fetch_all(&mut *connection).await?;
    let stop = sqlx::query("delete from stops where subject = $1");
    run(connection, stop.bind(table.0.as_bytes().as_slice())).await?;
    for query in [
        "update tables set rematch_of = null where rematch_of = $1",
        "delete from entries where table_id = $1",
        "delete from seats where table_id = $1",
        "delete from invitations where table_id = $1",
        "delete from tables where id = $1",
    ] {
        run(connection, sqlx::query(query).bind(table)).await?;
    }
    people::forget_guests(connection, &guests).await?;
    Ok(true)
}
