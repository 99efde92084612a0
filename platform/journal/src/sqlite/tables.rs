//! Tables and their entries, in an SQLite file.

use std::ops::Range;
use std::sync::Arc;

use async_trait::async_trait;
use sqlx::FromRow;
use sqlx::sqlite::SqliteRow;
use uuid::Uuid;

use super::Sqlite;
use super::rows::tables::{EntryColumns, SeatColumns, TableColumns};
use super::statement::integer;
use super::writes::Write;
use super::writes::tables::TableWrite;
use crate::{
    BuildRow, CloseReason, Entry, Journal, JournalError, ListScope, ResultPage, Start, TableId,
    TablePage, TableRow, TableUpdate,
};

#[async_trait]
impl Journal for Sqlite {
    fn is_shared(&self) -> bool {
        false
    }

    async fn keep_build(&self, build: &BuildRow) -> Result<bool, JournalError> {
        self.writer.write(TableWrite::KeepBuild(build.clone())).await
    }

    async fn build(&self, sha256: [u8; 32]) -> Result<Option<BuildRow>, JournalError> {
        let row: Option<(String, Vec<u8>, i64)> =
            sqlx::query_as("select game, bytes, first_used_ms from builds where sha256 = ?")
                .bind(sha256.to_vec())
                .fetch_optional(&self.readers)
                .await?;
        Ok(row.map(|(game, bytes, first_used_ms)| {
            let bytes = Arc::from(bytes);
            BuildRow { sha256, game, bytes, first_used_ms }
        }))
    }

    async fn open_table(&self, table: &TableRow) -> Result<bool, JournalError> {
        self.writer.write(TableWrite::Open(Box::new(table.clone()))).await
    }

    async fn table(&self, id: TableId) -> Result<Option<TableRow>, JournalError> {
        let row = sqlx::query("select * from tables where id = ?")
            .bind(id)
            .fetch_optional(&self.readers)
            .await?;
        self.optional_table(row).await
    }

    async fn tables(&self, page: &TablePage) -> Result<Vec<TableRow>, JournalError> {
        let rows = sqlx::query(
            "select * from tables
             where (?1 is null or id < ?1)
               and (?2 is null or status = ?2)
               and (?3 is null or game = ?3)
               and (?4 is null
                    or id in (select table_id from seats where player = ?4))
               and (?6 is null
                    or id in (select table_id from seats where player = ?6
                              union select id from tables where opener = ?6 or owner = ?6
                              union select id from tables where starter = ?6))
               and (?7 or not is_private
                    or (?8 is not null and (opener = ?8 or owner = ?8
                        or exists (select 1 from seats
                                   where seats.table_id = tables.id and player = ?8)
                        or exists (select 1 from invitations
                                   where invitations.table_id = tables.id and player = ?8))))
             order by id desc limit ?5",
        )
        .bind(page.before)
        .bind(page.status)
        .bind(page.game.clone())
        .bind(page.player)
        .bind(page.first)
        .bind(page.involved)
        .bind(page.reader == ListScope::Everything)
        .bind(page.reader.player())
        .fetch_all(&self.readers)
        .await?;
        self.all_tables(&rows).await
    }

    async fn start(&self, start: &Start) -> Result<bool, JournalError> {
        self.writer.write(TableWrite::Start(start.clone())).await
    }

    async fn append(&self, entry: &Entry, after: &TableUpdate) -> Result<bool, JournalError> {
        self.writer.write(Write::Entry(entry.clone(), after.clone())).await
    }

    async fn entries(
        &self,
        table: TableId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError> {
        let rows: Vec<EntryColumns> = sqlx::query_as(
            "select seq, seat, key, body, digest, at_ms, to_act, ends from entries
             where table_id = ? and seq > ? order by seq limit ?",
        )
        .bind(table)
        .bind(integer(after))
        .bind(limit)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows.into_iter().map(|row| row.at(table)).collect())
    }

    async fn due(&self, now_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError> {
        let due = "select id from tables where deadline_ms <= ? order by deadline_ms limit ?";
        Ok(sqlx::query_scalar(due).bind(now_ms).bind(limit).fetch_all(&self.readers).await?)
    }

    async fn plan(
        &self,
        table: TableId,
        due_ms: i64,
        deadline_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        self.writer.write(TableWrite::Plan { table, due_ms, deadline_ms }).await
    }

    async fn close_table(
        &self,
        table: TableId,
        why: CloseReason,
        at_ms: i64,
        due_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        self.writer.write(TableWrite::Close { table, why, at_ms, due_ms }).await
    }

    async fn beat(&self, node: Uuid, at_ms: i64) -> Result<bool, JournalError> {
        self.writer.write(TableWrite::Beat { node, at_ms }).await
    }

    async fn last_beat(&self) -> Result<Option<i64>, JournalError> {
        let last = sqlx::query_scalar("select max(at_ms) from beats");
        Ok(last.fetch_one(&self.readers).await?)
    }

    async fn add_outage(&self, outage: Range<i64>) -> Result<bool, JournalError> {
        self.writer.write(TableWrite::AddOutage(outage)).await
    }

    async fn outages(&self, since_ms: i64) -> Result<Vec<Range<i64>>, JournalError> {
        let outages: Vec<(i64, i64)> =
            sqlx::query_as("select from_ms, to_ms from outages where to_ms > ? order by from_ms")
                .bind(since_ms)
                .fetch_all(&self.readers)
                .await?;
        Ok(outages.into_iter().map(|(from_ms, to_ms)| from_ms..to_ms).collect())
    }

    async fn results(&self, page: &ResultPage) -> Result<Vec<TableRow>, JournalError> {
        let (before_ms, before) = page.before.unzip();
        let rows = sqlx::query(
            "select tables.* from seats join tables on tables.id = seats.table_id
             where seats.player = ?1 and status = 'OVER' and result is not null
               and (?2 is null or game = ?2)
               and (?3 is null or (ended_ms, id) < (?3, ?4))
               and ((is_private = 0 and ifnull(settings ->> 'spectators', '') <> 'forbidden')
                    or exists (select 1 from seats as own
                               where own.table_id = tables.id and own.player = ?5))
             order by ended_ms desc, id desc limit ?6",
        )
        .bind(page.player)
        .bind(page.game.clone())
        .bind(before_ms)
        .bind(before)
        .bind(page.asker)
        .bind(page.first)
        .fetch_all(&self.readers)
        .await?;
        self.all_tables(&rows).await
    }

    async fn ended(&self, before_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError> {
        let ended = "select id from tables where ended_ms < ? order by ended_ms limit ?";
        Ok(sqlx::query_scalar(ended).bind(before_ms).bind(limit).fetch_all(&self.readers).await?)
    }

    async fn delete_table(&self, table: TableId, before_ms: i64) -> Result<bool, JournalError> {
        self.writer.write(TableWrite::Delete { table, before_ms }).await
    }
}

impl Sqlite {
    /// A table from its row, with those who sit there.
    pub(super) async fn with_seated(&self, row: &SqliteRow) -> Result<TableRow, JournalError> {
        let table = TableColumns::from_row(row)?;
        let seated: Vec<SeatColumns> = sqlx::query_as(
            "select seat, player, bot, name, standing
             from seats left join players on players.id = seats.player
             where table_id = ? order by seat",
        )
        .bind(table.id)
        .fetch_all(&self.readers)
        .await?;
        table.with(seated.into_iter().map(|row| row.0).collect())
    }

    /// As [`Sqlite::with_seated`], where there may be no row.
    pub(super) async fn optional_table(
        &self,
        row: Option<SqliteRow>,
    ) -> Result<Option<TableRow>, JournalError> {
        match row {
            None => Ok(None),
            Some(row) => Ok(Some(self.with_seated(&row).await?)),
        }
    }

    /// As [`Sqlite::with_seated`], for each row.
    pub(super) async fn all_tables(
        &self,
        rows: &[SqliteRow],
    ) -> Result<Vec<TableRow>, JournalError> {
        let mut tables = Vec::with_capacity(rows.len());
        for row in rows {
            tables.push(self.with_seated(row).await?);
        }
        Ok(tables)
    }
}
