//! What is seen of a table: as it stands, or as it stood after an earlier entry.
//!
//! For those who look back there is a second game, the rear: played anew from the journal, and
//! then on by as many entries as the next one who looks back is further.

use std::collections::BTreeSet;
use std::sync::Arc;

use gueridon_game::{Eyes, Language};

use super::loading::{BATCH, of_halt};
use super::{Actor, Taken, named};
use crate::names::Names;
use crate::refusal::{Answer, Failure, Fault};
use crate::table::event_log::{EventLog, Span};
use crate::table::position::{Halt, Position, body_of};
use crate::table::standing::{Standing, seen};
use crate::table::state::Effect;
use crate::table::{Glimpse, LookRequest, Seen, Shown};
use gueridon_journal::Entry;
use gueridon_modules::module::CallError;

/// A table as it stood after an entry, with what was known of the entries up to it then.
pub(super) struct HistoryReplica {
    position: Position,
    chronicle: EventLog,
    /// Which entries had been taken back by then.
    undone: BTreeSet<u64>,
}

impl Actor {
    pub(super) async fn look(&mut self, glance: LookRequest, language: Language) -> Answer<Shown> {
        self.refresh().await?;
        let seq = self.standing()?.seq();
        let upto = glance.upto(&self.shared.reach.borrow())?;
        match upto {
            Some(upto) if upto < seq => self.look_back(glance.eyes, language, upto).await,
            _ => self.look_now(glance.eyes, language).await,
        }
    }

    async fn look_now(&mut self, eyes: Eyes, language: Language) -> Answer<Shown> {
        let position = self.standing()?;
        let (seq, since) = (position.seq(), eyes.seat().map(|seat| position.decided(seat)));
        let standing = Arc::new(Standing::of(position.course()));
        if let Some(taken) = self.looks.get_mut(&(eyes, language)) {
            taken.is_asked = true;
            return Ok(Shown { seq, since, seen: Arc::clone(&taken.seen), standing });
        }
        let names = Arc::clone(&self.shared.names);
        let look = move |position: &mut Position| take(position, eyes, language, &names);
        let seen = Arc::new(self.ask("look", look).await?);
        let taken = Taken { seen: Arc::clone(&seen), is_asked: true };
        self.looks.insert((eyes, language), taken);
        Ok(Shown { seq, since, seen, standing })
    }

    async fn look_back(&mut self, eyes: Eyes, language: Language, upto: u64) -> Answer<Shown> {
        let names = Arc::clone(&self.shared.names);
        let look = move |rear: &mut HistoryReplica| {
            let position = &mut rear.position;
            position.settle()?;
            let seen = Arc::new(take(position, eyes, language, &names)?);
            let since = eyes.seat().map(|seat| position.decided(seat));
            let standing = Arc::new(Standing::of(position.course()));
            Ok(Shown { seq: position.seq(), since, seen, standing })
        };
        self.with_rear("look back", upto, look).await
    }

    /// Entries as they were known after another, when none that was taken back since had been.
    pub(super) async fn entries_then(
        &mut self,
        span: Span,
        upto: u64,
    ) -> Answer<Vec<Arc<Glimpse>>> {
        self.refresh().await?;
        let names = Arc::clone(&self.shared.names);
        let read = move |rear: &mut HistoryReplica| Ok(rear.chronicle.glimpses(span, &names));
        self.with_rear("look back", upto, read).await
    }

    /// Has the rear stand after an entry, and asks it something. It is lost if that fails.
    async fn with_rear<T: Send + 'static>(
        &mut self,
        op: &'static str,
        upto: u64,
        call: impl FnOnce(&mut HistoryReplica) -> Result<T, CallError> + Send + 'static,
    ) -> Answer<T> {
        let course = self.standing()?.course();
        let is_undone = |seq: &u64| course.undone_by(*seq).is_some_and(|by| by <= upto);
        let undone: BTreeSet<u64> = (1..=upto).filter(is_undone).collect();
        let mut rear = match self.rear.take().filter(|rear| rear.leads_to(upto, &undone)) {
            Some(rear) => rear,
            None => self.new_rear(op).await?,
        };
        rear.undone = undone;
        let from = rear.position.seq();
        let mut rows = self.shared.chronicle(|chronicle| chronicle.rows(upto)).into_iter();
        let mut rows = rows.by_ref().skip_while(|row| row.seq <= from).peekable();
        while rows.peek().is_some() {
            let batch: Vec<Entry> = rows.by_ref().take(BATCH).collect();
            let running = self.context.executor.run(self.call(op), move || {
                batch.iter().try_for_each(|entry| rear.follow(entry)).map(|()| rear)
            });
            rear = running.await?.map_err(of_halt)?;
        }
        let running = self.context.executor.run(self.call(op), move || {
            let answer = call(&mut rear);
            (rear, answer)
        });
        let (rear, answer) = running.await?;
        let answer = answer.map_err(|error| self.unanswered(op, error))?;
        self.rear = Some(rear);
        Ok(answer)
    }

    async fn new_rear(&mut self, op: &'static str) -> Answer<HistoryReplica> {
        let fresh = self.fresh().await?.map_err(|stop| Failure::from(Fault::Module(stop)))?;
        let dealt = self.context.executor.run(self.call(op), fresh).await?;
        Ok(HistoryReplica {
            position: dealt.map_err(of_halt)?,
            chronicle: EventLog::default(),
            undone: BTreeSet::new(),
        })
    }
}

impl HistoryReplica {
    /// Whether it can be played on to an entry, by when these have been taken back.
    fn leads_to(&self, upto: u64, undone: &BTreeSet<u64>) -> bool {
        let seq = self.position.seq();
        seq <= upto && undone.range(..=seq).eq(&self.undone)
    }

    fn follow(&mut self, entry: &Entry) -> Result<(), Halt> {
        let body = body_of(entry)?;
        let effect = self.position.course().effect(&body);
        let told = self.position.replay(entry, &body, &self.undone)?;
        self.chronicle.push(entry, &body, told);
        if let Effect::Undone(undone) = effect {
            self.chronicle.take_back(undone, entry.seq);
        }
        Ok(())
    }
}

fn take(
    position: &mut Position,
    eyes: Eyes,
    language: Language,
    names: &Names,
) -> Result<Seen, CallError> {
    let mut look = position.game.look(eyes, language)?;
    if position.course().is_over() && !look.over {
        // The game does not know that it is: what counts is the same for everybody.
        look.score = position.game.score(Eyes::All)?;
    }
    Ok(named(seen(look, position.course()), names, language))
}
