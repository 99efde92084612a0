//! Short messages, called words, that every node hears, by LISTEN and NOTIFY.
//!
//! A word is a reason to read the journal, or says how much was used of something; one that is late
//! or lost does little harm, and none comes twice. If some may have been lost, listeners are told
//! [`Heard::Lost`] and have to read the journal again.
//! Words are sent by one task of a node, outside the transactions that they are about: a
//! transaction that notifies takes a lock of the whole database until it has committed, which is
//! ten times slower where many write.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool};
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::connection::InTime;
use crate::JournalError;

/// The name of the channel in PostgreSQL.
const NAME: &str = "gueridon";

/// How many words may wait to be sent. Further ones are dropped, and the other nodes are told so.
const WAITING: usize = 4096;

/// The longest notification, in bytes: PostgreSQL takes fewer than 8,000.
const LONGEST: usize = 7_900;

/// How often a node sends something, even if there is no word.
const BEAT: Duration = Duration::from_secs(5);

/// After how long without any notification a connection is taken to be dead. Those that the node
/// itself sends arrive, too.
const SILENCE: Duration = Duration::from_secs(12);

/// How long to wait before trying again after a failure.
const PAUSE: Duration = Duration::from_secs(1);

/// What separates words from each other and from the name of the node. No word contains it.
const BETWEEN: char = '\n';

/// What is sent in place of words that could not be sent.
const LOST: &str = "*";

/// What a listener hears.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// A word of a node, this one included.
    Word(Arc<str>),
    /// Some words may have been lost.
    Lost,
}

/// A node's connection to the other nodes, through which it sends and hears words. It is closed
/// when it is dropped.
#[derive(Debug)]
pub struct Channel {
    outbox: mpsc::Sender<Arc<str>>,
    has_lost: Arc<AtomicBool>,
    heard: broadcast::Sender<Heard>,
    tasks: [JoinHandle<()>; 2],
}

impl Channel {
    /// How many words a listener may be behind before it misses the oldest.
    pub const KEPT: usize = 4096;

    /// Begins to listen and to send as that node, with connections of a pool.
    pub(super) fn open(pool: PgPool, node: &str) -> Self {
        let heard = broadcast::Sender::new(Self::KEPT);
        let (outbox, words) = mpsc::channel(WAITING);
        let has_lost = Arc::new(AtomicBool::new(false));
        let notifier = Notifier { pool: pool.clone(), node: node.to_owned(), words };
        let notifier = tokio::spawn(notifier.run(Arc::clone(&has_lost)));
        let listener = tokio::spawn(listen(pool, node.to_owned(), heard.clone()));
        Self { outbox, has_lost, heard, tasks: [notifier, listener] }
    }

    /// Sends a word, which must not contain a line break, to the listeners on all nodes, without
    /// waiting for them. Listeners on this node hear it at once.
    pub fn send(&self, word: &str) {
        let word: Arc<str> = word.into();
        // An error means that nobody listens here.
        let _ = self.heard.send(Heard::Word(Arc::clone(&word)));
        if self.outbox.try_send(word).is_err() {
            self.has_lost.store(true, Ordering::Relaxed);
        }
    }

    /// Everything that is heard from now on. The receiver reports when it has fallen behind.
    #[must_use]
    pub fn subscribe(&self) -> broadcast::Receiver<Heard> {
        self.heard.subscribe()
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// The task that sends. One statement sends all words that have gathered during the previous one.
struct Notifier {
    pool: PgPool,
    node: String,
    words: mpsc::Receiver<Arc<str>>,
}

impl Notifier {
    async fn run(mut self, has_lost: Arc<AtomicBool>) {
        let mut gathered = Vec::with_capacity(WAITING);
        let mut is_failing = false;
        loop {
            // If there is no word for a while, an empty notification is sent. After a failure
            // nothing is waited for, since the other nodes have to be told of the loss.
            let wait = if is_failing { Duration::ZERO } else { BEAT };
            if let Ok(0) = timeout(wait, self.words.recv_many(&mut gathered, WAITING)).await {
                return;
            }
            if has_lost.swap(false, Ordering::Relaxed) {
                gathered.push(LOST.into());
            }
            let sent = self.notify(gathered.drain(..)).await;
            if let Err(error) = sent {
                if !is_failing {
                    tracing::warn!(%error, "other nodes cannot be told what is new");
                }
                has_lost.store(true, Ordering::Relaxed);
                sleep(PAUSE).await;
                // What has gathered meanwhile counts as lost, too.
                while self.words.try_recv().is_ok() {}
                is_failing = true;
            } else {
                is_failing = false;
            }
        }
    }

    async fn notify(&self, words: impl Iterator<Item = Arc<str>>) -> Result<(), JournalError> {
        let payloads = payloads(&self.node, words);
        sqlx::query("select pg_notify($1, word) from unnest($2) as said (word)")
            .bind(NAME)
            .bind(payloads)
            .execute(&self.pool)
            .in_time()
            .await?;
        Ok(())
    }
}

/// The contents of notifications with all these words, each once and in their order; if there are
/// none, of one without words.
fn payloads(node: &str, words: impl Iterator<Item = Arc<str>>) -> Vec<String> {
    let mut payloads = vec![node.to_owned()];
    let mut said = BTreeSet::new();
    for word in words {
        if !said.insert(Arc::clone(&word)) {
            continue;
        }
        let has_room =
            |payload: &&mut String| payload.len() + word.len() + BETWEEN.len_utf8() <= LONGEST;
        match payloads.last_mut().filter(has_room) {
            Some(payload) => {
                payload.push(BETWEEN);
                payload.push_str(&word);
            }
            None => payloads.push(format!("{node}{BETWEEN}{word}")),
        }
    }
    payloads
}

/// The task that listens. After each connection, also the first, words sent before it may be lost.
async fn listen(pool: PgPool, node: String, heard: broadcast::Sender<Heard>) {
    let mut was_connected = false;
    loop {
        let mut connected = PgListener::connect_with(&pool).in_time().await;
        if let Ok(listener) = &mut connected
            && let Err(error) = listener.listen(NAME).in_time().await
        {
            connected = Err(error);
        }
        let Ok(listener) = connected else {
            sleep(PAUSE).await;
            continue;
        };
        if was_connected {
            tracing::info!("other nodes are heard again");
        }
        let _ = heard.send(Heard::Lost);
        was_connected = true;
        hear(listener, &node, &heard).await;
        tracing::warn!("other nodes are not heard: the connection to the database was lost");
    }
}

/// Hears until the connection is lost.
async fn hear(mut listener: PgListener, node: &str, heard: &broadcast::Sender<Heard>) {
    // Otherwise it would reconnect by itself, and words would be heard before the loss is.
    listener.eager_reconnect(false);
    while let Ok(Ok(Some(notification))) = timeout(SILENCE, listener.try_recv()).await {
        let mut words = notification.payload().split(BETWEEN);
        if words.next() == Some(node) {
            continue;
        }
        for word in words {
            let word = if word == LOST { Heard::Lost } else { Heard::Word(word.into()) };
            let _ = heard.send(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(numbers: std::ops::Range<u32>) -> impl Iterator<Item = Arc<str>> {
        numbers.map(|number| format!("word {number}").into())
    }

    #[test]
    fn words_are_sent_once_in_as_few_notifications_as_possible() {
        assert_eq!(payloads("n", words(0..0)), ["n"]);
        assert_eq!(payloads("n", words(1..3).chain(words(1..2))), ["n\nword 1\nword 2"]);
        let many = payloads("node", words(0..2_000));
        assert_eq!(many.len(), 3);
        assert!(many.iter().all(|payload| payload.len() <= LONGEST));
        let all: Vec<_> = many.iter().flat_map(|payload| payload.split(BETWEEN).skip(1)).collect();
        assert!(all.into_iter().eq(words(0..2_000).collect::<Vec<_>>().iter().map(|word| &**word)));
    }
}
