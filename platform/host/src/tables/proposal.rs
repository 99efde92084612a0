//! Proposals: what a seat wants that needs the consent of the others.

use gueridon_game::{Seat, Seats};
use serde::{Deserialize, Serialize};

use super::build_digits;

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
    /// To go on from before the entry with which the game failed, with a build that has replayed
    /// all that came before it. No seat proposes it: the host asks all.
    #[serde(rename_all = "camelCase")]
    GoOn {
        /// The entry that is to be passed over, the newest in which anybody has played.
        without: u64,
        /// The SHA-256 of the build.
        #[serde(with = "build_digits")]
        build: [u8; 32],
        /// Who is to act before that entry.
        to_act: Seats,
    },
}

impl Proposal {
    /// The entry that it is to take back, if it is to take one back.
    #[must_use]
    pub const fn undoes(self) -> Option<u64> {
        match self {
            Self::Undo(entry) | Self::UndoFrom(entry) => Some(entry),
            Self::Pause | Self::Resume | Self::Abort | Self::GoOn { .. } => None,
        }
    }

    /// The entry that it is about: the one to be taken back or passed over, if there is one.
    #[must_use]
    pub const fn about(self) -> Option<u64> {
        match self {
            Self::GoOn { without, .. } => Some(without),
            _ => self.undoes(),
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
            Self::GoOn { .. } => "GO_ON",
        }
    }
}

/// A proposal that is pending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proposed {
    /// The entry that proposes it.
    pub entry: u64,
    /// Who proposes; for [`Proposal::GoOn`], whose entry is to be passed over.
    pub by: Seat,
    /// What is proposed.
    pub proposal: Proposal,
    /// Who has agreed, the proposer included if there is one.
    pub agreed: Seats,
}
