//! What becomes of tables that have ended: whose results they are, and how long they are kept.

use super::{PlayerId, TableId};

/// Which results of a player to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultPage {
    /// Whose.
    pub player: PlayerId,
    /// Who asks: private tables, and those that may not be watched, are listed only for those who
    /// sat there.
    pub asker: Option<PlayerId>,
    /// Only those of that game.
    pub game: Option<String>,
    /// Only tables that ended before that moment, or then and were opened before that table.
    pub before: Option<(i64, TableId)>,
    /// At most that many.
    pub first: u32,
}
