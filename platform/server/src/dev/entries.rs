//! A position as it is kept: how the game was dealt, what was played since, and how far one has gone.

use std::fmt;
use std::str::FromStr;

use gueridon_game::{Seat, Seed};
use gueridon_modules::module::RawJson;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// How one gets to a position.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Record {
    /// The options of the game, its default if absent.
    #[serde(default)]
    pub(super) options: Option<RawJson>,
    /// With how many seats; 0 until the first build says how many suit.
    pub(super) seats: u8,
    pub(super) seed: SeedName,
    /// All that was played, also what comes after the position.
    #[serde(default)]
    pub(super) entries: Vec<Entry>,
    /// After how many entries the position is; at the end if absent.
    #[serde(default = "at_the_end")]
    pub(super) at: usize,
}

const fn at_the_end() -> usize {
    usize::MAX
}

/// What one seat played at once.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) seat: Seat,
    pub(super) steps: Vec<RawJson>,
}

impl Entry {
    /// Whether the same was played.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let tree = |entry: &Self| -> Vec<Value> {
            let steps = entry.steps.iter();
            steps.map(|step| serde_json::from_str(step.get()).unwrap_or_default()).collect()
        };
        self.seat == other.seat && tree(self) == tree(other)
    }
}

/// A seed as people write it: a number, as tests have it, or 64 hexadecimal digits. In JSON it is a text,
/// because JavaScript rounds large numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SeedName {
    name: String,
    seed: Seed,
}

impl SeedName {
    pub(super) const fn seed(&self) -> &Seed {
        &self.seed
    }

    /// What is chosen by chance is drawn from this, which has nothing to do with the table's dice.
    pub(super) fn of_choices(&self, luck: u64) -> Seed {
        let Seed(mut bytes) = self.seed;
        bytes[16..24].iter_mut().zip(luck.to_le_bytes()).for_each(|(byte, luck)| *byte ^= luck);
        bytes[31] ^= 0xde;
        Seed(bytes)
    }
}

impl From<u64> for SeedName {
    fn from(number: u64) -> Self {
        Self { name: number.to_string(), seed: Seed::of_test(number) }
    }
}

impl fmt::Display for SeedName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl FromStr for SeedName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if let Ok(number) = text.parse::<u64>() {
            return Ok(number.into());
        }
        let byte =
            |at: usize| text.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok());
        let bytes: Option<Vec<u8>> = (0..64).step_by(2).map(byte).collect();
        match bytes.map(<[u8; 32]>::try_from) {
            Some(Ok(bytes)) if text.len() == 64 => {
                Ok(Self { name: text.to_owned(), seed: Seed(bytes) })
            }
            _ => Err("a seed is a number, or 64 hexadecimal digits".to_owned()),
        }
    }
}

impl Serialize for SeedName {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name)
    }
}

impl<'de> Deserialize<'de> for SeedName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Named;
        impl Visitor<'_> for Named {
            type Value = SeedName;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seed")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<SeedName, E> {
                Ok(number.into())
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<SeedName, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_number_or_all_its_bytes() {
        let read = |json: &str| serde_json::from_str::<SeedName>(json);
        assert_eq!(read("57").unwrap().seed(), &Seed::of_test(57));
        assert_eq!(read(r#""57""#).unwrap(), read("57").unwrap());
        let hex = "ff".repeat(32);
        assert_eq!(read(&format!("{hex:?}")).unwrap().seed(), &Seed([255; 32]));
        for bad in ["-1", r#""""#, r#""ff""#, "1.5", &format!("\"{}\"", "é".repeat(32))] {
            assert!(read(bad).is_err(), "{bad}");
        }
        let seed = SeedName::from(57);
        assert_ne!(seed.of_choices(0), seed.of_choices(1));
        assert_ne!(&seed.of_choices(0), seed.seed());
    }
}
