//! What is said at tables, in memory: how it is read and written.

use async_trait::async_trait;

use super::Memory;
use super::messages::StoredMessage;
use super::reports::StoredReport;
use super::rows::Rows;
use crate::talk::{
    Message, MessageCursor, MessageId, MessagePage, Mute, NewMessage, NewReport, Removal, Report,
    ReportId, ReportPage, Resolution, Silence, Talk, TalkNews,
};
use crate::{JournalError, PlayerId, Precondition, Role, TableId};

impl Rows {
    fn shown(&self, stored: &StoredMessage) -> Result<Message, JournalError> {
        let removed = match stored.removed {
            None => None,
            Some((at_ms, by)) => {
                Some(Removal { at_ms, by: by.map(|by| self.player(by)).transpose()? })
            }
        };
        Ok(Message {
            id: stored.message.id,
            table: stored.message.table,
            number: stored.number,
            change: stored.change,
            player: self.player(stored.message.player)?,
            at_ms: stored.message.at_ms,
            text: removed.is_none().then(|| stored.message.text.clone()),
            removed,
        })
    }

    fn shown_report(&self, stored: &StoredReport) -> Result<Report, JournalError> {
        let NewReport { id, reporter, player, table, message, text, reason, at_ms } =
            stored.report.clone();
        let resolution = match &stored.resolution {
            None => None,
            Some(Resolution { outcome, note, by, at_ms }) => Some(Resolution {
                outcome: *outcome,
                note: note.clone(),
                by: self.player(*by)?,
                at_ms: *at_ms,
            }),
        };
        let (reporter, player) = (self.player(reporter)?, self.player(player)?);
        Ok(Report { id, reporter, player, table, message, text, reason, at_ms, resolution })
    }

    fn may_say(&self, message: &NewMessage, precondition: &Precondition) -> bool {
        let Some(table) = self.tables.get(&message.table) else { return false };
        let is_allowed =
            matches!(precondition, Precondition::Moderator(_)) || table.sits(message.player);
        let silenced = self.messages.silences.get(&message.player);
        let is_same = |stored: &StoredMessage| {
            stored.message.player == message.player && stored.message.key == message.key
        };
        is_allowed
            && silenced.is_none_or(|&until_ms| until_ms <= message.at_ms)
            && self.is_here(message.player)
            && self.holds(message.player, precondition)
            && self.messages.find(message.id).is_none()
            && !self.messages.of_table(message.table).any(is_same)
    }
}

#[async_trait]
impl Talk for Memory {
    async fn say(
        &self,
        message: &NewMessage,
        precondition: &Precondition,
        most: u32,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let may = rows.may_say(message, precondition);
        if may {
            rows.messages.add(message, most);
        }
        Ok(may)
    }

    async fn message(&self, id: MessageId) -> Result<Option<Message>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        rows.messages.find(id).map(|stored| rows.shown(stored)).transpose()
    }

    async fn said(
        &self,
        table: TableId,
        player: PlayerId,
        key: &str,
    ) -> Result<Option<Message>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let own =
            |stored: &&StoredMessage| stored.message.player == player && stored.message.key == key;
        let found = rows.messages.of_table(table).find(own);
        found.map(|stored| rows.shown(stored)).transpose()
    }

    async fn messages(&self, page: &MessagePage) -> Result<Vec<Message>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let (after, before) = match page.from {
            MessageCursor::After(number) => (number, u64::MAX),
            MessageCursor::Before(number) => (0, number),
            MessageCursor::Newest => (0, u64::MAX),
        };
        let mut found: Vec<_> = rows
            .messages
            .of_table(page.table)
            .filter(|stored| stored.number > after && stored.number < before)
            .filter(|stored| !rows.messages.is_muted(page.hearer, stored.message.player))
            .collect();
        let first = page.first as usize;
        match page.from {
            MessageCursor::After(_) => found.truncate(first),
            MessageCursor::Before(_) | MessageCursor::Newest => {
                drop(found.drain(..found.len().saturating_sub(first)))
            }
        }
        found.into_iter().map(|stored| rows.shown(stored)).collect()
    }

    async fn news(
        &self,
        table: TableId,
        hearer: Option<PlayerId>,
        after: u64,
        first: u32,
    ) -> Result<Vec<TalkNews>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let mut found: Vec<_> =
            rows.messages.of_table(table).filter(|stored| stored.change > after).collect();
        found.sort_by_key(|stored| stored.change);
        found.truncate(first as usize);
        let heard = |stored: &StoredMessage| {
            let is_muted = rows.messages.is_muted(hearer, stored.message.player);
            Ok(TalkNews { message: rows.shown(stored)?, is_muted })
        };
        found.into_iter().map(heard).collect()
    }

    async fn newest_change(&self, table: TableId) -> Result<u64, JournalError> {
        self.before_read().await;
        Ok(self.rows().messages.newest_change(table))
    }

    async fn messages_of(
        &self,
        player: PlayerId,
        after: Option<MessageId>,
        first: u32,
    ) -> Result<Vec<Message>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let is_after =
            |stored: &&StoredMessage| after.is_none_or(|after| stored.message.id > after);
        let own = rows.messages.stored.values().filter(|stored| stored.message.player == player);
        let mut own: Vec<_> = own.filter(is_after).collect();
        own.sort_by_key(|stored| stored.message.id);
        own.truncate(first as usize);
        own.into_iter().map(|stored| rows.shown(stored)).collect()
    }

    async fn spoken_at(&self, player: PlayerId) -> Result<Vec<TableId>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let own = rows.messages.stored.values().filter(|stored| stored.message.player == player);
        let mut tables: Vec<_> = own.map(|stored| stored.message.table).collect();
        tables.dedup();
        Ok(tables)
    }

    async fn remove(
        &self,
        id: MessageId,
        by: PlayerId,
        at_ms: i64,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let stored = rows.messages.find(id).filter(|stored| stored.removed.is_none());
        let Some(key) = stored.map(|stored| (stored.message.table, stored.number)) else {
            return Ok(false);
        };
        let holds = rows.holds(by, precondition);
        if holds {
            rows.messages.remove(key, at_ms, Some(by));
        }
        Ok(holds)
    }

    async fn mute(
        &self,
        player: PlayerId,
        muted: PlayerId,
        at_ms: i64,
        most: u32,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let muted_already = rows.messages.mutes.keys().filter(|&&(one, _)| one == player).count();
        let may = rows.holds(player, precondition)
            && player != muted
            && rows.is_here(player)
            && rows.is_here(muted)
            && muted_already < most as usize
            && !rows.messages.mutes.contains_key(&(player, muted));
        if may {
            rows.messages.mutes.insert((player, muted), at_ms);
        }
        Ok(may)
    }

    async fn unmute(
        &self,
        player: PlayerId,
        muted: PlayerId,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let holds = rows.holds(player, precondition);
        Ok(holds && rows.messages.mutes.remove(&(player, muted)).is_some())
    }

    async fn mutes(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        first: u32,
    ) -> Result<Vec<Mute>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let own =
            rows.messages.mutes.iter().filter(|((one, muted), _)| {
                *one == player && after.is_none_or(|after| *muted > after)
            });
        let mute = |((_, muted), &at_ms): (&(_, PlayerId), _)| {
            Ok(Mute { player: rows.player(*muted)?, at_ms })
        };
        own.take(first as usize).map(mute).collect()
    }

    async fn silence(
        &self,
        silence: &Silence,
        role: Role,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let is_so = rows.players.get(&silence.player).is_some_and(|one| one.role == role);
        let may = is_so && rows.is_here(silence.player) && rows.holds(silence.by, precondition);
        match silence.until_ms {
            Some(until_ms) if may => drop(rows.messages.silences.insert(silence.player, until_ms)),
            None if may => drop(rows.messages.silences.remove(&silence.player)),
            _ => {}
        }
        Ok(may)
    }

    async fn silenced_until(&self, player: PlayerId) -> Result<Option<i64>, JournalError> {
        self.before_read().await;
        Ok(self.rows().messages.silences.get(&player).copied())
    }

    async fn report(
        &self,
        report: &NewReport,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let may = report.reporter != report.player
            && rows.is_here(report.reporter)
            && rows.is_here(report.player)
            && rows.holds(report.reporter, precondition)
            && !rows.reports.stored.contains_key(&report.id)
            && rows.reports.same(report).is_none();
        if may {
            let stored = StoredReport { report: report.clone(), resolution: None };
            rows.reports.stored.insert(report.id, stored);
        }
        Ok(may)
    }

    async fn same_report(&self, report: &NewReport) -> Result<Option<Report>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        rows.reports.same(report).map(|stored| rows.shown_report(stored)).transpose()
    }

    async fn report_of(&self, id: ReportId) -> Result<Option<Report>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        rows.reports.stored.get(&id).map(|stored| rows.shown_report(stored)).transpose()
    }

    async fn reports(&self, page: &ReportPage) -> Result<Vec<Report>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let wanted = |stored: &&StoredReport| {
            page.is_resolved.is_none_or(|is_resolved| stored.resolution.is_some() == is_resolved)
                && page.reporter.is_none_or(|reporter| stored.report.reporter == reporter)
                && page.after.is_none_or(|after| stored.report.id > after)
        };
        let found = rows.reports.stored.values().filter(wanted).take(page.first as usize);
        found.map(|stored| rows.shown_report(stored)).collect()
    }

    async fn resolve(
        &self,
        id: ReportId,
        resolution: &Resolution<PlayerId>,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let holds = rows.holds(resolution.by, precondition);
        let open = rows.reports.stored.get_mut(&id).filter(|stored| stored.resolution.is_none());
        let Some(stored) = open.filter(|_| holds) else { return Ok(false) };
        stored.resolution = Some(resolution.clone());
        Ok(true)
    }
}
