//! Who is looking at a game.

use serde::{Deserialize, Serialize};

use crate::{Seat, Seats};

/// Who is looking: one seat, the public, or (after the end) all-seeing eyes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Eyes {
    /// The player of one seat.
    Seat(Seat),
    /// Anybody who does not sit at the table.
    Public,
    /// Everything on and under the table; for nobody until the game is over.
    All,
}

impl Eyes {
    /// Whether these eyes know a thing that `knowers` know.
    #[must_use]
    pub fn know(self, knowers: Seats) -> bool {
        match self {
            Self::Seat(seat) => knowers.contains(seat),
            Self::Public => knowers.has_public(),
            Self::All => true,
        }
    }

    /// Whether these eyes see what `seat` has in hand.
    #[must_use]
    pub fn are_of(self, seat: Seat) -> bool {
        self == Self::All || self == Self::Seat(seat)
    }

    /// The seat whose eyes they are, if they are one seat's.
    #[must_use]
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Seat(seat) => Some(seat),
            Self::Public | Self::All => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_public_knows_only_what_everyone_knows() {
        assert!(!Eyes::Public.know(Seats::first(4)));
        assert!(Eyes::Public.know(Seats::EVERYONE));
        assert!(Eyes::Seat(Seat(1)).know(Seats::just(Seat(1))));
        assert!(!Eyes::Seat(Seat(1)).know(Seats::just(Seat(0))));
        assert!(Eyes::All.know(Seats::NONE));
    }
}
