//! Who finds a table: everybody an open one; a private one those who sit there, own it, opened it or
//! are invited, and those who look after the server. To others it does not exist.

use std::sync::Arc;

use gueridon_game::Seat;

use super::loaded::Found;
use super::{Context, Viewer};
use crate::refusal::{Answer, Code};
use crate::table::Table;
use gueridon_journal::{ListScope, PlayerId, Role, Status, TableId, TableRow, Visibility};

impl Context {
    /// Whether somebody may know that there is this table.
    pub(crate) async fn may_see(&self, row: &TableRow, viewer: Viewer) -> Answer<bool> {
        if row.settings.visibility == Visibility::Open || viewer.role >= Role::Moderator {
            return Ok(true);
        }
        let Some(player) = viewer.player else { return Ok(false) };
        Ok(row.involves(player) || self.journal.is_invited(row.id, player).await?)
    }

    /// Refuses whoever may not know that there is this table, as if there were none.
    pub(crate) async fn check_seen(&self, row: &TableRow, viewer: Viewer) -> Answer<()> {
        if self.may_see(row, viewer).await? { Ok(()) } else { Err(Code::UnknownTable.answer()) }
    }

    /// A row as the journal has it, for whoever may know of it.
    pub(super) async fn row(&self, table: TableId, viewer: Viewer) -> Answer<TableRow> {
        let row = self.journal.table(table).await?.ok_or_else(|| Code::UnknownTable.answer())?;
        self.check_seen(&row, viewer).await?;
        Ok(row)
    }

    /// The begun table of this id, and where the player sits there.
    pub(super) async fn seat_at(
        self: &Arc<Self>,
        table: TableId,
        player: PlayerId,
    ) -> Answer<(Arc<Table>, Seat)> {
        match self.table(table).await? {
            Found::Begun(table) => match table.shared.row.seat_of(player) {
                Some(seat) => Ok((table, seat)),
                None => {
                    self.check_seen(&table.shared.row, player.into()).await?;
                    Err(Code::NotSeated.answer())
                }
            },
            Found::Open(row) => {
                self.check_seen(&row, player.into()).await?;
                let is_closed = row.status == Status::Closed;
                Err(if is_closed { Code::TableClosed } else { Code::NotStarted }.answer())
            }
        }
    }
}

impl Viewer {
    /// For whom lists are read.
    #[must_use]
    pub fn reader(self) -> ListScope {
        match self.player {
            _ if self.role >= Role::Moderator => ListScope::Everything,
            Some(player) => ListScope::Player(player),
            None => ListScope::Public,
        }
    }
}
