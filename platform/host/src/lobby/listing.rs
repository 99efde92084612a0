//! Lists of tables: all, and those of a player.

use super::Lobby;
use crate::page::{LONGEST_PAGE, page_size};
use crate::refusal::{Answer, Code};
use crate::tables::info::{TableInfo, TableStatus};
use crate::viewer::Viewer;
use gueridon_journal::{PlayerId, TableId, TablePage};

/// A table in a player's own list.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnTable {
    /// The table.
    pub table: TableInfo,
    /// Whether it is the player's turn.
    pub is_turn: bool,
}

impl Lobby {
    /// A table's row, for a viewer who may know of it; its game is not called.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`.
    pub async fn table(&self, table: TableId, viewer: Viewer) -> Answer<TableInfo> {
        let row = self.access.row(table, viewer).await?;
        Ok(TableInfo::of(&row, TableStatus::from(&row)))
    }

    /// The id of a table's game, without a check of who asks: callers must not pass it to viewers
    /// who may not know of the table.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`.
    pub async fn game_of(&self, table: TableId) -> Answer<String> {
        let row = self.journal.table(table).await?;
        Ok(row.ok_or_else(|| Code::UnknownTable.answer())?.game)
    }

    /// Tables, the newest first; never more than [`LONGEST_PAGE`](crate::host::LONGEST_PAGE).
    ///
    /// # Errors
    /// A [`Fault`](crate::refusal::Fault) when the journal does not answer.
    pub async fn tables(&self, page: &TablePage) -> Answer<Vec<TableInfo>> {
        let page = TablePage { first: page.first.min(page_size(LONGEST_PAGE)), ..page.clone() };
        let rows = self.journal.tables(&page).await?;
        Ok(rows.iter().map(|row| TableInfo::of(row, TableStatus::from(row))).collect())
    }

    /// Tables that are open or played at which a player sits, and open ones that the player owns:
    /// those at which it is the player's turn first, then the newest first; never more than
    /// [`LONGEST_PAGE`](crate::host::LONGEST_PAGE).
    ///
    /// # Errors
    /// A [`Fault`](crate::refusal::Fault) when the journal does not answer.
    pub async fn my_tables(
        &self,
        player: PlayerId,
        after: Option<(bool, TableId)>,
        first: usize,
    ) -> Answer<Vec<OwnTable>> {
        let found = self.journal.my_tables(player, after, page_size(first)).await?;
        let mine = found.iter().map(|one| OwnTable {
            table: TableInfo::of(&one.row, TableStatus::from(&one.row)),
            is_turn: one.is_turn,
        });
        Ok(mine.collect())
    }
}
