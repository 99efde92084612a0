//! Making artefacts: rules 16 to 20c.

use super::scene::{A, B, Scene, YES, gems, place_of};
use crate::Event;
use crate::cards::{Artefact, Card, Cause, Domain, Objective};
use crate::moves::Move;

const SHAPE_RED: Move = Move::Shape { artefact: Artefact::OrbFire, gem: Domain::Fire };

fn shape(artefact: Artefact, gem: Domain) -> Move {
    Move::Shape { artefact, gem }
}

#[test]
fn r16_a_card_of_the_hand_is_started_with_a_gem_it_needs() {
    let mut scene = Scene::new(3).hand(A, &[Artefact::WandNature, Artefact::OrbFire]);
    let solar = shape(Artefact::OrbFire, Domain::Solar);
    assert_eq!(scene.refused(A, solar), ("NO_SUCH_SLOT", "16"));
    let yellow = shape(Artefact::OrbFire, Domain::Sulphur);
    assert_eq!(scene.refused(A, yellow), ("NOT_IN_STOCK", "16"));
    let told = scene.play(A, SHAPE_RED);
    let (artefact, gem) = (Artefact::OrbFire, Domain::Fire);
    let (helped, starts) = (None, true);
    assert_eq!(told, [Event::GemPlaced { seat: A, owner: A, helped, artefact, gem, starts }]);
    assert!(!scene.game.mage(A).hand.has(artefact));
    assert_eq!(scene.game.mage(A).stock.len(), 8);
}

#[test]
fn r16_a_started_artefact_takes_one_gem_an_action_as_long_as_it_lacks_it() {
    let mut scene = Scene::new(3)
        .started(A, Artefact::SceptreFire, &[Domain::Fire])
        .stock(A, &[Domain::Fire, Domain::Fire]);
    let red = shape(Artefact::SceptreFire, Domain::Fire);
    scene.play(A, red);
    assert_eq!(scene.game.turn.actions, 4);
    assert_eq!(scene.refused(A, red), ("NO_SUCH_SLOT", "16"));
}

#[test]
fn r16_any_number_may_be_started_and_no_gem_comes_back() {
    let artefacts = [Artefact::PendantFire, Artefact::WandFire, Artefact::OrbFire];
    let mut scene = Scene::new(3).hand(A, &artefacts);
    scene.play_all(A, &artefacts.map(|artefact| shape(artefact, Domain::Fire)));
    assert_eq!(scene.game.mage(A).started.len(), 3);
    let takes = scene.moves(A).into_iter().any(|step| matches!(step, Move::RemoveGem { .. }));
    assert!(!takes);
    let elsewhere = shape(Artefact::OrbCobalt, Domain::Fire);
    assert_eq!(scene.refused(A, elsewhere), ("NOT_IN_HAND", "16"));
}

#[test]
fn r17_finished_its_gems_go_to_the_flask_it_is_ready_and_the_king_gains_1() {
    let mut scene = Scene::new(3).started(A, Artefact::OrbFire, &[Domain::Sulphur, Domain::Shadow]);
    let told = scene.play(A, SHAPE_RED);
    let on_it = gems(&[Domain::Fire, Domain::Sulphur, Domain::Shadow]);
    let finished = Event::ArtefactFinished {
        seat: A,
        owner: A,
        helped: None,
        artefact: Artefact::OrbFire,
        gems: on_it,
        to_flask: true,
        power: 0,
    };
    assert_eq!(told[1..], [finished, Event::KingHealed { health: 7, seat: Some(A) }]);
    assert_eq!(scene.game.mage(A).flask, on_it);
    assert!(scene.game.mage(A).ready().has(Card::OrbFire));
    assert!(scene.game.city.placed[Artefact::OrbFire as usize].is_empty());
}

#[test]
fn r18_a_grimoires_last_gem_costs_5_power() {
    let five = [Domain::Sulphur, Domain::Nature, Domain::Solar, Domain::Shadow, Domain::Cobalt];
    let scene = Scene::new(3).started(A, Artefact::GrimoireFire, &five).power(A, 4);
    let last = shape(Artefact::GrimoireFire, Domain::Fire);
    assert_eq!(scene.refused(A, last), ("TOO_LITTLE_POWER", "18"));
    let mut scene = Scene::new(3).started(A, Artefact::GrimoireFire, &five).power(A, 6);
    scene.play(A, last);
    assert_eq!((scene.game.mage(A).power, scene.game.mage(A).flask.len()), (1, 6));
    let other = Scene::new(3).started(A, Artefact::GrimoireFire, &five[..4]).power(A, 0);
    assert!(other.is_open(last), "the last but one costs nothing");
}

#[test]
fn r19_a_finished_artefact_may_be_used_by_the_next_action() {
    let mut scene = Scene::new(3).started(A, Artefact::PendantFire, &[Domain::Fire]);
    scene.play(A, shape(Artefact::PendantFire, Domain::Fire));
    scene = scene.barbarians(3, 1);
    scene.uses(Card::PendantFire);
    assert_eq!(scene.game.turn.pool.count(Domain::Fire), 1);
}

#[test]
fn r20_a_started_artefact_is_no_card_of_the_hand() {
    let mut scene = Scene::new(3).started(B, Artefact::OrbSulphur, &[]).pool(Domain::Shadow, 2);
    let steal = Move::StealCard { seat: B, back: Domain::Sulphur };
    assert_eq!(scene.refused(A, steal), ("NO_SUCH_CARD", "40"));
    scene = scene.hand(
        A,
        &[
            Artefact::PendantFire,
            Artefact::WandFire,
            Artefact::OrbFire,
            Artefact::SceptreFire,
            Artefact::GrimoireFire,
        ],
    );
    scene.play(A, SHAPE_RED);
    assert!(scene.is_open(Move::Draw { pile: 1 }), "four are left in hand");
}

#[test]
fn r20a_an_artefact_that_cures_the_king_scores_its_gems() {
    let mut scene = Scene::new(3).health(9).objective(B, Objective::KillDragon).started(
        A,
        Artefact::PendantFire,
        &[Domain::Fire],
    );
    let told = scene.play(A, shape(Artefact::PendantFire, Domain::Fire));
    let finished = place_of(&told, |event| matches!(event, Event::ArtefactFinished { .. }));
    let healed = place_of(&told, |event| matches!(event, Event::KingHealed { .. }));
    assert!(finished < healed);
    assert_eq!(scene.ended(), Some((Cause::KingCured, None)));
    assert_eq!((scene.points(A, "flask"), scene.points(A, "objective")), (4, 20));
}

#[test]
fn r20b_the_king_gains_from_exiles_and_revealed_traitors_too() {
    let mut scene = Scene::new(3).exiled(A).objective(A, Objective::KillDragon).started(
        A,
        Artefact::PendantFire,
        &[Domain::Fire],
    );
    scene.game.mage_mut(A).is_revealed = true;
    scene.play(A, shape(Artefact::PendantFire, Domain::Fire));
    assert_eq!(scene.game.city.health, 7);
}

#[test]
fn r20c_a_started_artefact_cannot_be_stolen_at_all() {
    let scene =
        Scene::new(3).started(B, Artefact::OrbSulphur, &[Domain::Sulphur]).pool(Domain::Shadow, 6);
    let steal = Move::StealArtefact { artefact: Artefact::OrbSulphur };
    assert_eq!(scene.refused(A, steal), ("NOT_FINISHED", "29"));
    let card = scene.moves(A).into_iter().any(|step| matches!(step, Move::StealCard { .. }));
    assert!(!card && scene.is_open(Move::Wound(YES)));
}
