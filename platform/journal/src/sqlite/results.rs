//! Tables that have ended, in an SQLite file.

use sqlx::sqlite::SqliteConnection;
use sqlx::{Executor, Row};

use super::Sqlite;
use crate::results::ResultPage;
use crate::{JournalError, TableId, TableRow};

impl Sqlite {
    pub(super) async fn results_of(
        &self,
        page: &ResultPage,
    ) -> Result<Vec<TableRow>, JournalError> {
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
        .bind(page.player.0)
        .bind(page.game.clone())
        .bind(before_ms)
        .bind(before.map(|id| id.0))
        .bind(page.asker.map(|id| id.0))
        .bind(page.first)
        .fetch_all(&self.readers)
        .await?;
        let mut tables = Vec::with_capacity(rows.len());
        for row in &rows {
            tables.push(self.with_seated(row).await?);
        }
        Ok(tables)
    }

    pub(super) async fn ended_before(
        &self,
        before_ms: i64,
        limit: u32,
    ) -> Result<Vec<TableId>, JournalError> {
        let rows =
            sqlx::query("select id from tables where ended_ms < ? order by ended_ms limit ?")
                .bind(before_ms)
                .bind(limit)
                .fetch_all(&self.readers)
                .await?;
        rows.iter().map(|row| Ok(TableId(row.try_get(0)?))).collect()
    }
}

/// Deletes a table with everything that speaks of it alone, if it ended before a moment. Its
/// messages go with it.
pub(super) async fn delete(
    connection: &mut SqliteConnection,
    table: TableId,
    before_ms: i64,
) -> Result<bool, sqlx::Error> {
    let mut deleted = 0;
    for query in [
        "update tables set rematch_of = null where rematch_of = ?1
         and exists (select 1 from tables as old where old.id = ?1 and old.ended_ms < ?2)",
        "delete from entries where table_id = ?1
         and exists (select 1 from tables where id = ?1 and ended_ms < ?2)",
        "delete from seats where table_id = ?1
         and exists (select 1 from tables where id = ?1 and ended_ms < ?2)",
        "delete from invitations where table_id = ?1
         and exists (select 1 from tables where id = ?1 and ended_ms < ?2)",
        "delete from tables where id = ?1 and ended_ms < ?2",
    ] {
        let query = sqlx::query(query).bind(table.0).bind(before_ms);
        deleted = connection.execute(query).await?.rows_affected();
    }
    Ok(deleted > 0)
}
