//! A journal in memory, for tests and to simulate what can go wrong with a real one.

mod codes;
mod interventions;
mod lobby;
mod messages;
mod notifications;
mod outbox;
mod people;
mod programs;
mod reports;
mod rows;
mod tables;
mod talk;

use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rows::Rows;

/// A journal in memory, which all hosts that are given it share.
pub struct Memory {
    rows: Mutex<Rows>,
    is_shared: bool,
    is_interleaving: bool,
    is_forging: AtomicBool,
    before_writes: Mutex<VecDeque<Step>>,
}

/// What another writer does just before a write.
type Step = Pin<Box<dyn Future<Output = ()> + Send>>;

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").field("is_shared", &self.is_shared).finish_non_exhaustive()
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl Memory {
    /// An empty journal, for one host or several.
    #[must_use]
    pub fn new() -> Self {
        Self {
            rows: Mutex::default(),
            is_shared: true,
            is_interleaving: false,
            is_forging: AtomicBool::new(false),
            before_writes: Mutex::default(),
        }
    }

    /// An empty journal that is not shared: only one host writes to it.
    #[must_use]
    pub fn of_one_node() -> Self {
        Self { is_shared: false, ..Self::new() }
    }

    /// An empty journal that yields to other tasks before each call: of two tasks that each read
    /// and then write, both read before either writes. So a test notices a caller that checks with
    /// one call and writes with another.
    #[must_use]
    pub fn interleaving() -> Self {
        Self { is_interleaving: true, ..Self::new() }
    }

    /// Runs `step` before the next write, as if another writer came between a caller's check and
    /// its write. Of several steps each runs before one write, in order. No step runs before the
    /// writes of a step.
    pub fn before_next_write(&self, step: impl Future<Output = ()> + Send + 'static) {
        lock(&self.before_writes).push_back(Box::pin(step));
    }

    /// From now on every append fails, and an entry with another key and an empty digest is
    /// appended in its place.
    pub fn forge_appends(&self) {
        self.is_forging.store(true, Ordering::Relaxed);
    }

    async fn before_read(&self) {
        if self.is_interleaving {
            tokio::task::yield_now().await;
        }
    }

    async fn before_write(&self) {
        self.before_read().await;
        // All steps are taken out, so that none runs before the writes of the one that runs now.
        let mut steps = std::mem::take(&mut *lock(&self.before_writes));
        let Some(step) = steps.pop_front() else { return };
        step.await;
        lock(&self.before_writes).append(&mut steps);
    }

    fn is_forging(&self) -> bool {
        self.is_forging.load(Ordering::Relaxed)
    }

    fn rows(&self) -> MutexGuard<'_, Rows> {
        lock(&self.rows)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
