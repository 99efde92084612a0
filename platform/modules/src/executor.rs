//! Calls modules on threads that may block, with a time limit.
//!
//! A module runs inside the host, and a call into it can be neither observed nor cancelled. So a
//! caller stops waiting after a while, and the number of calls under way is limited for each build:
//! a build that hangs takes no threads from the others.
//!
//! A call is [admitted](Executor::admit) before it is made. Whoever is not admitted has lost
//! nothing and can try again; the time limit is that of the call alone, not of waiting for it.

mod admitted;
mod call;
mod threads;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time;
use tracing::Instrument;

use crate::call_metrics::CallMetrics;
pub use admitted::Admitted;
use admitted::{OfBuild, Room};
pub use call::{Call, NoAnswer};
use threads::{REST, Threads};

/// The threads on which modules are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Execution {
    /// On threads that may block, and that wait a little for the next call.
    #[default]
    Blocking,
    /// On threads that may block, and that end where no call waits: for simulations in a runtime with a
    /// paused clock, which it does not advance while one of its threads waits.
    Unrested,
    /// On the calling thread: for deterministic simulations.
    Inline,
}

/// A call that takes longer is logged.
pub const SLOW: Duration = Duration::from_millis(10);

/// How long a call waits to be admitted.
const ADMISSION: Duration = Duration::from_secs(1);
/// How many calls wait to be admitted; one more is turned away at once.
const MOST_WAITING: usize = 1_024;
/// How many calls of one build are under way at once.
const CALLS_OF_A_BUILD: usize = 64;
/// How many calls of all builds are under way at once.
const CALLS: usize = 256;
/// How many calls of a build may hang until the build is called no more. Each has a thread, which
/// may keep a core busy.
const MOST_HANGING: usize = 4;

/// How many threads that may block a runtime needs, besides those for files: calls that hang are no
/// longer counted among those under way.
pub const MOST_THREADS: usize = 2 * CALLS + 512;

/// Runs calls of modules.
#[derive(Debug)]
pub struct Executor {
    execution: Execution,
    timeout: Duration,
    builds: Mutex<BTreeMap<[u8; 32], Arc<OfBuild>>>,
    calls: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    threads: Threads,
    metrics: CallMetrics,
}

/// Counts one that waits, while it does.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Executor {
    /// An executor that waits for each call for at most `timeout`.
    pub fn new(execution: Execution, timeout: Duration, metrics: CallMetrics) -> Self {
        Self {
            execution,
            timeout,
            builds: Mutex::default(),
            calls: Arc::new(Semaphore::new(CALLS)),
            waiting: Arc::default(),
            // Half of the cores answer requests.
            threads: Threads::new(
                available_parallelism().map_or(1, |cores| cores.get().div_ceil(2).cast_signed()),
                if execution == Execution::Unrested { Duration::ZERO } else { REST },
            ),
            metrics,
        }
    }

    fn of_build(&self, Call { build, game, .. }: Call<'_>) -> Arc<OfBuild> {
        let mut builds = self.builds.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || OfBuild {
            metrics: self.metrics.of_game(game),
            calls: Arc::new(Semaphore::new(CALLS_OF_A_BUILD)),
            hanging: AtomicUsize::default(),
        };
        Arc::clone(builds.entry(build).or_insert_with(|| Arc::new(new())))
    }

    /// Waits until a call may be made, for a second at most.
    ///
    /// # Errors
    /// [`NoAnswer::Busy`], [`NoAnswer::Hanging`]: the call was not made.
    pub async fn admit(&self, call: Call<'_>) -> Result<Admitted, NoAnswer> {
        let Call { op, table, .. } = call;
        let mut room = None;
        if self.execution != Execution::Inline {
            let of_build = self.of_build(call);
            let taken = self.room(&of_build).await;
            let taken = taken.inspect_err(|error| of_build.metrics.failed(op, error.why()))?;
            room = Some((taken, of_build));
        }
        Ok(Admitted { op, table, timeout: self.timeout, threads: self.threads.clone(), room })
    }

    /// Counts a call to which the module gave no proper answer.
    pub fn failed(&self, call: Call<'_>) {
        self.metrics.failed(call.game, call.op, "failed");
    }

    /// Room for one more call of a build.
    async fn room(&self, of_build: &OfBuild) -> Result<Room, NoAnswer> {
        let hanging = of_build.hanging.load(Ordering::Relaxed);
        if hanging >= MOST_HANGING {
            return Err(NoAnswer::Hanging(hanging));
        }
        // Most are admitted without waiting.
        let of_one = Arc::clone(&of_build.calls).try_acquire_owned().ok();
        let both = of_one
            .and_then(|of_one| Some((of_one, Arc::clone(&self.calls).try_acquire_owned().ok()?)));
        let (of_one, of_all) = match both {
            Some(both) => both,
            None => self.wait(of_build).await?,
        };
        Ok(Room { _of_build: of_one, _of_all: of_all })
    }

    async fn wait(
        &self,
        of_build: &OfBuild,
    ) -> Result<(OwnedSemaphorePermit, OwnedSemaphorePermit), NoAnswer> {
        let waiting = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(Arc::clone(&self.waiting));
        let busy = || {
            let under_way = CALLS.saturating_sub(self.calls.available_permits());
            NoAnswer::Busy(under_way + self.waiting.load(Ordering::Relaxed) - 1)
        };
        if waiting >= MOST_WAITING {
            return Err(busy());
        }
        let both = async {
            let of_one = Arc::clone(&of_build.calls).acquire_owned().await;
            Ok((of_one?, Arc::clone(&self.calls).acquire_owned().await?))
        };
        match time::timeout(ADMISSION, both).await {
            Ok(Ok(both)) => Ok(both),
            Ok(Err(closed @ tokio::sync::AcquireError { .. })) => {
                Err(NoAnswer::Lost(closed.to_string()))
            }
            Err(_) => Err(busy()),
        }
    }

    /// Admits a call and makes it.
    ///
    /// # Errors
    /// See [`Executor::admit`] and [`Admitted::run`].
    pub async fn run<T: Send + 'static>(
        &self,
        call: Call<'_>,
        made: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NoAnswer> {
        let span = tracing::debug_span!("module", game = call.game, op = call.op);
        async { self.admit(call).await?.run(made).await }.instrument(span).await
    }
}

/// Runs a call of a module that no executor times, and logs it if it is slow.
pub fn timed<T>(game: &str, op: &'static str, call: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let answer = call();
    let took = began.elapsed();
    if took > SLOW {
        tracing::warn!(game, op, ms = took.as_millis(), "a module took long to answer");
    }
    answer
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::task::JoinSet;

    use super::threads::MOMENT;
    use super::*;

    const STUCK: Call<'_> = Call { game: "stuck", build: [1; 32], op: "play", table: None };
    const FINE: Call<'_> = Call { game: "fine", build: [2; 32], op: "play", table: None };
    const TIMEOUT: Duration = Duration::from_secs(10);

    /// Calls that do not return before they are released.
    struct Stuck {
        executor: Arc<Executor>,
        release: Option<mpsc::Sender<()>>,
        stuck: Arc<Mutex<mpsc::Receiver<()>>>,
        calls: JoinSet<Result<bool, NoAnswer>>,
        begun: Arc<AtomicUsize>,
    }

    impl Stuck {
        fn new() -> Self {
            let (release, stuck) = mpsc::channel::<()>();
            Self {
                executor: Arc::new(Executor::new(
                    Execution::Blocking,
                    TIMEOUT,
                    CallMetrics::default(),
                )),
                release: Some(release),
                stuck: Arc::new(Mutex::new(stuck)),
                calls: JoinSet::new(),
                begun: Arc::default(),
            }
        }

        /// Makes some calls, and returns once they are under way.
        async fn call(&mut self, count: usize) {
            let (free, begun) = (self.free(), self.begun.load(Ordering::Relaxed));
            for _ in 0..count {
                let begun = Arc::clone(&self.begun);
                let (stuck, executor) = (Arc::clone(&self.stuck), Arc::clone(&self.executor));
                let admitted = executor.admit(STUCK).await.unwrap();
                self.calls.spawn(async move {
                    let wait = move || {
                        begun.fetch_add(1, Ordering::Relaxed);
                        stuck.lock().map(|stuck| stuck.recv().is_ok()).is_ok()
                    };
                    admitted.run(wait).await
                });
            }
            assert_eq!(self.free(), free - count);
            // Those that wait for a thread get one after a few moments.
            for _ in 0..100 {
                for _ in 0..count {
                    tokio::task::yield_now().await;
                }
                time::advance(MOMENT).await;
            }
            while self.begun.load(Ordering::Relaxed) < begun + count {
                tokio::task::yield_now().await;
            }
        }

        fn free(&self) -> usize {
            self.executor.of_build(STUCK).calls.available_permits()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_hangs_is_waited_for_only_so_long_and_its_thread_is_replaced() {
        let mut stuck = Stuck::new();
        stuck.call(MOST_HANGING - 1).await;
        tokio::time::advance(TIMEOUT).await;
        while let Some(answer) = stuck.calls.join_next().await {
            let late = NoAnswer::TooLate { op: "play", limit: TIMEOUT };
            assert_eq!(answer.unwrap(), Err(late));
        }
        assert_eq!(stuck.free(), CALLS_OF_A_BUILD);
        assert_eq!(stuck.executor.run(STUCK, || 7).await, Ok(7));
        // One more, and the build is called no more; others are.
        stuck.call(1).await;
        tokio::time::advance(TIMEOUT).await;
        stuck.calls.join_next().await.unwrap().unwrap().unwrap_err();
        let hanging = NoAnswer::Hanging(MOST_HANGING);
        assert_eq!(stuck.executor.run(STUCK, || 7).await, Err(hanging));
        assert_eq!(stuck.executor.run(FINE, || 7).await, Ok(7));
        // Calls that return after all count no more.
        drop(stuck.release.take());
        while stuck.executor.of_build(STUCK).hanging.load(Ordering::Relaxed) > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(stuck.executor.run(STUCK, || 7).await, Ok(7));
        assert_eq!(stuck.free(), CALLS_OF_A_BUILD);
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_too_long_to_call_a_module_is_turned_away_and_has_lost_nothing() {
        let mut stuck = Stuck::new();
        stuck.call(CALLS_OF_A_BUILD).await;
        let executor = Arc::clone(&stuck.executor);
        let waiting = tokio::spawn(async move { executor.admit(STUCK).await.map(drop) });
        while stuck.executor.waiting.load(Ordering::Relaxed) == 0 {
            tokio::task::yield_now().await;
        }
        tokio::time::advance(ADMISSION).await;
        assert!(waiting.await.unwrap().unwrap_err().is_unmade());
        // That is not the time of those who are called.
        assert_eq!(stuck.calls.len(), CALLS_OF_A_BUILD);
        drop(stuck.release.take());
        for answer in stuck.calls.join_all().await {
            assert_eq!(answer, Ok(true));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn one_more_than_can_wait_is_turned_away_at_once() {
        let mut stuck = Stuck::new();
        stuck.call(CALLS_OF_A_BUILD).await;
        let mut waiting = JoinSet::new();
        for _ in 0..MOST_WAITING {
            let executor = Arc::clone(&stuck.executor);
            waiting.spawn(async move { executor.admit(STUCK).await.map(drop) });
        }
        while stuck.executor.waiting.load(Ordering::Relaxed) < MOST_WAITING {
            tokio::task::yield_now().await;
        }
        let began = tokio::time::Instant::now();
        let busy = NoAnswer::Busy(CALLS_OF_A_BUILD + MOST_WAITING);
        assert_eq!(stuck.executor.admit(STUCK).await.unwrap_err(), busy);
        assert_eq!(began.elapsed(), Duration::ZERO);
        drop(stuck.release.take());
    }
}
