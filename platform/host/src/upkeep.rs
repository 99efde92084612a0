//! Upkeep: the background tasks of a node. They find tables that are due, close and delete old
//! ones, delete what nobody can use any more, record in the journal that the node is up, and notice
//! when the machine's clock jumps.

mod expiry;
mod held_seats;
pub(crate) mod interventions;
mod jumps;
mod pruning;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::clock::{Clock, millis};
use crate::games::Games;
use crate::notices::{News, Notice, Notices};
use crate::operations::LoadMeter;
use crate::refusal::{Answer, Fault};
use crate::tables::Tables;
use crate::tables::outages::Outages;
use crate::tables::registry::{Found, Registry};
use crate::tables::state::TableState;
use expiry::Expiry;
use gueridon_journal::{Beat, CloseReason, Journal, JournalError, TableId};
use interventions::Interventions;
use jumps::Jumps;
use pruning::Pruning;

/// How often a node records that it is up.
const BEAT: Duration = Duration::from_secs(5);
/// How many tables are looked at in one sweep.
const MOST: u32 = 200;
/// How long a table that was due has before it is asked again.
const AGAIN: Duration = Duration::from_secs(5);
/// How often abandoned tables are looked for.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// How far the machine's clock may be behind the journal for the journal's time to go on: beyond
/// that one of the two was wrong altogether.
const MOST_BEHIND: Duration = Duration::from_secs(24 * 60 * 60);

/// The times in which no node was up, including one that ends now. The clock goes on from the time
/// at which a node was last up, also if the machine's was set back since.
pub(crate) async fn outages(
    journal: &Arc<dyn Journal>,
    node: Uuid,
    clock: &Clock,
) -> Result<Outages, Fault> {
    if let Some(last_ms) = journal.last_beat().await? {
        let behind_ms = last_ms - clock.now_ms();
        if behind_ms > millis(MOST_BEHIND) {
            tracing::error!(
                hours = behind_ms / 3_600_000,
                "this machine's clock is behind the times in the journal: clocks of tables may \
                 give too much time; compare the date of this machine with the journal's"
            );
        } else {
            clock.follow(last_ms);
        }
        note_outage(&**journal, last_ms, clock.now_ms()).await?;
    }
    journal.beat(&Beat { node, at_ms: clock.now_ms(), load: None }).await?;
    Ok(journal.outages(i64::MIN).await?.into())
}

/// Notes that no node was up between two times, if that is sure.
async fn note_outage(journal: &dyn Journal, from_ms: i64, to_ms: i64) -> Result<(), JournalError> {
    // If other nodes may be up, one late heartbeat means nothing.
    let least_ms = if journal.is_shared() { 3 * millis(BEAT) } else { 0 };
    if to_ms - from_ms > least_ms {
        journal.add_outage(from_ms..to_ms).await?;
    }
    Ok(())
}

/// What upkeep uses.
#[derive(Debug)]
pub(crate) struct Upkeep {
    pub(crate) node: Uuid,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) tables: Arc<Tables>,
    pub(crate) games: Arc<Games>,
    pub(crate) clock: Clock,
    pub(crate) outages: Outages,
    pub(crate) notices: Arc<dyn Notices>,
    pub(crate) interventions: Interventions,
    pub(crate) meter: Arc<LoadMeter>,
    pub(crate) stop: CancellationToken,
    /// How often there is a sweep.
    pub(crate) every: Duration,
    /// How long a table is kept after it has ended; none for ever.
    pub(crate) keep_finished: Option<Duration>,
}

impl Upkeep {
    /// Starts the tasks, which end when the host stops.
    pub(crate) fn start(self) {
        let (stop, upkeep) = (self.stop.clone(), Arc::new(self));
        let sweeping = Arc::clone(&upkeep);
        let clearing = stop.clone().run_until_cancelled_owned(async move { upkeep.clear().await });
        tokio::spawn(stop.run_until_cancelled_owned(async move { sweeping.sweep().await }));
        tokio::spawn(clearing);
    }

    /// Sweeps until the host stops: wakes the tables that are due.
    async fn sweep(&self) {
        let (mut beaten, mut asked) = (Instant::now(), BTreeMap::new());
        let mut jumps = Jumps::default();
        loop {
            tokio::time::sleep(self.every).await;
            jumps.sweep(&self.clock, &*self.journal, &self.outages).await;
            let now_ms = self.clock.now_ms();
            if beaten.elapsed() >= BEAT {
                beaten = Instant::now();
                let load = self.meter.now();
                self.meter.note(now_ms, load);
                let beat = Beat { node: self.node, at_ms: now_ms, load: Some(load) };
                if let Err(error) = self.journal.beat(&beat).await {
                    tracing::debug!(%error, "the journal could not be told that this node is up");
                }
                if self.journal.is_shared() {
                    self.learn_outages().await;
                }
            }
            if let Err(error) = self.interventions.sweep(now_ms).await {
                tracing::debug!(%error, "what operators have decided could not be done");
            }
            if let Err(error) = held_seats::free(&*self.journal, &*self.notices, now_ms).await {
                tracing::debug!(%error, "seats that are held no longer could not be freed");
            }
            match self.journal.due(now_ms, MOST).await {
                Ok(due) => {
                    asked.retain(|_, at: &mut Instant| at.elapsed() < AGAIN);
                    for table in due {
                        if let Entry::Vacant(entry) = asked.entry(table) {
                            entry.insert(Instant::now());
                            self.look_after(table, now_ms).await;
                        }
                    }
                }
                Err(error) => tracing::debug!(%error, "the journal could not say what is due"),
            }
        }
    }

    /// Reads what other nodes have noted as outages, so that clocks are the same on all nodes.
    async fn learn_outages(&self) {
        match self.journal.outages(i64::MIN).await {
            Ok(outages) => self.outages.set(outages),
            Err(error) => tracing::debug!(%error, "the journal could not say when no node was up"),
        }
    }

    /// Closes abandoned tables, and deletes old ones and what nobody can use any more, for ever. In
    /// its own task, because it may take long.
    async fn clear(&self) {
        let (mut cleared, mut pruning) = (None::<Instant>, Pruning::default());
        let mut expiry = Expiry::default();
        loop {
            tokio::time::sleep(self.every).await;
            if cleared.is_none_or(|at| at.elapsed() >= ABANDONED) {
                cleared = Some(Instant::now());
                if let Err(error) = self.tables.close_abandoned().await {
                    tracing::debug!(%error, "abandoned tables could not be looked for");
                }
            }
            let now_ms = self.clock.now_ms();
            expiry.sweep(&*self.journal, &self.games, now_ms).await;
            if let Some(keep) = self.keep_finished {
                pruning.sweep(&*self.journal, &*self.notices, now_ms, keep).await;
            }
        }
    }

    /// Wakes a table that is due; after a failure the next sweep tries again.
    async fn look_after(&self, table: TableId, now_ms: i64) {
        if let Err(error) = self.try_to_look_after(table, now_ms).await {
            tracing::debug!(%table, %error, "what is due at a table could not be done");
            // A host that is stopping leaves it to other nodes.
            if self.stop.is_cancelled() {
                return;
            }
            // Other tables need not wait for it. After a failure of the journal the next sweep
            // tries again.
            let later_ms = now_ms + TableState::TROUBLED_MS;
            let _ = self.journal.plan(table, now_ms, Some(later_ms)).await;
        }
    }

    async fn try_to_look_after(&self, table: TableId, now_ms: i64) -> Answer<()> {
        match self.registry.find(table).await? {
            Found::Begun(table) => table.due(),
            Found::Open(_) => {
                let (journal, why) = (&self.journal, CloseReason::Expired);
                if journal.close_table(table, why, now_ms, Some(now_ms)).await? {
                    self.notices.send(Notice { table, news: News::Seats });
                }
            }
        }
        Ok(())
    }
}
