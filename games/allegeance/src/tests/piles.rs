//! The main pile, and the end of a turn: F14 to F16.

use gueridon_game::{Eyes, Seats};

use super::scene::{A, B, Scene, YES, kinds};
use crate::Event;
use crate::cards::{Card, Guild};
use crate::moves::Move;

#[test]
fn f14_an_empty_pile_is_made_anew_from_the_discard_also_amid_a_refill() {
    let mut scene = Scene::new(3).hand(A, &[Card::Mediums]).deck(&[Card::Colosses]).discard(&[
        Card::Damnes,
        Card::Damnes,
        Card::Damnes,
        Card::Damnes,
    ]);
    let told = scene.end_turn();
    assert_eq!(kinds(&told), ["DeckReshuffled", "CardsDrawn", "TurnStarted"]);
    assert_eq!(told[0], Event::DeckReshuffled { cards: 4 });
    let (hand, damned) = (scene.hand_of(A), Card::Damnes);
    assert_eq!(hand, [Card::Mediums, Card::Colosses, damned, damned, damned]);
    assert_eq!((scene.game.board.deck.len(), scene.discarded()), (1, vec![]));
}

#[test]
fn f14_with_pile_and_discard_empty_a_refill_stops_short() {
    let mut scene = Scene::new(3).deck(&[Card::Colosses]);
    scene.end_turn();
    assert_eq!(scene.hand_of(A), [Card::Colosses]);
    assert_eq!(kinds(&scene.end_turn()), ["TurnStarted"], "and B draws nothing at all");
}

#[test]
fn f14_a_look_takes_what_there_is_and_the_rest_goes_under_in_the_order_seen() {
    let mut scene = Scene::new(3).field(A, &[(Guild::Mediums, 1)]).gems(A, 1).deck(&[
        Card::Colosses,
        Card::Damnes,
        Card::Valdyr,
        Card::Assassins,
    ]);
    scene.play(A, Move::Foresee(YES));
    scene.assert_open(
        A,
        &[Card::Colosses, Card::Damnes, Card::Valdyr].map(|card| Move::KeepCard { card }),
    );
    assert_eq!(scene.refused(A, Move::KeepCard { card: Card::Assassins }), ("NOT_FORESEEN", "F14"));
    scene.play(A, Move::KeepCard { card: Card::Damnes });
    assert_eq!(scene.hand_of(A), [Card::Damnes]);
    assert_eq!(scene.pile(), [Card::Assassins, Card::Colosses, Card::Valdyr]);
}

#[test]
fn f14_a_look_goes_on_in_the_discard_and_a_single_card_is_kept_unasked() {
    let scene = || Scene::new(3).field(A, &[(Guild::Mediums, 1)]).gems(A, 1);
    let mut few = scene().deck(&[Card::Colosses]).discard(&[Card::Damnes]);
    let told = few.play(A, Move::Foresee(YES));
    assert_eq!(kinds(&told), ["GemsPaid", "DeckReshuffled", "CardsForeseen"]);
    few.assert_open(A, &[Card::Colosses, Card::Damnes].map(|card| Move::KeepCard { card }));
    let mut one = scene().deck(&[Card::Colosses]);
    let told = one.play(A, Move::Foresee(YES));
    assert_eq!(kinds(&told), ["GemsPaid", "CardsForeseen", "CardKept"]);
    assert_eq!(one.hand_of(A), [Card::Colosses]);
}

#[test]
fn f15_any_number_of_cards_is_discarded_and_the_hand_refilled_to_five() {
    let hand = [Card::Colosses, Card::Colosses, Card::Damnes];
    let mut scene = Scene::new(3).hand(A, &hand).deck(&[Card::Mediums; 6]);
    scene.play(A, Move::EndTurn(YES));
    scene.assert_open(
        A,
        &[
            Move::Discard { card: Card::Colosses },
            Move::Discard { card: Card::Damnes },
            Move::Refill(YES),
        ],
    );
    assert_eq!(scene.refused(A, Move::Discard { card: Card::Valdyr }), ("NOT_IN_HAND", "F15"));
    assert_eq!(scene.refused(A, Move::Play { card: Card::Damnes }), ("NOT_NOW", "F0a"));
    scene.play_all(&[Move::Discard { card: Card::Colosses }, Move::Discard { card: Card::Damnes }]);
    scene.play(A, Move::Refill(YES));
    assert_eq!(scene.hand_of(A).len(), 5);
    assert_eq!(scene.discarded(), [Card::Colosses, Card::Damnes]);
}

#[test]
fn f15_a_hand_above_the_limit_is_kept() {
    let mut scene = Scene::new(3).hand(A, &[Card::Colosses; 8]);
    assert_eq!(kinds(&scene.end_turn()), ["TurnStarted"]);
    assert_eq!(scene.hand_of(A).len(), 8);
}

#[test]
fn f15_with_the_last_card_discarded_the_refill_follows_unasked() {
    let mut scene = Scene::new(3).hand(A, &[Card::Colosses]);
    scene.play(A, Move::EndTurn(YES));
    let told = scene.play(A, Move::Discard { card: Card::Colosses });
    assert_eq!(kinds(&told), ["CardDiscarded", "CardsDrawn", "TurnStarted"]);
    assert_eq!(scene.game.asked(), Seats::just(B));
}

#[test]
fn f16_with_the_majority_among_magiciennes_the_hand_is_refilled_to_seven() {
    let hand_after = |mut scene: Scene| {
        scene.end_turn();
        scene.hand_of(A).len()
    };
    let magiciennes = [(Guild::Magiciennes, 1)];
    assert_eq!(hand_after(Scene::new(3).field(A, &magiciennes)), 7);
    assert_eq!(hand_after(Scene::new(3).field(A, &magiciennes).field(B, &magiciennes)), 5);
    let chief = Scene::new(3).chiefs(A, &[Guild::Magiciennes]);
    assert_eq!(hand_after(chief), 5, "Ysaline alone does not do");
}

#[test]
fn f16_what_lasts_until_the_end_of_the_turn_still_holds_during_the_refill() {
    let mut scene = Scene::new(3).field(A, &[(Guild::Fossoyeurs, 1)]);
    scene.play(A, Move::Disguise { guild: Guild::Magiciennes });
    let told = scene.end_turn();
    assert_eq!(kinds(&told), ["CardsDrawn", "DisguisesDropped", "TurnStarted"]);
    assert_eq!(scene.hand_of(A).len(), 7);
    assert_eq!(scene.partisans(A, Guild::Magiciennes), 0);
    assert_eq!(scene.partisans(A, Guild::Fossoyeurs), 1);
    let view = scene.game.seen_by(Eyes::Public);
    assert_eq!(view.players[0].field.len(), 1);
}
