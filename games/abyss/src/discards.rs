//! Discards that opponents' Lords demand: the Jailer's and the Commander's.

use gueridon_game::{Log, Seat, Seats};

use crate::cards::{Card, Lord, MOST_SEATS};
use crate::decision::{Decision, Demand};
use crate::event::{Event, Source};
use crate::state::Abyss;

/// How many cards a Commander leaves in an opponent's hand.
const COMMANDER_LIMIT: usize = 6;

impl Abyss {
    /// Asks `seat` to discard down to the limit of an opposing Commander, if there is one (E49).
    pub(crate) fn cut_hand_of(&mut self, seat: Seat, log: &mut Log<Event>) {
        if self.suffers(seat, Lord::Commander) {
            let due = |game: &Self, victim| {
                if victim == seat { game.over_commander_limit(victim) } else { 0 }
            };
            self.demand_discards(Demand::Commander, due, log);
        }
    }

    /// How many cards `seat` holds above the Commander's limit.
    pub(crate) fn over_commander_limit(&self, seat: Seat) -> u8 {
        self.player(seat).hand.len().saturating_sub(COMMANDER_LIMIT) as u8
    }

    /// Asks every seat for as many discards as `due` says, all at once; nothing if none is due.
    /// Whoever must discard the whole hand is not asked: everybody sees how many cards it has.
    pub(crate) fn demand_discards(
        &mut self,
        source: Demand,
        due: impl Fn(&Self, Seat) -> u8,
        log: &mut Log<Event>,
    ) {
        let mut dues = [0; MOST_SEATS];
        for (seat, slot) in (0..self.seat_count()).map(Seat).zip(&mut dues) {
            *slot = due(self, seat);
        }
        if dues.iter().any(|&due| due > 0) {
            self.decision = Decision::DiscardCards { due: dues, source };
        }
        for (seat, due) in (0..self.seat_count()).map(Seat).zip(dues) {
            let hand = self.player(seat).hand;
            if hand.len() == usize::from(due) {
                hand.each().for_each(|ally| self.choose_discard(seat, ally, log));
            }
        }
    }

    /// `seat` chooses one of the cards it must discard. Once all have chosen, all are shown.
    pub(crate) fn choose_discard(&mut self, seat: Seat, ally: Card, log: &mut Log<Event>) {
        let Decision::DiscardCards { mut due, source } = self.decision else { return };
        let player = self.player_mut(seat);
        if player.hand.take(ally) {
            player.chosen.add(ally);
        }
        due[seat.index()] -= 1;
        let told = |ally| Event::DiscardChosen { seat, ally };
        log.only(Seats::just(seat), told(Some(ally)), Some(told(None)));
        if due.iter().any(|&due| due > 0) {
            self.decision = Decision::DiscardCards { due, source };
            return;
        }
        self.decision = Decision::Nothing;
        for seat in (0..self.seat_count()).map(Seat) {
            let cards = std::mem::take(&mut self.player_mut(seat).chosen);
            if !cards.is_empty() {
                self.board.discard.add_all(&cards);
                log.all(Event::CardsDiscarded { seat, cards, source: Source::Lord(source.lord()) });
            }
        }
    }
}
