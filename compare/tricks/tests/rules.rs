//! What each rule says, at tables that were dealt as any other.

use gueridon_game::{Dice, Eyes, Game, Kind, Log, Refusal, Seat, Seats, Seed};
use serde_json::{Value as Json, json};
use tricks::{Card, Event, Move, Options, Tricks};

const A: Seat = Seat(0);
const B: Seat = Seat(1);
const C: Seat = Seat(2);

fn dealt(hand: u8, seats: u8, seed: u64) -> Result<Tricks, Refusal> {
    Tricks::deal(&Options { hand }, seats, &mut Dice::new(&Seed::of_test(seed), 0))
}

/// A table at which everybody has so many cards.
fn table(hand: u8, seats: u8) -> Tricks {
    dealt(hand, seats, 1).expect("a deal")
}

/// Plays a card; returns what happened.
fn play(game: &mut Tricks, seat: Seat, card: Card) -> Vec<Event> {
    let (mut dice, mut log) = (Dice::new(&Seed::of_test(0), 1), Log::new());
    game.play(seat, &Move::Play { card }, &mut dice, &mut log).expect("an open step");
    log.told().iter().map(|told| told.event.clone()).collect()
}

/// The code and rule with which a card is refused.
fn refused(game: &mut Tricks, seat: Seat, card: Card) -> (&'static str, &'static str) {
    let (mut dice, mut log) = (Dice::new(&Seed::of_test(0), 1), Log::new());
    let step = Move::Play { card };
    let refusal = game.play(seat, &step, &mut dice, &mut log).expect_err("not open");
    (refusal.code, refusal.rule)
}

/// What a seat may play, the lowest first.
fn open(game: &Tricks, seat: Seat) -> Vec<Card> {
    let mut moves = Vec::new();
    game.moves(seat, &mut moves);
    moves.into_iter().map(|Move::Play { card }| card).collect()
}

fn lowest(game: &Tricks, seat: Seat) -> Card {
    open(game, seat)[0]
}

fn highest(game: &Tricks, seat: Seat) -> Card {
    *open(game, seat).last().expect("a card")
}

/// A player as somebody sees them.
fn player(game: &Tricks, eyes: Eyes, seat: Seat) -> Json {
    serde_json::to_value(game.view(eyes)).expect("a view")["players"][seat.index()].clone()
}

/// The cards of a seat as it sees them.
fn hand(game: &Tricks, seat: Seat) -> Vec<Card> {
    let hand = player(game, Eyes::Seat(seat), seat)["hand"].clone();
    serde_json::from_value(hand).expect("a hand")
}

#[test]
fn t1_the_lowest_thirteen_cards_for_each_player_are_dealt() {
    for (seats, highest) in [(2, 8), (3, 11), (4, 14)] {
        let game = table(13, seats);
        let hands: Vec<_> = (0..seats).map(|seat| hand(&game, Seat(seat))).collect();
        assert!(hands.iter().all(|hand| hand.len() == 13));
        let mut cards = hands.concat();
        cards.sort();
        assert_eq!(cards, Card::ALL[..cards.len()]);
        assert_eq!(cards.last().map(|card| card.rank()), Some(highest));
        assert_ne!(hand(&game, A), hand(&dealt(13, seats, 2).expect("a deal"), A), "by chance");
    }
}

#[test]
fn t1_a_hand_has_1_to_13_cards() {
    assert_eq!(Options::default().hand, 13);
    for (size, fits) in [(0, false), (1, true), (13, true), (14, false)] {
        match dealt(size, 4, 1) {
            Ok(game) => assert!(fits && hand(&game, A).len() == usize::from(size)),
            Err(refusal) => assert!(!fits && refusal.code == "BAD_HAND" && refusal.rule == "T1"),
        }
    }
}

#[test]
fn t2_turns_go_round_whoever_wins() {
    let mut game = table(4, 3);
    for seat in [A, B, C, A, B, C, A] {
        assert_eq!(game.to_act(), Seats::just(seat));
        let card = if seat == B { highest(&game, seat) } else { lowest(&game, seat) };
        play(&mut game, seat, card);
    }
}

#[test]
fn t3_any_card_of_the_hand_may_be_played_and_no_other() {
    let game = table(13, 2);
    let held = hand(&game, A);
    assert_eq!(open(&game, A), held);
    assert!(open(&game, B).is_empty(), "it is not B's turn");
    for &card in Card::ALL {
        let mut game = game.clone();
        if held.contains(&card) {
            let played = [Event::Played { seat: A, card }];
            assert_eq!(play(&mut game, A, card), played);
            assert!(!hand(&game, A).contains(&card));
        } else {
            assert_eq!(refused(&mut game, A, card), ("NOT_IN_HAND", "T3"));
        }
    }
}

#[test]
fn t4_the_highest_rank_wins_the_trick() {
    for winner in [A, B] {
        let mut game = table(13, 2);
        let card = |game: &Tricks, seat| {
            if seat == winner { highest(game, seat) } else { lowest(game, seat) }
        };
        let (first, second) = (card(&game, A), hand(&game, B));
        play(&mut game, A, first);
        let card = card(&game, B);
        assert!(second.contains(&card) && card.rank() != first.rank());
        let happened = [Event::Played { seat: B, card }, Event::TrickWon { seat: winner }];
        assert_eq!(play(&mut game, B, card), happened);
        for seat in [A, B] {
            assert_eq!(player(&game, Eyes::Public, seat)["won"], i32::from(seat == winner));
        }
    }
}

#[test]
fn t4_of_equal_ranks_the_first_wins() {
    // All twos, and nothing else.
    let mut game = table(2, 2);
    for _ in 0..2 {
        let card = highest(&game, A);
        play(&mut game, A, card);
        let card = lowest(&game, B);
        assert_eq!(card.rank(), 2);
        assert_eq!(play(&mut game, B, card)[1], Event::TrickWon { seat: A });
    }
}

#[test]
fn t5_the_game_is_over_when_the_hands_are_empty() {
    let mut game = table(2, 2);
    for seat in [A, B, A, B] {
        assert!(!game.score(Eyes::Public).is_final);
        let card = lowest(&game, seat);
        play(&mut game, seat, card);
    }
    assert_eq!(game.to_act(), Seats::NONE);
    let score = game.score(Eyes::Public);
    assert!(score.is_final);
    let places: Vec<_> = score.seats.iter().map(|seat| (seat.points, seat.rank)).collect();
    assert_eq!(places, [(2, 1), (0, 2)]);
}

#[test]
fn t6_a_hand_is_its_players() {
    let game = table(13, 2);
    for eyes in [Eyes::Public, Eyes::Seat(B)] {
        let seen = player(&game, eyes, A);
        assert_eq!((&seen["hand"], &seen["handSize"]), (&Json::Null, &json!(13)));
    }
    assert_eq!(player(&game, Eyes::Seat(A), A)["hand"], json!(hand(&game, A)));
}
