//! How readily steps are chosen in games of chance that are to come to something.

use astoria::view::Side;
use astoria::{Astoria, Move};
use gueridon_game::{Eyes, Game};

/// How many artefacts are begun before one is finished.
const AT_WORK: usize = 2;

/// Chance alone exiles everybody and takes the palace before a second artefact is made. With these
/// weights mages get the gems they need, finish what they have begun, use it, and stay loyal.
pub(crate) fn weigh(game: &Astoria, step: &Move) -> u32 {
    match *step {
        Move::Shape { artefact, .. } => {
            let mages = game.view(Eyes::Public).mages;
            let mut started = mages.iter().flat_map(|mage| &mage.started);
            match started.any(|started| started.artefact == artefact) {
                true => 4000,
                false if active(game).started.len() < AT_WORK => 60,
                false => 1,
            }
        }
        Move::Create { gem } | Move::Prepare { gem, .. } => {
            let is_wanted = active(game).started.iter().any(|started| started.missing.has(gem));
            if is_wanted { 1000 } else { 10 }
        }
        Move::StealArtefact { .. } | Move::KillGuard { .. } => 400,
        Move::PlaceGuard(_) | Move::Heal(_) => 200,
        Move::Weaken { .. } => 200,
        Move::Use { .. } | Move::Channel { .. } | Move::Ready { .. } => 60,
        Move::ReadyAll(_) => 60,
        Move::Tilt { .. } | Move::Defend(_) | Move::Tribute { .. } | Move::Reinforce(_) => 60,
        Move::Destroy { .. } => 8,
        Move::Fight { .. } => 20,
        Move::Strike(_) => 1,
        Move::Accuse { .. } | Move::EndTurn(_) | Move::Assault(_) => 0,
        _ => 20,
    }
}

/// The side of the mage whose turn it is.
fn active(game: &Astoria) -> Side {
    let mut view = game.view(Eyes::Public);
    view.mages.swap_remove(view.active.index())
}
