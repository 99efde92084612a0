//! Back-ups: copies of the file as it was at one moment, which can be made while a server writes.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use tempfile::NamedTempFile;

use super::file;
use crate::JournalError;

/// Why there is no back-up.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The file that was to be written exists already.
    #[error("{0} is there already: name a file that is not")]
    Exists(PathBuf),
    /// The back-up could not be written there.
    #[error("cannot write the back-up {file}: {error}")]
    Unwritable {
        /// The file, as it was named.
        file: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// What was written is damaged.
    #[error("the back-up is not sound, and was removed; the journal itself may be damaged: {0}")]
    Damaged(String),
}

/// Writes a back-up of the journal `from` to the new file `to`. It has everything that was
/// committed before it began, and no transaction in part. Only its owner can read it, and it has no
/// unused space. Servers go on writing meanwhile.
///
/// The file appears under its name when it is complete, checked and on the disk. Returns its size
/// in bytes.
///
/// # Errors
/// When `from` is not a journal or cannot be read, when `to` exists already or cannot be written,
/// and when what was written is damaged. Then no file `to` was made, unless it was the last step
/// that failed, which makes sure that its name survives a loss of power.
pub async fn back_up(from: &Path, to: &Path) -> Result<u64, BackupError> {
    let unwritable = |error: io::Error| BackupError::Unwritable { file: to.to_owned(), error };
    let (name, options) = super::options(from)?;
    file::check_is_journal(&name, &options).await?;
    if fs::symlink_metadata(to).is_ok() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let whole = std::path::absolute(to).map_err(unwritable)?;
    let directory = whole.parent().unwrap_or(&whole).to_owned();
    // Only its owner can read it, and it is deleted unless it becomes the back-up.
    let partial = NamedTempFile::new_in(&directory).map_err(unwritable)?;
    let written = partial.path().to_str().ok_or_else(|| {
        unwritable(io::Error::new(io::ErrorKind::InvalidInput, "its name is not UTF-8"))
    })?;

    let mut connection =
        options.connect().await.map_err(|error| file::cannot_open(&name, &error))?;
    let copied = sqlx::query("vacuum into ?1").bind(written).execute(&mut connection).await;
    connection.close().await.map_err(JournalError::from)?;
    copied.map_err(|error| unwritable(io::Error::other(error.to_string())))?;
    check_sound(partial.path()).await?;

    // Opened anew by its path, since SQLite may have replaced the file.
    let file = File::open(partial.path()).map_err(unwritable)?;
    file.sync_all().map_err(unwritable)?;
    let size = file.metadata().map_err(unwritable)?.len();
    partial.persist_noclobber(&whole).map_err(|failed| match failed.error.kind() {
        io::ErrorKind::AlreadyExists => BackupError::Exists(to.to_owned()),
        _ => unwritable(failed.error),
    })?;
    File::open(&directory).and_then(|directory| directory.sync_all()).map_err(unwritable)?;
    Ok(size)
}

/// Reads the whole file and checks that it is not damaged.
async fn check_sound(file: &Path) -> Result<(), BackupError> {
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let damaged = |error: sqlx::Error| BackupError::Damaged(error.to_string());
    let mut connection = options.disable_statement_logging().connect().await.map_err(damaged)?;
    let said: String = sqlx::query_scalar("pragma integrity_check(1)")
        .fetch_one(&mut connection)
        .await
        .map_err(damaged)?;
    connection.close().await.map_err(damaged)?;
    if said == "ok" { Ok(()) } else { Err(BackupError::Damaged(said)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::Sqlite;

    #[tokio::test]
    async fn a_back_up_is_a_journal_that_only_its_owner_can_read() {
        let directory = tempfile::tempdir().unwrap();
        let [from, to] = ["journal.db", "backup.db"].map(|name| directory.path().join(name));
        let journal = Sqlite::open(&from).await.unwrap();
        assert!(back_up(&from, &to).await.unwrap() > 0);
        #[cfg(unix)]
        {
            let mode =
                std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&to).unwrap().permissions());
            assert_eq!(mode & 0o777, 0o600);
        }
        Sqlite::open(&to).await.unwrap().close().await;
        journal.close().await;
    }

    #[tokio::test]
    async fn a_back_up_replaces_nothing_and_leaves_nothing_behind_when_it_fails() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        Sqlite::open(&at("journal.db")).await.unwrap().close().await;
        fs::write(at("taken"), "something").unwrap();
        fs::write(at("list"), "a shopping list ".repeat(100)).unwrap();
        let refused =
            async |from: &str, to: &str| back_up(&at(from), &at(to)).await.unwrap_err().to_string();
        assert!(refused("journal.db", "taken").await.contains("is there already"));
        assert!(refused("none.db", "new").await.contains("there is no journal"));
        assert!(refused("list", "new").await.contains("is not a Guéridon journal"));
        assert!(refused("journal.db", "nowhere/new").await.contains("cannot write the back-up"));
        assert_eq!(fs::read_to_string(at("taken")).unwrap(), "something");
        let left = fs::read_dir(directory.path()).unwrap().map(|one| one.unwrap().file_name());
        let left: std::collections::BTreeSet<_> = left.collect();
        assert!(left.iter().all(|name| !name.to_string_lossy().starts_with(".tmp")), "{left:?}");
        assert!(!at("new").exists());
    }
}
