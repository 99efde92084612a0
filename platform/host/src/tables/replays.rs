//! Counts the entries that tables replay to answer somebody: what their requests cost beside the
//! answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

tokio::task_local! {
    /// The count of the work under way in this task.
    static COUNT: ReplayCount;
}

/// How many entries were replayed. Clones are the same count; one by default is read by nobody.
#[derive(Debug, Clone, Default)]
pub(crate) struct ReplayCount(Option<Arc<AtomicU64>>);

impl ReplayCount {
    /// The count of the work under way in this task; one that nobody reads if there is none.
    pub(crate) fn of_this_task() -> Self {
        COUNT.try_with(Self::clone).unwrap_or_default()
    }

    pub(crate) fn add(&self, entries: usize) {
        if let Some(count) = &self.0 {
            count.fetch_add(entries as u64, Ordering::Relaxed);
        }
    }
}

/// Does some work; returns with its result how many entries tables on this node replayed for it: to
/// be loaded, for looks back, and to take entries back.
pub async fn counting_replays<T>(work: impl Future<Output = T>) -> (T, u64) {
    let count = Arc::<AtomicU64>::default();
    let result = COUNT.scope(ReplayCount(Some(Arc::clone(&count))), work).await;
    (result, count.load(Ordering::Relaxed))
}
