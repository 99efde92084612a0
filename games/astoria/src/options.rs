//! What the players agree on before the deal: the variant, and the points that the rulebook leaves
//! open.

use gueridon_game::{Refusal, Sdl};
use serde::{Deserialize, Serialize};

/// The King's full health, from easy to hard (C5).
const FULL_HEALTH: std::ops::RangeInclusive<u8> = 8..=12;
/// The lowest square of the Populace's and the Barbarians' tracks (32).
const FLOOR: std::ops::RangeInclusive<u8> = 0..=1;
/// After how many rounds the game may be cut off (81).
const ROUND_LIMIT: std::ops::RangeInclusive<u8> = 10..=60;
/// The numbers of players that the variant is for (100a).
const VARIANT_SEATS: std::ops::RangeInclusive<u8> = 5..=6;

/// The variant of Astoria, and the points that its rulebook leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "camelCase", rename(serialize = "TableOptions"))]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Whether the Grand Alchemist variant is played, with 5 or 6 players (100a).
    pub grand_alchemist: bool,
    /// How its roles are given out (86).
    pub role_assignment: RoleAssignment,
    /// The health at which the King is cured, 8 to 12: 8 is easy, 10 normal, 12 hard.
    pub full_health: u8,
    /// When it is checked whether the King is cured (76).
    pub king_cure_check: CureCheck,
    /// Whether a discovered traitor lets the King regain a point each round, instead of losing none
    /// (53).
    pub revealed_traitor_heals_king: bool,
    /// The lowest force of Populace and Barbarians, 0 or 1 (32).
    pub force_floor: u8,
    /// What becomes of glyphs that wait when a chief is fought (43).
    pub pool_before_fight: PoolBeforeFight,
    /// Whether the invasion cards are shuffled anew when none is left; otherwise the last one stays
    /// in force to the end (48).
    pub reshuffle_invasion: bool,
    /// Where the gem of a killed guard goes (37).
    pub killed_guard_gem: GuardGem,
    /// Whether a turn may be ended while an action is possible (11).
    pub may_end_turn_early: bool,
    /// Whether everybody has a flask without the variant; otherwise only the first four mages from
    /// the first player on, and the others take the gems of finished artefacts back into their
    /// stock.
    pub flasks_for_all: bool,
    /// How equal totals are parted (80).
    pub tie_break: TieBreak,
    /// After how many rounds the game ends without an objective, 10 to 60 (81).
    pub round_limit: u8,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            grand_alchemist: false,
            role_assignment: RoleAssignment::Random,
            full_health: 10,
            king_cure_check: CureCheck::Immediate,
            revealed_traitor_heals_king: false,
            force_floor: 1,
            pool_before_fight: PoolBeforeFight::Lost,
            reshuffle_invasion: true,
            killed_guard_gem: GuardGem::Reserve,
            may_end_turn_early: true,
            flasks_for_all: true,
            tie_break: TieBreak::Shared,
            round_limit: 40,
        }
    }
}

/// How roles are given out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum RoleAssignment {
    /// By chance.
    Random,
    /// Each mage chooses, from the first player on.
    Choose,
}

/// When it is checked whether the King is cured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum CureCheck {
    /// Whenever his health rises.
    Immediate,
    /// After his illness, at the end of each round.
    EndOfDefence,
}

/// What becomes of glyphs that wait when a chief is fought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PoolBeforeFight {
    /// They are lost.
    Lost,
    /// They fight, too.
    Fights,
}

/// Where the gem of a killed guard goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum GuardGem {
    /// To the Reserve.
    Reserve,
    /// To the stock of the mage who placed it.
    Owner,
}

/// How equal totals are parted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum TieBreak {
    /// Not at all: the victory is shared.
    Shared,
    /// By the gems in the flasks, then by Power.
    FlaskThenPower,
}

impl Options {
    /// Refuses what cannot be had at a table of `seats`.
    pub(crate) fn check(&self, seats: u8) -> Result<(), Refusal> {
        if self.grand_alchemist && !VARIANT_SEATS.contains(&seats) {
            return Err(Refusal::new("VARIANT_SEATS", "100a").number("seats", seats));
        }
        let bounds = [
            (self.full_health, FULL_HEALTH, "fullHealth", "76"),
            (self.force_floor, FLOOR, "forceFloor", "32"),
            (self.round_limit, ROUND_LIMIT, "roundLimit", "81"),
        ];
        for (value, bounds, option, rule) in bounds {
            if !bounds.contains(&value) {
                return Err(Refusal::new("OPTION_OUT_OF_BOUNDS", rule)
                    .text("option", option)
                    .number("fewest", *bounds.start())
                    .number("most", *bounds.end()));
            }
        }
        Ok(())
    }
}
