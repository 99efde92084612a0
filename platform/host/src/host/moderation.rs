//! What becomes of those who are not kind: what moderators are told, and what they do.

use super::Host;
use crate::accounts::Identity;
use crate::people::text::text;
use crate::refusal::{Answer, Code, Failure, Fault};
use gueridon_journal::talk::{
    Message, MessageId, NewReport, Outcome, Report, ReportId, ReportPage, Resolution, Silence,
};
use gueridon_journal::{Player, PlayerId, Role, TableId};

/// What a player tells the moderators.
#[derive(Clone)]
pub struct ReportDraft {
    /// About whom.
    pub player: PlayerId,
    /// At which table it was, if at any.
    pub table: Option<TableId>,
    /// About which message, if about one.
    pub message: Option<MessageId>,
    /// Why.
    pub reason: String,
}

impl std::fmt::Debug for ReportDraft {
    /// Leaves the reason out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reporting").field("player", &self.player.0).finish_non_exhaustive()
    }
}

impl Host {
    /// Takes the text of a message away: a moderator does. Done once more it changes nothing.
    ///
    /// # Errors
    /// `NOT_ALLOWED`, `UNKNOWN_MESSAGE`.
    pub async fn remove_message(&self, known: &Identity, id: MessageId) -> Answer<Message> {
        known.check_role(Role::Moderator)?;
        let (by, provided) = (known.player.id, known.moderators_right());
        let removed = self.context.journal.remove(id, by, self.now_ms(), &provided).await;
        let unknown = || Code::UnknownMessage.answer();
        // Also after a failure, after which it may have been removed.
        let message = self.context.journal.message(id).await?.ok_or_else(unknown)?;
        self.tell_talk(message.table);
        if !removed? && message.removed.is_none() {
            self.accounts().check_provided(by, &provided).await?;
            return Err(Fault::NoAnswer.into());
        }
        Ok(message)
    }

    /// Tells the moderators about a player. Told again before somebody has looked, it is the same
    /// report.
    ///
    /// # Errors
    /// `BAD_REASON`, `NOT_YOURSELF`, `UNKNOWN_PLAYER`, `UNKNOWN_TABLE`; `UNKNOWN_MESSAGE` also for a
    /// message of another player or table, or one that the reporter may not hear; `NOT_ALLOWED` for a
    /// program, `TOO_MANY_ATTEMPTS`.
    pub async fn report(&self, known: &Identity, about: ReportDraft) -> Answer<Report> {
        let (context, reporter) = (&self.context, known.player.id);
        let reason = reason(&about.reason)?;
        self.other(known, about.player).await?;
        let (table, said) = self.about(known, &about).await?;
        let report = NewReport {
            id: ReportId(context.config.chance.id(&context.clock)?),
            reporter,
            player: about.player,
            table,
            message: about.message,
            text: said,
            reason,
            at_ms: self.now_ms(),
        };
        if let Some(same) = context.journal.same_report(&report).await? {
            return Ok(same);
        }
        self.accounts().count_report(reporter)?;
        let provided = known.right();
        let is_written = context.journal.report(&report, &provided).await?;
        // Somebody may have seen to it by now, or the same was told at the same time.
        let found = match context.journal.report_of(report.id).await? {
            Some(found) => Some(found),
            None => context.journal.same_report(&report).await?,
        };
        if let Some(found) = found {
            return Ok(found);
        }
        if !is_written {
            self.accounts().check_provided(reporter, &provided).await?;
            self.other(known, about.player).await?;
        }
        Err(Fault::NoAnswer.into())
    }

    /// Of which table a report speaks, and of which words.
    async fn about(
        &self,
        known: &Identity,
        about: &ReportDraft,
    ) -> Answer<(Option<TableId>, Option<String>)> {
        let Some(id) = about.message else {
            if let Some(table) = about.table {
                self.context.row(table, known.into()).await?;
            }
            return Ok((about.table, None));
        };
        let unknown = || Code::UnknownMessage.answer();
        let message = self.context.journal.message(id).await?.ok_or_else(unknown)?;
        let fits = message.player.id == about.player
            && about.table.is_none_or(|table| table == message.table)
            && match self.hears(message.table, known.into()).await {
                // That there is such a table is not for everybody to know.
                Err(Failure::Refused(_)) => false,
                hears => hears?,
            };
        if fits { Ok((Some(message.table), message.text)) } else { Err(unknown()) }
    }

    /// What moderators were told, the oldest first; never more than [`Host::LONGEST_PAGE`].
    ///
    /// # Errors
    /// `NOT_ALLOWED`.
    pub async fn reports(&self, known: &Identity, page: ReportPage) -> Answer<Vec<Report>> {
        known.check_role(Role::Moderator)?;
        let most = u32::try_from(Self::LONGEST_PAGE).unwrap_or(u32::MAX);
        let page = ReportPage { first: page.first.min(most), ..page };
        Ok(self.context.journal.reports(&page).await?)
    }

    /// A message of which a report speaks, if it is still there.
    ///
    /// # Errors
    /// `NOT_ALLOWED`.
    pub async fn message(&self, known: &Identity, id: MessageId) -> Answer<Option<Message>> {
        known.check_role(Role::Moderator)?;
        Ok(self.context.journal.message(id).await?)
    }

    /// Writes down what a moderator has done about a report: of several who do, one does. Said once
    /// more by the same moderator, it changes nothing.
    ///
    /// # Errors
    /// `NOT_ALLOWED`, `BAD_REASON`, `UNKNOWN_REPORT`, `ALREADY_RESOLVED`.
    pub async fn resolve_report(
        &self,
        known: &Identity,
        id: ReportId,
        outcome: Outcome,
        note: &str,
    ) -> Answer<Report> {
        known.check_role(Role::Moderator)?;
        let note = if note.trim().is_empty() { String::new() } else { reason(note)? };
        let (by, at_ms) = (known.player.id, self.now_ms());
        let (verdict, provided) =
            (Resolution { outcome, note, by, at_ms }, known.moderators_right());
        let written = self.context.journal.resolve(id, &verdict, &provided).await?;
        let unknown = || Code::UnknownReport.answer();
        let report = self.context.journal.report_of(id).await?.ok_or_else(unknown)?;
        let is_same = |found: &Resolution<Player>| {
            found.by.id == by && found.outcome == outcome && found.note == verdict.note
        };
        match &report.verdict {
            Some(found) if written || is_same(found) => Ok(report),
            Some(_) => Err(Code::AlreadyResolved.answer()),
            None => {
                self.accounts().check_provided(by, &provided).await?;
                Err(Fault::NoAnswer.into())
            }
        }
    }

    /// Has a player say nothing until some time, or lets them speak again: a moderator does, with
    /// players, and an operator with moderators too. A time that has passed is none.
    ///
    /// # Errors
    /// `NOT_ALLOWED`, `NOT_YOURSELF`, `UNKNOWN_PLAYER`.
    pub async fn silence(
        &self,
        known: &Identity,
        player: PlayerId,
        until_ms: Option<i64>,
    ) -> Answer<Player> {
        /// How often it is tried against others who change the player's role.
        const ATTEMPTS: usize = 4;
        known.check_role(Role::Moderator)?;
        let (by, at_ms) = (known.player.id, self.now_ms());
        let until_ms = until_ms.filter(|&until_ms| until_ms > at_ms);
        for _ in 0..ATTEMPTS {
            let account = self.other(known, player).await?;
            if account.role >= known.role {
                return Err(Code::NotAllowed.answer());
            }
            let provided = if account.role == Role::Player {
                known.moderators_right()
            } else {
                known.operators_right()
            };
            let silence = Silence { player, until_ms, by, at_ms };
            if self.context.journal.silence(&silence, account.role, &provided).await? {
                return Ok(account.player);
            }
            self.accounts().check_provided(by, &provided).await?;
        }
        Err(Fault::NoAnswer.into())
    }
}

/// What is told to moderators, or among them.
fn reason(given: &str) -> Answer<String> {
    let most = [("most", Host::LONGEST_REASON.to_string())];
    let told = text(given, Host::LONGEST_REASON);
    told.ok_or_else(|| Code::BadReason.refused(&most).into())
}
