//! A few threads that make calls of modules one after another.
//!
//! To wake a thread that sleeps costs more than most calls take. So only few are awake: whoever has
//! made a call makes the next one that waits. A call that takes long must not hold up the others:
//! if that is known it is [made apart](Threads::make_apart), and otherwise another thread is woken for
//! each call that has waited for a [`MOMENT`].

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep};

/// How long a call waits for a thread before another one is woken for it; up to twice as long where
/// others wait already.
pub(super) const MOMENT: Duration = Duration::from_millis(1);

/// A call, made once. It does not panic.
type Call = Box<dyn FnOnce() + Send>;

/// The calls that wait, and how many threads make them.
#[derive(Clone)]
pub(super) struct Threads {
    state: Arc<Mutex<State>>,
    few: isize,
}

struct State {
    waiting: VecDeque<Waiting>,
    /// Whether a task looks after those that wait.
    is_watched: bool,
    /// How many threads are awake; for a moment less than none, if a call is given up before its
    /// thread has come.
    awake: isize,
}

/// A call that waits for a thread.
struct Waiting {
    /// Since when; none once a thread was woken for it.
    since: Option<Instant>,
    call: Call,
}

impl std::fmt::Debug for Threads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let State { waiting, awake, .. } = &*self.lock();
        let waiting = waiting.len();
        f.debug_struct("Threads").field("waiting", &waiting).field("awake", awake).finish()
    }
}

impl Threads {
    /// Threads of which `few` are awake as long as no call takes long.
    pub(super) fn new(few: isize) -> Self {
        let state = State { waiting: VecDeque::new(), is_watched: false, awake: 0 };
        Self { state: Arc::new(Mutex::new(state)), few }
    }

    /// Has a call made soon.
    pub(super) fn make(&self, call: impl FnOnce() + Send + 'static) {
        let mut state = self.lock();
        if state.awake < self.few {
            state.waiting.push_back(Waiting { since: None, call: Box::new(call) });
            return self.wake(state, 1);
        }
        state.waiting.push_back(Waiting { since: Some(Instant::now()), call: Box::new(call) });
        if !state.is_watched {
            state.is_watched = true;
            drop(state);
            tokio::spawn(self.clone().watch());
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

    /// Wakes a thread for each call that has waited for a moment, until all that wait have one. One
    /// task does so for all calls, since a timer for each would cost as much as a short call.
    async fn watch(self) {
        loop {
            sleep(MOMENT).await;
            let mut state = self.lock();
            let mut others = 0;
            for Waiting { since, .. } in &mut state.waiting {
                if since.is_some_and(|since| since.elapsed() >= MOMENT) {
                    *since = None;
                    others += 1;
                }
            }
            state.is_watched = state.waiting.iter().any(|waiting| waiting.since.is_some());
            let is_watched = state.is_watched;
            self.wake(state, others);
            if !is_watched {
                return;
            }
        }
    }

    fn wake(&self, mut state: MutexGuard<'_, State>, others: isize) {
        state.awake += others;
        drop(state);
        for _ in 0..others {
            let threads = self.clone();
            Self::make_apart(move || {
                while let Some(call) = threads.next() {
                    call();
                }
            });
        }
    }

    /// The next call; none if the thread may sleep.
    fn next(&self) -> Option<Call> {
        let mut state = self.lock();
        let next = state.waiting.pop_front();
        if next.is_none() {
            state.awake -= 1;
        }
        next.map(|waiting| waiting.call)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
