//! Tables before they begin, in a journal that fails.

use async_trait::async_trait;
use gueridon_game::Seats;
use gueridon_journal::{
    Arrangement, Invitation, JournalError, Lobby, MyTable, PlayerId, TableId, TableRow,
};

use crate::faults::Faulty;

#[async_trait]
impl Lobby for Faulty {
    async fn arrange(
        &self,
        table: TableId,
        arrangement: &Arrangement,
        until_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        let arrangement = arrangement.clone();
        self.write(|truth| async move { truth.arrange(table, &arrangement, until_ms).await }).await
    }

    async fn open_within(
        &self,
        table: &TableRow,
        invited: &[PlayerId],
        most: u32,
    ) -> Result<bool, JournalError> {
        let (table, invited) = (table.clone(), invited.to_vec());
        self.write(|truth| async move { truth.open_within(&table, &invited, most).await }).await
    }

    async fn is_invited(&self, table: TableId, player: PlayerId) -> Result<bool, JournalError> {
        self.read(self.truth.is_invited(table, player)).await
    }

    async fn invited(&self, table: TableId) -> Result<Vec<PlayerId>, JournalError> {
        self.read(self.truth.invited(table)).await
    }

    async fn invitations(
        &self,
        player: PlayerId,
        before: Option<TableId>,
        first: u32,
    ) -> Result<Vec<Invitation>, JournalError> {
        self.read(self.truth.invitations(player, before, first)).await
    }

    async fn table_by_invite(&self, code: &str) -> Result<Option<TableRow>, JournalError> {
        self.read(self.truth.table_by_invite(code)).await
    }

    async fn rematch_of(&self, table: TableId) -> Result<Option<TableId>, JournalError> {
        self.read(self.truth.rematch_of(table)).await
    }

    async fn my_tables(
        &self,
        player: PlayerId,
        after: Option<(bool, TableId)>,
        first: u32,
    ) -> Result<Vec<MyTable>, JournalError> {
        self.read(self.truth.my_tables(player, after, first)).await
    }

    async fn count_tables(&self, player: PlayerId) -> Result<u32, JournalError> {
        self.read(self.truth.count_tables(player)).await
    }

    async fn turn(&self, table: TableId) -> Result<Option<(TableRow, Seats)>, JournalError> {
        self.read(self.truth.turn(table)).await
    }

    async fn quiet_since(
        &self,
        before_ms: i64,
        after: Option<TableId>,
        first: u32,
    ) -> Result<Vec<TableId>, JournalError> {
        self.read(self.truth.quiet_since(before_ms, after, first)).await
    }
}
