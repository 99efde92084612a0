//! Results of a player's games.

use std::sync::Arc;

use gueridon_game::Seat;

use super::Lobby;
use crate::refusal::Answer;
use crate::tables::info::{TableInfo, TableStatus};
use gueridon_journal::TableId;
use gueridon_journal::results::ResultPage;

/// A player's result at a table whose game is over.
#[derive(Debug, Clone)]
pub struct FinishedTable {
    /// The table.
    pub table: Arc<TableInfo>,
    /// Where the player sat.
    pub seat: Seat,
    /// The rank; 1 is the best.
    pub rank: u8,
    /// The total that decides the rank.
    pub points: i32,
}

impl FinishedTable {
    /// The place in a list of results after which the next page begins.
    #[must_use]
    pub fn cursor(&self) -> (i64, TableId) {
        (self.table.ended_ms.unwrap_or_default(), self.table.id)
    }
}

impl Lobby {
    /// A player's results, the latest end first. Those of private tables, and of tables without
    /// spectators, are only for those who sat there.
    ///
    /// # Errors
    /// A [`Fault`](crate::refusal::Fault) when the journal does not answer.
    pub async fn results(&self, page: &ResultPage) -> Answer<Vec<FinishedTable>> {
        let rows = self.journal.results(page).await?;
        let finished = rows.iter().filter_map(|row| {
            let info = TableInfo::of(row, TableStatus::from(row));
            let seat = row.seat_of(page.player)?;
            let columns = &info.result.as_ref()?.score.seats;
            let column = columns.iter().find(|column| column.seat == seat)?;
            let (rank, points) = (column.rank, column.points);
            Some(FinishedTable { table: Arc::new(info), seat, rank, points })
        });
        Ok(finished.collect())
    }
}
