//! What is said at tables, in a PostgreSQL database.

use async_trait::async_trait;

use super::Postgres;
use super::connection::InTime;
use super::statement::can_be_kept;
use crate::columns::talk::{messages, reports};
use crate::columns::{Number, integer};
use crate::talk::{
    Message, MessageCursor, MessageId, MessagePage, Mute, NewMessage, NewReport, Report, ReportId,
    ReportPage, Resolution, Silence, Talk, TalkNews,
};
use crate::writes::TalkWrite;
use crate::{JournalError, PlayerId, Precondition, Role, TableId};

#[async_trait]
impl Talk for Postgres {
    async fn say(
        &self,
        said: &NewMessage,
        precondition: &Precondition,
        most: u32,
    ) -> Result<bool, JournalError> {
        self.write(TalkWrite::Say(said.clone(), precondition.clone(), most)).await
    }

    async fn message(&self, id: MessageId) -> Result<Option<Message>, JournalError> {
        let query = sqlx::query_as(messages!("", "where messages.id = $1")).bind(id);
        Ok(query.fetch_optional(&self.pool()).in_time().await?)
    }

    async fn said(
        &self,
        table: TableId,
        player: PlayerId,
        key: &str,
    ) -> Result<Option<Message>, JournalError> {
        if !can_be_kept(key) {
            return Ok(None);
        }
        let query = messages!("", "where table_id = $1 and player = $2 and key = $3");
        let query = sqlx::query_as(query).bind(table).bind(player).bind(key);
        Ok(query.fetch_optional(&self.pool()).in_time().await?)
    }

    async fn messages(&self, page: &MessagePage) -> Result<Vec<Message>, JournalError> {
        let forward = messages!(
            "",
            "where table_id = $1 and number > $2
             and not exists (select 1 from mutes
                             where mutes.player = $3 and muted = messages.player)
             order by number limit $4"
        );
        let backward = messages!(
            "",
            "where table_id = $1 and number < $2
             and not exists (select 1 from mutes
                             where mutes.player = $3 and muted = messages.player)
             order by number desc limit $4"
        );
        let (query, number, is_forward) = match page.from {
            MessageCursor::After(number) => (forward, integer(number), true),
            MessageCursor::Before(number) => (backward, integer(number), false),
            MessageCursor::Newest => (backward, i64::MAX, false),
        };
        let mut found: Vec<Message> = sqlx::query_as(query)
            .bind(page.table)
            .bind(number)
            .bind(page.hearer)
            .bind(i64::from(page.first))
            .fetch_all(&self.pool())
            .in_time()
            .await?;
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
        let rows = sqlx::query_as(messages!(
            ", exists (select 1 from mutes where mutes.player = $3 and muted = messages.player)
               as is_muted",
            "where table_id = $1 and change > $2 order by change limit $4"
        ))
        .bind(table)
        .bind(integer(after))
        .bind(hearer)
        .bind(i64::from(first))
        .fetch_all(&self.pool())
        .in_time()
        .await?;
        Ok(rows)
    }

    async fn newest_change(&self, table: TableId) -> Result<u64, JournalError> {
        let newest: Option<Number<u64>> =
            sqlx::query_scalar("select max(change) from messages where table_id = $1")
                .bind(table)
                .fetch_one(&self.pool())
                .in_time()
                .await?;
        Ok(newest.unwrap_or_default().0)
    }

    async fn messages_of(
        &self,
        player: PlayerId,
        after: Option<MessageId>,
        first: u32,
    ) -> Result<Vec<Message>, JournalError> {
        let rows = sqlx::query_as(messages!(
            "",
            "where player = $1 and messages.id > $2
             order by messages.id limit $3"
        ))
        .bind(player)
        .bind(after.unwrap_or_default())
        .bind(i64::from(first))
        .fetch_all(&self.pool())
        .in_time()
        .await?;
        Ok(rows)
    }

    async fn spoken_at(&self, player: PlayerId) -> Result<Vec<TableId>, JournalError> {
        let tables = "select distinct table_id from messages where player = $1";
        Ok(sqlx::query_scalar(tables).bind(player).fetch_all(&self.pool()).in_time().await?)
    }

    async fn remove(
        &self,
        id: MessageId,
        by: PlayerId,
        at_ms: i64,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.write(TalkWrite::Remove { id, by, at_ms, precondition: precondition.clone() }).await
    }

    async fn mute(
        &self,
        player: PlayerId,
        muted: PlayerId,
        at_ms: i64,
        most: u32,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let precondition = precondition.clone();
        self.write(TalkWrite::Mute { player, muted, at_ms, most, precondition }).await
    }

    async fn unmute(
        &self,
        player: PlayerId,
        muted: PlayerId,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.write(TalkWrite::Unmute { player, muted, precondition: precondition.clone() }).await
    }

    async fn mutes(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        first: u32,
    ) -> Result<Vec<Mute>, JournalError> {
        let rows = sqlx::query_as(
            "select muted as player, name, standing, created_ms, at_ms
             from mutes join players on players.id = muted
             where player = $1 and muted > $2 order by muted limit $3",
        )
        .bind(player)
        .bind(after.unwrap_or_default())
        .bind(i64::from(first))
        .fetch_all(&self.pool())
        .in_time()
        .await?;
        Ok(rows)
    }

    async fn silence(
        &self,
        silence: &Silence,
        role: Role,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.write(TalkWrite::Silence(*silence, role, precondition.clone())).await
    }

    async fn silenced_until(&self, player: PlayerId) -> Result<Option<i64>, JournalError> {
        let until = sqlx::query_scalar("select until_ms from silences where player = $1");
        Ok(until.bind(player).fetch_optional(&self.pool()).in_time().await?)
    }

    async fn report(
        &self,
        report: &NewReport,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.write(TalkWrite::Report(report.clone(), precondition.clone())).await
    }

    async fn same_report(&self, same: &NewReport) -> Result<Option<Report>, JournalError> {
        let query = reports!(
            "where outcome is null and reporter = $1 and player = $2
             and table_id is not distinct from $3 and message is not distinct from $4"
        );
        let query = sqlx::query_as(query)
            .bind(same.reporter)
            .bind(same.player)
            .bind(same.table)
            .bind(same.message);
        Ok(query.fetch_optional(&self.pool()).in_time().await?)
    }

    async fn report_of(&self, id: ReportId) -> Result<Option<Report>, JournalError> {
        let query = sqlx::query_as(reports!("where reports.id = $1")).bind(id);
        Ok(query.fetch_optional(&self.pool()).in_time().await?)
    }

    async fn reports(&self, page: &ReportPage) -> Result<Vec<Report>, JournalError> {
        let query = match (page.reporter, page.is_resolved) {
            (Some(_), None) => {
                reports!("where reports.id > $1 and reporter = $3 order by reports.id limit $2")
            }
            (Some(_), Some(false)) => reports!(
                "where reports.id > $1 and reporter = $3 and outcome is null
                 order by reports.id limit $2"
            ),
            (Some(_), Some(true)) => reports!(
                "where reports.id > $1 and reporter = $3 and outcome is not null
                 order by reports.id limit $2"
            ),
            (None, None) => reports!("where reports.id > $1 order by reports.id limit $2"),
            (None, Some(false)) => {
                reports!("where reports.id > $1 and outcome is null order by reports.id limit $2")
            }
            (None, Some(true)) => reports!(
                "where reports.id > $1 and outcome is not null order by reports.id limit $2"
            ),
        };
        let rows = sqlx::query_as(query)
            .bind(page.after.unwrap_or_default())
            .bind(i64::from(page.first))
            .bind(page.reporter)
            .fetch_all(&self.pool())
            .in_time()
            .await?;
        Ok(rows)
    }

    async fn resolve(
        &self,
        id: ReportId,
        resolution: &Resolution<PlayerId>,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.write(TalkWrite::Resolve(id, resolution.clone(), precondition.clone())).await
    }
}
