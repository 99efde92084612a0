//! What an entry is: the input that a seat or the host gave, never what came of it.

use serde::{Deserialize, Serialize};

use gueridon_journal::CloseReason;

/// What was done in an entry, as the journal keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Body<S> {
    /// A seat made these steps, all or none.
    Steps(S),
    /// The host made them for the seat.
    StandIn(S),
    /// Something that is not the game's.
    TableAction(TableAction),
}

/// What is done at a table besides playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TableAction {
    /// The seat's time is up.
    TimeUp,
    /// The seat gives the game up.
    Resign,
    /// The seat's owner plays again.
    Return,
    /// The seat asks the others for something; nobody has to be asked where it settles.
    #[serde(rename_all = "camelCase")]
    Propose {
        /// For what.
        proposal: Proposal,
        /// Whether it is done with that.
        settles: bool,
    },
    /// The seat is for it.
    #[serde(rename_all = "camelCase")]
    Agree {
        /// The entry that asks for it.
        entry: u64,
        /// Whether it is done with that.
        settles: bool,
    },
    /// The seat is against it, or no longer wants what it has asked for.
    #[serde(rename_all = "camelCase")]
    Decline {
        /// The entry that asks for it.
        entry: u64,
    },
    /// The seat takes its last steps back.
    #[serde(rename_all = "camelCase")]
    Undo {
        /// The entry that they are.
        entry: u64,
    },
    /// The host closes the table.
    Close(CloseReason),
}

/// What needs the consent of those who play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Proposal {
    /// To take back this entry, which is the newest in which anybody has played.
    Undo(u64),
    /// To let the clocks stand still, while nobody plays.
    Pause,
    /// To go on.
    Resume,
    /// To end the table without a result.
    Abort,
}

impl TableAction {
    /// The word under which clients know it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::TimeUp => "TIME_UP",
            Self::Resign => "RESIGNED",
            Self::Return => "RETURNED",
            Self::Propose { .. } => "PROPOSED",
            Self::Agree { .. } => "AGREED",
            Self::Decline { .. } => "DECLINED",
            Self::Undo { .. } => "UNDONE",
            Self::Close(_) => "CLOSED",
        }
    }
}

impl Proposal {
    /// The word under which clients know it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Undo(_) => "UNDO",
            Self::Pause => "PAUSE",
            Self::Resume => "RESUME",
            Self::Abort => "ABORT",
        }
    }
}
