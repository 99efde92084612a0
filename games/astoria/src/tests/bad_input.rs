//! What a client may send that answers no question, and the questions that are not asked.

use gueridon_game::Seat;

use super::scene::{A, B, C, Scene, YES};
use crate::cards::{Artefact, Card, Domain, Faction, Invasion, Role};
use crate::moves::{Force, Move};

/// Steps of all kinds.
fn steps() -> Vec<Move> {
    let (artefact, gem, seat) = (Artefact::OrbFire, Domain::Fire, B);
    vec![
        Move::Draw { pile: 255 },
        Move::Prepare { gem, seat: Seat(9) },
        Move::RemoveGem { artefact, gem },
        Move::Disable { artefact },
        Move::Fight { chief: Invasion::Calm },
        Move::Accuse { seat: Seat(9), faction: Faction::Dragon },
        Move::GiveCard { seat: Seat(9), artefact },
        Move::GiveGem { seat: A, gem },
        Move::GiveArtefact { seat, artefact },
        Move::Weaken { force: Force::Populace, domain: Domain::Cobalt },
        Move::KillGuard { seat: Seat(9), domain: Domain::Cobalt },
        Move::KillGuard { seat: Seat(9), domain: Domain::Fire },
        Move::StealCard { seat: Seat(9), back: Domain::Fire },
        Move::StealArtefact { artefact },
        Move::Peek { count: 255 },
        Move::Tilt { card: Card::MageFire },
        Move::Strike(YES),
        Move::Defend(YES),
        Move::Decline(YES),
        Move::Ready { card: Card::MageFire },
        Move::ChooseRole { role: Role::Saboteur },
    ]
}

#[test]
fn what_answers_no_question_is_refused_and_changes_nothing() {
    let scene = Scene::new(4).pool(Domain::Fire, 9).pool(Domain::Shadow, 9);
    for step in steps() {
        scene.refused(A, step);
        assert_eq!(scene.refused(B, step), ("NOT_YOUR_TURN", ""));
        assert_eq!(scene.refused(Seat(4), step), ("NO_SUCH_SEAT", ""));
    }
}

#[test]
fn in_a_fight_nothing_but_the_fight_is_open() {
    let mut scene = Scene::new(4).chiefs(&[Invasion::ChiefFire]);
    scene.play(A, Move::Fight { chief: Invasion::ChiefFire });
    for step in steps() {
        if !matches!(step, Move::Tilt { .. } | Move::Strike(_)) {
            assert_eq!(scene.refused(A, step), ("NOT_NOW", "5"));
        }
    }
}

#[test]
fn a_reaction_is_nothing_but_a_reaction() {
    let mut scene =
        Scene::new(4).guards(B, 1).pool(Domain::Shadow, 3).finished(C, &[Artefact::OrbCobalt]);
    scene.play(A, Move::KillGuard { seat: B, domain: Domain::Shadow });
    assert_eq!(scene.refused(C, Move::Reinforce(YES)), ("NOT_NOW", "38"));
    let channel = Move::Channel { domain: Domain::Cobalt };
    assert_eq!(scene.refused(C, channel), ("NOT_YOUR_ROLE", "100d"));
}

#[test]
fn who_can_do_nothing_but_end_the_turn_is_not_asked() {
    // Two players, full Power, no gem, no card, no chief: the block is over before it begins.
    let mut scene = Scene::new(2).power(B, 20).stock(B, &[]).tilted(B, &[Card::MageSulphur]);
    scene.game.city.reserve = gueridon_game::Bag::new();
    scene.game.city.piles = Default::default();
    scene.end_turns(1);
    assert_eq!((scene.asked(), scene.game.turn.taken), (vec![A], 2));
}

#[test]
fn glyphs_that_bring_nothing_do_not_keep_a_turn_open() {
    let mut scene = Scene::new(4).actions(1).power(A, 20).finished(A, &[Artefact::OrbSolar]);
    scene.uses(Card::OrbSolar);
    assert_eq!(scene.asked(), [B], "Power is full");
    let mut scene = Scene::new(4).actions(1).power(A, 19).finished(A, &[Artefact::OrbSolar]);
    scene.uses(Card::OrbSolar);
    assert_eq!(scene.asked(), [A]);
}
