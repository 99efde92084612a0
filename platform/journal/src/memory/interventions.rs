//! Decisions of operators in memory.

use async_trait::async_trait;

use super::Memory;
use super::rows::Rows;
use crate::{
    BuildUse, Intervention, InterventionRow, Interventions, JournalError, PlayerId, Status, Stop,
    Stopped,
};

#[async_trait]
impl Interventions for Memory {
    async fn intervene(
        &self,
        intervention: &Intervention,
        by: Option<PlayerId>,
        at_ms: i64,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        Ok(self.rows().intervene(intervention, by, at_ms))
    }

    async fn stops(&self) -> Result<Vec<Stop>, JournalError> {
        self.before_read().await;
        Ok(self.rows().stops.clone())
    }

    async fn interventions(&self, first: u32) -> Result<Vec<InterventionRow>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        Ok(rows.interventions.iter().rev().take(first as usize).cloned().collect())
    }

    async fn builds(&self) -> Result<Vec<BuildUse>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let mut builds: Vec<BuildUse> = rows
            .builds
            .values()
            .map(|build| {
                let tables = || rows.tables.values().filter(|at| at.build == Some(build.sha256));
                let playing = tables().filter(|table| table.status == Status::Playing).count();
                BuildUse {
                    sha256: build.sha256,
                    game: build.game.clone(),
                    size: build.bytes.len() as u64,
                    first_used_ms: build.first_used_ms,
                    playing: playing as u64,
                    ended: (tables().count() - playing) as u64,
                }
            })
            .collect();
        builds.sort_by_key(|build| (build.first_used_ms, build.sha256));
        Ok(builds)
    }
}

impl Rows {
    /// Carries out a decision and records it, if its condition holds; returns whether it did.
    pub(super) fn intervene(
        &mut self,
        intervention: &Intervention,
        by: Option<PlayerId>,
        at_ms: i64,
    ) -> bool {
        let status = |table| self.tables.get(table).map(|table| table.status);
        let stopped = |is: Stopped| self.stops.iter().any(|stop| stop.stopped == is);
        let is_done = match intervention {
            Intervention::Quarantine { build, .. } => !stopped(Stopped::Build(*build)),
            Intervention::Release { build } => stopped(Stopped::Build(*build)),
            Intervention::Stop { table, .. } => {
                status(table) == Some(Status::Playing)
                    && !stopped(Stopped::Table(*table))
                    && !stopped(Stopped::Closing(*table))
            }
            Intervention::Reopen { table } => stopped(Stopped::Table(*table)),
            Intervention::Close { table, .. } => {
                matches!(status(table), Some(Status::Open | Status::Playing))
                    && !stopped(Stopped::Closing(*table))
            }
            Intervention::Closed { table } => stopped(Stopped::Closing(*table)),
        };
        if !is_done {
            return false;
        }
        let (kind, subject) = (intervention.kind(), intervention.subject());
        let reason = intervention.reason().to_owned();
        self.stops.retain(|stop| match stop.stopped {
            Stopped::Build(build) => build != subject,
            Stopped::Table(table) | Stopped::Closing(table) => table.0.as_bytes() != subject,
        });
        if let Some(stopped) = Stopped::of(kind, subject) {
            self.stops.push(Stop { stopped, reason: reason.clone(), at_ms });
        }
        let subject = subject.to_vec();
        self.interventions.push(InterventionRow { at_ms, kind, subject, reason, by });
        true
    }
}
