//! The way from the async threads to the modules and back.
//!
//! A module runs inside the host, and a call into it can be neither watched from within nor ended.
//! So nobody waits for one for ever, and the calls that are still out after that hold no more
//! threads than their own module's.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::journal::TableId;
use crate::refusal::Fault;

/// On which thread modules are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Crossing {
    /// On threads where waiting hurts nobody.
    #[default]
    Aside,
    /// On the thread that asks: for simulations, in which everything happens in one order.
    Inline,
}

/// A call that takes longer is told to the operator.
pub(super) const SLOW: Duration = Duration::from_millis(10);

/// What is called, for the operator to know.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call {
    /// SHA-256 of the build.
    pub(crate) build: [u8; 32],
    /// What it is asked.
    pub(crate) op: &'static str,
    /// The table for which it is asked.
    pub(crate) table: Option<TableId>,
}

/// The ways to all modules.
#[derive(Debug)]
pub(crate) struct Crossings {
    crossing: Crossing,
    patience: Duration,
    lanes: Mutex<BTreeMap<[u8; 32], Arc<Semaphore>>>,
}

impl Crossings {
    /// How many calls of one build may be under way at once; tokio has 512 threads for all.
    const LANES: usize = 64;

    /// Ways on which nobody waits longer than `patience`.
    pub(crate) fn new(crossing: Crossing, patience: Duration) -> Self {
        Self { crossing, patience, lanes: Mutex::default() }
    }

    fn lane(&self, build: [u8; 32]) -> Arc<Semaphore> {
        let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
        let lane = lanes.entry(build).or_insert_with(|| Arc::new(Semaphore::new(Self::LANES)));
        Arc::clone(lane)
    }

    /// Runs `call`, which asks a module something. What the call holds is lost if the module does
    /// not answer in time.
    pub(crate) async fn cross<T: Send + 'static>(
        &self,
        Call { build, op, table }: Call,
        call: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        if self.crossing == Crossing::Inline {
            return Ok(call());
        }
        let lane = self.lane(build);
        let out = Arc::clone(&lane);
        let crossing = async {
            let permit = out.acquire_owned().await;
            let call = move || {
                let answer = call();
                drop(permit);
                answer
            };
            tokio::task::spawn_blocking(call).await
        };
        match timeout(self.patience, crossing).await {
            Ok(answered) => answered.map_err(|error| Fault::Module(error.to_string())),
            Err(_) => {
                let (table, free) = (table.map(tracing::field::display), lane.available_permits());
                tracing::error!(table, op, free, "a module did not answer in time");
                Err(Fault::Module(format!("it did not answer `{op}` within {:?}", self.patience)))
            }
        }
    }
}

/// Runs a call of a module that is watched by nobody else, and tells the operator if it is slow.
pub(crate) fn watched<T>(game: &str, op: &'static str, call: impl FnOnce() -> T) -> T {
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
        const PATIENCE: Duration = Duration::from_secs(10);
        let crossings = Arc::new(Crossings::new(Crossing::Aside, PATIENCE));
        let (release, stuck) = mpsc::channel::<()>();
        let stuck = Arc::new(Mutex::new(stuck));
        let mut calls = tokio::task::JoinSet::new();
        for _ in 0..=Crossings::LANES {
            let (stuck, crossings) = (Arc::clone(&stuck), Arc::clone(&crossings));
            calls.spawn(async move {
                let wait = move || stuck.lock().map(|stuck| stuck.recv().is_ok()).is_ok();
                crossings.cross(STUCK, wait).await
            });
        }
        // All are on their way, but one that finds no lane.
        while crossings.lane(STUCK.build).available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        tokio::task::yield_now().await;
        tokio::time::advance(PATIENCE).await;
        for answer in calls.join_all().await {
            assert!(matches!(answer, Err(Fault::Module(_))), "{answer:?}");
        }
        assert_eq!(crossings.lane(STUCK.build).available_permits(), 0);
        assert_eq!(crossings.cross(FINE, || 7).await.unwrap(), 7);
        drop(release);
        // Those who come back make room again.
        assert_eq!(crossings.cross(STUCK, || 7).await.unwrap(), 7);
    }
}
