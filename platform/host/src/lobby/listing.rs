//! Lists of tables: all, and those of a player.

use std::collections::BTreeSet;

use super::Lobby;
use crate::page::{LONGEST_PAGE, page_size};
use crate::refusal::{Answer, Code};
use crate::tables::info::{TableInfo, TableStatus};
use crate::viewer::Viewer;
use gueridon_journal::{PlayerId, Status, TableId, TablePage, TableRow};

/// At most how many tables at which somebody waits are listed before the others.
const LISTED_FIRST: u32 = 100;

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

    /// Tables, the newest first; never more than [`LONGEST_PAGE`](crate::host::LONGEST_PAGE). Of
    /// all open tables those come first at which somebody waits, so that nobody who opens many
    /// hides the others'.
    ///
    /// # Errors
    /// A [`Fault`](crate::refusal::Fault) when the journal does not answer.
    pub async fn tables(&self, page: &TablePage) -> Answer<Vec<TableInfo>> {
        let page = TablePage { first: page.first.min(page_size(LONGEST_PAGE)), ..page.clone() };
        let rows = match (page.status, page.player) {
            (Some(Status::Open), None) => self.open_tables(&page).await?,
            _ => self.journal.tables(&page).await?,
        };
        Ok(rows.iter().map(|row| TableInfo::of(row, TableStatus::from(row))).collect())
    }

    /// A page of the open tables. Whether it goes on among those at which somebody waits is known
    /// by its cursor.
    async fn open_tables(&self, page: &TablePage) -> Answer<Vec<TableRow>> {
        let waiting = self.journal.waiting(page.game.as_deref(), page.reader, LISTED_FIRST).await?;
        let ids: BTreeSet<_> = waiting.iter().map(|table| table.id).collect();
        let (mut rows, before) = match page.before {
            Some(other) if !ids.contains(&other) => (Vec::new(), Some(other)),
            last => {
                let follows = |table: &TableRow| last.is_none_or(|last| table.id < last);
                (waiting.into_iter().filter(follows).collect(), None)
            }
        };
        let wanted = page.first as usize;
        if rows.len() < wanted {
            let others = TablePage { before, first: page.first + LISTED_FIRST, ..page.clone() };
            let others = self.journal.tables(&others).await?;
            rows.extend(others.into_iter().filter(|table| !ids.contains(&table.id)));
        }
        rows.truncate(wanted);
        Ok(rows)
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
