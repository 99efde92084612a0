//! The lists of tables that can be subscribed to.

use gueridon_journal::{PlayerId, Status};

/// A list of tables that can be subscribed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableList {
    /// Every open table that the viewer may find.
    Open,
    /// These, and every table in play that the viewer may find.
    OpenOrPlaying,
    /// The tables at which this player sits, that the player owns before the start, or to which
    /// the player is invited.
    Of(PlayerId),
}

impl TableList {
    /// The player whose own list it is; none for the lists that everybody has.
    pub(super) fn player(self) -> Option<PlayerId> {
        match self {
            Self::Of(player) => Some(player),
            Self::Open | Self::OpenOrPlaying => None,
        }
    }

    /// Which tables are in a list that everybody has.
    pub(super) fn statuses(self) -> &'static [Status] {
        match self {
            Self::Open => &[Status::Open],
            Self::OpenOrPlaying => &[Status::Open, Status::Playing],
            Self::Of(_) => &[],
        }
    }
}
