//! Which results of a player are listed.

use super::{PlayerId, TableId};

/// Which results of a player to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultPage {
    /// Whose.
    pub player: PlayerId,
    /// Who asks; none for somebody who is not signed in. Private tables, and those that nobody may
    /// watch, are listed only for those who sat there.
    pub asker: Option<PlayerId>,
    /// Only those of that game.
    pub game: Option<String>,
    /// Only tables that ended before that time, in milliseconds since 1970, or at that time with a
    /// lower id than that table.
    pub before: Option<(i64, TableId)>,
    /// At most that many.
    pub first: u32,
}
