//! Messages, in a journal with faults.

use async_trait::async_trait;
use gueridon_journal::talk::{
    Message, MessageId, MessagePage, Mute, NewMessage, NewReport, Report, ReportId, ReportPage,
    Resolution, Silence, Talk, TalkNews,
};
use gueridon_journal::{JournalError, PlayerId, Precondition, Role, TableId};

use crate::faults::Faulty;

#[async_trait]
impl Talk for Faulty {
    async fn say(
        &self,
        said: &NewMessage,
        precondition: &Precondition,
        most: u32,
    ) -> Result<bool, JournalError> {
        let said = said.clone();
        let precondition = precondition.clone();
        self.write(|truth| async move { truth.say(&said, &precondition, most).await }).await
    }

    async fn message(&self, id: MessageId) -> Result<Option<Message>, JournalError> {
        self.read(self.truth.message(id)).await
    }

    async fn said(
        &self,
        table: TableId,
        player: PlayerId,
        key: &str,
    ) -> Result<Option<Message>, JournalError> {
        self.read(self.truth.said(table, player, key)).await
    }

    async fn messages(&self, page: &MessagePage) -> Result<Vec<Message>, JournalError> {
        self.read(self.truth.messages(page)).await
    }

    async fn news(
        &self,
        table: TableId,
        hearer: Option<PlayerId>,
        after: u64,
        first: u32,
    ) -> Result<Vec<TalkNews>, JournalError> {
        self.read(self.truth.news(table, hearer, after, first)).await
    }

    async fn newest_change(&self, table: TableId) -> Result<u64, JournalError> {
        self.read(self.truth.newest_change(table)).await
    }

    async fn messages_of(
        &self,
        player: PlayerId,
        after: Option<MessageId>,
        first: u32,
    ) -> Result<Vec<Message>, JournalError> {
        self.read(self.truth.messages_of(player, after, first)).await
    }

    async fn spoken_at(&self, player: PlayerId) -> Result<Vec<TableId>, JournalError> {
        self.read(self.truth.spoken_at(player)).await
    }

    async fn remove(
        &self,
        id: MessageId,
        by: PlayerId,
        at_ms: i64,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let precondition = precondition.clone();
        self.write(|truth| async move { truth.remove(id, by, at_ms, &precondition).await }).await
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
        self.write(
            |truth| async move { truth.mute(player, muted, at_ms, most, &precondition).await },
        )
        .await
    }

    async fn unmute(
        &self,
        player: PlayerId,
        muted: PlayerId,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let precondition = precondition.clone();
        self.write(|truth| async move { truth.unmute(player, muted, &precondition).await }).await
    }

    async fn mutes(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        first: u32,
    ) -> Result<Vec<Mute>, JournalError> {
        self.read(self.truth.mutes(player, after, first)).await
    }

    async fn silence(
        &self,
        silence: &Silence,
        role: Role,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let silence = *silence;
        let precondition = precondition.clone();
        self.write(|truth| async move { truth.silence(&silence, role, &precondition).await }).await
    }

    async fn silenced_until(&self, player: PlayerId) -> Result<Option<i64>, JournalError> {
        self.read(self.truth.silenced_until(player)).await
    }

    async fn report(
        &self,
        report: &NewReport,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let report = report.clone();
        let precondition = precondition.clone();
        self.write(|truth| async move { truth.report(&report, &precondition).await }).await
    }

    async fn same_report(&self, report: &NewReport) -> Result<Option<Report>, JournalError> {
        self.read(self.truth.same_report(report)).await
    }

    async fn report_of(&self, id: ReportId) -> Result<Option<Report>, JournalError> {
        self.read(self.truth.report_of(id)).await
    }

    async fn reports(&self, page: &ReportPage) -> Result<Vec<Report>, JournalError> {
        self.read(self.truth.reports(page)).await
    }

    async fn resolve(
        &self,
        id: ReportId,
        resolution: &Resolution<PlayerId>,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let resolution = resolution.clone();
        let precondition = precondition.clone();
        self.write(|truth| async move { truth.resolve(id, &resolution, &precondition).await }).await
    }
}
