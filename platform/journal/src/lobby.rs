//! The part of a journal about tables before they begin: who sits, who owns one, who is invited.

use async_trait::async_trait;
use gueridon_game::{Seat, Seats};

use uuid::Uuid;

use super::{Bot, DeclineReason, JournalError, PlayerId, Sitter, TableId, TableRow};

/// Tables before they begin, and who owns them. A method that writes returns whether its condition
/// held, as in [`Journal`](super::Journal).
///
/// # Errors
/// As those of [`Journal`](super::Journal).
#[async_trait]
pub trait Lobby: Send + Sync {
    /// Does what an [`Arrangement`] says, if its condition holds. If the table is still open after
    /// that and `until_ms` is given, that becomes its deadline.
    ///
    /// Atomic under the table's lock. [`Arrangement::Sit`], [`Arrangement::Ask`],
    /// [`Arrangement::Invite`] and [`Arrangement::UseInvite`] also take the lock of the player, who
    /// must not be deleted meanwhile, and whose tables `Ask` counts. That a seat is free and that a
    /// player sits or is invited only once are constraints.
    async fn arrange(
        &self,
        table: TableId,
        arrangement: &Arrangement,
        until_ms: Option<i64>,
    ) -> Result<bool, JournalError>;

    /// Adds a table that has not begun, with those who sit there and those whom its opener invites,
    /// unless there is a table with its id, with its invite code or that is a rematch of the same
    /// table, or the opener has `most` open or played tables already. Players who are deleted are
    /// left out.
    ///
    /// Atomic under the locks of the opener, whose tables are counted, and of the players who sit
    /// or are invited, who may be deleted meanwhile. The rest are constraints.
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

    /// At most `first` invitations of a player to open tables at which they do not sit, the newest
    /// table first; with `before`, only to tables opened before that one.
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

    /// At most `first` open or played tables at which a player sits, and open ones that the player
    /// owns. Those where it is the player's turn come first, and among equals the newest. `after`
    /// is the last table of the previous page, and whether it was the player's turn there.
    async fn my_tables(
        &self,
        player: PlayerId,
        after: Option<(bool, TableId)>,
        first: u32,
    ) -> Result<Vec<MyTable>, JournalError>;

    /// How many open or played tables a player has opened or owns. The number may change at once:
    /// only [`Lobby::open_within`] can limit it.
    async fn count_tables(&self, player: PlayerId) -> Result<u32, JournalError>;

    /// A table and the seats to act there now, which are none unless it is played.
    async fn turn(&self, table: TableId) -> Result<Option<(TableRow, Seats)>, JournalError>;

    /// At most `first` tables in play with ids above `after` where nothing was done at or after
    /// `before_ms`: neither an entry nor the start. They are in the order of their ids.
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

/// A change of who sits at a table, owns it or is invited. Except for invitations, the table must
/// be open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrangement {
    /// Seats a player, unless there is no such seat or it is taken, or the player sits there
    /// already or is deleted. At a private table, the player must be invited, its owner or its
    /// opener. If the owner of the table is deleted, or a program that is switched off, the player
    /// becomes its owner.
    Sit {
        /// Where.
        seat: Seat,
        /// Who.
        player: PlayerId,
    },
    /// Seats a bot, unless there is no such seat, it is taken, or somebody else owns the table.
    SeatBot {
        /// Where.
        seat: Seat,
        /// Which.
        bot: Bot,
        /// The owner.
        by: PlayerId,
    },
    /// Asks a program to sit down, and holds the seat for it, unless there is no such seat or it is
    /// taken, somebody else owns the table, the program is not ready at `at_ms` or has said something
    /// else than `revision`, it sits or is asked at as many tables as it plays at a time, or at
    /// [`MOST_WITH_ONE_OWNER`](super::MOST_WITH_ONE_OWNER) of this owner, or it is at this one. What
    /// was noted of an earlier decline for the seat is deleted.
    Ask {
        /// Where.
        seat: Seat,
        /// Which program.
        program: PlayerId,
        /// The owner.
        by: PlayerId,
        /// What it was ready for when its offer was read.
        revision: Uuid,
        /// When, in milliseconds since 1970.
        at_ms: i64,
        /// Until when it may answer, in milliseconds since 1970.
        until_ms: i64,
    },
    /// Seats a program that was asked, unless it is asked no more at `at_ms`.
    Accept {
        /// Which program.
        program: PlayerId,
        /// When, in milliseconds since 1970.
        at_ms: i64,
        /// Until when it waits for the game to begin, in milliseconds since 1970.
        until_ms: i64,
    },
    /// Frees the seat of a program that was asked and notes why, unless it is asked no more at
    /// `at_ms`.
    Refuse {
        /// Which program.
        program: PlayerId,
        /// Why.
        reason: DeclineReason,
        /// When, in milliseconds since 1970.
        at_ms: i64,
    },
    /// Frees a seat that was held for a program until `at_ms` or earlier, and notes that it did not
    /// answer, or has waited long enough.
    Lapse {
        /// Which program.
        program: PlayerId,
        /// When, in milliseconds since 1970.
        at_ms: i64,
    },
    /// Frees a player's seat, unless the player does not sit there. If the owner leaves, the person
    /// at the first seat that has one becomes the owner; if nobody but programs and bots sits there,
    /// the owner stays.
    Leave {
        /// Who.
        player: PlayerId,
    },
    /// Empties a seat, unless nobody sits there or somebody else owns the table. A player who is
    /// removed is no longer invited, and a private table gets a new invite code, unless it is a
    /// program that was only asked.
    Remove {
        /// Which.
        seat: Seat,
        /// The owner.
        by: PlayerId,
        /// The new code.
        invite: InviteCode,
    },
    /// Makes a player who sits there the owner, unless somebody else owns the table or the player is
    /// a program.
    HandOver {
        /// To whom.
        to: PlayerId,
        /// The owner.
        by: PlayerId,
    },
    /// Closes the table, unless somebody else owns it. It is no longer the rematch of another,
    /// which can then have a new one.
    Cancel {
        /// The owner.
        by: PlayerId,
        /// When, in milliseconds since 1970.
        at_ms: i64,
    },
    /// Invites a player to a table that is not closed, unless the player is invited already or
    /// deleted, or the inviter neither sits there nor owns it. A program that is only asked does not
    /// sit there.
    Invite {
        /// Whom.
        player: PlayerId,
        /// By whom.
        by: PlayerId,
        /// When, in milliseconds since 1970.
        at_ms: i64,
    },
    /// Invites a player who has the invite code to a table that is not closed, unless the code is
    /// wrong, or the player is invited already or deleted.
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

/// A code that invites whoever has it to a table.
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
