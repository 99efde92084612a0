//! Nebulis, the black Pearls: who pays with them, and who has the Kraken figure because of them.

use std::ops::RangeInclusive;

use gueridon_game::{Log, Seat, Seats};

use crate::cards::{Lord, MOST_SEATS};
use crate::event::{Event, Source};
use crate::state::Abyss;

/// How many Nebulis one payment may include (E71), and how many with the Outlaw.
const MOST_PAID: u16 = 1;
const MOST_PAID_BY_OUTLAW: u16 = 2;
/// How many Pearls in one gain draw the Highwayman's eye, and how many it takes.
const SKIMMED_FROM: u16 = 2;
const SKIMMED: u16 = 1;

/// How many Nebulis each seat has.
type Totals = [u16; MOST_SEATS];

impl Abyss {
    /// The most that `seat` can pay where Nebulis are allowed: all Pearls, and Nebulis (E71).
    pub(crate) fn funds(&self, seat: Seat) -> u16 {
        self.player(seat).pearls + self.payable_nebulis(seat)
    }

    fn payable_nebulis(&self, seat: Seat) -> u16 {
        let player = self.player(seat);
        if player.nebulis == 0 {
            return 0;
        }
        let most = if player.has_active(Lord::Outlaw) { MOST_PAID_BY_OUTLAW } else { MOST_PAID };
        player.nebulis.min(most)
    }

    /// How many Nebulis `seat` may put into a payment of `due`; an empty range when it cannot be
    /// paid. All Pearls must be spent before a Nebulis is, except with the Counterfeiter (E71a).
    pub(crate) fn nebulis_for(&self, seat: Seat, due: u16) -> RangeInclusive<u16> {
        let least = due.saturating_sub(self.player(seat).pearls);
        let most = self.payable_nebulis(seat).min(due);
        if self.player(seat).has_active(Lord::Counterfeiter) {
            least..=most
        } else {
            least..=most.min(least)
        }
    }

    /// Nebulis from the supply, all in one gain; nothing is told of none.
    pub(crate) fn gain_nebulis(
        &mut self,
        seat: Seat,
        nebulis: u16,
        source: Source,
        log: &mut Log<Event>,
    ) {
        if nebulis > 0 {
            log.all(Event::NebulisGained { seat, nebulis, source });
            self.change_nebulis(log, |game| game.player_mut(seat).nebulis += nebulis);
        }
    }

    /// Changes what players own of Nebulis, all at once; then the figure is looked at once (E75).
    pub(crate) fn change_nebulis(&mut self, log: &mut Log<Event>, change: impl FnOnce(&mut Self)) {
        let before = self.nebulis_totals();
        change(self);
        self.place_figure(before, log);
    }

    fn nebulis_totals(&self) -> Totals {
        let mut totals = [0; MOST_SEATS];
        for (total, player) in totals.iter_mut().zip(&self.players) {
            *total = player.nebulis;
        }
        totals
    }

    /// Gives the Kraken figure to whoever has exceeded its holder, or has come up to it with this
    /// change; of several the holder chooses (E74, E75). It is put aside when nobody owns Nebulis.
    fn place_figure(&mut self, before: Totals, log: &mut Log<Event>) {
        let now = self.nebulis_totals();
        let claims = |seat: &Seat| {
            let seat = seat.index();
            now[seat] > 0
                && self.board.figure.is_none_or(|holder| {
                    let holder = holder.index();
                    let came_up = now[seat] == now[holder] && before[seat] < before[holder];
                    seat != holder && (now[seat] > now[holder] || came_up)
                })
        };
        let rivals: Seats = Seats::first(self.seat_count()).iter().filter(claims).collect();
        let most = rivals.iter().map(|seat| now[seat.index()]).max().unwrap_or_default();
        let best: Seats = rivals.iter().filter(|seat| now[seat.index()] == most).collect();
        match self.board.figure {
            Some(holder) if best.is_empty() => {
                if now[holder.index()] == 0 {
                    self.give_figure(None, log);
                }
            }
            Some(_) if best.len() > 1 => self.claimants = best,
            Some(_) => self.give_figure(best.lowest(), log),
            None => {
                let first = self.first_after_the_end(best);
                if first.is_some() {
                    self.give_figure(first, log);
                }
            }
        }
    }

    /// The first of these seats in turn order after the one that announced the end (E76): only at
    /// the last conversion can several receive the first Nebulis at once.
    fn first_after_the_end(&self, seats: Seats) -> Option<Seat> {
        let start = self.ending.unwrap_or(self.turn.active);
        self.opponents(start).chain([start]).find(|&seat| seats.contains(seat))
    }

    /// Moves the Kraken figure to a seat, or puts it aside.
    pub(crate) fn give_figure(&mut self, to: Option<Seat>, log: &mut Log<Event>) {
        let from = std::mem::replace(&mut self.board.figure, to);
        log.all(Event::FigureMoved { seat: to, from });
    }

    /// The holder of the figure has chosen who has it now (E74).
    pub(crate) fn choose_holder(&mut self, to: Seat, log: &mut Log<Event>) {
        self.claimants = Seats::NONE;
        self.give_figure(Some(to), log);
    }

    /// The Highwayman takes a Pearl of whoever has gained several at once (A.1 of the extension);
    /// a Shaman protects the one who gained them.
    pub(crate) fn skim(&mut self, gainer: Seat, pearls: u16, log: &mut Log<Event>) {
        if pearls < SKIMMED_FROM || !self.options.kraken || self.is_protected(gainer) {
            return;
        }
        let owner =
            self.opponents(gainer).find(|&other| self.player(other).has_active(Lord::Highwayman));
        if let Some(seat) = owner {
            self.player_mut(gainer).pearls -= SKIMMED;
            self.player_mut(seat).pearls += SKIMMED;
            log.all(Event::PearlSkimmed { seat, from: gainer, pearls: SKIMMED });
        }
    }
}
