//! The task of one loaded table: it plays, looks, and keeps up with the journal.
//!
//! It holds the only handle to the dealt game and does one thing after the other. Everything it
//! knows it has from the journal, so it may be ended at any time and started again anywhere.

mod loading;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use gueridon_game::{Eyes, Language, Seat};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout_at};

use super::position::Position;
use super::{Ask, Body, Call, Foreseen, Play, Reach, Seen, Shared, Shown};
use crate::hints::Hint;
use crate::host::Context;
use crate::journal::{Entry, JournalError};
use crate::module::{CallError, Played};
use crate::refusal::{Answer, Code, Failure, Fault, Refused, with_names};

/// How often a play is tried against others at the same table, or they are caught up with, before
/// its sender is to try again.
const ATTEMPTS: usize = 128;
/// How long to wait before each new attempt after the journal has failed.
const PAUSES: [Duration; 3] =
    [Duration::from_millis(5), Duration::from_millis(50), Duration::from_millis(250)];

/// Starts the task; it ends when the table is idle or the host stops.
pub(super) fn spawn(asked: mpsc::Receiver<Ask>, shared: Arc<Shared>, context: Arc<Context>) {
    let (stop, farewell) = (context.stop.clone(), Farewell(Arc::clone(&shared)));
    let actor = Actor { shared, context, position: None, unsure: false, looks: HashMap::new() };
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

/// Whether a play may be in the journal although nobody has said so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sent {
    Nothing,
    Something,
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
                }
                Ok(None) => return,
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
            Ask::Play(play, reply) => {
                let _ = reply.send(self.play(play).await);
            }
            Ask::Preview { seat, steps, language, reply } => {
                let _ = reply.send(self.preview(seat, steps, language).await);
            }
            Ask::Look { eyes, language, reply } => {
                let _ = reply.send(self.look(eyes, language).await);
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

    /// Plays as the journal decides: what is appended is played, and nothing else.
    async fn play(&mut self, play: Play) -> Answer<u64> {
        let mut sent = Sent::Nothing;
        match self.try_to_play(play, &mut sent).await {
            // It may be among the entries that could not be read any more.
            Err(Failure::Refused(refused))
                if sent == Sent::Something && refused.code == Code::TableStopped =>
            {
                Err(Fault::NoAnswer.into())
            }
            answer => answer,
        }
    }

    async fn try_to_play(&mut self, play: Play, sent: &mut Sent) -> Answer<u64> {
        let Play { seat, since, key, steps, received_ms } = play;
        let raw = written(&steps)?;
        let text = serde_json::to_string(&Body::Steps(&raw)).map_err(|error| unwritable(&error))?;
        let body = Body::Steps(steps);
        let mut pauses = PAUSES.iter();
        for _ in 0..ATTEMPTS {
            // What is known to be played is so whatever has become of the table since.
            if let Some(seq) = self.settled(seat, &key, &text, &body)? {
                return Ok(seq);
            }
            if self.position.is_none() || self.unsure {
                if let Err(failure) = self.catch_up().await {
                    pause(failure, &mut pauses).await?;
                }
                continue;
            }
            let before = self.standing()?.seq();
            let (tried, ahead) = match self.judge(seat, since, &raw).await {
                Ok(judged) => judged,
                Err(fault @ Failure::Fault(_)) => return Err(fault),
                // The refusal may be due to what others have done since we last read.
                Err(refused) => match self.catch_up().await {
                    Ok(()) if self.standing()?.seq() == before => return Err(refused),
                    Ok(()) => continue,
                    Err(failure) => {
                        pause(failure, &mut pauses).await?;
                        continue;
                    }
                },
            };
            let entry = self.entry(seat, &key, &text, &tried, received_ms);
            match self.context.journal.append(&entry).await {
                Ok(true) => return self.keep(&entry, tried, ahead),
                Ok(false) => {
                    self.unsure = true;
                    self.drop_tried().await?;
                }
                // It may have been written all the same: only reading tells.
                Err(error) => {
                    *sent = Sent::Something;
                    self.unsure = true;
                    self.drop_tried().await?;
                    pause(error.into(), &mut pauses).await?;
                }
            }
        }
        Err(Fault::NoAnswer.into())
    }

    /// The number of the entry that the seat has sent under this key, if it has.
    fn settled(
        &self,
        seat: Seat,
        key: &str,
        text: &str,
        body: &Body<Vec<Value>>,
    ) -> Answer<Option<u64>> {
        self.shared.chronicle(|chronicle| {
            let Some((seq, sent)) = chronicle.sent(seat, key) else { return Ok(None) };
            let same = sent == text
                || serde_json::from_str::<Body<Vec<Value>>>(sent).is_ok_and(|sent| sent == *body);
            if same { Ok(Some(seq)) } else { Err(Code::KeyReused.answer()) }
        })
    }

    /// Lets the module try the steps, if they answer what the seat is asked, and takes the looks
    /// that will be asked for if they are kept: so a play is one call.
    async fn judge(&mut self, seat: Seat, since: u64, steps: &RawValue) -> Answer<(Played, Looks)> {
        let position = self.standing()?;
        if position.is_over() {
            return Err(Code::TableOver.answer());
        }
        if since < position.decided(seat) || since > position.seq() {
            return Err(Code::Stale.answer());
        }
        let (steps, expected) = (steps.to_owned(), self.expected());
        let names = Arc::clone(&self.shared.names);
        let judge = move |position: &mut Position| {
            let played = position.try_steps(seat, &steps)?;
            let mut looks = Looks::new();
            for (eyes, language) in expected {
                match position.game.look_ahead(eyes, language) {
                    Ok(ahead) => {
                        let seen = Arc::new(named(ahead, &names));
                        looks.insert((eyes, language), Taken { seen, is_asked: false });
                    }
                    // What fails here fails again for whoever asks, and is told then. But a module
                    // that panics forgets what is tried.
                    Err(CallError::Panicked { .. }) => {
                        return Ok((position.try_steps(seat, &steps)?, looks));
                    }
                    Err(_) => {}
                }
            }
            Ok((played, looks))
        };
        self.ask("play", judge).await
    }

    fn entry(&self, seat: Seat, key: &str, body: &str, tried: &Played, received_ms: i64) -> Entry {
        let (newest_ms, seq) =
            self.shared.chronicle(|chronicle| (chronicle.newest_ms(), chronicle.seq() + 1));
        Entry {
            table: self.shared.row.id,
            seq,
            seat: Some(seat),
            key: key.to_owned(),
            body: body.to_owned(),
            digest: tried.summary.digest.clone(),
            at_ms: received_ms.max(newest_ms.unwrap_or(received_ms)),
            ends: tried.summary.over,
        }
    }

    /// Makes what the journal has accepted the game, and announces it.
    fn keep(&mut self, entry: &Entry, tried: Played, ahead: Looks) -> Answer<u64> {
        let position = self.position.as_mut().ok_or(Fault::NoAnswer)?;
        let told = position.keep(tried);
        self.looks = ahead;
        self.shared.chronicle(|chronicle| chronicle.push(entry, told));
        self.publish();
        self.context.hints.tell(Hint { table: self.shared.row.id, seq: entry.seq });
        Ok(entry.seq)
    }

    /// The looks that those who watch will ask for after the next entry, as they have after the
    /// last.
    fn expected(&self) -> Vec<(Eyes, Language)> {
        let is_watched = self.shared.reach.receiver_count() > 0;
        let looks = self.looks.iter().filter(|(_, taken)| is_watched && taken.is_asked);
        looks.map(|(&asked, _)| asked).collect()
    }

    async fn drop_tried(&mut self) -> Answer<()> {
        self.ask("drop", |position| position.game.drop_tried()).await
    }

    /// Shows everybody how far the table has come.
    fn publish(&mut self) {
        let Some(position) = &self.position else { return };
        let (seq, over) = (position.seq(), position.is_over());
        self.shared.reach.send_if_modified(|reach| {
            let moved = reach.seq != seq || reach.over != over;
            if moved {
                *reach = Reach { seq, over, stopped: None, gone: false };
            }
            moved
        });
    }

    async fn look(&mut self, eyes: Eyes, language: Language) -> Answer<Shown> {
        self.refresh().await?;
        let position = self.standing()?;
        if eyes == Eyes::All && !position.is_over() {
            return Err(Code::NotOver.answer());
        }
        let (seq, since) = (position.seq(), eyes.seat().map(|seat| position.decided(seat)));
        if let Some(taken) = self.looks.get_mut(&(eyes, language)) {
            taken.is_asked = true;
            return Ok(Shown { seq, since, seen: Arc::clone(&taken.seen) });
        }
        let names = Arc::clone(&self.shared.names);
        let look =
            move |position: &mut Position| Ok(named(position.game.look(eyes, language)?, &names));
        let seen = Arc::new(self.ask("look", look).await?);
        let taken = Taken { seen: Arc::clone(&seen), is_asked: true };
        self.looks.insert((eyes, language), taken);
        Ok(Shown { seq, since, seen })
    }

    async fn preview(
        &mut self,
        seat: Seat,
        steps: Vec<Value>,
        language: Language,
    ) -> Answer<Foreseen> {
        self.refresh().await?;
        if self.standing()?.is_over() {
            return Err(Code::TableOver.answer());
        }
        let (dice, steps) = (self.context.config.chance.seed()?, written(&steps)?);
        let names = Arc::clone(&self.shared.names);
        let preview = move |position: &mut Position| {
            let mut foreseen = position.game.preview(seat, &steps, &dice, language)?;
            foreseen.look = named(foreseen.look, &names);
            for glimpse in &mut foreseen.told {
                glimpse.words = with_names(&glimpse.words, &names);
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
        answer.map_err(|unanswered| match unanswered {
            CallError::Refused(refused) => Refused::by_game(*refused, &self.shared.names).into(),
            failed => {
                let reason = failed.to_string();
                tracing::error!(table = %self.shared.row.id, op = what, reason, "a module failed");
                Fault::Module(reason).into()
            }
        })
    }

    /// Lends the dealt game to a thread that may call it. It is lost if it does not come back.
    async fn with_position<T: Send + 'static>(
        &mut self,
        op: &'static str,
        call: impl FnOnce(&mut Position) -> T + Send + 'static,
    ) -> Answer<T> {
        let mut position = self.position.take().ok_or(Fault::NoAnswer)?;
        let crossing = self.context.crossings.cross(self.call(op), move || {
            let answer = call(&mut position);
            (position, answer)
        });
        let (position, answer) = crossing.await?;
        self.position = Some(position);
        Ok(answer)
    }

    fn call(&self, op: &'static str) -> Call {
        let row = &self.shared.row;
        Call { build: row.build.unwrap_or_default(), op, table: Some(row.id) }
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
fn named(mut seen: Seen, names: &[String]) -> Seen {
    seen.prompt = with_names(&seen.prompt, names);
    for choice in &mut seen.moves {
        choice.words = with_names(&choice.words, names);
    }
    seen
}

fn written(steps: &[Value]) -> Answer<Box<RawValue>> {
    serde_json::value::to_raw_value(steps).map_err(|error| unwritable(&error))
}

fn unwritable(error: &serde_json::Error) -> Failure {
    Fault::Journal(JournalError::Broken(error.to_string())).into()
}
