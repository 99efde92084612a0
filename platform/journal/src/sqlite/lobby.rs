//! Tables before they begin, and who owns them, in an SQLite file.

use async_trait::async_trait;
use gueridon_game::Seats;
use sqlx::FromRow;

use super::Sqlite;
use super::rows::tables::{InvitationColumns, ToActColumns, TurnColumns};
use super::writes::lobby::LobbyWrite;
use super::writes::tables::count_tables;
use crate::{Arrangement, Invitation, JournalError, Lobby, MyTable, PlayerId, TableId, TableRow};

/// The seats to act at a table `t` that is played.
macro_rules! to_act {
    () => {
        "coalesce((select to_act from entries where table_id = t.id order by seq desc limit 1),
                  t.to_act)"
    };
}

#[async_trait]
impl Lobby for Sqlite {
    async fn arrange(
        &self,
        table: TableId,
        arrangement: &Arrangement,
        until_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        let arrangement = arrangement.clone();
        self.writer.write(LobbyWrite::Arrange { table, arrangement, until_ms }).await
    }

    async fn open_within(
        &self,
        table: &TableRow,
        invited: &[PlayerId],
        most: u32,
    ) -> Result<bool, JournalError> {
        let (table, invited) = (Box::new(table.clone()), invited.to_vec());
        self.writer.write(LobbyWrite::OpenWithin { table, invited, most }).await
    }

    async fn is_invited(&self, table: TableId, player: PlayerId) -> Result<bool, JournalError> {
        let found = sqlx::query("select 1 from invitations where table_id = ? and player = ?")
            .bind(table)
            .bind(player)
            .fetch_optional(&self.readers)
            .await?;
        Ok(found.is_some())
    }

    async fn invited(&self, table: TableId) -> Result<Vec<PlayerId>, JournalError> {
        let invited = "select player from invitations where table_id = ?";
        Ok(sqlx::query_scalar(invited).bind(table).fetch_all(&self.readers).await?)
    }

    async fn invitations(
        &self,
        player: PlayerId,
        before: Option<TableId>,
        first: u32,
    ) -> Result<Vec<Invitation>, JournalError> {
        let rows = sqlx::query(
            "select tables.*, player, inviter, at_ms, name, standing
             from invitations join tables on tables.id = table_id
             join players on players.id = inviter
             where player = ?1 and status = 'OPEN' and (?2 is null or table_id < ?2)
               and not exists (select 1 from seats
                               where seats.table_id = tables.id and seats.player = ?1)
             order by table_id desc limit ?3",
        )
        .bind(player)
        .bind(before)
        .bind(first)
        .fetch_all(&self.readers)
        .await?;
        let mut invitations = Vec::with_capacity(rows.len());
        for row in &rows {
            let invitation = InvitationColumns::from_row(row)?;
            invitations.push(invitation.to(self.with_seated(row).await?));
        }
        Ok(invitations)
    }

    async fn table_by_invite(&self, code: &str) -> Result<Option<TableRow>, JournalError> {
        let row = sqlx::query("select * from tables where invite = ?")
            .bind(code)
            .fetch_optional(&self.readers)
            .await?;
        self.optional_table(row).await
    }

    async fn rematch_of(&self, table: TableId) -> Result<Option<TableId>, JournalError> {
        let rematch = sqlx::query_scalar("select id from tables where rematch_of = ?");
        Ok(rematch.bind(table).fetch_optional(&self.readers).await?)
    }

    async fn my_tables(
        &self,
        player: PlayerId,
        after: Option<(bool, TableId)>,
        first: u32,
    ) -> Result<Vec<MyTable>, JournalError> {
        let rows = sqlx::query(concat!(
            "select * from (
                 select t.*, iif(t.status = 'PLAYING' and s.seat is not null, (",
            to_act!(),
            " >> s.seat) & 1, 0) as is_turn
                 from tables t left join seats s on s.table_id = t.id and s.player = ?1
                 where t.status in ('OPEN', 'PLAYING') and t.id in
                     (select table_id from seats where player = ?1
                      union select id from tables where owner = ?1 and status = 'OPEN'))
             where ?2 is null or (is_turn, id) < (?2, ?3)
             order by is_turn desc, id desc limit ?4"
        ))
        .bind(player)
        .bind(after.map(|(is_turn, _)| is_turn))
        .bind(after.map(|(_, id)| id))
        .bind(first)
        .fetch_all(&self.readers)
        .await?;
        let mut mine = Vec::with_capacity(rows.len());
        for row in &rows {
            mine.push(TurnColumns::from_row(row)?.at(self.with_seated(row).await?));
        }
        Ok(mine)
    }

    async fn count_tables(&self, player: PlayerId) -> Result<u32, JournalError> {
        let count = sqlx::query_scalar(concat!("select ", count_tables!("?1")));
        Ok(count.bind(player).fetch_one(&self.readers).await?)
    }

    async fn turn(&self, table: TableId) -> Result<Option<(TableRow, Seats)>, JournalError> {
        let row = sqlx::query(concat!(
            "select t.*, iif(t.status = 'PLAYING', ",
            to_act!(),
            ", 0) as turn from tables t where id = ?"
        ))
        .bind(table)
        .fetch_optional(&self.readers)
        .await?;
        match row {
            None => Ok(None),
            Some(row) => {
                let to_act = Seats::from_bits(ToActColumns::from_row(&row)?.turn);
                Ok(Some((self.with_seated(&row).await?, to_act)))
            }
        }
    }

    async fn quiet_since(
        &self,
        before_ms: i64,
        after: Option<TableId>,
        first: u32,
    ) -> Result<Vec<TableId>, JournalError> {
        let quiet = sqlx::query_scalar(
            "select id from tables
             where status = 'PLAYING' and started_ms < ?1 and (?2 is null or id > ?2)
               and coalesce((select at_ms from entries where table_id = tables.id
                             order by seq desc limit 1), started_ms) < ?1
             order by id limit ?3",
        )
        .bind(before_ms)
        .bind(after)
        .bind(first);
        Ok(quiet.fetch_all(&self.readers).await?)
    }
}
