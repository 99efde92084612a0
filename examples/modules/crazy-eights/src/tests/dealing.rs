//! What a round begins with.

use gueridon_game::{Dice, Eyes, Game, Kind, Seat, Seats, Seed};

use super::scene::{A, deal};
use crate::cards::{Card, Suit};
use crate::{CrazyEights, Options};

#[test]
fn e1_two_have_seven_cards_and_more_have_five() {
    for seats in 2..=6 {
        let game = deal(seats, 3);
        let size = if seats == 2 { 7 } else { 5 };
        assert!((0..seats).all(|seat| game.hand(Seat(seat)).len() == size), "{seats}");
        assert_eq!(game.stock.len(), 52 - 1 - size * usize::from(seats));
        assert!(game.cards().counts().iter().all(|&count| count == 1), "every card is there once");
    }
    for seats in [0, 1, 7] {
        let mut dice = Dice::new(&Seed::of_test(1), 0);
        let dealt = CrazyEights::deal(&Options::default(), seats, &mut dice);
        assert_eq!(dealt.map_err(|refusal| refusal.code).err(), Some("BAD_SEATS"));
    }
}

#[test]
fn e2_the_card_that_is_turned_up_is_no_eight_and_any_other() {
    let turned: Vec<Card> = (0..1000).map(|seed| deal(2, seed).top).collect();
    let other = |card: &&Card| !card.is_eight();
    let mut never = Card::ALL.iter().filter(other).filter(|card| !turned.contains(card));
    assert_eq!(never.next(), None);
    assert!(turned.iter().all(|card| !card.is_eight()));
}

#[test]
fn e3_the_first_seat_begins_and_follows_the_card_that_was_turned_up() {
    let game = deal(4, 5);
    assert_eq!((game.to_act(), game.suit), (Seats::just(A), game.top.suit()));
    assert_eq!(game.view(Eyes::Public).round, 1);
}

#[test]
fn e4_a_card_is_of_the_suit_and_rank_that_its_name_says() {
    assert_eq!((Suit::ALL.len(), Card::ALL.len()), (4, 52));
    let ranks = [
        "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack",
        "queen", "king",
    ];
    for card in Card::ALL {
        let named = format!("{}_of_{}", ranks[card.rank() - 1], card.suit().id());
        assert_eq!(card.id(), named);
    }
}
