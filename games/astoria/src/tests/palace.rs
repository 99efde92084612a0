//! The assault on the palace: rules 65 to 70b.

use super::scene::{A, B, C, D, Scene, YES, place_of};
use crate::Event;
use crate::cards::{Artefact, Card, Cause, Domain, Invasion, Objective};
use crate::moves::Move;

const ASSAULT: Move = Move::Assault(YES);
const STRIKE: Move = Move::Strike(YES);
const DEFEND: Move = Move::Defend(YES);
const DECLINE: Move = Move::Decline(YES);

fn tilt(card: Card) -> Move {
    Move::Tilt { card }
}

/// A is in exile and all Talents are tilted; the combat card gives Fire 3 and Solar 1.
fn scene() -> Scene {
    Scene::new(4).exiled(A).talents_tilted().next(Invasion::DragonWrath5)
}

#[test]
fn r65_the_attacker_tilts_first_then_the_others_clockwise_then_the_card_comes() {
    let mut scene = scene()
        .finished(A, &[Artefact::WandFire, Artefact::PendantFire])
        .finished(B, &[Artefact::PendantSolar])
        .finished(D, &[Artefact::WandSolar]);
    assert_eq!(Scene::new(4).refused(A, ASSAULT), ("NOT_EXILED", "65"));
    let mut told = scene.play(A, ASSAULT);
    scene.assert_open(A, &[tilt(Card::WandFire), tilt(Card::PendantFire), STRIKE]);
    told.extend(scene.play_all(A, &[tilt(Card::WandFire), STRIKE]));
    scene.assert_open(B, &[tilt(Card::PendantSolar), DEFEND, DECLINE]);
    assert_eq!(scene.declining(B), [DECLINE]);
    told.extend(scene.play(B, tilt(Card::PendantSolar)));
    assert_eq!(scene.asked(), [D], "C has nothing to defend with");
    told.extend(scene.play(D, DECLINE));
    let attack = place_of(&told, |event| matches!(event, Event::CardTilted { seat: A, .. }));
    let joins = place_of(&told, |event| *event == Event::DefenceAnnounced { seat: B, guards: 0 });
    let card = place_of(&told, |event| matches!(event, Event::CombatCardDrawn { .. }));
    assert!(attack < joins && joins < card);
    // 2 × 3 against 1 × 1.
    assert!(told.contains(&Event::PalaceTaken { seat: A, attack: 6, defence: 1 }));
}

#[test]
fn r65_a_repelled_assault_ends_the_turn() {
    let mut scene = scene().guards(B, 2);
    scene.play(A, ASSAULT);
    let told = scene.play(B, DEFEND);
    assert!(told.contains(&Event::AssaultRepelled { seat: A, attack: 0, defence: 10 }));
    assert_eq!(scene.asked(), [B]);
}

#[test]
fn r66_guards_of_those_who_announce_themselves_count_5_each() {
    let mut scene = scene().guards(A, 2).guards(B, 1).guards(C, 2);
    let told = scene.play(A, ASSAULT);
    assert!(told.contains(&Event::PalaceStruck { seat: A, guards: 2 }));
    let told = scene.play(B, DEFEND);
    assert_eq!(told, [Event::DefenceAnnounced { seat: B, guards: 1 }]);
    let told = scene.play(C, DECLINE);
    assert!(told.contains(&Event::PalaceTaken { seat: A, attack: 10, defence: 5 }));
}

#[test]
fn r66_who_has_tilted_a_card_has_come() {
    let mut scene = scene().guards(B, 1).finished(B, &[Artefact::WandSolar, Artefact::OrbSolar]);
    scene.play(A, ASSAULT);
    scene.play(B, tilt(Card::WandSolar));
    scene.assert_open(B, &[tilt(Card::OrbSolar), DEFEND]);
    assert_eq!(scene.refused(B, DECLINE), ("ANNOUNCED", "66"));
    let told = scene.play(B, DEFEND);
    assert_eq!(told[0], Event::DefenceSettled { seat: B }, "the coming was told before");
    assert!(told.contains(&Event::AssaultRepelled { seat: A, attack: 0, defence: 7 }));
}

#[test]
fn r67_a_tie_is_for_the_defenders() {
    let mut scene = scene().guards(A, 1).guards(B, 1);
    scene.play(A, ASSAULT);
    let told = scene.play(B, DEFEND);
    assert!(told.contains(&Event::AssaultRepelled { seat: A, attack: 5, defence: 5 }));
    assert_eq!(scene.ended(), None);
}

#[test]
fn r68_a_regicide_scores_whatever_the_forces_and_nobody_else_does() {
    let mut scene = scene()
        .guards(A, 1)
        .objective(A, Objective::KillPopulace)
        .objective(B, Objective::KillDragon)
        .dragon(7);
    scene.play(A, ASSAULT);
    assert_eq!(scene.ended(), Some((Cause::PalaceTaken, None)));
    assert_eq!(scene.game.ending.unwrap().seat, Some(A));
    assert_eq!(scene.totals(), [20, 0, 0, 0]);
}

#[test]
fn r69_a_loyal_exile_may_attack_and_nobody_scores() {
    let mut scene = scene().guards(A, 1).objective(B, Objective::KillDragon);
    scene.play(A, ASSAULT);
    assert_eq!(scene.ended(), Some((Cause::PalaceTaken, None)));
    assert_eq!(scene.totals(), [0; 4]);
}

#[test]
fn r70_other_exiles_join_neither_side() {
    let mut scene = scene().guards(A, 1).guards(B, 3).exiled(B);
    let told = scene.play(A, ASSAULT);
    assert!(told.contains(&Event::PalaceTaken { seat: A, attack: 5, defence: 0 }));
}

#[test]
fn r70a_each_is_asked_once_from_the_attackers_left_and_sees_what_was_tilted() {
    let mut scene = scene().exiled(C).guards(B, 1).guards(D, 1);
    scene.end_turns(2);
    scene.play(C, ASSAULT);
    assert_eq!(scene.asked(), [D]);
    let told = scene.play(D, DEFEND);
    assert_eq!(told.len(), 1);
    assert_eq!(scene.asked(), [B]);
    let seen = gueridon_game::Game::view(&scene.game, gueridon_game::Eyes::Seat(B)).defenders;
    assert!(seen.contains(D));
}

#[test]
fn r70b_the_card_has_no_effect_and_guards_alone_may_attack() {
    let mut scene = scene().guards(A, 1).next(Invasion::SiegeAndWrath).guards(B, 3);
    scene.play(A, ASSAULT);
    scene.play(B, DEFEND);
    let city = &scene.game.city;
    assert_eq!((city.dragon, city.reinforcements), (1, 1));
    assert!(city.discard.has(Invasion::SiegeAndWrath));
    assert_eq!(city.current, Some(Invasion::Calm));
}

#[test]
fn r70b_without_a_defender_any_attack_succeeds_and_none_at_all_does_not() {
    let mut scene = scene().finished(A, &[Artefact::PendantFire]);
    let told = scene.play_all(A, &[ASSAULT, tilt(Card::PendantFire)]);
    assert!(told.contains(&Event::PalaceTaken { seat: A, attack: 3, defence: 0 }));
    let mut scene = self::scene();
    let told = scene.play(A, ASSAULT);
    assert!(told.contains(&Event::AssaultRepelled { seat: A, attack: 0, defence: 0 }));
    assert_eq!(scene.game.flux(Domain::Fire), 1);
}

#[test]
fn r66_who_stays_away_is_said_not_to_defend() {
    let mut scene = scene().guards(A, 1).guards(B, 1).guards(C, 1);
    scene.play(A, ASSAULT);
    let seat = scene.asked()[0];
    let told = scene.play(seat, DECLINE);
    assert_eq!(told, [Event::DefenceDeclined { seat }]);
}
