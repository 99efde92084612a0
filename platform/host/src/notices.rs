//! What nodes tell each other. A notice says that a table's journal has something new.
//!
//! A notice means "read the journal" and nothing more. One that is lost, doubled or late does no
//! harm, because every watched table's journal is also read again from time to time.
//!
//! Words of [tallies](crate::tallies) go the same way, for themselves: they say how much was used.

mod shared;

use std::fmt;
use std::fmt::Debug;
use std::str::FromStr;
use std::sync::Arc;

use async_trait::async_trait;
use tokio::sync::broadcast;

use gueridon_journal::TableId;

pub use shared::SharedNotices;

/// A message between nodes: something is new at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notice {
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
    /// Its game is over, or was closed: besides the notice of the entry that ended it.
    Ended,
    /// A message was written or removed.
    Messages,
}

impl fmt::Display for Notice {
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

/// What is no notice, or one of a newer node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no notice that this node knows")]
pub struct UnknownNotice;

impl FromStr for Notice {
    type Err = UnknownNotice;

    fn from_str(text: &str) -> Result<Self, UnknownNotice> {
        let (table, news) = text.split_once(' ').ok_or(UnknownNotice)?;
        let table = table.parse().map_err(|_| UnknownNotice)?;
        let news = match news {
            "seats" => News::Seats,
            "ended" => News::Ended,
            "messages" => News::Messages,
            _ => {
                let seq = news.strip_prefix("entry ").and_then(|seq| seq.parse().ok());
                News::Entry(seq.ok_or(UnknownNotice)?)
            }
        };
        Ok(Self { table, news })
    }
}

/// What a listener receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Received {
    /// One notice.
    Notice(Notice),
    /// Some notices were lost: any table may have moved on.
    Lost,
}

/// Carries notices to every node, the sender included.
pub trait Notices: Debug + Send + Sync + 'static {
    /// Sends a notice to every listener, without waiting for any.
    fn send(&self, notice: Notice);

    /// A listener for all notices that are sent from now on.
    fn subscribe(&self) -> Box<dyn NoticeReceiver>;

    /// Sends a word of a tally to every listener, without waiting for any. It arrives once at most.
    fn send_tally(&self, word: Arc<str>);

    /// A listener for all words of tallies that are sent from now on.
    fn tallies(&self) -> Box<dyn TallyReceiver>;
}

/// One listener.
#[async_trait]
pub trait NoticeReceiver: Debug + Send {
    /// The next notice; none when there will be no more. Cancel safe.
    async fn recv(&mut self) -> Option<Received>;
}

/// One listener for words of tallies.
#[async_trait]
pub trait TallyReceiver: Debug + Send {
    /// The next word; none when there will be no more. Some may have been lost before it. Cancel
    /// safe.
    async fn recv(&mut self) -> Option<Arc<str>>;
}

/// Notices within one process.
#[derive(Debug, Clone)]
pub struct LocalNotices {
    notices: broadcast::Sender<Notice>,
    tallies: broadcast::Sender<Arc<str>>,
}

impl LocalNotices {
    /// How many notices a listener may be behind before it loses the oldest.
    pub const KEPT: usize = 4096;

    /// Notices without a listener yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            notices: broadcast::Sender::new(Self::KEPT),
            tallies: broadcast::Sender::new(Self::KEPT),
        }
    }
}

impl Default for LocalNotices {
    fn default() -> Self {
        Self::new()
    }
}

impl Notices for LocalNotices {
    fn send(&self, notice: Notice) {
        // An error means that nobody listens.
        let _ = self.notices.send(notice);
    }

    fn subscribe(&self) -> Box<dyn NoticeReceiver> {
        Box::new(LocalReceiver(self.notices.subscribe()))
    }

    fn send_tally(&self, word: Arc<str>) {
        // An error means that nobody listens.
        let _ = self.tallies.send(word);
    }

    fn tallies(&self) -> Box<dyn TallyReceiver> {
        Box::new(LocalTallies(self.tallies.subscribe()))
    }
}

#[derive(Debug)]
struct LocalReceiver(broadcast::Receiver<Notice>);

#[async_trait]
impl NoticeReceiver for LocalReceiver {
    async fn recv(&mut self) -> Option<Received> {
        match self.0.recv().await {
            Ok(notice) => Some(Received::Notice(notice)),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Received::Lost),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

#[derive(Debug)]
struct LocalTallies(broadcast::Receiver<Arc<str>>);

#[async_trait]
impl TallyReceiver for LocalTallies {
    async fn recv(&mut self) -> Option<Arc<str>> {
        loop {
            match self.0.recv().await {
                Ok(word) => return Some(word),
                Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn notice(seq: u64) -> Notice {
        Notice { table: TableId(Uuid::nil()), news: News::Entry(seq) }
    }

    #[test]
    fn a_notice_is_read_as_it_was_written_and_nothing_else_is_one() {
        let table = TableId(Uuid::from_u128(7));
        for news in [News::Entry(u64::MAX), News::Seats, News::Ended, News::Messages] {
            let notice = Notice { table, news };
            assert_eq!(notice.to_string().parse(), Ok(notice));
        }
        for unknown in
            ["", "7", "7 seats", "*", &format!("{table} later"), &format!("{table} entry -1")]
        {
            assert_eq!(unknown.parse::<Notice>(), Err(UnknownNotice), "{unknown}");
        }
    }

    #[tokio::test]
    async fn every_listener_receives_what_is_sent_after_it_subscribed() {
        let notices = LocalNotices::new();
        notices.send(notice(1));
        let (mut left, mut right) = (notices.subscribe(), notices.subscribe());
        notices.send(notice(2));
        assert_eq!(left.recv().await, Some(Received::Notice(notice(2))));
        assert_eq!(right.recv().await, Some(Received::Notice(notice(2))));
        drop(notices);
        assert_eq!(left.recv().await, None);
    }

    #[tokio::test]
    async fn a_listener_that_falls_behind_is_told_that_it_lost_something() {
        let notices = LocalNotices::new();
        let mut listener = notices.subscribe();
        for seq in 0..=LocalNotices::KEPT as u64 {
            notices.send(notice(seq));
        }
        assert_eq!(listener.recv().await, Some(Received::Lost));
        assert_eq!(listener.recv().await, Some(Received::Notice(notice(1))));
    }
}
