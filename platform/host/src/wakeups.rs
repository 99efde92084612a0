//! Wake-ups by table: tasks wait for changes of one table, and notices wake them.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use gueridon_journal::TableId;

/// A wake-up channel for each table that somebody waits for. It carries no data: the receiver reads
/// the journal.
#[derive(Debug, Default)]
pub(crate) struct Wakeups(Mutex<BTreeMap<TableId, watch::Sender<()>>>);

impl Wakeups {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<TableId, watch::Sender<()>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A receiver that is woken when there is news of a table. Channels without receivers are
    /// dropped.
    pub(crate) fn of(&self, table: TableId) -> watch::Receiver<()> {
        let mut channels = self.lock();
        channels.retain(|_, channel| channel.receiver_count() > 0);
        channels.entry(table).or_default().subscribe()
    }

    /// Wakes all who wait for a table.
    pub(crate) fn wake(&self, table: TableId) {
        if let Some(channel) = self.lock().get(&table) {
            channel.send_replace(());
        }
    }

    /// Wakes everybody.
    pub(crate) fn wake_all(&self) {
        self.lock().values().for_each(|channel| {
            channel.send_replace(());
        });
    }
}
