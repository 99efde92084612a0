//! What this node has to do, now and in the last hours.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use gueridon_journal::NodeLoad;

use crate::clock::millis;
use crate::metrics::HostMetrics;
use crate::tables::Tables;

/// How far apart samples are at least: a node takes one with the next sign of life.
const EVERY: Duration = Duration::from_secs(60);
/// How many samples are kept: those of two hours.
const KEPT: usize = 120;

/// What a node had to do at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoadSample {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// What.
    pub load: NodeLoad,
}

/// Measures what this node has to do.
#[derive(Debug)]
pub(crate) struct LoadMeter {
    tables: Arc<Tables>,
    metrics: HostMetrics,
    process_bytes: fn() -> Option<usize>,
    samples: Mutex<Samples>,
}

impl LoadMeter {
    pub(crate) fn new(
        tables: Arc<Tables>,
        metrics: HostMetrics,
        process_bytes: fn() -> Option<usize>,
    ) -> Self {
        Self { tables, metrics, process_bytes, samples: Mutex::default() }
    }

    /// What it has to do now.
    pub(crate) fn now(&self) -> NodeLoad {
        NodeLoad {
            tables: self.tables.loaded() as u64,
            table_bytes: self.tables.loaded_bytes() as u64,
            process_bytes: (self.process_bytes)().map(|bytes| bytes as u64),
            plays: self.metrics.plays.count_accepted(),
        }
    }

    /// Keeps what it has to do now as a sample, if the last one is old enough.
    pub(crate) fn note(&self, at_ms: i64, load: NodeLoad) {
        let sample = LoadSample { at_ms, load };
        self.samples.lock().unwrap_or_else(PoisonError::into_inner).note(sample);
    }

    /// The samples of the last two hours, about a minute apart, the oldest first.
    pub(crate) fn samples(&self) -> Vec<LoadSample> {
        let samples = self.samples.lock().unwrap_or_else(PoisonError::into_inner);
        samples.0.iter().copied().collect()
    }
}

#[derive(Debug, Default)]
struct Samples(VecDeque<LoadSample>);

impl Samples {
    fn note(&mut self, sample: LoadSample) {
        if self.0.back().is_some_and(|last| sample.at_ms < last.at_ms + millis(EVERY)) {
            return;
        }
        if self.0.len() == KEPT {
            self.0.pop_front();
        }
        self.0.push_back(sample);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_kept_each_minute_and_the_oldest_go() {
        let mut samples = Samples::default();
        let load = NodeLoad { tables: 0, table_bytes: 0, process_bytes: None, plays: 0 };
        let beats = 2 * KEPT as i64 * 12;
        for beat in 0..beats {
            samples.note(LoadSample { at_ms: beat * 5_000, load });
        }
        assert_eq!(samples.0.len(), KEPT);
        let gaps = samples.0.iter().zip(samples.0.iter().skip(1));
        assert!(gaps.into_iter().all(|(one, next)| next.at_ms - one.at_ms == 60_000));
        assert_eq!(samples.0.back().map(|last| last.at_ms), Some((beats / 12 - 1) * 60_000));
    }
}
