//! Tables that ended long ago are deleted, where the operator wants that.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::{Context, ms};
use crate::hints::{Hint, News};
use crate::refusal::Answer;

/// How often a node looks for tables that ended too long ago.
const EVERY: Duration = Duration::from_secs(60 * 60);
/// How many tables are deleted in one sweep; the next one goes on.
const MOST: u32 = 100;

/// When tables are deleted next.
#[derive(Debug, Default)]
pub(super) struct Pruning {
    next: Option<Instant>,
}

impl Pruning {
    /// Deletes some tables, if it is time; a failure is for a later sweep to overcome.
    pub(super) async fn sweep(&mut self, context: &Arc<Context>) {
        let Some(keep) = context.config.keep_finished else { return };
        if self.next.is_some_and(|next| next > Instant::now()) {
            return;
        }
        match context.prune(keep).await {
            Ok(true) => self.next = None,
            Ok(false) => self.next = Some(Instant::now() + EVERY),
            Err(error) => {
                tracing::warn!(%error, "tables that ended long ago could not be deleted");
                self.next = Some(Instant::now() + EVERY);
            }
        }
    }
}

impl Context {
    /// Deletes some tables that ended so long ago; says whether there may be more.
    async fn prune(&self, keep: Duration) -> Answer<bool> {
        let before_ms = self.clock.now_ms().saturating_sub(ms(keep));
        let ended = self.journal.ended(before_ms, MOST).await?;
        let mut deleted = 0;
        for &table in &ended {
            // Of several nodes that find it, one deletes it.
            if self.journal.delete_table(table, before_ms).await? {
                deleted += 1;
                // Every node that has it loaded finds it gone.
                self.hints.tell(Hint { table, news: News::Seats });
            }
        }
        if deleted > 0 {
            tracing::info!(tables = deleted, "tables that ended long ago were deleted");
        }
        Ok(ended.len() == MOST as usize)
    }
}
