//! How a table ends by an action.

use gueridon_game::Seat;

use super::condition::Condition;
use super::entry_body::TableAction;
use super::proposal::{Proposal, Proposed};
use super::state::TableState;
use gueridon_journal::{CloseReason, OnTimeUp, TableEnd};

/// How a table ends. The game computes the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The game is over.
    Over,
    /// The table is closed without a result.
    Closed(CloseReason),
}

impl Ending {
    /// The end as the journal stores it, with the final score if there is one.
    pub(crate) fn with(self, score: Option<String>) -> TableEnd {
        match self {
            Self::Over => TableEnd::Over(score),
            Self::Closed(why) => TableEnd::Closed(why),
        }
    }

    /// How an action ends the table, if it does.
    pub(crate) fn by(state: &TableState, action: TableAction, seat: Option<Seat>) -> Option<Self> {
        match (action, seat) {
            (TableAction::Close(why), _) => Some(Self::Closed(why)),
            (TableAction::Propose { proposal: Proposal::Abort, settles: true }, _) => {
                Some(Self::Closed(CloseReason::Aborted))
            }
            (TableAction::Agree { settles: true, .. }, _) => match state.proposed() {
                Some(Proposed { proposal: Proposal::Abort, .. }) => {
                    Some(Self::Closed(CloseReason::Aborted))
                }
                _ => None,
            },
            (TableAction::LimitReached, _) => Some(Self::Over),
            (TableAction::Resign, Some(seat)) => ends_without(state, seat).then_some(Self::Over),
            (TableAction::TimeUp, Some(seat)) if state.on_time_up() == OnTimeUp::Resign => {
                ends_without(state, seat).then_some(Self::Over)
            }
            _ => None,
        }
    }
}

/// Whether the table ends when a seat resigns because no opponent is left.
fn ends_without(state: &TableState, seat: Seat) -> bool {
    let others = |is: &dyn Fn(Condition) -> bool| state.seats_that(is).without(seat).len();
    let left = others(&|condition| condition != Condition::Resigned);
    let people = others(&|condition| matches!(condition, Condition::Playing | Condition::Away));
    left <= 1 || people == 0
}
