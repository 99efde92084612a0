//! Programs in a PostgreSQL database.

use async_trait::async_trait;
use uuid::Uuid;

use super::Postgres;
use super::connection::InTime;
use crate::columns::programs::LapsedColumns;
use crate::writes::ProgramsWrite;
use crate::{
    Account, Decline, JournalError, PlayerId, Precondition, Program, Programs, Readiness, TableId,
    TokenRow,
};

/// SQL for what a [`Program`] is read from, out of programs `g`, players `p` and owners `o`.
macro_rules! columns {
    () => {
        "p.id, p.name, p.standing, p.created_ms, o.id as owner, o.name as owner_name,
         o.standing as owner_standing, o.created_ms as owner_created_ms, g.off_ms, g.revision,
         g.offer, g.most_tables, g.ready_until_ms,
         (select count(*) from seats
          where seats.player = g.player and seats.status in ('OPEN', 'PLAYING')) as taken"
    };
}

#[async_trait]
impl Programs for Postgres {
    async fn add_program(
        &self,
        account: &Account,
        token: &TokenRow,
        owner: PlayerId,
        most: u32,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let (account, token) = (Box::new(account.clone()), token.clone());
        let precondition = precondition.clone();
        self.write(ProgramsWrite::Add { account, token, owner, most, precondition }).await
    }

    async fn program(&self, player: PlayerId) -> Result<Option<Program>, JournalError> {
        let program = sqlx::query_as(concat!(
            "select ",
            columns!(),
            " from programs as g
             join players as p on p.id = g.player
             join players as o on o.id = g.owner
             where g.player = $1"
        ));
        Ok(program.bind(player).fetch_optional(&self.pool()).in_time().await?)
    }

    async fn programs_of(&self, owner: PlayerId) -> Result<Vec<Program>, JournalError> {
        let programs = sqlx::query_as(concat!(
            "select ",
            columns!(),
            " from programs as g
             join players as p on p.id = g.player
             join players as o on o.id = g.owner
             where g.owner = $1 order by g.player"
        ));
        Ok(programs.bind(owner).fetch_all(&self.pool()).in_time().await?)
    }

    async fn switch_program(
        &self,
        player: PlayerId,
        off_ms: Option<i64>,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let precondition = precondition.clone();
        self.write(ProgramsWrite::Switch { player, off_ms, precondition }).await
    }

    async fn set_ready(
        &self,
        player: PlayerId,
        ready: &Readiness,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        let (ready, precondition) = (ready.clone(), precondition.clone());
        self.write(ProgramsWrite::SetReady { player, ready, precondition }).await
    }

    async fn renew_ready(
        &self,
        player: PlayerId,
        revision: Uuid,
        until_ms: i64,
    ) -> Result<bool, JournalError> {
        self.write(ProgramsWrite::RenewReady { player, revision, until_ms }).await
    }

    async fn withdraw_ready(
        &self,
        player: PlayerId,
        revision: Option<Uuid>,
    ) -> Result<bool, JournalError> {
        self.write(ProgramsWrite::WithdrawReady { player, revision }).await
    }

    async fn ready_programs(
        &self,
        now_ms: i64,
        after: Option<PlayerId>,
        first: u32,
    ) -> Result<Vec<Program>, JournalError> {
        let ready = sqlx::query_as(concat!(
            "select ",
            columns!(),
            " from programs as g
             join players as p on p.id = g.player
             join players as o on o.id = g.owner
             where g.ready_until_ms > $1 and ($2 is null or g.player > $2)
             order by g.player limit $3"
        ));
        let ready = ready.bind(now_ms).bind(after).bind(i64::from(first));
        Ok(ready.fetch_all(&self.pool()).in_time().await?)
    }

    async fn lapsed_seats(
        &self,
        now_ms: i64,
        first: u32,
    ) -> Result<Vec<(TableId, PlayerId)>, JournalError> {
        let lapsed = sqlx::query_as(
            "select table_id, player from seats
             where status = 'OPEN' and coalesce(asked_until_ms, waits_until_ms) is not null
               and coalesce(asked_until_ms, waits_until_ms) <= $1
             order by coalesce(asked_until_ms, waits_until_ms) limit $2",
        );
        let lapsed: Vec<LapsedColumns> =
            lapsed.bind(now_ms).bind(i64::from(first)).fetch_all(&self.pool()).in_time().await?;
        Ok(lapsed.into_iter().map(|seat| (seat.table_id, seat.player)).collect())
    }

    async fn declines(&self, table: TableId) -> Result<Vec<Decline>, JournalError> {
        let declines = sqlx::query_as(
            "select seat, id, name, standing, created_ms, reason, at_ms
             from declines join players on id = program
             where table_id = $1 order by seat",
        );
        Ok(declines.bind(table).fetch_all(&self.pool()).in_time().await?)
    }
}
