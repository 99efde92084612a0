//! Rounds: how one is dealt, how its stock is made again, and what it brings when it is over.

use gueridon_game::{Dice, Log, Seat, Seats};

use crate::cards::{Card, Cards, worth};
use crate::{CrazyEights, Event, Kind, Player};

/// How many cards are dealt to each of two players, and to each of more (E1).
const HANDS: (usize, usize) = (7, 5);

/// What a round begins with.
struct Deal {
    hands: Vec<Cards>,
    top: Card,
    stock: Cards,
}

impl Deal {
    fn new(seats: u8, dice: &mut Dice) -> Self {
        let mut stock: Cards = Card::ALL.iter().copied().collect();
        let size = if seats == 2 { HANDS.0 } else { HANDS.1 };
        let hands = (0..seats).map(|_| stock.draw_many(size, dice)).collect();
        // Eights that would be turned up go back into the stock (E2), which has no order yet.
        let top = stock.draw_where(dice, |card| !card.is_eight());
        let top = top.expect("six hands of five are not all that is no eight");
        dice.uncover();
        Self { hands, top, stock }
    }
}

impl CrazyEights {
    /// A table with its first round.
    pub(crate) fn dealt(target: u16, seats: u8, dice: &mut Dice) -> Self {
        let Deal { hands, top, stock } = Deal::new(seats, dice);
        Self {
            target,
            round: 1,
            players: hands.into_iter().map(|hand| Player { hand, points: 0 }).collect(),
            stock,
            discard: Cards::new(),
            top,
            suit: top.suit(),
            turn: Seat(0),
            drawn: 0,
            idle: 0,
            shuffles: vec![Card::ALL.iter().copied().collect()],
        }
    }

    /// Makes an empty stock again of what lies under the top card of the discard pile (E8).
    pub(crate) fn renew_stock(&mut self, log: &mut Log<Event>) {
        if !self.stock.is_empty() {
            return;
        }
        self.stock = std::mem::take(&mut self.discard);
        self.shuffles.iter_mut().for_each(|earlier| earlier.take_all(&self.stock));
        self.shuffles.push(self.stock);
        log.all(Event::Reshuffled { cards: self.stock.len() });
    }

    /// Ends the round: hands are shown, whoever has the least in hand scores how much more the others
    /// have (E9, E11), and the next round is dealt unless the target is reached (E12).
    pub(crate) fn end_round(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        let counts: Vec<i32> = self.players.iter().map(|player| worth(&player.hand)).collect();
        for ((seat, player), &worth) in (0..).map(Seat).zip(&self.players).zip(&counts) {
            if !player.hand.is_empty() {
                let cards = player.hand.each().collect();
                log.all(Event::HandShown { seat, cards, worth });
            }
        }
        let least = counts.iter().copied().min().unwrap_or_default();
        let points = counts.iter().map(|count| count - least).sum();
        for (seat, player) in (0..).map(Seat).zip(&mut self.players) {
            if counts[seat.index()] == least {
                player.points += points;
                log.all(Event::Scored { seat, points });
            }
        }
        if !self.is_over() {
            self.next_round(dice, log);
        }
    }

    fn next_round(&mut self, dice: &mut Dice, log: &mut Log<Event>) {
        let Deal { hands, top, stock } = Deal::new(self.seats(), dice);
        let first = (self.round % u32::from(self.seats())) as u8;
        for ((seat, player), hand) in (0..).map(Seat).zip(&mut self.players).zip(hands) {
            player.hand = hand;
            let others = Event::Dealt { seat, cards: None };
            let cards = Some(hand.each().collect());
            log.only(Seats::just(seat), Event::Dealt { seat, cards }, Some(others));
        }
        self.round += 1;
        (self.stock, self.discard, self.top, self.suit) = (stock, Cards::new(), top, top.suit());
        (self.turn, self.drawn, self.idle) = (Seat(first), 0, 0);
        self.shuffles = vec![Card::ALL.iter().copied().collect()];
        log.all(Event::RoundBegan { seat: self.turn, round: self.round, card: top });
    }
}
