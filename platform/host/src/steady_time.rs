//! The time of day of a machine whose clock may be set while it is in use.
//!
//! The time that is shown never goes back and never jumps: it goes on as the monotonic clock does,
//! and follows the machine's clock where the two differ by little. A machine whose clock is suddenly
//! ahead was suspended, or its clock was set; its time is only shown once somebody has seen to it
//! with [`SteadyTime::follow`]. Behind the time that was shown already, the machine is caught up
//! with slowly.

use std::time::{Duration, Instant};

/// By how much the machine's clock may differ before it has jumped.
const LIMIT: Duration = Duration::from_secs(2);
/// While the machine is behind, one part in so many of the time that passes is left out.
const SLOWER: u32 = 100;

/// A time of day that never goes back.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SteadyTime {
    /// What was last shown, since 1970.
    shown: Duration,
    /// When that was.
    at: Instant,
}

impl SteadyTime {
    /// Begins with what the machine's clock says.
    pub(crate) const fn new(machine: Duration, at: Instant) -> Self {
        Self { shown: machine, at }
    }

    /// The time to show at a moment at which the machine's clock says this.
    pub(crate) fn now(&mut self, machine: Duration, at: Instant) -> Duration {
        let passed = at.saturating_duration_since(self.at);
        let expected = self.shown + passed;
        self.at = self.at.max(at);
        self.shown = if machine.abs_diff(expected) <= LIMIT {
            machine.max(self.shown)
        } else if machine > expected {
            expected
        } else {
            expected - passed / SLOWER
        };
        self.shown
    }

    /// Shows no earlier time than this from now on.
    pub(crate) fn follow(&mut self, to: Duration) {
        self.shown = self.shown.max(to);
    }

    /// Whether a machine's clock that says this has jumped from what was last shown, and whereto.
    pub(crate) fn jump(&self, machine: Duration) -> Option<Jump> {
        if machine.abs_diff(self.shown) <= LIMIT {
            return None;
        }
        Some(if machine > self.shown { Jump::Ahead } else { Jump::Behind })
    }
}

/// Where the machine's clock is, seen from the time that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Jump {
    /// It was suspended, or its clock was set forwards.
    Ahead,
    /// Its clock was set back.
    Behind,
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3_600);
    const SECOND: Duration = Duration::from_secs(1);
    const NOON: Duration = Duration::from_secs(1_800_000_000);

    #[test]
    fn small_differences_are_followed_and_time_never_goes_back() {
        let at = Instant::now();
        let mut time = SteadyTime::new(NOON, at);
        assert_eq!(time.now(NOON + SECOND * 3, at + SECOND * 2), NOON + SECOND * 3);
        assert_eq!(time.now(NOON + SECOND * 2, at + SECOND * 2), NOON + SECOND * 3);
        assert_eq!(time.now(NOON + SECOND * 4, at + SECOND * 4), NOON + SECOND * 4);
        // Two who ask at once may be told in any order.
        assert_eq!(time.now(NOON + SECOND * 4, at + SECOND * 3), NOON + SECOND * 4);
        assert_eq!(time.jump(NOON + SECOND * 4), None);
    }

    #[test]
    fn a_machine_that_is_suddenly_ahead_is_followed_only_when_that_is_said() {
        let at = Instant::now();
        let mut time = SteadyTime::new(NOON, at);
        let machine = NOON + HOUR * 2;
        assert_eq!(time.now(machine + SECOND, at + SECOND), NOON + SECOND);
        assert_eq!(time.jump(machine + SECOND), Some(Jump::Ahead));
        assert_eq!(time.now(machine + SECOND * 2, at + SECOND * 2), NOON + SECOND * 2);
        time.follow(machine + SECOND * 2);
        assert_eq!(time.now(machine + SECOND * 3, at + SECOND * 3), machine + SECOND * 3);
        assert_eq!(time.jump(machine + SECOND * 3), None);
    }

    #[test]
    fn a_machine_that_is_set_back_is_caught_up_with_a_hundredth_slower() {
        let at = Instant::now();
        let mut time = SteadyTime::new(NOON, at);
        assert_eq!(time.now(NOON - HOUR, at), NOON);
        assert_eq!(time.jump(NOON - HOUR), Some(Jump::Behind));
        assert_eq!(time.now(NOON - HOUR + SECOND * 100, at + SECOND * 100), NOON + SECOND * 99);
        // In the end both are the same.
        let later = |hours: u32| (NOON - HOUR + HOUR * hours, at + HOUR * hours);
        let shown: Vec<Duration> =
            (1..=101).map(later).map(|(machine, at)| time.now(machine, at)).collect();
        assert!(shown.is_sorted());
        assert_eq!(shown[100], NOON + HOUR * 100);
    }
}
