//! Proposals: what a seat wants that needs the consent of the others.

use gueridon_game::{Seat, Seats};
use serde::{Deserialize, Serialize};

/// What needs the consent of the other players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Proposal {
    /// To take back this entry, which is the newest play.
    Undo(u64),
    /// The same at a table with bots: with all that they have played since, or will have played
    /// when it is agreed to.
    UndoFrom(u64),
    /// To pause the game and its clocks.
    Pause,
    /// To resume it.
    Resume,
    /// To end the table without a result.
    Abort,
}

impl Proposal {
    /// The entry that it is to take back, if it is to take one back.
    #[must_use]
    pub const fn undoes(self) -> Option<u64> {
        match self {
            Self::Undo(entry) | Self::UndoFrom(entry) => Some(entry),
            Self::Pause | Self::Resume | Self::Abort => None,
        }
    }

    /// Its name in the API.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Undo(_) | Self::UndoFrom(_) => "UNDO",
            Self::Pause => "PAUSE",
            Self::Resume => "RESUME",
            Self::Abort => "ABORT",
        }
    }
}

/// A proposal that is pending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proposed {
    /// The entry that proposes it.
    pub entry: u64,
    /// Who proposes.
    pub by: Seat,
    /// What is proposed.
    pub proposal: Proposal,
    /// Who has agreed, the proposer included.
    pub agreed: Seats,
}
