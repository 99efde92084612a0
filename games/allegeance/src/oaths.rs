//! The choice of Allegiances before the first turn: dealt, or drafted.

use gueridon_game::{Eyes, Log, Seat, Seats};

use crate::cards::Oath;
use crate::decision::Decision;
use crate::event::Event;
use crate::state::Allegeance;

impl Allegeance {
    /// `seat` keeps one of the Allegiances dealt; the other goes back into the box. The first turn
    /// begins when all have chosen (F0).
    pub(crate) fn keep_dealt(&mut self, seat: Seat, oath: Oath, log: &mut Log<Event>) {
        let player = self.player_mut(seat);
        player.oath = Some(oath);
        player.rejected = player.offered.iter().copied().find(|&other| other != oath);
        player.offered.clear();
        tell_kept(seat, oath, log);
        if self.asked().is_empty() {
            self.start_turn(self.first, 1, log);
        }
    }

    /// `seat` keeps one of the packet (F30).
    pub(crate) fn keep_drafted(&mut self, seat: Seat, oath: Oath, log: &mut Log<Event>) {
        self.board.unclaimed.take(oath);
        self.player_mut(seat).oath = Some(oath);
        tell_kept(seat, oath, log);
        let next = self.board.unclaimed.each().next();
        match next {
            // With one card left, everybody sees that it is the one to go.
            Some(only) if self.board.unclaimed.len() == 1 => self.discard_drafted(seat, only, log),
            Some(_) => self.decision = Decision::DraftDiscard { seat },
            None => self.pass_packet(seat, log),
        }
    }

    /// `seat` puts one of the packet back into the box and passes the rest (F30).
    pub(crate) fn discard_drafted(&mut self, seat: Seat, oath: Oath, log: &mut Log<Event>) {
        self.board.unclaimed.take(oath);
        self.player_mut(seat).rejected = Some(oath);
        let told = |oath| Event::OathDiscarded { seat, oath };
        log.only(Seats::just(seat), told(Some(oath)), Some(told(None)));
        self.pass_packet(seat, log);
    }

    fn pass_packet(&mut self, seat: Seat, log: &mut Log<Event>) {
        let next = seat.next(self.seat_count());
        if next == self.first {
            self.start_turn(self.first, 1, log);
        } else {
            self.decision = Decision::DraftOath { seat: next };
        }
    }

    /// Whether `eyes` know exactly which Allegiances are unclaimed. Everybody does while all or
    /// none are; in a draft also who has the packet, and who passed it on until it is touched.
    pub(crate) fn know_unclaimed(&self, eyes: Eyes) -> bool {
        if eyes == Eyes::All || self.board.unclaimed.is_empty() {
            return true;
        }
        let is_next = |seat: Seat, drafter| seat.next(self.seat_count()) == drafter;
        self.options.draft
            && match (self.decision, eyes.seat()) {
                (Decision::DraftOath { seat: drafter }, _) if drafter == self.first => true,
                (Decision::DraftOath { seat: drafter }, Some(seat)) => {
                    drafter == seat || is_next(seat, drafter)
                }
                (Decision::DraftDiscard { seat: drafter }, Some(seat)) => drafter == seat,
                (_, Some(seat)) => is_next(seat, self.first),
                (_, None) => false,
            }
    }
}

fn tell_kept(seat: Seat, oath: Oath, log: &mut Log<Event>) {
    let told = |oath| Event::OathKept { seat, oath };
    log.only(Seats::just(seat), told(Some(oath)), Some(told(None)));
}
