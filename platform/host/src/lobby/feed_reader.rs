//! Reads tables that changed, for subscribers to lists of tables.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until};
use tokio_util::sync::CancellationToken;

use super::feed::{Feed, Read, is_private};
use crate::tables::info::{TableInfo, TableStatus};
use gueridon_journal::{Journal, JournalError, ListScope, TableId, TablePage};

/// How long notices are collected before their tables are read.
const GATHERING: Duration = Duration::from_millis(50);
/// How often everything is read again if other nodes write too, in rereads of a watched table.
const REREADS: u32 = 6;
/// How many tables of a list are read again.
const MOST: u32 = 1_000;

/// Reads for a feed.
#[derive(Debug)]
pub(crate) struct FeedReader {
    pub(crate) feed: Arc<Feed>,
    pub(crate) journal: Arc<dyn Journal>,
    /// How often watched tables are read again, in case a notice was lost.
    pub(crate) reread: Duration,
}

impl FeedReader {
    /// Starts the task, which ends when the host stops.
    pub(crate) fn start(self, stop: CancellationToken) {
        tokio::spawn(stop.run_until_cancelled_owned(async move { self.run().await }));
    }

    async fn run(&self) {
        let every = self.journal.is_shared().then(|| REREADS * self.reread);
        let mut reread = Instant::now();
        loop {
            match every {
                Some(every) => tokio::select! {
                    // Biased, so that a simulation can be repeated.
                    biased;
                    () = self.feed.woken() => {}
                    () = sleep_until(reread + every) => {}
                },
                None => self.feed.woken().await,
            }
            if every.is_some_and(|every| reread.elapsed() >= every) {
                reread = Instant::now();
                if let Err(error) = self.look_for_changes().await {
                    tracing::debug!(%error, "lists of tables could not be read again");
                }
            }
            let mut failed = None;
            for (table, of_seats) in self.feed.take_pending() {
                if let Err(error) = self.read(table, of_seats).await {
                    self.feed.put_back(table, of_seats);
                    failed = Some(error);
                }
            }
            if let Some(error) = failed {
                tracing::debug!(%error, "some tables could not be read for subscribers");
                self.feed.wake();
                sleep(Duration::from_secs(1)).await;
            }
            sleep(GATHERING).await;
        }
    }

    /// Reads a table and sends it to those who listen for it.
    async fn read(&self, table: TableId, of_seats: bool) -> Result<(), JournalError> {
        let Some((row, to_act)) = self.journal.turn(table).await? else { return Ok(()) };
        let invited = if of_seats || is_private(&row) {
            self.journal.invited(table).await?
        } else {
            Vec::new()
        };
        let table = Arc::new(TableInfo::of(&row, TableStatus::from(&row)));
        let read = Read { row, table, to_act, invited };
        self.feed.send(&read, of_seats, self.journal.is_shared());
        Ok(())
    }

    /// Finds what has changed without a notice.
    async fn look_for_changes(&self) -> Result<(), JournalError> {
        let (statuses, players) = self.feed.interests();
        let mut listed = BTreeMap::new();
        for &status in statuses {
            let page = TablePage {
                status: Some(status),
                first: MOST,
                reader: ListScope::Everything,
                ..TablePage::default()
            };
            let rows = self.journal.tables(&page).await?;
            let info = |row| TableInfo::of(row, TableStatus::from(row));
            listed.extend(rows.iter().map(|row| (row.id, info(row))));
        }
        let mut changed = BTreeSet::new();
        if !statuses.is_empty() {
            changed.extend(self.feed.changed(&listed));
        }
        for player in players {
            let mine = self.journal.my_tables(player, None, MOST).await?;
            changed.extend(mine.iter().map(|one| one.row.id));
            let invitations = self.journal.invitations(player, None, MOST).await?;
            changed.extend(invitations.iter().map(|one| one.table.id));
        }
        self.feed.read_again(changed);
        Ok(())
    }
}
