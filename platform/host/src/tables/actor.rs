//! The task of one loaded table: it answers requests one at a time, and does what is due.

mod acting;
mod halted;
mod last_seen;
mod loading;
mod looking;
mod playing;
mod standing_in;
mod stopped;
pub(crate) mod task;
mod thought;
mod writing;

use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::handle::Table;
use super::replays::ReplayCount;
use super::request::{Asked, Request};
use super::services::Services;
use super::shared::Shared;
use crate::refusal::{Code, Failure};
use gueridon_journal::TableRow;
use task::TableTask;

/// Starts the task of a begun table; it ends when the table is idle or the host stops.
pub(crate) fn spawn(row: TableRow, services: &Arc<Services>) -> Table {
    let (table, requests) = Table::new(row);
    let task = TableTask::new(Arc::clone(&table.shared), Arc::clone(services));
    let (stop, mark_gone) = (services.stop.clone(), MarkGone(Arc::clone(&table.shared)));
    tokio::spawn(async move {
        let _mark_gone = mark_gone;
        stop.run_until_cancelled_owned(task.run(requests)).await
    });
    table
}

/// Tells readers that the task has ended, also after a panic.
struct MarkGone(Arc<Shared>);

impl Drop for MarkGone {
    fn drop(&mut self) {
        self.0.progress.send_modify(|progress| progress.gone = true);
    }
}

impl TableTask {
    /// Answers requests and does what is due. What it waits for is boxed: most tables wait for
    /// nothing but a request, and then their task takes 8 KB instead of 33.
    async fn run(mut self, mut requests: mpsc::Receiver<Asked>) {
        let reread = self.services.timing.reread;
        let mut quiet_since = Instant::now();
        loop {
            let idle = self.idle();
            let watched = self.shared.progress.receiver_count() > 0;
            let wake = if watched { Instant::now() + reread } else { quiet_since + idle };
            let wake = self.stand_in.map_or(wake, |at| at.min(wake));
            let thought = async {
                match &mut self.thought {
                    Some(thought) => thought.is_found().await,
                    None => pending().await,
                }
            };
            let asked = tokio::select! {
                biased;
                asked = requests.recv() => Ok(asked),
                () = thought => {
                    self.stand_in = Some(Instant::now());
                    Err(())
                }
                () = sleep_until(wake) => Err(()),
            };
            match asked {
                Ok(Some(Asked { request: Request::Unload, .. })) => {
                    if self.may_end(&requests) {
                        return;
                    }
                }
                Ok(Some(Asked { request: Request::SeatsChanged, .. })) => {
                    if self.services.has_others_seated(&self.shared.row).await {
                        return Box::pin(self.end(requests)).await;
                    }
                }
                Ok(Some(Asked { request: Request::StopsChanged, .. })) => {
                    if self.stops_changed() {
                        return Box::pin(self.end(requests)).await;
                    }
                }
                Ok(Some(asked)) => {
                    quiet_since = Instant::now();
                    if asked.request.is_asked_by_people() {
                        self.asked = quiet_since;
                    }
                    Box::pin(self.answer(asked)).await;
                    self.weigh();
                }
                Ok(None) => return,
                Err(_) if self.stand_in.is_some_and(|at| at <= Instant::now()) => {
                    quiet_since = Instant::now();
                    if watched {
                        self.asked = quiet_since;
                    }
                    Box::pin(self.do_what_is_due()).await;
                    self.weigh();
                }
                Err(_) if watched && self.may_be_behind() => Box::pin(self.keep_up()).await,
                Err(_) if watched => {}
                Err(_) if self.last_asked() > quiet_since => quiet_since = self.last_asked(),
                Err(_) => {
                    if self.may_end(&requests) {
                        return;
                    }
                    quiet_since = Instant::now();
                }
            }
            if self.seen.is_to_be_kept {
                Box::pin(self.keep_last_looks()).await;
            }
            if self.is_outdated {
                return Box::pin(self.end(requests)).await;
            }
        }
    }

    /// How long the table stays loaded after the last request. One that has ended is unloaded
    /// sooner: nobody plays there, and those who replay it send requests at short intervals.
    fn idle(&self) -> Duration {
        /// The time for a table that has ended.
        const ENDED: Duration = Duration::from_secs(60);
        let idle = self.services.timing.idle;
        if self.shared.progress.borrow().ended { idle.min(ENDED) } else { idle }
    }

    /// When somebody last asked for the table, or read a look at it.
    fn last_asked(&self) -> Instant {
        self.shared.looks.read_at().map_or(self.asked, |read_at| read_at.max(self.asked))
    }

    /// Removes the table from the loaded ones if nobody uses it; returns whether it did.
    fn may_end(&self, requests: &mpsc::Receiver<Asked>) -> bool {
        self.services.loaded.remove_if_idle(self.shared.row.id, requests)
    }

    /// Answers the requests that are waiting, and ends; later ones find another task.
    async fn end(mut self, mut requests: mpsc::Receiver<Asked>) {
        requests.close();
        self.services.loaded.remove_if_gone(self.shared.row.id);
        while let Some(asked) = requests.recv().await {
            self.answer(asked).await;
        }
        self.keep_last_looks().await;
    }

    /// Answers one request. A reply that cannot be sent is dropped: its caller is gone.
    async fn answer(&mut self, Asked { request, replays }: Asked) {
        self.replays = replays;
        match request {
            Request::Unload | Request::SeatsChanged | Request::StopsChanged => {}
            // One read may cover several notices.
            Request::Noticed(seq) if self.shared.progress.borrow().seq >= seq => {}
            Request::Noticed(_) => self.keep_up().await,
            Request::Refresh(reply) => {
                let refreshed = self.refresh_or_read().await;
                let _ = reply.send(refreshed.map(|()| self.shared.progress.borrow().clone()));
            }
            Request::Due => self.do_what_is_due().await,
            Request::Play(play, reply) => {
                let _ = reply.send(self.play(play).await);
            }
            Request::Act { seat, action, reply } if self.is_stopped() => {
                let _ = reply.send(self.act_while_stopped(seat, action).await);
            }
            Request::Act { seat, action, reply } => {
                let acted = match self.act(seat, action).await {
                    // It was not known yet that the table is stopped.
                    Err(Failure::Refused(refused))
                        if refused.code == Code::TableStopped && action.is_answer() =>
                    {
                        self.act_while_stopped(seat, action).await
                    }
                    acted => acted,
                };
                let _ = reply.send(acted);
            }
            Request::Undoable { seat, reply } => {
                let _ = reply.send(self.undoable(seat).await);
            }
            Request::Expire { quiet_since_ms, reply } => {
                let _ = reply.send(self.expire(quiet_since_ms).await);
            }
            Request::Preview { seat, steps, language, reply } => {
                let _ = reply.send(self.preview(seat, steps, language).await);
            }
            Request::Question { seat, reply } => {
                let _ = reply.send(self.question_for(seat).await);
            }
            Request::Look { look, language, reply } => {
                let _ = reply.send(self.look(look, language).await);
            }
            Request::LastLook { look, reply } => {
                let _ = reply.send(self.last_look(look).await);
            }
            Request::EntriesAsOf { span, upto, reply } => {
                let _ = reply.send(self.entries_as_of(span, upto).await);
            }
        }
        self.replays = ReplayCount::default();
    }
}
