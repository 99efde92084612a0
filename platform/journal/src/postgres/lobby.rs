//! Tables before they begin, and who owns them, in a PostgreSQL database.

use async_trait::async_trait;
use gueridon_game::Seats;

use super::Postgres;
use super::connection::InTime;
use super::statement::{can_be_kept, table_columns};
use super::writes::opening::count_tables;
use crate::columns::Number;
use crate::columns::tables::TurnColumns;
use crate::writes::LobbyWrite;
use crate::{Arrangement, Invitation, JournalError, Lobby, MyTable, PlayerId, TableId, TableRow};

/// SQL for the seats to act at a table `t` in play.
macro_rules! to_act {
    () => {
        "coalesce((select to_act from entries where table_id = t.id order by seq desc limit 1),
                  t.to_act)"
    };
}

#[async_trait]
impl Lobby for Postgres {
    async fn arrange(
        &self,
        table: TableId,
        arrangement: &Arrangement,
        until_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        let arrangement = arrangement.clone();
        self.write(LobbyWrite::Arrange { table, arrangement, until_ms }).await
    }

    async fn open_within(
        &self,
        table: &TableRow,
        invited: &[PlayerId],
        most: u32,
    ) -> Result<bool, JournalError> {
        let (table, invited) = (Box::new(table.clone()), invited.to_vec());
        self.write(LobbyWrite::OpenWithin { table, invited, most }).await
    }

    async fn is_invited(&self, table: TableId, player: PlayerId) -> Result<bool, JournalError> {
        let found = sqlx::query("select 1 from invitations where table_id = $1 and player = $2")
            .bind(table)
            .bind(player)
            .fetch_optional(&self.pool())
            .in_time()
            .await?;
        Ok(found.is_some())
    }

    async fn invited(&self, table: TableId) -> Result<Vec<PlayerId>, JournalError> {
        let invited = "select player from invitations where table_id = $1";
        Ok(sqlx::query_scalar(invited).bind(table).fetch_all(&self.pool()).in_time().await?)
    }

    async fn invitations(
        &self,
        player: PlayerId,
        before: Option<TableId>,
        first: u32,
    ) -> Result<Vec<Invitation>, JournalError> {
        let invitations = sqlx::query_as(concat!(
            "select ",
            table_columns!(),
            ", i.player, i.inviter, i.at_ms, p.name, p.standing
             from invitations as i
             join tables as t on t.id = i.table_id
             join players as p on p.id = i.inviter
             where i.player = $1 and i.is_pending and i.table_id < $2
               and not exists (select 1 from seats where table_id = t.id and player = $1)
             order by i.table_id desc limit $3",
        ));
        let invitations = invitations
            .bind(player)
            .bind(before.unwrap_or(TableId::AFTER_ALL))
            .bind(i64::from(first));
        Ok(invitations.fetch_all(&self.pool()).in_time().await?)
    }

    async fn table_by_invite(&self, code: &str) -> Result<Option<TableRow>, JournalError> {
        if !can_be_kept(code) {
            return Ok(None);
        }
        let table = concat!("select ", table_columns!(), " from tables as t where invite = $1");
        Ok(sqlx::query_as(table).bind(code).fetch_optional(&self.pool()).in_time().await?)
    }

    async fn rematch_of(&self, table: TableId) -> Result<Option<TableId>, JournalError> {
        let rematch = sqlx::query_scalar("select id from tables where rematch_of = $1");
        Ok(rematch.bind(table).fetch_optional(&self.pool()).in_time().await?)
    }

    async fn my_tables(
        &self,
        player: PlayerId,
        after: Option<(bool, TableId)>,
        first: u32,
    ) -> Result<Vec<MyTable>, JournalError> {
        // Whole rows are read only of the tables of the page.
        let mine = sqlx::query_as(concat!(
            "with own as (
                 select table_id as id, seat, status from seats
                 where player = $1 and status in ('OPEN', 'PLAYING')
                 union all
                 select id, null, status from tables
                 where owner = $1 and status = 'OPEN'
                   and not exists (select 1 from seats where table_id = tables.id and player = $1)
             ),
             turns as (
                 select t.id, own.status = 'PLAYING' and (",
            to_act!(),
            " >> own.seat::int) & 1 = 1 as is_turn
                 from own join tables as t on t.id = own.id
             ),
             page as (
                 select * from turns where (is_turn, id) < ($2, $3)
                 order by is_turn desc, id desc limit $4
             )
             select ",
            table_columns!(),
            ", page.is_turn from page join tables as t on t.id = page.id
             order by page.is_turn desc, page.id desc"
        ));
        let (is_turn, id) = after.unwrap_or((true, TableId::AFTER_ALL));
        let mine = mine.bind(player).bind(is_turn).bind(id).bind(i64::from(first));
        Ok(mine.fetch_all(&self.pool()).in_time().await?)
    }

    async fn count_tables(&self, player: PlayerId) -> Result<u32, JournalError> {
        let count = sqlx::query_scalar(concat!("select ", count_tables!("$1")));
        let count: Number<u32> = count.bind(player).fetch_one(&self.pool()).in_time().await?;
        Ok(count.0)
    }

    async fn turn(&self, table: TableId) -> Result<Option<(TableRow, Seats)>, JournalError> {
        let turn = sqlx::query_as(concat!(
            "select ",
            table_columns!(),
            ", case when t.status = 'PLAYING' then ",
            to_act!(),
            " else 0 end as turn from tables as t where id = $1"
        ));
        let turn: Option<TurnColumns> =
            turn.bind(table).fetch_optional(&self.pool()).in_time().await?;
        Ok(turn.map(|TurnColumns { table, turn }| (table, turn)))
    }

    async fn quiet_since(
        &self,
        before_ms: i64,
        after: Option<TableId>,
        first: u32,
    ) -> Result<Vec<TableId>, JournalError> {
        let quiet = sqlx::query_scalar(
            "select id from tables
             where status = 'PLAYING' and id > $2 and started_ms < $1
               and coalesce((select at_ms from entries where table_id = tables.id
                             order by seq desc limit 1), started_ms) < $1
             order by id limit $3",
        )
        .bind(before_ms)
        .bind(after.unwrap_or_default())
        .bind(i64::from(first));
        Ok(quiet.fetch_all(&self.pool()).in_time().await?)
    }
}
