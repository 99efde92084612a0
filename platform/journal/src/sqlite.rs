//! The journal of a single node: one SQLite file.
//!
//! The file is in WAL mode with `synchronous=FULL`, so what is committed survives a loss of
//! power. All writing is done by one task, which commits whatever has gathered meanwhile as one
//! transaction and then answers everybody: a commit costs the same for one entry as for a hundred.
//!
//! Beside the file lies `FILE.lock`, which the one process that has the journal open holds.

mod lobby;
mod lock;
mod notices;
mod people;
mod results;
mod schema;
pub(crate) mod tables;
mod talk;
mod writer;

use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use gueridon_game::{Seat, Seats};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row};
use uuid::Uuid;

use super::{
    After, BuildRow, Closed, Entry, Journal, JournalError, Page, Reader, ResultPage, Start, Status,
    TableId, TableRow,
};
use writer::{Write, Writer};

/// A journal in an SQLite file.
#[derive(Debug)]
pub struct Sqlite {
    readers: SqlitePool,
    writer: Writer,
}

impl Sqlite {
    /// Opens a journal, and makes a new one where there is no file yet.
    ///
    /// # Errors
    /// [`JournalError::NotAJournal`] for a file that is something else, [`JournalError::Newer`]
    /// for one that a later version of this program wrote, [`JournalError::InUse`] for one that is
    /// open already, [`JournalError::CannotOpen`] when the file cannot be read and written as
    /// safely as a journal must be.
    pub async fn open(file: &Path) -> Result<Self, JournalError> {
        let (name, options) = options(file)?;
        // The file is looked at before anything is changed in it, its mode included.
        schema::check(&name, &options).await?;
        let lock = lock::take(&name, options.get_filename())?;
        let mut connection = writer::connect(&name, &options).await?;
        schema::bring_up_to_date(&name, &mut connection).await?;
        Self::with(name, options, connection, Some(lock)).await
    }

    /// Opens a journal that a server may be using meanwhile, to write about people, whom servers
    /// look up again and again. What is written about tables here, a server would not see.
    ///
    /// # Errors
    /// As for [`Sqlite::open`]; [`JournalError::CannotOpen`] also where there is no journal yet, or
    /// one of an older version, which a server must have opened first.
    pub async fn open_beside(file: &Path) -> Result<Self, JournalError> {
        let (name, options) = options(file)?;
        schema::check_is_there(&name, &options).await?;
        let connection = writer::connect(&name, &options).await?;
        Self::with(name, options, connection, None).await
    }

    async fn with(
        name: String,
        options: SqliteConnectOptions,
        connection: SqliteConnection,
        lock: Option<File>,
    ) -> Result<Self, JournalError> {
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options.clone())
            .await
            .map_err(|error| schema::cannot_open(&name, &error))?;
        let writer = Writer::start(writer::WriteConnection::new(name, options, connection), lock);
        Ok(Self { readers, writer })
    }

    /// Closes the file after all that is still to be written. Whoever closes it again waits for
    /// the same.
    pub async fn close(&self) {
        self.writer.stop().await;
        self.readers.close().await;
    }
}

/// The name of a file for messages, and how it is opened.
fn options(file: &Path) -> Result<(String, SqliteConnectOptions), JournalError> {
    let name = file.display().to_string();
    // SQLite takes some relative names for something else than a file.
    let path = std::path::absolute(file).map_err(|error| JournalError::CannotOpen {
        file: name.clone(),
        reason: error.to_string(),
    })?;
    let options = SqliteConnectOptions::new()
        .filename(&path)
        // Made here when there is none; one that disappears later is not made up for.
        .create_if_missing(false)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // What is forgotten about somebody is overwritten.
        .pragma("secure_delete", "on")
        .busy_timeout(Duration::from_secs(5))
        .disable_statement_logging();
    Ok((name, options))
}

#[async_trait]
impl Journal for Sqlite {
    fn is_shared(&self) -> bool {
        false
    }

    async fn keep_build(&self, build: &BuildRow) -> Result<bool, JournalError> {
        self.writer.write(Write::Build(build.clone())).await
    }

    async fn build(&self, sha256: [u8; 32]) -> Result<Option<BuildRow>, JournalError> {
        let row = sqlx::query("select game, bytes, first_used_ms from builds where sha256 = ?")
            .bind(sha256.to_vec())
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| {
            Ok(BuildRow {
                sha256,
                game: row.try_get("game")?,
                bytes: Arc::from(row.try_get::<Vec<u8>, _>("bytes")?),
                first_used_ms: row.try_get("first_used_ms")?,
            })
        })
        .transpose()
    }

    async fn open_table(&self, table: &TableRow) -> Result<bool, JournalError> {
        self.writer.write(Write::Open(table.clone())).await
    }

    async fn table(&self, id: TableId) -> Result<Option<TableRow>, JournalError> {
        let row = sqlx::query("select * from tables where id = ?")
            .bind(id.0)
            .fetch_optional(&self.readers)
            .await?;
        match row {
            None => Ok(None),
            Some(row) => Ok(Some(self.with_seated(&row).await?)),
        }
    }

    async fn tables(&self, page: &Page) -> Result<Vec<TableRow>, JournalError> {
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
        .bind(page.before.map(|id| id.0))
        .bind(page.status.map(Status::word))
        .bind(page.game.clone())
        .bind(page.player.map(|id| id.0))
        .bind(page.first)
        .bind(page.involved.map(|id| id.0))
        .bind(page.reader == Reader::Anybody)
        .bind(page.reader.player().map(|id| id.0))
        .fetch_all(&self.readers)
        .await?;
        let mut tables = Vec::with_capacity(rows.len());
        for row in &rows {
            tables.push(self.with_seated(row).await?);
        }
        Ok(tables)
    }

    async fn start(&self, start: &Start) -> Result<bool, JournalError> {
        self.writer.write(Write::Start(start.clone())).await
    }

    async fn append(&self, entry: &Entry, after: &After) -> Result<bool, JournalError> {
        self.writer.write(Write::Entry(entry.clone(), after.clone())).await
    }

    async fn entries(
        &self,
        table: TableId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError> {
        let rows = sqlx::query(
            "select seq, seat, key, body, digest, at_ms, to_act, ends from entries
             where table_id = ? and seq > ? order by seq limit ?",
        )
        .bind(table.0)
        .bind(i64::try_from(after).unwrap_or(i64::MAX))
        .bind(limit)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| entry(table, row)).collect()
    }

    async fn due(&self, now_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError> {
        let rows = sqlx::query(
            "select id from tables where deadline_ms <= ? order by deadline_ms limit ?",
        )
        .bind(now_ms)
        .bind(limit)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| Ok(TableId(row.try_get(0)?))).collect()
    }

    async fn plan(
        &self,
        table: TableId,
        due_ms: i64,
        deadline_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        self.writer.write(Write::Plan { table, due_ms, deadline_ms }).await
    }

    async fn close_table(
        &self,
        table: TableId,
        why: Closed,
        at_ms: i64,
        due_ms: Option<i64>,
    ) -> Result<bool, JournalError> {
        self.writer.write(Write::Close { table, why, at_ms, due_ms }).await
    }

    async fn beat(&self, node: Uuid, at_ms: i64) -> Result<bool, JournalError> {
        self.writer.write(Write::Beat { node, at_ms }).await
    }

    async fn last_beat(&self) -> Result<Option<i64>, JournalError> {
        let row = sqlx::query("select max(at_ms) from beats").fetch_one(&self.readers).await?;
        Ok(row.try_get(0)?)
    }

    async fn add_outage(&self, outage: Range<i64>) -> Result<bool, JournalError> {
        self.writer.write(Write::Outage(outage)).await
    }

    async fn outages(&self, since_ms: i64) -> Result<Vec<Range<i64>>, JournalError> {
        let rows =
            sqlx::query("select from_ms, to_ms from outages where to_ms > ? order by from_ms")
                .bind(since_ms)
                .fetch_all(&self.readers)
                .await?;
        rows.iter().map(|row| Ok(row.try_get(0)?..row.try_get(1)?)).collect()
    }

    async fn results(&self, page: &ResultPage) -> Result<Vec<TableRow>, JournalError> {
        self.results_of(page).await
    }

    async fn ended(&self, before_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError> {
        self.ended_before(before_ms, limit).await
    }

    async fn delete_table(&self, table: TableId, before_ms: i64) -> Result<bool, JournalError> {
        self.writer.write(Write::Delete { table, before_ms }).await
    }
}

impl Sqlite {
    async fn with_seated(&self, row: &SqliteRow) -> Result<TableRow, JournalError> {
        let mut table = tables::table(row)?;
        let seated = sqlx::query(
            "select seat, player, bot, name, standing
             from seats left join players on players.id = seats.player
             where table_id = ? order by seat",
        )
        .bind(table.id.0)
        .fetch_all(&self.readers)
        .await?;
        table.seated = seated.iter().map(tables::seated).collect::<Result<_, _>>()?;
        Ok(table)
    }
}

fn entry(table: TableId, row: &SqliteRow) -> Result<Entry, JournalError> {
    Ok(Entry {
        table,
        seq: u64::try_from(row.try_get::<i64, _>("seq")?)
            .map_err(|error| JournalError::Broken(error.to_string()))?,
        seat: row.try_get::<Option<u8>, _>("seat")?.map(Seat),
        key: row.try_get("key")?,
        body: row.try_get("body")?,
        digest: row.try_get("digest")?,
        at_ms: row.try_get("at_ms")?,
        to_act: Seats::from_bits(row.try_get("to_act")?),
        ends: row.try_get("ends")?,
    })
}

impl From<sqlx::Error> for JournalError {
    fn from(error: sqlx::Error) -> Self {
        Self::Broken(error.to_string())
    }
}
