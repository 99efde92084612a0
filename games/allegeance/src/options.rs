//! What the players agree on before the deal.

use gueridon_game::{Kind, Language, Refusal, Sdl, Seat};
use serde::{Deserialize, Serialize};

use crate::cards::{
    DEAR_PROTECTION, Guild, MOST_DRAFTERS, MOST_OF_MAJORITY_CARDS, Points, Power, VARIANTS,
};

/// Variants of Allégeance. What cannot be played together is refused: DRAFT_TOO_MANY,
/// RANDOM_GUILDS_FOR_TWO, NO_SUCH_FIRST.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "camelCase", rename(serialize = "TableOptions"))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Whether Allegiances are drafted instead of dealt; for 2 or 3 players (F30).
    pub draft: bool,
    /// Whether the four guilds that leave a game of two are drawn by lot instead of being the usual
    /// ones (F29).
    pub random_guilds: bool,
    /// Whether Diplomats are worth 10 points at most. No source has the value; without a bound they
    /// often decide games of two or three (section J).
    pub capped_diplomats: bool,
    /// Whether raising a Protection costs 2 gems instead of 1. No source has either value.
    pub dear_protection: bool,
    /// The seat that begins, from 0 to one less than there are players; drawn by lot when it is
    /// null (F31).
    pub first: Option<Seat>,
}

impl Options {
    /// What the power of `guild` costs, in gems by value.
    pub(crate) fn cost_of(&self, guild: Guild) -> u8 {
        let facts = guild.facts();
        match facts.power {
            Power::RaiseProtection {} if self.dear_protection => DEAR_PROTECTION,
            _ => facts.cost,
        }
    }

    /// What `guild` is worth at most at the end, where that is agreed on.
    pub(crate) fn most_points_of(&self, guild: Guild) -> Option<u8> {
        let is_capped =
            self.capped_diplomats && matches!(guild.facts().points, Points::MajorityCards { .. });
        is_capped.then_some(MOST_OF_MAJORITY_CARDS)
    }

    /// The text of `guild` in the catalogue where another than the first value is agreed on.
    pub(crate) fn variant_text(&self, id: &str, language: Language) -> Option<&'static str> {
        let (guild, texts) = VARIANTS.iter().find(|(guild, _)| guild.id() == id)?;
        let varies =
            self.cost_of(*guild) != guild.facts().cost || self.most_points_of(*guild).is_some();
        varies.then_some(texts[language.index()])
    }

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
