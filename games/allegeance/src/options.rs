//! What the players agree on before the deal.

use gueridon_game::{Refusal, Seat};
use serde::{Deserialize, Serialize};

use crate::cards::MOST_DRAFTERS;

/// Variants of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Options {
    /// Whether Allegiances are drafted instead of dealt; for 2 or 3 players (F30).
    pub draft: bool,
    /// Whether the guilds that leave a game of two are drawn by lot (F29).
    pub random_guilds: bool,
    /// Who begins; drawn by lot when it is not said (F31).
    pub first: Option<Seat>,
}

impl Options {
    /// Refuses what cannot be played at a table of `seats`.
    pub(crate) fn check(&self, seats: u8) -> Result<(), Refusal> {
        if self.draft && usize::from(seats) > MOST_DRAFTERS {
            return Err(Refusal::new("DRAFT_TOO_MANY", "F30").number("most", MOST_DRAFTERS as u8));
        }
        if self.random_guilds && seats != 2 {
            return Err(Refusal::new("RANDOM_GUILDS_FOR_TWO", "F29"));
        }
        match self.first {
            Some(first) if first.0 >= seats => {
                Err(Refusal::new("NO_SUCH_FIRST", "F31").number("first", first.0))
            }
            _ => Ok(()),
        }
    }
}
