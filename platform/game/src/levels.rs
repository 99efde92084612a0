//! How strongly the bots of each level play a game.

use serde::{Deserialize, Serialize};

/// How a bot chooses its steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Strength {
    /// How many iterations of the search it makes for each step: 1 to
    /// [`Strength::MOST_ITERATIONS`].
    pub iterations: u32,
    /// In how many of a hundred steps it draws one, with chances by how often the search took it,
    /// instead of playing the best.
    pub noise: u8,
}

impl Strength {
    /// The most iterations of a search.
    pub const MOST_ITERATIONS: u32 = 1_000_000;
}

/// The bots of every level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Levels {
    /// Learns the rules.
    pub beginner: Strength,
    /// Plays now and then.
    pub casual: Strength,
    /// Plays well.
    pub skilled: Strength,
    /// Plays as well as it can.
    pub expert: Strength,
}

impl Levels {
    /// What suits most games: that of a game which says nothing itself.
    pub const USUAL: Self = Self {
        beginner: Strength { iterations: 40, noise: 40 },
        casual: Strength { iterations: 120, noise: 15 },
        skilled: Strength { iterations: 500, noise: 5 },
        expert: Strength { iterations: 4_000, noise: 0 },
    };
}

/// A [`Strength`] as it is read.
#[derive(Deserialize)]
struct Unchecked {
    iterations: u32,
    noise: u8,
}

/// No bot can play like that.
#[derive(Debug, thiserror::Error)]
#[error(
    "a bot makes 1 to {} iterations and draws 0 to 100 of a hundred steps, not {iterations} and {noise}",
    Strength::MOST_ITERATIONS
)]
struct NoStrength {
    iterations: u32,
    noise: u8,
}

impl TryFrom<Unchecked> for Strength {
    type Error = NoStrength;

    fn try_from(Unchecked { iterations, noise }: Unchecked) -> Result<Self, NoStrength> {
        if (1..=Self::MOST_ITERATIONS).contains(&iterations) && noise <= 100 {
            Ok(Self { iterations, noise })
        } else {
            Err(NoStrength { iterations, noise })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(iterations: u32, noise: u32) -> Result<Strength, String> {
        let text = format!("{{\"iterations\":{iterations},\"noise\":{noise}}}");
        serde_json::from_str(&text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_strength_that_no_bot_can_have_is_not_read() {
        assert_eq!(read(1, 0), Ok(Strength { iterations: 1, noise: 0 }));
        assert_eq!(read(1_000_000, 100), Ok(Strength { iterations: 1_000_000, noise: 100 }));
        for (iterations, noise) in [(0, 0), (1_000_001, 0), (1, 101)] {
            let said = read(iterations, noise).unwrap_err();
            assert!(said.contains("a bot makes 1 to 1000000 iterations"), "{said}");
        }
    }

    #[test]
    fn the_usual_levels_search_longer_and_draw_less_from_one_to_the_next() {
        let Levels { beginner, casual, skilled, expert } = Levels::USUAL;
        let levels = [beginner, casual, skilled, expert];
        assert!(levels.is_sorted_by(|one, two| one.iterations < two.iterations));
        assert!(levels.is_sorted_by(|one, two| one.noise >= two.noise));
    }
}
