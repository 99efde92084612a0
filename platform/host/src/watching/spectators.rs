//! Counts the spectators of a table.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::tables::shared::Shared;

/// A spectator, counted until this is dropped.
#[derive(Debug)]
pub(super) struct Spectator(Arc<Shared>);

impl Spectator {
    pub(super) fn count(shared: &Arc<Shared>) -> Self {
        shared.spectators.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(shared))
    }
}

impl Drop for Spectator {
    fn drop(&mut self) {
        self.0.spectators.fetch_sub(1, Ordering::Relaxed);
    }
}
