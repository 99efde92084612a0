//! Every invasion card: what it sets off as the round's card, and what it is worth in a fight.

use super::scene::{A, B, Scene};
use crate::cards::{Domain, Invasion};
use crate::moves::Move;
use crate::{Event, Options};

/// Draws a card for a round, in which hammer, dragon and flux count; and for a fight of two
/// glyphs of each domain, in which only the flux does.
#[track_caller]
fn check(card: Invasion, flux: [u8; 6], hammers: u8, dragon: u8, chief: Option<(u8, Domain)>) {
    let mut scene = Scene::new(3).next(card).last_turn();
    scene.end_turns(1);
    let now: Vec<u8> = [
        Domain::Fire,
        Domain::Sulphur,
        Domain::Nature,
        Domain::Solar,
        Domain::Shadow,
        Domain::Cobalt,
    ]
    .iter()
    .map(|&domain| scene.game.flux(domain))
    .collect();
    assert_eq!(now, flux);
    let city = &scene.game.city;
    assert_eq!((city.reinforcements, city.dragon), (1 + hammers, 1 + dragon));
    assert_eq!(city.chiefs.as_slice(), if chief.is_some() { vec![card] } else { vec![] });
    assert_eq!(city.discard.has(card), chief.is_none());
    let facts = card.facts().chief.map(|facts| (facts.strength, facts.malefice));
    assert_eq!(facts, chief);

    let other =
        if card == Invasion::ChiefCobalt { Invasion::ChiefFire } else { Invasion::ChiefCobalt };
    let mut scene = Scene::with(3, fighting()).chiefs(&[other]).next(card).talents_tilted();
    for domain in [Domain::Fire, Domain::Cobalt] {
        scene = scene.pool(domain, 2);
    }
    let told = scene.play(A, Move::Fight { chief: other });
    assert!(told.contains(&Event::CombatCardDrawn { card }));
    let sum = u16::from(2 * flux[0] + 2 * flux[5]);
    let result = told.iter().find_map(|event| match event {
        Event::ChiefBeaten { attack, .. } | Event::FightLost { attack, .. } => Some(*attack),
        _ => None,
    });
    assert_eq!(result, Some(sum));
    let city = &scene.game.city;
    assert_eq!((city.reinforcements, city.dragon), (1, 1), "no effects in a fight");
    assert!(!city.chiefs.contains(&card) && city.discard.has(card));
}

/// Waiting glyphs fight, too, so that no artefacts are needed.
fn fighting() -> Options {
    let pool_before_fight = crate::options::PoolBeforeFight::Fights;
    Options { pool_before_fight, ..Options::default() }
}

/// Fights a chief with just its strength, and with one point less.
#[track_caller]
fn check_strength(chief: Invasion, strength: u8) {
    let wins = |glyphs: &[(Domain, u8)]| {
        let mut scene = Scene::with(3, fighting()).chiefs(&[chief]).talents_tilted();
        scene = scene.next(Invasion::Calm);
        scene.game.city.current = Some(Invasion::SiegeEngines);
        for &(domain, count) in glyphs {
            scene = scene.pool(domain, count);
        }
        scene.play(A, Move::Fight { chief });
        scene.game.mage(A).chiefs.has(chief)
    };
    // The calm card gives each glyph of Fire 1.
    assert!(wins(&[(Domain::Fire, strength)]));
    assert!(!wins(&[(Domain::Fire, strength - 1)]));
}

/// A chief's malefice is countered by its own domain, and by no other.
#[track_caller]
fn check_malefice(chief: Invasion, malefice: Domain) {
    let mut scene = Scene::new(6).chiefs(&[chief]).next(Invasion::DragonGrowl).last_turn();
    scene.end_turns(1);
    let counter = Move::Tilt { card: malefice.character() };
    let seat = scene.asked()[0];
    assert_eq!(scene.game.mage(seat).domain, malefice);
    scene.assert_open(seat, &[counter, Move::Decline(super::scene::YES)]);
    scene.play(seat, counter);
    assert_eq!(scene.game.city.health, 5, "the illness alone");
    scene.leave_all_tilted();
    assert_eq!(scene.asked(), [B]);
}

#[test]
fn card_chief_fire() {
    check(Invasion::ChiefFire, [1, 4, 2, 6, 3, 5], 1, 0, Some((24, Domain::Fire)));
    check_strength(Invasion::ChiefFire, 24);
    check_malefice(Invasion::ChiefFire, Domain::Fire);
}

#[test]
fn card_chief_sulphur() {
    check(Invasion::ChiefSulphur, [4, 2, 6, 3, 5, 1], 0, 0, Some((18, Domain::Sulphur)));
    check_strength(Invasion::ChiefSulphur, 18);
    check_malefice(Invasion::ChiefSulphur, Domain::Sulphur);
}

#[test]
fn card_chief_nature() {
    check(Invasion::ChiefNature, [2, 6, 3, 5, 1, 4], 1, 0, Some((15, Domain::Nature)));
    check_strength(Invasion::ChiefNature, 15);
    check_malefice(Invasion::ChiefNature, Domain::Nature);
}

#[test]
fn card_chief_solar() {
    check(Invasion::ChiefSolar, [6, 3, 5, 1, 4, 2], 0, 0, Some((21, Domain::Solar)));
    check_strength(Invasion::ChiefSolar, 21);
    check_malefice(Invasion::ChiefSolar, Domain::Solar);
}

#[test]
fn card_chief_shadow() {
    check(Invasion::ChiefShadow, [3, 5, 1, 4, 2, 6], 1, 0, Some((27, Domain::Shadow)));
    check_strength(Invasion::ChiefShadow, 27);
    check_malefice(Invasion::ChiefShadow, Domain::Shadow);
}

#[test]
fn card_chief_cobalt() {
    check(Invasion::ChiefCobalt, [5, 1, 4, 2, 6, 3], 0, 0, Some((30, Domain::Cobalt)));
    check_strength(Invasion::ChiefCobalt, 30);
    check_malefice(Invasion::ChiefCobalt, Domain::Cobalt);
}

#[test]
fn card_calm() {
    check(Invasion::Calm, [1, 5, 3, 6, 2, 4], 0, 0, None);
}

#[test]
fn card_siege_engines() {
    check(Invasion::SiegeEngines, [1, 5, 2, 3, 6, 4], 1, 0, None);
}

#[test]
fn card_dragon_growl() {
    check(Invasion::DragonGrowl, [5, 3, 6, 2, 4, 1], 0, 1, None);
}

#[test]
fn card_dragon_wrath_1() {
    check(Invasion::DragonWrath1, [5, 2, 3, 6, 4, 1], 0, 2, None);
}

#[test]
fn card_dragon_wrath_2() {
    check(Invasion::DragonWrath2, [3, 6, 2, 4, 1, 5], 0, 2, None);
}

#[test]
fn card_dragon_wrath_3() {
    check(Invasion::DragonWrath3, [2, 3, 6, 4, 1, 5], 0, 2, None);
}

#[test]
fn card_dragon_wrath_4() {
    check(Invasion::DragonWrath4, [6, 2, 4, 1, 5, 3], 0, 2, None);
}

#[test]
fn card_dragon_wrath_5() {
    check(Invasion::DragonWrath5, [3, 6, 4, 1, 5, 2], 0, 2, None);
}

#[test]
fn card_dragon_wrath_6() {
    check(Invasion::DragonWrath6, [2, 4, 1, 5, 3, 6], 0, 2, None);
}

#[test]
fn card_dragon_wrath_7() {
    check(Invasion::DragonWrath7, [6, 4, 1, 5, 2, 3], 0, 2, None);
}

#[test]
fn card_siege_and_growl() {
    check(Invasion::SiegeAndGrowl, [4, 1, 5, 3, 6, 2], 1, 1, None);
}

#[test]
fn card_siege_and_wrath() {
    check(Invasion::SiegeAndWrath, [4, 1, 5, 2, 3, 6], 1, 2, None);
}
