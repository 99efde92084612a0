//! A begun table on this node: a cache of its journal, kept by one task.
//!
//! A `Table` is how the rest of the host reaches that task. What may be read without it, because
//! it only ever grows, is in `Shared`: the chronicle, and how far it reaches.

mod actor;
mod body;
mod clocks;
mod event_log;
#[cfg(any(test, feature = "simulate"))]
mod fixture;
mod position;
mod standing;
mod state;

use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, PoisonError};

use gueridon_game::{Eyes, Language, Seat};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot, watch};

pub use body::{Body, Proposal, TableAction};
pub(crate) use clocks::{Outages, is_zone};
pub use event_log::Glimpse;
#[cfg(any(test, feature = "simulate"))]
pub use fixture::{Fixture, FixtureEntry};
pub(crate) use position::deal;
pub use standing::{ClockFace, Standing};
pub(crate) use state::TableState;
pub use state::{Condition, Proposed};

use crate::host::Context;
use crate::names::Names;
use crate::refusal::{Answer, Code, Fault};
use event_log::{EventLog, Span};
use gueridon_journal::TableRow;
use gueridon_modules::module;

/// What a pair of eyes is shown, as the module wrote it, with the players' names in the words.
pub type Seen = module::Look;

/// What would come of some steps, as far as their seat can know.
pub type Foreseen = module::Previewed;

/// What a table is asked.
#[derive(Debug)]
pub(crate) enum Ask {
    /// Read the journal from where it is known.
    Refresh(oneshot::Sender<Answer<Progress>>),
    /// A hint says that this entry is to be read; nobody waits for it.
    Hinted(u64),
    /// Who sits there may be called something else now; nobody waits for it.
    SeatsChanged,
    /// Others need the room: end, unless somebody is here.
    Unload,
    /// Time may be up here, or a bot has to play; nobody waits for it.
    Due,
    Play(Play, oneshot::Sender<Answer<u64>>),
    TableAction {
        seat: Seat,
        deed: SeatAction,
        reply: oneshot::Sender<Answer<u64>>,
    },
    /// Close it, whoever plays, unless somebody has done something since that moment.
    Expire {
        quiet_since_ms: i64,
        reply: oneshot::Sender<Answer<bool>>,
    },
    Preview {
        seat: Seat,
        steps: Vec<Value>,
        language: Language,
        reply: Reply<Foreseen>,
    },
    Look {
        glance: LookRequest,
        language: Language,
        reply: Reply<Shown>,
    },
    /// Entries as they were known after another.
    EntriesThen {
        span: Span,
        upto: u64,
        reply: Reply<Vec<Arc<Glimpse>>>,
    },
}

type Reply<T> = oneshot::Sender<Answer<T>>;

/// What a seat's player wants to do besides playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatAction {
    /// To give the game up.
    Resign,
    /// To play again, after time was up.
    Return,
    /// To ask the others for something.
    Propose(Proposal),
    /// To agree to what is asked for in an entry.
    Agree(u64),
    /// To decline it, or to ask for it no longer.
    Decline(u64),
    /// To take back an entry without asking.
    Undo(u64),
}

/// Steps that a seat sends.
#[derive(Debug)]
pub(crate) struct Play {
    pub(crate) seat: Seat,
    pub(crate) since: u64,
    pub(crate) key: String,
    pub(crate) steps: Vec<Value>,
    /// When this node received them, in milliseconds since 1970.
    pub(crate) received_ms: i64,
}

/// With which eyes a table is looked at, and as it stood when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LookRequest {
    pub(crate) eyes: Eyes,
    /// Whether these are not the viewer's own eyes: others are lent when the game is over.
    pub(crate) is_lent: bool,
    /// After which entry; none for now.
    pub(crate) at: Option<u64>,
    /// How many entries behind, until the table has ended.
    pub(crate) behind: u64,
}

impl LookRequest {
    /// The newest that one's own eyes have.
    pub(crate) const fn own(eyes: Eyes) -> Self {
        Self { eyes, is_lent: false, at: None, behind: 0 }
    }

    /// The entry after which the table is seen, where it has come so far; none for the newest.
    pub(crate) fn upto(&self, reach: &Progress) -> Answer<Option<u64>> {
        if self.is_lent && !reach.over {
            return Err(Code::NotOver.answer());
        }
        let behind = if reach.ended { 0 } else { self.behind };
        let newest = (behind > 0).then(|| reach.seq.saturating_sub(behind));
        Ok(self.at.into_iter().chain(newest).min())
    }
}

/// What a look answers, before the host says whose it is.
#[derive(Debug, Clone)]
pub(crate) struct Shown {
    pub(crate) seq: u64,
    /// For a seat, the entry at which it last played, or what it is asked last changed.
    pub(crate) since: Option<u64>,
    pub(crate) seen: Arc<Seen>,
    pub(crate) standing: Arc<Standing>,
}

/// How far a table has come on this node.
#[derive(Debug, Clone, Default)]
pub(crate) struct Progress {
    /// The newest entry that is known.
    pub(crate) seq: u64,
    /// Whether the game is over.
    pub(crate) over: bool,
    /// Whether nothing more will happen: the game is over, or the table closed.
    pub(crate) ended: bool,
    /// Why the table cannot go on, if it cannot.
    pub(crate) stopped: Option<Arc<str>>,
    /// Whether the task has ended, so that nothing more will be known here.
    pub(crate) gone: bool,
}

/// What may be read of a table without asking its task.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) row: TableRow,
    pub(crate) names: Arc<Names>,
    /// How many listen here who do not play.
    pub(crate) spectators: AtomicUsize,
    chronicle: Mutex<EventLog>,
    reach: watch::Sender<Progress>,
}

impl Shared {
    fn new(row: TableRow) -> Self {
        let names = Arc::new(Names::at(&row));
        Self {
            row,
            names,
            spectators: AtomicUsize::default(),
            chronicle: Mutex::default(),
            reach: watch::Sender::default(),
        }
    }

    /// Runs `read` on the chronicle, which nobody holds for long.
    fn chronicle<T>(&self, read: impl FnOnce(&mut EventLog) -> T) -> T {
        read(&mut self.chronicle.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The way to the task of one table.
#[derive(Debug)]
pub(crate) struct Table {
    asks: mpsc::Sender<Ask>,
    pub(crate) shared: Arc<Shared>,
}

impl Table {
    /// How many questions may wait before those who ask wait too.
    const WAITING: usize = 64;

    /// Starts the task of a begun table.
    pub(crate) fn spawn(row: TableRow, context: &Arc<Context>) -> Self {
        let (asks, asked) = mpsc::channel(Self::WAITING);
        let shared = Arc::new(Shared::new(row));
        actor::spawn(asked, Arc::clone(&shared), Arc::clone(context));
        Self { asks, shared }
    }

    /// Whether the task has ended, so that another must be started.
    pub(crate) fn is_gone(&self) -> bool {
        self.asks.is_closed()
    }

    /// How far the table has come, after a look into the journal if others write there too.
    pub(crate) async fn refresh(&self) -> Answer<Progress> {
        self.ask(Ask::Refresh).await
    }

    pub(crate) async fn play(&self, play: Play) -> Answer<u64> {
        self.ask(|reply| Ask::Play(play, reply)).await
    }

    pub(crate) async fn act(&self, seat: Seat, deed: SeatAction) -> Answer<u64> {
        self.ask(|reply| Ask::TableAction { seat, deed, reply }).await
    }

    /// Closes the table, unless something has been done there since a moment.
    pub(crate) async fn expire(&self, quiet_since_ms: i64) -> Answer<bool> {
        self.ask(|reply| Ask::Expire { quiet_since_ms, reply }).await
    }

    pub(crate) async fn preview(
        &self,
        seat: Seat,
        steps: Vec<Value>,
        language: Language,
    ) -> Answer<Foreseen> {
        self.ask(|reply| Ask::Preview { seat, steps, language, reply }).await
    }

    pub(crate) async fn look(&self, glance: LookRequest, language: Language) -> Answer<Shown> {
        self.ask(|reply| Ask::Look { glance, language, reply }).await
    }

    async fn ask<T>(&self, ask: impl FnOnce(Reply<T>) -> Ask) -> Answer<T> {
        let (reply, answer) = oneshot::channel();
        self.asks.send(ask(reply)).await.map_err(|_| Fault::NoAnswer)?;
        answer.await.map_err(|_| Fault::NoAnswer)?
    }

    /// Passes a hint on, unless the entry is known or the task is busy: a busy one that plays
    /// finds out by itself, and one that does not will look again before long.
    pub(crate) fn hint(&self, seq: u64) {
        if self.shared.reach.borrow().seq < seq {
            // A full queue: see above. A closed one: nobody is there to care.
            let _ = self.asks.try_send(Ask::Hinted(seq));
        }
    }

    /// Has the task look at who sits at the table; a busy one shows it when it is loaded again.
    pub(crate) fn seats_changed(&self) {
        // See `hint`.
        let _ = self.asks.try_send(Ask::SeatsChanged);
    }

    /// Has the task look whether time is up or a bot has to play; a busy one does so anyway.
    pub(crate) fn due(&self) {
        // See `hint`.
        let _ = self.asks.try_send(Ask::Due);
    }

    /// Has the task end if nobody asks for the table; a busy one goes on.
    pub(crate) fn unload(&self) {
        // See `hint`.
        let _ = self.asks.try_send(Ask::Unload);
    }

    /// How far the table has come on this node, now and whenever it changes.
    pub(crate) fn watch(&self) -> watch::Receiver<Progress> {
        self.shared.reach.subscribe()
    }

    /// At most `first` entries after `after`, as `eyes` have them, of those known here.
    pub(crate) fn glimpses(&self, after: u64, first: usize, eyes: Eyes) -> Vec<Arc<Glimpse>> {
        let (shared, span) = (&self.shared, Span { after, first, eyes });
        shared.chronicle(|chronicle| chronicle.glimpses(span, &shared.names))
    }

    /// The same as they were known after the entry `upto`, and none that came later. Safe to
    /// cancel.
    pub(crate) async fn glimpses_then(
        &self,
        after: u64,
        first: usize,
        eyes: Eyes,
        upto: u64,
    ) -> Answer<Vec<Arc<Glimpse>>> {
        let first = first.min(usize::try_from(upto.saturating_sub(after)).unwrap_or(usize::MAX));
        let (shared, span) = (&self.shared, Span { after, first, eyes });
        let known = shared.chronicle(|chronicle| {
            let is_known = chronicle.is_as_after(span, upto);
            is_known.then(|| chronicle.glimpses(span, &shared.names))
        });
        match known {
            Some(glimpses) => Ok(glimpses),
            None => self.ask(|reply| Ask::EntriesThen { span, upto, reply }).await,
        }
    }
}
