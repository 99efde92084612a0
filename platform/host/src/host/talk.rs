//! What people say at tables, and whom they do not hear.
//!
//! Who may hear what is said at a table, `access` decides.

use super::{Host, Viewer};
use crate::accounts::Identity;
use crate::hints::{Hint, News};
use crate::idempotency::check_key;
use crate::people::text::text;
use crate::refusal::{Answer, Code, Failure, Fault};
use crate::timestamp;
use gueridon_journal::talk::{Message, MessageCursor, MessageId, MessagePage, Mute, NewMessage};
use gueridon_journal::{Account, Player, PlayerId, Role, Standing, TableId};

impl Host {
    /// The most characters in a message.
    pub const LONGEST_MESSAGE: usize = 500;
    /// The most characters in what is told to moderators, or among them.
    pub const LONGEST_REASON: usize = 1_000;
    /// How many messages are kept of a table: the newest.
    pub const MOST_MESSAGES: u32 = 5_000;
    /// How many players somebody can mute.
    pub const MOST_MUTES: u32 = 1_000;

    /// Says something at a table: who sits there does, and moderators. Sent again under the same
    /// key, it is the same message.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `BAD_KEY`, `KEY_REUSED`, `BAD_MESSAGE`, `NOT_SEATED`, `SILENCED`,
    /// `TOO_MANY_ATTEMPTS`; a [`Fault`] says nothing about whether it was said: send it again.
    pub async fn say(
        &self,
        known: &Identity,
        table: TableId,
        said: &str,
        key: String,
    ) -> Answer<Message> {
        check_key(&key)?;
        let most = [("most", Self::LONGEST_MESSAGE.to_string())];
        let said = text(said, Self::LONGEST_MESSAGE);
        let said = said.ok_or_else(|| Failure::from(Code::BadMessage.refused(&most)))?;
        let (context, player) = (&self.context, known.player.id);
        let row = context.row(table, known.into()).await?;
        let provided = if row.seat_of(player).is_some() {
            known.right()
        } else {
            known.check_role(Role::Moderator).map_err(|_| Code::NotSeated.answer())?;
            known.moderators_right()
        };
        if let Some(message) = self.said(table, player, &key, &said).await? {
            return Ok(message);
        }
        self.accounts().count_message(player)?;
        let message = NewMessage {
            id: MessageId(context.config.chance.id(&context.clock)?),
            table,
            player,
            key,
            text: said,
            at_ms: self.now_ms(),
        };
        let written = context.journal.say(&message, &provided, Self::MOST_MESSAGES).await;
        if !matches!(written, Ok(false)) {
            // Also after a failure, after which it may have been written.
            self.tell_talk(table);
        }
        let is_written = written?;
        if let Some(message) = self.said(table, player, &message.key, &message.text).await? {
            return Ok(message);
        }
        if is_written {
            // Others have said so much at once that it is gone already.
            return Err(Fault::NoAnswer.into());
        }
        self.accounts().check_provided(player, &provided).await?;
        self.check_heard(player).await?;
        if context.row(table, known.into()).await?.seat_of(player).is_none() {
            return Err(Code::NotSeated.answer());
        }
        Err(Fault::NoAnswer.into())
    }

    /// What a player has said under a key, if it was the same.
    async fn said(
        &self,
        table: TableId,
        player: PlayerId,
        key: &str,
        said: &str,
    ) -> Answer<Option<Message>> {
        let found = self.context.journal.said(table, player, key).await?;
        match found {
            // What was taken away cannot be compared any more.
            Some(message) if message.text.as_deref().is_some_and(|text| text != said) => {
                Err(Code::KeyReused.answer())
            }
            found => Ok(found),
        }
    }

    /// Refuses one who is silenced now.
    async fn check_heard(&self, player: PlayerId) -> Answer<()> {
        let (until_ms, now_ms) =
            (self.context.journal.silenced_until(player).await?, self.now_ms());
        let Some(until_ms) = until_ms.filter(|&until_ms| until_ms > now_ms) else { return Ok(()) };
        let wait_ms = u64::try_from(until_ms.saturating_sub(now_ms)).unwrap_or_default();
        let refused = Code::Silenced.refused(&[("until", timestamp::in_words(until_ms))]);
        // The API says it as an Int, which is 68 years.
        Err(refused.wait(wait_ms.div_ceil(1_000).min(u64::from(i32::MAX.unsigned_abs()))).into())
    }

    /// A page of what was said at a table, the oldest first, without those whom the viewer does not
    /// want to hear; never more than [`Host::LONGEST_PAGE`].
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`; `NOT_ALLOWED` for one who may not hear it.
    pub async fn messages(
        &self,
        table: TableId,
        viewer: Viewer,
        from: MessageCursor,
        first: usize,
    ) -> Answer<Vec<Message>> {
        if !self.hears(table, viewer).await? {
            return Err(Code::NotAllowed.answer());
        }
        let page = MessagePage { table, hearer: viewer.player, from, first: page_size(first) };
        Ok(self.context.journal.messages(&page).await?)
    }

    /// Has a player not hear another from now on.
    ///
    /// # Errors
    /// `NOT_YOURSELF`, `UNKNOWN_PLAYER`, `TOO_MANY_MUTES`, `NOT_ALLOWED` for a program,
    /// `TOO_MANY_ATTEMPTS`.
    pub async fn mute(&self, known: &Identity, muted: PlayerId) -> Answer<Player> {
        let (account, me) = (self.other(known, muted).await?, known.player.id);
        self.accounts().count_change(me)?;
        let (journal, provided) = (&self.context.journal, known.right());
        let (now_ms, most) = (self.now_ms(), Self::MOST_MUTES);
        if journal.mute(me, muted, now_ms, most, &provided).await? {
            return Ok(account.player);
        }
        self.accounts().check_provided(me, &provided).await?;
        let all = journal.mutes(me, None, most).await?;
        if all.iter().any(|mute| mute.player.id == muted) {
            return Ok(account.player);
        }
        // They may be deleted meanwhile.
        self.other(known, muted).await?;
        Err(Code::TooManyMutes.refused(&[("most", most.to_string())]).into())
    }

    /// Has a player hear another again.
    ///
    /// # Errors
    /// `NOT_YOURSELF`, `UNKNOWN_PLAYER`, `NOT_ALLOWED` for a program, `TOO_MANY_ATTEMPTS`.
    pub async fn unmute(&self, known: &Identity, muted: PlayerId) -> Answer<Player> {
        let (account, me) = (self.other(known, muted).await?, known.player.id);
        self.accounts().count_change(me)?;
        let provided = known.right();
        if !self.context.journal.unmute(me, muted, &provided).await? {
            self.accounts().check_provided(me, &provided).await?;
        }
        Ok(account.player)
    }

    /// Those whom a player does not want to hear, in the order of their ids, from the one after
    /// `after` on.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn mutes(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        first: usize,
    ) -> Answer<Vec<Mute>> {
        Ok(self.context.journal.mutes(player, after, page_size(first)).await?)
    }

    /// Until when a player is silenced, in milliseconds since 1970; none for one who is not.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn silenced_until(&self, player: PlayerId) -> Answer<Option<i64>> {
        let until_ms = self.context.journal.silenced_until(player).await?;
        Ok(until_ms.filter(|&until_ms| until_ms > self.now_ms()))
    }

    /// Somebody else who is still here.
    pub(super) async fn other(&self, known: &Identity, player: PlayerId) -> Answer<Account> {
        known.check_session()?;
        if known.player.id == player {
            return Err(Code::NotYourself.answer());
        }
        let account = self.accounts().account(player).await?;
        match account.player.standing {
            Standing::Deleted => Err(Code::UnknownPlayer.answer()),
            Standing::Guest | Standing::Registered => Ok(account),
        }
    }

    /// Whether somebody may hear what is said at a table of which they may know.
    pub(super) async fn hears(&self, table: TableId, viewer: Viewer) -> Answer<bool> {
        let row = self.context.row(table, viewer).await?;
        Ok(self.context.access.of(&row, viewer).await?.hear)
    }

    /// Has every node look at what was said at a table.
    pub(super) fn tell_talk(&self, table: TableId) {
        self.context.hints.tell(Hint { table, news: News::Messages });
    }
}

/// How many things a page has at most.
fn page_size(first: usize) -> u32 {
    u32::try_from(first.min(Host::LONGEST_PAGE)).unwrap_or(u32::MAX)
}
