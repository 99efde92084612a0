//! What somebody hears of tables: of all that are open and that they may find, or of their own.

use std::sync::Arc;

use futures_util::Stream;
use tokio::sync::mpsc;

use super::board::{Posting, Wish};
use super::{Context, Host, TableInfo, Viewer};
use crate::refusal::Answer;
use gueridon_journal::{PlayerId, TableId};

/// How many of a player's tables are known from the beginning.
const MOST: u32 = 1_000;

/// What somebody who listens is told.
#[derive(Debug, Clone, PartialEq)]
pub enum TablesUpdate {
    /// The first update: whoever lists tables now misses nothing.
    Listening,
    /// A table as it stands now; none where it is none of those listened to any more.
    Table {
        /// Which.
        id: TableId,
        /// How it stands.
        table: Option<Arc<TableInfo>>,
    },
    /// The last update: the listener was too slow, or something was missed, or the host stops.
    Resume,
}

/// Tables as one viewer hears of them; ends only with [`TablesUpdate::Resume`].
#[derive(Debug)]
pub struct TablesSubscription {
    context: Arc<Context>,
    id: u64,
    postings: mpsc::Receiver<Posting>,
    is_told: bool,
    is_over: bool,
}

impl Host {
    /// Every open table that the viewer may find, whenever it is opened or somebody sits down or gets
    /// up there, or `mine`: those at which that player sits, that they own or to which they are
    /// invited, when they begin or end, and when it becomes the player's turn there or no more.
    ///
    /// # Errors
    /// A [`Fault`](crate::refusal::Fault) when the journal does not answer.
    pub async fn subscribe_to_tables(
        &self,
        viewer: Viewer,
        mine: Option<PlayerId>,
        game: Option<String>,
    ) -> Answer<TablesSubscription> {
        let context = Arc::clone(&self.context);
        let (id, postings) = context.board.add(Wish { viewer, mine, game: game.clone() });
        // From here on what is dropped is struck off.
        let subscription =
            TablesSubscription { context, id, postings, is_told: false, is_over: false };
        if let Some(player) = viewer.player {
            let (journal, board) = (&self.context.journal, &self.context.board);
            for one in journal.my_tables(player, None, MOST).await? {
                if game.as_ref().is_none_or(|game| *game == one.row.game) {
                    board.know(id, &one.row, one.is_turn);
                }
            }
            for one in journal.invitations(player, None, MOST).await? {
                if game.as_ref().is_none_or(|game| *game == one.table.game) {
                    board.know(id, &one.table, false);
                }
            }
        }
        Ok(subscription)
    }
}

impl TablesSubscription {
    /// The next update; none after the last. Safe to cancel.
    pub async fn next(&mut self) -> Option<TablesUpdate> {
        if self.is_over {
            return None;
        }
        if !self.is_told {
            self.is_told = true;
            return Some(TablesUpdate::Listening);
        }
        let stop = self.context.stop.clone();
        match stop.run_until_cancelled(self.postings.recv()).await.flatten() {
            Some(Posting { id, table }) => Some(TablesUpdate::Table { id, table }),
            None => {
                self.is_over = true;
                Some(TablesUpdate::Resume)
            }
        }
    }

    /// The updates as a stream.
    pub fn into_stream(self) -> impl Stream<Item = TablesUpdate> + Send {
        futures_util::stream::unfold(self, |mut subscription| async {
            let update = subscription.next().await?;
            Some((update, subscription))
        })
    }
}

impl Drop for TablesSubscription {
    fn drop(&mut self) {
        self.context.board.remove(self.id);
    }
}
