//! The part of a journal that knows who may come to a table, and what is agreed on before it
//! begins: who sits, who owns it, who is invited.

use async_trait::async_trait;
use gueridon_game::{Seat, Seats};

use super::{Bot, JournalError, PlayerId, Sitter, TableId, TableRow};

/// The part of a journal that knows tables before they begin, and whose they are. As in
/// [`Journal`](super::Journal), whoever writes is told whether the condition that the method names
/// held; `false` means that nothing was written.
///
/// # Errors
/// Every method fails with [`JournalError::Broken`] when the journal cannot be reached; a write may
/// then have happened or not.
#[async_trait]
pub trait Lobby: Send + Sync {
    /// Does something at a table, if what the [`Arrangement`] names still holds; who sits at an open
    /// table after it is then waited for until `until_ms`, if that is said.
    async fn arrange(
        &self,
        table: TableId,
        arrangement: &Arrangement,
        until_ms: Option<i64>,
    ) -> Result<bool, JournalError>;

    /// Adds a table that has not begun, with those who sit there and those who are invited by its
    /// opener, unless its id, its invitation or a table after the same one is there, or the opener
    /// has `most` tables already that are open or played.
    async fn open_within(
        &self,
        table: &TableRow,
        invited: &[PlayerId],
        most: u32,
    ) -> Result<bool, JournalError>;

    /// Whether a player is invited to a table.
    async fn is_invited(&self, table: TableId, player: PlayerId) -> Result<bool, JournalError>;

    /// Those who are invited to a table.
    async fn invited(&self, table: TableId) -> Result<Vec<PlayerId>, JournalError>;

    /// At most `first` invitations of a player to tables that have not begun and at which the player
    /// does not sit, to tables opened before `before`, the newest table first.
    async fn invitations(
        &self,
        player: PlayerId,
        before: Option<TableId>,
        first: u32,
    ) -> Result<Vec<Invitation>, JournalError>;

    /// The table to which such a code lets in.
    async fn table_by_invite(&self, code: &str) -> Result<Option<TableRow>, JournalError>;

    /// The table at which the same people play once more after this one.
    async fn rematch_of(&self, table: TableId) -> Result<Option<TableId>, JournalError>;

    /// At most `first` tables after `after` that are open or played and at which a player sits, and
    /// open ones that the player owns: first those at which it is the player's turn, and among equals
    /// the newest first.
    async fn my_tables(
        &self,
        player: PlayerId,
        after: Option<(bool, TableId)>,
        first: u32,
    ) -> Result<Vec<MyTable>, JournalError>;

    /// How many tables that are open or played a player has opened or owns.
    async fn count_tables(&self, player: PlayerId) -> Result<u32, JournalError>;

    /// A table and the seats to act there now; none are unless it is played.
    async fn turn(&self, table: TableId) -> Result<Option<(TableRow, Seats)>, JournalError>;

    /// At most `first` tables with ids above `after` that are played and at which nothing was done
    /// since before `before_ms`, in the order of their ids.
    async fn quiet_since(
        &self,
        before_ms: i64,
        after: Option<TableId>,
        first: u32,
    ) -> Result<Vec<TableId>, JournalError>;

    /// As [`Arrangement::Sit`], without waiting any longer for it.
    async fn sit(
        &self,
        table: TableId,
        seat: Seat,
        player: PlayerId,
    ) -> Result<bool, JournalError> {
        self.arrange(table, &Arrangement::Sit { seat, player }, None).await
    }

    /// As [`Arrangement::SeatBot`], likewise.
    async fn seat_bot(
        &self,
        table: TableId,
        seat: Seat,
        bot: Bot,
        owner: PlayerId,
    ) -> Result<bool, JournalError> {
        self.arrange(table, &Arrangement::SeatBot { seat, bot, by: owner }, None).await
    }

    /// As [`Arrangement::Leave`], likewise.
    async fn leave(&self, table: TableId, player: PlayerId) -> Result<bool, JournalError> {
        self.arrange(table, &Arrangement::Leave { player }, None).await
    }
}

/// Something that is done at a table besides playing. All but invitations are for tables that have
/// not begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrangement {
    /// Seats a player, unless the seat is taken, or the player sits already, is deleted, or is
    /// neither invited to a private table nor its owner or opener. Who sits at a table whose owner is
    /// deleted owns it.
    Sit {
        /// Where.
        seat: Seat,
        /// Who.
        player: PlayerId,
    },
    /// Seats a bot, unless the seat is taken or somebody else owns the table.
    SeatBot {
        /// Where.
        seat: Seat,
        /// Which.
        bot: Bot,
        /// The owner.
        by: PlayerId,
    },
    /// Takes a player's seat back, unless the player does not sit there. The table of an owner who
    /// leaves is the first player's who sits, if one does.
    Leave {
        /// Who.
        player: PlayerId,
    },
    /// Empties a seat, unless nobody sits there or somebody else owns the table. A player who is
    /// removed is invited no more, and the code that lets in to a private table is another.
    Remove {
        /// Which.
        seat: Seat,
        /// The owner.
        by: PlayerId,
        /// The new code.
        invite: InviteCode,
    },
    /// Gives the table to another player who sits there, unless somebody else owns it.
    HandOver {
        /// To whom.
        to: PlayerId,
        /// The owner.
        by: PlayerId,
    },
    /// Closes the table, unless somebody else owns it. A table that is closed so is nobody's
    /// rematch.
    Cancel {
        /// The owner.
        by: PlayerId,
        /// When, in milliseconds since 1970.
        at_ms: i64,
    },
    /// Invites a player, unless the player is invited already or deleted, whoever invites neither
    /// sits there nor owns the table, or the table is closed.
    Invite {
        /// Whom.
        player: PlayerId,
        /// By whom.
        by: PlayerId,
        /// When, in milliseconds since 1970.
        at_ms: i64,
    },
    /// Invites whoever knows the table's code, unless it is another, or the player is invited
    /// already or deleted, or the table is closed.
    UseInvite {
        /// What lets in.
        code: InviteCode,
        /// Who.
        player: PlayerId,
        /// When, in milliseconds since 1970.
        at_ms: i64,
    },
    /// Forgets an invitation, unless there is none.
    Decline {
        /// Whose.
        player: PlayerId,
    },
}

/// What lets its bearer in at a private table.
#[derive(Clone, PartialEq, Eq)]
pub struct InviteCode(pub String);

impl std::fmt::Debug for InviteCode {
    /// Leaves the code out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("InviteCode(..)")
    }
}

/// Somebody's invitation to a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The table.
    pub table: TableRow,
    /// Who invited the player: a player, or whoever gave the code away.
    pub inviter: Option<Sitter>,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// A table at which a player sits, or which they own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MyTable {
    /// The table.
    pub row: TableRow,
    /// Whether it is the player's turn.
    pub is_turn: bool,
}
