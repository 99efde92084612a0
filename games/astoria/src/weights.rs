//! How readily mages take each step in games that a search plays on by chance.
//!
//! By chance alone everybody is exiled and the palace falls before a second artefact is made. With
//! these weights mages finish what they have begun, spend the glyphs they have made, straighten their
//! cards, and accuse with reason.

use gueridon_game::Seat;

use crate::cards::{Domain, Faction};
use crate::moves::Move;
use crate::state::Astoria;

/// The round from which on somebody may have shown whom they work for.
const SUSPICION: u8 = 3;
/// How many artefacts are begun before one is finished.
const AT_WORK: usize = 2;

/// Most steps.
const USUAL: u32 = 20;
/// What ends a turn early or accuses somebody.
const RARE: u32 = 1;

impl Astoria {
    pub(crate) fn weigh(&self, seat: Seat, step: &Move) -> u32 {
        let mage = self.mage(seat);
        let has_glyphs = seat == self.turn.active && !self.turn.pool.is_empty();
        match *step {
            Move::Accuse { seat: accused, faction } => {
                let has_reason =
                    self.turn.round >= SUSPICION && self.may_work_for(seat, accused, faction);
                if has_reason { RARE } else { 0 }
            }
            Move::EndTurn(_) => RARE,
            // Its user goes into exile.
            Move::Assault(_) | Move::Wound(_) | Move::KillGuard { domain: Domain::Fire, .. } => 4,
            Move::Weaken { .. }
            | Move::KillGuard { .. }
            | Move::Recover { .. }
            | Move::Empower(_)
            | Move::StealCard { .. }
            | Move::StealArtefact { .. }
            | Move::Peek { .. }
            | Move::Heal(_) => 3 * USUAL,
            Move::Use { .. } | Move::Channel { .. } => USUAL,
            // Any other action loses the glyphs that wait.
            _ if has_glyphs => 2,
            Move::Shape { artefact, .. } if mage.started.has(artefact) => 6 * USUAL,
            Move::Shape { .. } if mage.started.len() < AT_WORK => 30,
            Move::Shape { .. } => 3,
            Move::Create { .. } | Move::Destroy { .. } => 8,
            Move::Decline(_) | Move::Strike(_) => 6,
            Move::ReadyAll(_) => 10 * USUAL,
            _ => USUAL,
        }
    }

    /// Whether `accused` may work for `faction`, as far as `seat` can know: one such objective is
    /// neither one's own nor turned up, and no accusation has shown that it is another.
    fn may_work_for(&self, seat: Seat, accused: Seat, faction: Faction) -> bool {
        if self.mage(accused).cleared.has(faction) {
            return false;
        }
        let mut unknown = self.objectives_in_play();
        for other in (0..self.seat_count()).map(Seat) {
            let mage = self.mage(other);
            if let Some(objective) = mage.objective
                && (other == seat || mage.is_revealed)
            {
                unknown.take(objective);
            }
        }
        unknown.iter().any(|(objective, _)| objective.faction() == Some(faction))
    }
}
