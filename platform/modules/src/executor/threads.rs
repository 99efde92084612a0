//! A few threads that make calls of modules one after another.
//!
//! To wake a thread that sleeps costs more than most calls take. So only few are awake: whoever has
//! made a call makes the next one that waits. A call that takes long must not hold up the others:
//! if that is known it is [made apart](Threads::make_apart), and otherwise others are woken once calls
//! have waited for a [`MOMENT`].
//!
//! Where no call waits, a thread [rests](REST) before it goes back to the runtime, which would wake
//! whichever of its threads has slept longest: what a call needs is in the caches of the one that made
//! the last.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::{self, Duration};

use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep};

/// How long a call waits before another thread is woken, if none is begun meanwhile; up to twice as long
/// where others wait already.
pub(super) const MOMENT: Duration = Duration::from_millis(1);

/// How long a call waits before another thread is woken although those that are awake get on.
const LONG_WAIT: Duration = Duration::from_millis(5);

/// How long a thread waits for another call. A runtime whose clock is paused does not advance it
/// meanwhile.
pub(super) const REST: Duration = Duration::from_millis(20);

/// A call, made once. It does not panic.
type Call = Box<dyn FnOnce() + Send>;

/// The calls that wait, and how many threads make them.
#[derive(Clone)]
pub(super) struct Threads {
    state: Arc<Mutex<State>>,
    few: isize,
    rest: Duration,
}

struct State {
    waiting: VecDeque<Waiting>,
    /// How many calls have been begun.
    begun: u64,
    /// Whether a task looks after those that wait.
    is_watched: bool,
    /// How many threads are awake; for a moment less than none, if a call is given up before its
    /// thread has come.
    awake: isize,
    /// The threads that rest; the last has made a call most recently, and is woken first.
    resting: Vec<Thread>,
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
    /// Threads of which `few` are awake as long as no call takes long, and which wait so long for another
    /// call.
    pub(super) fn new(few: isize, rest: Duration) -> Self {
        let (waiting, resting) = (VecDeque::new(), Vec::new());
        let state = State { waiting, begun: 0, is_watched: false, awake: 0, resting };
        Self { state: Arc::new(Mutex::new(state)), few, rest }
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

    /// Wakes threads for calls that wait, until all have one. If none was begun for a moment, those that
    /// are awake are stuck, or wait for a core: one is woken, and in each such moment twice as many as in
    /// the last. If calls are begun, one is woken only for a call that has [waited long](LONG_WAIT). One task
    /// does so for all calls, since a timer for each would cost as much as a short call.
    async fn watch(self) {
        let (mut expected, mut limit_if_none) = (self.lock().begun, 1);
        loop {
            sleep(MOMENT).await;
            let mut state = self.lock();
            let are_begun = state.begun > expected;
            let (patience, limit) =
                if are_begun { (LONG_WAIT, 1) } else { (MOMENT, limit_if_none) };
            let is_late = |waiting: &&mut Waiting| {
                waiting.since.is_some_and(|since| since.elapsed() >= patience)
            };
            let mut others = 0;
            for late in state.waiting.iter_mut().filter(is_late).take(limit) {
                late.since = None;
                others += 1;
            }
            limit_if_none = if others == 0 || are_begun { 1 } else { 2 * others };
            // Those that are woken begin one each, now or later, whatever the others do.
            expected = expected.max(state.begun) + others as u64;
            state.is_watched = state.waiting.iter().any(|waiting| waiting.since.is_some());
            let is_watched = state.is_watched;
            self.wake(state, others);
            if !is_watched {
                return;
            }
        }
    }

    fn wake(&self, mut state: MutexGuard<'_, State>, others: usize) {
        state.awake += others.cast_signed();
        let still_resting = state.resting.len().saturating_sub(others);
        let called = state.resting.split_off(still_resting);
        drop(state);
        called.iter().for_each(Thread::unpark);
        for _ in called.len()..others {
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
        loop {
            let mut state = self.lock();
            if let Some(waiting) = state.waiting.pop_front() {
                state.begun += 1;
                return Some(waiting.call);
            }
            state.awake -= 1;
            state.resting.push(thread::current());
            drop(state);
            if !self.rest() {
                return None;
            }
        }
    }

    /// Waits until this thread is woken; returns whether it was, in time.
    fn rest(&self) -> bool {
        let (this, until) = (thread::current().id(), time::Instant::now() + self.rest);
        loop {
            let left = until.saturating_duration_since(time::Instant::now());
            thread::park_timeout(left);
            let mut state = self.lock();
            let Some(place) = state.resting.iter().position(|thread| thread.id() == this) else {
                return true;
            };
            if left.is_zero() {
                state.resting.remove(place);
                return false;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::task::yield_now;
    use tokio::time;

    use super::*;

    /// Calls of which one returns for each message that is sent.
    struct Calls {
        threads: Threads,
        return_one: mpsc::Sender<()>,
        may_return: Arc<Mutex<mpsc::Receiver<()>>>,
    }

    impl Calls {
        fn new() -> Self {
            let (return_one, may_return) = mpsc::channel();
            Self {
                threads: Threads::new(1, REST),
                return_one,
                may_return: Arc::new(Mutex::new(may_return)),
            }
        }

        fn make(&self, count: usize) {
            for _ in 0..count {
                let may_return = Arc::clone(&self.may_return);
                self.threads.make(move || may_return.lock().unwrap().recv().unwrap());
            }
        }

        /// Waits until so many have been begun; returns how many threads are awake.
        async fn awake_once(&self, begun: u64) -> isize {
            while self.threads.lock().begun < begun {
                yield_now().await;
            }
            self.threads.lock().awake
        }
    }

    /// Lets the task that watches notice that a moment has passed.
    async fn a_moment() {
        yield_now().await;
        time::advance(MOMENT).await;
        for _ in 0..10 {
            yield_now().await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn fewer_threads_are_woken_for_calls_that_wait_while_others_are_begun() {
        let calls = Calls::new();
        calls.make(1);
        assert_eq!(calls.awake_once(1).await, 1);
        calls.make(10);
        a_moment().await;
        assert_eq!(calls.awake_once(2).await, 2);
        a_moment().await;
        assert_eq!(calls.awake_once(4).await, 4);
        // Whoever has made one makes the next.
        calls.return_one.send(()).unwrap();
        assert_eq!(calls.awake_once(5).await, 4);
        a_moment().await;
        assert_eq!(calls.awake_once(5).await, 4);
        a_moment().await;
        assert_eq!(calls.awake_once(6).await, 5);
        calls.return_one.send(()).unwrap();
        assert_eq!(calls.awake_once(7).await, 5);
        // Those that are left have waited long.
        a_moment().await;
        assert_eq!(calls.awake_once(8).await, 6);
        (0..11).for_each(|_| calls.return_one.send(()).unwrap());
        while calls.threads.lock().awake > 0 {
            yield_now().await;
        }
        assert_eq!(calls.awake_once(11).await, 0);
    }

    #[tokio::test]
    async fn the_thread_that_made_the_last_call_makes_the_next() {
        // The runtime has several that sleep, and would wake the one that has slept longest.
        let all = Arc::new(std::sync::Barrier::new(4));
        let sleepers = [(); 4].map(|()| {
            let all = Arc::clone(&all);
            spawn_blocking(move || all.wait())
        });
        for sleeper in sleepers {
            sleeper.await.unwrap();
        }
        let threads = Threads::new(1, REST);
        let made = async || {
            let (by, made_by) = tokio::sync::oneshot::channel();
            threads.make(|| by.send(thread::current().id()).unwrap());
            let made_by = made_by.await.unwrap();
            // A thread that is still awake would make the next call in any case.
            while threads.lock().awake > 0 {
                yield_now().await;
            }
            made_by
        };
        let mut last = made().await;
        let mut is_same = false;
        // A machine may be too busy for a thread to be woken while it rests, but not each time.
        for _ in 0..100 {
            let next = made().await;
            is_same |= next == last;
            last = next;
        }
        assert!(is_same);
    }
}
