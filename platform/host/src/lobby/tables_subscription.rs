//! News of lists of tables: of all open ones that the viewer may know of, or those in play too, or
//! of a player's own.

use std::sync::Arc;

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::Lobby;
use super::feed::{Feed, FeedFilter, FeedUpdate};
use super::table_list::TableList;
use crate::refusal::Answer;
use crate::tables::info::TableInfo;
use crate::viewer::Viewer;
use gueridon_journal::TableId;

/// How many of a player's tables are known from the beginning.
const MOST: u32 = 1_000;

/// News of tables.
#[derive(Debug, Clone, PartialEq)]
pub enum TablesUpdate {
    /// The first update: a list that is read from now on misses nothing.
    Listening,
    /// A table as it is now; none if it left the list.
    Table {
        /// Which.
        id: TableId,
        /// How it stands.
        table: Option<Arc<TableInfo>>,
    },
    /// The last update: the subscriber was too slow, something was missed, or the host stops.
    /// Subscribe again.
    Resume,
}

/// News of tables for one viewer; ends only with [`TablesUpdate::Resume`].
#[derive(Debug)]
pub struct TablesSubscription {
    feed: Arc<Feed>,
    id: u64,
    updates: mpsc::Receiver<FeedUpdate>,
    stop: CancellationToken,
    is_told: bool,
    is_over: bool,
}

impl Lobby {
    /// Subscribes to a list of tables. [`TableList::Open`]: whenever a table is opened, somebody
    /// sits down or gets up, or it is open no more. [`TableList::OpenOrPlaying`]: also whenever one
    /// begins or ends, however it ends. [`TableList::Of`] a player: whenever one comes into the
    /// player's list, changes before its start, begins or ends, and whenever it becomes or stops
    /// being the player's turn.
    ///
    /// # Errors
    /// A [`Fault`](crate::refusal::Fault) when the journal does not answer.
    pub async fn subscribe_to_tables(
        &self,
        viewer: Viewer,
        list: TableList,
        game: Option<String>,
    ) -> Answer<TablesSubscription> {
        let feed = Arc::clone(&self.feed);
        let (id, updates) = feed.add(FeedFilter { viewer, list, game: game.clone() });
        // From here on, dropping it removes the subscriber.
        let stop = self.stop.clone();
        let subscription =
            TablesSubscription { feed, id, updates, stop, is_told: false, is_over: false };
        if let Some(player) = viewer.player {
            let (journal, feed) = (&self.journal, &self.feed);
            for one in journal.my_tables(player, None, MOST).await? {
                if game.as_ref().is_none_or(|game| *game == one.row.game) {
                    feed.know(id, &one.row, one.is_turn);
                }
            }
            for one in journal.invitations(player, None, MOST).await? {
                if game.as_ref().is_none_or(|game| *game == one.table.game) {
                    feed.know(id, &one.table, false);
                }
            }
        }
        Ok(subscription)
    }
}

impl TablesSubscription {
    /// The next update; none after the last. Cancel safe.
    pub async fn next(&mut self) -> Option<TablesUpdate> {
        if self.is_over {
            return None;
        }
        if !self.is_told {
            self.is_told = true;
            return Some(TablesUpdate::Listening);
        }
        let Self { stop, updates, .. } = self;
        match stop.run_until_cancelled(updates.recv()).await.flatten() {
            Some(FeedUpdate { id, table }) => Some(TablesUpdate::Table { id, table }),
            None => {
                self.is_over = true;
                Some(TablesUpdate::Resume)
            }
        }
    }
}

impl Drop for TablesSubscription {
    fn drop(&mut self) {
        self.feed.remove(self.id);
    }
}
