//! A few threads that make calls of modules one after another.
//!
//! To wake a thread that sleeps costs more than most calls take. So only few are awake: whoever has
//! made a call makes the next one that waits. A call that takes long must not hold up the others:
//! if that is known it is [made apart](Threads::make_apart), and otherwise whoever has waited for a
//! moment [gets another thread](Threads::help).

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::task::spawn_blocking;

/// A call, made once. It does not panic.
type Call = Box<dyn FnOnce() + Send>;

/// The calls that wait, and how many threads make them.
#[derive(Clone)]
pub(super) struct Threads {
    state: Arc<Mutex<State>>,
    few: isize,
}

struct State {
    waiting: VecDeque<Call>,
    /// How many threads are awake; for a moment less than none, if a call is given up before its
    /// thread has come.
    awake: isize,
}

impl std::fmt::Debug for Threads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let State { waiting, awake } = &*self.lock();
        let waiting = waiting.len();
        f.debug_struct("Threads").field("waiting", &waiting).field("awake", awake).finish()
    }
}

impl Threads {
    /// Threads of which `few` are awake as long as no call takes long.
    pub(super) fn new(few: isize) -> Self {
        let state = State { waiting: VecDeque::new(), awake: 0 };
        Self { state: Arc::new(Mutex::new(state)), few }
    }

    /// Has a call made soon.
    pub(super) fn make(&self, call: impl FnOnce() + Send + 'static) {
        let mut state = self.lock();
        state.waiting.push_back(Box::new(call));
        if state.awake < self.few {
            self.wake_one(state);
        }
    }

    /// Makes a call that takes long on a thread that makes no other.
    pub(super) fn make_apart(call: impl FnOnce() + Send + 'static) {
        // Nobody waits for the thread: callers are told by the calls.
        drop(spawn_blocking(call));
    }

    /// Counts a thread no longer, since its call hangs; the next call wakes another.
    pub(super) fn give_up(&self) {
        self.lock().awake -= 1;
    }

    /// Counts a thread again whose call has returned after all.
    pub(super) fn take_back(&self) {
        self.lock().awake += 1;
    }

    /// Wakes one more thread, for a call that has waited for a moment.
    pub(super) fn help(&self) {
        let state = self.lock();
        if !state.waiting.is_empty() {
            self.wake_one(state);
        }
    }

    fn wake_one(&self, mut state: MutexGuard<'_, State>) {
        state.awake += 1;
        drop(state);
        let threads = self.clone();
        Self::make_apart(move || {
            while let Some(call) = threads.next() {
                call();
            }
        });
    }

    /// The next call; none if the thread may sleep.
    fn next(&self) -> Option<Call> {
        let mut state = self.lock();
        let next = state.waiting.pop_front();
        if next.is_none() {
            state.awake -= 1;
        }
        next
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
