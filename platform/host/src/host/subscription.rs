//! What somebody hears of a table from an entry on.
//!
//! A subscription takes what it needs from the table's chronicle when it is asked for more, so a
//! slow one holds nobody up and keeps nothing waiting for it.

use std::collections::VecDeque;
use std::sync::Arc;

use futures_util::Stream;
use gueridon_game::Eyes;
use tokio::sync::watch;
use tokio::time::{Duration, sleep};

use super::hearing::Hearing;
use super::loaded::Found;
use super::watching::Spectating;
use super::{Context, Perspective, Viewer};
use crate::refusal::{Answer, Code, Failure};
use crate::table::{Glimpse, LookRequest, Progress, Table};
use gueridon_journal::{Message, Status, TableId, TableRow};

/// How many entries are taken from the chronicle at a time.
const BATCH: usize = 64;

/// What a subscriber is told.
#[derive(Debug, Clone)]
pub enum Update {
    /// The next entry.
    Entry(Arc<Glimpse>),
    /// Something changed at the table that is no entry: who sits, that it began, that it was
    /// stopped. A look tells what.
    Table,
    /// Something was said, or taken away; only for who hears what is said.
    Message(Arc<Message>),
    /// The last update: the subscriber was too slow, or the host stops. Subscribe again after the
    /// newest entry that was received.
    Resume,
}

/// A table as one viewer hears of it; ends after the last entry of a game that is over, unless the
/// viewer hears what is said.
#[derive(Debug)]
pub struct Subscription {
    context: Arc<Context>,
    table: TableId,
    viewer: Viewer,
    /// The newest entry that was handed out.
    at: u64,
    ready: VecDeque<Arc<Glimpse>>,
    phase: Phase,
    /// What is said there, if the viewer wants to hear that.
    hearing: Option<Hearing>,
}

#[derive(Debug)]
enum Phase {
    /// The table has not begun: who sits there as last told, and what rings when that changes.
    Lobby { told: Box<TableRow>, bell: watch::Receiver<()> },
    /// The table is played. `live` once all that was there has been handed out.
    Play {
        table: Arc<Table>,
        reach: watch::Receiver<Progress>,
        eyes: Eyes,
        /// How many entries behind the others the viewer is, until the table has ended.
        behind: u64,
        live: bool,
        _spectating: Option<Spectating>,
    },
    /// There will be no more entries.
    Over,
    /// There will be no more.
    Ended,
}

/// What a step of a subscription comes to.
enum Next {
    Tell(Update),
    /// Look again for what there is.
    Again,
    End,
}

impl Subscription {
    pub(super) async fn begin(
        context: Arc<Context>,
        id: TableId,
        viewer: Viewer,
        after: u64,
    ) -> Answer<Self> {
        // The bell before the row, so that no change falls between them.
        let bell = context.loaded.bell(id);
        let found = context.table(id).await?;
        context.check_seen(found.row(), viewer).await?;
        let phase = match found {
            Found::Open(_) if viewer.sight != Perspective::Own => {
                return Err(Code::NotOver.answer());
            }
            Found::Open(row) if row.status == Status::Closed => Phase::Over,
            Found::Open(told) => Phase::Lobby { told, bell },
            Found::Begun(table) => {
                let glance = viewer.glance(&table.shared.row)?;
                let glance = glance.ok_or_else(|| Code::NoSpectators.answer())?;
                match table.refresh().await {
                    Ok(reach) => drop(glance.upto(&reach)?),
                    Err(Failure::Fault(fault)) => return Err(fault.into()),
                    // A stopped table says so as its first update.
                    Err(Failure::Refused(_)) => {}
                }
                Phase::playing(table, glance)
            }
        };
        let ready = VecDeque::new();
        Ok(Self { context, table: id, viewer, at: after, ready, phase, hearing: None })
    }

    /// The same with what is said at the table from now on; it goes on after the end of the game.
    ///
    /// # Errors
    /// A [`Fault`](crate::refusal::Fault) when the journal does not answer.
    pub async fn with_messages(self) -> Answer<Self> {
        let hearing = Hearing::begin(&self.context, self.table).await?;
        Ok(Self { hearing: Some(hearing), ..self })
    }

    /// The next update; none after the last. Safe to cancel.
    pub async fn next(&mut self) -> Option<Update> {
        loop {
            if let Some(glimpse) = self.ready.pop_front() {
                self.at = glimpse.seq;
                return Some(Update::Entry(glimpse));
            }
            let next = match self.hear().await {
                Ok(Some(message)) => Next::Tell(Update::Message(message)),
                Err(_) => self.resume(),
                Ok(None) => match &self.phase {
                    Phase::Lobby { .. } => self.step_in_lobby().await,
                    Phase::Play { .. } => self.step_in_play().await,
                    Phase::Over => self.step_when_over().await,
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

    /// The updates as a stream.
    pub fn into_stream(self) -> impl Stream<Item = Update> + Send {
        futures_util::stream::unfold(self, |mut subscription| async {
            let update = subscription.next().await?;
            Some((update, subscription))
        })
    }

    /// What was said, if there is something new.
    async fn hear(&mut self) -> Answer<Option<Arc<Message>>> {
        match &mut self.hearing {
            Some(hearing) if !matches!(self.phase, Phase::Ended) => {
                hearing.next(&self.context, self.table, self.viewer).await
            }
            _ => Ok(None),
        }
    }

    fn resume(&mut self) -> Next {
        match std::mem::replace(&mut self.phase, Phase::Ended) {
            Phase::Ended => Next::End,
            Phase::Lobby { .. } | Phase::Play { .. } | Phase::Over => Next::Tell(Update::Resume),
        }
    }

    /// There will be no more entries, but something may be said.
    async fn step_when_over(&mut self) -> Next {
        if self.hearing.is_none() {
            self.phase = Phase::Ended;
            return Next::End;
        }
        match self.context.stop.run_until_cancelled(said(&mut self.hearing)).await {
            Some(()) => Next::Again,
            None => self.resume(),
        }
    }

    async fn step_in_lobby(&mut self) -> Next {
        let found = self.context.table(self.table).await;
        if let Ok(found) = &found
            && self.context.check_seen(found.row(), self.viewer).await.is_err()
        {
            // Whoever subscribes again is told that there is no such table.
            return self.resume();
        }
        let Phase::Lobby { told, bell } = &mut self.phase else { return Next::Again };
        match found {
            Err(_) => self.resume(),
            Ok(Found::Begun(table)) => {
                if table.refresh().await.is_err_and(|error| matches!(error, Failure::Fault(_))) {
                    return self.resume();
                }
                self.phase = match self.viewer.glance(&table.shared.row) {
                    Ok(Some(glance)) => Phase::playing(table, glance),
                    // It has begun, and the rest is for those who play.
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
                let rung = rung(bell, self.context.config.reread);
                let rung = either(rung, said(&mut self.hearing));
                match self.context.stop.run_until_cancelled(rung).await {
                    Some(()) => Next::Again,
                    None => self.resume(),
                }
            }
        }
    }

    async fn step_in_play(&mut self) -> Next {
        let Phase::Play { table, reach, eyes, behind, live, .. } = &mut self.phase else {
            return Next::Again;
        };
        let Progress { seq, over: _, ended, stopped, gone } = reach.borrow_and_update().clone();
        let then = seq.saturating_sub(*behind);
        let newest = if ended { seq } else { then };
        if newest > self.at {
            // What comes to a viewer all at once with the end is not the viewer's being slow.
            if *live && then.saturating_sub(self.at) > self.context.config.lag {
                return self.resume();
            }
            let glimpses = if newest == seq {
                Ok(table.glimpses(self.at, BATCH, *eyes))
            } else {
                table.glimpses_then(self.at, BATCH, *eyes, newest).await
            };
            let Ok(glimpses) = glimpses else { return self.resume() };
            self.ready.extend(glimpses);
            return if self.ready.is_empty() { self.resume() } else { Next::Again };
        }
        *live = true;
        if stopped.is_some() {
            self.phase = Phase::Over;
            return Next::Tell(Update::Table);
        }
        if ended {
            self.phase = Phase::Over;
            return Next::Again;
        }
        // The task looks into the journal from time to time. When it has ended, nobody does.
        let mut is_gone = gone;
        if !gone {
            let changed = async { is_gone = reach.changed().await.is_err() };
            either(changed, said(&mut self.hearing)).await;
        }
        if is_gone { self.resume() } else { Next::Again }
    }
}

impl Phase {
    fn playing(table: Arc<Table>, LookRequest { eyes, behind, .. }: LookRequest) -> Self {
        let spectating = (eyes == Eyes::Public).then(|| Spectating::begin(&table.shared));
        Self::Play {
            reach: table.watch(),
            table,
            eyes,
            behind,
            live: false,
            _spectating: spectating,
        }
    }
}

/// Waits until something may have been said; for ever if that is not to be heard.
async fn said(hearing: &mut Option<Hearing>) {
    match hearing {
        Some(hearing) => hearing.rung().await,
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

/// Waits until a bell rings, or for so long.
async fn rung(bell: &mut watch::Receiver<()>, long: Duration) {
    tokio::select! {
        // In order, so that a simulation can happen again.
        biased;
        changed = bell.changed() => {
            if changed.is_err() {
                sleep(long).await;
            }
        }
        () = sleep(long) => {}
    }
}
