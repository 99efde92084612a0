//! Deadlines: when a seat's time is up, or the host has to play.

use gueridon_game::Seat;

use super::TableState;
use crate::tables::condition::Condition;

impl TableState {
    /// The seat whose time was up first before a moment, in milliseconds since 1970, if any.
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

    /// How long to wait, in milliseconds, before a retry of what failed at a table.
    pub(crate) const TROUBLED_MS: i64 = 10 * 60 * 1_000;

    /// The latest deadline of the running clocks.
    pub(crate) fn thinks_until_ms(&self) -> Option<i64> {
        self.deadlines().map(|(deadline_ms, _)| deadline_ms).max()
    }

    /// When the host has to act at the table; none if it never has to.
    pub(crate) fn deadline_ms(&self) -> Option<i64> {
        let bot = self.to_stand_in().map(|_| self.at_ms + Self::LOOK_AFTER_MS);
        self.deadlines().map(|(deadline_ms, _)| deadline_ms).chain(bot).min()
    }

    /// Whether the host may ever have to act at this table.
    pub(crate) fn is_timed(&self) -> bool {
        self.clocks.are_set() || self.conditions.iter().any(|one| *one != Condition::Playing)
    }
}
