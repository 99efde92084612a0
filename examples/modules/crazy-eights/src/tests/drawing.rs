//! Drawing, passing, and the stock.

use gueridon_game::{Game, Seats};

use super::scene::{A, B, C, DRAW, PASS, Scene, play};
use crate::Event;
use crate::cards::{Card, Cards};

#[test]
fn e6_three_cards_may_be_drawn_in_a_turn_and_any_of_them_played() {
    let mut scene = Scene::new(3).hand(A, &[Card::KingOfHearts]).hand(B, &[Card::TwoOfClubs]);
    for size in 2..=4 {
        let told = scene.step(A, &DRAW);
        assert!(matches!(told[..], [Event::Drew { seat: A, card: Some(_) }]), "{told:?}");
        assert_eq!(scene.held(A).len(), size);
        assert!(scene.moves(A).contains(&play(Card::KingOfHearts)), "playing is still open");
    }
    assert_eq!(scene.refused(A, &DRAW), ("DRAWN_ENOUGH", "E6"));
    let fitting =
        scene.held(A).into_iter().filter(|&card| scene.game.fits(card) && !card.is_eight());
    let fitting: Vec<Card> = fitting.collect();
    assert!(fitting.iter().all(|&card| scene.moves(A).contains(&play(card))));
    scene.step(A, &PASS);
    assert_eq!(scene.game.to_act(), Seats::just(B));
    assert_eq!(scene.game.drawn, 0, "the next player may draw three again");
    scene.step(B, &DRAW);
}

#[test]
fn e7_one_passes_only_after_three_cards_or_with_nothing_to_draw() {
    let mut scene = Scene::new(2).hand(A, &[Card::TwoOfClubs]).hand(B, &[Card::TwoOfSpades]);
    for _ in 0..3 {
        assert_eq!(scene.refused(A, &PASS), ("DRAW_FIRST", "E7"));
        scene.step(A, &DRAW);
    }
    assert_eq!(scene.step(A, &PASS), [Event::Passed { seat: A }]);
    let mut scene = Scene::new(2).hand(A, &[Card::TwoOfClubs]).rest_to(B);
    assert_eq!(scene.refused(A, &DRAW), ("NOTHING_TO_DRAW", "E6"));
    assert_eq!(scene.moves(A), [PASS]);
}

#[test]
fn e7_with_nothing_to_draw_one_may_pass_and_keep_a_card_that_fits() {
    let mut scene = Scene::new(2).hand(A, &[Card::TwoOfHearts]).rest_to(B);
    assert_eq!(scene.moves(A), [play(Card::TwoOfHearts), PASS]);
    scene.step(A, &PASS);
    assert_eq!(scene.game.to_act(), Seats::just(B));
}

#[test]
fn e8_an_empty_stock_is_made_of_the_discard_pile_but_for_its_top_card() {
    let under = [Card::AceOfClubs, Card::AceOfSpades];
    let mut scene = Scene::new(3).hand(A, &[Card::TwoOfClubs]).discard(&under).rest_to(B);
    let told = scene.step(A, &DRAW);
    assert!(
        matches!(told[..], [Event::Reshuffled { cards: 2 }, Event::Drew { card: Some(_), .. }]),
        "{told:?}"
    );
    let drawn = scene.held(A).into_iter().filter(|card| under.contains(card)).count();
    assert_eq!((drawn, scene.game.stock.len(), scene.game.discard), (1, 1, Cards::new()));
    assert_eq!(scene.game.top, Card::SevenOfHearts);
    scene.step(A, &DRAW);
    assert_eq!(scene.refused(A, &DRAW), ("NOTHING_TO_DRAW", "E6"));
    scene.step(A, &PASS);
}

#[test]
fn e11_a_pass_after_a_draw_does_not_block() {
    let under = [Card::AceOfClubs];
    let mut scene = Scene::new(3).hand(A, &[Card::TwoOfClubs]).hand(C, &[Card::TwoOfSpades]);
    scene = scene.discard(&under).rest_to(B);
    scene.step(A, &DRAW);
    scene.step(A, &PASS);
    scene.step(B, &PASS);
    scene.step(C, &PASS);
    assert_eq!(scene.game.round, 1, "two have passed without a draw, not three");
    let told = scene.step(A, &PASS);
    assert!(told.contains(&Event::Blocked {}), "{told:?}");
}
