//! The end of a round, and of the game.

use gueridon_game::{Dice, Eyes, Game, Kind, Seats, Seed};

use super::scene::{A, B, C, PASS, Scene, deal, play};
use crate::cards::{Card, Suit, worth};
use crate::{CrazyEights, Event, Move, Options};

/// Three at a table of which A can go out; B holds 50 points, C holds 11.
fn last_card() -> Scene {
    Scene::new(3)
        .hand(A, &[Card::KingOfHearts])
        .hand(B, &[Card::EightOfClubs])
        .hand(C, &[Card::QueenOfSpades, Card::AceOfSpades])
}

#[test]
fn e9_whoever_has_no_card_left_scores_what_the_others_hold() {
    let mut scene = last_card();
    let told = scene.step(A, &play(Card::KingOfHearts));
    let shown = |seat, cards: &[Card], worth| Event::HandShown { seat, cards: cards.into(), worth };
    let expected = [
        Event::Played { seat: A, card: Card::KingOfHearts, suit: None },
        shown(B, &[Card::EightOfClubs], 50),
        shown(C, &[Card::AceOfSpades, Card::QueenOfSpades], 11),
        Event::Scored { seat: A, points: 61 },
    ];
    assert_eq!(told[..expected.len()], expected);
    let points: Vec<i32> = scene.game.players.iter().map(|player| player.points).collect();
    assert_eq!(points, [61, 0, 0]);
}

#[test]
fn e9_the_last_card_may_be_an_eight() {
    let mut scene = Scene::new(2).hand(A, &[Card::EightOfSpades]).hand(B, &[Card::TwoOfClubs]);
    let step = Move::Play { card: Card::EightOfSpades, suit: Some(Suit::Clubs) };
    assert!(scene.step(A, &step).contains(&Event::Scored { seat: A, points: 2 }));
}

#[test]
fn e10_eights_count_fifty_faces_ten_and_others_their_number() {
    let of_hearts: Vec<i32> = Card::ALL
        .iter()
        .filter(|card| card.suit() == Suit::Hearts)
        .map(|card| card.worth())
        .collect();
    assert_eq!(of_hearts, [1, 2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10]);
    assert_eq!(worth(&Card::ALL.iter().copied().collect()), 4 * 127);
}

/// Nobody can draw: A holds 2 points, B the rest, C holds `card`.
fn nothing_to_draw(card: Card) -> Scene {
    Scene::new(3).hand(A, &[Card::TwoOfClubs]).hand(C, &[card]).rest_to(B)
}

#[test]
fn e11_when_all_pass_with_nothing_to_draw_the_least_hand_scores_the_differences() {
    let mut scene = nothing_to_draw(Card::FiveOfClubs);
    scene.step(A, &PASS);
    scene.step(B, &PASS);
    let told = scene.step(C, &PASS);
    assert_eq!(told[..2], [Event::Passed { seat: C }, Event::Blocked {}]);
    let of_b = 4 * 127 - 7 - 2 - 5;
    let points = (of_b - 2) + (5 - 2);
    assert!(told.contains(&Event::Scored { seat: A, points }), "{told:?}");
    assert_eq!(scene.game.score(Eyes::Public).seats[0].points, points);
}

#[test]
fn e11_equal_least_hands_all_score() {
    let mut scene = nothing_to_draw(Card::TwoOfSpades);
    scene.step(A, &PASS);
    scene.step(B, &PASS);
    scene.step(C, &PASS);
    let ranks: Vec<u8> =
        scene.game.score(Eyes::Public).seats.iter().map(|column| column.rank).collect();
    assert_eq!((ranks, scene.game.to_act()), (vec![1, 3, 1], Seats::NONE));
}

#[test]
fn e12_below_the_target_the_next_seat_begins_a_new_round() {
    let mut scene = last_card();
    let told = scene.step(A, &play(Card::KingOfHearts));
    let dealt = |event: &&Event| matches!(event, Event::Dealt { cards: Some(_), .. });
    assert_eq!(told.iter().filter(dealt).count(), 3);
    let began = Event::RoundBegan { seat: B, round: 2, card: scene.game.top };
    assert_eq!(told.last(), Some(&began));
    let game = &scene.game;
    assert_eq!((game.round, game.to_act(), game.drawn), (2, Seats::just(B), 0));
    assert!([A, B, C].iter().all(|&seat| game.hand(seat).len() == 5));
    assert!(game.cards().counts().iter().all(|&count| count == 1));
    assert!(game.discard.is_empty() && !game.top.is_eight() && game.suit == game.top.suit());
}

#[test]
fn e12_the_game_ends_when_somebody_has_reached_the_target() {
    for (before, is_over) in [(38, false), (39, true)] {
        let mut scene = last_card().points(A, before).points(C, 80);
        let told = scene.step(A, &play(Card::KingOfHearts));
        let began = told.iter().any(|event| matches!(event, Event::RoundBegan { .. }));
        assert_eq!((scene.game.to_act().is_empty(), !began), (is_over, is_over));
        assert_eq!(scene.game.score(Eyes::Public).is_final, is_over);
    }
}

#[test]
fn e12_the_target_is_an_option_from_10_to_500() {
    for (target, is_dealt) in [(9, false), (10, true), (500, true), (501, false)] {
        let mut dice = Dice::new(&Seed::of_test(1), 0);
        let dealt = CrazyEights::deal(&Options { target }, 2, &mut dice);
        let code = dealt.as_ref().map_err(|refusal| refusal.code).err();
        assert_eq!(code, (!is_dealt).then_some("BAD_TARGET"));
        assert!(dealt.map_or(true, |game| game.target == target));
    }
    assert_eq!(deal(2, 1).target, 100);
}
