//! What people say, in an SQLite file.

mod writing;

use async_trait::async_trait;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use uuid::Uuid;

use super::Sqlite;
use super::people::unknown;
use super::writer::Write;
use crate::talk::{
    Message, MessageCursor, MessageId, MessagePage, Mute, NewMessage, NewReport, Outcome, Removal,
    Report, ReportId, ReportPage, Silence, Talk, TalkNews, Verdict,
};
use crate::{JournalError, Player, PlayerId, Precondition, Role, Standing, TableId};

/// A question about messages, with those who said them and who took them away.
macro_rules! messages {
    ($more:literal, $rest:literal) => {
        concat!(
            "select messages.id, table_id, number, change, at_ms, text, removed_ms,
                    player, speaker.name, speaker.standing, speaker.created_ms,
                    removed_by, remover.name as remover_name,
                    remover.standing as remover_standing,
                    remover.created_ms as remover_created_ms",
            $more,
            " from messages join players as speaker on speaker.id = messages.player
              left join players as remover on remover.id = messages.removed_by ",
            $rest
        )
    };
}

/// A question about reports, with all whom they name.
macro_rules! reports {
    ($rest:literal) => {
        concat!(
            "select reports.id, table_id, message, text, reason, at_ms,
                    outcome, note, resolved_ms,
                    reporter, teller.name, teller.standing, teller.created_ms,
                    player, told.name as told_name, told.standing as told_standing,
                    told.created_ms as told_created_ms,
                    resolver, judge.name as judge_name, judge.standing as judge_standing,
                    judge.created_ms as judge_created_ms
             from reports join players as teller on teller.id = reports.reporter
             join players as told on told.id = reports.player
             left join players as judge on judge.id = reports.resolver ",
            $rest
        )
    };
}

pub(super) use writing::{Speech, apply, forget};

const SPEAKER: [&str; 4] = ["player", "name", "standing", "created_ms"];
const REMOVER: [&str; 4] = ["removed_by", "remover_name", "remover_standing", "remover_created_ms"];
const REPORTER: [&str; 4] = ["reporter", "name", "standing", "created_ms"];
const REPORTED: [&str; 4] = ["player", "told_name", "told_standing", "told_created_ms"];
const RESOLVER: [&str; 4] = ["resolver", "judge_name", "judge_standing", "judge_created_ms"];

#[async_trait]
impl Talk for Sqlite {
    async fn say(
        &self,
        said: &NewMessage,
        provided: &Precondition,
        most: u32,
    ) -> Result<bool, JournalError> {
        self.speak(Speech::NewMessage(said.clone(), provided.clone(), most)).await
    }

    async fn message(&self, id: MessageId) -> Result<Option<Message>, JournalError> {
        let query = sqlx::query(messages!("", "where messages.id = ?")).bind(id.0);
        query.fetch_optional(&self.readers).await?.as_ref().map(message).transpose()
    }

    async fn said(
        &self,
        table: TableId,
        player: PlayerId,
        key: &str,
    ) -> Result<Option<Message>, JournalError> {
        let query = messages!("", "where table_id = ? and player = ? and key = ?");
        let query = sqlx::query(query).bind(table.0).bind(player.0).bind(key);
        query.fetch_optional(&self.readers).await?.as_ref().map(message).transpose()
    }

    async fn messages(&self, page: &MessagePage) -> Result<Vec<Message>, JournalError> {
        let forward = messages!(
            "",
            "where table_id = ?1 and number > ?2
             and not exists (select 1 from mutes
                             where mutes.player = ?3 and muted = messages.player)
             order by number limit ?4"
        );
        let backward = messages!(
            "",
            "where table_id = ?1 and number < ?2
             and not exists (select 1 from mutes
                             where mutes.player = ?3 and muted = messages.player)
             order by number desc limit ?4"
        );
        let (query, number, is_forward) = match page.from {
            MessageCursor::After(number) => (forward, integer(number), true),
            MessageCursor::Before(number) => (backward, integer(number), false),
            MessageCursor::Newest => (backward, i64::MAX, false),
        };
        let rows = sqlx::query(query)
            .bind(page.table.0)
            .bind(number)
            .bind(page.hearer.map(|player| player.0))
            .bind(page.first)
            .fetch_all(&self.readers)
            .await?;
        let mut found: Vec<Message> = rows.iter().map(message).collect::<Result<_, _>>()?;
        if !is_forward {
            found.reverse();
        }
        Ok(found)
    }

    async fn news(
        &self,
        table: TableId,
        hearer: Option<PlayerId>,
        after: u64,
        first: u32,
    ) -> Result<Vec<TalkNews>, JournalError> {
        let rows = sqlx::query(messages!(
            ", exists (select 1 from mutes where mutes.player = ?3 and muted = messages.player)
               as is_muted",
            "where table_id = ?1 and change > ?2 order by change limit ?4"
        ))
        .bind(table.0)
        .bind(integer(after))
        .bind(hearer.map(|player| player.0))
        .bind(first)
        .fetch_all(&self.readers)
        .await?;
        let heard =
            |row| Ok(TalkNews { message: message(row)?, is_muted: row.try_get("is_muted")? });
        rows.iter().map(heard).collect()
    }

    async fn newest_change(&self, table: TableId) -> Result<u64, JournalError> {
        let newest: Option<i64> =
            sqlx::query_scalar("select max(change) from messages where table_id = ?")
                .bind(table.0)
                .fetch_one(&self.readers)
                .await?;
        count(newest.unwrap_or_default())
    }

    async fn messages_of(
        &self,
        player: PlayerId,
        after: Option<MessageId>,
        first: u32,
    ) -> Result<Vec<Message>, JournalError> {
        let rows = sqlx::query(messages!(
            "",
            "where player = ?1 and (?2 is null or messages.id > ?2)
             order by messages.id limit ?3"
        ))
        .bind(player.0)
        .bind(after.map(|id| id.0))
        .bind(first)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(message).collect()
    }

    async fn spoken_at(&self, player: PlayerId) -> Result<Vec<TableId>, JournalError> {
        let tables: Vec<Uuid> =
            sqlx::query_scalar("select distinct table_id from messages where player = ?")
                .bind(player.0)
                .fetch_all(&self.readers)
                .await?;
        Ok(tables.into_iter().map(TableId).collect())
    }

    async fn remove(
        &self,
        id: MessageId,
        by: PlayerId,
        at_ms: i64,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.speak(Speech::Removal { id, by, at_ms, provided: provided.clone() }).await
    }

    async fn mute(
        &self,
        player: PlayerId,
        muted: PlayerId,
        at_ms: i64,
        most: u32,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        let provided = provided.clone();
        self.speak(Speech::Muted { player, muted, at_ms, most, provided }).await
    }

    async fn unmute(
        &self,
        player: PlayerId,
        muted: PlayerId,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.speak(Speech::Unmuted { player, muted, provided: provided.clone() }).await
    }

    async fn mutes(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        first: u32,
    ) -> Result<Vec<Mute>, JournalError> {
        let rows = sqlx::query(
            "select muted as player, name, standing, created_ms, at_ms
             from mutes join players on players.id = muted
             where player = ?1 and (?2 is null or muted > ?2) order by muted limit ?3",
        )
        .bind(player.0)
        .bind(after.map(|id| id.0))
        .bind(first)
        .fetch_all(&self.readers)
        .await?;
        let mute =
            |row| Ok(Mute { player: sure_player(row, SPEAKER)?, at_ms: row.try_get("at_ms")? });
        rows.iter().map(mute).collect()
    }

    async fn silence(
        &self,
        silence: &Silence,
        role: Role,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.speak(Speech::Silenced(*silence, role, provided.clone())).await
    }

    async fn silenced_until(&self, player: PlayerId) -> Result<Option<i64>, JournalError> {
        let until = sqlx::query_scalar("select until_ms from silences where player = ?");
        Ok(until.bind(player.0).fetch_optional(&self.readers).await?)
    }

    async fn report(
        &self,
        report: &NewReport,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.speak(Speech::Reported(report.clone(), provided.clone())).await
    }

    async fn same_report(&self, same: &NewReport) -> Result<Option<Report>, JournalError> {
        let query = reports!(
            "where outcome is null and reporter = ? and player = ?
             and ifnull(table_id, x'') = ifnull(?, x'') and ifnull(message, x'') = ifnull(?, x'')"
        );
        let query = sqlx::query(query)
            .bind(same.reporter.0)
            .bind(same.player.0)
            .bind(same.table.map(|id| id.0))
            .bind(same.message.map(|id| id.0));
        query.fetch_optional(&self.readers).await?.as_ref().map(report).transpose()
    }

    async fn report_of(&self, id: ReportId) -> Result<Option<Report>, JournalError> {
        let query = sqlx::query(reports!("where reports.id = ?")).bind(id.0);
        query.fetch_optional(&self.readers).await?.as_ref().map(report).transpose()
    }

    async fn reports(&self, page: &ReportPage) -> Result<Vec<Report>, JournalError> {
        // Three questions, so that each has an index.
        let query = match (page.reporter, page.is_resolved) {
            (Some(_), _) => reports!(
                "where reporter = ?1 and (?2 is null or (outcome is not null) = ?2)
                 and (?3 is null or reports.id > ?3) order by reports.id limit ?4"
            ),
            (None, Some(false)) => reports!(
                "where ?1 is null and outcome is null and ?2 = 0
                 and (?3 is null or reports.id > ?3) order by reports.id limit ?4"
            ),
            (None, _) => reports!(
                "where ?1 is null and (?2 is null or (outcome is not null) = ?2)
                 and (?3 is null or reports.id > ?3) order by reports.id limit ?4"
            ),
        };
        let rows = sqlx::query(query)
            .bind(page.reporter.map(|id| id.0))
            .bind(page.is_resolved)
            .bind(page.after.map(|id| id.0))
            .bind(page.first)
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(report).collect()
    }

    async fn resolve(
        &self,
        id: ReportId,
        verdict: &Verdict<PlayerId>,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.speak(Speech::Resolved(id, verdict.clone(), provided.clone())).await
    }
}

impl Sqlite {
    async fn speak(&self, speech: Speech) -> Result<bool, JournalError> {
        self.writer.write(Write::Speech(speech)).await
    }
}

fn message(row: &SqliteRow) -> Result<Message, JournalError> {
    let removed_ms: Option<i64> = row.try_get("removed_ms")?;
    let removed = match removed_ms {
        None => None,
        Some(at_ms) => Some(Removal { at_ms, by: player(row, REMOVER)? }),
    };
    Ok(Message {
        id: MessageId(row.try_get("id")?),
        table: TableId(row.try_get("table_id")?),
        number: count(row.try_get("number")?)?,
        change: count(row.try_get("change")?)?,
        player: sure_player(row, SPEAKER)?,
        at_ms: row.try_get("at_ms")?,
        text: row.try_get("text")?,
        removed,
    })
}

fn report(row: &SqliteRow) -> Result<Report, JournalError> {
    let verdict = match row.try_get::<Option<String>, _>("outcome")? {
        None => None,
        Some(word) => Some(Verdict {
            outcome: Outcome::from_word(&word).ok_or_else(|| unknown("outcome", &word))?,
            note: row.try_get("note")?,
            by: sure_player(row, RESOLVER)?,
            at_ms: row.try_get("resolved_ms")?,
        }),
    };
    Ok(Report {
        id: ReportId(row.try_get("id")?),
        reporter: sure_player(row, REPORTER)?,
        player: sure_player(row, REPORTED)?,
        table: row.try_get::<Option<Uuid>, _>("table_id")?.map(TableId),
        message: row.try_get::<Option<Uuid>, _>("message")?.map(MessageId),
        text: row.try_get("text")?,
        reason: row.try_get("reason")?,
        at_ms: row.try_get("at_ms")?,
        verdict,
    })
}

/// The player in these columns, if there is one: id, name, standing, and when they came.
fn player(row: &SqliteRow, columns: [&str; 4]) -> Result<Option<Player>, JournalError> {
    let [id, name, standing, created_ms] = columns;
    let Some(id) = row.try_get::<Option<Uuid>, _>(id)? else { return Ok(None) };
    let word: String = row.try_get(standing)?;
    Ok(Some(Player {
        id: PlayerId(id),
        name: row.try_get(name)?,
        standing: Standing::from_word(&word).ok_or_else(|| unknown("standing", &word))?,
        created_ms: row.try_get(created_ms)?,
    }))
}

fn sure_player(row: &SqliteRow, columns: [&str; 4]) -> Result<Player, JournalError> {
    let nobody = || JournalError::Broken("a player is missing".to_owned());
    player(row, columns)?.ok_or_else(nobody)
}

fn integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn count(number: i64) -> Result<u64, JournalError> {
    u64::try_from(number).map_err(|error| JournalError::Broken(error.to_string()))
}
