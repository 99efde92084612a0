//! The form of a `learning.json`.

use serde::Deserialize;
use serde_json::Value;

use super::condition::Condition;

/// A text in both languages.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Text {
    pub(super) en: String,
    pub(super) fr: String,
}

/// All of it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Content {
    pub(super) version: u8,
    /// The least and the most that a game lasts.
    pub(super) minutes: [u16; 2],
    /// How hard it is to learn.
    pub(super) weight: u8,
    /// An SVG document.
    pub(super) picture: String,
    /// What the game is.
    pub(super) summary: Vec<Text>,
    pub(super) how_to_play: Vec<Section>,
    pub(super) glossary: Vec<Term>,
    /// The options that beginners are asked about.
    pub(super) beginner_options: Vec<String>,
    pub(super) first_game: FirstGame,
}

/// A part of how to play.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Section {
    pub(super) heading: Text,
    /// Its paragraphs.
    pub(super) text: Vec<Text>,
    /// The things of the catalogue that are shown with it.
    #[serde(default)]
    pub(super) cards: Vec<String>,
}

/// A word of the game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Term {
    pub(super) key: String,
    pub(super) name: Text,
    pub(super) forms: Forms,
    pub(super) text: Text,
}

/// The forms in which a term stands in sentences.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Forms {
    pub(super) en: Vec<String>,
    pub(super) fr: Vec<String>,
}

/// A game with explanations.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FirstGame {
    pub(super) seats: u8,
    pub(super) options: Value,
    pub(super) steps: Vec<Step>,
}

/// An explanation.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    pub(super) id: String,
    /// When it is said; at once if there is none.
    #[serde(default)]
    pub(super) when: Option<Condition>,
    /// What is pointed at: the first of these that is there.
    #[serde(default)]
    pub(super) point: Vec<String>,
    pub(super) say: Text,
}
