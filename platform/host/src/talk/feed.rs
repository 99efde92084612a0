//! The messages of a table, as a subscriber receives them.
//!
//! Every new or changed message has a change number, so between two reads nothing is lost or
//! delivered twice. Mutes and access are checked again at each read.

use std::collections::VecDeque;
use std::sync::Arc;

use tokio::sync::watch;
use tokio::time::{Duration, Instant, sleep_until};

use crate::access::AccessCheck;
use crate::notices::{News, Notice, Received};
use crate::refusal::Answer;
use crate::viewer::Viewer;
use crate::wakeups::Wakeups;
use gueridon_journal::talk::Message;
use gueridon_journal::{Journal, TableId};

/// How many messages are read at a time.
const BATCH: u32 = 64;

/// Wakes subscribers when there are new messages at their table, and reads them.
#[derive(Debug)]
pub(crate) struct TalkFeed {
    journal: Arc<dyn Journal>,
    access: AccessCheck,
    wakeups: Wakeups,
    /// How often messages are read again if other nodes write too, in case a notice was lost.
    reread: Duration,
}

impl TalkFeed {
    pub(crate) fn new(journal: Arc<dyn Journal>, access: AccessCheck, reread: Duration) -> Self {
        Self { journal, access, wakeups: Wakeups::default(), reread }
    }

    /// Wakes the subscribers of a notice's table.
    pub(crate) fn on_notice(&self, received: Received) {
        match received {
            Received::Notice(Notice { table, news: News::Messages }) => self.wakeups.wake(table),
            Received::Notice(Notice {
                news: News::Entry(_) | News::Seats | News::Ended, ..
            }) => {}
            Received::Lost => self.wakeups.wake_all(),
        }
    }
}

/// A subscription to the messages of one table.
#[derive(Debug)]
pub(crate) struct TalkSubscription {
    wakeup: watch::Receiver<()>,
    /// The newest change that was read.
    last_change: u64,
    ready: VecDeque<Arc<Message>>,
    /// Whether there may be something that was not read.
    is_due: bool,
    /// When to read without a wake-up: a notice between nodes may be lost.
    read_at: Option<Instant>,
    reread: Duration,
}

impl TalkSubscription {
    /// Subscribes to messages from now on.
    pub(crate) async fn begin(feed: &TalkFeed, table: TableId) -> Answer<Self> {
        // Subscribe before reading the journal, so that nothing is missed in between.
        let wakeup = feed.wakeups.of(table);
        let last_change = feed.journal.newest_change(table).await?;
        let reread = feed.reread;
        let read_at = feed.journal.is_shared().then(|| Instant::now() + reread);
        Ok(Self { wakeup, last_change, ready: VecDeque::new(), is_due: false, read_at, reread })
    }

    /// Whether there may be a new or changed message now.
    pub(crate) fn may_have_news(&mut self) -> bool {
        self.is_due |= self.wakeup.has_changed().unwrap_or(false);
        self.is_due || !self.ready.is_empty()
    }

    /// The next new or changed message, if there is one now. Cancel safe.
    pub(crate) async fn next(
        &mut self,
        feed: &TalkFeed,
        table: TableId,
        viewer: Viewer,
    ) -> Answer<Option<Arc<Message>>> {
        loop {
            if let Some(message) = self.ready.pop_front() {
                return Ok(Some(message));
            }
            // Marked before the read, so that a wake-up meanwhile causes another read.
            self.is_due |= self.wakeup.has_changed().unwrap_or(false);
            self.wakeup.mark_unchanged();
            if !self.is_due {
                return Ok(None);
            }
            let changes = feed.journal.news(table, viewer.player, self.last_change, BATCH).await?;
            let row = feed.journal.table(table).await?;
            let may_hear = match &row {
                Some(row) => feed.access.of(row, viewer).await?.hear,
                None => false,
            };
            self.is_due = changes.len() == BATCH as usize;
            for news in changes {
                self.last_change = news.message.change;
                if may_hear && !news.is_muted {
                    self.ready.push_back(Arc::new(news.message));
                }
            }
        }
    }

    /// Waits until there may be something new. Cancel safe.
    pub(crate) async fn woken(&mut self) {
        let read_at = self.read_at;
        let timer = async {
            match read_at {
                Some(at) => sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            // Biased, so that a simulation can be repeated.
            biased;
            // The feed keeps a channel as long as it has receivers; if it is gone, nothing will
            // wake us.
            woken = self.wakeup.changed() => {
                if woken.is_err() {
                    std::future::pending::<()>().await;
                }
            }
            () = timer => self.read_at = Some(Instant::now() + self.reread),
        }
        self.is_due = true;
    }
}
