//! What operators have stopped, or the host in their place, as this node last read it in the journal.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use gueridon_journal::{Stop, Stopped, TableId, TableRow};

/// The builds and tables that are stopped, with the reasons. Usually there are none.
#[derive(Debug, Default)]
pub(crate) struct Stops(RwLock<BTreeMap<Stopped, Arc<str>>>);

impl Stops {
    /// Why a build is in quarantine, if it is.
    pub(crate) fn of_build(&self, build: [u8; 32]) -> Option<Arc<str>> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.get(&Stopped::Build(build)).map(Arc::clone)
    }

    /// Why a table is not played on, in a line for its players, if it is not.
    pub(crate) fn of_table(&self, row: &TableRow) -> Option<String> {
        // Asked before every call: once is enough where nothing is stopped.
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if known.is_empty() {
            return None;
        }
        let own = [Stopped::Table(row.id), Stopped::Closing(row.id)];
        if let Some(reason) = own.iter().find_map(|stopped| known.get(stopped)) {
            return Some(stopped(reason));
        }
        known.get(&Stopped::Build(row.build?)).map(|reason| of_quarantine(reason))
    }

    /// A table is not stopped any more, though a build that it is not played with may be.
    pub(crate) fn forget_table(&self, table: TableId) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.remove(&Stopped::Table(table));
    }

    /// Replaces what is known; returns what has changed.
    pub(crate) fn replace(&self, stops: Vec<Stop>) -> Vec<Stopped> {
        let new: BTreeMap<Stopped, Arc<str>> =
            stops.into_iter().map(|stop| (stop.stopped, stop.reason.into())).collect();
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let ended = known.keys().filter(|stopped| !new.contains_key(stopped));
        let begun = new.iter().filter(|(stopped, why)| known.get(stopped) != Some(why));
        let changed = ended.copied().chain(begun.map(|(stopped, _)| *stopped)).collect();
        *known = new;
        changed
    }
}

/// Whether a stop is about a table.
pub(crate) fn is_about(stopped: &Stopped, table: &TableRow) -> bool {
    match *stopped {
        Stopped::Build(build) => table.build == Some(build),
        Stopped::Table(id) | Stopped::Closing(id) => table.id == id,
    }
}

/// Why nothing is played at a table that is stopped.
pub(crate) fn stopped(reason: &str) -> String {
    format!("it was stopped: {reason}")
}

/// Why nothing is played with a build that is in quarantine.
pub(crate) fn of_quarantine(reason: &str) -> String {
    format!("its build is in quarantine: {reason}")
}

/// The tables that are to be closed.
pub(crate) fn closing(stops: &[Stop]) -> Vec<TableId> {
    let closing = stops.iter().filter_map(|stop| match stop.stopped {
        Stopped::Closing(table) => Some(table),
        Stopped::Build(_) | Stopped::Table(_) => None,
    });
    closing.collect()
}
