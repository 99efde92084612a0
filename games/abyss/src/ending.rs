//! The end of the game: its announcement, and what happens before the count.

use gueridon_game::{Log, Seat, Seats};

use crate::cards::Cards;
use crate::event::Event;
use crate::state::Abyss;

impl Abyss {
    /// Announces the end of the game, if it is not announced yet (E53, E55).
    pub(crate) fn announce_end(&mut self, seventh_lord: bool, log: &mut Log<Event>) {
        if self.ending.is_none() {
            self.ending = Some(self.turn.active);
            log.all(Event::EndAnnounced { seat: self.turn.active, seventh_lord });
        }
    }

    /// The weakest Ally of each race in every hand is affiliated, the rest is discarded (E62).
    pub(crate) fn affiliate_hands(&mut self, log: &mut Log<Event>) {
        for seat in (0..self.seat_count()).map(Seat) {
            let hand = std::mem::take(&mut self.player_mut(seat).hand);
            let mut affiliated = Cards::new();
            for (card, _) in hand.iter() {
                // Cards of a race come in the order of their values.
                if !affiliated.iter().any(|(other, _)| other.race() == card.race()) {
                    affiliated.add(card);
                }
            }
            let mut rest = hand;
            rest.take_all(&affiliated);
            self.board.discard.add_all(&rest);
            self.player_mut(seat).affiliated.add_all(&affiliated);
            log.all(Event::HandAffiliated { seat, affiliated });
        }
    }

    /// Everybody turns up their Monster tokens (section H).
    pub(crate) fn reveal_tokens(&mut self, log: &mut Log<Event>) {
        for seat in (0..self.seat_count()).map(Seat) {
            let tokens = &mut self.player_mut(seat).tokens;
            (0..tokens.len()).for_each(|place| tokens.show(place, Seats::EVERYONE));
            let tokens = tokens.cards().iter().map(|card| card.kind).collect();
            log.all(Event::TokensRevealed { seat, tokens });
        }
    }
}
