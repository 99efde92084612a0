//! Notices between the nodes of a PostgreSQL journal.

use std::sync::Arc;

use async_trait::async_trait;
use gueridon_journal::postgres::{Channel, Heard};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::{Notice, NoticeReceiver, Notices, Received, TallyReceiver};

/// How a word of a tally begins, in place of the id of a table.
const TALLY: &str = "tally ";

/// Notices as words of a journal's channel.
#[derive(Debug)]
pub struct SharedNotices(Channel);

impl SharedNotices {
    /// Over the channel of this node.
    #[must_use]
    pub fn new(channel: Channel) -> Self {
        Self(channel)
    }
}

impl Notices for SharedNotices {
    fn send(&self, notice: Notice) {
        self.0.send(&notice.to_string());
    }

    fn subscribe(&self) -> Box<dyn NoticeReceiver> {
        Box::new(SharedReceiver(self.0.subscribe()))
    }

    fn send_tally(&self, word: Arc<str>) {
        self.0.send(&format!("{TALLY}{word}"));
    }

    fn tallies(&self) -> Box<dyn TallyReceiver> {
        Box::new(SharedTallies(self.0.subscribe()))
    }
}

#[derive(Debug)]
struct SharedReceiver(broadcast::Receiver<Heard>);

#[async_trait]
impl NoticeReceiver for SharedReceiver {
    async fn recv(&mut self) -> Option<Received> {
        loop {
            return match self.0.recv().await {
                Ok(Heard::Word(word)) => match word.parse() {
                    Ok(notice) => Some(Received::Notice(notice)),
                    // A tally's, or a newer node's about something that this one does not know of.
                    Err(_) => continue,
                },
                Ok(Heard::Lost) | Err(RecvError::Lagged(_)) => Some(Received::Lost),
                Err(RecvError::Closed) => None,
            };
        }
    }
}

#[derive(Debug)]
struct SharedTallies(broadcast::Receiver<Heard>);

#[async_trait]
impl TallyReceiver for SharedTallies {
    async fn recv(&mut self) -> Option<Arc<str>> {
        loop {
            match self.0.recv().await {
                Ok(Heard::Word(word)) => {
                    if let Some(word) = word.strip_prefix(TALLY) {
                        return Some(word.into());
                    }
                }
                Ok(Heard::Lost) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        }
    }
}
