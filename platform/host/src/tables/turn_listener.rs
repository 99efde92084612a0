//! The interface by which notifications learn of turns.

use std::fmt::Debug;

use gueridon_game::{Seat, Seats};

use gueridon_journal::TableRow;

/// What an entry has changed about whose turn it is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Change {
    /// The entry.
    pub(crate) seq: u64,
    /// When it was received, in milliseconds since 1970.
    pub(crate) at_ms: i64,
    /// The seat that played it, if one did.
    pub(crate) by: Option<Seat>,
    /// Who was to act before it.
    pub(crate) before: Seats,
    /// Who is after it.
    pub(crate) after: Seats,
    /// Whether the game is over.
    pub(crate) over: bool,
}

/// Learns of every entry from the task that has written it, so it must not wait.
pub(crate) trait TurnListener: Debug + Send + Sync {
    /// A table has begun.
    fn begun(&self, row: &TableRow, at_ms: i64);
    /// A table has a new entry.
    fn moved(&self, row: &TableRow, change: Change);
}
