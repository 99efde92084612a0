//! The file of a journal: whether it is one, who may read it, and whether commits to it are safe.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

use super::migrations::{self, KNOWN};
use crate::JournalError;

/// The first bytes of every SQLite file.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// The mode of a journal's file: only its owner can read and write it.
#[cfg(unix)]
const MODE: u32 = 0o600;

/// Refuses a file that is something else or of a newer version, before anything is changed in it.
/// If there is no file, makes an empty one; if it is empty, makes it private.
pub(super) async fn check(file: &str, options: &SqliteConnectOptions) -> Result<(), JournalError> {
    let path = options.get_filename();
    let refused = |error: io::Error| JournalError::CannotOpen {
        file: file.to_owned(),
        reason: error.to_string(),
    };
    let mut beginning = Vec::new();
    match fs::File::open(path) {
        Ok(found) => found.take(MAGIC.len() as u64).read_to_end(&mut beginning).map_err(refused)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return make(path).map_err(refused);
        }
        Err(error) => return Err(refused(error)),
    };
    if beginning.is_empty() {
        return keep_private(path).map_err(refused);
    }
    if beginning != MAGIC {
        let reason = "it is not a database".to_owned();
        return Err(JournalError::NotAJournal { file: file.to_owned(), reason });
    }
    let reading = SqliteConnectOptions::new().filename(path).read_only(true);
    let reading = reading.disable_statement_logging();
    let mut connection = reading.connect().await.map_err(|error| cannot_open(file, &error))?;
    let checked = check_header(file, &mut connection).await;
    connection.close().await.map_err(|error| cannot_open(file, &error))?;
    checked
}

/// Refuses what [`check`] refuses, and a file that does not exist or is empty.
pub(super) async fn check_is_journal(
    file: &str,
    options: &SqliteConnectOptions,
) -> Result<(), JournalError> {
    if !fs::metadata(options.get_filename()).is_ok_and(|about| about.len() > 0) {
        let reason = "there is no journal yet: serve once".to_owned();
        return Err(JournalError::CannotOpen { file: file.to_owned(), reason });
    }
    check(file, options).await
}

/// Refuses what [`check_is_journal`] refuses, and a file that is not of the newest version.
pub(super) async fn check_is_there(
    file: &str,
    options: &SqliteConnectOptions,
) -> Result<(), JournalError> {
    let refused = |reason: String| JournalError::CannotOpen { file: file.to_owned(), reason };
    check_is_journal(file, options).await?;
    let mut connection = options.connect().await.map_err(|error| cannot_open(file, &error))?;
    let found =
        migrations::version(&mut connection).await.map_err(|error| cannot_open(file, &error));
    connection.close().await.map_err(|error| cannot_open(file, &error))?;
    match found? {
        KNOWN => Ok(()),
        older => Err(refused(format!("it is of version {older}: serve once with this program"))),
    }
}

async fn check_header(file: &str, connection: &mut SqliteConnection) -> Result<(), JournalError> {
    let refused = |error: sqlx::Error| cannot_open(file, &error);
    let application: i64 = sqlx::query_scalar("pragma application_id")
        .fetch_one(&mut *connection)
        .await
        .map_err(refused)?;
    let found: i64 = migrations::version(connection).await.map_err(refused)?;
    let things: i64 = sqlx::query_scalar("select count(*) from sqlite_schema")
        .fetch_one(&mut *connection)
        .await
        .map_err(refused)?;
    if application != migrations::APPLICATION && things > 0 {
        return Err(JournalError::NotAJournal {
            file: file.to_owned(),
            reason: "it is a database of something else".to_owned(),
        });
    }
    if found > KNOWN {
        return Err(JournalError::Newer { file: file.to_owned(), found, known: KNOWN });
    }
    Ok(())
}

/// Makes an empty file that only its owner can read, since the seeds of all tables will be in it.
/// SQLite gives the files that it makes beside it the same mode.
fn make(path: &Path) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, MODE);
    options.open(path).map(drop)
}

/// Restricts an empty file that is already there to its owner.
fn keep_private(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(MODE))?;
    Ok(())
}

/// Refuses a connection whose commits are not as safe as a journal requires. SQLite reports no
/// error when it cannot apply a setting, for example on a file system without shared memory.
pub(super) async fn check_promises(
    file: &str,
    connection: &mut SqliteConnection,
) -> Result<(), JournalError> {
    let refused = |error: sqlx::Error| cannot_open(file, &error);
    for (asking, promised) in [
        ("select journal_mode from pragma_journal_mode", "wal"),
        ("select cast(synchronous as text) from pragma_synchronous", "2"),
        ("select cast(foreign_keys as text) from pragma_foreign_keys", "1"),
    ] {
        let found: String =
            sqlx::query_scalar(asking).fetch_one(&mut *connection).await.map_err(refused)?;
        if found != promised {
            let reason = format!("asked `{asking}`, SQLite says {found} instead of {promised}");
            return Err(JournalError::CannotOpen { file: file.to_owned(), reason });
        }
    }
    Ok(())
}

/// Why a file could not be opened. SQLite finds out that a file is not a database only when it
/// reads it, so any first statement may fail with this.
pub(super) fn cannot_open(file: &str, error: &sqlx::Error) -> JournalError {
    const NOT_A_DATABASE: &str = "26";
    let code =
        error.as_database_error().and_then(|error| error.code().map(|code| code.into_owned()));
    let file = file.to_owned();
    match (code.as_deref(), error) {
        (Some(NOT_A_DATABASE), _) => {
            JournalError::NotAJournal { file, reason: "it is not a database".to_owned() }
        }
        (_, sqlx::Error::Database(error)) => {
            JournalError::CannotOpen { file, reason: error.message().to_owned() }
        }
        (_, error) => JournalError::CannotOpen { file, reason: error.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};

    use super::*;

    #[tokio::test]
    async fn a_connection_with_less_safe_settings_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("journal.db");
        let promising = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true);
        let check = async |options: SqliteConnectOptions| {
            let mut connection = options.connect().await.unwrap();
            let checked = check_promises("journal.db", &mut connection).await;
            connection.close().await.unwrap();
            checked.map_err(|error| error.to_string())
        };
        check(promising.clone()).await.unwrap();
        for less in [
            promising.clone().journal_mode(SqliteJournalMode::Delete),
            promising.clone().synchronous(SqliteSynchronous::Normal),
            promising.clone().foreign_keys(false),
        ] {
            let error = check(less).await.unwrap_err();
            assert!(error.starts_with("cannot open the journal journal.db: asked"), "{error}");
        }
    }
}
