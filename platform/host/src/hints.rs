//! How nodes nudge each other: a hint says that a table's journal has something new.
//!
//! A hint means "read the journal" and nothing more. One that is lost, doubled or late does no
//! harm, because whoever watches a table also reads its journal again from time to time.

use std::fmt::Debug;

use async_trait::async_trait;
use tokio::sync::broadcast;

use gueridon_journal::TableId;

/// That something is new at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hint {
    /// The table there is news of.
    pub table: TableId,
    /// What is new there.
    pub news: News,
}

/// What can be new at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// It has reached that entry, as far as the hinting node knows.
    Entry(u64),
    /// Others sit there, or are called something else, or it has begun.
    Seats,
    /// Something was said there, or taken away.
    Messages,
}

/// What was heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// One hint.
    Hint(Hint),
    /// Some hints were lost: any table may have moved on.
    Lost,
}

/// Carries hints to every node, the one that tells included.
pub trait Hints: Debug + Send + Sync + 'static {
    /// Tells every ear, without waiting for any.
    fn tell(&self, hint: Hint);

    /// An ear that hears what is told from now on.
    fn listen(&self) -> Box<dyn HintReceiver>;
}

/// One listener.
#[async_trait]
pub trait HintReceiver: Debug + Send {
    /// The next thing heard; none when there will be nothing more. Safe to cancel.
    async fn hear(&mut self) -> Option<Heard>;
}

/// Hints within one process.
#[derive(Debug, Clone)]
pub struct LocalHints(broadcast::Sender<Hint>);

impl LocalHints {
    /// How many hints an ear may be behind before it loses the oldest.
    pub const KEPT: usize = 4096;

    /// A circle that nobody listens in yet.
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
    fn tell(&self, hint: Hint) {
        // An error means that nobody listens, which is nobody's loss.
        let _ = self.0.send(hint);
    }

    fn listen(&self) -> Box<dyn HintReceiver> {
        Box::new(LocalReceiver(self.0.subscribe()))
    }
}

#[derive(Debug)]
struct LocalReceiver(broadcast::Receiver<Hint>);

#[async_trait]
impl HintReceiver for LocalReceiver {
    async fn hear(&mut self) -> Option<Heard> {
        match self.0.recv().await {
            Ok(hint) => Some(Heard::Hint(hint)),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Heard::Lost),
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
    async fn every_ear_hears_what_is_told_after_it_began_to_listen() {
        let whispers = LocalHints::new();
        whispers.tell(hint(1));
        let (mut left, mut right) = (whispers.listen(), whispers.listen());
        whispers.tell(hint(2));
        assert_eq!(left.hear().await, Some(Heard::Hint(hint(2))));
        assert_eq!(right.hear().await, Some(Heard::Hint(hint(2))));
        drop(whispers);
        assert_eq!(left.hear().await, None);
    }

    #[tokio::test]
    async fn an_ear_that_falls_behind_is_told_that_it_lost_something() {
        let whispers = LocalHints::new();
        let mut ear = whispers.listen();
        for seq in 0..=LocalHints::KEPT as u64 {
            whispers.tell(hint(seq));
        }
        assert_eq!(ear.hear().await, Some(Heard::Lost));
        assert_eq!(ear.hear().await, Some(Heard::Hint(hint(1))));
    }
}
