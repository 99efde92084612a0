//! What a table's task has the host think about.

use std::future::pending;

use gueridon_game::Seat;
use tokio::time::Instant;

use crate::bots::Thinking;
use gueridon_modules::module::RawJson;

/// A move that the host is thinking about, or has thought about.
pub(super) struct Thought {
    pub(super) seat: Seat,
    /// The entry after which it is to be played.
    pub(super) seq: u64,
    pub(super) until: Instant,
    pub(super) thinking: Thinking<Vec<RawJson>>,
    /// None while it is thought about; then its steps, none if none were found.
    pub(super) steps: Option<Vec<RawJson>>,
}

impl Thought {
    /// Waits until the host has finished thinking; for ever if it has finished before.
    pub(super) async fn is_found(&mut self) {
        if self.steps.is_some() {
            return pending().await;
        }
        self.steps = Some((&mut self.thinking).await.unwrap_or_default());
    }
}
