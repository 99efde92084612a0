//! Metrics of the calls of modules, by game and operation.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// The upper bounds of the buckets for the time of a call, in seconds.
const SECONDS: [f64; 12] =
    [0.00001, 0.00003, 0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 10.0];

/// The labels of calls: a game, with all its builds, and an operation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Which {
    game: String,
    op: &'static str,
}

/// The labels of calls that failed, with the way in which they did.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Failed {
    game: String,
    op: &'static str,
    why: &'static str,
}

/// How long calls of modules take, and how many fail. Clones share their counts.
#[derive(Debug, Clone)]
pub struct CallMetrics {
    seconds: Family<Which, Histogram, fn() -> Histogram>,
    failures: Family<Failed, Counter>,
}

impl Default for CallMetrics {
    fn default() -> Self {
        let seconds = Family::new_with_constructor((|| Histogram::new(SECONDS)) as fn() -> _);
        Self { seconds, failures: Family::default() }
    }
}

impl CallMetrics {
    /// Registers them.
    pub fn register(&self, registry: &mut Registry) {
        registry.register_with_unit(
            "module_call",
            "How long a module took to answer a call, by game and operation",
            Unit::Seconds,
            self.seconds.clone(),
        );
        registry.register(
            "module_failures",
            "Calls of modules that were not made, not answered, or answered wrongly",
            self.failures.clone(),
        );
    }

    /// Counts a call that failed, by the way in which it did.
    pub(crate) fn failed(&self, game: &str, op: &'static str, why: &'static str) {
        self.failures.get_or_create(&Failed { game: game.to_owned(), op, why }).inc();
    }

    pub(crate) fn of_game(&self, game: &str) -> CallsOfGame {
        CallsOfGame { game: game.to_owned(), metrics: self.clone(), ops: Mutex::default() }
    }
}

/// The metrics of the calls of one game.
#[derive(Debug)]
pub(crate) struct CallsOfGame {
    game: String,
    metrics: CallMetrics,
    /// A histogram for each operation. It is found by comparing the few names, so that no call
    /// allocates or hashes.
    ops: Mutex<Vec<(&'static str, Histogram)>>,
}

impl CallsOfGame {
    /// Counts a call, and how long it took.
    pub(crate) fn took(&self, op: &'static str, time: Duration) {
        let mut ops = self.ops.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, seconds)) = ops.iter().find(|(name, _)| *name == op) {
            return seconds.observe(time.as_secs_f64());
        }
        let which = Which { game: self.game.clone(), op };
        let seconds = self.metrics.seconds.get_or_create_owned(&which);
        seconds.observe(time.as_secs_f64());
        ops.push((op, seconds));
    }

    /// Counts a call that failed, by the way in which it did.
    pub(crate) fn failed(&self, op: &'static str, why: &'static str) {
        self.metrics.failed(&self.game, op, why);
    }
}
