//! What the page asks for, and why it may not be done.

use gueridon_game::Seat;
use gueridon_game::border::{LocalizedText, Refused};
use gueridon_modules::CallError;
use gueridon_modules::module::RawJson;
use serde::{Deserialize, Serialize};

use super::entries::SeedName;

/// Something that the author does.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Asked")]
pub(super) enum Act {
    /// A seat plays steps, listed or not. What came after the position is left.
    Play { seat: Seat, steps: Vec<RawJson> },
    /// The table goes back, or forward through what was played, to after this entry.
    Go { to: usize },
    /// Everybody plays by chance until after this entry, or the end. The same number of `luck` plays the
    /// same from the same position.
    Chance { to: usize, luck: u64 },
    /// Another game is dealt. What is absent stays; an empty text stands for the game's own options.
    New { seats: Option<u8>, seed: Option<SeedName>, options: Option<RawJson> },
    /// What was played is kept under a name.
    Keep { name: String },
    /// The table goes to a branch.
    Branch { name: String },
    /// A branch is forgotten.
    Forget { name: String },
    /// The module is built again, though nothing was saved.
    Build,
}

/// The same as it is sent. (Raw JSON cannot be read inside an enum that is tagged by a field.)
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    r#do: String,
    seat: Option<Seat>,
    steps: Option<Vec<RawJson>>,
    to: Option<usize>,
    luck: Option<u64>,
    seats: Option<u8>,
    seed: Option<SeedName>,
    options: Option<RawJson>,
    name: Option<String>,
}

impl TryFrom<Asked> for Act {
    type Error = String;

    fn try_from(asked: Asked) -> Result<Self, String> {
        let Asked { r#do, seat, steps, to, luck, seats, seed, options, name } = asked;
        let lacks = |what: &str| format!("`{}` needs `{what}`", r#do);
        let to = to.ok_or_else(|| lacks("to"));
        let name = name.ok_or_else(|| lacks("name"));
        Ok(match r#do.as_str() {
            "play" => Self::Play {
                seat: seat.ok_or_else(|| lacks("seat"))?,
                steps: steps.ok_or_else(|| lacks("steps"))?,
            },
            "go" => Self::Go { to: to? },
            "chance" => Self::Chance { to: to?, luck: luck.unwrap_or_default() },
            "new" => Self::New { seats, seed, options },
            "keep" => Self::Keep { name: name? },
            "branch" => Self::Branch { name: name? },
            "forget" => Self::Forget { name: name? },
            "build" => Self::Build,
            other => return Err(format!("`{other}` cannot be done")),
        })
    }
}

/// Why something was not done.
#[derive(Debug, Clone, Serialize)]
pub(super) struct NotDone {
    /// In a sentence.
    pub(super) said: String,
    /// How the rules say it, if it was they.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) refused: Option<RefusedByRules>,
}

/// A refusal of the game.
#[derive(Debug, Clone, Serialize)]
pub(super) struct RefusedByRules {
    code: String,
    rule: String,
    words: LocalizedText,
}

impl NotDone {
    pub(super) fn because(said: impl Into<String>) -> Self {
        Self { said: said.into(), refused: None }
    }
}

impl From<CallError> for NotDone {
    fn from(error: CallError) -> Self {
        let CallError::Refused(refused) = error else { return Self::because(error.to_string()) };
        let Refused { code, rule, words, .. } = *refused;
        let said = format!("{} ({code})", words.get(gueridon_game::Language::En));
        Self { said, refused: Some(RefusedByRules { code, rule, words }) }
    }
}
