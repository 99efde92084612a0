//! Fights against chiefs: rules 43 to 48b.

use super::scene::{A, B, Scene, YES};
use crate::cards::{Artefact, Card, Domain, Invasion};
use crate::kind_set::KindSet;
use crate::moves::Move;
use crate::options::PoolBeforeFight;
use crate::{Event, Options};

const CHIEF: Invasion = Invasion::ChiefNature;
const FIGHT: Move = Move::Fight { chief: CHIEF };

fn tilt(card: Card) -> Move {
    Move::Tilt { card }
}

/// A chief of strength 15 in the field, and a Grimoire of Fire to fight it with.
fn scene() -> Scene {
    Scene::new(3).chiefs(&[CHIEF]).finished(A, &[Artefact::GrimoireFire])
}

#[test]
fn r43_the_cards_tilted_strike_with_the_flux_of_a_drawn_card() {
    // Fire 3: six glyphs come to 18.
    let mut scene = scene().next(Invasion::DragonWrath5);
    scene.play(A, FIGHT);
    let open = [tilt(Card::MageFire), tilt(Card::GrimoireFire), Move::Strike(YES)];
    scene.assert_open(A, &open);
    scene.play(A, tilt(Card::GrimoireFire));
    let told = scene.play(A, Move::Strike(YES));
    let beaten = Event::ChiefBeaten { seat: A, chief: CHIEF, attack: 18, strength: 15 };
    assert_eq!(told, [Event::CombatCardDrawn { card: Invasion::DragonWrath5 }, beaten]);
    assert_eq!(scene.refused(A, FIGHT), ("NO_SUCH_CHIEF", "43"));
}

#[test]
fn r43_glyphs_that_wait_are_lost_or_fight_too_as_the_table_likes() {
    let mut lost = scene().pool(Domain::Fire, 5);
    let told = lost.play(A, FIGHT);
    assert!(matches!(told[0], Event::GlyphsLost { .. }));
    assert!(lost.game.turn.pool.is_empty());
    let options = Options { pool_before_fight: PoolBeforeFight::Fights, ..Options::default() };
    let mut fights =
        Scene::with(3, options).chiefs(&[CHIEF]).pool(Domain::Fire, 5).next(Invasion::DragonWrath5);
    fights.play(A, FIGHT);
    let told = fights.play(A, Move::Strike(YES));
    assert!(matches!(told[1], Event::ChiefBeaten { attack: 15, .. }));
    assert!(fights.game.turn.pool.is_empty());
}

#[test]
fn r44_a_chief_beaten_is_5_points_and_the_turn_goes_on() {
    let mut scene = scene().next(Invasion::DragonWrath5);
    scene.play_all(A, &[FIGHT, tilt(Card::GrimoireFire), Move::Strike(YES)]);
    assert!(scene.game.mage(A).chiefs.has(CHIEF) && scene.game.city.chiefs.is_empty());
    assert_eq!(
        (scene.points(A, "chiefs"), scene.game.turn.actions, scene.asked()),
        (5, 4, vec![A])
    );
}

#[test]
fn r44_a_lost_fight_ends_the_turn_the_chief_and_the_tilted_cards_stay() {
    // Fire 1: six glyphs and the Talent's come to 7.
    let mut scene = scene().next(Invasion::ChiefFire);
    scene.play_all(A, &[FIGHT, tilt(Card::GrimoireFire)]);
    let told = scene.play(A, tilt(Card::MageFire));
    let lost = Event::FightLost { seat: A, chief: CHIEF, attack: 7, strength: 15 };
    assert!(told.contains(&lost), "with nothing left to tilt, it strikes by itself");
    assert_eq!((scene.asked(), scene.game.city.chiefs.as_slice()), (vec![B], &[CHIEF][..]));
    assert_eq!(scene.game.mage(A).tilted.len(), 2);
}

#[test]
fn r45_the_combat_card_goes_under_the_discard_so_that_the_flux_stays() {
    let mut scene = scene().next(Invasion::DragonWrath5);
    scene.play_all(A, &[FIGHT, tilt(Card::GrimoireFire), Move::Strike(YES)]);
    assert!(scene.game.city.discard.has(Invasion::DragonWrath5));
    assert_eq!(scene.game.city.current, Some(Invasion::Calm));
}

#[test]
fn r46_nothing_on_a_combat_card_happens_and_its_chief_does_not_appear() {
    let mut scene = scene().next(Invasion::ChiefFire).talents_tilted();
    scene.play_all(A, &[FIGHT, tilt(Card::GrimoireFire)]);
    let city = &scene.game.city;
    assert_eq!((city.reinforcements, city.chiefs.as_slice()), (1, &[CHIEF][..]));
    assert!(city.discard.has(Invasion::ChiefFire));
}

#[test]
fn r47_the_active_mage_fights_alone_and_no_exile_does() {
    let scene = scene().exiled(A);
    assert_eq!(scene.refused(A, FIGHT), ("EXILED", "47"));
    let mut scene = self::scene();
    scene.play(A, FIGHT);
    assert_eq!(scene.asked(), [A]);
    assert_eq!(scene.refused(B, tilt(Card::MageSulphur)), ("NOT_YOUR_TURN", ""));
}

#[test]
fn r48_an_empty_deck_is_made_anew_of_all_discards_but_the_card_in_force() {
    let mut scene = scene();
    let deck = std::mem::take(&mut scene.game.city.deck);
    scene.game.city.discard = scene.game.city.discard.or(deck.cards().each().collect());
    let discarded = scene.game.city.discard.len() - 1;
    let told = scene.play_all(A, &[FIGHT, tilt(Card::GrimoireFire), Move::Strike(YES)]);
    assert!(told.contains(&Event::DeckReshuffled { cards: discarded as u8 }));
    let city = &scene.game.city;
    assert_eq!(city.deck.len() + city.discard.len(), 17, "the chief stays out");
    assert!(city.discard.has(Invasion::Calm) && !city.deck.cards().has(Invasion::Calm));
}

#[test]
fn r48_without_any_other_card_the_one_in_force_decides() {
    let mut scene = scene();
    scene.game.city.deck = Default::default();
    scene.game.city.discard = [Invasion::Calm].into_iter().collect();
    let told = scene.play_all(A, &[FIGHT, tilt(Card::GrimoireFire), Move::Strike(YES)]);
    assert!(told.contains(&Event::CombatCardDrawn { card: Invasion::Calm }));
    assert!(!told.iter().any(|event| matches!(event, Event::DeckReshuffled { .. })));
    assert!(told.iter().any(|event| matches!(event, Event::FightLost { attack: 6, .. })));
}

#[test]
fn r48_a_table_may_leave_the_deck_empty_and_the_last_card_in_force() {
    let options = Options { reshuffle_invasion: false, ..Options::default() };
    let mut scene = Scene::with(3, options).last_turn();
    scene.game.city.deck = Default::default();
    let told = scene.end_turns(1);
    assert!(!told.iter().any(|event| matches!(event, Event::InvasionDrawn { .. })));
    assert_eq!((scene.game.city.current, scene.asked()), (Some(Invasion::Calm), vec![B]));
}

#[test]
fn r48a_for_a_rounds_card_the_old_one_is_shuffled_in_too() {
    let mut scene = Scene::new(3).last_turn();
    scene.game.city.deck = Default::default();
    scene.game.city.discard = KindSet::all();
    let told = scene.end_turns(1);
    assert!(told.contains(&Event::DeckReshuffled { cards: 18 }));
    assert_eq!(scene.game.city.deck.len(), 17);
}

#[test]
fn r48b_a_fight_without_a_card_is_legal_and_lost() {
    let mut scene = scene();
    let told = scene.play_all(A, &[FIGHT, Move::Strike(YES)]);
    assert!(told.iter().any(|event| matches!(event, Event::FightLost { attack: 0, .. })));
    assert!(scene.game.mage(A).tilted.is_empty());
}
