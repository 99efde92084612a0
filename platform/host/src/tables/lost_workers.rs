//! Counts the workers that each table has cost, and stops a table that costs too many.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gueridon_journal::{GAME_FAILED, Intervention, Journal, TableId};
use gueridon_modules::WorkerEnd;

use super::position::StopReason;
use crate::clock::Clock;

/// How many workers a table may cost until it is stopped.
const MOST: u32 = 3;

/// How many workers each table has cost this node since it was last stopped for that; usually there
/// are none.
#[derive(Debug)]
pub(crate) struct LostWorkers {
    journal: Arc<dyn Journal>,
    clock: Clock,
    counts: Mutex<BTreeMap<TableId, u32>>,
}

impl LostWorkers {
    pub(crate) fn new(journal: Arc<dyn Journal>, clock: Clock) -> Self {
        Self { journal, clock, counts: Mutex::default() }
    }

    /// Counts a worker that was lost in a call for a table. If it was one too many, stops the table
    /// as an operator would, and returns the reason.
    pub(crate) async fn count(&self, table: TableId, end: WorkerEnd) -> Option<StopReason> {
        let count = {
            let mut counts = self.counts();
            let count = counts.entry(table).or_default();
            *count += 1;
            *count
        };
        tracing::error!(%table, %end, count, "a table has cost a worker");
        if count < MOST {
            return None;
        }
        let reason = format!("{GAME_FAILED}{MOST} times, the last time because {end}");
        let stop = Intervention::Stop { table, reason: reason.clone() };
        match self.journal.intervene(&stop, None, self.clock.now_ms()).await {
            // If it is stopped already, or over, nothing is left to be done.
            Ok(_) => {
                self.counts().remove(&table);
                Some(reason)
            }
            Err(error) => {
                tracing::error!(%table, %error, "a table could not be stopped; its next failure will");
                None
            }
        }
    }

    fn counts(&self) -> MutexGuard<'_, BTreeMap<TableId, u32>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
