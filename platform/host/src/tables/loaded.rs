//! The tables that are loaded on this node, by id.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use super::handle::Table;
use super::request::Asked;
use gueridon_journal::TableId;

/// The tables that are loaded on this node.
#[derive(Debug, Default)]
pub(crate) struct LoadedTables(Mutex<Slots>);

#[derive(Debug, Default)]
struct Slots {
    by_id: BTreeMap<TableId, Slot>,
    /// The number of lookups so far: the clock by which the least recently used table is found.
    lookups: u64,
    /// How many bytes of memory the tables take, about, but for those that were asked to unload.
    bytes: usize,
}

/// How many tables are loaded at most, unless more are in use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MostLoaded {
    pub(crate) tables: usize,
    /// Of memory, about.
    pub(crate) bytes: usize,
}

#[derive(Debug)]
struct Slot {
    table: Arc<Table>,
    /// When it was last asked for, counted in lookups.
    used: u64,
    /// How many bytes of memory it takes, about; 0 once it was asked to unload.
    bytes: usize,
}

impl Slots {
    fn get(&mut self, id: TableId) -> Option<Arc<Table>> {
        self.lookups += 1;
        let slot = self.by_id.get_mut(&id).filter(|slot| !slot.table.is_gone())?;
        slot.used = self.lookups;
        Some(Arc::clone(&slot.table))
    }

    /// Asks the least recently used table to unload, if it is not in use; returns whether one was
    /// asked.
    fn make_room(&mut self) -> bool {
        let idle = self.by_id.values_mut().filter(|slot| Arc::strong_count(&slot.table) == 1);
        let Some(slot) = idle.min_by_key(|slot| slot.used) else { return false };
        slot.table.unload();
        // Unloading takes a moment; meanwhile the next one may be asked.
        slot.used = self.lookups;
        self.bytes -= std::mem::take(&mut slot.bytes);
        true
    }

    fn insert(&mut self, id: TableId, slot: Slot) {
        self.bytes += slot.bytes;
        if let Some(old) = self.by_id.insert(id, slot) {
            self.bytes -= old.bytes;
        }
    }

    fn remove(&mut self, id: TableId) {
        if let Some(old) = self.by_id.remove(&id) {
            self.bytes -= old.bytes;
        }
    }
}

impl LoadedTables {
    fn slots(&self) -> MutexGuard<'_, Slots> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.slots().by_id.len()
    }

    /// A table that is loaded.
    pub(crate) fn get(&self, id: TableId) -> Option<Arc<Table>> {
        self.slots().get(id)
    }

    /// How many bytes of memory they take, about.
    pub(crate) fn bytes(&self) -> usize {
        self.slots().bytes
    }

    /// Notes how many bytes of memory a table takes now, about.
    pub(crate) fn weigh(&self, id: TableId, bytes: usize) {
        let mut slots = self.slots();
        let Some(slot) = slots.by_id.get_mut(&id) else { return };
        let before = std::mem::replace(&mut slot.bytes, bytes);
        slots.bytes = slots.bytes - before + bytes;
    }

    /// A loaded table, loaded by `load` if it was not; the flag says whether it was loaded now. If
    /// `most` are loaded already, those that are not in use are asked to unload, the least recently
    /// used first.
    pub(crate) fn get_or_load(
        &self,
        id: TableId,
        most: MostLoaded,
        load: impl FnOnce() -> Arc<Table>,
    ) -> (Arc<Table>, bool) {
        let mut slots = self.slots();
        if let Some(table) = slots.get(id) {
            return (table, false);
        }
        if slots.by_id.len() >= most.tables {
            slots.make_room();
        }
        while slots.bytes > most.bytes && slots.make_room() {}
        let table = load();
        let used = slots.lookups;
        slots.insert(id, Slot { table: Arc::clone(&table), used, bytes: 0 });
        (table, true)
    }

    /// Calls `tell` for a table, if it is loaded.
    pub(crate) fn with(&self, id: TableId, tell: impl FnOnce(&Table)) {
        if let Some(slot) = self.slots().by_id.get(&id) {
            tell(&slot.table);
        }
    }

    /// Calls `tell` for every loaded table.
    pub(crate) fn for_each(&self, mut tell: impl FnMut(&Table)) {
        self.slots().by_id.values().for_each(|slot| tell(&slot.table));
    }

    /// Removes an idle table, unless somebody has just found it or a request waits; called by its
    /// task, which ends if this answers true.
    pub(crate) fn remove_if_idle(&self, id: TableId, requests: &mpsc::Receiver<Asked>) -> bool {
        let mut slots = self.slots();
        // A caller holds the table until its answer has come.
        let slot = slots.by_id.get(&id);
        let is_unused = slot.is_none_or(|slot| Arc::strong_count(&slot.table) == 1);
        let is_idle = is_unused && requests.is_empty();
        if is_idle {
            slots.remove(id);
        }
        is_idle
    }

    /// Removes a table whose task takes no more requests.
    pub(crate) fn remove_if_gone(&self, id: TableId) {
        let mut slots = self.slots();
        if slots.by_id.get(&id).is_some_and(|slot| slot.table.is_gone()) {
            slots.remove(id);
        }
    }
}
