//! What the page asks for, and why it may not be done.

use gueridon_game::Seat;
use gueridon_game::border::{LocalizedText, Refused};
use gueridon_modules::CallError;
use gueridon_modules::module::RawJson;
use serde::{Deserialize, Serialize};

use super::entries::SeedName;

/// Something that the author does.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", deny_unknown_fields)]
pub(super) enum Act {
    /// A seat plays steps, listed or not. What came after the position is left.
    Play { seat: Seat, steps: Vec<RawJson> },
    /// The table goes back, or forward through what was played, to after this entry.
    Go { to: usize },
    /// Everybody plays by chance until after this entry, or the end. The same number of `luck` plays the
    /// same from the same position.
    Chance {
        to: usize,
        #[serde(default)]
        luck: u64,
    },
    /// Another game is dealt. What is absent stays.
    New {
        seats: Option<u8>,
        seed: Option<SeedName>,
        /// An empty text for the game's own.
        options: Option<RawJson>,
    },
    /// What was played is kept under a name.
    Keep { name: String },
    /// The table goes to a branch.
    Branch { name: String },
    /// A branch is forgotten.
    Forget { name: String },
    /// The module is built again, though nothing was saved.
    Build,
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
