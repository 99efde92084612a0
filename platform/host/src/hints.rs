//! How nodes wake each other: a hint says that a table's journal has something new.
//!
//! A hint means "read the journal" and nothing more. One that is lost, doubled or late does no
//! harm, because every watched table's journal is also read again from time to time.

mod shared;

use std::fmt;
use std::fmt::Debug;
use std::str::FromStr;

use async_trait::async_trait;
use tokio::sync::broadcast;

use gueridon_journal::TableId;

pub use shared::SharedHints;

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

impl fmt::Display for Hint {
    /// As nodes write it to each other: the table, what is new, and with an entry its number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = self.table.0.simple();
        match self.news {
            News::Entry(seq) => write!(f, "{table} entry {seq}"),
            News::Seats => write!(f, "{table} seats"),
            News::Ended => write!(f, "{table} ended"),
            News::Messages => write!(f, "{table} messages"),
        }
    }
}

/// What is no hint, or one of a newer node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no hint that this node knows")]
pub struct UnknownHint;

impl FromStr for Hint {
    type Err = UnknownHint;

    fn from_str(text: &str) -> Result<Self, UnknownHint> {
        let (table, news) = text.split_once(' ').ok_or(UnknownHint)?;
        let table = table.parse().map_err(|_| UnknownHint)?;
        let news = match news {
            "seats" => News::Seats,
            "ended" => News::Ended,
            "messages" => News::Messages,
            _ => {
                let seq = news.strip_prefix("entry ").and_then(|seq| seq.parse().ok());
                News::Entry(seq.ok_or(UnknownHint)?)
            }
        };
        Ok(Self { table, news })
    }
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

    #[test]
    fn a_hint_is_read_as_it_was_written_and_nothing_else_is_one() {
        let table = TableId(Uuid::from_u128(7));
        for news in [News::Entry(u64::MAX), News::Seats, News::Ended, News::Messages] {
            let hint = Hint { table, news };
            assert_eq!(hint.to_string().parse(), Ok(hint));
        }
        for unknown in
            ["", "7", "7 seats", "*", &format!("{table} later"), &format!("{table} entry -1")]
        {
            assert_eq!(unknown.parse::<Hint>(), Err(UnknownHint), "{unknown}");
        }
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
