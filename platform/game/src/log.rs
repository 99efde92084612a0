//! What happened in a step, and who is told of it.

use serde::Serialize;

use crate::{Eyes, Seats};

/// What happened, in order; the audience of an event is decided where it is logged.
#[derive(Debug, Clone)]
pub struct Log<E> {
    told: Vec<LoggedEvent<E>>,
    muted: bool,
}

/// An event with its audience.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LoggedEvent<E> {
    /// Who knows exactly what happened; [`Seats::EVERYONE`] when nothing is hidden.
    pub seats: Seats,
    /// What happened.
    pub event: E,
    /// What the others are told of it, if anything.
    pub others: Option<E>,
}

impl<E> LoggedEvent<E> {
    /// What `eyes` are told.
    pub fn to(&self, eyes: Eyes) -> Option<&E> {
        if eyes.know(self.seats) { Some(&self.event) } else { self.others.as_ref() }
    }
}

impl<E> Log<E> {
    /// An empty log.
    #[must_use]
    pub const fn new() -> Self {
        Self { told: Vec::new(), muted: false }
    }

    /// A log that keeps nothing, for playouts that nobody watches.
    #[must_use]
    pub const fn muted() -> Self {
        Self { told: Vec::new(), muted: true }
    }

    /// Tells everyone.
    pub fn all(&mut self, event: E) {
        self.push(Seats::EVERYONE, event, None);
    }

    /// Tells `seats` what happened, and the others what they see of it, if anything.
    pub fn only(&mut self, seats: Seats, event: E, others: Option<E>) {
        self.push(seats, event, others);
    }

    fn push(&mut self, seats: Seats, event: E, others: Option<E>) {
        if !self.muted {
            self.told.push(LoggedEvent { seats, event, others });
        }
    }

    /// What was told so far, in order.
    pub fn told(&self) -> &[LoggedEvent<E>] {
        &self.told
    }

    /// What `eyes` were told, in order.
    pub fn glimpsed(&self, eyes: Eyes) -> impl Iterator<Item = &E> {
        self.told.iter().filter_map(move |told| told.to(eyes))
    }

    /// Moves everything in `other` to the end of this log.
    pub fn append(&mut self, other: &mut Self) {
        self.told.append(&mut other.told);
    }

    /// Empties the log and keeps its memory.
    pub fn clear(&mut self) {
        self.told.clear();
    }
}

impl<E> Default for Log<E> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    #[test]
    fn each_pair_of_eyes_gets_only_its_own_events() {
        let mut log = Log::new();
        log.all("dealt");
        log.only(Seats::just(Seat(1)), "drew the ace", Some("drew a card"));
        log.only(Seats::just(Seat(0)), "peeked", None);
        let heard = |eyes| log.glimpsed(eyes).copied().collect::<Vec<_>>();
        assert_eq!(heard(Eyes::Seat(Seat(1))), ["dealt", "drew the ace"]);
        assert_eq!(heard(Eyes::Seat(Seat(0))), ["dealt", "drew a card", "peeked"]);
        assert_eq!(heard(Eyes::Public), ["dealt", "drew a card"]);
        assert_eq!(heard(Eyes::All), ["dealt", "drew the ace", "peeked"]);
    }

    #[test]
    fn a_muted_log_stays_empty() {
        let mut log = Log::muted();
        log.all(1);
        assert!(log.told().is_empty());
    }
}
