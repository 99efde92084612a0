//! How readily steps are chosen in games of chance that are to come to something.

use astoria::{Astoria, Move};
use gueridon_game::{Eyes, Game};

/// Chance alone exiles everybody and takes the palace before a second artefact is made. With these
/// weights artefacts are finished once they are begun, and used.
pub(crate) fn weigh(game: &Astoria, step: &Move) -> u32 {
    match step {
        Move::Shape { artefact, .. } => {
            let mages = game.view(Eyes::Public).mages;
            let mut started = mages.iter().flat_map(|mage| &mage.started);
            if started.any(|started| started.artefact == *artefact) { 4000 } else { 80 }
        }
        Move::StealArtefact { .. } | Move::KillGuard { .. } => 400,
        Move::Create { .. } | Move::PlaceGuard(_) | Move::Heal(_) => 200,
        Move::Use { .. } | Move::Channel { .. } => 100,
        Move::Tilt { .. } | Move::Defend(_) | Move::Tribute { .. } | Move::Reinforce(_) => 60,
        Move::Accuse { .. } | Move::EndTurn(_) | Move::Assault(_) | Move::Destroy { .. } => 1,
        Move::Fight { .. } | Move::Wound(_) => 4,
        _ => 20,
    }
}
