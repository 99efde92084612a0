//! Inviting people to a table: one by one, or by a code.

use super::Lobby;
use crate::page::page_size;
use crate::people::name::key as name_key;
use crate::people::rate_limits::Attempt;
use crate::refusal::{Answer, Code, Fault};
use crate::tables::info::{TableInfo, TableStatus};
use crate::viewer::Viewer;
use gueridon_journal::{
    AccountKey, Arrangement, InviteCode, Player, PlayerId, Sitter, Standing, Status, TableId,
};

/// Somebody's invitation to a table that has not begun.
#[derive(Debug, Clone, PartialEq)]
pub struct Invited {
    /// The table.
    pub table: TableInfo,
    /// Who invited the player; none where it was the table's code.
    pub inviter: Option<Sitter>,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

impl Lobby {
    /// Invites a player to a table; does nothing if they are already invited.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NOT_SEATED` for one who neither sits there nor owns it, `TABLE_CLOSED`,
    /// `UNKNOWN_PLAYER`, `TOO_MANY_ATTEMPTS`.
    pub async fn invite(&self, table: TableId, by: PlayerId, player: PlayerId) -> Answer<()> {
        self.accounts.rate_limiter().count(Attempt::Invitation(by))?;
        let at_ms = self.clock.now_ms();
        if self.arrange(table, &Arrangement::Invite { player, by, at_ms }).await? {
            return Ok(());
        }
        let row = self.access.row(table, by.into()).await?;
        if row.owner != by && !row.sits(by) {
            return Err(Code::NotSeated.answer());
        }
        if row.status == Status::Closed {
            return Err(Code::TableClosed.answer());
        }
        self.known_player(&AccountKey::Id(player))
            .await?
            .ok_or_else(|| Code::UnknownPlayer.answer())?;
        let invited = self.journal.is_invited(table, player).await?;
        if invited { Ok(()) } else { Err(Fault::NoAnswer.into()) }
    }

    /// What a table's code invites to, for whoever has it; none for a code that is nobody's, or
    /// whose table is closed.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn invited_to(&self, code: &str) -> Answer<Option<TableInfo>> {
        let row = self.journal.table_by_invite(code).await?;
        let row = row.filter(|row| row.status != Status::Closed);
        Ok(row.map(|row| TableInfo::of(&row, TableStatus::from(&row))))
    }

    /// Invites the caller by a table's code; returns the table.
    ///
    /// # Errors
    /// `UNKNOWN_INVITE`, `TABLE_CLOSED`.
    pub async fn use_invite(&self, player: PlayerId, code: &str) -> Answer<TableId> {
        let unknown = || Code::UnknownInvite.answer();
        let row = self.journal.table_by_invite(code).await?.ok_or_else(unknown)?;
        if row.status == Status::Closed {
            return Err(Code::TableClosed.answer());
        }
        if row.involves(player) {
            return Ok(row.id);
        }
        let code = InviteCode(code.to_owned());
        let used = Arrangement::UseInvite { code, player, at_ms: self.clock.now_ms() };
        if self.arrange(row.id, &used).await? || self.journal.is_invited(row.id, player).await? {
            return Ok(row.id);
        }
        // The code may have been replaced just now.
        Err(unknown())
    }

    /// Forgets an invitation.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NOT_INVITED`.
    pub async fn decline_invitation(&self, table: TableId, player: PlayerId) -> Answer<()> {
        if self.arrange(table, &Arrangement::Decline { player }).await? {
            return Ok(());
        }
        self.access.row(table, player.into()).await?;
        Err(Code::NotInvited.answer())
    }

    /// The invitations of a player to tables that have not begun and at which the player does not
    /// sit, to tables opened before `before`, the newest table first; never more than
    /// [`LONGEST_PAGE`](crate::host::LONGEST_PAGE).
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn invitations(
        &self,
        player: PlayerId,
        before: Option<TableId>,
        first: usize,
    ) -> Answer<Vec<Invited>> {
        let found = self.journal.invitations(player, before, page_size(first)).await?;
        let invited = found.into_iter().map(|one| Invited {
            table: TableInfo::of(&one.table, TableStatus::from(&one.table)),
            inviter: one.inviter,
            at_ms: one.at_ms,
        });
        Ok(invited.collect())
    }

    /// The invitation code of a table, for its players and owner; none for others.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`.
    pub async fn invite_code(&self, table: TableId, viewer: Viewer) -> Answer<Option<String>> {
        let row = self.access.row(table, viewer).await?;
        let knows = |player| row.owner == player || row.sits(player);
        let is_known = row.status != Status::Closed && viewer.player.is_some_and(knows);
        Ok(is_known.then_some(row.invite))
    }

    /// A player by id, or a registered one by exact name; none if there is none.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn player_by(
        &self,
        id: Option<PlayerId>,
        name: Option<&str>,
    ) -> Answer<Option<Player>> {
        match (id, name) {
            (Some(id), _) => self.known_player(&AccountKey::Id(id)).await,
            (None, Some(name)) => self.known_player(&AccountKey::Name(name_key(name))).await,
            (None, None) => Ok(None),
        }
    }

    async fn known_player(&self, who: &AccountKey) -> Answer<Option<Player>> {
        let account = self.journal.account(who).await?;
        let player = account.map(|account| account.player);
        Ok(player.filter(|player| player.standing != Standing::Deleted))
    }
}
