//! The part of a journal about tables before they begin: who sits, who owns one, who is invited.

use async_trait::async_trait;
use gueridon_game::{Seat, Seats};

use super::{Bot, JournalError, PlayerId, Sitter, TableId, TableRow};

/// Tables before they begin, and who owns them. A method that writes returns whether its condition
/// held, as in [`Journal`](super::Journal).
///
/// # Errors
/// Every method fails with [`JournalError::Broken`] when the journal cannot be reached; a write may
/// then have happened or not.
#[async_trait]
pub trait Lobby: Send + Sync {
    /// Does what an [`Arrangement`] says, if its condition holds. The deadline of a table that is
    /// open after it becomes `until_ms`, if that is given.
    ///
    /// Atomic under the table's lock; with [`Arrangement::Sit`], [`Arrangement::Invite`] and
    /// [`Arrangement::UseInvite`] also under the lock of the player, who must not be deleted
    /// meanwhile. That a seat is free, and that a player sits and is invited once, are constraints.
    async fn arrange(
        &self,
        table: TableId,
        arrangement: &Arrangement,
        until_ms: Option<i64>,
    ) -> Result<bool, JournalError>;

    /// Adds a table that has not begun, with those who sit there and those whom its opener invites,
    /// unless its id, its invitation or a rematch of the same table is there, or the opener has
    /// `most` tables already that are open or played. Players who are deleted are left out.
    ///
    /// Atomic under the opener's lock, since tables are counted; the rest are constraints.
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

    /// The table with that invite code.
    async fn table_by_invite(&self, code: &str) -> Result<Option<TableRow>, JournalError>;

    /// The rematch of a table, if there is one.
    async fn rematch_of(&self, table: TableId) -> Result<Option<TableId>, JournalError>;

    /// At most `first` tables after `after` that are open or played and at which a player sits, and
    /// open ones that the player owns. Those at which it is the player's turn come first, and among
    /// equals the newest.
    async fn my_tables(
        &self,
        player: PlayerId,
        after: Option<(bool, TableId)>,
        first: u32,
    ) -> Result<Vec<MyTable>, JournalError>;

    /// How many tables that are open or played a player has opened or owns. To limit that number is
    /// the condition of [`Lobby::open_within`]: what is counted here may be old already.
    async fn count_tables(&self, player: PlayerId) -> Result<u32, JournalError>;

    /// A table and the seats to act there now; none act unless it is played.
    async fn turn(&self, table: TableId) -> Result<Option<(TableRow, Seats)>, JournalError>;

    /// At most `first` tables with ids above `after` that are played and whose last entry, or whose
    /// beginning, is before `before_ms`, in the order of their ids.
    async fn quiet_since(
        &self,
        before_ms: i64,
        after: Option<TableId>,
        first: u32,
    ) -> Result<Vec<TableId>, JournalError>;

    /// Does [`Arrangement::Sit`] and leaves the deadline as it is.
    async fn sit(
        &self,
        table: TableId,
        seat: Seat,
        player: PlayerId,
    ) -> Result<bool, JournalError> {
        self.arrange(table, &Arrangement::Sit { seat, player }, None).await
    }

    /// Does [`Arrangement::SeatBot`] and leaves the deadline as it is.
    async fn seat_bot(
        &self,
        table: TableId,
        seat: Seat,
        bot: Bot,
        owner: PlayerId,
    ) -> Result<bool, JournalError> {
        self.arrange(table, &Arrangement::SeatBot { seat, bot, by: owner }, None).await
    }

    /// Does [`Arrangement::Leave`] and leaves the deadline as it is.
    async fn leave(&self, table: TableId, player: PlayerId) -> Result<bool, JournalError> {
        self.arrange(table, &Arrangement::Leave { player }, None).await
    }
}

/// A change of who sits at a table, owns it or is invited. All but invitations are for tables that
/// have not begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrangement {
    /// Seats a player, unless the seat is taken, or the player sits already, is deleted, or is
    /// neither invited to a private table nor its owner or opener. If the owner of the table is
    /// deleted, the player owns it.
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
    /// Frees a player's seat, unless the player does not sit there. If the owner leaves, the first
    /// player who sits there owns the table; if none does, the owner stays.
    Leave {
        /// Who.
        player: PlayerId,
    },
    /// Empties a seat, unless nobody sits there or somebody else owns the table. A player who is
    /// removed is no longer invited, and a private table gets a new invite code.
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
    /// Closes the table, unless somebody else owns it. It is a rematch no longer.
    Cancel {
        /// The owner.
        by: PlayerId,
        /// When, in milliseconds since 1970.
        at_ms: i64,
    },
    /// Invites a player, unless the player is invited already or deleted, the inviter neither sits
    /// there nor owns the table, or the table is closed.
    Invite {
        /// Whom.
        player: PlayerId,
        /// By whom.
        by: PlayerId,
        /// When, in milliseconds since 1970.
        at_ms: i64,
    },
    /// Invites a player who has the invite code, unless the code is another, the player is invited
    /// already or deleted, or the table is closed.
    UseInvite {
        /// The code.
        code: InviteCode,
        /// Who.
        player: PlayerId,
        /// When, in milliseconds since 1970.
        at_ms: i64,
    },
    /// Deletes an invitation, unless there is none.
    Decline {
        /// Whose.
        player: PlayerId,
    },
}

/// The code that invites to a table whoever has it.
#[derive(Clone, PartialEq, Eq)]
pub struct InviteCode(pub String);

impl std::fmt::Debug for InviteCode {
    /// Leaves the code out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("InviteCode(..)")
    }
}

/// An invitation of a player to a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The table.
    pub table: TableRow,
    /// Who invited the player; none for a player who used the invite code.
    pub inviter: Option<Sitter>,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

/// A table in the list of a player's own tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MyTable {
    /// The table.
    pub row: TableRow,
    /// Whether it is the player's turn.
    pub is_turn: bool,
}
