//! How a table is brought to where its journal is, or stopped where it cannot be.

use std::sync::Arc;

use super::Actor;
use crate::journal::Entry;
use crate::refusal::{Answer, Code, Failure, Fault};
use crate::table::position::{Halt, Position, Stop};

/// How many entries are read and replayed at a time, which is one call for those who wait.
const BATCH: u32 = 100;

impl Actor {
    /// Reads what the journal has beyond what is known here and plays it.
    pub(super) async fn catch_up(&mut self) -> Answer<()> {
        self.check_running()?;
        // Until the end is reached: a read that fails half-way must not pass for all there is.
        self.unsure = true;
        if self.position.is_none() {
            self.deal().await?;
        }
        loop {
            let seq = self.standing()?.seq();
            let entries = self.context.journal.entries(self.shared.row.id, seq, BATCH).await?;
            let count = entries.len();
            if count > 0 {
                self.replay(entries).await?;
            }
            if count < BATCH as usize {
                break;
            }
        }
        self.unsure = false;
        self.publish();
        Ok(())
    }

    async fn replay(&mut self, entries: Vec<Entry>) -> Answer<()> {
        let shared = Arc::clone(&self.shared);
        let replayed = self
            .with_position("replay", move |position| {
                entries.iter().try_for_each(|entry| {
                    let told = position.replay(entry)?;
                    shared.chronicle(|chronicle| chronicle.push(entry, told));
                    Ok::<(), Halt>(())
                })
            })
            .await?;
        self.looks.clear();
        replayed.map_err(|halt| self.halt(halt))
    }

    async fn deal(&mut self) -> Answer<()> {
        let shared = Arc::clone(&self.shared);
        let build = match self.context.build_of(&shared.row).await? {
            Ok(build) => build,
            Err(reason) => return Err(self.stop(reason)),
        };
        #[cfg(any(test, feature = "simulate"))]
        if let Some(planted) = self.context.planted_at(shared.row.id) {
            let restore = move || planted.restore(&build, &shared);
            let restored = self.context.crossings.cross(self.call("restore"), restore).await?;
            self.position = Some(restored.map_err(|reason| self.stop(reason))?);
            return Ok(());
        }
        let deal = move || Position::deal(&build, &shared.row);
        let dealt = self.context.crossings.cross(self.call("deal"), deal).await?;
        self.position = Some(dealt.map_err(|halt| self.halt(halt))?);
        Ok(())
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
