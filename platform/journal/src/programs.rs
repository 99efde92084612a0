//! The part of a journal about programs: players that are not people, whose they are, what they are
//! ready for, and why they did not sit down.

use async_trait::async_trait;
use gueridon_game::Seat;
use uuid::Uuid;

use super::words::words;
use super::{Account, JournalError, Player, PlayerId, Precondition, TableId, TokenRow};

/// At how many tables of one owner a program is, at most: those where it sits or is asked, and that
/// have not ended. Who wants more has to wait, so that nobody alone keeps a program that plays at
/// several tables from everybody else.
pub const MOST_WITH_ONE_OWNER: u32 = 2;

/// Programs and what they are ready for. A method that writes returns whether its condition held,
/// as in [`Journal`](super::Journal). What programs do at tables is an
/// [`Arrangement`](super::Arrangement).
///
/// # Errors
/// As those of [`Journal`](super::Journal).
#[async_trait]
pub trait Programs: Send + Sync {
    /// Adds a program with a first token, unless there is a player with that id or name key or a
    /// token with that id or hash, its owner is not registered or has `most` programs already, or
    /// the precondition does not hold.
    ///
    /// Atomic under the owner's lock, since programs are counted; that a name is unique is a
    /// constraint.
    async fn add_program(
        &self,
        account: &Account,
        token: &TokenRow,
        owner: PlayerId,
        most: u32,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// A program by its player; none for a person, and for a program that is deleted.
    async fn program(&self, player: PlayerId) -> Result<Option<Program>, JournalError>;

    /// The programs of an owner, in the order of their ids.
    async fn programs_of(&self, owner: PlayerId) -> Result<Vec<Program>, JournalError>;

    /// Switches a program off, or on again with `None`, unless it is so already or the precondition
    /// does not hold. A program that is switched off is not ready any more, its seats at open tables
    /// are free, and its tokens end. Open tables that it owns pass to the person at the first seat
    /// that has one; without one, to the next who sits down.
    ///
    /// Atomic under the program's lock and those of the tables that it changes.
    async fn switch_program(
        &self,
        player: PlayerId,
        off_ms: Option<i64>,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// Says what a program is ready for, in place of what it said before, unless it is switched off
    /// or the precondition does not hold.
    ///
    /// Atomic as one statement, under the program's lock.
    async fn set_ready(
        &self,
        player: PlayerId,
        ready: &Readiness,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// Has a program stay ready until a later time, unless it has said something else since.
    ///
    /// Atomic as one statement.
    async fn renew_ready(
        &self,
        player: PlayerId,
        revision: Uuid,
        until_ms: i64,
    ) -> Result<bool, JournalError>;

    /// Has a program be ready for nothing; with `revision`, only if it has said nothing else since.
    /// `false` if it was ready for nothing.
    ///
    /// Atomic as one statement.
    async fn withdraw_ready(
        &self,
        player: PlayerId,
        revision: Option<Uuid>,
    ) -> Result<bool, JournalError>;

    /// At most `first` programs that are ready for something at `now_ms`, with ids above `after`, in
    /// the order of their ids.
    async fn ready_programs(
        &self,
        now_ms: i64,
        after: Option<PlayerId>,
        first: u32,
    ) -> Result<Vec<Program>, JournalError>;

    /// At most `first` seats at open tables that are held for a program only until `now_ms` or
    /// earlier, with the program, those first whose time was up first.
    async fn lapsed_seats(
        &self,
        now_ms: i64,
        first: u32,
    ) -> Result<Vec<(TableId, PlayerId)>, JournalError>;

    /// Why programs that were asked to a table do not sit there: the last for each seat, in the
    /// order of the seats.
    async fn declines(&self, table: TableId) -> Result<Vec<Decline>, JournalError>;
}

/// A program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The program as a player.
    pub player: Player,
    /// Whose it is.
    pub owner: Player,
    /// Since when it is switched off, in milliseconds since 1970.
    pub off_ms: Option<i64>,
    /// At how many tables that have not ended it sits, or is asked to.
    pub tables: u32,
    /// What it last said that it is ready for; that may be over.
    pub ready: Option<Readiness>,
}

/// What a program is ready for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readiness {
    /// Another one each time that the program says something else.
    pub revision: Uuid,
    /// What it offers, as JSON.
    pub offer: String,
    /// At how many tables it plays at a time.
    pub most_tables: u32,
    /// Until when it is ready, in milliseconds since 1970.
    pub until_ms: i64,
}

words! {
    /// Why a program that was asked to a table does not sit there.
    DeclineReason {
        /// It plays enough already.
        Busy = "BUSY",
        /// It does not play with these options, or as many seats.
        Options = "OPTIONS",
        /// It does not play with this clock.
        Clock = "CLOCK",
        /// For another reason.
        #[default]
        Other = "OTHER",
        /// It did not answer in time.
        Silent = "SILENT",
        /// It has waited long enough for the game to begin.
        Waited = "WAITED",
    }
}

/// That a program does not sit at a table to which it was asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decline {
    /// To which seat it was asked.
    pub seat: Seat,
    /// Which program.
    pub program: Player,
    /// Why.
    pub reason: DeclineReason,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}
