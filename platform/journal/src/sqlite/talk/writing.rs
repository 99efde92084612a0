//! What is written about what people say, each on a condition.

use sqlx::Executor;
use sqlx::sqlite::SqliteConnection;

use crate::sqlite::people::holds;
use crate::talk::{MessageId, NewMessage, NewReport, ReportId, Silence, Verdict};
use crate::{PlayerId, Precondition, Role};

/// Something to be written about what is said, on a condition.
#[derive(Debug)]
pub(in super::super) enum Speech {
    NewMessage(NewMessage, Precondition, u32),
    Removal { id: MessageId, by: PlayerId, at_ms: i64, provided: Precondition },
    Muted { player: PlayerId, muted: PlayerId, at_ms: i64, most: u32, provided: Precondition },
    Unmuted { player: PlayerId, muted: PlayerId, provided: Precondition },
    Silenced(Silence, Role, Precondition),
    Reported(NewReport, Precondition),
    Resolved(ReportId, Verdict<PlayerId>, Precondition),
}

/// Writes it; says whether its condition held.
pub(in super::super) async fn apply(
    connection: &mut SqliteConnection,
    speech: &Speech,
) -> Result<bool, sqlx::Error> {
    let (player, provided) = match speech {
        Speech::NewMessage(said, provided, _) => (said.player, provided),
        Speech::Removal { by, provided, .. } => (*by, provided),
        Speech::Muted { player, provided, .. } | Speech::Unmuted { player, provided, .. } => {
            (*player, provided)
        }
        Speech::Silenced(silence, _, provided) => (silence.by, provided),
        Speech::Reported(report, provided) => (report.reporter, provided),
        Speech::Resolved(_, verdict, provided) => (verdict.by, provided),
    };
    if !holds(connection, player, provided).await? {
        return Ok(false);
    }
    let query = match speech {
        Speech::NewMessage(said, provided, most) => {
            return say(connection, said, matches!(provided, Precondition::Moderator(_)), *most)
                .await;
        }
        Speech::Removal { id, by, at_ms, .. } => sqlx::query(
            "update messages set text = null, removed_ms = ?2, removed_by = ?3,
             change = 1 + (select max(change) from messages as others
                           where others.table_id = messages.table_id)
             where id = ?1 and text is not null",
        )
        .bind(id.0)
        .bind(at_ms)
        .bind(by.0),
        Speech::Muted { player, muted, at_ms, most, .. } => sqlx::query(
            "insert into mutes (player, muted, at_ms)
             select ?1, ?2, ?3
             where 2 = (select count(*) from players where id in (?1, ?2) and deleted_ms is null)
             and ?4 > (select count(*) from mutes where player = ?1)
             on conflict do nothing",
        )
        .bind(player.0)
        .bind(muted.0)
        .bind(at_ms)
        .bind(most),
        Speech::Unmuted { player, muted, .. } => {
            sqlx::query("delete from mutes where player = ? and muted = ?")
                .bind(player.0)
                .bind(muted.0)
        }
        Speech::Silenced(silence, role, _) => return be_silent(connection, silence, *role).await,
        Speech::Reported(report, _) => sqlx::query(
            "insert into reports (id, reporter, player, table_id, message, text, reason, at_ms)
             select ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8
             where 2 = (select count(*) from players where id in (?2, ?3) and deleted_ms is null)
             on conflict do nothing",
        )
        .bind(report.id.0)
        .bind(report.reporter.0)
        .bind(report.player.0)
        .bind(report.table.map(|id| id.0))
        .bind(report.message.map(|id| id.0))
        .bind(&report.text)
        .bind(&report.reason)
        .bind(report.at_ms),
        Speech::Resolved(id, verdict, _) => sqlx::query(
            "update reports set outcome = ?2, note = ?3, resolver = ?4, resolved_ms = ?5
             where id = ?1 and outcome is null",
        )
        .bind(id.0)
        .bind(verdict.outcome.word())
        .bind(&verdict.note)
        .bind(verdict.by.0)
        .bind(verdict.at_ms),
    };
    Ok(connection.execute(query).await?.rows_affected() > 0)
}

/// Adds a message, and lets the oldest of too many go.
async fn say(
    connection: &mut SqliteConnection,
    said: &NewMessage,
    is_moderator: bool,
    most: u32,
) -> Result<bool, sqlx::Error> {
    let insert = sqlx::query(
        "insert into messages (id, table_id, number, change, player, key, at_ms, text)
         select ?1, ?2, place, place, ?3, ?4, ?5, ?6
         from (select 1 + ifnull(max(change), 0) as place from messages where table_id = ?2)
         where exists (select 1 from tables where id = ?2)
         and exists (select 1 from players where id = ?3 and deleted_ms is null)
         and not exists (select 1 from silences where player = ?3 and until_ms > ?5)
         and (?7 or exists (select 1 from seats where table_id = ?2 and player = ?3))
         on conflict do nothing",
    )
    .bind(said.id.0)
    .bind(said.table.0)
    .bind(said.player.0)
    .bind(&said.key)
    .bind(said.at_ms)
    .bind(&said.text)
    .bind(is_moderator);
    if connection.execute(insert).await?.rows_affected() == 0 {
        return Ok(false);
    }
    // There are no more messages than numbers between the first and the last of them.
    let surplus = sqlx::query(
        "delete from messages where table_id = ?1
         and ?2 <= (select max(number) - min(number) from messages where table_id = ?1)
         and number <= (select number from messages where table_id = ?1
                        order by number desc limit 1 offset ?2)",
    );
    connection.execute(surplus.bind(said.table.0).bind(most)).await?;
    Ok(true)
}

async fn be_silent(
    connection: &mut SqliteConnection,
    silence: &Silence,
    role: Role,
) -> Result<bool, sqlx::Error> {
    let is_there =
        sqlx::query("select 1 from players where id = ? and role = ? and deleted_ms is null")
            .bind(silence.player.0)
            .bind(role.word());
    if connection.fetch_optional(is_there).await?.is_none() {
        return Ok(false);
    }
    let query = match silence.until_ms {
        None => sqlx::query("delete from silences where player = ?").bind(silence.player.0),
        Some(until_ms) => sqlx::query(
            "insert into silences (player, until_ms, by, at_ms) values (?1, ?2, ?3, ?4)
             on conflict (player) do update set until_ms = ?2, by = ?3, at_ms = ?4",
        )
        .bind(silence.player.0)
        .bind(until_ms)
        .bind(silence.by.0)
        .bind(silence.at_ms),
    };
    connection.execute(query).await?;
    Ok(true)
}

/// Takes away what one who goes for good has said, and forgets whom they did not hear. Reports stay,
/// without the words of whoever has gone.
pub(in super::super) async fn forget(
    connection: &mut SqliteConnection,
    player: PlayerId,
    at_ms: i64,
) -> Result<(), sqlx::Error> {
    // Each is a change of its own, so that whoever hears of some hears of the others afterwards.
    let silent = sqlx::query(
        "update messages set text = null, removed_ms = ?2, change = gone.place
         from (select id, row_number() over (partition by table_id order by number)
                          + (select max(change) from messages as others
                             where others.table_id = own.table_id) as place
               from messages as own where player = ?1 and text is not null) as gone
         where messages.id = gone.id",
    );
    connection.execute(silent.bind(player.0).bind(at_ms)).await?;
    for forgotten in [
        "delete from mutes where player = ?1 or muted = ?1",
        "delete from silences where player = ?1",
        "update reports set text = null where player = ?1",
    ] {
        connection.execute(sqlx::query(forgotten).bind(player.0)).await?;
    }
    Ok(())
}
