//! The requests to a table's task.

use std::sync::Arc;

use gueridon_game::{Eyes, Language, Seat};
use tokio::sync::oneshot;

use super::event_log::{EntryView, Span};
use super::looks::{GameView, TableView};
use super::proposal::Proposal;
use super::replays::ReplayCount;
use super::shared::Progress;
use super::standing::Standing;
use super::steps::Steps;
use crate::bots::Question;
use crate::refusal::{Answer, Code};
use gueridon_modules::module;

/// A preview of some steps, as far as their seat can know.
pub type Preview = module::Previewed;

/// Where the task sends its answer.
pub(crate) type Reply<T> = oneshot::Sender<Answer<T>>;

/// A request, with the count of the entries that are replayed for it.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) request: Request,
    pub(crate) replays: ReplayCount,
}

/// A request to a table's task. Those without a reply may be dropped while the task is busy.
#[derive(Debug)]
pub(crate) enum Request {
    /// Read what the journal has beyond what is known.
    Refresh(Reply<Progress>),
    /// A notice says that this entry is new.
    Noticed(u64),
    /// The players or their names may have changed.
    SeatsChanged,
    /// What operators have stopped has changed.
    StopsChanged,
    /// Memory is needed: unload, unless somebody uses the table.
    Unload,
    /// Time may be up, or a bot has to play.
    Due,
    /// Play some steps; returns their entry.
    Play(Play, Reply<u64>),
    /// Do something besides playing; returns its entry.
    Act {
        seat: Seat,
        action: SeatAction,
        reply: Reply<u64>,
    },
    /// What a seat could take back now.
    Undoable {
        seat: Seat,
        reply: Reply<Option<Undoable>>,
    },
    /// Close the table if it has been inactive since that time; returns whether it did.
    Expire {
        quiet_since_ms: i64,
        reply: Reply<bool>,
    },
    Preview {
        seat: Seat,
        steps: Steps,
        language: Language,
        reply: Reply<Preview>,
    },
    /// What there is to think about for a seat that asks for a hint.
    Question {
        seat: Seat,
        reply: Reply<Question>,
    },
    Look {
        look: LookRequest,
        /// None if neither words nor the score are needed.
        language: Option<Language>,
        reply: Reply<TableView>,
    },
    /// What was last seen of a stopped table.
    LastLook {
        look: LookRequest,
        reply: Reply<StoppedView>,
    },
    /// Entries as they were known after another.
    EntriesAsOf {
        span: Span,
        upto: u64,
        reply: Reply<Vec<Arc<EntryView>>>,
    },
}

impl Request {
    /// Whether somebody wants something of the table, and not the host itself.
    pub(crate) const fn is_asked_by_people(&self) -> bool {
        matches!(
            self,
            Self::Play(..)
                | Self::Act { .. }
                | Self::Undoable { .. }
                | Self::Preview { .. }
                | Self::Question { .. }
                | Self::Look { .. }
                | Self::LastLook { .. }
                | Self::EntriesAsOf { .. }
        )
    }
}

/// What a player can do besides playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatAction {
    /// Give the game up.
    Resign,
    /// Come back after time was up.
    Return,
    /// Propose something to the others.
    Propose(Proposal),
    /// Agree to the proposal of an entry.
    Agree(u64),
    /// Decline it, or withdraw one's proposal.
    Decline(u64),
    /// Take back an entry without consent.
    Undo(u64),
}

impl SeatAction {
    /// Whether it answers a proposal.
    pub(crate) const fn is_answer(self) -> bool {
        matches!(self, Self::Agree(_) | Self::Decline(_))
    }
}

/// What a seat could take back: what it has played last, and what bots have played since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undoable {
    /// The entry of the seat's play.
    pub entry: u64,
    /// Whether the other players have to agree.
    pub asks: bool,
}

/// Steps that a seat sends.
#[derive(Debug)]
pub(crate) struct Play {
    pub(crate) seat: Seat,
    /// The entry since which the seat has had the question that they answer.
    pub(crate) since: u64,
    pub(crate) key: String,
    pub(crate) steps: Steps,
    /// When this node received them, in milliseconds since 1970.
    pub(crate) received_ms: i64,
    /// The request that they came with, in the log and in traces.
    pub(crate) request: tracing::Span,
}

/// Whose view of a table is wanted, and at which entry.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LookRequest {
    pub(crate) eyes: Eyes,
    /// Whether these are not the viewer's own eyes, which is allowed only when the game is over.
    pub(crate) is_lent: bool,
    /// After which entry; none for now.
    pub(crate) at: Option<u64>,
    /// How many entries behind, until the table has ended.
    pub(crate) behind: u64,
}

impl LookRequest {
    /// The newest entry that these eyes may see.
    pub(crate) const fn own(eyes: Eyes) -> Self {
        Self { eyes, is_lent: false, at: None, behind: 0 }
    }

    /// Whether it is of the viewer's own eyes, and the newest that there is.
    pub(crate) const fn is_of_now(&self) -> bool {
        !self.is_lent && self.at.is_none() && self.behind == 0
    }

    /// The entry after which the table is seen; none for the newest.
    ///
    /// # Errors
    /// `NOT_OVER` for eyes that are allowed only when the game is over.
    pub(crate) fn upto(&self, progress: &Progress) -> Answer<Option<u64>> {
        if self.is_lent && !progress.over {
            return Err(Code::NotOver.answer());
        }
        let behind = if progress.ended { 0 } else { self.behind };
        let newest = (behind > 0).then(|| progress.seq.saturating_sub(behind));
        Ok(self.at.into_iter().chain(newest).min())
    }
}

/// What can be shown of a stopped table, without its game.
#[derive(Debug, Clone)]
pub(crate) struct StoppedView {
    /// The newest entry that these eyes may know of.
    pub(crate) seq: u64,
    /// What they last saw, perhaps before that entry, with nothing to be played; none if that is
    /// not known.
    pub(crate) view: Option<Arc<GameView>>,
    /// The table besides its game; its clocks are left out. None where a past moment is asked for,
    /// or other eyes than one's own, and for who watches with a delay, until the table has ended.
    pub(crate) standing: Option<Arc<Standing>>,
}
