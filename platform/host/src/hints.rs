//! How nodes wake each other: a hint says that a table's journal has something new.
//!
//! A hint means "read the journal" and nothing more. One that is lost, doubled or late does no
//! harm, because every watched table's journal is also read again from time to time.

use std::fmt::Debug;

use async_trait::async_trait;
use tokio::sync::broadcast;

use gueridon_journal::TableId;

/// A message between nodes: something is new at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hint {
    /// The table that has news.
    pub table: TableId,
    /// What is new there.
    pub news: News,
}

/// What can be new at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// It has at least this many entries.
    Entry(u64),
    /// A seat changed hands, a player changed their name, or the table began.
    Seats,
    /// Its game is over, or was closed: besides the hint of the entry that ended it.
    Ended,
    /// A message was written or removed.
    Messages,
}

/// What a listener receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Received {
    /// One hint.
    Hint(Hint),
    /// Some hints were lost: any table may have moved on.
    Lost,
}

/// Carries hints to every node, the sender included.
pub trait Hints: Debug + Send + Sync + 'static {
    /// Sends a hint to every listener, without waiting for any.
    fn send(&self, hint: Hint);

    /// A listener for all hints that are sent from now on.
    fn subscribe(&self) -> Box<dyn HintReceiver>;
}

/// One listener.
#[async_trait]
pub trait HintReceiver: Debug + Send {
    /// The next hint; none when there will be no more. Cancel safe.
    async fn recv(&mut self) -> Option<Received>;
}

/// Hints within one process.
#[derive(Debug, Clone)]
pub struct LocalHints(broadcast::Sender<Hint>);

impl LocalHints {
    /// How many hints a listener may be behind before it loses the oldest.
    pub const KEPT: usize = 4096;

    /// Hints without a listener yet.
    #[must_use]
    pub fn new() -> Self {
        Self(broadcast::Sender::new(Self::KEPT))
    }
}

impl Default for LocalHints {
    fn default() -> Self {
        Self::new()
    }
}

impl Hints for LocalHints {
    fn send(&self, hint: Hint) {
        // An error means that nobody listens.
        let _ = self.0.send(hint);
    }

    fn subscribe(&self) -> Box<dyn HintReceiver> {
        Box::new(LocalReceiver(self.0.subscribe()))
    }
}

#[derive(Debug)]
struct LocalReceiver(broadcast::Receiver<Hint>);

#[async_trait]
impl HintReceiver for LocalReceiver {
    async fn recv(&mut self) -> Option<Received> {
        match self.0.recv().await {
            Ok(hint) => Some(Received::Hint(hint)),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Received::Lost),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn hint(seq: u64) -> Hint {
        Hint { table: TableId(Uuid::nil()), news: News::Entry(seq) }
    }

    #[tokio::test]
    async fn every_listener_receives_what_is_sent_after_it_subscribed() {
        let hints = LocalHints::new();
        hints.send(hint(1));
        let (mut left, mut right) = (hints.subscribe(), hints.subscribe());
        hints.send(hint(2));
        assert_eq!(left.recv().await, Some(Received::Hint(hint(2))));
        assert_eq!(right.recv().await, Some(Received::Hint(hint(2))));
        drop(hints);
        assert_eq!(left.recv().await, None);
    }

    #[tokio::test]
    async fn a_listener_that_falls_behind_is_told_that_it_lost_something() {
        let hints = LocalHints::new();
        let mut listener = hints.subscribe();
        for seq in 0..=LocalHints::KEPT as u64 {
            hints.send(hint(seq));
        }
        assert_eq!(listener.recv().await, Some(Received::Lost));
        assert_eq!(listener.recv().await, Some(Received::Hint(hint(1))));
    }
}
