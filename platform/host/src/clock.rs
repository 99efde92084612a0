//! The source of time: everything in the host that needs the time of day reads a [`Clock`], which a
//! test can set.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::steady_time::{Jump, SteadyTime};

/// Gives the time in milliseconds since 1970, UTC. Cheap to clone; clones show the same time.
#[derive(Debug, Clone, Default)]
pub struct Clock(Source);

#[derive(Debug, Clone)]
enum Source {
    System(Arc<Machine>),
    Set(Arc<AtomicI64>),
}

impl Default for Source {
    fn default() -> Self {
        Self::System(Arc::new(Machine::new(CanBeSet::No)))
    }
}

/// The clock of the machine, without its jumps.
#[derive(Debug)]
struct Machine {
    can_be_set: CanBeSet,
    /// How far a test has set it ahead.
    ahead_ms: AtomicI64,
    shown: Mutex<SteadyTime>,
}

#[derive(Debug, PartialEq, Eq)]
enum CanBeSet {
    No,
    Yes,
}

impl Machine {
    fn new(can_be_set: CanBeSet) -> Self {
        let shown = Mutex::new(SteadyTime::new(time_of_day(), Instant::now()));
        Self { can_be_set, ahead_ms: AtomicI64::new(0), shown }
    }

    /// What the machine says, jumps and all.
    fn says(&self) -> Duration {
        let ahead_ms = self.ahead_ms.load(Ordering::Relaxed);
        let ahead = Duration::from_millis(ahead_ms.unsigned_abs());
        let now = time_of_day();
        if ahead_ms < 0 { now.saturating_sub(ahead) } else { now + ahead }
    }

    fn shown(&self) -> MutexGuard<'_, SteadyTime> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn time_of_day() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

impl Clock {
    /// The clock of the machine. What it shows never goes back, and does not follow a jump before
    /// the host has written down that the time between did not pass for anybody.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::default())
    }

    /// The clock of the machine, which a test can [`Clock::set`] as an operator can: then it jumps.
    #[must_use]
    pub fn jumping() -> Self {
        Self(Source::System(Arc::new(Machine::new(CanBeSet::Yes))))
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
            Source::System(machine) => {
                let mut shown = machine.shown();
                millis(shown.now(machine.says(), Instant::now()))
            }
            Source::Set(now_ms) => now_ms.load(Ordering::Relaxed),
        }
    }

    /// Sets a standing or a jumping clock, and all its clones; the machine's clock is left alone.
    pub fn set(&self, now_ms: i64) {
        match &self.0 {
            Source::Set(shown) => shown.store(now_ms, Ordering::Relaxed),
            Source::System(machine) if machine.can_be_set == CanBeSet::Yes => {
                machine.ahead_ms.store(now_ms - millis(time_of_day()), Ordering::Relaxed);
            }
            Source::System(_) => {}
        }
    }

    /// What the clock of the machine says where it has jumped, and in which direction.
    pub(crate) fn jump(&self) -> Option<(Jump, i64)> {
        let Source::System(machine) = &self.0 else { return None };
        let mut shown = machine.shown();
        let says = machine.says();
        shown.now(says, Instant::now());
        shown.jump(says).map(|jump| (jump, millis(says)))
    }

    /// Shows no earlier time than this from now on; a standing clock is left alone.
    pub(crate) fn follow(&self, to_ms: i64) {
        if let (Source::System(machine), Ok(to_ms)) = (&self.0, u64::try_from(to_ms)) {
            machine.shown().follow(Duration::from_millis(to_ms));
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
