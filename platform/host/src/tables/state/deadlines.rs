//! When something happens at a table by itself: a seat's time is up, or the host plays for one.

use gueridon_game::Seat;

use super::TableState;
use crate::tables::condition::Condition;

impl TableState {
    /// The seat whose time was up first by a time, in milliseconds since 1970; none if none was.
    pub(crate) fn overstepped(&self, at_ms: i64) -> Option<Seat> {
        let deadlines = self.deadlines().filter(|&(deadline_ms, _)| deadline_ms <= at_ms);
        deadlines.min().map(|(_, seat)| seat)
    }

    fn deadlines(&self) -> impl Iterator<Item = (i64, Seat)> {
        let seats = (0..).map(Seat).take(self.conditions.len());
        seats.filter_map(|seat| Some((self.clocks.deadline_ms(seat)?, seat)))
    }

    /// How long after an entry, in milliseconds, any node may play for a bot: by then the node that
    /// wrote the entry has done so, if it is still up.
    pub(crate) const LOOK_AFTER_MS: i64 = 5_000;

    /// How long to wait, in milliseconds, before trying again what is due at a table and failed.
    pub(crate) const TROUBLED_MS: i64 = 10 * 60 * 1_000;

    /// The last deadline of those who are thinking.
    pub(crate) fn thinks_until_ms(&self) -> Option<i64> {
        self.deadlines().map(|(deadline_ms, _)| deadline_ms).max()
    }

    /// When the host has to act at the table; none when nothing will happen by itself.
    pub(crate) fn deadline_ms(&self) -> Option<i64> {
        let bot = self.to_stand_in().map(|_| self.at_ms + Self::LOOK_AFTER_MS);
        self.deadlines().map(|(deadline_ms, _)| deadline_ms).chain(bot).min()
    }

    /// Whether anything at this table happens by itself.
    pub(crate) fn is_timed(&self) -> bool {
        self.clocks.are_set() || self.conditions.iter().any(|one| *one != Condition::Playing)
    }
}
