//! Which card may follow which.

use gueridon_game::{Game, Kind, Seats};

use super::scene::{A, B, DRAW, Scene, name, play};
use crate::Event;
use crate::cards::{Card, Suit};

#[test]
fn e4_a_card_follows_the_suit_or_the_rank() {
    let hand = [Card::KingOfHearts, Card::SevenOfClubs, Card::QueenOfClubs];
    let mut scene = Scene::new(3).hand(A, &hand).hand(B, &[Card::QueenOfHearts]);
    let [suit, rank, neither] = hand.map(play);
    assert_eq!(scene.moves(A), [rank, suit.clone(), DRAW]);
    assert_eq!(scene.refused(A, &neither), ("DOES_NOT_FIT", "E4"));
    assert_eq!(scene.refused(A, &play(Card::QueenOfHearts)), ("NOT_IN_HAND", "E4"));
    let told = scene.step(A, &suit);
    assert_eq!(told, [Event::Played { seat: A, card: Card::KingOfHearts, suit: None }]);
    assert_eq!((scene.game.top, scene.game.suit), (Card::KingOfHearts, Suit::Hearts));
    assert_eq!(scene.game.to_act(), Seats::just(B), "the next in the order of the seats");
}

#[test]
fn e4_a_card_of_the_same_rank_changes_the_suit() {
    let hand = [Card::SevenOfClubs, Card::AceOfClubs];
    let mut scene = Scene::new(2).hand(A, &hand).hand(B, &[Card::TwoOfClubs, Card::TwoOfHearts]);
    scene.step(A, &play(Card::SevenOfClubs));
    assert_eq!(scene.moves(B), [play(Card::TwoOfClubs), DRAW]);
}

#[test]
fn e5_an_eight_follows_everything_and_names_any_suit() {
    let hand = [Card::EightOfClubs, Card::AceOfClubs];
    let mut scene = Scene::new(2).hand(A, &hand).hand(B, &[Card::TwoOfClubs, Card::TwoOfSpades]);
    let named: Vec<_> = Suit::ALL.iter().map(|&suit| name(Card::EightOfClubs, suit)).collect();
    assert!(scene.moves(A).starts_with(&named));
    assert_eq!(scene.refused(A, &play(Card::EightOfClubs)), ("NAME_A_SUIT", "E5"));
    scene.step(A, &name(Card::EightOfClubs, Suit::Spades));
    assert_eq!(scene.moves(B), [play(Card::TwoOfSpades), DRAW], "not the suit of the eight itself");
}

#[test]
fn e5_no_other_card_names_a_suit() {
    let mut scene = Scene::new(2).hand(A, &[Card::KingOfHearts, Card::AceOfClubs]);
    let step = name(Card::KingOfHearts, Suit::Clubs);
    assert_eq!(scene.refused(A, &step), ("NO_SUIT_TO_NAME", "E5"));
}

#[test]
fn e5_an_eight_follows_an_eight_whatever_was_named() {
    let hand = [Card::EightOfSpades, Card::TwoOfDiamonds];
    let mut scene = Scene::new(2).hand(A, &[Card::EightOfClubs, Card::AceOfClubs]).hand(B, &hand);
    scene.step(A, &name(Card::EightOfClubs, Suit::Hearts));
    let told = scene.step(B, &name(Card::EightOfSpades, Suit::Clubs));
    let suit = Some(Suit::Clubs);
    assert_eq!(told, [Event::Played { seat: B, card: Card::EightOfSpades, suit }]);
    assert_eq!(scene.moves(A), [play(Card::AceOfClubs), DRAW]);
}
