//! A subscription to one table, from an entry on.
//!
//! A subscription reads from the table's event log on demand, so a slow subscriber blocks nobody,
//! and nothing is queued for it.

use std::sync::Arc;

use gueridon_game::Eyes;
use tokio::sync::watch;
use tokio::time::{Duration, sleep};

use super::{Watching, look_request};
use crate::refusal::{Answer, Code, Failure};
use crate::tables::event_log::EntryView;
use crate::tables::handle::Table;
use crate::tables::registry::Found;
use crate::tables::request::LookRequest;
use crate::tables::shared::Progress;
use crate::talk::feed::TalkSubscription;
use crate::tallies::{Levels, Share};
use crate::viewer::{Perspective, Viewer};
use gueridon_journal::{Message, Status, TableId, TableRow};

/// How many entries are told before the subscription looks how far the table is.
const BATCH: u64 = 64;

/// News of a table.
#[derive(Debug, Clone)]
pub enum Update {
    /// The number of the next entry; [`Subscription::entry`] reads it.
    Entry(u64),
    /// Something besides the entries changed: the players, the start, a stop. A look shows what.
    Table,
    /// A message was posted or removed; only for subscriptions with messages.
    Message(Arc<Message>),
    /// The last update: the subscriber was too slow, or the host stops. Subscribe again from the
    /// newest entry that was received.
    Resume,
}

/// The updates of a table for one viewer. Ends when the table is stopped, and after the last entry of
/// a game that is over, unless the viewer receives messages.
#[derive(Debug)]
pub struct Subscription {
    watching: Watching,
    table: TableId,
    viewer: Viewer,
    /// The newest entry that was told.
    at: u64,
    /// The newest entry that can be told without another look at the progress; 0 before the first look.
    upto: u64,
    phase: Phase,
    /// The messages, if the viewer wants them.
    hearing: Option<TalkSubscription>,
}

#[derive(Debug)]
enum Phase {
    /// The table has not begun: its row as last sent, and the wake-up for changes.
    Lobby { told: Box<TableRow>, changed: watch::Receiver<()> },
    /// The table is in play. `live` once everything older has been told.
    Play {
        table: Arc<Table>,
        progress: watch::Receiver<Progress>,
        eyes: Eyes,
        /// The viewer's delay in entries, until the table has ended.
        behind: u64,
        /// The entry after which the viewer sees the table, if there are newer ones.
        as_of: Option<u64>,
        /// Whether the progress, as it was last read, has nothing beyond `upto`: only a change of it brings
        /// more.
        is_exhausted: bool,
        live: bool,
        _spectator: Option<Share<TableId>>,
    },
    /// There will be no more entries.
    Over,
    /// There will be no more updates.
    Ended,
}

/// The outcome of one step of a subscription.
enum Next {
    Tell(Update),
    /// Check again.
    Again,
    End,
}

impl Subscription {
    pub(super) async fn begin(
        watching: Watching,
        id: TableId,
        viewer: Viewer,
        after: u64,
    ) -> Answer<Self> {
        // Before the row is read, so that no change is missed in between.
        let changed = watching.seats.of(id);
        let found = watching.registry.find(id).await?;
        watching.access.check_seen(found.row(), viewer).await?;
        let phase = match found {
            Found::Open(_) if viewer.perspective != Perspective::Own => {
                return Err(Code::NotOver.answer());
            }
            Found::Open(row) if row.status == Status::Closed => Phase::Over,
            Found::Open(told) => Phase::Lobby { told, changed },
            Found::Begun(table) => {
                let look = look_request(viewer, &table.shared.row)?;
                let look = look.ok_or_else(|| Code::NoSpectators.answer())?;
                match table.refresh().await {
                    Ok(progress) => drop(look.upto(&progress)?),
                    Err(Failure::Fault(fault)) => return Err(fault.into()),
                    // For a stopped table, this is its first update.
                    Err(Failure::Refused(_)) => {}
                }
                Phase::playing(table, look, &watching.spectators)
            }
        };
        Ok(Self { watching, table: id, viewer, at: after, upto: 0, phase, hearing: None })
    }

    /// Adds the messages from now on; the subscription then continues after the end of the game.
    ///
    /// # Errors
    /// A [`Fault`](crate::refusal::Fault) when the journal does not answer.
    pub async fn with_messages(self) -> Answer<Self> {
        let hearing = TalkSubscription::begin(&self.watching.talk, self.table).await?;
        Ok(Self { hearing: Some(hearing), ..self })
    }

    /// The next update; none after the last. Cancel safe.
    pub async fn next(&mut self) -> Option<Update> {
        loop {
            if self.upto > self.at {
                self.at += 1;
                return Some(Update::Entry(self.at));
            }
            let next = match self.hear().await {
                Ok(Some(message)) => Next::Tell(Update::Message(message)),
                Err(_) => self.resume(),
                // Boxed where few wait, so that those who watch a game take no memory for it.
                Ok(None) => match &self.phase {
                    Phase::Lobby { .. } => Box::pin(self.step_in_lobby()).await,
                    Phase::Play { .. } => self.step_in_play().await,
                    Phase::Over => Box::pin(self.step_when_over()).await,
                    Phase::Ended => Next::End,
                },
            };
            match next {
                Next::Tell(update) => return Some(update),
                Next::Again => {}
                Next::End => return None,
            }
        }
    }

    /// The entry of the last [`Update::Entry`], as the viewer may see it. None before the first one,
    /// and if the table no longer answers: then the viewer has to subscribe again. Cancel safe.
    pub async fn entry(&self) -> Option<Arc<EntryView>> {
        let Phase::Play { table, eyes, as_of, .. } = &self.phase else { return None };
        // Where the viewer began may be an entry that they may not see yet.
        if self.at > self.upto {
            return None;
        }
        let before = self.at.checked_sub(1)?;
        let entries = match *as_of {
            None => table.entries(before, 1, *eyes),
            Some(upto) => {
                Box::pin(table.entries_as_of(before, 1, *eyes, upto)).await.unwrap_or_default()
            }
        };
        entries.into_iter().next()
    }

    /// Whether the viewer is still catching up with entries from before they subscribed.
    #[must_use]
    pub fn is_catching_up(&self) -> bool {
        let Phase::Play { progress, behind, live: false, .. } = &self.phase else { return false };
        let progress = progress.borrow();
        let behind = if progress.ended { 0 } else { *behind };
        progress.seq.saturating_sub(behind) > self.at
    }

    /// The newest entry that the viewer may have heard of by now; none where the table is stopped, so
    /// that nobody can tell.
    #[must_use]
    pub fn newest(&self) -> Option<u64> {
        match &self.phase {
            Phase::Lobby { .. } | Phase::Over => Some(0),
            Phase::Play { progress, behind, .. } => {
                let progress = progress.borrow();
                let behind = if progress.ended { 0 } else { *behind };
                progress.stopped.is_none().then(|| progress.seq.saturating_sub(behind))
            }
            Phase::Ended => None,
        }
    }

    /// A new message, if there is one.
    async fn hear(&mut self) -> Answer<Option<Arc<Message>>> {
        if let Some(hearing) = &mut self.hearing
            && !matches!(self.phase, Phase::Ended)
            && hearing.may_have_news()
        {
            return Box::pin(hearing.next(&self.watching.talk, self.table, self.viewer)).await;
        }
        Ok(None)
    }

    fn resume(&mut self) -> Next {
        match std::mem::replace(&mut self.phase, Phase::Ended) {
            Phase::Ended => Next::End,
            Phase::Lobby { .. } | Phase::Play { .. } | Phase::Over => Next::Tell(Update::Resume),
        }
    }

    /// There will be no more entries, but there may be messages.
    async fn step_when_over(&mut self) -> Next {
        if self.hearing.is_none() {
            self.phase = Phase::Ended;
            return Next::End;
        }
        match self.watching.stop.run_until_cancelled(said(&mut self.hearing)).await {
            Some(()) => Next::Again,
            None => self.resume(),
        }
    }

    async fn step_in_lobby(&mut self) -> Next {
        let found = self.watching.registry.find(self.table).await;
        if let Ok(found) = &found
            && self.watching.access.check_seen(found.row(), self.viewer).await.is_err()
        {
            // A new subscription is refused with `UNKNOWN_TABLE`.
            return self.resume();
        }
        let Phase::Lobby { told, changed } = &mut self.phase else { return Next::Again };
        match found {
            Err(_) => self.resume(),
            Ok(Found::Begun(table)) => {
                if table.refresh().await.is_err_and(|error| matches!(error, Failure::Fault(_))) {
                    return self.resume();
                }
                self.phase = match look_request(self.viewer, &table.shared.row) {
                    Ok(Some(look)) => Phase::playing(table, look, &self.watching.spectators),
                    // It has begun, and only its players may watch.
                    Ok(None) | Err(_) => Phase::Ended,
                };
                Next::Tell(Update::Table)
            }
            Ok(Found::Open(row)) if row.status == Status::Closed => {
                self.phase = Phase::Over;
                Next::Tell(Update::Table)
            }
            Ok(Found::Open(row)) if row != *told => {
                *told = row;
                Next::Tell(Update::Table)
            }
            Ok(Found::Open(_)) => {
                let woken = woken(changed, self.watching.reread);
                let woken = either(woken, said(&mut self.hearing));
                match self.watching.stop.run_until_cancelled(woken).await {
                    Some(()) => Next::Again,
                    None => self.resume(),
                }
            }
        }
    }

    async fn step_in_play(&mut self) -> Next {
        let Phase::Play { progress, behind, as_of, is_exhausted, live, .. } = &mut self.phase
        else {
            return Next::Again;
        };
        let mut is_gone = false;
        // To see whether it has changed takes no lock, and after an update it mostly has not.
        if !*is_exhausted || progress.has_changed().unwrap_or(true) {
            let Progress { seq, over: _, ended, stopped, gone } =
                progress.borrow_and_update().clone();
            if stopped.is_some() {
                // What came since then could not be told whole. The table may go on: a new
                // subscription finds that out, and also hears the messages.
                self.phase = Phase::Ended;
                return Next::Tell(Update::Table);
            }
            let then = seq.saturating_sub(*behind);
            let newest = if ended { seq } else { then };
            if newest > self.at {
                // What arrives all at once at the end does not make the viewer slow.
                if *live && then.saturating_sub(self.at) > self.watching.lag {
                    return self.resume();
                }
                *as_of = (newest < seq).then_some(newest);
                self.upto = newest.min(self.at.saturating_add(BATCH));
                *is_exhausted = self.upto == newest && !ended && !gone;
                return Next::Again;
            }
            if ended {
                self.phase = Phase::Over;
                return Next::Again;
            }
            is_gone = gone;
            *is_exhausted = !gone;
        }
        *live = true;
        // The task reads the journal from time to time; when it has ended, nobody does.
        if !is_gone {
            tokio::select! {
                // As below.
                biased;
                changed = progress.changed() => {
                    is_gone = changed.is_err();
                    // `has_changed` does not report this change any more.
                    *is_exhausted = false;
                }
                () = said(&mut self.hearing) => {}
            }
        }
        if is_gone { self.resume() } else { Next::Again }
    }
}

impl Phase {
    fn playing(
        table: Arc<Table>,
        LookRequest { eyes, behind, .. }: LookRequest,
        spectators: &Levels<TableId>,
    ) -> Self {
        let is_spectator = eyes == Eyes::Public;
        let spectator = is_spectator.then(|| spectators.take(table.shared.row.id)).flatten();
        Self::Play {
            progress: table.watch(),
            table,
            eyes,
            behind,
            as_of: None,
            is_exhausted: false,
            live: false,
            _spectator: spectator,
        }
    }
}

/// Waits until there may be a message; for ever without messages.
async fn said(hearing: &mut Option<TalkSubscription>) {
    match hearing {
        Some(hearing) => hearing.woken().await,
        None => std::future::pending().await,
    }
}

/// Waits for one of two things.
async fn either(one: impl Future<Output = ()>, other: impl Future<Output = ()>) {
    tokio::select! {
        // As below.
        biased;
        () = one => {}
        () = other => {}
    }
}

/// Waits for a wake-up, or for this long.
async fn woken(wakeup: &mut watch::Receiver<()>, long: Duration) {
    tokio::select! {
        // Biased, so that a simulation can be repeated.
        biased;
        changed = wakeup.changed() => {
            if changed.is_err() {
                sleep(long).await;
            }
        }
        () = sleep(long) => {}
    }
}
