//! Whose turn it is to call a worker: one caller's at a time.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// A turn that one caller has and the others wait for. Unlike the guard of a lock it can be kept by
/// a value that moves between threads.
#[derive(Debug, Default)]
pub(super) struct Turn {
    is_taken: Mutex<bool>,
    returned: Condvar,
    wanted: AtomicUsize,
}

impl Turn {
    /// Waits for the turn, and takes it.
    pub(super) fn take(&self) {
        self.wanted.fetch_add(1, Ordering::Relaxed);
        let is_taken = self.is_taken.lock().unwrap_or_else(PoisonError::into_inner);
        let free = self.returned.wait_while(is_taken, |is_taken| *is_taken);
        *free.unwrap_or_else(PoisonError::into_inner) = true;
    }

    /// Takes the turn if nobody has it; returns whether that was so.
    pub(super) fn try_take(&self) -> bool {
        let mut is_taken = self.is_taken.lock().unwrap_or_else(PoisonError::into_inner);
        let is_free = !*is_taken;
        if is_free {
            self.wanted.fetch_add(1, Ordering::Relaxed);
            *is_taken = true;
        }
        is_free
    }

    /// Gives back the turn that was taken.
    pub(super) fn give_back(&self) {
        *self.is_taken.lock().unwrap_or_else(PoisonError::into_inner) = false;
        self.wanted.fetch_sub(1, Ordering::Relaxed);
        self.returned.notify_one();
    }

    /// How many callers have the turn or wait for it.
    pub(super) fn wanted(&self) -> usize {
        self.wanted.load(Ordering::Relaxed)
    }
}
