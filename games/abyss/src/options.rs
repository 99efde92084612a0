//! What the players agree on before the deal.

use serde::{Deserialize, Serialize};

/// Expansions and variants of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Options {
    /// Whether the Black Smokers, once exchanged, are shuffled back into the Location deck
    /// instead of leaving the game. The tile's wording allows both (G11).
    pub return_black_smokers: bool,
    /// Whether the extension Kraken is played.
    pub kraken: bool,
}
