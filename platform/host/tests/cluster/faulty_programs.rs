//! Programs, in a journal that fails.

use async_trait::async_trait;
use gueridon_journal::{
    Account, Decline, JournalError, PlayerId, Precondition, Program, Programs, Readiness, TableId,
    TokenRow,
};
use uuid::Uuid;

use crate::faults::Faulty;

#[async_trait]
impl Programs for Faulty {
    async fn add_program(
        &self,
        account: &Account,
        token: &TokenRow,
        owner: PlayerId,
        most: u32,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let (account, token, precondition) = (account.clone(), token.clone(), precondition.clone());
        self.write(|truth| async move {
            truth.add_program(&account, &token, owner, most, &precondition).await
        })
        .await
    }

    async fn program(&self, player: PlayerId) -> Result<Option<Program>, JournalError> {
        self.read(self.truth.program(player)).await
    }

    async fn programs_of(&self, owner: PlayerId) -> Result<Vec<Program>, JournalError> {
        self.read(self.truth.programs_of(owner)).await
    }

    async fn switch_program(
        &self,
        player: PlayerId,
        off_ms: Option<i64>,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let precondition = precondition.clone();
        self.write(|truth| async move { truth.switch_program(player, off_ms, &precondition).await })
            .await
    }

    async fn set_ready(
        &self,
        player: PlayerId,
        ready: &Readiness,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let (ready, precondition) = (ready.clone(), precondition.clone());
        self.write(|truth| async move { truth.set_ready(player, &ready, &precondition).await })
            .await
    }

    async fn renew_ready(
        &self,
        player: PlayerId,
        revision: Uuid,
        until_ms: i64,
    ) -> Result<bool, JournalError> {
        self.write(|truth| async move { truth.renew_ready(player, revision, until_ms).await }).await
    }

    async fn withdraw_ready(
        &self,
        player: PlayerId,
        revision: Option<Uuid>,
    ) -> Result<bool, JournalError> {
        self.write(|truth| async move { truth.withdraw_ready(player, revision).await }).await
    }

    async fn ready_programs(
        &self,
        now_ms: i64,
        after: Option<PlayerId>,
        first: u32,
    ) -> Result<Vec<Program>, JournalError> {
        self.read(self.truth.ready_programs(now_ms, after, first)).await
    }

    async fn lapsed_seats(
        &self,
        now_ms: i64,
        first: u32,
    ) -> Result<Vec<(TableId, PlayerId)>, JournalError> {
        self.read(self.truth.lapsed_seats(now_ms, first)).await
    }

    async fn declines(&self, table: TableId) -> Result<Vec<Decline>, JournalError> {
        self.read(self.truth.declines(table)).await
    }
}
