//! What can go wrong with a journal.

/// Why a journal could not be opened, or not be read or written.
#[derive(Debug, Clone, thiserror::Error)]
pub enum JournalError {
    /// The file or database is something else.
    #[error("{file} is not a Guéridon journal: {reason}")]
    NotAJournal {
        /// The file as it was named, or the URL of the database without its password.
        file: String,
        /// What it is instead.
        reason: String,
    },
    /// The journal was written by a newer version.
    #[error(
        "{file} has journal version {found}, and this program knows only up to {known}: use a newer program"
    )]
    Newer {
        /// The file as it was named, or the URL of the database without its password.
        file: String,
        /// The version of the journal.
        found: i64,
        /// The newest version this program can read.
        known: i64,
    },
    /// Another process, or this one, has the file open already.
    #[error("the journal {file} is open already: stop the other process first")]
    InUse {
        /// The file, as it was named.
        file: String,
    },
    /// The file or database cannot be opened or made, or cannot be written to safely.
    #[error("cannot open the journal {file}: {reason}")]
    CannotOpen {
        /// The file as it was named, or the URL of the database without its password.
        file: String,
        /// What is wrong, as the system, the database or a check says it.
        reason: String,
    },
    /// The file that is open, or its write-ahead log, was deleted, moved away, replaced or emptied.
    /// Nothing is written or read any more, because it could not be found again.
    #[error(
        "the journal {file} {how} while it was open, so nothing is written any more: stop this \
         process, put the file or a back-up of it in its place, and start again"
    )]
    Lost {
        /// The file, as it was named.
        file: String,
        /// What has become of it.
        how: &'static str,
    },
    /// The journal could not be reached, or reported an error.
    #[error("the journal failed: {0}")]
    Broken(String),
}

/// What is wrong with a database that takes too long.
pub(crate) const SILENT: &str = "the database does not answer";

impl JournalError {
    /// That of a database which takes too long.
    pub(crate) fn silent() -> Self {
        Self::Broken(SILENT.to_owned())
    }
}

impl From<sqlx::Error> for JournalError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            // Readers are closed when the file is lost, too.
            sqlx::Error::PoolClosed => Self::Broken("it is closed".to_owned()),
            error => Self::Broken(error.to_string()),
        }
    }
}
