//! How a table is brought to where its journal is, or stopped where it cannot be.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Actor;
use crate::refusal::{Answer, Code, Failure, Fault};
use crate::table::position::{Halt, Position, Stop, body_of};
use crate::table::state::Effect;
use crate::table::{Shared, TableState};
use gueridon_journal::Entry;
use gueridon_modules::module::Module;

/// How many entries are read, or replayed, at a time, which is one call for those who wait.
pub(super) const BATCH: usize = 100;

impl Actor {
    /// Reads what the journal has beyond what is known here and plays it.
    pub(super) async fn catch_up(&mut self) -> Answer<()> {
        self.check_running()?;
        // Until the end is reached: a read that fails half-way must not pass for all there is.
        self.unsure = true;
        if self.position.is_none() {
            self.deal().await?;
        }
        let entries = self.read().await?;
        let is_news = !entries.is_empty();
        if is_news {
            self.replay(entries).await?;
        }
        self.unsure = false;
        self.publish();
        if is_news || self.stand_in.is_none() {
            self.expect_others();
        }
        Ok(())
    }

    /// All that the journal has beyond what is known here.
    async fn read(&mut self) -> Answer<Vec<Entry>> {
        let mut entries = Vec::new();
        let mut after = self.standing()?.seq();
        loop {
            let batch = self.context.journal.entries(self.shared.row.id, after, BATCH as u32);
            let batch = batch.await?;
            let is_last = batch.len() < BATCH;
            after = batch.last().map_or(after, |entry| entry.seq);
            entries.extend(batch);
            if is_last {
                return Ok(entries);
            }
        }
    }

    /// Plays what was read, but for what was taken back again; where that was played here already,
    /// the game is played anew.
    async fn replay(&mut self, mut entries: Vec<Entry>) -> Answer<()> {
        let position = self.standing()?;
        let seq = position.seq();
        let undone = match undone_in(position.course(), &entries) {
            Ok(undone) => undone,
            Err(halt) => return Err(self.halt(halt)),
        };
        if undone.iter().any(|&entry| entry <= seq) {
            let mut known = self.shared.chronicle(|chronicle| chronicle.rows(seq));
            known.append(&mut entries);
            entries = known;
            self.deal().await?;
            let position = self.standing()?;
            let from = position.seq();
            entries.retain(|entry| entry.seq > from);
        }
        let all = match undone_in(self.standing()?.course(), &entries) {
            Ok(undone) => Arc::new(undone),
            Err(halt) => return Err(self.halt(halt)),
        };
        let mut rest = entries.into_iter().peekable();
        while rest.peek().is_some() {
            let batch: Vec<Entry> = rest.by_ref().take(BATCH).collect();
            let (shared, undone) = (Arc::clone(&self.shared), Arc::clone(&all));
            let play = move |position: &mut Position| {
                batch.iter().try_for_each(|entry| tell(position, &shared, entry, &undone))
            };
            let replayed = self.with_position("replay", play).await?;
            self.looks.clear();
            replayed.map_err(|halt| self.halt(halt))?;
        }
        Ok(())
    }

    /// The game as it stands after an entry, played anew, as if another of them had not been.
    pub(super) async fn rebuilt(&mut self, upto: u64, without: Option<u64>) -> Answer<Position> {
        let rows = self.shared.chronicle(|chronicle| chronicle.rows(upto));
        let course = self.standing()?.course();
        let is_undone = |row: &&Entry| course.undone_by(row.seq).is_some_and(|by| by <= upto);
        let undone = rows.iter().filter(is_undone).map(|row| row.seq);
        let undone: BTreeSet<u64> = undone.chain(without).collect();
        let (shared, fresh) = (Arc::clone(&self.shared), self.fresh().await?);
        let fresh = fresh.map_err(|stop| {
            tracing::error!(table = %shared.row.id, reason = stop, "a table cannot be dealt anew");
            Failure::from(Fault::Module(stop))
        })?;
        let rebuilt = self.context.executor.run(self.call("rebuild"), move || {
            let mut position = fresh()?;
            for row in rows.iter().filter(|row| row.seq > position.seq()).collect::<Vec<_>>() {
                position.replay(row, &body_of(row)?, &undone)?;
            }
            Ok(position)
        });
        rebuilt.await?.map_err(of_halt)
    }

    async fn deal(&mut self) -> Answer<()> {
        let fresh = match self.fresh().await? {
            Ok(fresh) => fresh,
            Err(reason) => return Err(self.stop(reason)),
        };
        let dealt = self.context.executor.run(self.call("deal"), fresh).await?;
        self.position = Some(dealt.map_err(|halt| self.halt(halt))?);
        Ok(())
    }

    /// How the table's game is dealt; the inner error says why this node cannot.
    pub(super) async fn fresh(&mut self) -> Answer<Result<Fresh, Stop>> {
        let shared = Arc::clone(&self.shared);
        let build: Arc<Module> = match self.context.build_of(&shared.row).await? {
            Ok(build) => build,
            Err(reason) => return Ok(Err(reason)),
        };
        #[cfg(any(test, feature = "simulate"))]
        if let Some(planted) = self.context.planted_at(shared.row.id) {
            let restore = move || planted.restore(&build, &shared).map_err(Halt::Stopped);
            return Ok(Ok(Box::new(restore)));
        }
        let outages = Arc::clone(&self.context.outages);
        Ok(Ok(Box::new(move || Position::deal(&build, &shared.row, outages))))
    }

    /// Leaves the game where it cannot be played on, for good or until somebody asks again.
    fn halt(&mut self, halt: Halt) -> Failure {
        self.position = None;
        match halt {
            Halt::Stopped(reason) => self.stop(reason),
            Halt::Failed(failed) => Fault::Module(failed.to_string()).into(),
        }
    }

    /// Stops this table for good on this node, and no other.
    fn stop(&mut self, reason: Stop) -> Failure {
        tracing::error!(table = %self.shared.row.id, reason, "the table is stopped");
        self.position = None;
        self.shared.reach.send_modify(|reach| reach.stopped = Some(reason.into()));
        self.check_running().err().unwrap_or(Failure::Fault(Fault::NoAnswer))
    }

    pub(super) fn check_running(&self) -> Answer<()> {
        match &self.shared.reach.borrow().stopped {
            None => Ok(()),
            Some(reason) => {
                Err(Code::TableStopped.refused(&[("reason", reason.to_string())]).into())
            }
        }
    }
}

/// Deals a game, which is a call of its module.
pub(super) type Fresh = Box<dyn FnOnce() -> Result<Position, Halt> + Send>;

/// Why a game could not be played anew beside the table's own, which goes on.
pub(super) fn of_halt(halt: Halt) -> Failure {
    match halt {
        Halt::Stopped(reason) => Fault::Module(reason).into(),
        Halt::Failed(failed) => Fault::Module(failed.to_string()).into(),
    }
}

/// Plays an entry, and tells the chronicle of it.
fn tell(
    position: &mut Position,
    shared: &Shared,
    entry: &Entry,
    undone: &BTreeSet<u64>,
) -> Result<(), Halt> {
    let body = body_of(entry)?;
    let effect = position.course().effect(&body);
    let told = position.replay(entry, &body, undone)?;
    shared.chronicle(|chronicle| {
        chronicle.push(entry, &body, told);
        if let Effect::Undone(undone) = effect {
            chronicle.take_back(undone, entry.seq);
        }
    });
    Ok(())
}

/// What some entries take back, each of those that come after a course.
fn undone_in(course: &TableState, entries: &[Entry]) -> Result<BTreeSet<u64>, Halt> {
    /// How the JSON of an act begins: a table's journal is mostly steps.
    const ACT: &str = "{\"act\"";
    if !entries.iter().any(|entry| entry.body.starts_with(ACT)) {
        return Ok(BTreeSet::new());
    }
    let mut course = course.clone();
    let mut undone = BTreeSet::new();
    for entry in entries {
        let body = body_of(entry)?;
        if let Effect::Undone(entry) = course.effect(&body) {
            undone.insert(entry);
        }
        course.apply(entry, &body);
    }
    Ok(undone)
}
