//! A cache of who wants to be notified of which table, since most tables have nobody who does.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use gueridon_game::Seat;
use quick_cache::unsync::Cache;
use tokio::time::Instant;

use gueridon_journal::{PlayerId, Recipients, TableId};

/// How many tables are cached.
const CAPACITY: usize = 50_000;

/// The receivers of tables that were read a moment ago.
pub(super) struct ReceiverCache {
    ttl: Duration,
    state: Mutex<State>,
}

struct State {
    /// Counts how often somebody on this node has changed what they want.
    version: u64,
    tables: Cache<TableId, CachedReceivers>,
}

/// Who wants to be notified of a table, among those who sat there then.
#[derive(Clone)]
struct CachedReceivers {
    seated: Arc<[(Seat, PlayerId)]>,
    receivers: Arc<Recipients>,
    read: Instant,
}

/// A read of the journal that has begun; it is not cached if somebody changes what they want
/// before it ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct PendingRead {
    started: Instant,
    version: u64,
}

impl fmt::Debug for ReceiverCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReceiverCache").field("tables", &self.lock().tables.len()).finish()
    }
}

impl ReceiverCache {
    /// An empty cache whose entries are fresh for this long.
    pub(super) fn new(ttl: Duration) -> Self {
        let state = State { version: 0, tables: Cache::new(CAPACITY) };
        Self { ttl, state: Mutex::new(state) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Who wants to be notified of a table with these players; none if that is not cached.
    pub(super) fn get(
        &self,
        table: TableId,
        seated: impl Iterator<Item = (Seat, PlayerId)>,
    ) -> Option<Arc<Recipients>> {
        let state = self.lock();
        let cached = state.tables.get(&table)?;
        let is_fresh = cached.read.elapsed() < self.ttl && cached.seated.iter().copied().eq(seated);
        is_fresh.then(|| Arc::clone(&cached.receivers))
    }

    /// Begins a read of the journal.
    pub(super) fn begin_read(&self) -> PendingRead {
        PendingRead { started: Instant::now(), version: self.lock().version }
    }

    /// Caches what was read, unless it is outdated already.
    pub(super) fn insert(
        &self,
        read: PendingRead,
        table: TableId,
        seated: Arc<[(Seat, PlayerId)]>,
        receivers: Arc<Recipients>,
    ) {
        let mut state = self.lock();
        if state.version == read.version {
            state.tables.insert(table, CachedReceivers { seated, receivers, read: read.started });
        }
    }

    /// Forgets everything: somebody has changed what they want.
    pub(super) fn clear(&self) {
        let mut state = self.lock();
        state.version += 1;
        state.tables.clear();
    }
}
