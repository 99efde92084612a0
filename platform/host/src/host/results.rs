//! How games have ended: the score of a table, and all of a player's.

use std::sync::Arc;

use gueridon_game::{Score, Seat};

use super::watching::{Watch, may_watch};
use super::{Host, TableInfo, TableStatus, Viewer};
use crate::refusal::Answer;
use gueridon_journal::TableId;
use gueridon_journal::results::ResultPage;

/// What a player has come to at a table whose game is over.
#[derive(Debug, Clone)]
pub struct FinishedTable {
    /// The table.
    pub table: Arc<TableInfo>,
    /// Where the player sat.
    pub seat: Seat,
    /// 1 for the best.
    pub rank: u8,
    /// The sum that ranks.
    pub points: i32,
}

impl FinishedTable {
    /// Where a list goes on after it.
    #[must_use]
    pub fn place(&self) -> (i64, TableId) {
        (self.table.ended_ms.unwrap_or_default(), self.table.id)
    }
}

impl TableInfo {
    /// The final score of a game that is over, as the journal has it; none for who may not watch.
    #[must_use]
    pub fn result(&self, viewer: Viewer) -> Option<&Score> {
        let is_seen = may_watch(&self.settings, &self.seated, viewer) != Watch::Never;
        self.score.as_deref().filter(|_| is_seen)
    }
}

impl Host {
    /// What a player has come to where the game is over, the newest end first, as the journal has
    /// it: of tables that are private, or where only those who play may watch, who sat there is
    /// told.
    ///
    /// # Errors
    /// A [`Fault`](crate::refusal::Fault) when the journal does not answer.
    pub async fn results(&self, page: &ResultPage) -> Answer<Vec<FinishedTable>> {
        let rows = self.context.journal.results(page).await?;
        let finished = rows.iter().filter_map(|row| {
            let info = TableInfo::of(row, TableStatus::from(row));
            let seat = row.seat_of(page.player)?;
            let columns = &info.score.as_ref()?.seats;
            let column = columns.iter().find(|column| column.seat == seat)?;
            let (rank, points) = (column.rank, column.points);
            Some(FinishedTable { table: Arc::new(info), seat, rank, points })
        });
        Ok(finished.collect())
    }
}
