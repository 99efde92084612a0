//! What mages do in games that a search plays on, and what a search never does.

use gueridon_game::search::Search;
use gueridon_game::{Eyes, Game, Seed};

use super::scene::{A, B, C, Scene, YES};
use crate::cards::{Artefact, Domain, Faction, Gems, Objective};
use crate::moves::{Force, Move};

fn accuse(faction: Faction) -> Move {
    Move::Accuse { seat: B, faction }
}

/// A table of four in the third round.
fn scene() -> Scene {
    let mut scene = Scene::new(4);
    scene.game.turn.round = 3;
    scene
}

fn weight(scene: &Scene, step: Move) -> u32 {
    scene.game.weight(A, &step)
}

#[test]
fn nobody_is_accused_before_anybody_can_have_shown_their_colours() {
    let mut scene = scene();
    assert!(weight(&scene, accuse(Faction::Dragon)) > 0);
    scene.game.turn.round = 2;
    assert_eq!(weight(&scene, accuse(Faction::Dragon)), 0);
}

#[test]
fn nobody_is_accused_of_what_cannot_be() {
    let own = scene().objective(A, Objective::KillDragon);
    assert_eq!(weight(&own, accuse(Faction::Dragon)), 0, "there is one such objective");
    assert!(weight(&own, accuse(Faction::Populace)) > 0);

    let mut revealed = scene().objective(C, Objective::KillPopulace);
    assert!(weight(&revealed, accuse(Faction::Populace)) > 0, "A does not know it of C");
    revealed.game.mages[C.index()].is_revealed = true;
    assert_eq!(weight(&revealed, accuse(Faction::Populace)), 0);

    let mut cleared = scene();
    cleared.game.mages[B.index()].cleared.add(Faction::Barbarians);
    assert_eq!(weight(&cleared, accuse(Faction::Barbarians)), 0);
    assert!(weight(&cleared, accuse(Faction::Dragon)) > 0);
}

#[test]
fn a_search_never_accuses_of_what_cannot_be() {
    let scene = scene().objective(A, Objective::KillDragon);
    let mut search = Search::new(&scene.game, Eyes::Seat(A), &Seed::of_test(1));
    search.advance(500);
    let found = search.candidates();
    let visits = |step: &Move| found.iter().find(|one| one.step == *step).map(|one| one.visits);
    assert_eq!(visits(&accuse(Faction::Dragon)), Some(0), "it is open, and makes no sense");
    assert!(found.iter().filter(|one| one.visits > 0).count() > 5);
}

#[test]
fn a_search_takes_the_only_step_that_makes_sense() {
    use Artefact::{OrbCobalt, OrbFire, OrbNature, OrbShadow, OrbSolar};
    let hand = [OrbFire, OrbNature, OrbSolar, OrbShadow, OrbCobalt];
    let mut scene = scene().stock(A, &[]).hand(A, &hand);
    scene.game.turn.round = 2;
    scene.game.mages[A.index()].power = 20;
    scene.game.mages[A.index()].tilted = scene.game.mage(A).cards;
    scene.game.city.reserve = Gems::new();
    let mut open = Vec::new();
    scene.game.moves(A, &mut open);
    let (end, rest) = open.split_last().unwrap();
    assert!(*end == Move::EndTurn(YES) && !rest.is_empty());
    assert!(rest.iter().all(|step| matches!(step, Move::Accuse { .. })), "{rest:?}");
    let mut search = Search::new(&scene.game, Eyes::Seat(A), &Seed::of_test(1));
    for iterations in [0, 10] {
        search.advance(iterations);
        let found = search.candidates();
        assert_eq!((found[0].step, found[0].visits), (*end, iterations));
        assert_eq!(found.len(), open.len());
        assert!(found[1..].iter().all(|one| one.visits == 0));
    }
}

#[test]
fn what_is_begun_is_rather_finished_and_glyphs_are_rather_spent() {
    let shape = |artefact| Move::Shape { artefact, gem: Domain::Fire };
    let begun = scene().started(A, Artefact::PendantFire, &[Domain::Fire]);
    let [on, new] =
        [Artefact::PendantFire, Artefact::OrbFire].map(|one| weight(&begun, shape(one)));
    assert!(on > new && new > 0);

    let glyphs = scene().pool(Domain::Fire, 1);
    let spend = Move::Weaken { force: Force::Barbarians, domain: Domain::Fire };
    assert!(weight(&glyphs, spend) > 10 * weight(&glyphs, Move::Reinforce(YES)));
    assert_eq!(weight(&scene(), Move::Reinforce(YES)), 20);
}
