//! The journal of a single node: one SQLite file.
//!
//! The file is in WAL mode with `synchronous=FULL`, so what is committed survives a loss of power.
//! One task does all the writing. It commits all writes that are waiting as one transaction, up to
//! 512, and then answers their callers: most of the cost of a commit does not depend on how many
//! writes are in it.
//!
//! Before every commit, and twice a second when nobody writes, that task checks that the file is
//! still there. If the file was deleted, replaced or emptied, nothing is written or read any more.
//!
//! The process that has opened the journal with [`Sqlite::open`] holds a lock on `FILE.lock` beside
//! the file, so that no other can do the same.

mod backup;
mod codes;
mod file;
mod interventions;
mod lists;
mod lobby;
mod lock;
mod migrations;
mod notifications;
mod people;
mod presence;
mod programs;
mod statement;
mod statistics;
mod tables;
mod talk;
mod writer;
mod writes;

use std::path::Path;
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};

use crate::{JournalError, WriteMetrics};
pub use backup::{BackupError, back_up};
use lock::Lock;
use presence::Presence;
use writer::{WriteConnection, Writer};

/// A journal in an SQLite file.
#[derive(Debug)]
pub struct Sqlite {
    readers: SqlitePool,
    writer: Writer,
    metrics: WriteMetrics,
}

impl Sqlite {
    /// Opens a journal, or makes a new one if there is no file yet.
    ///
    /// # Errors
    /// [`JournalError::NotAJournal`] for a file that is something else, [`JournalError::Newer`] for
    /// one that a later version of this program wrote, [`JournalError::InUse`] for one that is open
    /// already, [`JournalError::CannotOpen`] if the file cannot be read, or not be written to as
    /// safely as a journal requires.
    pub async fn open(path: &Path) -> Result<Self, JournalError> {
        let (name, options) = options(path)?;
        // Before the lock, since nothing is made beside a file that is not a journal.
        file::check(&name, &options).await?;
        let lock = lock::take(&name, options.get_filename())?;
        let mut connection = writer::connect(&name, &options).await?;
        let cannot_open = |error: sqlx::Error| file::cannot_open(&name, &error);
        migrations::run(&mut connection).await.map_err(cannot_open)?;
        statistics::renew_all(&mut connection).await.map_err(cannot_open)?;
        Self::with(name, options, connection, Some(lock)).await
    }

    /// Refuses a file that is not there, is empty, or is no journal.
    ///
    /// # Errors
    /// [`JournalError::CannotOpen`].
    pub(crate) async fn check_is_journal(path: &Path) -> Result<(), JournalError> {
        let (name, options) = options(path)?;
        file::check_is_journal(&name, &options).await
    }

    /// Opens a journal that a server may be using at the same time, to write about people and
    /// decisions of operators: servers read those again from time to time, but would not notice
    /// other writes.
    ///
    /// # Errors
    /// As for [`Sqlite::open`]; [`JournalError::CannotOpen`] also where there is no journal yet, or
    /// one of an older version, which a server must have opened first.
    pub async fn open_beside(path: &Path) -> Result<Self, JournalError> {
        let (name, options) = options(path)?;
        file::check_is_there(&name, &options).await?;
        let connection = writer::connect(&name, &options).await?;
        Self::with(name, options, connection, None).await
    }

    async fn with(
        name: String,
        options: SqliteConnectOptions,
        connection: SqliteConnection,
        lock: Option<Lock>,
    ) -> Result<Self, JournalError> {
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            // A file does not hang up.
            .test_before_acquire(false)
            .connect_with(options.clone())
            .await
            .map_err(|error| file::cannot_open(&name, &error))?;
        let presence = Presence::new(&name, options.get_filename())?;
        let metrics = WriteMetrics::default();
        let (read, counted) = (readers.clone(), metrics.clone());
        let connection = WriteConnection::new(name, options, connection, presence, read, counted);
        let writer = Writer::start(connection, lock);
        Ok(Self { readers, writer, metrics })
    }

    /// The metrics of its writes.
    #[must_use]
    pub fn metrics(&self) -> &WriteMetrics {
        &self.metrics
    }

    /// How many writes wait for the commit of others.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.writer.waiting()
    }

    /// Closes the file once everything is written. A second call waits until that is done.
    pub async fn close(&self) {
        self.writer.stop().await;
        self.readers.close().await;
    }
}

/// The name of a file for messages, and the options to open it with.
pub(crate) fn options(file: &Path) -> Result<(String, SqliteConnectOptions), JournalError> {
    let name = file.display().to_string();
    // SQLite takes some relative names for something other than a file.
    let path = std::path::absolute(file).map_err(|error| JournalError::CannotOpen {
        file: name.clone(),
        reason: error.to_string(),
    })?;
    let options = SqliteConnectOptions::new()
        .filename(&path)
        // `file::check` makes a new file. One that disappears later is not made again.
        .create_if_missing(false)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        // What is deleted is overwritten, since it may be about a person.
        .pragma("secure_delete", "on")
        // What a statement must be able to take back is not worth a file.
        .pragma("temp_store", "memory")
        .busy_timeout(Duration::from_secs(5))
        .analysis_limit(statistics::ROWS)
        .disable_statement_logging();
    // A test finds the statements in the log.
    #[cfg(feature = "suite")]
    let options = {
        let level = "trace".parse().expect("it is a level");
        options.log_statements(level).log_slow_statements(level, Duration::MAX)
    };
    Ok((name, options))
}

#[cfg(test)]
mod tests {
    use gueridon_game::Seats;
    use tokio::time::timeout;

    use super::*;
    use crate::{Entry, Journal, TableId, TableUpdate};

    #[tokio::test]
    async fn who_reads_keeps_nobody_from_hearing_that_the_file_is_lost() {
        let directory = tempfile::TempDir::new().unwrap();
        let file = directory.path().join("journal.db");
        let journal = Sqlite::open(&file).await.unwrap();
        let reader = journal.readers.acquire().await.unwrap();
        std::fs::remove_file(&file).unwrap();
        let entry = Entry {
            table: TableId::default(),
            seq: 1,
            seat: None,
            key: "a".to_owned(),
            body: "{}".to_owned(),
            digest: String::new(),
            at_ms: 0,
            to_act: Seats::NONE,
            ends: false,
        };
        let update = TableUpdate::default();
        let written = timeout(Duration::from_secs(60), journal.append(&entry, &update)).await;
        assert!(matches!(written, Ok(Err(JournalError::Lost { .. }))), "{written:?}");
        assert!(journal.readers.is_closed());
        drop(reader);
        journal.close().await;
    }
}
