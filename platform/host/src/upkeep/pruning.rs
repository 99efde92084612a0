//! Pruning: deletes tables that ended long ago, if the operator wants that.

use std::time::Duration;

use tokio::time::Instant;

use crate::clock::millis;
use crate::notices::{News, Notice, Notices};
use gueridon_journal::{Journal, JournalError};

/// How often a node looks for tables that ended too long ago.
const EVERY: Duration = Duration::from_secs(60 * 60);
/// How many tables are deleted in one sweep; the next one continues.
const MOST: u32 = 100;

/// When tables are next deleted.
#[derive(Debug, Default)]
pub(super) struct Pruning {
    next: Option<Instant>,
}

impl Pruning {
    /// Deletes some tables that ended `keep` ago, if it is time; after a failure a later sweep
    /// tries again.
    pub(super) async fn sweep(
        &mut self,
        journal: &dyn Journal,
        notices: &dyn Notices,
        now_ms: i64,
        keep: Duration,
    ) {
        if self.next.is_some_and(|next| next > Instant::now()) {
            return;
        }
        let before_ms = now_ms.saturating_sub(millis(keep));
        match prune(journal, notices, before_ms).await {
            Ok(true) => self.next = None,
            Ok(false) => self.next = Some(Instant::now() + EVERY),
            Err(error) => {
                tracing::warn!(%error, "tables that ended long ago could not be deleted");
                self.next = Some(Instant::now() + EVERY);
            }
        }
    }
}

/// Deletes some tables that ended before a time; returns whether there may be more.
async fn prune(
    journal: &dyn Journal,
    notices: &dyn Notices,
    before_ms: i64,
) -> Result<bool, JournalError> {
    let ended = journal.ended(before_ms, MOST).await?;
    let mut deleted = 0;
    for &table in &ended {
        // If several nodes find it, one of them deletes it.
        if journal.delete_table(table, before_ms).await? {
            deleted += 1;
            // Nodes that have it loaded find that it is gone.
            notices.send(Notice { table, news: News::Seats });
        }
    }
    if deleted > 0 {
        tracing::info!(tables = deleted, "tables that ended long ago were deleted");
    }
    Ok(ended.len() == MOST as usize)
}
