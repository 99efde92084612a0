//! What a stopped table still shows and does, without its game: what was last seen there, what its
//! journal says besides, and what its seats are asked.

use std::sync::Arc;

use gueridon_game::{Eyes, Seat, Seats};
use serde_json::value::RawValue;

use super::halted::Halted;
use super::task::{ATTEMPTS, TableTask, unwritable};
use crate::refusal::{Answer, Code, Failure, Fault};
use crate::tables::entry_body::{Body, TableAction};
use crate::tables::event_log::EntryEvents;
use crate::tables::looks::GameView;
use crate::tables::position::{StopReason, body_of, upgrade_in};
use crate::tables::proposal::{Proposal, Proposed};
use crate::tables::request::{LookRequest, SeatAction, StoppedView};
use crate::tables::shared::Halt;
use crate::tables::standing::Standing;
use crate::tables::state::{Effect, TableState};
use gueridon_journal::{
    Entry, Journal, LastLook, Spectators, StopOnUpgrade, Stopped, TableId, TableUpdate,
};

/// How many entries are read at a time.
const BATCH: u32 = 500;

impl TableTask {
    /// Stops this table, on this node only, until what stops it is gone. What was last seen of it is
    /// kept as soon as the request is answered.
    pub(super) fn stop(&mut self, reason: StopReason) -> Failure {
        tracing::error!(table = %self.shared.row.id, reason, "the table is stopped");
        self.position = None;
        let seq = self.shared.event_log(|event_log| event_log.seq());
        let is_delayed = matches!(self.shared.row.settings.spectators, Spectators::Delayed(_));
        // The newest were perhaps taken for those who would have asked for them next.
        for (eyes, _, view) in self.shared.looks.replace([], true) {
            if !(eyes == Eyes::Public && is_delayed) {
                self.seen.note(eyes, seq, view);
            }
        }
        self.seen.is_to_be_kept = !self.seen.of.is_empty();
        let halt = Halt { reason: reason.into(), at_ms: self.services.clock.now_ms() };
        self.shared.progress.send_modify(|progress| progress.stopped = Some(halt));
        self.check_running().err().unwrap_or(Failure::Fault(Fault::NoAnswer))
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.shared.progress.borrow().stopped.is_some()
    }

    pub(super) fn check_running(&self) -> Answer<()> {
        match &self.shared.progress.borrow().stopped {
            None => Ok(()),
            Some(halt) => {
                Err(Code::TableStopped.refused(&[("reason", halt.reason.to_string())]).into())
            }
        }
    }

    /// Writes what was last seen of a table that was stopped into the journal.
    pub(super) async fn keep_last_looks(&mut self) {
        if !self.seen.is_to_be_kept {
            return;
        }
        let kept = self.seen.of.iter().filter_map(|(eyes, (seq, view))| {
            let seat = eyes.seat();
            let look = serde_json::to_string(&unplayable(view));
            // Strings, numbers and JSON always serialize.
            look.ok().map(|look| LastLook { seat, seq: *seq, look })
        });
        let (table, looks) = (self.shared.row.id, kept.collect::<Vec<_>>());
        match self.services.journal.keep_last_looks(table, &looks).await {
            Ok(_) => self.seen.is_to_be_kept = false,
            // It is tried again after the next request.
            Err(error) => {
                tracing::warn!(%table, %error, "what was last seen of a stopped table is not kept");
            }
        }
    }

    /// What can be shown of a stopped table.
    pub(super) async fn last_look(&mut self, request: LookRequest) -> Answer<StoppedView> {
        let newest = self.halted().await?;
        let behind = if newest.state.has_ended() { 0 } else { request.behind };
        let seq = newest.seq().saturating_sub(behind);
        let standing = Standing { clocks: Vec::new(), ..Standing::of(&newest.state) };
        if request.is_lent || request.at.is_some() {
            return Ok(StoppedView { seq, view: None, standing: None });
        }
        // It is the newest, of which who watches with a delay does not know yet.
        let standing = (behind == 0).then(|| Arc::new(standing));
        let view = self.last_seen(request.eyes).await?;
        Ok(StoppedView { seq, view, standing })
    }

    /// What these eyes saw last, or a seat that has not looked could have seen as a spectator.
    async fn last_seen(&mut self, eyes: Eyes) -> Answer<Option<Arc<GameView>>> {
        let own = self.last_seen_by(eyes).await?;
        if own.is_some() || eyes == Eyes::Public {
            return Ok(own);
        }
        self.last_seen_by(Eyes::Public).await
    }

    async fn last_seen_by(&mut self, eyes: Eyes) -> Answer<Option<Arc<GameView>>> {
        let here = self.seen.of.get(&eyes).map(|(seq, view)| (*seq, unplayable(view)));
        let kept = self.services.journal.last_look(self.shared.row.id, eyes.seat()).await?;
        let is_newer = |kept: &LastLook| here.as_ref().is_none_or(|(seq, _)| *seq < kept.seq);
        let Some(kept) = kept.filter(is_newer) else {
            return Ok(here.map(|(_, view)| Arc::new(view)));
        };
        match serde_json::from_str(&kept.look) {
            Ok(view) => Ok(Some(Arc::new(view))),
            Err(error) => {
                let table = self.shared.row.id;
                tracing::warn!(%table, %error, "what was last seen of a table cannot be read");
                Ok(None)
            }
        }
    }

    /// What the journal says of the stopped table by now. If it goes on with another build, this
    /// task ends.
    pub(super) async fn halted(&mut self) -> Answer<&Halted> {
        let outages = self.services.outages.clone();
        let mut halted =
            self.halted.take().unwrap_or_else(|| Halted::of(&self.shared.row, outages));
        let mut newest_build = None;
        loop {
            let (table, after) = (self.shared.row.id, halted.seq());
            let entries = self.services.journal.entries(table, after, BATCH).await?;
            let is_last = entries.len() < BATCH as usize;
            if let Ok(Some((_, build))) = upgrade_in(&entries) {
                newest_build = Some(build);
            }
            // Up to an entry that this server cannot read, which may be what stops the table.
            let is_read =
                entries.into_iter().all(|entry| self.follow_stopped(&mut halted, entry).is_some());
            if is_last || !is_read {
                break;
            }
        }
        if newest_build.is_some() && newest_build != self.shared.row.build {
            self.is_outdated = true;
            return Err(Fault::Reloading.into());
        }
        self.publish_halted(&halted);
        Ok(self.halted.insert(halted))
    }

    /// Publishes how far the stopped table has come, for those who read its entries.
    fn publish_halted(&self, Halted { state, last }: &Halted) {
        let newest = last.as_ref().map_or(0, |entry| entry.seq);
        let (ended, over) = (state.has_ended(), state.is_over());
        self.shared.progress.send_if_modified(|progress| {
            let seq = progress.seq.max(newest);
            let moved = progress.seq != seq || progress.ended != ended || progress.over != over;
            (progress.seq, progress.ended, progress.over) = (seq, ended, over);
            moved
        });
    }

    /// Takes over an entry, of which nothing is told: that would take the game. None if it cannot be
    /// read.
    fn follow_stopped(&self, halted: &mut Halted, entry: Entry) -> Option<()> {
        let body = body_of(&entry).ok()?;
        let effect = halted.state.effect(&body);
        halted.state.apply(&entry, &body);
        self.shared.event_log(|event_log| {
            event_log.push(&entry, &body, EntryEvents::default());
            if let Effect::Undone(undone) = effect {
                event_log.take_back(undone, entry.seq);
            }
        });
        halted.last = Some(entry);
        Some(())
    }

    /// Answers, for a seat, the question whether to go on from before the entry with which the game
    /// failed; nothing else can be done at a stopped table.
    pub(super) async fn act_while_stopped(
        &mut self,
        seat: Seat,
        action: SeatAction,
    ) -> Answer<u64> {
        let key = self.own_key()?;
        for _ in 0..ATTEMPTS {
            let stopped = self.check_running();
            let (SeatAction::Agree(proposal) | SeatAction::Decline(proposal)) = action else {
                return stopped.and(Err(Fault::NoAnswer.into()));
            };
            let halted = self.halted().await?;
            let is_asked = |asked: &&Proposed| {
                asked.entry == proposal && matches!(asked.proposal, Proposal::GoOn { .. })
            };
            let Some(asked) = halted.state.proposed().filter(is_asked).copied() else {
                let done = self.answered(seat, action);
                return done.ok_or(()).or_else(|()| stopped.and(Err(Fault::NoAnswer.into())));
            };
            if asked.agreed.contains(seat)
                && matches!(action, SeatAction::Agree(_))
                && !halted.state.is_agreed()
            {
                return self.answered(seat, action).ok_or_else(|| Fault::NoAnswer.into());
            }
            let answer = match action {
                SeatAction::Agree(_) => halted.state.agree(seat, proposal),
                _ => halted.state.decline(seat, proposal),
            };
            let answer = answer.map_err(Code::answer)?;
            let (last, state) = (halted.last.clone(), halted.state.clone());
            let Some(last) = last else { return Err(Fault::NoAnswer.into()) };
            if let Some(seq) = self.write_stopped(seat, &key, answer, asked, (last, state)).await? {
                return Ok(seq);
            }
        }
        Err(Fault::NoAnswer.into())
    }

    /// Writes a seat's answer after the `last` entry; returns its number, or nothing if another
    /// writer was faster. `NOT_PROPOSED` if the build with which it would go on is not kept any more.
    async fn write_stopped(
        &mut self,
        seat: Seat,
        key: &str,
        answer: TableAction,
        Proposed { entry: proposal, proposal: asked, .. }: Proposed,
        (last, mut state): (Entry, TableState),
    ) -> Answer<Option<u64>> {
        let body = Body::<Box<RawValue>>::Act(answer);
        let text = serde_json::to_string(&body).map_err(|error| unwritable(&error))?;
        let now_ms = self.services.clock.now_ms();
        let mut entry = Entry {
            seq: last.seq + 1,
            seat: Some(seat),
            key: key.to_owned(),
            body: text,
            at_ms: now_ms.max(last.at_ms),
            ..last
        };
        let (TableAction::GoOn { build, .. }, Proposal::GoOn { to_act, .. }) = (answer, asked)
        else {
            let is_written = self.services.journal.append(&entry, &TableUpdate::default()).await?;
            if is_written {
                self.services.announcer.new_entry(entry.table, entry.seq);
            }
            return Ok(is_written.then_some(entry.seq));
        };
        // Who asks has replayed the game with that build, up to where it goes on.
        let rows = self.shared.event_log(|event_log| event_log.rows(proposal));
        let asking = rows.last().filter(|row| row.seq == proposal).ok_or(Fault::NoAnswer)?;
        entry.digest.clone_from(&asking.digest);
        entry.to_act = to_act;
        let journal = Arc::clone(&self.services.journal);
        let stop = StopOnUpgrade::Ends { asked_ms: asking.at_ms };
        if !journal.upgrade(&entry, build, stop).await? {
            // Either another writer was faster, or nobody can go on with that build any more.
            return match journal.build(build).await? {
                Some(_) => Ok(None),
                None => Err(Code::NotProposed.answer()),
            };
        }
        tracing::info!(table = %entry.table, entry = entry.seq, "a stopped table goes on");
        state.apply(&entry, &body);
        // Its bots and its clocks wait for a node that finds it due.
        if let Err(error) = journal.plan(entry.table, i64::MAX, state.deadline_ms()).await {
            let table = entry.table;
            tracing::warn!(%table, %error, "when something is due at a table is not written");
        }
        if has_no_stop(&*journal, entry.table).await {
            self.services.stops.forget_table(entry.table);
        }
        self.is_outdated = true;
        self.services.announcer.new_entry(entry.table, entry.seq);
        Ok(Some(entry.seq))
    }

    /// The entry with which a seat has given this answer before: a retry does nothing.
    fn answered(&self, seat: Seat, action: SeatAction) -> Option<u64> {
        let is_same = |done: TableAction| match (action, done) {
            (SeatAction::Agree(asked), TableAction::Agree { entry, .. })
            | (SeatAction::Decline(asked), TableAction::Decline { entry }) => asked == entry,
            (SeatAction::Agree(asked), TableAction::GoOn { proposal, .. }) => {
                proposal == Some(asked)
            }
            _ => false,
        };
        self.shared.event_log(|event_log| event_log.acted(seat, is_same))
    }
}

/// Whether a table is known not to be stopped: it may have been stopped after its seats were asked.
/// Where that cannot be read now, it is read again soon.
async fn has_no_stop(journal: &dyn Journal, table: TableId) -> bool {
    let own = Stopped::Table(table);
    let stops = journal.stops().await;
    stops.is_ok_and(|stops| stops.iter().all(|stop| stop.stopped != own))
}

/// What was seen, without anything that could be done.
fn unplayable(view: &GameView) -> GameView {
    GameView {
        view: view.view.clone(),
        score: view.score.clone(),
        prompt: String::new(),
        moves: Vec::new(),
        to_act: Seats::NONE,
        over: view.over,
    }
}
