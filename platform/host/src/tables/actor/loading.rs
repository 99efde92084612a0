//! Loads a table from its journal and keeps it up to date; a permanent failure stops the table.

use std::collections::BTreeSet;
use std::sync::{Arc, Once};

use super::task::TableTask;
use crate::refusal::{Answer, Failure, Fault};
use crate::tables::position::{LoadError, Position, StopReason, body_of, undone_in, upgrade_in};
use crate::tables::shared::Shared;
use gueridon_journal::Entry;
use gueridon_modules::module::{CallError, Module};

/// How many entries are read or replayed at a time.
pub(super) const BATCH: usize = 100;

impl TableTask {
    /// Catches up without a request; a failure is only logged, and retried later.
    pub(super) async fn keep_up(&mut self) {
        if self.is_stopped() {
            if let Err(error) = self.halted().await {
                tracing::debug!(table = %self.shared.row.id, %error, "a stopped table is not read");
            }
            return;
        }
        if let Err(error) = self.catch_up().await {
            tracing::debug!(table = %self.shared.row.id, %error, "the table could not catch up");
        }
    }

    /// Makes sure that the table is loaded and up to date.
    pub(super) async fn refresh(&mut self) -> Answer<()> {
        if self.position.is_none() || self.may_be_behind() {
            self.catch_up().await?;
        }
        Ok(())
    }

    /// Makes sure that the table is loaded and up to date, to be shown. While the journal does not
    /// answer, a table is shown as it was last known.
    pub(super) async fn refresh_to_show(&mut self) -> Answer<()> {
        match self.refresh().await {
            Err(Failure::Fault(Fault::Journal(_)))
                if self.position.is_some() && self.services.journal.contact().has_grace() =>
            {
                Ok(())
            }
            refreshed => refreshed,
        }
    }

    /// Makes sure that what the journal has is known, also of a table that is stopped, to be shown.
    pub(super) async fn refresh_or_read(&mut self) -> Answer<()> {
        let was_stopped = self.is_stopped();
        match self.refresh_to_show().await {
            // It has just been read.
            Err(Failure::Refused(_)) if was_stopped => Ok(()),
            Err(Failure::Refused(_)) if self.is_stopped() => self.halted().await.map(drop),
            refreshed => refreshed,
        }
    }

    /// Refuses what a stopped table cannot do, unless its journal says that it goes on with another
    /// build: then this task ends, and whoever asks again finds the table loaded with that.
    async fn check_stopped(&mut self) -> Answer<()> {
        if self.is_stopped() {
            self.halted().await?;
        }
        self.check_running()
    }

    /// Reads and plays new entries from the journal.
    pub(super) async fn catch_up(&mut self) -> Answer<()> {
        self.check_stopped().await?;
        // Set until the end is reached: if a read fails half-way, more may be unread.
        self.set_unsure(true);
        self.forget_if_outages_are_new();
        let was_loaded = self.position.is_some();
        if !was_loaded {
            self.deal().await?;
        }
        let entries = self.read_new_entries().await?;
        let is_news = !entries.is_empty();
        let is_shared = self.services.journal.is_shared();
        if let Some(last) = entries.last().filter(|_| was_loaded && is_shared) {
            let services = &self.services;
            services.metrics.notices.read_after(last.at_ms, services.clock.now_ms());
        }
        if is_news {
            self.replay(entries).await?;
        }
        self.set_unsure(false);
        self.publish();
        if is_news || self.stand_in.is_none() {
            self.expect_others();
        }
        Ok(())
    }

    /// Forgets the position if its clocks were computed before all outages were known: then others
    /// compute them differently.
    fn forget_if_outages_are_new(&mut self) {
        let outages = self.services.outages.all();
        if !Arc::ptr_eq(&outages, &self.outages) {
            self.outages = outages;
            if self.shared.row.settings.clock.is_some() {
                self.position = None;
                self.replace_looks(Vec::new());
            }
        }
    }

    /// Where an entry says that the table goes on with another build, has digests checked from
    /// there; if it is not the build that is loaded, the table is loaded again.
    async fn follow_upgrade(&mut self, entries: &[Entry]) -> Answer<()> {
        let upgraded = match upgrade_in(entries) {
            Ok(Some(upgraded)) => upgraded,
            Ok(None) => return Ok(()),
            Err(error) => return Err(self.unload_failed(error).await),
        };
        let (entry, build) = upgraded;
        if self.shared.row.build != Some(build) {
            self.is_outdated = true;
            self.position = None;
            return Err(Fault::NoAnswer.into());
        }
        self.checked_from = entry;
        self.position = self.position.take().map(|position| position.checked_from(entry));
        Ok(())
    }

    /// All new entries in the journal.
    async fn read_new_entries(&mut self) -> Answer<Vec<Entry>> {
        let mut entries = Vec::new();
        let mut after = self.position()?.seq();
        loop {
            let journal = &self.services.journal;
            let batch = journal.entries(self.shared.row.id, after, BATCH as u32);
            let batch = journal.contact().ask(batch).await?;
            let is_last = batch.len() < BATCH;
            after = batch.last().map_or(after, |entry| entry.seq);
            entries.extend(batch);
            if is_last {
                return Ok(entries);
            }
        }
    }

    /// Plays what was read, except entries that were taken back; if one of those was already played
    /// here, the game is replayed from the deal.
    async fn replay(&mut self, mut entries: Vec<Entry>) -> Answer<()> {
        self.follow_upgrade(&entries).await?;
        let position = self.position()?;
        let seq = position.seq();
        let undone = undone_in(position.state(), &entries);
        let undone = match undone {
            Ok(undone) => undone,
            Err(error) => return Err(self.unload_failed(error).await),
        };
        if undone.iter().any(|&entry| entry <= seq) {
            let mut known = self.shared.event_log(|event_log| event_log.rows(seq));
            known.append(&mut entries);
            entries = known;
            self.deal().await?;
            let position = self.position()?;
            let from = position.seq();
            entries.retain(|entry| entry.seq > from);
        }
        let all = undone_in(self.position()?.state(), &entries);
        let all = match all {
            Ok(undone) => Arc::new(undone),
            Err(error) => return Err(self.unload_failed(error).await),
        };
        let mut rest = entries.into_iter().peekable();
        while rest.peek().is_some() {
            let batch: Vec<Entry> = rest.by_ref().take(BATCH).collect();
            self.replays.add(batch.len());
            let (shared, undone) = (Arc::clone(&self.shared), Arc::clone(&all));
            let play = move |position: &mut Position| {
                batch.iter().try_for_each(|entry| replay_one(position, &shared, entry, &undone))
            };
            let replayed = self.with_position("replay", play).await?;
            self.replace_looks(Vec::new());
            if let Err(error) = replayed {
                return Err(self.unload_failed(error).await);
            }
        }
        Ok(())
    }

    /// The game after an entry, replayed from the deal; `without` leaves entries out.
    pub(super) async fn rebuilt(&mut self, upto: u64, without: &[u64]) -> Answer<Position> {
        let rows = self.shared.event_log(|event_log| event_log.rows(upto));
        let state = self.position()?.state();
        let is_undone = |row: &&Entry| state.undone_by(row.seq).is_some_and(|by| by <= upto);
        let undone = rows.iter().filter(is_undone).map(|row| row.seq);
        let undone: BTreeSet<u64> = undone.chain(without.iter().copied()).collect();
        self.replays.add(rows.len());
        let (shared, fresh) = (Arc::clone(&self.shared), self.dealer().await?);
        let fresh = fresh.map_err(|stop| {
            tracing::error!(table = %shared.row.id, reason = stop, "a table cannot be dealt anew");
            Failure::from(Fault::Module(stop))
        })?;
        let rebuilt = self.services.games.executor().run(self.call("rebuild"), move || {
            let mut position = fresh()?;
            for row in rows.iter().filter(|row| row.seq > position.seq()).collect::<Vec<_>>() {
                position.replay(row, &body_of(row)?, &undone)?;
            }
            Ok(position)
        });
        match rebuilt.await? {
            Ok(position) => Ok(position),
            Err(error) => Err(self.load_failed(error).await),
        }
    }

    async fn deal(&mut self) -> Answer<()> {
        let fresh = match self.dealer().await? {
            Ok(fresh) => fresh,
            Err(reason) => return Err(self.stop(reason)),
        };
        let dealt = self.services.games.executor().run(self.call("deal"), fresh).await?;
        match dealt {
            Ok(position) => self.position = Some(position),
            Err(error) => return Err(self.unload_failed(error).await),
        }
        Ok(())
    }

    /// A function that deals the table's game; the inner error says why this node cannot.
    pub(super) async fn dealer(&mut self) -> Answer<Result<Deal, StopReason>> {
        let shared = Arc::clone(&self.shared);
        if let Some(reason) = self.services.stops.of_table(&shared.row) {
            return Ok(Err(reason));
        }
        let build: Arc<Module> = match self.services.games.build_of(&shared.row).await? {
            Ok(build) => build,
            Err(reason) => return Ok(Err(reason)),
        };
        #[cfg(any(test, feature = "simulate"))]
        if let Some(fixture) = self.services.fixtures.get(shared.row.id) {
            let restore = move || fixture.restore(&build, &shared).map_err(LoadError::Stopped);
            return Ok(Ok(Box::new(restore)));
        }
        let outages = self.services.outages.clone();
        let from = self.checked_from;
        let deal = move || Position::deal(&build, &shared.row, outages);
        Ok(Ok(Box::new(move || deal().map(|position| position.checked_from(from)))))
    }

    /// Unloads the game after a failure, and stops the table where the failure is permanent.
    async fn unload_failed(&mut self, error: LoadError) -> Failure {
        self.position = None;
        match error {
            LoadError::Stopped(reason) => self.stop(reason),
            failed @ LoadError::Failed(_) => self.load_failed(failed).await,
            LoadError::Newer(entry) => {
                static SAID: Once = Once::new();
                let table = self.shared.row.id;
                SAID.call_once(|| {
                    tracing::warn!(%table, entry, "newer servers play at tables of this journal: \
                        this one leaves them those tables, until it is upgraded as well");
                });
                self.is_outdated = true;
                newer(entry)
            }
        }
    }

    /// The failure of a replay other than the table's own game, which goes on unless it is stopped.
    pub(super) async fn load_failed(&mut self, error: LoadError) -> Failure {
        match error {
            LoadError::Stopped(reason) => Fault::Module(reason).into(),
            LoadError::Failed(
                lost @ (CallError::WorkerLost(_) | CallError::Gone | CallError::NoWorker(_)),
            ) => self.failed("replay", lost).await,
            LoadError::Failed(failed) => Fault::Module(failed.to_string()).into(),
            LoadError::Newer(entry) => newer(entry),
        }
    }

    /// Stops the table if an operator has stopped it or its build. Returns whether a stopped table
    /// may go on, for which it has to be loaded again.
    pub(super) fn stops_changed(&mut self) -> bool {
        let is_stopped = self.check_running().is_err();
        match self.services.stops.of_table(&self.shared.row) {
            Some(reason) => {
                self.stop(reason);
                false
            }
            None => is_stopped,
        }
    }
}

/// Deals a game; this calls its module.
pub(super) type Deal = Box<dyn FnOnce() -> Result<Position, LoadError> + Send>;

fn newer(entry: u64) -> Failure {
    Fault::Elsewhere(format!("entry {entry} is of a newer server")).into()
}

/// Plays an entry, and adds it to the event log.
fn replay_one(
    position: &mut Position,
    shared: &Shared,
    entry: &Entry,
    undone: &BTreeSet<u64>,
) -> Result<(), LoadError> {
    let body = body_of(entry)?;
    let taken_back = position.state().undone_by_body(&body);
    let told = position.replay(entry, &body, undone)?;
    shared.event_log(|event_log| {
        event_log.push(entry, &body, told);
        for undone in taken_back {
            event_log.take_back(undone, entry.seq);
        }
    });
    Ok(())
}
