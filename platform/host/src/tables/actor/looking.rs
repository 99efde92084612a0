//! Looks at a table: as it is now, or as it was after an earlier entry.
//!
//! Looking back uses a second game, the replica: it is replayed from the journal, and moved on for
//! the next look.

use std::collections::BTreeSet;
use std::mem;
use std::sync::Arc;

use gueridon_game::{Eyes, Language, Seat};

use super::loading::BATCH;
use super::task::{HistoryReplica, TableTask, named};
use crate::names::Names;
use crate::refusal::{Answer, Code, Failure, Fault};
use crate::tables::event_log::{EntryView, EventLog, Span};
use crate::tables::looks::{Ahead, GameView, TableView};
use crate::tables::position::{LoadError, Position, body_of};
use crate::tables::request::{LookRequest, Preview};
use crate::tables::standing::{Standing, adjusted, score_json};
use crate::tables::steps::Steps;
use gueridon_journal::Entry;
use gueridon_modules::module::{CallError, has_score};

impl TableTask {
    /// Previews some steps, as far as their seat can know; nothing is written.
    pub(super) async fn preview(
        &mut self,
        seat: Seat,
        steps: Steps,
        language: Language,
    ) -> Answer<Preview> {
        self.refresh_to_show().await?;
        let state = self.position()?.state();
        state.check_player(seat).map_err(Code::answer)?;
        if state.is_paused() {
            return Err(Code::Paused.answer());
        }
        let dice = self.services.random.seed()?;
        let names = Arc::clone(&self.shared.names);
        let preview = move |position: &mut Position| {
            let mut preview = position.game.preview(seat, steps.json(), &dice, language)?;
            preview.look = named(preview.look, &names, language);
            for told in &mut preview.told {
                told.words = names.put_into(mem::take(&mut told.words), language);
            }
            Ok(preview)
        };
        self.ask("preview", preview).await
    }

    /// A look at the table, now or after an earlier entry.
    pub(super) async fn look(
        &mut self,
        request: LookRequest,
        language: Option<Language>,
    ) -> Answer<TableView> {
        self.refresh_to_show().await?;
        let seq = self.position()?.seq();
        let upto = request.upto(&self.shared.progress.borrow())?;
        let taken = match upto {
            Some(upto) if upto < seq => self.look_back(request.eyes, language, upto).await?,
            _ => self.look_now(request.eyes, language).await?,
        };
        if !request.is_lent && request.at.is_none() {
            self.seen.note(request.eyes, taken.seq, Arc::clone(&taken.view));
        }
        Ok(taken)
    }

    async fn look_now(&mut self, eyes: Eyes, language: Option<Language>) -> Answer<TableView> {
        if let Some(taken) = self.shared.looks.ask(eyes, language) {
            return Ok(taken);
        }
        let names = Arc::clone(&self.shared.names);
        let look = move |position: &mut Position| take(position, eyes, language, &names);
        let view = Arc::new(self.ask("look", look).await?);
        let position = self.position()?;
        let standing = Arc::new(Standing::of(position.state()));
        let decided = |seat| position.decided(seat);
        let taken = TableView::of(eyes, view, position.seq(), decided, &standing);
        self.shared.looks.add(eyes, language, taken.clone());
        Ok(taken)
    }

    /// Puts the looks after the newest entry in place of the ones before it.
    pub(super) fn replace_looks(&mut self, ahead: Vec<Ahead>) {
        let looks = match &self.position {
            Some(position) if !ahead.is_empty() => {
                let (seq, standing) = (position.seq(), Arc::new(Standing::of(position.state())));
                let look = |(eyes, language, view): Ahead| {
                    let decided = |seat| position.decided(seat);
                    (eyes, language, TableView::of(eyes, view, seq, decided, &standing))
                };
                ahead.into_iter().map(look).collect()
            }
            _ => Vec::new(),
        };
        for (eyes, seq, view) in self.shared.looks.replace(looks, false) {
            self.seen.note(eyes, seq, view);
        }
    }

    async fn look_back(
        &mut self,
        eyes: Eyes,
        language: Option<Language>,
        upto: u64,
    ) -> Answer<TableView> {
        let names = Arc::clone(&self.shared.names);
        let look = move |replica: &mut HistoryReplica| {
            let position = &mut replica.position;
            position.finish_keep()?;
            let view = Arc::new(take(position, eyes, language, &names)?);
            let since = eyes.seat().map(|seat| position.decided(seat));
            let standing = Arc::new(Standing::of(position.state()));
            Ok(TableView { seq: position.seq(), since, view, standing })
        };
        self.with_replica("look back", upto, look).await
    }

    /// Entries as they were known after another: entries taken back since then are shown as valid.
    pub(super) async fn entries_as_of(
        &mut self,
        span: Span,
        upto: u64,
    ) -> Answer<Vec<Arc<EntryView>>> {
        self.refresh_to_show().await?;
        let names = Arc::clone(&self.shared.names);
        let read = move |replica: &mut HistoryReplica| Ok(replica.event_log.entries(span, &names));
        self.with_replica("look back", upto, read).await
    }

    /// Moves the replica to an entry and calls it. A failure drops the replica.
    async fn with_replica<T: Send + 'static>(
        &mut self,
        op: &'static str,
        upto: u64,
        call: impl FnOnce(&mut HistoryReplica) -> Result<T, CallError> + Send + 'static,
    ) -> Answer<T> {
        let state = self.position()?.state();
        let is_undone = |seq: &u64| state.undone_by(*seq).is_some_and(|by| by <= upto);
        let undone: BTreeSet<u64> = (1..=upto).filter(is_undone).collect();
        let mut replica =
            match self.replica.take().filter(|replica| replica.leads_to(upto, &undone)) {
                Some(replica) => replica,
                None => self.new_replica(op).await?,
            };
        replica.undone = undone;
        let from = replica.position.seq();
        self.replica = Some(replica);
        let mut rows = self.shared.event_log(|event_log| event_log.rows(upto)).into_iter();
        let mut rows = rows.by_ref().skip_while(|row| row.seq <= from).peekable();
        while rows.peek().is_some() {
            let batch: Vec<Entry> = rows.by_ref().take(BATCH).collect();
            self.replays.add(batch.len());
            let follow = move |replica: &mut HistoryReplica| {
                batch.iter().try_for_each(|entry| replica.follow(entry))
            };
            if let Err(error) = self.on_replica(op, follow).await? {
                return Err(self.load_failed(error).await);
            }
        }
        match self.on_replica(op, call).await? {
            Ok(answer) => Ok(answer),
            Err(error) => Err(self.failed(op, error).await),
        }
    }

    /// Calls the replica, which is kept if the call was not made, and dropped if it failed.
    async fn on_replica<T: Send + 'static, E: Send + 'static>(
        &mut self,
        op: &'static str,
        call: impl FnOnce(&mut HistoryReplica) -> Result<T, E> + Send + 'static,
    ) -> Answer<Result<T, E>> {
        let admitted = self.admit(op).await?;
        let mut replica = self.replica.take().ok_or(Fault::NoAnswer)?;
        let running = admitted.run(move || {
            let answer = call(&mut replica);
            (replica, answer)
        });
        let (replica, answer) = running.await?;
        self.replica = answer.is_ok().then_some(replica);
        Ok(answer)
    }

    async fn new_replica(&mut self, op: &'static str) -> Answer<HistoryReplica> {
        let fresh = self.dealer().await?.map_err(|stop| Failure::from(Fault::Module(stop)))?;
        let dealt = self.services.games.executor().run(self.call(op), fresh).await?;
        let position = match dealt {
            Ok(position) => position,
            Err(error) => return Err(self.load_failed(error).await),
        };
        Ok(HistoryReplica { position, event_log: EventLog::default(), undone: BTreeSet::new() })
    }
}

impl HistoryReplica {
    /// Whether it can be moved on to an entry by which these were taken back.
    fn leads_to(&self, upto: u64, undone: &BTreeSet<u64>) -> bool {
        let seq = self.position.seq();
        !self.position.game.is_lost() && seq <= upto && undone.range(..=seq).eq(&self.undone)
    }

    fn follow(&mut self, entry: &Entry) -> Result<(), LoadError> {
        let body = body_of(entry)?;
        let undone = self.position.state().undone_by_body(&body);
        let told = self.position.replay(entry, &body, &self.undone)?;
        self.event_log.push(entry, &body, told);
        for undone in undone {
            self.event_log.take_back(undone, entry.seq);
        }
        Ok(())
    }
}

fn take(
    position: &mut Position,
    eyes: Eyes,
    language: Option<Language>,
    names: &Names,
) -> Result<GameView, CallError> {
    let mut look = position.game.look(eyes, language)?;
    let may_lack_score = language.is_none() && !has_score(&look);
    if position.state().is_over() && !look.over && !may_lack_score {
        // The game does not know that the table has ended; the score shown then is the same for
        // everybody.
        look.score = score_json(&position.game.score(Eyes::All)?)?;
    }
    Ok(named(adjusted(look, language, position.state())?, names, language))
}
