//! What those who play at a table do besides playing: give up, come back, ask each other, take
//! back.

use super::Host;
use crate::refusal::Answer;
use crate::table::SeatAction;
use gueridon_journal::{PlayerId, TableId};

impl Host {
    /// Does what the player at a table wants besides playing; answers with the entry that says so.
    /// What is so already is done again without another entry.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NOT_STARTED`, `NOT_SEATED`, `TABLE_STOPPED`, `TABLE_OVER`, `RESIGNED`;
    /// for a proposal `PROPOSAL_PENDING`, `PAUSED`, `NOT_PAUSED`, `NOT_LAST`; for an answer to one
    /// `NOT_PROPOSED`; for taking back `NOT_LAST`, `REVEALED`; `TOO_MANY_ATTEMPTS`.
    pub async fn act(&self, table: TableId, player: PlayerId, deed: SeatAction) -> Answer<u64> {
        let (table, seat) = self.context.seat_at(table, player).await?;
        self.accounts().count_deed(player)?;
        table.act(seat, deed).await
    }

    /// Closes a table at which nobody has done anything since a moment, in milliseconds since
    /// 1970; says whether it did.
    ///
    /// # Errors
    /// `UNKNOWN_TABLE`, `NOT_STARTED`, `TABLE_STOPPED`.
    pub async fn expire(&self, table: TableId, quiet_since_ms: i64) -> Answer<bool> {
        self.context.begun(table).await?.expire(quiet_since_ms).await
    }
}
