//! Moderation: reports by players, and what moderators do about them.

use std::sync::Arc;

use crate::access::AccessCheck;
use crate::clock::Clock;
use crate::notices::{News, Notice, Notices};
use crate::page::page_size;
use crate::people::accounts::Accounts;
use crate::people::identity::Identity;
use crate::people::rate_limits::Attempt;
use crate::people::text::text;
use crate::random::Random;
use crate::refusal::{Answer, Code, Failure, Fault};
use gueridon_journal::talk::{
    Message, MessageId, NewReport, Outcome, Report, ReportId, ReportPage, Resolution, Silence,
};
use gueridon_journal::{Journal, Player, PlayerId, Role, TableId};

/// Reports, removed messages and silenced players.
#[derive(Debug)]
pub struct Moderation {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    pub(crate) notices: Arc<dyn Notices>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) access: AccessCheck,
}

/// A report that a player makes to the moderators.
#[derive(Clone)]
pub struct ReportDraft {
    /// The player it is about.
    pub player: PlayerId,
    /// The table where it happened, if any.
    pub table: Option<TableId>,
    /// The message it is about, if any.
    pub message: Option<MessageId>,
    /// Why.
    pub reason: String,
}

impl std::fmt::Debug for ReportDraft {
    /// Omits the reason.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReportDraft").field("player", &self.player.0).finish_non_exhaustive()
    }
}

impl Moderation {
    /// The most characters in a reason or a moderator's note.
    pub const LONGEST_REASON: usize = 1_000;

    /// Removes the text of a message, for moderators. Repeated, it changes nothing.
    ///
    /// # Errors
    /// `NOT_ALLOWED`, `UNKNOWN_MESSAGE`.
    pub async fn remove_message(&self, caller: &Identity, id: MessageId) -> Answer<Message> {
        caller.check_role(Role::Moderator)?;
        let (by, condition) = (caller.player.id, caller.moderator_precondition());
        let removed = self.journal.remove(id, by, self.clock.now_ms(), &condition).await;
        let unknown = || Code::UnknownMessage.answer();
        // Also on failure: it may have been written.
        let message = self.journal.message(id).await?.ok_or_else(unknown)?;
        self.notices.send(Notice { table: message.table, news: News::Messages });
        if !removed? && message.removed.is_none() {
            self.accounts.check_precondition(by, &condition).await?;
            return Err(Fault::NoAnswer.into());
        }
        Ok(message)
    }

    /// Reports a player to the moderators. Repeated before it is resolved, it returns the same
    /// report.
    ///
    /// # Errors
    /// `BAD_REASON`, `NOT_YOURSELF`, `UNKNOWN_PLAYER`, `UNKNOWN_TABLE`; `UNKNOWN_MESSAGE` also for a
    /// message of another player or table, or one that the reporter may not hear; `NOT_ALLOWED` for
    /// an API token, `TOO_MANY_ATTEMPTS`.
    pub async fn report(&self, caller: &Identity, draft: ReportDraft) -> Answer<Report> {
        let reporter = caller.player.id;
        let reason = reason(&draft.reason)?;
        self.accounts.other_player(caller, draft.player).await?;
        let (table, text) = self.subject(caller, &draft).await?;
        let report = NewReport {
            id: ReportId(self.random.id(&self.clock)?),
            reporter,
            player: draft.player,
            table,
            message: draft.message,
            text,
            reason,
            at_ms: self.clock.now_ms(),
        };
        if let Some(same) = self.journal.same_report(&report).await? {
            return Ok(same);
        }
        self.accounts.rate_limiter().count(Attempt::Report(reporter))?;
        let condition = caller.precondition();
        let is_written = self.journal.report(&report, &condition).await?;
        // It may have been resolved since, or the same report was made at the same time.
        let found = match self.journal.report_of(report.id).await? {
            Some(found) => Some(found),
            None => self.journal.same_report(&report).await?,
        };
        if let Some(found) = found {
            return Ok(found);
        }
        if !is_written {
            self.accounts.check_precondition(reporter, &condition).await?;
            self.accounts.other_player(caller, draft.player).await?;
        }
        Err(Fault::NoAnswer.into())
    }

    /// The table and the text that a report is about.
    async fn subject(
        &self,
        caller: &Identity,
        draft: &ReportDraft,
    ) -> Answer<(Option<TableId>, Option<String>)> {
        let Some(id) = draft.message else {
            if let Some(table) = draft.table {
                self.access.row(table, caller.into()).await?;
            }
            return Ok((draft.table, None));
        };
        let unknown = || Code::UnknownMessage.answer();
        let message = self.journal.message(id).await?.ok_or_else(unknown)?;
        let fits = message.player.id == draft.player
            && draft.table.is_none_or(|table| table == message.table)
            && match self.can_hear(message.table, caller).await {
                // The reporter may not know that there is such a table.
                Err(Failure::Refused(_)) => false,
                hears => hears?,
            };
        if fits { Ok((Some(message.table), message.text)) } else { Err(unknown()) }
    }

    async fn can_hear(&self, table: TableId, caller: &Identity) -> Answer<bool> {
        let row = self.access.row(table, caller.into()).await?;
        Ok(self.access.of(&row, caller.into()).await?.hear)
    }

    /// Reports for moderators, the oldest first; never more than
    /// [`LONGEST_PAGE`](crate::host::LONGEST_PAGE).
    ///
    /// # Errors
    /// `NOT_ALLOWED`.
    pub async fn reports(&self, caller: &Identity, page: ReportPage) -> Answer<Vec<Report>> {
        caller.check_role(Role::Moderator)?;
        let first = page_size(usize::try_from(page.first).unwrap_or(usize::MAX));
        let page = ReportPage { first, ..page };
        Ok(self.journal.reports(&page).await?)
    }

    /// A report by its id, for moderators; none if there is none.
    ///
    /// # Errors
    /// `NOT_ALLOWED`.
    pub async fn report_by_id(&self, caller: &Identity, id: ReportId) -> Answer<Option<Report>> {
        caller.check_role(Role::Moderator)?;
        Ok(self.journal.report_of(id).await?)
    }

    /// A message that a report is about, for moderators; none if it has been deleted.
    ///
    /// # Errors
    /// `NOT_ALLOWED`.
    pub async fn message(&self, caller: &Identity, id: MessageId) -> Answer<Option<Message>> {
        caller.check_role(Role::Moderator)?;
        Ok(self.journal.message(id).await?)
    }

    /// Resolves a report, for moderators: the first one does. Repeated by the same moderator, it
    /// changes nothing.
    ///
    /// # Errors
    /// `NOT_ALLOWED`, `BAD_REASON`, `UNKNOWN_REPORT`, `ALREADY_RESOLVED`.
    pub async fn resolve(
        &self,
        caller: &Identity,
        id: ReportId,
        outcome: Outcome,
        note: &str,
    ) -> Answer<Report> {
        caller.check_role(Role::Moderator)?;
        let note = if note.trim().is_empty() { String::new() } else { reason(note)? };
        let (by, at_ms) = (caller.player.id, self.clock.now_ms());
        let (resolution, condition) =
            (Resolution { outcome, note, by, at_ms }, caller.moderator_precondition());
        let written = self.journal.resolve(id, &resolution, &condition).await?;
        let unknown = || Code::UnknownReport.answer();
        let report = self.journal.report_of(id).await?.ok_or_else(unknown)?;
        let is_same = |found: &Resolution<Player>| {
            found.by.id == by && found.outcome == outcome && found.note == resolution.note
        };
        match &report.resolution {
            Some(found) if written || is_same(found) => Ok(report),
            Some(_) => Err(Code::AlreadyResolved.answer()),
            None => {
                self.accounts.check_precondition(by, &condition).await?;
                Err(Fault::NoAnswer.into())
            }
        }
    }

    /// Silences a player until a time in milliseconds since 1970, or lets them speak again (none, or
    /// a time that has passed). Moderators silence players, and operators moderators too.
    ///
    /// # Errors
    /// `NOT_ALLOWED`, `NOT_YOURSELF`, `UNKNOWN_PLAYER`.
    pub async fn silence(
        &self,
        caller: &Identity,
        player: PlayerId,
        until_ms: Option<i64>,
    ) -> Answer<Player> {
        /// How many attempts there are if the player's role changes meanwhile.
        const ATTEMPTS: usize = 4;
        caller.check_role(Role::Moderator)?;
        let (by, at_ms) = (caller.player.id, self.clock.now_ms());
        let until_ms = until_ms.filter(|&until_ms| until_ms > at_ms);
        for _ in 0..ATTEMPTS {
            let account = self.accounts.other_player(caller, player).await?;
            if account.role >= caller.role {
                return Err(Code::NotAllowed.answer());
            }
            let condition = if account.role == Role::Player {
                caller.moderator_precondition()
            } else {
                caller.operator_precondition()
            };
            let silence = Silence { player, until_ms, by, at_ms };
            if self.journal.silence(&silence, account.role, &condition).await? {
                return Ok(account.player);
            }
            self.accounts.check_precondition(by, &condition).await?;
        }
        Err(Fault::NoAnswer.into())
    }
}

/// Normalises a reason or a note.
fn reason(given: &str) -> Answer<String> {
    let most = [("most", Moderation::LONGEST_REASON.to_string())];
    let told = text(given, Moderation::LONGEST_REASON);
    told.ok_or_else(|| Code::BadReason.refused(&most).into())
}
