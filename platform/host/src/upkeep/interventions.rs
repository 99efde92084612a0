//! Does what operators have decided: stops builds and tables, lets them go on, and closes tables.

use std::sync::Arc;

use gueridon_game::Seats;
use gueridon_game::border::hex;
use gueridon_journal::{
    CloseReason, Entry, Intervention, Journal, JournalError, Status, Stop, Stopped, TableEnd,
    TableId, TableRow, TableUpdate,
};
use gueridon_modules::builds::Builds;
use serde_json::value::RawValue;

use crate::refusal::{Answer, Fault};
use crate::tables::announcer::Announcer;
use crate::tables::entry_body::{Body, TableAction};
use crate::tables::registry::Registry;
use crate::tables::stops::{Stops, closing};

/// How many entries are read at a time.
const BATCH: u32 = 500;
/// How many times a table is closed against others who write there.
const ATTEMPTS: usize = 8;

/// What is needed to do what operators have decided.
#[derive(Debug)]
pub(crate) struct Interventions {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) builds: Arc<dyn Builds>,
    pub(crate) stops: Arc<Stops>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) announcer: Announcer,
}

impl Interventions {
    /// Reads what is stopped now and does what follows from it.
    pub(super) async fn sweep(&self, now_ms: i64) -> Answer<()> {
        let stops = self.journal.stops().await?;
        let closing = closing(&stops);
        self.learn(stops);
        for table in closing {
            // The next sweep tries again; meanwhile one table keeps no other from being closed.
            if let Err(error) = self.close(table, now_ms).await {
                tracing::warn!(%table, %error, "a table could not be closed for an operator");
            }
        }
        Ok(())
    }

    /// Stops what is stopped now, and lets the rest go on.
    pub(crate) fn learn(&self, stops: Vec<Stop>) {
        let quarantined = stops.iter().cloned().filter_map(Stop::into_build).collect();
        let changed = self.stops.replace(stops);
        for stopped in &changed {
            match stopped {
                Stopped::Build(build) => match self.stops.of_build(*build) {
                    Some(reason) => {
                        let build = hex(build);
                        tracing::error!(
                            build,
                            %reason,
                            "a build is in quarantine: its tables are stopped, and none begins \
                             with it until `gueridon admin release`"
                        );
                    }
                    None => tracing::info!(build = hex(build), "a build may be used again"),
                },
                Stopped::Table(table) | Stopped::Closing(table) => {
                    tracing::info!(%table, "an operator has stopped a table, or lets it go on");
                }
            }
        }
        if changed.iter().any(|stopped| matches!(stopped, Stopped::Build(_))) {
            self.builds.set_quarantined(quarantined);
        }
        self.registry.stops_changed(&changed);
    }

    /// Closes a table without its game, which may be what fails.
    async fn close(&self, table: TableId, now_ms: i64) -> Answer<()> {
        for _ in 0..ATTEMPTS {
            let is_closed = match self.journal.table(table).await? {
                Some(row) if row.status == Status::Open => self.close_open(table, now_ms).await?,
                Some(row) if row.status == Status::Playing => {
                    self.close_begun(&row, now_ms).await?
                }
                Some(_) | None => true,
            };
            if is_closed {
                self.journal.intervene(&Intervention::Closed { table }, None, now_ms).await?;
                tracing::info!(%table, "an operator has closed a table");
                return Ok(());
            }
        }
        Err(Fault::NoAnswer.into())
    }

    async fn close_open(&self, table: TableId, now_ms: i64) -> Result<bool, JournalError> {
        let why = CloseReason::Operator;
        let is_closed = self.journal.close_table(table, why, now_ms, None).await?;
        if is_closed {
            self.announcer.seats_changed(table);
        }
        Ok(is_closed)
    }

    async fn close_begun(&self, row: &TableRow, now_ms: i64) -> Answer<bool> {
        let newest = self.newest_entry(row.id).await?;
        let why = CloseReason::Operator;
        let body = Body::<&RawValue>::Act(TableAction::Close(why));
        let broken = |error: serde_json::Error| JournalError::Broken(error.to_string());
        let seq = 1 + newest.as_ref().map_or(0, |entry| entry.seq);
        let begun_ms = row.started_ms.unwrap_or(now_ms);
        let entry = Entry {
            table: row.id,
            seq,
            seat: None,
            // No player can send it: their keys have no control characters.
            key: format!("\tclosed {seq}"),
            body: serde_json::to_string(&body).map_err(broken)?,
            at_ms: now_ms.max(newest.as_ref().map_or(begun_ms, |entry| entry.at_ms)),
            // The game stays as it is.
            digest: newest.map_or_else(String::new, |entry| entry.digest),
            to_act: Seats::NONE,
            ends: true,
        };
        let end = TableUpdate { deadline_ms: Some(None), end: Some(TableEnd::Closed(why)) };
        let is_closed = self.journal.append(&entry, &end).await?;
        if is_closed {
            self.announcer.new_entry(row.id, seq);
            self.announcer.ended(row.id);
        }
        Ok(is_closed)
    }

    async fn newest_entry(&self, table: TableId) -> Result<Option<Entry>, JournalError> {
        let mut newest: Option<Entry> = None;
        loop {
            let after = newest.as_ref().map_or(0, |entry| entry.seq);
            let entries = self.journal.entries(table, after, BATCH).await?;
            let is_last = entries.len() < BATCH as usize;
            newest = entries.into_iter().next_back().or(newest);
            if is_last {
                return Ok(newest);
            }
        }
    }
}
