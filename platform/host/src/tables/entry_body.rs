//! The body of an entry: what a seat or the host put in, never what came of it.

use serde::{Deserialize, Serialize};

use super::proposal::Proposal;
use gueridon_journal::CloseReason;

/// What was done in an entry, as the journal keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Body<S> {
    /// A seat made these steps, all or none.
    Steps(S),
    /// The host made them for the seat, for a bot or an absent player.
    StandIn(S),
    /// Something besides playing was done.
    Act(TableAction),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_reads_and_writes_as_journals_have_it() {
        let of = |body: Body<[u8; 1]>| serde_json::to_string(&body).unwrap();
        assert_eq!(of(Body::Steps([1])), r#"{"steps":[1]}"#);
        assert_eq!(of(Body::StandIn([1])), r#"{"standIn":[1]}"#);
        assert_eq!(of(Body::Act(TableAction::Resign)), r#"{"act":"resign"}"#);
        let asked = TableAction::Propose { proposal: Proposal::Undo(7), settles: false };
        let text = r#"{"act":{"propose":{"proposal":{"undo":7},"settles":false}}}"#;
        assert_eq!(of(Body::Act(asked)), text);
        assert_eq!(serde_json::from_str::<Body<[u8; 1]>>(text).unwrap(), Body::Act(asked));
        let closed = of(Body::Act(TableAction::Close(CloseReason::Expired)));
        assert_eq!(closed, r#"{"act":{"close":"EXPIRED"}}"#);
    }
}
