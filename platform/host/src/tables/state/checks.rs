//! Checks whether a seat's player may do something besides playing.

use gueridon_game::Seat;

use super::TableState;
use crate::refusal::Code;
use crate::tables::condition::Condition;

impl TableState {
    /// Checks that an entry is the newest in which anybody has played, and this seat's own.
    pub(crate) fn check_last(&self, seat: Seat, entry: u64) -> Result<(), Code> {
        self.check_not_ended()?;
        match self.plays.last() {
            Some(play) if play.seq == entry && play.seat == seat && play.is_own => Ok(()),
            _ => Err(Code::NotLast),
        }
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
