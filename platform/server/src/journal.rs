//! Where the journal is: in an SQLite file, or in a PostgreSQL database that several nodes share.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use gueridon_host::notices::{LocalNotices, Notices, SharedNotices};
use gueridon_journal::copy::{self, CopyError, Place};
use gueridon_journal::postgres::Postgres;
use gueridon_journal::sqlite::{self, BackupError, Sqlite};
use gueridon_journal::{Journal, JournalError, WriteMetrics};

/// Where a journal is.
#[derive(Clone, PartialEq, Eq)]
pub enum JournalAddress {
    /// `sqlite:FILE`.
    Sqlite(PathBuf),
    /// The URL of a PostgreSQL database, perhaps with a password in it.
    Postgres(String),
}

impl fmt::Debug for JournalAddress {
    /// Leaves a password out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => f.debug_tuple("Sqlite").field(file).finish(),
            Self::Postgres(_) => f.write_str("Postgres(..)"),
        }
    }
}

/// The journal is of no kind that this program has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the journal is of no known kind: say sqlite:FILE or postgres://USER@HOST/DATABASE")]
pub struct UnknownJournal;

impl FromStr for JournalAddress {
    type Err = UnknownJournal;

    fn from_str(text: &str) -> Result<Self, UnknownJournal> {
        if let Some(file) = text.strip_prefix("sqlite:") {
            return Ok(Self::Sqlite(file.into()));
        }
        let is_postgres = ["postgres://", "postgresql://"].iter().any(|one| text.starts_with(one));
        if is_postgres { Ok(Self::Postgres(text.to_owned())) } else { Err(UnknownJournal) }
    }
}

impl JournalAddress {
    fn place(&self) -> Place<'_> {
        match self {
            Self::Sqlite(file) => Place::Sqlite(file),
            Self::Postgres(url) => Place::Postgres(url),
        }
    }

    /// Opens the journal, or makes a new one.
    ///
    /// # Errors
    /// As [`Sqlite::open`] and [`Postgres::open`].
    pub async fn open(&self) -> Result<OpenJournal, JournalError> {
        Ok(match self {
            Self::Sqlite(file) => OpenJournal::Sqlite(Arc::new(Sqlite::open(file).await?)),
            Self::Postgres(url) => OpenJournal::Postgres(Arc::new(Postgres::open(url).await?)),
        })
    }

    /// Opens the journal beside servers that may be using it.
    ///
    /// # Errors
    /// As [`Sqlite::open_beside`] and [`Postgres::open_beside`].
    pub async fn open_beside(&self) -> Result<OpenJournal, JournalError> {
        Ok(match self {
            Self::Sqlite(file) => OpenJournal::Sqlite(Arc::new(Sqlite::open_beside(file).await?)),
            Self::Postgres(url) => {
                OpenJournal::Postgres(Arc::new(Postgres::open_beside(url).await?))
            }
        })
    }
}

/// Brings a journal to the newest version, as the first server of a newer program does, or makes a
/// new one.
///
/// # Errors
/// As [`JournalAddress::open`].
pub async fn migrate(journal: &JournalAddress) -> Result<(), JournalError> {
    journal.open().await?.close().await;
    Ok(())
}

/// Why there is no back-up.
#[derive(Debug, thiserror::Error)]
pub enum NoBackup {
    /// The journal is in an SQLite file, and could not be backed up.
    #[error(transparent)]
    Sqlite(#[from] BackupError),
    /// The journal is in a database.
    #[error("a PostgreSQL database is backed up with PostgreSQL's own tools, such as pg_dump")]
    Postgres,
}

/// Writes a back-up of a journal in an SQLite file, which a server may be using, to a new file;
/// returns a line that says how large it is.
///
/// # Errors
/// When the journal is not in a file, and as [`sqlite::back_up`].
pub async fn back_up(journal: &JournalAddress, to: &Path) -> Result<String, NoBackup> {
    match journal {
        JournalAddress::Sqlite(file) => {
            let bytes = sqlite::back_up(file, to).await?;
            Ok(format!("{}\t{bytes} bytes\n", to.display()))
        }
        JournalAddress::Postgres(_) => Err(NoBackup::Postgres),
    }
}

/// Copies a journal that no server is using into a new one; returns a line about each kind of thing.
///
/// # Errors
/// When not everything arrives as it was; then nothing is copied.
pub async fn copy(from: &JournalAddress, to: &JournalAddress) -> Result<String, CopyError> {
    let copied = copy::copy(from.place(), to.place()).await?;
    let line = |copied: &copy::Copied| format!("{}\t{}\n", copied.table, copied.rows);
    Ok(copied.iter().map(line).collect())
}

/// A journal that is open.
#[derive(Debug, Clone)]
pub enum OpenJournal {
    /// In a file.
    Sqlite(Arc<Sqlite>),
    /// In a database.
    Postgres(Arc<Postgres>),
}

impl OpenJournal {
    /// The journal itself.
    #[must_use]
    pub fn journal(&self) -> Arc<dyn Journal> {
        match self {
            Self::Sqlite(sqlite) => sqlite.clone(),
            Self::Postgres(postgres) => postgres.clone(),
        }
    }

    /// What wakes the nodes of the journal.
    #[must_use]
    pub fn notices(&self) -> Arc<dyn Notices> {
        match self {
            Self::Sqlite(_) => Arc::new(LocalNotices::new()),
            Self::Postgres(postgres) => Arc::new(SharedNotices::new(postgres.channel())),
        }
    }

    /// The metrics of its writes.
    #[must_use]
    pub fn metrics(&self) -> &WriteMetrics {
        match self {
            Self::Sqlite(sqlite) => sqlite.metrics(),
            Self::Postgres(postgres) => postgres.metrics(),
        }
    }

    /// How many writes wait for the commit of others.
    #[must_use]
    pub fn waiting(&self) -> usize {
        match self {
            Self::Sqlite(sqlite) => sqlite.waiting(),
            Self::Postgres(postgres) => postgres.waiting(),
        }
    }

    /// Closes it once everything is written.
    pub async fn close(&self) {
        match self {
            Self::Sqlite(sqlite) => sqlite.close().await,
            Self::Postgres(postgres) => postgres.close().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_is_a_file_or_a_database() {
        let sqlite = Ok(JournalAddress::Sqlite("a/b.db".into()));
        assert_eq!("sqlite:a/b.db".parse(), sqlite);
        for url in ["postgres://ada:secret@db/games", "postgresql:///games"] {
            let postgres: JournalAddress = url.parse().unwrap();
            assert_eq!(postgres, JournalAddress::Postgres(url.to_owned()));
            assert_eq!(format!("{postgres:?}"), "Postgres(..)");
        }
        for unknown in ["", "gueridon.db", "mysql://db/games"] {
            assert_eq!(unknown.parse::<JournalAddress>(), Err(UnknownJournal));
        }
    }
}
