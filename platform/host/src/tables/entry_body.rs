//! The body of an entry: the input of a seat or the host, never its consequences.

use serde::{Deserialize, Serialize};

use super::build_digits;
use super::proposal::Proposal;
use gueridon_journal::CloseReason;

/// The body of an entry, as the journal stores it.
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

/// Actions: what is done at a table besides playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum TableAction {
    /// The seat's time is up.
    TimeUp,
    /// The seat resigns.
    Resign,
    /// The seat's player is back.
    Return,
    /// The seat proposes something to the others; it takes effect at once if it settles.
    #[serde(rename_all = "camelCase")]
    Propose {
        /// For what.
        proposal: Proposal,
        /// Whether the proposal takes effect with this.
        settles: bool,
    },
    /// The seat agrees.
    #[serde(rename_all = "camelCase")]
    Agree {
        /// The entry of the proposal.
        entry: u64,
        /// Whether the proposal takes effect with this.
        settles: bool,
    },
    /// The seat declines, or withdraws its own proposal.
    #[serde(rename_all = "camelCase")]
    Decline {
        /// The entry of the proposal.
        entry: u64,
    },
    /// The seat takes its last play back.
    #[serde(rename_all = "camelCase")]
    Undo {
        /// The entry of that play.
        entry: u64,
    },
    /// The seat takes its last play back, with all that bots have played since.
    #[serde(rename_all = "camelCase")]
    UndoFrom {
        /// The entry of the seat's play.
        entry: u64,
    },
    /// The host ends the game with the scores as they are: it has lasted longer than any game of
    /// its kind.
    LimitReached,
    /// From here on the table is played with another build of its game, which has replayed all
    /// that came before and shown and told everybody the same.
    #[serde(rename_all = "camelCase")]
    Upgrade {
        /// The SHA-256 of the build.
        #[serde(with = "build_digits")]
        build: [u8; 32],
    },
    /// From here on the table is played with another build, and without the last entry in which
    /// anybody had played: the game failed with it. The seat agrees to it as the last that was
    /// asked; without one, nobody was left to be asked.
    #[serde(rename_all = "camelCase")]
    GoOn {
        /// The entry of the proposal; none where there was no need for one.
        proposal: Option<u64>,
        /// The entry that is passed over.
        without: u64,
        /// The SHA-256 of the build.
        #[serde(with = "build_digits")]
        build: [u8; 32],
    },
    /// The host closes the table.
    Close(CloseReason),
}

impl TableAction {
    /// Its name in the API.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::TimeUp => "TIME_UP",
            Self::Resign => "RESIGNED",
            Self::Return => "RETURNED",
            Self::Propose { .. } => "PROPOSED",
            Self::Agree { .. } => "AGREED",
            Self::Decline { .. } => "DECLINED",
            Self::Undo { .. } | Self::UndoFrom { .. } => "UNDONE",
            Self::LimitReached => "LIMIT_REACHED",
            Self::Upgrade { .. } => "UPGRADED",
            Self::GoOn { .. } => "WENT_ON",
            Self::Close(_) => "CLOSED",
        }
    }
}

#[cfg(test)]
mod tests {
    use gueridon_game::{Seat, Seats};

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
        let moved = TableAction::Upgrade { build: [0x0a; 32] };
        let text = format!(r#"{{"act":{{"upgrade":{{"build":"{}"}}}}}}"#, "0a".repeat(32));
        assert_eq!(of(Body::Act(moved)), text);
        assert_eq!(serde_json::from_str::<Body<[u8; 1]>>(&text).unwrap(), Body::Act(moved));
        let short = text.replacen("0a", "", 1);
        assert!(serde_json::from_str::<Body<[u8; 1]>>(&short).is_err());
        let undone = TableAction::UndoFrom { entry: 7 };
        let text = r#"{"act":{"undoFrom":{"entry":7}}}"#;
        assert_eq!(of(Body::Act(undone)), text);
        assert_eq!(serde_json::from_str::<Body<[u8; 1]>>(text).unwrap(), Body::Act(undone));
        let asked = Proposal::GoOn { without: 7, build: [0x0a; 32], to_act: Seats::just(Seat(1)) };
        let asked = TableAction::Propose { proposal: asked, settles: false };
        let digits = "0a".repeat(32);
        let text = format!(
            r#"{{"act":{{"propose":{{"proposal":{{"goOn":{{"without":7,"build":"{digits}","toAct":[1]}}}},"settles":false}}}}}}"#
        );
        assert_eq!(of(Body::Act(asked)), text);
        assert_eq!(serde_json::from_str::<Body<[u8; 1]>>(&text).unwrap(), Body::Act(asked));
        let going = TableAction::GoOn { proposal: Some(8), without: 7, build: [0x0a; 32] };
        let text =
            format!(r#"{{"act":{{"goOn":{{"proposal":8,"without":7,"build":"{digits}"}}}}}}"#);
        assert_eq!(of(Body::Act(going)), text);
        assert_eq!(serde_json::from_str::<Body<[u8; 1]>>(&text).unwrap(), Body::Act(going));
        let closed = of(Body::Act(TableAction::Close(CloseReason::Expired)));
        assert_eq!(closed, r#"{"act":{"close":"EXPIRED"}}"#);
    }
}
