//! Every character, objective and role.

use super::scene::{A, B, Scene, YES};
use crate::Event;
use crate::cards::{Artefact, Card, Cause, Domain, Faction, Invasion, Objective, Role};
use crate::moves::Move;

/// A character's Talent makes one glyph of its domain.
#[track_caller]
fn check_character(card: Card, domain: Domain) {
    assert_eq!(domain.character(), card);
    let seat = gueridon_game::Seat(domain as u8);
    let mut scene = Scene::new(6).reserve(&[]);
    scene.end_turns(domain as usize);
    let told = scene.play(seat, Move::Use { card });
    assert_eq!(told[0], Event::CardTilted { seat, card, domain, glyphs: 1 });
    assert_eq!(scene.game.mage(seat).stock.count(domain), 9);
    assert_eq!(scene.refused(seat, Move::Use { card }), ("NOT_READY", "21"));
}

#[test]
fn card_mage_fire() {
    check_character(Card::MageFire, Domain::Fire);
}

#[test]
fn card_mage_sulphur() {
    check_character(Card::MageSulphur, Domain::Sulphur);
}

#[test]
fn card_mage_nature() {
    check_character(Card::MageNature, Domain::Nature);
}

#[test]
fn card_mage_solar() {
    check_character(Card::MageSolar, Domain::Solar);
}

#[test]
fn card_mage_shadow() {
    check_character(Card::MageShadow, Domain::Shadow);
}

#[test]
fn card_mage_cobalt() {
    check_character(Card::MageCobalt, Domain::Cobalt);
}

/// What B scores for an objective in games that end in every way: the King cured, the dragon's
/// rage, the city taken by Populace or Barbarians, and the palace taken by B.
fn scored(objective: Objective) -> [i32; 5] {
    let table = || Scene::new(4).objective(B, objective).last_turn();
    let mut cured = table().health(9).pool(Domain::Cobalt, 3);
    cured.play(A, Move::Heal(YES));
    let mut dragon = table().dragon(7).next(Invasion::DragonWrath1);
    dragon.end_turns(1);
    let mut populace = table().populace(9, 1);
    populace.end_turns(1);
    let mut barbarians = table().barbarians(9, 1);
    barbarians.end_turns(1);
    let mut palace = Scene::new(4).objective(B, objective).exiled(B).guards(B, 1);
    palace = palace.talents_tilted();
    palace.end_turns(1);
    palace.play(B, Move::Assault(YES));
    assert_eq!(palace.ended(), Some((Cause::PalaceTaken, None)));
    [cured, dragon, populace, barbarians, palace].map(|scene| scene.points(B, "objective"))
}

#[test]
fn card_save_king() {
    assert_eq!(scored(Objective::SaveKing), [20, 0, 0, 0, 0]);
    assert_eq!([2, 3, 4, 5, 6].map(|seats| Objective::SaveKing.copies(seats)), [1, 2, 3, 3, 3]);
}

#[test]
fn card_kill_dragon() {
    assert_eq!(scored(Objective::KillDragon), [0, 20, 0, 0, 20]);
    assert_eq!(Objective::KillDragon.faction(), Some(Faction::Dragon));
    assert_eq!([2, 3, 4, 5, 6].map(|seats| Objective::KillDragon.copies(seats)), [1; 5]);
}

#[test]
fn card_kill_populace() {
    assert_eq!(scored(Objective::KillPopulace), [0, 0, 20, 0, 20]);
    assert_eq!([2, 3, 4, 5, 6].map(|seats| Objective::KillPopulace.copies(seats)), [1; 5]);
}

#[test]
fn card_kill_barbarians() {
    assert_eq!(scored(Objective::KillBarbarians), [0, 0, 0, 20, 20]);
    let copies = [2, 3, 4, 5, 6].map(|seats| Objective::KillBarbarians.copies(seats));
    assert_eq!(copies, [0, 0, 1, 1, 1]);
}

/// A role card is a second Talent, straightened like any other card, and there are two of it.
#[track_caller]
fn check_role(role: Role, step: Move) {
    assert_eq!(role.copies(), 2);
    let mut scene = Scene::variant(5)
        .role(A, role)
        .reserve(&[Domain::Solar])
        .finished(B, &[Artefact::WandFire])
        .next(Invasion::DragonGrowl);
    scene.play(A, step);
    assert!(scene.game.mage(A).tilted.has(role.card()));
    scene.end_turns(5);
    let told = scene.play(A, Move::Ready { card: role.card() });
    assert!(told.contains(&Event::CardReadied { seat: A, card: role.card() }));
}

#[test]
fn card_grand_alchemist() {
    check_role(Role::GrandAlchemist, Move::Channel { domain: Domain::Fire });
}

#[test]
fn card_preparer() {
    check_role(Role::Preparer, Move::Prepare { gem: Domain::Solar, seat: B });
}

#[test]
fn card_saboteur() {
    check_role(Role::Saboteur, Move::Disable { artefact: Artefact::WandFire });
}
