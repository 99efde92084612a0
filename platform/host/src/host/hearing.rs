//! What a subscriber hears of what is said at a table, from when they came on.
//!
//! Whatever comes or changes has a number of its own, so nothing is lost between two readings and
//! nothing is told twice. Whom the hearer does not want to hear, and whether they may hear
//! anything, is looked at anew each time.

use std::collections::VecDeque;
use std::sync::Arc;

use tokio::sync::watch;
use tokio::time::{Duration, Instant, sleep_until};

use crate::access::AccessCheck;
use crate::hints::{Heard, Hint, News};
use crate::refusal::Answer;
use crate::viewer::Viewer;
use crate::wakeups::Wakeups;
use gueridon_journal::talk::Message;
use gueridon_journal::{Journal, TableId};

/// How many messages are read at a time.
const BATCH: u32 = 64;

/// Where subscribers hear what is said at tables.
#[derive(Debug)]
pub(crate) struct TalkFeed {
    journal: Arc<dyn Journal>,
    access: AccessCheck,
    wakeups: Wakeups,
    /// How often messages are read again where others write too, in case a hint was lost.
    reread: Duration,
}

impl TalkFeed {
    pub(crate) fn new(journal: Arc<dyn Journal>, access: AccessCheck, reread: Duration) -> Self {
        Self { journal, access, wakeups: Wakeups::default(), reread }
    }

    /// Wakes those whom a hint concerns.
    pub(crate) fn heard(&self, heard: Heard) {
        match heard {
            Heard::Hint(Hint { table, news: News::Messages }) => self.wakeups.wake(table),
            Heard::Hint(Hint { news: News::Entry(_) | News::Seats, .. }) => {}
            Heard::Lost => self.wakeups.wake_all(),
        }
    }
}

/// One who hears what is said at a table.
#[derive(Debug)]
pub(crate) struct Hearing {
    bell: watch::Receiver<()>,
    /// The newest change that was read.
    at: u64,
    ready: VecDeque<Arc<Message>>,
    /// Whether there may be something that was not read.
    is_due: bool,
    /// When to look even if no bell has rung: a hint between nodes may be lost.
    look_at: Option<Instant>,
    reread: Duration,
}

impl Hearing {
    /// Begins with what is said from now on.
    pub(crate) async fn begin(feed: &TalkFeed, table: TableId) -> Answer<Self> {
        // The bell before the journal, so that nothing falls between them.
        let bell = feed.wakeups.of(table);
        let at = feed.journal.newest_change(table).await?;
        let reread = feed.reread;
        let look_at = feed.journal.is_shared().then(|| Instant::now() + reread);
        Ok(Self { bell, at, ready: VecDeque::new(), is_due: false, look_at, reread })
    }

    /// The next message that has come or changed, if there is one now. Safe to cancel.
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
            // Noted before it is read: what rings meanwhile is read the next time.
            self.is_due |= self.bell.has_changed().unwrap_or(false);
            self.bell.mark_unchanged();
            if !self.is_due {
                return Ok(None);
            }
            let heard = feed.journal.news(table, viewer.player, self.at, BATCH).await?;
            let row = feed.journal.table(table).await?;
            let may_hear = match &row {
                Some(row) => feed.access.of(row, viewer).await?.hear,
                None => false,
            };
            self.is_due = heard.len() == BATCH as usize;
            for news in heard {
                self.at = news.message.change;
                if may_hear && !news.is_muted {
                    self.ready.push_back(Arc::new(news.message));
                }
            }
        }
    }

    /// Waits until there may be something new. Safe to cancel.
    pub(crate) async fn woken(&mut self) {
        let look_at = self.look_at;
        let timer = async {
            match look_at {
                Some(moment) => sleep_until(moment).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            // In order, so that a simulation can happen again.
            biased;
            // The feed keeps a channel as long as it has receivers; if not, nothing wakes any more.
            rung = self.bell.changed() => {
                if rung.is_err() {
                    std::future::pending::<()>().await;
                }
            }
            () = timer => self.look_at = Some(Instant::now() + self.reread),
        }
        self.is_due = true;
    }
}
