//! Messages at tables, and mutes.
//!
//! Who may read a table's messages is decided by [`access`](crate::access::access).

pub(crate) mod feed;

use std::sync::Arc;

use crate::access::AccessCheck;
use crate::clock::Clock;
use crate::idempotency::check_key;
use crate::notices::{News, Notice, Notices};
use crate::page::page_size;
use crate::people::accounts::Accounts;
use crate::people::identity::Identity;
use crate::people::rate_limits::Attempt;
use crate::people::text::text;
use crate::random::Random;
use crate::refusal::{Answer, Code, Failure, Fault};
use crate::timestamp;
use crate::viewer::Viewer;
use gueridon_journal::talk::{Message, MessageCursor, MessageId, MessagePage, Mute, NewMessage};
use gueridon_journal::{Journal, Player, PlayerId, Role, TableId};

/// Messages at tables.
#[derive(Debug)]
pub struct Talk {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    pub(crate) notices: Arc<dyn Notices>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) access: AccessCheck,
}

impl Talk {
    /// The most characters in a message.
    pub const LONGEST_MESSAGE: usize = 500;
    /// How many messages of a table are kept: the newest.
    pub const MOST_MESSAGES: u32 = 5_000;
    /// How many players one player can mute.
    pub const MOST_MUTES: u32 = 1_000;

    /// Posts a message at a table, for its players and moderators. Sending it again with the same
    /// key does nothing and returns the same message.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `BAD_KEY`, `KEY_REUSED`, `BAD_MESSAGE`, `NOT_SEATED`, `SILENCED`,
    /// `TOO_MANY_ATTEMPTS`; a [`Fault`] leaves open whether it was posted: send it again.
    pub async fn say(
        &self,
        caller: &Identity,
        table: TableId,
        said: &str,
        key: String,
    ) -> Answer<Message> {
        check_key(&key)?;
        let most = [("most", Self::LONGEST_MESSAGE.to_string())];
        let said = text(said, Self::LONGEST_MESSAGE);
        let said = said.ok_or_else(|| Failure::from(Code::BadMessage.refused(&most)))?;
        let player = caller.player.id;
        let row = self.access.row(table, caller.into()).await?;
        let condition = if row.sits(player) {
            caller.precondition()
        } else {
            caller.check_role(Role::Moderator).map_err(|_| Code::NotSeated.answer())?;
            caller.moderator_precondition()
        };
        if let Some(message) = self.said(table, player, &key, &said).await? {
            return Ok(message);
        }
        self.accounts.rate_limiter().count(Attempt::Message(player))?;
        let message = NewMessage {
            id: MessageId(self.random.id(&self.clock)?),
            table,
            player,
            key,
            text: said,
            at_ms: self.clock.now_ms(),
        };
        let written = self.journal.say(&message, &condition, Self::MOST_MESSAGES).await;
        if !matches!(written, Ok(false)) {
            // Also on failure: it may have been written.
            self.notices.send(Notice { table, news: News::Messages });
        }
        let is_written = written?;
        if let Some(message) = self.said(table, player, &message.key, &message.text).await? {
            return Ok(message);
        }
        if is_written {
            // It has already been deleted, because so many messages have followed.
            return Err(Fault::NoAnswer.into());
        }
        self.accounts.check_precondition(player, &condition).await?;
        self.check_not_silenced(player).await?;
        if !self.access.row(table, caller.into()).await?.sits(player) {
            return Err(Code::NotSeated.answer());
        }
        Err(Fault::NoAnswer.into())
    }

    /// The message of a player with a key, if its text is the same.
    async fn said(
        &self,
        table: TableId,
        player: PlayerId,
        key: &str,
        said: &str,
    ) -> Answer<Option<Message>> {
        let found = self.journal.said(table, player, key).await?;
        match found {
            // A removed text can no longer be compared.
            Some(message) if message.text.as_deref().is_some_and(|text| text != said) => {
                Err(Code::KeyReused.answer())
            }
            found => Ok(found),
        }
    }

    /// Refuses a player who is silenced now.
    async fn check_not_silenced(&self, player: PlayerId) -> Answer<()> {
        let (until_ms, now_ms) = (self.journal.silenced_until(player).await?, self.clock.now_ms());
        let Some(until_ms) = until_ms.filter(|&until_ms| until_ms > now_ms) else { return Ok(()) };
        let wait_ms = u64::try_from(until_ms.saturating_sub(now_ms)).unwrap_or_default();
        let refused = Code::Silenced.refused(&[("until", timestamp::in_words(until_ms))]);
        // The API has it as an Int, which is 68 years.
        Err(refused
            .with_wait(wait_ms.div_ceil(1_000).min(u64::from(i32::MAX.unsigned_abs())))
            .into())
    }

    /// A page of the messages of a table, the oldest first, without those of players whom the viewer
    /// has muted; never more than [`LONGEST_PAGE`](crate::host::LONGEST_PAGE).
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`; `NOT_ALLOWED` if the viewer may not read them.
    pub async fn messages(
        &self,
        table: TableId,
        viewer: Viewer,
        from: MessageCursor,
        first: usize,
    ) -> Answer<Vec<Message>> {
        let row = self.access.row(table, viewer).await?;
        if !self.access.of(&row, viewer).await?.hear {
            return Err(Code::NotAllowed.answer());
        }
        let page = MessagePage { table, hearer: viewer.player, from, first: page_size(first) };
        Ok(self.journal.messages(&page).await?)
    }

    /// A message by its id; none if the viewer would not find it in its table's list.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn message(&self, id: MessageId, viewer: Viewer) -> Answer<Option<Message>> {
        let Some(message) = self.journal.message(id).await? else { return Ok(None) };
        let from = MessageCursor::After(message.number.saturating_sub(1));
        match self.messages(message.table, viewer, from, 1).await {
            Ok(found) => Ok(found.into_iter().find(|found| found.id == id)),
            Err(Failure::Refused(_)) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Mutes another player for the caller.
    ///
    /// # Errors
    /// `NOT_YOURSELF`, `UNKNOWN_PLAYER`, `TOO_MANY_MUTES`, `INSUFFICIENT_SCOPE`,
    /// `TOO_MANY_ATTEMPTS`.
    pub async fn mute(&self, caller: &Identity, muted: PlayerId) -> Answer<Player> {
        let (account, me) = (self.accounts.other_player(caller, muted).await?, caller.player.id);
        self.accounts.rate_limiter().count(Attempt::Change(me))?;
        let (journal, condition) = (&self.journal, caller.precondition());
        let (now_ms, most) = (self.clock.now_ms(), Self::MOST_MUTES);
        if journal.mute(me, muted, now_ms, most, &condition).await? {
            return Ok(account.player);
        }
        self.accounts.check_precondition(me, &condition).await?;
        let all = journal.mutes(me, None, most).await?;
        if all.iter().any(|mute| mute.player.id == muted) {
            return Ok(account.player);
        }
        // The other player may have been deleted meanwhile.
        self.accounts.other_player(caller, muted).await?;
        Err(Code::TooManyMutes.refused(&[("most", most.to_string())]).into())
    }

    /// Unmutes a player.
    ///
    /// # Errors
    /// `NOT_YOURSELF`, `UNKNOWN_PLAYER`, `INSUFFICIENT_SCOPE`, `TOO_MANY_ATTEMPTS`.
    pub async fn unmute(&self, caller: &Identity, muted: PlayerId) -> Answer<Player> {
        let (account, me) = (self.accounts.other_player(caller, muted).await?, caller.player.id);
        self.accounts.rate_limiter().count(Attempt::Change(me))?;
        let condition = caller.precondition();
        if !self.journal.unmute(me, muted, &condition).await? {
            self.accounts.check_precondition(me, &condition).await?;
        }
        Ok(account.player)
    }

    /// The players whom a player has muted, by id, from the one after `after` on.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn mutes(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        first: usize,
    ) -> Answer<Vec<Mute>> {
        Ok(self.journal.mutes(player, after, page_size(first)).await?)
    }

    /// Until when a player is silenced, in milliseconds since 1970; none for one who is not.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn silenced_until(&self, player: PlayerId) -> Answer<Option<i64>> {
        let until_ms = self.journal.silenced_until(player).await?;
        Ok(until_ms.filter(|&until_ms| until_ms > self.clock.now_ms()))
    }
}
