//! What a host asks a module, as JSON.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::hex::seed_as_hex;
use crate::{Eyes, Language, Seat, Seed};

/// How a game comes to be: dealt from a seed, or restored from what [`Op::Save`](super::Op::Save)
/// wrote.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Open<'a> {
    /// A new game. Its chance is that of journal entry 0.
    Deal {
        /// Expansions and variants; the game's default when absent.
        #[serde(borrow, default)]
        options: Option<&'a RawValue>,
        /// How many play.
        seats: u8,
        /// What all chance is drawn from.
        #[serde(with = "seed_as_hex")]
        seed: Seed,
    },
    /// A game as it was saved.
    Restore {
        /// What [`Op::Save`](super::Op::Save) or [`Op::Imagine`](super::Op::Imagine) wrote.
        #[serde(borrow)]
        state: &'a RawValue,
        /// How many play.
        seats: u8,
        /// What all chance is drawn from.
        #[serde(with = "seed_as_hex")]
        seed: Seed,
    },
}

/// The request of [`Op::Catalogue`](super::Op::Catalogue).
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Catalogue<'a> {
    /// Expansions and variants; the game's default when absent.
    #[serde(borrow, default)]
    pub options: Option<&'a RawValue>,
    /// In which language.
    pub language: Language,
}

/// The request of [`Op::Play`](super::Op::Play).
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Play<S> {
    /// Whose steps they are.
    pub seat: Seat,
    /// The number of the journal entry that they would become, from 1; it selects the dice.
    pub entry: u64,
    /// The steps, at least one: a list of raw JSON, or a raw JSON list.
    pub steps: S,
}

/// The request of [`Op::Moves`](super::Op::Moves).
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct OfSeat {
    /// Whose steps.
    pub seat: Seat,
    /// In which language.
    pub language: Language,
}

/// The request of [`Op::View`](super::Op::View), [`Op::Score`](super::Op::Score) (which speak no
/// language), [`Op::Look`](super::Op::Look) and [`Op::LookAhead`](super::Op::LookAhead).
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct OfEyes {
    /// Who looks.
    pub eyes: Eyes,
    /// In which language.
    #[serde(default)]
    pub language: Language,
    /// Whether a look may leave out what a program that only plays does not read: all words, which are
    /// then empty, and the score, which is null. A module need not know this.
    #[serde(default)]
    pub bare: bool,
}

/// The request of [`Op::Words`](super::Op::Words).
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Words<'a> {
    /// In which language.
    pub language: Language,
    /// What is to be put into words.
    #[serde(borrow)]
    pub said: WordsOf<'a>,
}

/// Something to be put into words.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum WordsOf<'a> {
    /// What the game waits for, as told to these eyes.
    Prompt(Eyes),
    /// A step.
    #[serde(borrow)]
    Move(&'a RawValue),
}

/// The request of [`Op::Preview`](super::Op::Preview).
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Preview<S> {
    /// Whose steps they would be, and who looks.
    pub seat: Seat,
    /// The steps, at least one: a list of raw JSON, or a raw JSON list.
    pub steps: S,
    /// What is imagined is drawn from this; never the seed of the table.
    #[serde(with = "seed_as_hex")]
    pub dice: Seed,
    /// In which language.
    pub language: Language,
}

/// The request of [`Op::Reveals`](super::Op::Reveals): a play on the kept game.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Reveals<S> {
    /// Whose steps they are.
    pub seat: Seat,
    /// The number of their journal entry, from 1; it selects the dice.
    pub entry: u64,
    /// The steps, at least one: a list of raw JSON, or a raw JSON list.
    pub steps: S,
    /// What is imagined is drawn from this; never the seed of the table.
    #[serde(with = "seed_as_hex")]
    pub dice: Seed,
}

/// The request of [`Op::Imagine`](super::Op::Imagine).
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Imagine {
    /// Who cannot tell the games apart.
    pub eyes: Eyes,
    /// What the game is drawn from; never the seed of the table.
    #[serde(with = "seed_as_hex")]
    pub dice: Seed,
}

/// The request of [`Op::Search`](super::Op::Search), about the kept game.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Search {
    /// From whose knowledge. Steps are found for a seat that is to act, and chances for everybody.
    pub eyes: Eyes,
    /// All chance of the search is drawn from this; never the seed of the table.
    #[serde(with = "seed_as_hex")]
    pub dice: Seed,
    /// How.
    pub method: Method,
}

/// How the best step is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Method {
    /// By a tree search. `iterations` counts from its beginning: a module that made fewer for the
    /// same eyes and dice goes on from these, and any answers as if it had made all of them now. So
    /// a host that asks for 100, 200, 300 pays for 300.
    Tree {
        /// How many in all, at most a million, and at most 10,000 more than were made before.
        iterations: u32,
    },
    /// By the points after one step. Only for the eyes of a seat.
    Greedy {
        /// In how many imagined games, at most 1,000.
        worlds: u32,
    },
}
