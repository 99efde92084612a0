//! Tables and their entries, in a PostgreSQL database.

use std::ops::Range;
use std::sync::Arc;

use async_trait::async_trait;
use gueridon_game::Seat;
use uuid::Uuid;

use super::Postgres;
use super::connection::InTime;
use super::lists;
use super::statement::table_columns;
use crate::columns::tables::EntryColumns;
use crate::columns::tables::seat_or_public;
use crate::columns::{Bytes32, integer};
use crate::writes::{TableWrite, Upgrade, Write};
use crate::{
    Beat, BuildRow, CloseReason, Contact, Entry, Journal, JournalError, LastLook, ListScope,
    PlayerId, ResultPage, Start, StopOnUpgrade, TableId, TablePage, TableRow, TableUpdate,
};

#[async_trait]
impl Journal for Postgres {
    fn is_shared(&self) -> bool {
        true
    }

    fn contact(&self) -> Contact {
        self.ping.contact()
    }

    async fn keep_build(&self, build: &BuildRow) -> Result<bool, JournalError> {
        self.write(TableWrite::KeepBuild(build.clone())).await
    }

    async fn build(&self, sha256: [u8; 32]) -> Result<Option<BuildRow>, JournalError> {
        let row: Option<(String, Vec<u8>, i64)> =
            sqlx::query_as("select game, bytes, first_used_ms from builds where sha256 = $1")
                .bind(sha256.to_vec())
                .fetch_optional(&self.pool())
                .in_time()
                .await?;
        Ok(row.map(|(game, bytes, first_used_ms)| {
            let bytes = Arc::from(bytes);
            BuildRow { sha256, game, bytes, first_used_ms }
        }))
    }

    async fn unused_builds(
        &self,
        before_ms: i64,
        limit: u32,
    ) -> Result<Vec<[u8; 32]>, JournalError> {
        let unused = sqlx::query_scalar(
            "select sha256 from builds
             where first_used_ms < $1
               and not exists (select 1 from tables where build = builds.sha256)
             order by first_used_ms limit $2",
        );
        let unused: Vec<Bytes32> =
            unused.bind(before_ms).bind(i64::from(limit)).fetch_all(&self.pool()).in_time().await?;
        Ok(unused.into_iter().map(|sha256| sha256.0).collect())
    }

    async fn delete_build(&self, sha256: [u8; 32], before_ms: i64) -> Result<bool, JournalError> {
        self.write(TableWrite::DeleteBuild { sha256, before_ms }).await
    }

    async fn open_table(&self, table: &TableRow) -> Result<bool, JournalError> {
        self.write(TableWrite::Open(Box::new(table.clone()))).await
    }

    async fn table(&self, id: TableId) -> Result<Option<TableRow>, JournalError> {
        let table = concat!("select ", table_columns!(), " from tables as t where id = $1");
        Ok(sqlx::query_as(table).bind(id).fetch_optional(&self.pool()).in_time().await?)
    }

    async fn tables(&self, page: &TablePage) -> Result<Vec<TableRow>, JournalError> {
        Ok(lists::tables(page).build_query_as().fetch_all(&self.pool()).in_time().await?)
    }

    async fn waiting(
        &self,
        game: Option<&str>,
        reader: ListScope,
        first: u32,
    ) -> Result<Vec<TableRow>, JournalError> {
        let mut waiting = lists::waiting(game, reader, first);
        Ok(waiting.build_query_as().fetch_all(&self.pool()).in_time().await?)
    }

    async fn involving(
        &self,
        player: PlayerId,
        before: Option<TableId>,
        first: u32,
    ) -> Result<Vec<TableRow>, JournalError> {
        let involving = sqlx::query_as(lists::INVOLVING);
        let involving = involving
            .bind(player)
            .bind(before.unwrap_or(TableId::AFTER_ALL))
            .bind(i64::from(first));
        Ok(involving.fetch_all(&self.pool()).in_time().await?)
    }

    async fn start(&self, start: &Start) -> Result<bool, JournalError> {
        self.write(TableWrite::Start(start.clone())).await
    }

    async fn upgrade(
        &self,
        entry: &Entry,
        build: [u8; 32],
        stop: StopOnUpgrade,
    ) -> Result<bool, JournalError> {
        self.write(TableWrite::Upgrade(Upgrade { entry: entry.clone(), build, stop })).await
    }

    async fn tables_of_build(
        &self,
        build: [u8; 32],
        after: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableId>, JournalError> {
        let ids = sqlx::query_scalar(
            "select id from tables where build = $1 and status = 'PLAYING' and id > $2
             order by id limit $3",
        )
        .bind(build.as_slice())
        .bind(after.unwrap_or(TableId(Uuid::nil())))
        .bind(i64::from(limit));
        Ok(ids.fetch_all(&self.pool()).in_time().await?)
    }

    async fn append(&self, entry: &Entry, after: &TableUpdate) -> Result<bool, JournalError> {
        self.write(Write::Entry(entry.clone(), after.clone())).await
    }

    async fn entries(
        &self,
        table: TableId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError> {
        let rows: Vec<EntryColumns> = sqlx::query_as(
            "select seq, seat, key, body, digest, at_ms, to_act, ends from entries
             where table_id = $1 and seq > $2 order by seq limit $3",
        )
        .bind(table)
        .bind(integer(after))
        .bind(i64::from(limit))
        .fetch_all(&self.pool())
        .in_time()
        .await?;
        Ok(rows.into_iter().map(|row| row.at(table)).collect())
    }

    async fn due(&self, now_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError> {
        let due = "select id from tables where deadline_ms <= $1 order by deadline_ms limit $2";
        Ok(sqlx::query_scalar(due)
            .bind(now_ms)
            .bind(i64::from(limit))
            .fetch_all(&self.pool())
            .in_time()
            .await?)
    }

    async fn plan(
        &self,
        table: TableId,
        due_ms: i64,
        deadline_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        self.write(TableWrite::Plan { table, due_ms, deadline_ms }).await
    }

    async fn close_table(
        &self,
        table: TableId,
        why: CloseReason,
        at_ms: i64,
        due_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        self.write(TableWrite::Close { table, why, at_ms, due_ms }).await
    }

    async fn beat(&self, beat: &Beat) -> Result<bool, JournalError> {
        self.write(TableWrite::Beat(*beat)).await
    }

    async fn last_beat(&self) -> Result<Option<i64>, JournalError> {
        let last = sqlx::query_scalar("select max(at_ms) from beats");
        Ok(last.fetch_one(&self.pool()).in_time().await?)
    }

    async fn nodes(&self, since_ms: i64) -> Result<Vec<Beat>, JournalError> {
        let nodes =
            sqlx::query_as("select node, at_ms, load from beats where at_ms >= $1 order by node");
        Ok(nodes.bind(since_ms).fetch_all(&self.pool()).in_time().await?)
    }

    async fn forget_beats(&self, before_ms: i64) -> Result<bool, JournalError> {
        self.write(TableWrite::ForgetBeats { before_ms }).await
    }

    async fn add_outage(&self, outage: Range<i64>) -> Result<bool, JournalError> {
        self.write(TableWrite::AddOutage(outage)).await
    }

    async fn outages(&self, since_ms: i64) -> Result<Vec<Range<i64>>, JournalError> {
        let outages: Vec<(i64, i64)> =
            sqlx::query_as("select from_ms, to_ms from outages where to_ms > $1 order by from_ms")
                .bind(since_ms)
                .fetch_all(&self.pool())
                .in_time()
                .await?;
        Ok(outages.into_iter().map(|(from_ms, to_ms)| from_ms..to_ms).collect())
    }

    async fn results(&self, page: &ResultPage) -> Result<Vec<TableRow>, JournalError> {
        Ok(lists::results(page).build_query_as().fetch_all(&self.pool()).in_time().await?)
    }

    async fn keep_analysis(&self, table: TableId, analysis: &str) -> Result<bool, JournalError> {
        let analysis = analysis.to_owned();
        self.write(TableWrite::KeepAnalysis { table, analysis }).await
    }

    async fn analysis(&self, table: TableId) -> Result<Option<String>, JournalError> {
        let analysis = "select analysis from analyses where table_id = $1";
        Ok(sqlx::query_scalar(analysis).bind(table).fetch_optional(&self.pool()).in_time().await?)
    }

    async fn keep_last_looks(
        &self,
        table: TableId,
        looks: &[LastLook],
    ) -> Result<bool, JournalError> {
        self.write(TableWrite::KeepLastLooks { table, looks: looks.to_vec() }).await
    }

    async fn last_look(
        &self,
        table: TableId,
        seat: Option<Seat>,
    ) -> Result<Option<LastLook>, JournalError> {
        let kept = "select seq, look from last_looks where table_id = $1 and seat = $2";
        let kept: Option<(i64, String)> = sqlx::query_as(kept)
            .bind(table)
            .bind(seat_or_public(seat))
            .fetch_optional(&self.pool())
            .in_time()
            .await?;
        Ok(kept.map(|(seq, look)| LastLook { seat, seq: seq.try_into().unwrap_or_default(), look }))
    }

    async fn ended(&self, before_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError> {
        let ended = "select id from tables where ended_ms < $1 order by ended_ms limit $2";
        Ok(sqlx::query_scalar(ended)
            .bind(before_ms)
            .bind(i64::from(limit))
            .fetch_all(&self.pool())
            .in_time()
            .await?)
    }

    async fn delete_table(&self, table: TableId, before_ms: i64) -> Result<bool, JournalError> {
        self.write(TableWrite::Delete { table, before_ms }).await
    }
}
