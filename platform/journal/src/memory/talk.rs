//! What people say, in memory.

use std::collections::BTreeMap;

use async_trait::async_trait;

use super::{Memory, Rows};
use crate::talk::{
    Message, MessageCursor, MessageId, MessagePage, Mute, NewMessage, NewReport, Removal, Report,
    ReportId, ReportPage, Resolution, Silence, Talk, TalkNews,
};
use crate::{JournalError, Player, PlayerId, Precondition, Role, TableId};

/// All that is known of what is said. Players are kept by id: what they are called may change.
#[derive(Debug, Default)]
pub(super) struct Spoken {
    messages: BTreeMap<(TableId, u64), Kept>,
    mutes: BTreeMap<(PlayerId, PlayerId), i64>,
    silences: BTreeMap<PlayerId, i64>,
    reports: BTreeMap<ReportId, KeptReport>,
}

#[derive(Debug, Clone)]
struct Kept {
    said: NewMessage,
    number: u64,
    change: u64,
    removed: Option<(i64, Option<PlayerId>)>,
}

#[derive(Debug, Clone)]
struct KeptReport {
    told: NewReport,
    verdict: Option<Resolution<PlayerId>>,
}

impl Spoken {
    /// Whether anything that was said or told speaks of a player.
    pub(super) fn involves(&self, player: PlayerId) -> bool {
        self.messages.values().any(|kept| kept.said.player == player)
            || self
                .reports
                .values()
                .any(|report| [report.told.reporter, report.told.player].contains(&player))
    }

    /// Forgets what was said at a table that is deleted.
    pub(super) fn forget_table(&mut self, table: TableId) {
        self.messages.retain(|&(of, _), _| of != table);
    }

    /// Forgets whom nobody knows any more.
    pub(super) fn forget_missing(&mut self, is_there: impl Fn(PlayerId) -> bool) {
        self.mutes.retain(|&(player, muted), _| is_there(player) && is_there(muted));
        self.silences.retain(|&player, _| is_there(player));
    }

    /// Takes away what one who goes for good has said, and forgets whom they did not hear.
    pub(super) fn forget(&mut self, player: PlayerId, at_ms: i64) {
        let own: Vec<_> = self
            .messages
            .iter()
            .filter(|(_, kept)| kept.said.player == player && kept.removed.is_none())
            .map(|(&place, _)| place)
            .collect();
        own.into_iter().for_each(|place| self.take_away(place, at_ms, None));
        self.mutes.retain(|&(one, other), _| one != player && other != player);
        self.silences.remove(&player);
        for report in self.reports.values_mut().filter(|report| report.told.player == player) {
            report.told.text = None;
        }
    }

    fn of_table(&self, table: TableId) -> impl DoubleEndedIterator<Item = &Kept> {
        self.messages.range((table, 0)..=(table, u64::MAX)).map(|(_, kept)| kept)
    }

    fn newest_change(&self, table: TableId) -> u64 {
        self.of_table(table).map(|kept| kept.change).max().unwrap_or_default()
    }

    fn take_away(&mut self, place: (TableId, u64), at_ms: i64, by: Option<PlayerId>) {
        let change = self.newest_change(place.0) + 1;
        if let Some(kept) = self.messages.get_mut(&place) {
            kept.removed = Some((at_ms, by));
            kept.change = change;
        }
    }

    fn find(&self, id: MessageId) -> Option<&Kept> {
        self.messages.values().find(|kept| kept.said.id == id)
    }

    fn is_muted(&self, hearer: Option<PlayerId>, player: PlayerId) -> bool {
        hearer.is_some_and(|hearer| self.mutes.contains_key(&(hearer, player)))
    }

    fn same_report(&self, told: &NewReport) -> Option<&KeptReport> {
        let about = |told: &NewReport| (told.reporter, told.player, told.table, told.message);
        self.reports
            .values()
            .find(|report| report.verdict.is_none() && about(&report.told) == about(told))
    }
}

impl Rows {
    fn player(&self, id: PlayerId) -> Result<Player, JournalError> {
        let missing = || JournalError::Broken("a player is missing".to_owned());
        self.players.get(&id).map(|account| account.player.clone()).ok_or_else(missing)
    }

    pub(super) fn is_here(&self, id: PlayerId) -> bool {
        self.players.get(&id).is_some_and(|account| account.deleted_ms.is_none())
    }

    fn shown(&self, kept: &Kept) -> Result<Message, JournalError> {
        let removed = match kept.removed {
            None => None,
            Some((at_ms, by)) => {
                Some(Removal { at_ms, by: by.map(|by| self.player(by)).transpose()? })
            }
        };
        Ok(Message {
            id: kept.said.id,
            table: kept.said.table,
            number: kept.number,
            change: kept.change,
            player: self.player(kept.said.player)?,
            at_ms: kept.said.at_ms,
            text: removed.is_none().then(|| kept.said.text.clone()),
            removed,
        })
    }

    fn shown_report(&self, report: &KeptReport) -> Result<Report, JournalError> {
        let NewReport { id, reporter, player, table, message, text, reason, at_ms } =
            report.told.clone();
        let verdict = match &report.verdict {
            None => None,
            Some(Resolution { outcome, note, by, at_ms }) => Some(Resolution {
                outcome: *outcome,
                note: note.clone(),
                by: self.player(*by)?,
                at_ms: *at_ms,
            }),
        };
        let (reporter, player) = (self.player(reporter)?, self.player(player)?);
        Ok(Report { id, reporter, player, table, message, text, reason, at_ms, verdict })
    }

    fn say(&mut self, said: &NewMessage, provided: &Precondition, most: u32) -> bool {
        let Some(table) = self.tables.get(&said.table) else { return false };
        let may_speak =
            matches!(provided, Precondition::Moderator(_)) || table.seat_of(said.player).is_some();
        let silenced = self.spoken.silences.get(&said.player);
        let is_used = self
            .spoken
            .of_table(said.table)
            .any(|kept| kept.said.player == said.player && kept.said.key == said.key);
        if !may_speak
            || is_used
            || silenced.is_some_and(|&until_ms| until_ms > said.at_ms)
            || !self.is_here(said.player)
            || !self.holds(said.player, provided)
            || self.spoken.find(said.id).is_some()
        {
            return false;
        }
        let place = self.spoken.newest_change(said.table) + 1;
        let kept = Kept { said: said.clone(), number: place, change: place, removed: None };
        self.spoken.messages.insert((said.table, place), kept);
        let surplus: Vec<u64> =
            self.spoken.of_table(said.table).rev().skip(most as usize).map(|k| k.number).collect();
        for number in surplus {
            self.spoken.messages.remove(&(said.table, number));
        }
        true
    }
}

#[async_trait]
impl Talk for Memory {
    async fn say(
        &self,
        said: &NewMessage,
        provided: &Precondition,
        most: u32,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        Ok(self.rows().say(said, provided, most))
    }

    async fn message(&self, id: MessageId) -> Result<Option<Message>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        rows.spoken.find(id).map(|kept| rows.shown(kept)).transpose()
    }

    async fn said(
        &self,
        table: TableId,
        player: PlayerId,
        key: &str,
    ) -> Result<Option<Message>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let own = |kept: &&Kept| kept.said.player == player && kept.said.key == key;
        let found = rows.spoken.of_table(table).find(own);
        found.map(|kept| rows.shown(kept)).transpose()
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
            .spoken
            .of_table(page.table)
            .filter(|kept| kept.number > after && kept.number < before)
            .filter(|kept| !rows.spoken.is_muted(page.hearer, kept.said.player))
            .collect();
        let first = page.first as usize;
        match page.from {
            MessageCursor::After(_) => found.truncate(first),
            MessageCursor::Before(_) | MessageCursor::Newest => {
                drop(found.drain(..found.len().saturating_sub(first)))
            }
        }
        found.into_iter().map(|kept| rows.shown(kept)).collect()
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
            rows.spoken.of_table(table).filter(|kept| kept.change > after).collect();
        found.sort_by_key(|kept| kept.change);
        found.truncate(first as usize);
        let heard = |kept: &Kept| {
            let is_muted = rows.spoken.is_muted(hearer, kept.said.player);
            Ok(TalkNews { message: rows.shown(kept)?, is_muted })
        };
        found.into_iter().map(heard).collect()
    }

    async fn newest_change(&self, table: TableId) -> Result<u64, JournalError> {
        self.before_read().await;
        Ok(self.rows().spoken.newest_change(table))
    }

    async fn messages_of(
        &self,
        player: PlayerId,
        after: Option<MessageId>,
        first: u32,
    ) -> Result<Vec<Message>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let is_after = |kept: &&Kept| after.is_none_or(|after| kept.said.id > after);
        let own = rows.spoken.messages.values().filter(|kept| kept.said.player == player);
        let mut own: Vec<_> = own.filter(is_after).collect();
        own.sort_by_key(|kept| kept.said.id);
        own.truncate(first as usize);
        own.into_iter().map(|kept| rows.shown(kept)).collect()
    }

    async fn spoken_at(&self, player: PlayerId) -> Result<Vec<TableId>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let own = rows.spoken.messages.values().filter(|kept| kept.said.player == player);
        let mut tables: Vec<_> = own.map(|kept| kept.said.table).collect();
        tables.dedup();
        Ok(tables)
    }

    async fn remove(
        &self,
        id: MessageId,
        by: PlayerId,
        at_ms: i64,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let kept = rows.spoken.find(id).filter(|kept| kept.removed.is_none());
        let Some(place) = kept.map(|kept| (kept.said.table, kept.number)) else {
            return Ok(false);
        };
        let holds = rows.holds(by, provided);
        if holds {
            rows.spoken.take_away(place, at_ms, Some(by));
        }
        Ok(holds)
    }

    async fn mute(
        &self,
        player: PlayerId,
        muted: PlayerId,
        at_ms: i64,
        most: u32,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let muted_already = rows.spoken.mutes.keys().filter(|&&(one, _)| one == player).count();
        let may = rows.holds(player, provided)
            && player != muted
            && rows.is_here(player)
            && rows.is_here(muted)
            && muted_already < most as usize
            && !rows.spoken.mutes.contains_key(&(player, muted));
        if may {
            rows.spoken.mutes.insert((player, muted), at_ms);
        }
        Ok(may)
    }

    async fn unmute(
        &self,
        player: PlayerId,
        muted: PlayerId,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let holds = rows.holds(player, provided);
        Ok(holds && rows.spoken.mutes.remove(&(player, muted)).is_some())
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
            rows.spoken.mutes.iter().filter(|((one, muted), _)| {
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
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let is_so = rows.players.get(&silence.player).is_some_and(|one| one.role == role);
        let may = is_so && rows.is_here(silence.player) && rows.holds(silence.by, provided);
        match silence.until_ms {
            Some(until_ms) if may => drop(rows.spoken.silences.insert(silence.player, until_ms)),
            None if may => drop(rows.spoken.silences.remove(&silence.player)),
            _ => {}
        }
        Ok(may)
    }

    async fn silenced_until(&self, player: PlayerId) -> Result<Option<i64>, JournalError> {
        self.before_read().await;
        Ok(self.rows().spoken.silences.get(&player).copied())
    }

    async fn report(
        &self,
        told: &NewReport,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let may = told.reporter != told.player
            && rows.is_here(told.reporter)
            && rows.is_here(told.player)
            && rows.holds(told.reporter, provided)
            && !rows.spoken.reports.contains_key(&told.id)
            && rows.spoken.same_report(told).is_none();
        if may {
            let kept = KeptReport { told: told.clone(), verdict: None };
            rows.spoken.reports.insert(told.id, kept);
        }
        Ok(may)
    }

    async fn same_report(&self, told: &NewReport) -> Result<Option<Report>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        rows.spoken.same_report(told).map(|report| rows.shown_report(report)).transpose()
    }

    async fn report_of(&self, id: ReportId) -> Result<Option<Report>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        rows.spoken.reports.get(&id).map(|report| rows.shown_report(report)).transpose()
    }

    async fn reports(&self, page: &ReportPage) -> Result<Vec<Report>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let wanted = |report: &&KeptReport| {
            page.is_resolved.is_none_or(|is_resolved| report.verdict.is_some() == is_resolved)
                && page.reporter.is_none_or(|reporter| report.told.reporter == reporter)
                && page.after.is_none_or(|after| report.told.id > after)
        };
        let found = rows.spoken.reports.values().filter(wanted).take(page.first as usize);
        found.map(|report| rows.shown_report(report)).collect()
    }

    async fn resolve(
        &self,
        id: ReportId,
        verdict: &Resolution<PlayerId>,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let holds = rows.holds(verdict.by, provided);
        let open = rows.spoken.reports.get_mut(&id).filter(|report| report.verdict.is_none());
        let Some(report) = open.filter(|_| holds) else { return Ok(false) };
        report.verdict = Some(verdict.clone());
        Ok(true)
    }
}
