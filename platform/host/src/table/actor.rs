//! The task of one loaded table: it plays, looks, and keeps up with the journal.
//!
//! It holds the only handle to the dealt game and does one thing after the other. Everything it
//! knows it has from the journal, so it may be ended at any time and started again anywhere.

mod acting;
mod attending;
mod loading;
mod looking;
mod playing;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use gueridon_game::{Eyes, Language, Seat};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

use super::position::Position;
use super::{Ask, Foreseen, Progress, Seen, Shared};
use crate::host::Context;
use crate::names::Names;
use crate::refusal::{Answer, Code, Failure, Fault, Refused};
use gueridon_journal::JournalError;
use gueridon_modules::executor::Call;
use gueridon_modules::module::CallError;

/// How often something is tried against others at the same table, or they are caught up with,
/// before its sender is to try again.
const ATTEMPTS: usize = 128;
/// How long to wait before each new attempt after the journal has failed.
const PAUSES: [Duration; 3] =
    [Duration::from_millis(5), Duration::from_millis(50), Duration::from_millis(250)];

/// Starts the task; it ends when the table is idle or the host stops.
pub(super) fn spawn(asked: mpsc::Receiver<Ask>, shared: Arc<Shared>, context: Arc<Context>) {
    let (stop, farewell) = (context.stop.clone(), Farewell(Arc::clone(&shared)));
    let actor = Actor {
        shared,
        context,
        position: None,
        unsure: false,
        looks: HashMap::new(),
        rear: None,
        stand_in: None,
        is_outdated: false,
    };
    tokio::spawn(async move {
        let _farewell = farewell;
        stop.run_until_cancelled_owned(actor.run(asked)).await
    });
}

/// Tells those who watch that the task has ended, however it did.
struct Farewell(Arc<Shared>);

impl Drop for Farewell {
    fn drop(&mut self) {
        self.0.reach.send_modify(|reach| reach.gone = true);
    }
}

struct Actor {
    shared: Arc<Shared>,
    context: Arc<Context>,
    /// None before the table is loaded, and after a call from which the game did not come back.
    position: Option<Position>,
    /// Whether the journal may have more than is known here, although nobody else writes.
    unsure: bool,
    /// Looks since the last entry: all who watch share one.
    looks: Looks,
    /// The game as it stood for the last who looked back.
    rear: Option<looking::HistoryReplica>,
    /// When the host is to play the next step that no player will.
    stand_in: Option<Instant>,
    /// Whether others sit here than were known when the table was loaded.
    is_outdated: bool,
}

type Looks = HashMap<(Eyes, Language), Taken>;

/// Why a module could not keep what the journal has.
struct Unkept(CallError);

/// A look at the game as it stands.
struct Taken {
    seen: Arc<Seen>,
    /// Whether anybody has asked for it, or it was only expected that somebody would.
    is_asked: bool,
}

impl Actor {
    async fn run(mut self, mut asked: mpsc::Receiver<Ask>) {
        let (idle, reread) = (self.context.config.idle, self.context.config.reread);
        let mut quiet_since = Instant::now();
        loop {
            let watched = self.shared.reach.receiver_count() > 0;
            let wake = if watched { Instant::now() + reread } else { quiet_since + idle };
            let wake = self.stand_in.map_or(wake, |at| at.min(wake));
            match timeout_at(wake, asked.recv()).await {
                Ok(Some(Ask::Unload)) => {
                    if self.context.forget(self.shared.row.id, &asked) {
                        return;
                    }
                }
                Ok(Some(Ask::SeatsChanged)) => {
                    if self.context.has_others_seated(&self.shared.row).await {
                        return self.end(asked).await;
                    }
                }
                Ok(Some(ask)) => {
                    quiet_since = Instant::now();
                    self.answer(ask).await;
                    if self.is_outdated {
                        return self.end(asked).await;
                    }
                }
                Ok(None) => return,
                Err(_) if self.stand_in.is_some_and(|at| at <= Instant::now()) => {
                    quiet_since = Instant::now();
                    self.attend().await;
                }
                Err(_) if watched && self.may_be_behind() => self.keep_up().await,
                Err(_) if watched => {}
                Err(_) => {
                    if self.context.forget(self.shared.row.id, &asked) {
                        return;
                    }
                    quiet_since = Instant::now();
                }
            }
        }
    }

    /// Answers those who have asked already, and ends; who asks next finds another task.
    async fn end(mut self, mut asked: mpsc::Receiver<Ask>) {
        asked.close();
        self.context.retire(self.shared.row.id);
        while let Some(ask) = asked.recv().await {
            self.answer(ask).await;
        }
    }

    /// Answers one question. Whoever no longer waits for the answer has not lost anything.
    async fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::Unload | Ask::SeatsChanged => {}
            // Several hints may speak of what one reading has found.
            Ask::Hinted(seq) if self.shared.reach.borrow().seq >= seq => {}
            Ask::Hinted(_) => self.keep_up().await,
            Ask::Refresh(reply) => {
                let answer = self.refresh().await.map(|()| self.shared.reach.borrow().clone());
                let _ = reply.send(answer);
            }
            Ask::Due => self.attend().await,
            Ask::Play(play, reply) => {
                let _ = reply.send(self.play(play).await);
            }
            Ask::TableAction { seat, deed, reply } => {
                let _ = reply.send(self.act(seat, deed).await);
            }
            Ask::Expire { quiet_since_ms, reply } => {
                let _ = reply.send(self.expire(quiet_since_ms).await);
            }
            Ask::Preview { seat, steps, language, reply } => {
                let _ = reply.send(self.preview(seat, steps, language).await);
            }
            Ask::Look { glance, language, reply } => {
                let _ = reply.send(self.look(glance, language).await);
            }
            Ask::EntriesThen { span, upto, reply } => {
                let _ = reply.send(self.entries_then(span, upto).await);
            }
        }
    }

    /// Reads the journal unasked; a failure is for the next time to overcome.
    async fn keep_up(&mut self) {
        if let Err(error) = self.catch_up().await {
            tracing::debug!(table = %self.shared.row.id, %error, "the table could not catch up");
        }
    }

    /// Makes sure that the table is loaded and knows what others have written.
    async fn refresh(&mut self) -> Answer<()> {
        if self.position.is_none() || self.may_be_behind() {
            self.catch_up().await?;
        }
        Ok(())
    }

    fn may_be_behind(&self) -> bool {
        self.unsure || self.context.journal.is_shared()
    }

    /// Shows everybody how far the table has come.
    fn publish(&mut self) {
        let Some(position) = &self.position else { return };
        let (seq, course) = (position.seq(), position.course());
        let ended = position.is_over() || course.has_ended();
        let over = ended && course.closed().is_none();
        self.shared.reach.send_if_modified(|reach| {
            let moved = reach.seq != seq || reach.ended != ended;
            if moved {
                *reach = Progress { seq, over, ended, stopped: None, gone: false };
            }
            moved
        });
    }

    async fn preview(
        &mut self,
        seat: Seat,
        steps: Vec<Value>,
        language: Language,
    ) -> Answer<Foreseen> {
        self.refresh().await?;
        let course = self.standing()?.course();
        course.check_player(seat).map_err(Code::answer)?;
        if course.is_paused() {
            return Err(Code::Paused.answer());
        }
        let (dice, steps) = (self.context.config.chance.seed()?, written(&steps)?);
        let names = Arc::clone(&self.shared.names);
        let preview = move |position: &mut Position| {
            let mut foreseen = position.game.preview(seat, &steps, &dice, language)?;
            foreseen.look = named(foreseen.look, &names, language);
            for glimpse in &mut foreseen.told {
                glimpse.words = names.put_into(&glimpse.words, language);
            }
            Ok(foreseen)
        };
        self.ask("preview", preview).await
    }

    fn standing(&self) -> Answer<&Position> {
        self.position.as_ref().ok_or(Failure::Fault(Fault::NoAnswer))
    }

    /// Asks the module; its refusals are told with the players' names.
    async fn ask<T: Send + 'static>(
        &mut self,
        what: &'static str,
        call: impl FnOnce(&mut Position) -> Result<T, CallError> + Send + 'static,
    ) -> Answer<T> {
        let settled = move |position: &mut Position| {
            let kept = position.settle();
            kept.map_err(Unkept).map(|()| call(position))
        };
        let answer = match self.with_position(what, settled).await? {
            Ok(answer) => answer,
            Err(Unkept(error)) => {
                // The entry stands. The game is dealt and replayed anew for the next who asks.
                self.position = None;
                self.unsure = true;
                Err(error)
            }
        };
        answer.map_err(|error| self.unanswered(what, error))
    }

    /// What a module said instead of an answer, for whoever asked.
    fn unanswered(&self, op: &'static str, error: CallError) -> Failure {
        match error {
            CallError::Refused(refused) => Refused::by_game(*refused, &self.shared.names).into(),
            failed => {
                let reason = failed.to_string();
                tracing::error!(table = %self.shared.row.id, op, reason, "a module failed");
                Fault::Module(reason).into()
            }
        }
    }

    /// Lends the dealt game to a thread that may call it. It is lost if it does not come back.
    async fn with_position<T: Send + 'static>(
        &mut self,
        op: &'static str,
        call: impl FnOnce(&mut Position) -> T + Send + 'static,
    ) -> Answer<T> {
        let mut position = self.position.take().ok_or(Fault::NoAnswer)?;
        let running = self.context.executor.run(self.call(op), move || {
            let answer = call(&mut position);
            (position, answer)
        });
        let (position, answer) = running.await?;
        self.position = Some(position);
        Ok(answer)
    }

    fn call(&self, op: &'static str) -> Call {
        let row = &self.shared.row;
        Call { build: row.build.unwrap_or_default(), op, table: Some(row.id.0) }
    }
}

/// Waits a little after a failure of the journal; any other failure, or one too many, is final.
async fn pause(failure: Failure, pauses: &mut std::slice::Iter<'_, Duration>) -> Answer<()> {
    match (&failure, pauses.next()) {
        (Failure::Fault(Fault::Journal(_)), Some(pause)) => {
            tokio::time::sleep(*pause).await;
            Ok(())
        }
        _ => Err(failure),
    }
}

/// Puts the players' names into all words of a look.
fn named(mut seen: Seen, names: &Names, language: Language) -> Seen {
    seen.prompt = names.put_into(&seen.prompt, language);
    for choice in &mut seen.moves {
        choice.words = names.put_into(&choice.words, language);
    }
    seen
}

fn written(steps: &[Value]) -> Answer<Box<RawValue>> {
    serde_json::value::to_raw_value(steps).map_err(|error| unwritable(&error))
}

fn unwritable(error: &serde_json::Error) -> Failure {
    Fault::Journal(JournalError::Broken(error.to_string())).into()
}
