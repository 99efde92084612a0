//! What the game waits for, as told to each player.

use gueridon_game::{Eyes, Seat, Seats};
use serde::Serialize;

use crate::cards::{Cause, Domain, Faction, Invasion};
use crate::decision::Decision;
use crate::state::Astoria;
use crate::walls::malefice;

/// What the game waits for, in the eyes of one player or of the public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum Prompt {
    /// The game is over, and how it ended.
    GameOver { cause: Option<Cause>, faction: Option<Faction> },
    /// These others are to act.
    Waiting { seats: Seats },
    /// Which role to play.
    ChooseRole,
    /// Which action to take, or how to spend glyphs.
    Act { actions: u8, glyphs: u8 },
    /// Whether to place a second gem.
    ShapeAgain,
    /// Whether to give a second gem.
    GiveAnother { to: Seat },
    /// Which cards to tilt against a chief.
    Fight { chief: Invasion, strength: u8 },
    /// Which cards to tilt against the palace.
    Assault,
    /// Whether to defend the palace.
    Defend { attacker: Seat },
    /// With which more cards to defend it.
    DefendMore { attacker: Seat },
    /// Whether to save a guard.
    SaveGuard { killer: Seat, owner: Seat },
    /// Whether to counter a malefice.
    Counter { chief: Invasion, domain: Option<Domain> },
    /// Which cards to straighten.
    Ready { count: u8 },
}

impl Astoria {
    pub(crate) fn prompt(&self, eyes: Eyes) -> Prompt {
        let seats = self.asked();
        let Some(seat) = eyes.seat().filter(|&seat| seats.contains(seat)) else {
            return match self.ending {
                Some(ending) => {
                    Prompt::GameOver { cause: Some(ending.cause), faction: ending.faction }
                }
                None => Prompt::Waiting { seats },
            };
        };
        let active = self.turn.active;
        match self.decision {
            Decision::Over => Prompt::GameOver { cause: None, faction: None },
            Decision::ChooseRole { .. } => Prompt::ChooseRole,
            Decision::Act => {
                Prompt::Act { actions: self.turn.actions, glyphs: self.turn.pool.len() as u8 }
            }
            Decision::ShapeAgain { .. } => Prompt::ShapeAgain,
            Decision::GiveAnother { to } => Prompt::GiveAnother { to },
            Decision::Fight { chief } => {
                let strength = chief.facts().chief.map_or(0, |facts| facts.strength);
                Prompt::Fight { chief, strength }
            }
            Decision::Assault => Prompt::Assault,
            Decision::Defend { has_announced: false, .. } => Prompt::Defend { attacker: active },
            Decision::Defend { .. } => Prompt::DefendMore { attacker: active },
            Decision::SaveGuard { owner, .. } => Prompt::SaveGuard { killer: active, owner },
            Decision::Counter { chief, .. } => Prompt::Counter { chief, domain: malefice(chief) },
            Decision::Ready { due } => Prompt::Ready { count: due[seat.index()] },
        }
    }
}
