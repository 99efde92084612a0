//! Who plays in the arena: chance, greed or a search.

use std::fmt;
use std::str::FromStr;

use gueridon_game::border::Method;
use gueridon_game::{Dice, Eyes, Language, Seat, Seed, Strength};
use gueridon_host::bots::{choose, strength_of};
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
    /// A tree search of so many iterations, and in how many of a hundred steps it draws one instead
    /// of playing the best: `search:1000` or `search:40:50`.
    Search(Strength),
    /// A bot as it plays the game at tables: `beginner`, `casual`, `skilled` or `expert`.
    Bot(Bot),
}

/// What is no player, with those there are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is no player: there are `random`, `greedy`, `greedy:3`, `search:1000`, \
     `search:40:50`, and the bots `beginner`, `casual`, `skilled` and `expert`"
)]
pub struct NotAPlayer(String);

impl FromStr for Player {
    type Err = NotAPlayer;

    fn from_str(text: &str) -> Result<Self, NotAPlayer> {
        let wrong = || NotAPlayer(text.to_owned());
        let number = |number: &str, fewest, most| {
            let number = number.parse().ok();
            number.filter(|number| (fewest..=most).contains(number)).ok_or_else(wrong)
        };
        match text.split_once(':') {
            None if text == "random" => Ok(Self::Random),
            None if text == "greedy" => Ok(Self::Greedy(WORLDS)),
            None if text.chars().all(|char| char.is_ascii_lowercase()) => {
                let bot = Bot::from_word(&text.to_ascii_uppercase());
                bot.filter(|bot| *bot != Bot::Random).map(Self::Bot).ok_or_else(wrong)
            }
            Some(("greedy", worlds)) => Ok(Self::Greedy(number(worlds, 1, 1_000)?)),
            Some(("search", how)) => {
                let (iterations, noise) = how.split_once(':').unwrap_or((how, "0"));
                let iterations = number(iterations, 1, Strength::MOST_ITERATIONS)?;
                let noise = u8::try_from(number(noise, 0, 100)?).map_err(|_| wrong())?;
                Ok(Self::Search(Strength { iterations, noise }))
            }
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy(worlds) => write!(f, "greedy:{worlds}"),
            Self::Search(Strength { iterations, noise: 0 }) => write!(f, "search:{iterations}"),
            Self::Search(Strength { iterations, noise }) => {
                write!(f, "search:{iterations}:{noise}")
            }
            Self::Bot(bot) => f.write_str(&bot.word().to_ascii_lowercase()),
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
        let eyes = Eyes::Seat(seat);
        let strength = match self {
            Self::Random => return by_chance(table, seat, dice),
            Self::Greedy(worlds) => {
                let found = table.search(eyes, dice, Method::Greedy { worlds })?.candidates;
                return Ok(found.into_iter().next().map(|found| found.step));
            }
            Self::Search(strength) => strength,
            Self::Bot(bot) => match strength_of(bot, table.module().about()) {
                Some(strength) => strength,
                None => return by_chance(table, seat, dice),
            },
        };
        // One call makes no more than that.
        for made in (AT_ONCE..strength.iterations).step_by(AT_ONCE as usize) {
            table.search(eyes, dice, Method::Tree { iterations: made })?;
        }
        let method = Method::Tree { iterations: strength.iterations };
        let found = table.search(eyes, dice, method)?.candidates;
        Ok(choose(strength, found, &mut Dice::new(dice, 1)))
    }
}

/// Any open step.
fn by_chance(table: &mut Handle, seat: Seat, dice: &Seed) -> Result<Option<RawJson>, CallError> {
    let open = table.moves(seat, Language::default())?;
    let chosen = Dice::new(dice, 0).below(open.len());
    Ok(open.into_iter().nth(chosen).map(|choice| choice.step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_written_as_it_is_read() {
        for text in ["random", "greedy:3", "search:1000", "search:40:50", "beginner", "expert"] {
            assert_eq!(text.parse::<Player>().unwrap().to_string(), text);
        }
        assert_eq!("greedy".parse(), Ok(Player::Greedy(3)));
        for wrong in [
            "",
            "chance",
            "search",
            "search:0",
            "search:1000001",
            "search:40:101",
            "search:40:",
            "greedy:1001",
            "random:2",
            "greedy:x",
        ] {
            assert_eq!(wrong.parse::<Player>(), Err(NotAPlayer(wrong.to_owned())));
        }
    }
}
