//! The interface by which the notifications learn about turns.

use std::fmt::Debug;

use gueridon_game::{Seat, Seats};

use gueridon_journal::{PlayerId, TableId, TableRow};

/// How an entry changed whose turn it is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Change {
    /// The entry.
    pub(crate) seq: u64,
    /// When it was received, in milliseconds since 1970.
    pub(crate) at_ms: i64,
    /// The seat that played it, if one did.
    pub(crate) by: Option<Seat>,
    /// Who had to act before it.
    pub(crate) before: Seats,
    /// Who has to act after it.
    pub(crate) after: Seats,
    /// Whether the game is over.
    pub(crate) over: bool,
}

/// That a program is asked to sit at a table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    /// The table.
    pub(crate) table: TableId,
    /// Where.
    pub(crate) seat: Seat,
    /// Which program.
    pub(crate) program: PlayerId,
    /// When, in milliseconds since 1970.
    pub(crate) at_ms: i64,
    /// Until when it may answer, in milliseconds since 1970.
    pub(crate) until_ms: i64,
}

/// Called for every entry by the task that has written it, so it must not block.
pub(crate) trait TurnListener: Debug + Send + Sync {
    /// A program is asked to sit at a table.
    fn asked(&self, asked: Asked);
    /// A table has begun.
    fn begun(&self, row: &TableRow, at_ms: i64);
    /// A table has a new entry.
    fn moved(&self, row: &TableRow, change: Change);
}
