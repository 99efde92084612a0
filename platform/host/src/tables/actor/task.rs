//! The state of a loaded table's task, and how it calls the table's game.
//!
//! It has the only handle to the dealt game and does one thing at a time. All its state comes from
//! the journal, so it may be stopped at any time and restarted on any node.

use std::collections::BTreeSet;
use std::mem;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use gueridon_game::Language;
use gueridon_game::border::hex;
use tokio::time::Instant;

use super::halted::Halted;
use super::last_seen::LastSeen;
use super::thought::Thought;
use crate::names::Names;
use crate::refusal::{Answer, Failure, Fault, Refused};
use crate::tables::event_log::EventLog;
use crate::tables::looks::GameView;
use crate::tables::position::Position;
use crate::tables::replays::ReplayCount;
use crate::tables::services::Services;
use crate::tables::shared::{Progress, Shared};
use crate::tables::stops::stopped;
use gueridon_journal::JournalError;
use gueridon_modules::executor::{Admitted, Call};
use gueridon_modules::module::CallError;

/// How many times a write is tried against other writers at the same table before the caller has to
/// retry.
pub(super) const ATTEMPTS: usize = 128;
/// How long to wait before each new attempt after the journal has failed.
pub(super) const PAUSES: [Duration; 3] =
    [Duration::from_millis(5), Duration::from_millis(50), Duration::from_millis(250)];

/// The state of the task of one table.
pub(super) struct TableTask {
    pub(super) shared: Arc<Shared>,
    pub(super) services: Arc<Services>,
    /// None before the table is loaded, and after a call that did not return.
    pub(super) position: Option<Position>,
    /// Whether the journal may have unread entries although nobody else writes.
    unsure: bool,
    /// What each pair of eyes has last seen, for when the table is stopped.
    pub(super) seen: LastSeen,
    /// What the journal says of the table while it is stopped.
    pub(super) halted: Option<Halted>,
    /// The game as the last look back left it.
    pub(super) replica: Option<HistoryReplica>,
    /// When the host is to play the next step for a bot or an absent player.
    pub(super) stand_in: Option<Instant>,
    /// The step for the host's next play that is being thought about, or was.
    pub(super) thought: Option<Thought>,
    /// The times in which no node was up, as they were known when the clocks were last computed.
    pub(super) outages: Arc<[Range<i64>]>,
    /// The entry from which on digests are those of the table's build; earlier ones are another's.
    pub(super) checked_from: u64,
    /// Whether the table is to be loaded again: its players have changed, or another node has to
    /// play on.
    pub(super) is_outdated: bool,
    /// When somebody last asked for the table.
    pub(super) asked: Instant,
    /// How many bytes of memory the table was last said to take.
    pub(super) weighed: usize,
    /// The entries that are replayed for the request that is being answered.
    pub(super) replays: ReplayCount,
}

/// A table after an entry, with the entries as they were known then.
pub(super) struct HistoryReplica {
    pub(super) position: Position,
    pub(super) event_log: EventLog,
    /// The entries that had been taken back by then.
    pub(super) undone: BTreeSet<u64>,
}

/// A module could not keep committed steps.
struct KeepFailed(CallError);

impl TableTask {
    pub(super) fn new(shared: Arc<Shared>, services: Arc<Services>) -> Self {
        let outages = services.outages.all();
        Self {
            shared,
            services,
            outages,
            position: None,
            unsure: false,
            seen: LastSeen::default(),
            halted: None,
            replica: None,
            stand_in: None,
            thought: None,
            checked_from: 0,
            is_outdated: false,
            asked: Instant::now(),
            weighed: 0,
            replays: ReplayCount::default(),
        }
    }

    /// Notes that the journal may have unread entries although nobody else writes, or that it has
    /// none any more.
    pub(super) fn set_unsure(&mut self, unsure: bool) {
        self.unsure = unsure;
        self.shared.looks.set_open(!self.may_be_behind());
    }

    pub(super) const fn is_unsure(&self) -> bool {
        self.unsure
    }

    /// Whether the journal may have unread entries.
    pub(super) fn may_be_behind(&self) -> bool {
        self.unsure || self.services.journal.is_shared()
    }

    /// The game as it is now.
    pub(super) fn position(&self) -> Answer<&Position> {
        self.position.as_ref().ok_or(Failure::Fault(Fault::NoAnswer))
    }

    /// Publishes the table's progress.
    pub(super) fn publish(&mut self) {
        let Some(position) = &self.position else { return };
        let (seq, state) = (position.seq(), position.state());
        let ended = position.is_over() || state.has_ended();
        let over = ended && state.closed().is_none();
        self.shared.progress.send_if_modified(|progress| {
            let moved = progress.seq != seq || progress.ended != ended;
            if moved {
                *progress = Progress { seq, over, ended, stopped: None, gone: false };
            }
            moved
        });
    }

    /// Says how much memory the table takes, if that has changed by much.
    pub(super) fn weigh(&mut self) {
        /// What a game takes if its module does not say.
        const UNKNOWN: u64 = 16 << 10;
        /// What a table takes besides its games and entries: looks, names, the task.
        const BESIDES: usize = 16 << 10;
        let of = |position: &Position| position.summary().bytes.unwrap_or(UNKNOWN) as usize;
        // A game that is tried lies beside the one that is kept.
        let kept = self.position.as_ref().map_or(0, |position| 2 * of(position));
        let replica = self.replica.as_ref();
        let replica =
            replica.map_or(0, |replica| of(&replica.position) + replica.event_log.bytes());
        let entries = self.shared.event_log(|event_log| event_log.bytes());
        let now = BESIDES + kept + replica + entries;
        if now.abs_diff(self.weighed) > self.weighed / 8 {
            self.weighed = now;
            self.services.loaded.weigh(self.shared.row.id, now);
        }
    }

    /// Calls the module with the current game; its refusals get the players' names.
    pub(super) async fn ask<T: Send + 'static>(
        &mut self,
        what: &'static str,
        call: impl FnOnce(&mut Position) -> Result<T, CallError> + Send + 'static,
    ) -> Answer<T> {
        let settled = move |position: &mut Position| {
            let kept = position.finish_keep();
            kept.map_err(KeepFailed).map(|()| call(position))
        };
        let answer = match self.with_position_again(what, settled).await? {
            Ok(answer) => answer,
            Err(KeepFailed(error)) => {
                // The entry is valid. The game is replayed for the next request.
                self.position = None;
                self.set_unsure(true);
                Err(error)
            }
        };
        match answer {
            Ok(answer) => Ok(answer),
            Err(error) => Err(self.failed(what, error).await),
        }
    }

    /// Converts a module's error for the caller. A table that has cost too many workers is stopped.
    pub(super) async fn failed(&mut self, op: &'static str, error: CallError) -> Failure {
        match error {
            CallError::Refused(refused) => Refused::by_game(*refused, &self.shared.names).into(),
            CallError::Gone => Fault::NoAnswer.into(),
            CallError::NoWorker(reason) => Fault::Busy(reason).into(),
            CallError::WorkerLost(end) => {
                self.services.games.executor().failed(self.call(op));
                match self.services.lost_workers.count(self.shared.row.id, end).await {
                    Some(reason) => self.stop(stopped(&reason)),
                    None => Fault::Module(error.to_string()).into(),
                }
            }
            failed => {
                let reason = failed.to_string();
                tracing::error!(table = %self.shared.row.id, op, reason, "a module failed");
                self.services.games.executor().failed(self.call(op));
                Fault::Module(reason).into()
            }
        }
    }

    /// Calls the dealt game. If it was lost with its worker before the call, by a call of another
    /// table, it is replayed first: nobody here has to know.
    async fn with_position_again<T: Send + 'static>(
        &mut self,
        op: &'static str,
        mut call: impl FnOnce(&mut Position) -> T + Send + 'static,
    ) -> Answer<T> {
        /// How often it is replayed.
        const AGAIN: usize = 3;
        let seq = self.position()?.seq();
        for _ in 0..AGAIN {
            match self.lend_position(op, call).await? {
                Ok(answer) => return Ok(answer),
                Err(unmade) => call = unmade,
            }
            self.catch_up().await?;
            // What the caller asks is about the game that it knew.
            if self.position()?.seq() != seq {
                break;
            }
        }
        Err(Fault::NoAnswer.into())
    }

    /// Calls the dealt game. It is lost if the call does not return, or with its worker.
    pub(super) async fn with_position<T: Send + 'static>(
        &mut self,
        op: &'static str,
        call: impl FnOnce(&mut Position) -> T + Send + 'static,
    ) -> Answer<T> {
        self.lend_position(op, call).await?.map_err(|_| Fault::NoAnswer.into())
    }

    /// Lends the dealt game to a thread that may call it; gives the call back if the game was lost
    /// before.
    async fn lend_position<T: Send + 'static, C>(
        &mut self,
        op: &'static str,
        call: C,
    ) -> Answer<Result<T, C>>
    where
        C: FnOnce(&mut Position) -> T + Send + 'static,
    {
        // Admitted first: a call that is not made costs the position nothing.
        let admitted = self.admit(op).await?;
        let mut position = self.position.take().ok_or(Fault::NoAnswer)?;
        let running = admitted.run(move || {
            if !position.game.hold() {
                return (None, Err(call));
            }
            let answer = call(&mut position);
            position.game.let_go();
            (Some(position).filter(|position| !position.game.is_lost()), Ok(answer))
        });
        let (position, answer) = running.await?;
        let is_lost = position.is_none();
        self.position = position;
        if is_lost {
            self.set_unsure(true);
        }
        Ok(answer)
    }

    /// Waits until a game of this table may be called, unless the table is stopped.
    pub(super) async fn admit(&mut self, op: &'static str) -> Answer<Admitted> {
        if let Some(reason) = self.services.stops.of_table(&self.shared.row) {
            return Err(self.stop(reason));
        }
        Ok(self.services.games.executor().admit(self.call(op)).await?)
    }

    pub(super) fn call(&self, op: &'static str) -> Call<'_> {
        let row = &self.shared.row;
        Call { game: &row.game, build: row.build.unwrap_or_default(), op, table: Some(row.id.0) }
    }

    /// A key for an entry of the host. No player can send it: their keys have no control
    /// characters.
    pub(super) fn own_key(&self) -> Answer<String> {
        Ok(format!("\t{}", hex(&self.services.random.bytes::<16>()?)))
    }

    /// Plans the host's next step, if it has to play one.
    pub(super) fn expect_stand_in(&mut self, pause: Duration) {
        self.thought = None;
        let state = self.position.as_ref().map(|position| position.state());
        let seat = state.and_then(|state| state.to_stand_in());
        self.stand_in = seat.map(|_| Instant::now() + pause);
    }

    /// The same after entries of another node, which gets time to play on first.
    pub(super) fn expect_others(&mut self) {
        /// How long the host waits for another node to play on.
        const OTHER_NODE_GRACE: Duration = Duration::from_millis(2_500);
        let others = self.services.journal.is_shared()
            && self.position.as_ref().is_some_and(|position| position.seq() > 0);
        let grace = if others { OTHER_NODE_GRACE } else { Duration::ZERO };
        self.expect_stand_in(self.services.timing.bot_pause + grace);
    }
}

/// Waits after a failure of the journal; any other failure, or one too many, is final.
pub(super) async fn pause(
    failure: Failure,
    pauses: &mut std::slice::Iter<'_, Duration>,
) -> Answer<()> {
    match (&failure, pauses.next()) {
        (Failure::Fault(Fault::Journal(_)), Some(pause)) => {
            tokio::time::sleep(*pause).await;
            Ok(())
        }
        _ => Err(failure),
    }
}

/// Fills the players' names into all texts of a look, which has none without a language.
pub(super) fn named(
    mut view: GameView,
    names: &Names,
    language: impl Into<Option<Language>>,
) -> GameView {
    let Some(language) = language.into() else { return view };
    view.prompt = names.put_into(view.prompt, language);
    for choice in &mut view.moves {
        choice.words = names.put_into(mem::take(&mut choice.words), language);
    }
    view
}

pub(super) fn unwritable(error: &serde_json::Error) -> Failure {
    Fault::Journal(JournalError::Broken(error.to_string())).into()
}
