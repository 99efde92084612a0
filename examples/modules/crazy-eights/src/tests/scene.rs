//! A table set up by hand.

use gueridon_game::{Dice, Game, Kind, Log, Seat, Seed, Yes};

use crate::cards::{Card, Cards, Suit};
use crate::{CrazyEights, Event, Move, Options};

pub(super) const A: Seat = Seat(0);
pub(super) const B: Seat = Seat(1);
pub(super) const C: Seat = Seat(2);
pub(super) const DRAW: Move = Move::Draw(Yes::Yes);
pub(super) const PASS: Move = Move::Pass(Yes::Yes);

/// A table of the first round on which A is to play on the seven of hearts: hands and the discard pile
/// are empty, and the stock has everything else.
#[derive(Debug)]
pub(super) struct Scene {
    pub(super) game: CrazyEights,
    entry: u64,
}

pub(super) fn deal(seats: u8, seed: u64) -> CrazyEights {
    let mut dice = Dice::new(&Seed::of_test(seed), 0);
    CrazyEights::deal(&Options::default(), seats, &mut dice).expect("a deal")
}

/// The step that plays a card that is no eight.
pub(super) fn play(card: Card) -> Move {
    Move::Play { card, suit: None }
}

/// The step that plays an eight.
pub(super) fn name(card: Card, suit: Suit) -> Move {
    Move::Play { card, suit: Some(suit) }
}

impl Scene {
    pub(super) fn new(seats: u8) -> Self {
        let mut game = deal(seats, 1);
        game.players.iter_mut().for_each(|player| player.hand = Cards::new());
        (game.top, game.suit) = (Card::SevenOfHearts, Suit::Hearts);
        game.stock = Card::ALL.iter().copied().filter(|&card| card != game.top).collect();
        Self { game, entry: 0 }
    }

    /// Moves cards from the stock into a hand.
    pub(super) fn hand(mut self, seat: Seat, cards: &[Card]) -> Self {
        for &card in cards {
            assert!(self.game.stock.take(card), "{card:?} is elsewhere");
            self.game.players[seat.index()].hand.add(card);
        }
        self
    }

    /// Moves cards from the stock under the top card of the discard pile.
    pub(super) fn discard(mut self, cards: &[Card]) -> Self {
        for &card in cards {
            assert!(self.game.stock.take(card), "{card:?} is elsewhere");
            self.game.discard.add(card);
        }
        self
    }

    /// Moves what is left of the stock into a hand.
    pub(super) fn rest_to(mut self, seat: Seat) -> Self {
        let rest = std::mem::take(&mut self.game.stock);
        self.game.players[seat.index()].hand.add_all(&rest);
        self
    }

    pub(super) fn points(mut self, seat: Seat, points: i32) -> Self {
        self.game.players[seat.index()].points = points;
        self
    }

    /// The hand of a seat.
    pub(super) fn held(&self, seat: Seat) -> Vec<Card> {
        self.game.hand(seat).each().collect()
    }

    pub(super) fn moves(&self, seat: Seat) -> Vec<Move> {
        let mut moves = Vec::new();
        self.game.moves(seat, &mut moves);
        moves
    }

    /// Makes an open step of a seat; returns what happened, as everybody who may know is told.
    pub(super) fn step(&mut self, seat: Seat, step: &Move) -> Vec<Event> {
        assert!(self.moves(seat).contains(step), "{step:?} is not listed");
        self.entry += 1;
        let (mut dice, mut log) = (Dice::new(&Seed::of_test(7), self.entry), Log::new());
        self.game.play(seat, step, &mut dice, &mut log).expect("a listed step is open");
        log.told().iter().map(|told| told.event.clone()).collect()
    }

    /// The code and rule with which a step is refused, which must not be listed.
    pub(super) fn refused(&mut self, seat: Seat, step: &Move) -> (&'static str, &'static str) {
        assert!(!self.moves(seat).contains(step), "{step:?} is listed");
        let (mut dice, mut log) = (Dice::new(&Seed::of_test(7), 1), Log::new());
        let refusal = self.game.play(seat, step, &mut dice, &mut log).expect_err("not open");
        (refusal.code, refusal.rule)
    }
}
