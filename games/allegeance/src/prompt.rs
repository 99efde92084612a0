//! What the game waits for, as told to one pair of eyes.

use gueridon_game::{Eyes, Seat};
use serde::Serialize;

use crate::cards::{Card, Guild, Oath};
use crate::decision::Decision;
use crate::moves::Move;
use crate::state::Allegeance;

/// A prompt; its phrase is in the words under `prompt` and its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Prompt {
    ChooseOath {},
    DraftOath {},
    DraftDiscard {},
    Act {
        plays: u8,
    },
    ChiefPower {
        chief: Card,
    },
    AimCopied {
        guild: Guild,
    },
    Robbed {
        by: Seat,
        guild: Guild,
    },
    Struck {
        by: Seat,
        guild: Guild,
        count: u8,
    },
    Swapped {
        by: Seat,
        guild: Guild,
        own: Guild,
    },
    KeepForeseen {},
    DiscardCards {},
    UseOath {
        oath: Option<Oath>,
    },
    /// Others are to act.
    Wait {
        seats: Vec<Seat>,
    },
    Over,
}

impl Allegeance {
    pub(crate) fn prompt(&self, eyes: Eyes) -> Prompt {
        let asked = self.asked();
        if asked.is_empty() {
            return Prompt::Over;
        }
        if !eyes.seat().is_some_and(|seat| asked.contains(seat)) {
            return Prompt::Wait { seats: asked.iter().collect() };
        }
        match self.decision {
            Decision::Over => Prompt::Over,
            Decision::ChooseOath => Prompt::ChooseOath {},
            Decision::DraftOath { .. } => Prompt::DraftOath {},
            Decision::DraftDiscard { .. } => Prompt::DraftDiscard {},
            Decision::Act => Prompt::Act { plays: self.turn.plays_left },
            Decision::ChiefPower { chief } => Prompt::ChiefPower { chief: chief.chief() },
            Decision::AimCopied { guild } => Prompt::AimCopied { guild },
            Decision::React { step, .. } => self.prompt_to_react(step),
            Decision::KeepForeseen => Prompt::KeepForeseen {},
            Decision::DiscardCards => Prompt::DiscardCards {},
            Decision::UseOath { seat, .. } => Prompt::UseOath { oath: self.player(seat).oath },
        }
    }

    fn prompt_to_react(&self, step: Move) -> Prompt {
        let by = self.turn.active;
        let Some((_, guild, count)) = step.target() else {
            // Nothing else is aimed at anybody.
            return Prompt::Wait { seats: vec![by] };
        };
        match (step, step.offered()) {
            (_, Some(own)) => Prompt::Swapped { by, guild, own },
            (Move::Steal { .. }, None) => Prompt::Robbed { by, guild },
            _ => Prompt::Struck { by, guild, count },
        }
    }
}
