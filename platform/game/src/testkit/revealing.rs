//! Which kinds of step reveal something, over random games: for a game's own tests of what can be
//! taken back.

use serde_json::Value;

use super::desk::Desk;
use crate::Game;

/// Random games, in whose positions the kit asks what plays reveal.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// How many play.
    pub seats: u8,
    /// How many games are played to their end.
    pub games: u64,
    /// How many plays are asked about at most.
    pub plays: usize,
}

/// What came of asking about plays of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revealing {
    /// The kind: the field of the step's JSON that is there.
    pub kind: String,
    /// How many plays were asked about.
    pub asked: usize,
    /// How many of them reveal something.
    pub revealing: usize,
}

impl Sample {
    /// Asks about plays of a kind, at most one in each position: the first open step of the kind, if
    /// `fits`, given the position, the seat and the step, answers true.
    ///
    /// # Panics
    /// As [`Desk::walk`] and [`Desk::reveals`].
    #[must_use]
    pub fn revealing<G: Game>(
        self,
        kind: &str,
        mut fits: impl FnMut(&mut Desk<G>, u64, &[Value]) -> bool,
    ) -> Revealing {
        let mut found = Revealing { kind: kind.to_owned(), asked: 0, revealing: 0 };
        Desk::<G>::walk_while(&Value::Null, self.seats, self.games, |desk, seat, moves| {
            if let Some(step) = moves.iter().find(|step| !step[kind].is_null()) {
                let steps = std::slice::from_ref(step);
                if fits(desk, seat, steps) {
                    found.asked += 1;
                    found.revealing += usize::from(desk.reveals(seat, steps));
                }
            }
            found.asked < self.plays
        });
        found
    }
}

impl Revealing {
    /// Asserts that there were at least `least` plays, and that all reveal something.
    ///
    /// # Panics
    /// When the assertion fails.
    #[track_caller]
    pub fn all(&self, least: usize) {
        assert!(self.asked >= least && self.revealing == self.asked, "{self:?}");
    }

    /// Asserts that there were at least `least` plays, and that none reveals anything.
    ///
    /// # Panics
    /// When the assertion fails.
    #[track_caller]
    pub fn none(&self, least: usize) {
        assert!(self.asked >= least && self.revealing == 0, "{self:?}");
    }
}
