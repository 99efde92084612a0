//! How a tally wakes the task that tells the other nodes, once it has been told of one.

use std::sync::{Arc, OnceLock};

use tokio::sync::Notify;

/// Wakes the task that tells, if there is one.
#[derive(Debug, Default)]
pub(super) struct Wake(OnceLock<Arc<Notify>>);

impl Wake {
    /// Wakes that task from now on. A second one is ignored.
    pub(super) fn attach(&self, task: Arc<Notify>) {
        let _ = self.0.set(task);
    }

    /// Whether anybody tells the other nodes.
    pub(super) fn is_attached(&self) -> bool {
        self.0.get().is_some()
    }

    /// There is something to tell.
    pub(super) fn up(&self) {
        if let Some(task) = self.0.get() {
            task.notify_one();
        }
    }
}
