//! What the journal says of a stopped table, without its game.

use gueridon_journal::{Entry, TableRow};

use crate::tables::outages::Outages;
use crate::tables::state::TableState;

/// What the journal says of a stopped table.
#[derive(Debug)]
pub(super) struct Halted {
    pub(super) state: TableState,
    /// The newest entry.
    pub(super) last: Option<Entry>,
}

impl Halted {
    pub(super) fn of(row: &TableRow, outages: Outages) -> Self {
        Self { state: TableState::new(row, outages), last: None }
    }

    pub(super) fn seq(&self) -> u64 {
        self.last.as_ref().map_or(0, |entry| entry.seq)
    }
}
