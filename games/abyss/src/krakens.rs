//! Krakens, the Allies that stand in for any race: where they go, and the Nebulis they bring.

use gueridon_game::{Log, Seat};

use crate::cards::{Card, Cards, Lord, Race};
use crate::decision::Decision;
use crate::event::{Event, Source};
use crate::state::Abyss;

/// Whether the Shareholder is paid for the Corruptor's second Lord, too (G20: no source says so).
const SECOND_LORDS_PAY_THE_SHAREHOLDER: bool = false;

/// The Krakens among these cards.
pub(crate) fn krakens_of(cards: &Cards) -> Cards {
    let mut krakens = Cards::new();
    Card::KRAKENS.iter().for_each(|&kraken| krakens.add_many(kraken, cards.count(kraken)));
    krakens
}

/// The Nebulis that these cards bring.
fn nebulis_of(cards: &Cards) -> u16 {
    cards.iter().map(|(card, count)| u16::from(card.nebulis()) * u16::from(count)).sum()
}

impl Abyss {
    /// Asks for the stack of the next Kraken that an exploration has left on the track (E68).
    pub(crate) fn place_next_kraken(&mut self) {
        if !self.board.track.is_empty() {
            self.decision = Decision::PlaceKraken;
        }
    }

    /// Puts the first Kraken left on the track on a stack of the Council.
    pub(crate) fn place_kraken(&mut self, race: Race, log: &mut Log<Event>) {
        let Some(card) = self.board.track.pop_at(0) else { return };
        self.board.council[race as usize].add(card);
        log.all(Event::KrakenPlaced { seat: self.turn.active, card, race });
        self.place_next_kraken();
    }

    /// The Krakens of a payment are discarded, and bring their Nebulis in one gain (E65, E66a).
    pub(crate) fn discard_spent_krakens(&mut self, log: &mut Log<Event>) {
        let krakens = krakens_of(&self.board.payment);
        self.board.payment.take_all(&krakens);
        self.board.discard.add_all(&krakens);
        let nebulis = nebulis_of(&krakens);
        self.gain_nebulis(self.turn.active, nebulis, Source::KrakenAllies, log);
    }

    /// Opponents' Shareholders are paid for a recruitment with Allies (E66a).
    pub(crate) fn pay_shareholders(&mut self, log: &mut Log<Event>) {
        for seat in self.opponents(self.turn.active) {
            if self.player(seat).has_active(Lord::Shareholder) {
                self.gain_pearls(seat, 1, Source::Lord(Lord::Shareholder), log);
            }
        }
    }

    /// As [`Self::pay_shareholders`], for the Corruptor's second Lord.
    pub(crate) fn pay_shareholders_for_second_lord(&mut self, log: &mut Log<Event>) {
        if SECOND_LORDS_PAY_THE_SHAREHOLDER {
            self.pay_shareholders(log);
        }
    }

    /// Before the count the Krakens of all hands are discarded. They bring their Nebulis at the
    /// same time, except to the owner of an active Cleaner (E69, E76).
    pub(crate) fn convert_hands(&mut self, log: &mut Log<Event>) {
        let seats = || (0..self.seat_count()).map(Seat);
        let krakens: Vec<Cards> = seats().map(|seat| krakens_of(&self.player(seat).hand)).collect();
        let gains: Vec<u16> = seats()
            .zip(&krakens)
            .map(|(seat, krakens)| {
                let cleaned = self.player(seat).has_active(Lord::Cleaner);
                if cleaned { 0 } else { nebulis_of(krakens) }
            })
            .collect();
        for ((seat, cards), &nebulis) in (0..).map(Seat).zip(&krakens).zip(&gains) {
            if !cards.is_empty() {
                self.player_mut(seat).hand.take_all(cards);
                self.board.discard.add_all(cards);
                log.all(Event::HandConverted { seat, cards: *cards, nebulis });
            }
        }
        self.change_nebulis(log, |game| {
            for (player, nebulis) in game.players.iter_mut().zip(&gains) {
                player.nebulis += nebulis;
            }
        });
    }
}
