//! A cache of recent payloads for subscribers to tables: each is computed once and shared by all
//! who see the same.

use std::collections::{HashMap, VecDeque};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foldhash::fast::RandomState;
use gueridon_game::Seat;
use gueridon_graphql::answer::Answer;
use gueridon_graphql::body::SharedBody;
use gueridon_graphql::fault::Code;
use gueridon_graphql::response::Response;
use gueridon_journal::TableId;
use tokio::sync::OnceCell;

/// How many payloads are kept.
const MOST: usize = 1_024;
/// The most bytes that all kept payloads have together.
const ALL_BYTES: usize = 64 * 1024 * 1024;
/// The most bytes that a kept payload has, with the message that it is sent in.
const LONGEST_BYTES: usize = 512 * 1024;

/// The recent payloads; the oldest are dropped first.
#[derive(Debug, Default)]
pub(super) struct PayloadCache {
    entries: Mutex<Entries>,
}

#[derive(Debug, Default)]
struct Entries {
    by_key: HashMap<Key, Entry, RandomState>,
    order: VecDeque<Key>,
    bytes: usize,
}

/// What a payload depends on: subscribers with the same key are sent the same payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) table: TableId,
    pub(super) seq: u64,
    pub(super) seat: Option<Seat>,
    /// Whether the table comes with the entry.
    pub(super) has_table: bool,
    /// The plan's id.
    pub(super) plan: u64,
    /// The SHA-256 of the variables, and of what else the payload depends on.
    pub(super) variables: [u8; 32],
}

/// The entries at which the table of an update was looked at: one, unless somebody played between
/// looks in several languages. Empty if no look was needed.
pub(super) type Shown = RangeInclusive<u64>;

/// A payload, and how new its table is.
#[derive(Debug, Clone)]
pub(super) struct Payload {
    pub(super) body: SharedBody,
    pub(super) shown: Shown,
    /// Whether it lacks something that the server could not find out at that time.
    pub(super) is_lacking: bool,
}

impl Payload {
    pub(super) fn new(answer: Answer, shown: Shown) -> Self {
        let is_lacking = answer.faults.iter().any(|fault| fault.code == Code::UNAVAILABLE);
        Self { body: Response::from(answer).body.into(), shown, is_lacking }
    }

    /// Whether its table is at least as new as this entry.
    pub(super) fn is_since(&self, seq: u64) -> bool {
        *self.shown.start() >= seq
    }
}

#[derive(Debug, Default)]
struct Entry {
    payload: Arc<OnceCell<Payload>>,
    /// Its size as counted in the total; 0 while it is not made.
    bytes: usize,
}

impl PayloadCache {
    /// The payload of this key, if it is made.
    pub(super) fn made(&self, key: &Key) -> Option<Payload> {
        self.lock().by_key.get(key)?.payload.get().cloned()
    }

    /// The payload of this key; `make` computes it if no other subscriber has. A payload that has a
    /// fault or is too long is not kept.
    pub(super) async fn get(
        &self,
        key: Key,
        make: impl AsyncFnOnce() -> (Answer, Shown),
    ) -> Payload {
        let cell = self.cell(key);
        if let Some(made) = cell.get() {
            return made.clone();
        }
        let made = cell.get_or_try_init(async || {
            let (answer, shown) = make().await;
            let is_sound = answer.faults.is_empty();
            let payload = Payload::new(answer, shown);
            if is_sound { Ok(payload) } else { Err(payload) }
        });
        match made.await {
            Ok(payload) => {
                self.weigh(&key, &cell, payload.body.weight());
                payload.clone()
            }
            Err(payload) => payload,
        }
    }

    fn cell(&self, key: Key) -> Arc<OnceCell<Payload>> {
        let mut entries = self.lock();
        if let Some(found) = entries.by_key.get(&key) {
            return found.payload.clone();
        }
        let entry = Entry::default();
        let cell = entry.payload.clone();
        entries.by_key.insert(key, entry);
        entries.order.push_back(key);
        entries.shrink();
        cell
    }

    /// Counts the size of a payload, once.
    fn weigh(&self, key: &Key, cell: &Arc<OnceCell<Payload>>, bytes: usize) {
        let mut entries = self.lock();
        let Some(found) = entries.by_key.get_mut(key) else { return };
        if !Arc::ptr_eq(&found.payload, cell) || found.bytes > 0 {
            return;
        }
        if bytes > LONGEST_BYTES {
            // The key stays in `order`, which is bounded.
            found.payload = Arc::default();
            return;
        }
        found.bytes = bytes;
        entries.bytes += bytes;
        entries.shrink();
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entries {
    fn shrink(&mut self) {
        while self.order.len() > MOST || self.bytes > ALL_BYTES {
            let Some(oldest) = self.order.pop_front() else { return };
            if let Some(gone) = self.by_key.remove(&oldest) {
                self.bytes -= gone.bytes;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gueridon_graphql::fault::Fault;

    use super::*;

    fn key(seq: u64) -> Key {
        let table = "01a1fec0-0000-7000-8000-000000000000".parse().unwrap();
        Key { table, seq, seat: None, has_table: true, plan: 0, variables: [0; 32] }
    }

    fn answer(bytes: usize, faults: Vec<Fault>) -> (Answer, Shown) {
        let mut answer = Answer::default();
        answer.bytes = vec![b'1'; bytes];
        answer.faults = faults;
        (answer, 1..=1)
    }

    async fn is_kept(shared: &PayloadCache, seq: u64, bytes: usize, faults: Vec<Fault>) -> bool {
        shared.get(key(seq), async || answer(bytes, faults)).await;
        let mut was_made = false;
        let again = async || {
            was_made = true;
            answer(1, Vec::new())
        };
        shared.get(key(seq), again).await;
        !was_made
    }

    #[tokio::test]
    async fn only_short_payloads_without_faults_are_kept() {
        let shared = PayloadCache::default();
        assert!(is_kept(&shared, 1, 1_000, Vec::new()).await);
        assert!(!is_kept(&shared, 2, LONGEST_BYTES, Vec::new()).await);
        let fault = Fault::new(Code::UNAVAILABLE, "not now");
        assert!(!is_kept(&shared, 3, 1_000, vec![fault]).await);
    }

    #[tokio::test]
    async fn the_cache_is_bounded_in_bytes_and_in_number() {
        let shared = PayloadCache::default();
        for seq in 0..300 {
            shared.get(key(seq), async || answer(250 * 1024, Vec::new())).await;
            assert!(shared.lock().bytes <= ALL_BYTES);
        }
        assert!(shared.lock().bytes > ALL_BYTES - LONGEST_BYTES);
        for seq in 300..3_000 {
            shared.get(key(seq), async || answer(1, Vec::new())).await;
        }
        let entries = shared.lock();
        assert_eq!((entries.order.len(), entries.by_key.len()), (MOST, MOST));
        assert_eq!(entries.bytes, entries.by_key.values().map(|one| one.bytes).sum::<usize>());
    }
}
