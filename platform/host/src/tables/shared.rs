//! What can be read of a loaded table without its task.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;

use super::event_log::EventLog;
use super::info::{TableInfo, TableStatus};
use super::looks::Looks;
use crate::names::Names;
use gueridon_journal::TableRow;

/// The progress of a table on this node.
#[derive(Debug, Clone, Default)]
pub(crate) struct Progress {
    /// The newest entry that is known.
    pub(crate) seq: u64,
    /// Whether the game is over.
    pub(crate) over: bool,
    /// Whether the table has ended: the game is over, or the table closed.
    pub(crate) ended: bool,
    /// That the table cannot go on, if it cannot.
    pub(crate) stopped: Option<Halt>,
    /// Whether the table's task has ended, so that this will not change any more.
    pub(crate) gone: bool,
}

/// That a table cannot go on.
#[derive(Debug, Clone)]
pub(crate) struct Halt {
    /// Why.
    pub(crate) reason: Arc<str>,
    /// Since when on this node, in milliseconds since 1970.
    pub(crate) at_ms: i64,
}

/// What a table's task shares with its readers.
#[derive(Debug)]
pub(crate) struct Shared {
    /// The row as it was when the table was loaded.
    pub(crate) row: TableRow,
    pub(crate) names: Arc<Names>,
    /// The table as it is while it is played.
    pub(crate) info: Arc<TableInfo>,
    pub(crate) progress: watch::Sender<Progress>,
    pub(crate) looks: Looks,
    event_log: Mutex<EventLog>,
}

impl Shared {
    pub(crate) fn new(row: TableRow) -> Self {
        let names = Arc::new(Names::at(&row));
        let info = Arc::new(TableInfo::of(&row, TableStatus::Playing));
        let (looks, event_log) = (Looks::default(), Mutex::default());
        Self { row, names, info, looks, event_log, progress: watch::Sender::default() }
    }

    /// Runs `read` on the event log, which is locked meanwhile.
    pub(crate) fn event_log<T>(&self, read: impl FnOnce(&mut EventLog) -> T) -> T {
        read(&mut self.event_log.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
