//! Who plays in the arena: chance, greed or a search.

use std::fmt;
use std::str::FromStr;

use gueridon_game::border::Method;
use gueridon_game::{Dice, Eyes, Language, Seat, Seed};
use gueridon_host::bots::Level;
use gueridon_journal::Bot;
use gueridon_modules::module::RawJson;
use gueridon_modules::{CallError, Handle};

/// How many imagined games greed compares, unless it is said.
const WORLDS: u32 = 3;

/// How many iterations of a search are asked for at a time.
const AT_ONCE: u32 = 10_000;

/// A player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// Any open step, each as likely as the others: `random`.
    Random,
    /// The step that is best one step ahead, in a few imagined games: `greedy` or `greedy:3`.
    Greedy(u32),
    /// A tree search of so many iterations: `search:1000`.
    Search(u32),
    /// A bot as it plays at tables: `beginner`, `casual`, `skilled` or `expert`.
    Level(Level),
}

/// What is no player, with those there are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no player: there are `random`, `greedy`, `greedy:3`, `search:1000`, and the bots \
     `beginner`, `casual`, `skilled` and `expert`"
)]
pub struct NotAPlayer(String);

impl FromStr for Player {
    type Err = NotAPlayer;

    fn from_str(text: &str) -> Result<Self, NotAPlayer> {
        let wrong = || NotAPlayer(text.to_owned());
        let number = |number: &str, most| {
            number.parse().ok().filter(|number| (1..=most).contains(number)).ok_or_else(wrong)
        };
        match text.split_once(':') {
            None if text == "random" => Ok(Self::Random),
            None if text == "greedy" => Ok(Self::Greedy(WORLDS)),
            None if text.chars().all(|char| char.is_ascii_lowercase()) => {
                let bot = Bot::from_word(&text.to_ascii_uppercase());
                bot.and_then(Level::of).map(Self::Level).ok_or_else(wrong)
            }
            Some(("greedy", worlds)) => Ok(Self::Greedy(number(worlds, 1_000)?)),
            Some(("search", iterations)) => Ok(Self::Search(number(iterations, 1_000_000)?)),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy(worlds) => write!(f, "greedy:{worlds}"),
            Self::Search(iterations) => write!(f, "search:{iterations}"),
            Self::Level(level) => f.write_str(&level.bot().word().to_ascii_lowercase()),
        }
    }
}

impl Player {
    /// What the player does in `seat`; nothing if there is nothing to do.
    pub(super) fn choose(
        self,
        table: &mut Handle,
        seat: Seat,
        dice: &Seed,
    ) -> Result<Option<RawJson>, CallError> {
        let method = match self {
            Self::Random => {
                let open = table.moves(seat, Language::default())?;
                let chosen = Dice::new(dice, 0).below(open.len());
                return Ok(open.into_iter().nth(chosen).map(|choice| choice.step));
            }
            Self::Greedy(worlds) => Method::Greedy { worlds },
            Self::Search(iterations) => {
                // One call makes no more than that.
                for made in (AT_ONCE..iterations).step_by(AT_ONCE as usize) {
                    table.search(Eyes::Seat(seat), dice, Method::Tree { iterations: made })?;
                }
                Method::Tree { iterations }
            }
            Self::Level(level) => Method::Tree { iterations: level.iterations() },
        };
        let found = table.search(Eyes::Seat(seat), dice, method)?.candidates;
        Ok(match self {
            Self::Level(level) => level.choose(found, &mut Dice::new(dice, 1)),
            _ => found.into_iter().next().map(|found| found.step),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_written_as_it_is_read() {
        for text in ["random", "greedy:3", "search:1000", "beginner", "expert"] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
        assert_eq!("greedy".parse(), Ok(Player::Greedy(3)));
        for wrong in [
            "",
            "chance",
            "search",
            "search:0",
            "search:1000001",
            "greedy:1001",
            "random:2",
            "greedy:x",
        ] {
            assert_eq!(wrong.parse::<Player>(), Err(NotAPlayer(wrong.to_owned())));
        }
    }
}
