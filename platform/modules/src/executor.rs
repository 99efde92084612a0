//! Calls modules on threads that may block, with a time limit.
//!
//! A module runs inside the host, and a call into it can be neither observed nor cancelled. So a
//! caller stops waiting after a while, and the number of calls under way is limited for each build:
//! a build that hangs takes no threads from the others.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::time;

use uuid::Uuid;

/// The threads on which modules are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Execution {
    /// On threads that may block.
    #[default]
    Blocking,
    /// On the calling thread: for deterministic simulations.
    Inline,
}

/// A call that takes longer is logged.
pub const SLOW: Duration = Duration::from_millis(10);

/// Why a call failed, in one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoAnswer(pub String);

/// A call, for the log.
#[derive(Debug, Clone, Copy)]
pub struct Call {
    /// SHA-256 of the build.
    pub build: [u8; 32],
    /// The operation.
    pub op: &'static str,
    /// The table.
    pub table: Option<Uuid>,
}

/// Runs calls of modules.
#[derive(Debug)]
pub struct Executor {
    execution: Execution,
    timeout: Duration,
    queues: Mutex<BTreeMap<[u8; 32], Arc<Semaphore>>>,
}

impl Executor {
    /// How many calls of one build may be under way at once; tokio has 512 threads for all.
    const CALLS_AT_ONCE: usize = 64;

    /// An executor that waits for each call for at most `timeout`.
    pub fn new(execution: Execution, timeout: Duration) -> Self {
        Self { execution, timeout, queues: Mutex::default() }
    }

    fn queue(&self, build: [u8; 32]) -> Arc<Semaphore> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        let queue =
            queues.entry(build).or_insert_with(|| Arc::new(Semaphore::new(Self::CALLS_AT_ONCE)));
        Arc::clone(queue)
    }

    /// Runs `call`, which calls a module. What the call owns is lost if the module does not answer
    /// in time.
    pub async fn run<T: Send + 'static>(
        &self,
        Call { build, op, table }: Call,
        call: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NoAnswer> {
        if self.execution == Execution::Inline {
            return Ok(call());
        }
        let queue = self.queue(build);
        let out = Arc::clone(&queue);
        let answering = async {
            let permit = out.acquire_owned().await;
            let call = move || {
                let answer = call();
                drop(permit);
                answer
            };
            tokio::task::spawn_blocking(call).await
        };
        match time::timeout(self.timeout, answering).await {
            Ok(answered) => answered.map_err(|error| NoAnswer(error.to_string())),
            Err(_) => {
                let (table, free) = (table.map(tracing::field::display), queue.available_permits());
                tracing::error!(table, op, free, "a module did not answer in time");
                Err(NoAnswer(format!("it did not answer `{op}` within {:?}", self.timeout)))
            }
        }
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

    use super::*;

    const STUCK: Call = Call { build: [1; 32], op: "play", table: None };
    const FINE: Call = Call { build: [2; 32], op: "play", table: None };

    #[tokio::test(start_paused = true)]
    async fn a_module_that_does_not_answer_is_waited_for_only_so_long_and_stops_no_other() {
        const TIMEOUT: Duration = Duration::from_secs(10);
        let executor = Arc::new(Executor::new(Execution::Blocking, TIMEOUT));
        let (release, stuck) = mpsc::channel::<()>();
        let stuck = Arc::new(Mutex::new(stuck));
        let mut calls = tokio::task::JoinSet::new();
        for _ in 0..=Executor::CALLS_AT_ONCE {
            let (stuck, executor) = (Arc::clone(&stuck), Arc::clone(&executor));
            calls.spawn(async move {
                let wait = move || stuck.lock().map(|stuck| stuck.recv().is_ok()).is_ok();
                executor.run(STUCK, wait).await
            });
        }
        // All but one have a permit.
        while executor.queue(STUCK.build).available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        tokio::task::yield_now().await;
        tokio::time::advance(TIMEOUT).await;
        for answer in calls.join_all().await {
            assert!(matches!(answer, Err(NoAnswer(_))), "{answer:?}");
        }
        assert_eq!(executor.queue(STUCK.build).available_permits(), 0);
        assert_eq!(executor.run(FINE, || 7).await.unwrap(), 7);
        drop(release);
        // Calls that return give their permits back.
        assert_eq!(executor.run(STUCK, || 7).await.unwrap(), 7);
    }
}
