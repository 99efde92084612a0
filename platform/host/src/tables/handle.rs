//! The handle of a loaded table: how the rest of the host reaches the table's task.

use std::sync::Arc;

use gueridon_game::{Eyes, Language, Seat};
use tokio::sync::{mpsc, oneshot, watch};

use super::event_log::{EntryView, Span};
use super::looks::TableView;
use super::replays::ReplayCount;
use super::request::{
    Asked, LookRequest, Play, Preview, Reply, Request, SeatAction, StoppedView, Undoable,
};
use super::shared::{Progress, Shared};
use super::steps::Steps;
use crate::bots::Question;
use crate::refusal::{Answer, Failure, Fault};
use gueridon_journal::TableRow;

/// A table that is loaded on this node: a cache of its journal, owned by one task.
#[derive(Debug)]
pub(crate) struct Table {
    requests: mpsc::Sender<Asked>,
    pub(crate) shared: Arc<Shared>,
}

impl Table {
    /// The capacity of the queue of requests.
    const WAITING: usize = 64;

    /// A handle, and the requests that its task has to answer.
    pub(crate) fn new(row: TableRow) -> (Self, mpsc::Receiver<Asked>) {
        let (requests, received) = mpsc::channel(Self::WAITING);
        (Self { requests, shared: Arc::new(Shared::new(row)) }, received)
    }

    /// Whether the task has ended, so that another must be started.
    pub(crate) fn is_gone(&self) -> bool {
        self.requests.is_closed()
    }

    /// The table's progress, after reading the journal if others write there too.
    pub(crate) async fn refresh(&self) -> Answer<Progress> {
        self.ask(Request::Refresh).await
    }

    /// Plays some steps; returns their entry.
    pub(crate) async fn play(&self, play: Play) -> Answer<u64> {
        self.ask(|reply| Request::Play(play, reply)).await
    }

    /// Does something besides playing; returns its entry.
    pub(crate) async fn act(&self, seat: Seat, action: SeatAction) -> Answer<u64> {
        self.ask(|reply| Request::Act { seat, action, reply }).await
    }

    /// What a seat could take back now, if anything.
    pub(crate) async fn undoable(&self, seat: Seat) -> Answer<Option<Undoable>> {
        self.ask(|reply| Request::Undoable { seat, reply }).await
    }

    /// Closes the table if it has been inactive since that time; returns whether it did.
    pub(crate) async fn expire(&self, quiet_since_ms: i64) -> Answer<bool> {
        self.ask(|reply| Request::Expire { quiet_since_ms, reply }).await
    }

    /// Previews some steps.
    pub(crate) async fn preview(
        &self,
        seat: Seat,
        steps: Steps,
        language: Language,
    ) -> Answer<Preview> {
        self.ask(|reply| Request::Preview { seat, steps, language, reply }).await
    }

    /// What there is to think about for a seat, if it is to act.
    pub(crate) async fn question(&self, seat: Seat) -> Answer<Question> {
        self.ask(|reply| Request::Question { seat, reply }).await
    }

    /// A look at the table, with words in a language and with the score, or without them.
    pub(crate) async fn look(
        &self,
        look: LookRequest,
        language: Option<Language>,
    ) -> Answer<TableView> {
        if look.is_of_now()
            && let Some(view) = self.shared.looks.read(look.eyes, language)
            && !self.is_gone()
        {
            return Ok(view);
        }
        self.ask(|reply| Request::Look { look, language, reply }).await
    }

    /// What can be shown of the table while it is stopped.
    pub(crate) async fn last_look(&self, look: LookRequest) -> Answer<StoppedView> {
        self.ask(|reply| Request::LastLook { look, reply }).await
    }

    async fn ask<T>(&self, request: impl FnOnce(Reply<T>) -> Request) -> Answer<T> {
        let (reply, answer) = oneshot::channel();
        let asked = Asked { request: request(reply), replays: ReplayCount::of_this_task() };
        self.requests.send(asked).await.map_err(|_| Fault::Reloading)?;
        let answer = answer.await.map_err(|_| Fault::NoAnswer)?;
        if matches!(answer, Err(Failure::Fault(Fault::Reloading))) {
            // From then on, this table is not found any more.
            self.requests.closed().await;
        }
        answer
    }

    /// Passes a notice on, unless the entry is known or the task is busy: a task that is playing
    /// finds out anyway, and any other reads the journal again soon.
    pub(crate) fn notice(&self, seq: u64) {
        if self.shared.progress.borrow().seq < seq {
            self.try_send(Request::Noticed(seq));
        }
    }

    /// Has the task check who sits at the table; a busy one finds out when it is loaded again.
    pub(crate) fn seats_changed(&self) {
        self.try_send(Request::SeatsChanged);
    }

    /// Has the task check whether it is stopped; a busy one finds out at its next call.
    pub(crate) fn stops_changed(&self) {
        self.try_send(Request::StopsChanged);
    }

    /// Has the task check whether time is up or a bot has to play; a busy one does so anyway.
    pub(crate) fn due(&self) {
        self.try_send(Request::Due);
    }

    /// Has the task end if the table is not used; a busy one goes on.
    pub(crate) fn unload(&self) {
        self.try_send(Request::Unload);
    }

    /// Sends a request that may be dropped: a busy task does it anyway, and an ended one has
    /// nothing left to do.
    fn try_send(&self, request: Request) {
        let _ = self.requests.try_send(Asked { request, replays: ReplayCount::default() });
    }

    /// The table's progress on this node, now and whenever it changes.
    pub(crate) fn watch(&self) -> watch::Receiver<Progress> {
        self.shared.progress.subscribe()
    }

    /// At most `first` entries after `after` that are known here, as `eyes` may see them.
    pub(crate) fn entries(&self, after: u64, first: usize, eyes: Eyes) -> Vec<Arc<EntryView>> {
        let (shared, span) = (&self.shared, Span { after, first, eyes });
        shared.event_log(|event_log| event_log.entries(span, &shared.names))
    }

    /// The same as they were known after the entry `upto`, and none that came later. Cancel safe.
    pub(crate) async fn entries_as_of(
        &self,
        after: u64,
        first: usize,
        eyes: Eyes,
        upto: u64,
    ) -> Answer<Vec<Arc<EntryView>>> {
        let first = first.min(usize::try_from(upto.saturating_sub(after)).unwrap_or(usize::MAX));
        let (shared, span) = (&self.shared, Span { after, first, eyes });
        let known = shared.event_log(|event_log| {
            let is_known = event_log.is_as_after(span, upto);
            is_known.then(|| event_log.entries(span, &shared.names))
        });
        match known {
            Some(entries) => Ok(entries),
            None => self.ask(|reply| Request::EntriesAsOf { span, upto, reply }).await,
        }
    }
}
