//! The payloads that subscribers to tables were sent lately: each is computed once for all who see
//! the same, and shared.

use std::collections::{HashMap, VecDeque};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use gueridon_game::Seat;
use gueridon_graphql::answer::Answer;
use gueridon_graphql::response::Response;
use gueridon_journal::TableId;
use tokio::sync::OnceCell;

/// How many payloads are kept for subscribers who have not been sent them yet.
const MOST: usize = 1_024;
/// How many bytes the payloads that are kept have together.
const ALL_BYTES: usize = 64 * 1024 * 1024;
/// The longest payload that is kept, in bytes.
const LONGEST_BYTES: usize = 256 * 1024;

/// The payloads that were computed lately.
#[derive(Debug, Default)]
pub(super) struct PayloadCache {
    entries: Mutex<Entries>,
}

#[derive(Debug, Default)]
struct Entries {
    by_key: HashMap<Key, Entry>,
    order: VecDeque<Key>,
    bytes: usize,
}

/// What subscribers have in common who are sent the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) table: TableId,
    pub(super) seq: u64,
    pub(super) seat: Option<Seat>,
    /// Whether the table comes with the entry.
    pub(super) has_table: bool,
    /// The plan's id.
    pub(super) plan: u64,
    /// The SHA-256 of the variables.
    pub(super) variables: [u8; 32],
}

/// At which entries the table of an update was looked at: at one, unless somebody played between looks
/// in several languages. Empty where nobody had to look.
pub(super) type Shown = RangeInclusive<u64>;

/// What is sent.
#[derive(Debug, Clone)]
pub(super) struct Payload {
    pub(super) body: Bytes,
    pub(super) shown: Shown,
}

impl Payload {
    pub(super) fn new(answer: Answer, shown: Shown) -> Self {
        Self { body: Response::from(answer).body.into(), shown }
    }

    /// Whether it shows the table no older than at an entry.
    pub(super) fn is_since(&self, seq: u64) -> bool {
        *self.shown.start() >= seq
    }
}

#[derive(Debug, Default)]
struct Entry {
    payload: Arc<OnceCell<Payload>>,
    /// How many bytes it was found to have.
    bytes: usize,
}

impl PayloadCache {
    /// The payload of this key; `make` computes it if no other subscriber has. A payload with a
    /// fault is not kept, and neither is one that is too long: only those who wait for it already get
    /// it.
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
                self.weigh(&key, &cell, payload.body.len());
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

    /// Counts what was made, once.
    fn weigh(&self, key: &Key, cell: &Arc<OnceCell<Payload>>, bytes: usize) {
        let mut entries = self.lock();
        let Some(found) = entries.by_key.get_mut(key) else { return };
        if !Arc::ptr_eq(&found.payload, cell) || found.bytes > 0 {
            return;
        }
        if bytes > LONGEST_BYTES {
            // The key stays in its place in the order, which is bounded.
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
    use gueridon_graphql::fault::{Code, Fault};

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
    async fn only_what_is_sound_and_short_is_kept_for_others() {
        let shared = PayloadCache::default();
        assert!(is_kept(&shared, 1, 1_000, Vec::new()).await);
        assert!(!is_kept(&shared, 2, LONGEST_BYTES, Vec::new()).await);
        let fault = Fault::new(Code::UNAVAILABLE, "not now");
        assert!(!is_kept(&shared, 3, 1_000, vec![fault]).await);
    }

    #[tokio::test]
    async fn what_is_kept_is_bounded_in_bytes_and_in_number() {
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
