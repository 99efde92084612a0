//! The source of time: everything in the host that needs the time of day reads a [`Clock`], which a
//! test can set.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Gives the time in milliseconds since 1970, UTC. Cheap to clone; clones show the same time.
#[derive(Debug, Clone, Default)]
pub struct Clock(Source);

#[derive(Debug, Clone, Default)]
enum Source {
    #[default]
    System,
    Set(Arc<AtomicI64>),
}

impl Clock {
    /// The clock of the machine.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that stands at `now_ms` until it is [`Clock::set`].
    #[must_use]
    pub fn standing(now_ms: i64) -> Self {
        Self(Source::Set(Arc::new(AtomicI64::new(now_ms))))
    }

    /// What time it is, in milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> i64 {
        match &self.0 {
            Source::System => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX)),
            Source::Set(now_ms) => now_ms.load(Ordering::Relaxed),
        }
    }

    /// Sets a standing clock, and all its clones; the machine's clock is left alone.
    pub fn set(&self, now_ms: i64) {
        if let Source::Set(shown) = &self.0 {
            shown.store(now_ms, Ordering::Relaxed);
        }
    }
}

/// A duration in whole milliseconds, saturating.
pub(crate) fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standing_clock_moves_only_when_it_is_set_and_takes_its_clones_along() {
        let clock = Clock::standing(5);
        let clone = clock.clone();
        assert_eq!(clone.now_ms(), 5);
        clock.set(-7);
        assert_eq!(clone.now_ms(), -7);
    }

    #[test]
    fn the_machines_clock_cannot_be_set() {
        let clock = Clock::system();
        clock.set(0);
        assert!(clock.now_ms() > 1_700_000_000_000);
    }
}
