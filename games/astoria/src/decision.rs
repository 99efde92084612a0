//! What is asked, and of whom.

use gueridon_game::{Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::cards::{Gems, Invasion, MOST_SEATS};

/// What is asked now. Of the active mage, unless it says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Decision {
    /// The game is over.
    Over,
    /// Of one mage: which role to play (86).
    ChooseRole { seat: Seat },
    /// Which action to take, or how to spend glyphs.
    Act,
    /// Of a Preparer: whether to place a second gem (90); with whether another's artefact may
    /// have it.
    ShapeAgain { may_help: bool },
    /// Whether to give the same mage a second gem (93).
    GiveAnother { to: Seat },
    /// Which cards to tilt against a chief (43).
    Fight { chief: Invasion },
    /// Which cards to tilt against the palace (65).
    Assault,
    /// Of one mage after another: whether to defend the palace, and with which cards (65). With
    /// those who defend so far and their glyphs.
    Defend { seat: Seat, has_announced: bool, defenders: Seats, glyphs: Gems },
    /// Of one mage after another: whether to save a guard of `owner` (38).
    SaveGuard { seat: Seat, owner: Seat },
    /// Of one mage after another: whether to counter the malefice of `chief` (72).
    Counter { seat: Seat, chief: Invasion },
    /// Of several at once: which cards to straighten, at most so many a seat (75).
    Ready { due: [u8; MOST_SEATS] },
}
