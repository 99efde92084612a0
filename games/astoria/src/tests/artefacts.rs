//! Every artefact: made from the hand with the gems it needs, and used for its glyphs.

use super::scene::{A, Scene};
use crate::Event;
use crate::cards::{Artefact, Domain};
use crate::moves::Move;

use crate::cards::Domain::{Cobalt, Fire, Nature, Shadow, Solar, Sulphur};

/// Makes an artefact, gem by gem, and uses it; its price in Power is 5 for a Grimoire, else 0.
#[track_caller]
fn check(artefact: Artefact, domain: Domain, glyphs: u8, slots: &[Domain]) {
    let power = if glyphs == 6 { 5 } else { 0 };
    let actions = slots.len() as u8 + 1;
    let mut scene =
        Scene::new(4).hand(A, &[artefact]).stock(A, slots).power(A, power).actions(actions);
    for (place, &gem) in slots.iter().enumerate() {
        assert!(!scene.game.mage(A).cards.has(artefact.card()));
        let told = scene.play(A, Move::Shape { artefact, gem });
        let (helped, starts) = (None, place == 0);
        let placed = Event::GemPlaced { seat: A, owner: A, helped, artefact, gem, starts };
        assert_eq!(told[0], placed);
        assert_eq!(told.len(), if place + 1 == slots.len() { 3 } else { 1 });
    }
    let mage = scene.game.mage(A);
    assert_eq!((mage.power, mage.stock.len(), mage.flask.len()), (0, 0, slots.len()));
    assert!(mage.ready().has(artefact.card()) && mage.started.is_empty());
    assert_eq!(scene.game.city.health, 7);
    let told = scene.uses(artefact.card());
    let tilted = Event::CardTilted { seat: A, card: artefact.card(), domain, glyphs };
    assert_eq!(told[0], tilted);
    assert!(scene.game.mage(A).tilted.has(artefact.card()));
}

#[test]
fn card_pendant_fire() {
    check(Artefact::PendantFire, Fire, 1, &[Fire, Fire]);
}

#[test]
fn card_wand_fire() {
    check(Artefact::WandFire, Fire, 2, &[Fire, Nature]);
}

#[test]
fn card_orb_fire() {
    check(Artefact::OrbFire, Fire, 3, &[Fire, Sulphur, Shadow]);
}

#[test]
fn card_sceptre_fire() {
    check(Artefact::SceptreFire, Fire, 4, &[Fire, Fire, Sulphur, Solar]);
}

#[test]
fn card_grimoire_fire() {
    check(Artefact::GrimoireFire, Fire, 6, &[Fire, Sulphur, Nature, Solar, Shadow, Cobalt]);
}

#[test]
fn card_pendant_sulphur() {
    check(Artefact::PendantSulphur, Sulphur, 1, &[Sulphur, Sulphur]);
}

#[test]
fn card_wand_sulphur() {
    check(Artefact::WandSulphur, Sulphur, 2, &[Sulphur, Solar]);
}

#[test]
fn card_orb_sulphur() {
    check(Artefact::OrbSulphur, Sulphur, 3, &[Sulphur, Nature, Cobalt]);
}

#[test]
fn card_sceptre_sulphur() {
    check(Artefact::SceptreSulphur, Sulphur, 4, &[Sulphur, Sulphur, Nature, Shadow]);
}

#[test]
fn card_grimoire_sulphur() {
    check(Artefact::GrimoireSulphur, Sulphur, 6, &[Sulphur, Nature, Solar, Shadow, Cobalt, Fire]);
}

#[test]
fn card_pendant_nature() {
    check(Artefact::PendantNature, Nature, 1, &[Nature, Nature]);
}

#[test]
fn card_wand_nature() {
    check(Artefact::WandNature, Nature, 2, &[Nature, Shadow]);
}

#[test]
fn card_orb_nature() {
    check(Artefact::OrbNature, Nature, 3, &[Nature, Solar, Fire]);
}

#[test]
fn card_sceptre_nature() {
    check(Artefact::SceptreNature, Nature, 4, &[Nature, Nature, Solar, Cobalt]);
}

#[test]
fn card_grimoire_nature() {
    check(Artefact::GrimoireNature, Nature, 6, &[Nature, Solar, Shadow, Cobalt, Fire, Sulphur]);
}

#[test]
fn card_pendant_solar() {
    check(Artefact::PendantSolar, Solar, 1, &[Solar, Solar]);
}

#[test]
fn card_wand_solar() {
    check(Artefact::WandSolar, Solar, 2, &[Solar, Cobalt]);
}

#[test]
fn card_orb_solar() {
    check(Artefact::OrbSolar, Solar, 3, &[Solar, Shadow, Sulphur]);
}

#[test]
fn card_sceptre_solar() {
    check(Artefact::SceptreSolar, Solar, 4, &[Solar, Solar, Shadow, Fire]);
}

#[test]
fn card_grimoire_solar() {
    check(Artefact::GrimoireSolar, Solar, 6, &[Solar, Shadow, Cobalt, Fire, Sulphur, Nature]);
}

#[test]
fn card_pendant_shadow() {
    check(Artefact::PendantShadow, Shadow, 1, &[Shadow, Shadow]);
}

#[test]
fn card_wand_shadow() {
    check(Artefact::WandShadow, Shadow, 2, &[Shadow, Fire]);
}

#[test]
fn card_orb_shadow() {
    check(Artefact::OrbShadow, Shadow, 3, &[Shadow, Cobalt, Nature]);
}

#[test]
fn card_sceptre_shadow() {
    check(Artefact::SceptreShadow, Shadow, 4, &[Shadow, Shadow, Cobalt, Sulphur]);
}

#[test]
fn card_grimoire_shadow() {
    check(Artefact::GrimoireShadow, Shadow, 6, &[Shadow, Cobalt, Fire, Sulphur, Nature, Solar]);
}

#[test]
fn card_pendant_cobalt() {
    check(Artefact::PendantCobalt, Cobalt, 1, &[Cobalt, Cobalt]);
}

#[test]
fn card_wand_cobalt() {
    check(Artefact::WandCobalt, Cobalt, 2, &[Cobalt, Sulphur]);
}

#[test]
fn card_orb_cobalt() {
    check(Artefact::OrbCobalt, Cobalt, 3, &[Cobalt, Fire, Solar]);
}

#[test]
fn card_sceptre_cobalt() {
    check(Artefact::SceptreCobalt, Cobalt, 4, &[Cobalt, Cobalt, Fire, Nature]);
}

#[test]
fn card_grimoire_cobalt() {
    check(Artefact::GrimoireCobalt, Cobalt, 6, &[Cobalt, Fire, Sulphur, Nature, Solar, Shadow]);
}
