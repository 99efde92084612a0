//! The source of randomness: ids, tokens, seeds and the dice of previews.

use std::sync::{Arc, Mutex, PoisonError};

use gueridon_game::{Dice, Seed};
use uuid::Uuid;

use crate::clock::Clock;
use crate::refusal::Fault;

/// A source of random bytes. Cheap to clone; clones draw from the same source.
#[derive(Debug, Clone, Default)]
pub struct Random(Source);

#[derive(Debug, Clone, Default)]
enum Source {
    #[default]
    System,
    Test(Arc<Mutex<Dice>>),
}

impl Random {
    /// The operating system's random bits, which nobody can predict.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// The same bytes every time, for reproducible tests.
    #[must_use]
    pub fn of_test(number: u64) -> Self {
        Self(Source::Test(Arc::new(Mutex::new(Dice::new(&Seed::of_test(number), 0)))))
    }

    pub(crate) fn bytes<const N: usize>(&self) -> Result<[u8; N], Fault> {
        let mut bytes = [0; N];
        match &self.0 {
            Source::System => {
                getrandom::fill(&mut bytes).map_err(|error| Fault::NoEntropy(error.to_string()))?;
            }
            Source::Test(dice) => {
                let mut dice = dice.lock().unwrap_or_else(PoisonError::into_inner);
                bytes.fill_with(|| u8::try_from(dice.below(256)).unwrap_or_default());
            }
        }
        Ok(bytes)
    }

    /// A number below a bound; 0 if the bound is 0.
    pub(crate) fn below(&self, bound: usize) -> Result<usize, Fault> {
        let drawn = u64::from_le_bytes(self.bytes()?);
        // The bias of the modulo is negligible for such small bounds.
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        Ok(usize::try_from(drawn % bound).unwrap_or_default())
    }

    pub(crate) fn seed(&self) -> Result<Seed, Fault> {
        Ok(Seed(self.bytes()?))
    }

    /// A new id; ids sort by their creation time.
    pub(crate) fn id(&self, clock: &Clock) -> Result<Uuid, Fault> {
        let now_ms = u64::try_from(clock.now_ms()).unwrap_or_default();
        Ok(uuid::Builder::from_unix_timestamp_millis(now_ms, &self.bytes()?).into_uuid())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_bytes_repeat_and_system_bytes_do_not() {
        let draw = |random: Random| random.bytes::<16>().unwrap();
        assert_eq!(draw(Random::of_test(3)), draw(Random::of_test(3)));
        assert_ne!(draw(Random::of_test(3)), draw(Random::of_test(4)));
        assert_ne!(draw(Random::system()), draw(Random::system()));
    }

    #[test]
    fn ids_sort_by_time() {
        let clock = Clock::standing(1_000);
        let early = Random::system().id(&clock).unwrap();
        clock.set(1_001);
        assert!(early < Random::system().id(&clock).unwrap());
    }
}
