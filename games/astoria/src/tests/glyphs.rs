//! Glyphs and what they are spent on: rules 21 to 33e.

use gueridon_game::{Eyes, Game, Seats};

use super::scene::{A, B, C, Scene, YES, gems};
use crate::cards::{Artefact, Card, Cause, Domain, Invasion};
use crate::moves::{Force, Move};
use crate::options::CureCheck;
use crate::{Event, Options};

const RAID: Move = Move::Weaken { force: Force::Barbarians, domain: Domain::Fire };
const QUELL: Move = Move::Weaken { force: Force::Populace, domain: Domain::Fire };
const CALM: Move = Move::Weaken { force: Force::Populace, domain: Domain::Nature };

#[test]
fn r21_one_action_tilts_one_card_for_all_its_glyphs() {
    let mut scene = Scene::new(3).finished(A, &[Artefact::OrbCobalt]);
    let told = scene.uses(Card::OrbCobalt);
    let (card, domain) = (Card::OrbCobalt, Domain::Cobalt);
    assert_eq!(told, [Event::CardTilted { seat: A, card, domain, glyphs: 3 }]);
    assert_eq!((scene.game.turn.actions, scene.game.turn.pool.count(domain)), (4, 3));
    assert_eq!(scene.refused(A, Move::Use { card }), ("NOT_READY", "21"));
}

#[test]
fn r22_glyphs_wait_for_the_next_action_that_makes_glyphs() {
    let mut scene = Scene::new(3).finished(A, &[Artefact::WandFire]).barbarians(9, 1);
    scene.uses(Card::MageFire);
    scene.uses(Card::WandFire);
    assert_eq!(scene.game.turn.pool.count(Domain::Fire), 3);
    scene.play(A, RAID);
    assert_eq!(scene.game.turn.pool.count(Domain::Fire), 2, "spent in part");
}

#[test]
fn r22_any_other_action_and_the_end_of_the_turn_lose_them() {
    let mut scene = Scene::new(3).barbarians(9, 1);
    scene.uses(Card::MageFire);
    let told = scene.play(A, Move::Reinforce(YES));
    assert_eq!(told[0], Event::GlyphsLost { seat: A, glyphs: gems(&[Domain::Fire]) });
    assert_eq!(scene.refused(A, RAID), ("TOO_FEW_GLYPHS", "25"));
    let mut scene = Scene::new(3).barbarians(9, 1);
    scene.uses(Card::MageFire);
    let told = scene.play(A, Move::EndTurn(YES));
    assert!(matches!(told[1], Event::GlyphsLost { .. }));
    assert!(scene.game.turn.pool.is_empty());
}

#[test]
fn r23_spending_is_free_and_each_colour_pays_for_its_own() {
    let mut scene = Scene::new(3).barbarians(9, 1).pool(Domain::Fire, 2).pool(Domain::Solar, 1);
    scene.play_all(A, &[RAID, Move::Empower(YES), RAID]);
    assert_eq!((scene.game.turn.actions, scene.game.city.barbarians), (5, 7));
    assert_eq!(scene.game.mage(A).power, 2);
    let shadow = Move::Weaken { force: Force::Barbarians, domain: Domain::Shadow };
    assert_eq!(scene.refused(A, shadow), ("WRONG_GLYPHS", "23"));
}

#[test]
fn r24_all_solar_glyphs_are_spent_at_once_for_one_more_power() {
    for (glyphs, power) in [(1, 2), (2, 3), (6, 7)] {
        let mut scene = Scene::new(3).pool(Domain::Solar, glyphs);
        let told = scene.play(A, Move::Empower(YES));
        assert_eq!(told, [Event::Empowered { seat: A, glyphs, power }]);
        assert!(scene.game.turn.pool.is_empty());
    }
}

#[test]
fn r24_two_spendings_of_one_glyph_give_4() {
    let mut scene = Scene::new(4).finished(A, &[Artefact::PendantSolar]).pool(Domain::Solar, 1);
    scene.play(A, Move::Empower(YES));
    scene.uses(Card::PendantSolar);
    scene.play(A, Move::Empower(YES));
    assert_eq!(scene.game.mage(A).power, 4);
}

#[test]
fn r25_a_fire_glyph_takes_1_off_the_barbarians_or_the_populace() {
    let mut scene = Scene::new(3).barbarians(4, 1).populace(4, 1).pool(Domain::Fire, 2);
    let told = scene.play(A, RAID);
    let (force, domain) = (Force::Barbarians, Domain::Fire);
    assert_eq!(told, [Event::ForceWeakened { seat: A, force, domain, strength: 3 }]);
    let told = scene.play(A, QUELL);
    assert_eq!(told[1], Event::AgitationRose { agitation: 2 });
    assert_eq!((scene.game.city.populace, scene.game.city.agitation), (3, 2));
}

#[test]
fn r25_agitation_rises_once_a_round_for_all_mages_together_up_to_4() {
    let mut scene = Scene::new(3).populace(9, 1).pool(Domain::Fire, 2);
    scene.play_all(A, &[QUELL, QUELL]);
    assert_eq!((scene.game.city.populace, scene.game.city.agitation), (7, 2));
    scene.end_turns(1);
    scene = scene.pool(Domain::Fire, 1);
    scene.play(B, QUELL);
    assert_eq!((scene.game.city.populace, scene.game.city.agitation), (6, 2));
    let mut scene = Scene::new(3).populace(9, 4).pool(Domain::Fire, 1);
    let told = scene.play(A, QUELL);
    assert_eq!((told.len(), scene.game.city.agitation), (1, 4));
}

#[test]
fn r26_the_next_round_agitates_anew() {
    let mut scene =
        Scene::new(3).populace(6, 1).pool(Domain::Fire, 1).last_turn().next(Invasion::DragonGrowl);
    scene.play(A, QUELL);
    assert!(scene.game.turn.was_agitated);
    scene.end_turns(1);
    assert!(!scene.game.turn.was_agitated);
    scene = scene.pool(Domain::Fire, 1);
    scene.play(B, QUELL);
    assert_eq!(scene.game.city.agitation, 3);
}

#[test]
fn r27_nature_takes_1_off_the_barbarians_or_for_two_off_the_populace_without_agitation() {
    let mut scene = Scene::new(3).barbarians(4, 1).populace(4, 1).pool(Domain::Nature, 4);
    scene.play(A, Move::Weaken { force: Force::Barbarians, domain: Domain::Nature });
    scene.play(A, CALM);
    let city = &scene.game.city;
    assert_eq!((city.barbarians, city.populace, city.agitation), (3, 3, 1));
    assert_eq!(scene.game.turn.pool.count(Domain::Nature), 1);
    assert_eq!(scene.refused(A, CALM), ("TOO_FEW_GLYPHS", "27"));
}

#[test]
fn r28_a_sulphur_glyph_takes_a_gem_of_choice_out_of_the_flask() {
    let mut scene =
        Scene::new(3).flask(A, &[Domain::Solar, Domain::Cobalt]).pool(Domain::Sulphur, 2);
    let fire = Move::Recover { gem: Domain::Fire };
    assert_eq!(scene.refused(A, fire), ("NOT_IN_FLASK", "28"));
    assert_eq!(scene.points(A, "flask"), 4);
    let told = scene.play(A, Move::Recover { gem: Domain::Cobalt });
    assert_eq!(told, [Event::GemRecovered { seat: A, gem: Domain::Cobalt }]);
    assert_eq!(scene.game.mage(A).stock.count(Domain::Cobalt), 1);
    assert_eq!(scene.points(A, "flask"), 2);
}

#[test]
fn r29_two_shadow_glyphs_steal_a_card_three_wound_six_steal_an_artefact() {
    let scene = Scene::new(3)
        .hand(B, &[Artefact::OrbCobalt])
        .finished(C, &[Artefact::WandNature])
        .guards(C, 1);
    let steps = [
        (2, Move::StealCard { seat: B, back: Domain::Cobalt }),
        (3, Move::Wound(YES)),
        (3, Move::KillGuard { seat: C, domain: Domain::Shadow }),
        (6, Move::StealArtefact { artefact: Artefact::WandNature }),
    ];
    for (cost, step) in steps {
        let short = scene.clone().pool(Domain::Shadow, cost - 1);
        assert_eq!(short.refused(A, step), ("TOO_FEW_GLYPHS", "29"));
        let mut enough = scene.clone().pool(Domain::Shadow, cost);
        enough.play(A, step);
        assert!(enough.game.turn.pool.is_empty());
    }
}

#[test]
fn r29_wounding_the_king_exiles() {
    let mut scene = Scene::new(3).pool(Domain::Shadow, 3);
    let told = scene.play(A, Move::Wound(YES));
    assert_eq!(
        told[..2],
        [Event::MageExiled { seat: A }, Event::KingWounded { seat: A, health: 5 }]
    );
    assert!(scene.game.mage(A).is_exiled);
}

#[test]
fn r30_cobalt_glyphs_show_as_many_of_the_next_cards_to_one_mage() {
    let mut scene = Scene::new(3)
        .pool(Domain::Cobalt, 2)
        .next(Invasion::ChiefFire)
        .next(Invasion::SiegeEngines);
    let log = scene.play_logged(A, Move::Peek { count: 2 });
    let cards = [Invasion::SiegeEngines, Invasion::ChiefFire].into_iter().collect();
    let peeked = |cards| Event::InvasionPeeked { seat: A, count: 2, cards };
    assert_eq!(log.glimpsed(Eyes::Seat(A)).next(), Some(&peeked(Some(cards))));
    assert_eq!(log.glimpsed(Eyes::Seat(B)).next(), Some(&peeked(None)));
    let seen = scene.game.view(Eyes::Seat(A)).looked_at;
    assert_eq!(
        seen.iter().map(|place| place.card).collect::<Vec<_>>(),
        [Some(Invasion::SiegeEngines), Some(Invasion::ChiefFire)]
    );
}

#[test]
fn r30_three_heal_the_king() {
    let mut scene = Scene::new(3).pool(Domain::Cobalt, 3);
    let told = scene.play(A, Move::Heal(YES));
    assert_eq!(told, [Event::KingHealed { health: 7, seat: Some(A) }]);
}

#[test]
fn r31_a_big_pool_pays_for_an_effect_several_times() {
    let mut scene = Scene::new(3).pool(Domain::Cobalt, 6);
    scene.play_all(A, &[Move::Heal(YES), Move::Heal(YES)]);
    assert_eq!(scene.game.city.health, 8);
}

#[test]
fn r32_forces_stop_at_1_and_so_does_the_dragon() {
    let scene = Scene::new(3).barbarians(1, 1).pool(Domain::Fire, 3);
    assert_eq!(scene.refused(A, RAID), ("AT_FLOOR", "33c"));
    assert_eq!(scene.refused(A, Move::Tribute { gem: Domain::Fire }), ("DRAGON_CALM", "42"));
    let options = Options { force_floor: 0, ..Options::default() };
    let mut scene = Scene::with(3, options).barbarians(1, 1).pool(Domain::Fire, 3);
    scene.play(A, RAID);
    assert_eq!(scene.game.city.barbarians, 0);
    assert_eq!(scene.refused(A, RAID), ("AT_FLOOR", "33c"));
}

#[test]
fn r33_agitation_and_reinforcements_never_go_down() {
    let mut scene =
        Scene::new(3).populace(5, 3).barbarians(5, 3).pool(Domain::Nature, 6).pool(Domain::Fire, 6);
    let barbarians = Move::Weaken { force: Force::Barbarians, domain: Domain::Nature };
    scene.play_all(A, &[CALM, CALM, barbarians, RAID, RAID]);
    assert_eq!((scene.game.city.agitation, scene.game.city.reinforcements), (3, 3));
}

#[test]
fn r33a_glyphs_of_another_domain_keep_the_pool_alive() {
    let mut scene = Scene::new(3).finished(A, &[Artefact::PendantCobalt]).barbarians(3, 1);
    scene.uses(Card::MageFire);
    let told = scene.uses(Card::PendantCobalt);
    assert_eq!(told.len(), 1, "nothing is lost");
    assert_eq!(scene.game.turn.pool, gems(&[Domain::Fire, Domain::Cobalt]));
}

#[test]
fn r33b_fire_glyphs_are_assigned_one_by_one() {
    let mut scene = Scene::new(3)
        .barbarians(4, 1)
        .populace(4, 1)
        .guards(B, 1)
        .talents_tilted()
        .pool(Domain::Fire, 5);
    scene.play_all(A, &[RAID, QUELL]);
    scene.play(A, Move::KillGuard { seat: B, domain: Domain::Fire });
    let city = &scene.game.city;
    assert_eq!((city.barbarians, city.populace, scene.game.mage(B).guards), (3, 3, 0));
}

#[test]
fn r33c_nobody_agitates_a_populace_at_its_floor() {
    let scene = Scene::new(3).populace(1, 1).pool(Domain::Fire, 1);
    assert_eq!(scene.refused(A, QUELL), ("AT_FLOOR", "33c"));
}

#[test]
fn r33d_no_more_are_looked_at_than_the_deck_has() {
    let mut scene = Scene::new(3).pool(Domain::Cobalt, 6);
    scene.game.city.deck = [Invasion::ChiefFire, Invasion::ChiefSolar]
        .into_iter()
        .collect::<gueridon_game::Bag<_, _>>()
        .into();
    assert_eq!(scene.refused(A, Move::Peek { count: 3 }), ("TOO_DEEP", "33d"));
    assert_eq!(scene.refused(A, Move::Peek { count: 0 }), ("TOO_DEEP", "30"));
    let told = scene.play(A, Move::Peek { count: 2 });
    assert_eq!(told.len(), 1, "no reshuffle");
    assert_eq!(scene.game.city.deck.len(), 2);
}

#[test]
fn r33d_the_next_combat_card_is_the_next_card_looked_at_or_not() {
    let mut scene = Scene::new(3)
        .pool(Domain::Cobalt, 1)
        .next(Invasion::DragonWrath5)
        .chiefs(&[Invasion::ChiefCobalt])
        .talents_tilted();
    scene.play(A, Move::Peek { count: 1 });
    let told = scene.play(A, Move::Fight { chief: Invasion::ChiefCobalt });
    assert!(told.contains(&Event::CombatCardDrawn { card: Invasion::DragonWrath5 }));
}

#[test]
fn r33e_health_never_exceeds_its_maximum() {
    let options = Options { king_cure_check: CureCheck::EndOfDefence, ..Options::default() };
    let scene = Scene::with(3, options).health(10).pool(Domain::Cobalt, 3);
    assert_eq!(scene.refused(A, Move::Heal(YES)), ("KING_WELL", "33e"));
    let mut scene = Scene::with(3, options).health(10);
    scene = scene.started(A, Artefact::PendantFire, &[Domain::Fire]);
    scene.play(A, Move::Shape { artefact: Artefact::PendantFire, gem: Domain::Fire });
    assert_eq!(scene.game.city.health, 10);
    let mut scene = Scene::new(3).health(9).pool(Domain::Cobalt, 3);
    scene.play(A, Move::Heal(YES));
    assert_eq!(scene.ended(), Some((Cause::KingCured, None)));
}

#[test]
fn a_card_that_was_looked_at_is_known_to_all_who_looked() {
    let mut scene = Scene::new(3).pool(Domain::Cobalt, 1);
    scene.play(A, Move::Peek { count: 1 });
    scene.end_turns(1);
    scene = scene.pool(Domain::Cobalt, 1);
    scene.play(B, Move::Peek { count: 1 });
    let place = scene.game.view(Eyes::Public).looked_at[0];
    assert_eq!((place.seats, place.card), (Seats::just(A).with(B), None));
}
