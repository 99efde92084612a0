//! Writes of messages, mutes, silences and reports.

use sqlx::postgres::PgConnection;

use crate::postgres::statement::{
    Query, bind_precondition, lock_players, lock_tables, precondition, run,
};
use crate::talk::{MessageId, NewMessage, NewReport, ReportId, Resolution, Silence};
use crate::writes::TalkWrite;
use crate::{PlayerId, Precondition, Role};

/// Does a write; returns whether its condition held.
pub(in crate::postgres) async fn apply(
    connection: &mut PgConnection,
    write: &TalkWrite,
) -> Result<bool, sqlx::Error> {
    match write {
        TalkWrite::Say(message, precondition, most) => {
            say(connection, message, precondition, *most).await
        }
        TalkWrite::Remove { id, by, at_ms, precondition } => {
            remove(connection, *id, *by, *at_ms, precondition).await
        }
        TalkWrite::Mute { player, muted, at_ms, most, precondition } => {
            lock_players(connection, &[*player, *muted], precondition).await?;
            run(connection, mute(*player, *muted, *at_ms, *most, precondition)).await
        }
        TalkWrite::Unmute { player, muted, precondition } => {
            lock_players(connection, &[*player], precondition).await?;
            let unmuted = sqlx::query(concat!(
                "delete from mutes where player = $1 and muted = $2 and ",
                precondition!("$3", "$4", "$5", of "$1")
            ));
            let unmuted = bind_precondition(unmuted.bind(player).bind(muted), precondition);
            run(connection, unmuted).await
        }
        TalkWrite::Silence(silence, role, precondition) => {
            set_silence(connection, silence, *role, precondition).await
        }
        TalkWrite::Report(report, precondition) => {
            lock_players(connection, &[report.reporter, report.player], precondition).await?;
            run(connection, add_report(report, precondition)).await
        }
        TalkWrite::Resolve(id, resolution, precondition) => {
            lock_players(connection, &[resolution.by], precondition).await?;
            run(connection, resolve(*id, resolution, precondition)).await
        }
    }
}

/// Adds a message, and deletes the oldest ones beyond `most`.
async fn say(
    connection: &mut PgConnection,
    message: &NewMessage,
    precondition: &Precondition,
    most: u32,
) -> Result<bool, sqlx::Error> {
    lock_tables(connection, &[message.table]).await?;
    lock_players(connection, &[message.player], precondition).await?;
    let inserted = sqlx::query(concat!(
        "insert into messages (id, table_id, number, change, player, key, at_ms, text)
         select $1, $2, next, next, $3, $4, $5, $6
         from (select 1 + coalesce(max(change), 0) as next from messages where table_id = $2)
              as numbered
         where exists (select 1 from tables where id = $2)
         and exists (select 1 from players where id = $3 and deleted_ms is null)
         and not exists (select 1 from silences where player = $3 and until_ms > $5)
         and ($7 or exists (select 1 from seats where table_id = $2 and player = $3
                                                 and asked_until_ms is null))
         and ",
        precondition!("$8", "$9", "$10", of "$3"),
        " on conflict do nothing"
    ))
    .bind(message.id)
    .bind(message.table)
    .bind(message.player)
    .bind(&message.key)
    .bind(message.at_ms)
    .bind(&message.text)
    .bind(matches!(precondition, Precondition::Moderator(_)));
    if !run(connection, bind_precondition(inserted, precondition)).await? {
        return Ok(false);
    }
    // The second condition is a cheap check that comes first: a table has at most as many messages
    // as there are numbers from its first to its last.
    let surplus = sqlx::query(
        "delete from messages where table_id = $1
         and $2 <= (select max(number) - min(number) from messages where table_id = $1)
         and number <= (select number from messages where table_id = $1
                        order by number desc limit 1 offset $2)",
    );
    run(connection, surplus.bind(message.table).bind(i64::from(most))).await?;
    Ok(true)
}

async fn remove(
    connection: &mut PgConnection,
    id: MessageId,
    by: PlayerId,
    at_ms: i64,
    precondition: &Precondition,
) -> Result<bool, sqlx::Error> {
    let lock = sqlx::query(
        "select 1 from tables where id = (select table_id from messages where id = $1)
         for no key update",
    );
    run(connection, lock.bind(id)).await?;
    lock_players(connection, &[by], precondition).await?;
    let removed = sqlx::query(concat!(
        "update messages set text = null, removed_ms = $2, removed_by = $3,
         change = 1 + (select max(change) from messages as others
                       where others.table_id = messages.table_id)
         where id = $1 and text is not null and ",
        precondition!("$4", "$5", "$6", of "$3")
    ));
    let removed = bind_precondition(removed.bind(id).bind(at_ms).bind(by), precondition);
    run(connection, removed).await
}

fn mute(
    player: PlayerId,
    muted: PlayerId,
    at_ms: i64,
    most: u32,
    precondition: &Precondition,
) -> Query<'_> {
    let inserted = sqlx::query(concat!(
        "insert into mutes (player, muted, at_ms)
         select $1, $2, $3
         where 2 = (select count(*) from players where id in ($1, $2) and deleted_ms is null)
         and $4 > (select count(*) from mutes where player = $1)
         and ",
        precondition!("$5", "$6", "$7", of "$1"),
        " on conflict do nothing"
    ));
    let inserted = inserted.bind(player).bind(muted).bind(at_ms).bind(i64::from(most));
    bind_precondition(inserted, precondition)
}

/// Silences a player or lifts the silence, if the player has that role and is not deleted and the
/// precondition holds.
async fn set_silence(
    connection: &mut PgConnection,
    silence: &Silence,
    role: Role,
    precondition: &Precondition,
) -> Result<bool, sqlx::Error> {
    lock_players(connection, &[silence.player, silence.by], precondition).await?;
    let allowed = sqlx::query(concat!(
        "select 1 from players
         where id = $1 and role = $2 and deleted_ms is null and ",
        precondition!("$4", "$5", "$6", of "$3")
    ));
    let allowed = allowed.bind(silence.player).bind(role).bind(silence.by);
    if !run(connection, bind_precondition(allowed, precondition)).await? {
        return Ok(false);
    }
    let query = match silence.until_ms {
        None => sqlx::query("delete from silences where player = $1").bind(silence.player),
        Some(until_ms) => sqlx::query(
            "insert into silences (player, until_ms, by, at_ms) values ($1, $2, $3, $4)
             on conflict (player) do update set until_ms = $2, by = $3, at_ms = $4",
        )
        .bind(silence.player)
        .bind(until_ms)
        .bind(silence.by)
        .bind(silence.at_ms),
    };
    run(connection, query).await?;
    Ok(true)
}

fn add_report<'q>(report: &'q NewReport, precondition: &'q Precondition) -> Query<'q> {
    let inserted = sqlx::query(concat!(
        "insert into reports (id, reporter, player, table_id, message, text, reason, at_ms)
         select $1, $2, $3, $4, $5, $6, $7, $8
         where 2 = (select count(*) from players where id in ($2, $3) and deleted_ms is null)
         and ",
        precondition!("$9", "$10", "$11", of "$2"),
        " on conflict do nothing"
    ))
    .bind(report.id)
    .bind(report.reporter)
    .bind(report.player)
    .bind(report.table)
    .bind(report.message)
    .bind(&report.text)
    .bind(&report.reason)
    .bind(report.at_ms);
    bind_precondition(inserted, precondition)
}

fn resolve<'q>(
    id: ReportId,
    resolution: &'q Resolution<PlayerId>,
    precondition: &'q Precondition,
) -> Query<'q> {
    let resolved = sqlx::query(concat!(
        "update reports set outcome = $2, note = $3, resolver = $4, resolved_ms = $5
         where id = $1 and outcome is null and ",
        precondition!("$6", "$7", "$8", of "$4")
    ))
    .bind(id)
    .bind(resolution.outcome)
    .bind(&resolution.note)
    .bind(resolution.by)
    .bind(resolution.at_ms);
    bind_precondition(resolved, precondition)
}

/// Removes the texts of a deleted player, also from the reports about them, and deletes their
/// silence and all mutes by them and of them.
pub(super) async fn forget_player(
    connection: &mut PgConnection,
    player: PlayerId,
    at_ms: i64,
) -> Result<(), sqlx::Error> {
    // Each gets a change number of its own, so that a reader who stops between two of them gets the
    // second one later.
    let removed = sqlx::query(
        "update messages set text = null, removed_ms = $2, change = gone.next
         from (select id, row_number() over (partition by table_id order by number)
                          + (select max(change) from messages as others
                             where others.table_id = own.table_id) as next
               from messages as own where player = $1 and text is not null) as gone
         where messages.id = gone.id",
    );
    run(connection, removed.bind(player).bind(at_ms)).await?;
    for forgotten in [
        "delete from mutes where player = $1 or muted = $1",
        "delete from silences where player = $1",
        "update reports set text = null where player = $1",
    ] {
        run(connection, sqlx::query(forgotten).bind(player)).await?;
    }
    Ok(())
}
