//! Reports to moderators in memory.

use std::collections::BTreeMap;

use crate::PlayerId;
use crate::talk::{NewReport, ReportId, Resolution};

#[derive(Debug, Default)]
pub(super) struct Reports {
    pub(super) stored: BTreeMap<ReportId, StoredReport>,
}

#[derive(Debug, Clone)]
pub(super) struct StoredReport {
    pub(super) report: NewReport,
    pub(super) resolution: Option<Resolution<PlayerId>>,
}

impl Reports {
    /// Whether there is a report by a player or about them.
    pub(super) fn involve(&self, player: PlayerId) -> bool {
        let involves = |report: &NewReport| [report.reporter, report.player].contains(&player);
        self.stored.values().any(|stored| involves(&stored.report))
    }

    /// Deletes what a deleted player said from the reports about them.
    pub(super) fn forget_texts(&mut self, player: PlayerId) {
        for stored in self.stored.values_mut().filter(|stored| stored.report.player == player) {
            stored.report.text = None;
        }
    }

    /// The open report of the same reporter about the same player, table and message.
    pub(super) fn same(&self, report: &NewReport) -> Option<&StoredReport> {
        let about =
            |report: &NewReport| (report.reporter, report.player, report.table, report.message);
        self.stored
            .values()
            .find(|stored| stored.resolution.is_none() && about(&stored.report) == about(report))
    }
}
