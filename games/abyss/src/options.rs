//! What the players agree on before the deal.

use gueridon_game::Sdl;
use serde::{Deserialize, Serialize};

/// Variants of Abyss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "camelCase", rename(serialize = "TableOptions"))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Whether the Black Smokers, once exchanged, are shuffled back into the Location deck instead
    /// of leaving the game.
    pub return_black_smokers: bool,
    /// Whether the extension Kraken is played.
    pub kraken: bool,
}
