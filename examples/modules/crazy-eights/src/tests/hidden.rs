//! Who knows what.

use std::collections::BTreeSet;

use gueridon_game::{Dice, Eyes, Game, Seat, Seed};

use super::scene::{A, B, C, DRAW, PASS, Scene, play};
use crate::cards::{Card, Cards};

#[test]
fn e13_a_hand_is_its_players_until_the_game_is_over() {
    let mut scene = Scene::new(2).hand(A, &[Card::KingOfHearts]).hand(B, &[Card::TwoOfClubs]);
    let hands = |scene: &Scene, eyes| scene.game.view(eyes).players.map_hands();
    assert_eq!(hands(&scene, Eyes::Seat(A)), [Some(vec![Card::KingOfHearts]), None]);
    assert_eq!(hands(&scene, Eyes::Public), [None, None]);
    scene = scene.points(A, 98);
    scene.step(A, &play(Card::KingOfHearts));
    assert_eq!(hands(&scene, Eyes::Public), [Some(vec![]), Some(vec![Card::TwoOfClubs])]);
}

trait Hands {
    fn map_hands(self) -> Vec<Option<Vec<Card>>>;
}

impl Hands for Vec<crate::PlayerView> {
    fn map_hands(self) -> Vec<Option<Vec<Card>>> {
        self.into_iter().map(|player| player.hand).collect()
    }
}

/// The hands of a seat in many games imagined for other eyes.
fn imagined(scene: &Scene, eyes: Eyes, seat: Seat) -> Vec<Cards> {
    let imagine = |seed| scene.game.imagine(eyes, &mut Dice::new(&Seed::of_test(seed), 0));
    (0..200).map(|seed| *imagine(seed).hand(seat)).collect()
}

#[test]
fn e14_what_was_never_discarded_since_a_shuffle_is_not_in_the_stock() {
    // When A has drawn, what B and C hold is all that was not under the top card.
    let under = [Card::AceOfClubs, Card::AceOfSpades, Card::AceOfHearts, Card::TwoOfHearts];
    let held = [Card::KingOfClubs, Card::QueenOfClubs];
    let mut scene = Scene::new(3).hand(A, &[Card::TwoOfClubs]).hand(C, &held);
    scene = scene.discard(&under).rest_to(B);
    scene.step(A, &DRAW);
    let is_under = |card: Card| under.contains(&card);
    let before = imagined(&scene, Eyes::Seat(B), C);
    assert!(before.iter().all(|hand| hand.len() == 2 && !hand.each().any(is_under)));
    let drawn = imagined(&scene, Eyes::Seat(B), A);
    let new = |hand: &Cards| hand.each().filter(|&card| is_under(card)).collect::<Vec<_>>();
    assert!(drawn.iter().all(|hand| hand.len() == 2 && new(hand).len() == 1));
    let met: BTreeSet<Card> = drawn.iter().flat_map(new).collect();
    assert_eq!(met.into_iter().collect::<BTreeSet<_>>(), under.into_iter().collect());
    let old: BTreeSet<Card> =
        drawn.iter().flat_map(Cards::each).filter(|&card| !is_under(card)).collect();
    let exchanged = [Card::TwoOfClubs, held[0], held[1]];
    assert_eq!(old, exchanged.into_iter().collect(), "B holds the others");
}

#[test]
fn e14_a_card_that_is_played_and_shuffled_in_may_be_anywhere_again() {
    let mut scene = Scene::new(2).hand(A, &[Card::KingOfHearts, Card::AceOfClubs]);
    scene = scene.hand(B, &[Card::KingOfClubs, Card::FourOfSpades]);
    scene = scene.discard(&[Card::TwoOfSpades]).parked();
    scene.step(A, &play(Card::KingOfHearts));
    scene.step(B, &play(Card::KingOfClubs));
    scene.step(A, &DRAW);
    let back = [Card::TwoOfSpades, Card::SevenOfHearts, Card::KingOfHearts];
    let drawn = imagined(&scene, Eyes::Seat(B), A);
    assert!(drawn.iter().all(|hand| hand.has(Card::AceOfClubs)), "it is nowhere else");
    let met: BTreeSet<Card> = drawn.iter().flat_map(Cards::each).collect();
    assert!(back.iter().all(|card| met.contains(card)), "{met:?}");
}

impl Scene {
    /// Leaves out of the game what is still in the stock.
    fn parked(mut self) -> Self {
        self.game.stock = Cards::new();
        self
    }
}

#[test]
fn e14_own_cards_are_known_and_counts_never_change() {
    let mut scene = Scene::new(3).hand(A, &[Card::TwoOfClubs]).hand(B, &[Card::TwoOfSpades]);
    scene.step(A, &DRAW);
    for _ in 0..2 {
        scene.step(A, &DRAW);
    }
    scene.step(A, &PASS);
    for eyes in [Eyes::Seat(A), Eyes::Seat(B), Eyes::Public] {
        for seed in 0..50 {
            let other = scene.game.imagine(eyes, &mut Dice::new(&Seed::of_test(seed), 0));
            assert_eq!(other.cards(), scene.game.cards());
            assert_eq!(other.hand(A).len(), 4);
            if let Some(seat) = eyes.seat() {
                assert_eq!(other.hand(seat), scene.game.hand(seat));
            }
        }
    }
}
