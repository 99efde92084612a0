//! Metrics of the writes of a journal.

use std::time::Duration;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// The upper bounds of the buckets for the time of a commit, in seconds: from a fast disk to a
/// database that hardly answers.
const SECONDS: [f64; 11] = [0.0001, 0.0003, 0.001, 0.002, 0.005, 0.01, 0.03, 0.1, 0.3, 1.0, 5.0];
/// The upper bounds of the buckets for the number of writes in a batch.
const WRITES: [f64; 8] = [1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 256.0, 512.0];

/// Metrics of the batches that a journal commits. Clones share their counts.
#[derive(Debug, Clone)]
pub struct WriteMetrics {
    seconds: Histogram,
    writes: Histogram,
    failures: Counter,
}

impl Default for WriteMetrics {
    fn default() -> Self {
        let (seconds, writes) = (Histogram::new(SECONDS), Histogram::new(WRITES));
        Self { seconds, writes, failures: Counter::default() }
    }
}

impl WriteMetrics {
    /// Registers them.
    pub fn register(&self, registry: &mut Registry) {
        registry.register_with_unit(
            "journal_write",
            "How long it took to commit a batch of writes to the journal",
            Unit::Seconds,
            self.seconds.clone(),
        );
        registry.register(
            "journal_batch_writes",
            "How many writes were committed to the journal at once",
            self.writes.clone(),
        );
        registry.register(
            "journal_failures",
            "Batches of writes that the journal did not commit",
            self.failures.clone(),
        );
    }

    /// Counts a batch of that many writes that was committed in that time, or failed.
    pub(crate) fn wrote<T, E>(&self, writes: usize, time: Duration, done: &Result<T, E>) {
        if done.is_err() {
            self.failures.inc();
            return;
        }
        self.seconds.observe(time.as_secs_f64());
        // A batch has at most 512 writes, so nothing is rounded.
        self.writes.observe(writes as f64);
    }
}
