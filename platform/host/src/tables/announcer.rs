//! Announces committed changes of tables: to all nodes by notices, and to the notifications of turns.

use std::sync::Arc;

use super::turn_listener::{Asked, Change, TurnListener};
use crate::notices::{News, Notice, Notices};
use gueridon_journal::{TableId, TableRow};

/// Announces changes of tables, without waiting for anybody.
#[derive(Debug, Clone)]
pub(crate) struct Announcer {
    pub(crate) notices: Arc<dyn Notices>,
    pub(crate) listener: Arc<dyn TurnListener>,
}

impl Announcer {
    /// Something besides the entries has changed at a table.
    pub(crate) fn seats_changed(&self, table: TableId) {
        self.notices.send(Notice { table, news: News::Seats });
    }

    /// A program is asked to sit at a table. That its seats have changed is announced as well.
    pub(crate) fn asked(&self, asked: Asked) {
        self.listener.asked(asked);
    }

    /// A table has begun.
    pub(crate) fn begun(&self, row: &TableRow, at_ms: i64) {
        self.seats_changed(row.id);
        self.listener.begun(row, at_ms);
    }

    /// A table has a new entry.
    pub(crate) fn new_entry(&self, table: TableId, seq: u64) {
        self.notices.send(Notice { table, news: News::Entry(seq) });
    }

    /// A table's newest entry has ended it.
    pub(crate) fn ended(&self, table: TableId) {
        self.notices.send(Notice { table, news: News::Ended });
    }

    /// An entry has changed who has to act.
    pub(crate) fn turn_changed(&self, row: &TableRow, change: Change) {
        self.listener.moved(row, change);
    }
}
