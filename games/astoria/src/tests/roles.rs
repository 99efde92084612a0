//! The Talents of roles: C4.

use super::scene::{A, B, C, Scene, gems};
use crate::Event;
use crate::cards::{Artefact, Card, Domain, Role};
use crate::moves::Move;

#[test]
fn c4_the_grand_alchemist_makes_3_glyphs_of_the_own_domain_or_1_of_another() {
    for (domain, glyphs) in [(Domain::Fire, 3), (Domain::Cobalt, 1)] {
        let mut scene = Scene::variant(5).role(A, Role::GrandAlchemist);
        let told = scene.play(A, Move::Channel { domain });
        let card = Card::GrandAlchemist;
        assert_eq!(told, [Event::CardTilted { seat: A, card, domain, glyphs }]);
        assert_eq!(scene.game.turn.pool.count(domain), glyphs);
        let again = Move::Channel { domain };
        assert_eq!(scene.refused(A, again), ("NOT_READY", "C4"));
    }
    let other = Scene::variant(5).role(A, Role::Preparer);
    let channel = Move::Channel { domain: Domain::Fire };
    assert_eq!(other.refused(A, channel), ("NOT_YOUR_ROLE", "C4"));
}

#[test]
fn c4_the_preparer_makes_a_gem_of_the_reserve_for_anyone_in_the_city() {
    let mut scene = Scene::variant(5)
        .role(A, Role::Preparer)
        .exiled(C)
        .reserve(&[Domain::Solar, Domain::Solar]);
    let prepare = |gem, seat| Move::Prepare { gem, seat };
    assert_eq!(scene.refused(A, prepare(Domain::Fire, B)), ("NOT_IN_RESERVE", "C4"));
    assert_eq!(scene.refused(A, prepare(Domain::Solar, C)), ("NO_HELP_IN_EXILE", "100e"));
    let told = scene.play(A, prepare(Domain::Solar, B));
    assert_eq!(told, [Event::GemPrepared { seat: A, to: B, gem: Domain::Solar }]);
    assert_eq!(scene.game.mage(B).stock.count(Domain::Solar), 1);
    assert_eq!(scene.game.city.reserve, gems(&[Domain::Solar]));
    assert_eq!((scene.game.mage(A).power, scene.game.turn.actions), (0, 2));
    assert!(scene.game.mage(A).tilted.has(Card::Preparer));
}

#[test]
fn c4_the_saboteur_takes_a_gem_off_or_tilts() {
    let table = || {
        Scene::variant(5)
            .role(A, Role::Saboteur)
            .reserve(&[])
            .started(B, Artefact::OrbFire, &[Domain::Sulphur])
            .finished(B, &[Artefact::WandFire])
    };
    let mut scene = table();
    let (artefact, gem) = (Artefact::OrbFire, Domain::Sulphur);
    let told = scene.play(A, Move::RemoveGem { artefact, gem });
    assert_eq!(told, [Event::GemRemoved { seat: A, owner: B, artefact, gem }]);
    assert_eq!(scene.game.city.reserve, gems(&[gem]));
    let owner = scene.game.mage(B);
    assert!(owner.started.has(artefact) && !owner.cards.has(artefact.card()), "begun and empty");
    let mut scene = table();
    let artefact = Artefact::WandFire;
    let told = scene.play(A, Move::Disable { artefact });
    assert_eq!(told, [Event::ArtefactDisabled { seat: A, owner: B, artefact }]);
    assert!(scene.game.mage(B).tilted.has(Card::WandFire));
    assert!(scene.game.mage(A).tilted.has(Card::Saboteur));
}

#[test]
fn r33a_the_role_cards_that_make_no_glyphs_lose_those_that_wait() {
    let mut scene =
        Scene::variant(5).role(A, Role::Preparer).reserve(&[Domain::Solar]).pool(Domain::Cobalt, 2);
    let told = scene.play(A, Move::Prepare { gem: Domain::Solar, seat: A });
    assert!(matches!(told[0], Event::GlyphsLost { .. }));
    let mut scene = Scene::variant(5)
        .role(A, Role::Saboteur)
        .finished(B, &[Artefact::WandFire])
        .pool(Domain::Cobalt, 2);
    scene.play(A, Move::Disable { artefact: Artefact::WandFire });
    assert!(scene.game.turn.pool.is_empty());
    let mut scene = Scene::variant(5).role(A, Role::GrandAlchemist).pool(Domain::Cobalt, 2);
    scene.play(A, Move::Channel { domain: Domain::Cobalt });
    assert_eq!(scene.game.turn.pool.count(Domain::Cobalt), 3);
}
