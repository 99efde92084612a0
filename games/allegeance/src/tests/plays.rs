//! Turns, plays and the use of powers: F0a, F8 to F11.

use gueridon_game::{Seat, Seats};

use super::scene::{A, B, C, Scene, YES, kinds};
use crate::cards::{Card, Gem, Guild};
use crate::moves::Move;

fn play(card: Card) -> Move {
    Move::Play { card }
}

#[test]
fn f0a_plays_and_powers_come_in_any_order_and_each_is_optional() {
    let mut scene = Scene::new(3)
        .hand(A, &[Card::Colosses, Card::Damnes])
        .field(A, &[(Guild::Gardiennes, 1)])
        .gems(A, 1);
    scene.play_all(&[play(Card::Colosses), Move::Protect(YES), play(Card::Damnes)]);
    scene.end_turn();
    assert_eq!(scene.game.asked(), Seats::just(B), "the next in seat order");
    assert_eq!(kinds(&scene.end_turn()), ["CardsDrawn", "TurnStarted"], "nothing at all");
    scene.end_turn();
    assert_eq!((scene.game.asked(), scene.game.turn.round), (Seats::just(A), 2));
}

#[test]
fn f8_the_free_card_of_a_stack_is_any_partisan_of_it_whatever_chief_lies_on_top() {
    let mut scene = Scene::new(3)
        .field(A, &[(Guild::Assassins, 1)])
        .field(B, &[(Guild::Colosses, 1)])
        .chiefs(B, &[Guild::Colosses])
        .gems(A, 2);
    scene.play(A, Move::Strike { seat: B, guild: Guild::Colosses });
    assert_eq!(scene.partisans(B, Guild::Colosses), 0);
    assert!(scene.game.player(B).has_chief(Guild::Colosses));
    assert_eq!(scene.discarded(), [Card::Colosses]);
}

#[test]
fn f8_a_card_to_give_is_a_free_one_too() {
    let mut scene = Scene::new(2)
        .field(A, &[(Guild::Illusionnistes, 1)])
        .field(B, &[(Guild::Damnes, 1)])
        .gems(A, 2);
    let swap = Move::Swap { own: Guild::Colosses, seat: B, guild: Guild::Damnes };
    assert_eq!(scene.refused(A, swap), ("NO_CARD_TO_GIVE", "F8"));
}

#[test]
fn f8a_a_target_is_any_stack_of_an_opponent_with_a_partisan() {
    let every: Vec<(Guild, u8)> = [Guild::Fossoyeurs, Guild::Damnes, Guild::Mediums]
        .into_iter()
        .map(|guild| (guild, 1))
        .collect();
    let mut scene = Scene::new(3)
        .field(A, &[(Guild::Assassins, 2)])
        .field(B, &every)
        .chiefs(C, &[Guild::Damnes])
        .gems(A, 2);
    let strike = |seat, guild| Move::Strike { seat, guild };
    scene.assert_open(
        A,
        &[
            strike(B, Guild::Fossoyeurs),
            strike(B, Guild::Damnes),
            strike(B, Guild::Mediums),
            Move::EndTurn(YES),
        ],
    );
    let own = strike(A, Guild::Assassins);
    assert_eq!(scene.refused(A, own), ("NO_OPPONENT", "F8a"));
    assert_eq!(scene.refused(A, strike(Seat(3), Guild::Damnes)), ("NO_OPPONENT", "F8a"));
    assert_eq!(scene.refused(A, strike(C, Guild::Damnes)), ("NO_FREE_CARD", "F8a"));
    scene.play(A, strike(B, Guild::Mediums));
    assert_eq!(scene.partisans(B, Guild::Mediums), 0, "an owner's last card may go");
}

#[test]
fn f8a_a_moved_card_counts_for_its_new_owner_at_once() {
    let mut scene = Scene::new(3)
        .field(A, &[(Guild::Diplomates, 1), (Guild::Assassins, 1)])
        .field(B, &[(Guild::Assassins, 1), (Guild::Damnes, 1)])
        .gems(A, 5);
    let strike = Move::Strike { seat: B, guild: Guild::Damnes };
    assert_eq!(scene.refused(A, strike), ("NO_MAJORITY", "F1"));
    scene.play(A, Move::Steal { seat: B, guild: Guild::Assassins });
    scene.play(A, strike);
    assert_eq!(scene.discarded(), [Card::Damnes], "a discarded one goes to the main discard");
}

#[test]
fn f9_two_cards_a_turn_at_most_and_none_at_least() {
    let hand = [Card::Colosses, Card::Damnes, Card::Fossoyeurs];
    let mut scene = Scene::new(3).hand(A, &hand);
    assert_eq!(scene.refused(A, play(Card::Mediums)), ("NOT_IN_HAND", "F9"));
    scene.play_all(&[play(Card::Colosses), play(Card::Damnes)]);
    assert_eq!(scene.refused(A, play(Card::Fossoyeurs)), ("NO_PLAYS_LEFT", "F9"));
    scene.end_turn();
    scene.end_turn();
    scene.end_turn();
    assert_eq!(scene.game.turn.plays_left, 2, "there are new ones");
}

#[test]
fn f9_unused_plays_lapse() {
    let mut scene =
        Scene::new(3).hand(A, &[Card::Colosses]).field(A, &[(Guild::Excavateurs, 1)]).gems(A, 2);
    scene.play_all(&[Move::ExtraPlay(YES), play(Card::Colosses)]);
    assert_eq!(scene.game.turn.plays_left, 2);
    for _ in 0..3 {
        scene.end_turn();
        assert_eq!(scene.game.turn.plays_left, 2);
    }
}

#[test]
fn f9_majority_and_gems_are_checked_at_the_moment_of_use() {
    let mut scene = Scene::new(3)
        .hand(A, &[Card::Assassins])
        .field(B, &[(Guild::Damnes, 1)])
        .gem_pile(&[Gem::Gem2]);
    let strike = Move::Strike { seat: B, guild: Guild::Damnes };
    assert_eq!(scene.refused(A, strike), ("NO_PARTISAN", "F5"));
    scene.play(A, play(Card::Assassins));
    scene.play(A, strike);
    assert_eq!(scene.gems_of(A), 0, "paid with the gem that the card brought");
}

#[test]
fn f10_each_power_is_used_once_a_turn_from_the_first_on() {
    let mut scene =
        Scene::new(3).field(A, &[(Guild::Assassins, 1)]).field(B, &[(Guild::Damnes, 3)]).gems(A, 9);
    let strike = Move::Strike { seat: B, guild: Guild::Damnes };
    assert_eq!(scene.game.turn.round, 1);
    scene.play(A, strike);
    assert_eq!(scene.refused(A, strike), ("POWER_USED", "F10"));
    scene.play_all(&[Move::EndTurn(YES)]);
    scene.end_turn();
    scene.end_turn();
    scene.play(A, strike);
    assert_eq!(scene.partisans(B, Guild::Damnes), 1);
}

#[test]
fn f10_a_chiefs_trigger_neither_needs_nor_spends_the_use_of_the_guild() {
    let mut scene = Scene::new(3)
        .hand(A, &[Card::Sireth])
        .field(A, &[(Guild::Assassins, 1)])
        .field(B, &[(Guild::Damnes, 3)])
        .gems(A, 2);
    let strike = Move::Strike { seat: B, guild: Guild::Damnes };
    scene.play_all(&[strike, play(Card::Sireth), strike]);
    assert_eq!(scene.partisans(B, Guild::Damnes), 1);
    assert_eq!(scene.refused(A, strike), ("POWER_USED", "F10"), "used before the chief came");
    let mut first = Scene::new(3)
        .hand(A, &[Card::Sireth])
        .field(A, &[(Guild::Assassins, 1)])
        .field(B, &[(Guild::Damnes, 3)])
        .gems(A, 2);
    first.play_all(&[play(Card::Sireth), strike, strike]);
    assert_eq!((first.partisans(B, Guild::Damnes), first.gems_of(A)), (1, 0), "both were used");
}

#[test]
fn f10a_a_power_that_could_change_nothing_may_not_be_started() {
    let mut scene = Scene::new(3)
        .field(A, &[(Guild::Gardiennes, 1), (Guild::Mediums, 1), (Guild::Assassins, 1)])
        .gems(A, 9)
        .protected(A)
        .deck(&[]);
    assert_eq!(scene.refused(A, Move::Protect(YES)), ("PROTECTED_ALREADY", "F10a"));
    assert_eq!(scene.refused(A, Move::Foresee(YES)), ("NOTHING_TO_DRAW", "F10a"));
    scene.assert_open(A, &[Move::EndTurn(YES)]);
}

#[test]
fn f10a_another_play_is_always_something() {
    let scene = Scene::new(3).field(A, &[(Guild::Excavateurs, 1)]).gems(A, 2);
    assert!(scene.game.player(A).hand.is_empty() && scene.game.turn.plays_left == 2);
    scene.assert_open(A, &[Move::ExtraPlay(YES), Move::EndTurn(YES)]);
}

#[test]
fn f11_gems_come_only_with_cards_played_from_the_hand() {
    let mut scene = Scene::new(3)
        .hand(A, &[Card::Excavateurs])
        .field(A, &[(Guild::Fossoyeurs, 1), (Guild::Diplomates, 1), (Guild::Illusionnistes, 1)])
        .field(B, &[(Guild::Excavateurs, 2)])
        .discard(&[Card::Excavateurs])
        .gem_pile(&[Gem::Gem1, Gem::Gem1, Gem::Gem1, Gem::Gem1])
        .gems(A, 5);
    let told = scene.play(A, play(Card::Excavateurs));
    assert_eq!(kinds(&told), ["CardPlayed", "GemsDrawn"]);
    assert_eq!(scene.gems_of(A), 7, "two gem cards of value 1");
    scene.play_all(&[
        Move::Exhume { card: Card::Excavateurs },
        Move::Steal { seat: B, guild: Guild::Excavateurs },
        Move::Swap { own: Guild::Fossoyeurs, seat: B, guild: Guild::Excavateurs },
    ]);
    assert_eq!(scene.partisans(A, Guild::Excavateurs), 4);
    assert_eq!(scene.gems_of(A), 2, "three and two were paid, and none came");
}
