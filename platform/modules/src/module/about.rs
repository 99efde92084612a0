//! What a game says about itself.

use gueridon_game::{Language, Levels};
use serde::{Deserialize, Serialize};

/// What a game says about itself before it is dealt.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct About {
    /// A short lower-case name, also the game's field of `Move` and `Options`.
    pub id: String,
    /// The prefix of the game's types in its SDL.
    pub prefix: String,
    /// The game's title in every language it speaks.
    pub titles: Vec<(Language, String)>,
    /// The version of the rules as implemented.
    pub rules_version: u32,
    /// The fewest players the game is for.
    pub fewest_seats: u8,
    /// The most players the game is for.
    pub most_seats: u8,
    /// The game's part of the API's schema.
    pub sdl: String,
    /// An upper bound on the number of steps in one game.
    pub longest: u32,
    /// The languages that the game speaks.
    pub languages: Vec<Language>,
    /// How strongly the bots of each level play; none for [`Levels::USUAL`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<Levels>,
}
