//! Checks whether a seat's player may do something besides playing.

use gueridon_game::Seat;

use super::TableState;
use crate::refusal::Code;
use crate::tables::condition::Condition;

impl TableState {
    /// Checks that an entry is this seat's own play, and that nobody but bots has played since.
    pub(crate) fn check_last(&self, seat: Seat, entry: u64) -> Result<(), Code> {
        self.check_not_ended()?;
        match self.last_own(seat) {
            Some(last) if last == entry => Ok(()),
            _ => Err(Code::NotLast),
        }
    }

    /// The entry of a seat's own play since which nobody but bots has played, if there is one.
    pub(crate) fn last_own(&self, seat: Seat) -> Option<u64> {
        let is_bots = |seat: Seat| self.condition(seat) == Condition::Bot;
        let last = self.plays.iter().rev().find(|play| !is_bots(play.seat))?;
        (last.seat == seat && last.is_own).then_some(last.seq)
    }

    /// Whether only bots sit at the table besides this seat. A player who has resigned, or is gone,
    /// is no bot.
    pub(crate) fn is_among_bots(&self, seat: Seat) -> bool {
        self.seats_that(|condition| condition != Condition::Bot).without(seat).is_empty()
    }

    /// Checks that a seat's player may still do something at the table.
    pub(crate) fn check_player(&self, seat: Seat) -> Result<(), Code> {
        self.check_not_ended()?;
        match self.condition(seat) {
            Condition::Resigned => Err(Code::Resigned),
            Condition::Playing | Condition::Bot | Condition::Away | Condition::Gone => Ok(()),
        }
    }

    /// Checks that the table has not ended.
    fn check_not_ended(&self) -> Result<(), Code> {
        match self.closed {
            Some(_) => Err(Code::TableClosed),
            None if self.is_over => Err(Code::TableOver),
            None => Ok(()),
        }
    }
}
