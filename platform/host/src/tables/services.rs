//! What the tasks of all tables share.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::announcer::Announcer;
#[cfg(any(test, feature = "simulate"))]
use super::fixture::Fixtures;
use super::loaded::LoadedTables;
use super::lost_workers::LostWorkers;
use super::outages::Outages;
use super::stops::Stops;
use crate::bots::Thinkers;
use crate::clock::Clock;
use crate::games::Games;
use crate::metrics::HostMetrics;
use crate::random::Random;
use gueridon_journal::{Entry, Journal, JournalError, TableRow, TableUpdate};

/// What the tasks of all tables use.
#[derive(Debug)]
pub(crate) struct Services {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) games: Arc<Games>,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    pub(crate) announcer: Announcer,
    pub(crate) loaded: Arc<LoadedTables>,
    pub(crate) stops: Arc<Stops>,
    pub(crate) lost_workers: Arc<LostWorkers>,
    /// When no node was up.
    pub(crate) outages: Outages,
    pub(crate) thinkers: Arc<Thinkers>,
    pub(crate) timing: Timing,
    pub(crate) stop: CancellationToken,
    pub(crate) metrics: HostMetrics,
    #[cfg(any(test, feature = "simulate"))]
    pub(crate) fixtures: Fixtures,
}

impl Services {
    /// Appends an entry, as [`Journal::append`] does. A journal that has fallen silent is not waited
    /// for.
    pub(super) async fn append(
        &self,
        entry: &Entry,
        after: &TableUpdate,
    ) -> Result<bool, JournalError> {
        self.journal.contact().ask(self.journal.append(entry, after)).await
    }

    /// Whether the table was deleted, or its players' names differ from this row. A loaded table
    /// has the names in its words, so it must then be loaded again.
    pub(super) async fn has_others_seated(&self, row: &TableRow) -> bool {
        match self.journal.contact().ask(self.journal.table(row.id)).await {
            Ok(now) => now.is_none_or(|now| now.seated != row.seated),
            Err(error) => {
                tracing::debug!(table = %row.id, %error, "names could not be looked up");
                false
            }
        }
    }
}

/// The time-outs of a table's task.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timing {
    /// For a request, before an unused table is unloaded.
    pub(crate) idle: Duration,
    /// Before a watched table's journal is read again, in case a notice was lost.
    pub(crate) reread: Duration,
    /// Before each step of a bot or stand-in.
    pub(crate) bot_pause: Duration,
    /// Before a table that only bots play at is closed, if nobody looks at it.
    pub(crate) unwatched_life: Duration,
}
