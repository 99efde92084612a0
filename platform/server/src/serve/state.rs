//! What only this node keeps, in files: which calls into modules are under way.
//!
//! With a journal in a file they lie beside it, under the journal's own lock. A journal in a database
//! is many nodes', so each has a directory of its own, and a lock in it.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use super::ServeError;
use crate::journal::JournalAddress;

/// The directory of a node whose journal is in a database, unless another is named.
pub const DEFAULT: &str = "gueridon-state";

/// The files of this node, until it is dropped.
#[derive(Debug)]
pub(super) struct State {
    /// The file of the calls under way.
    pub(super) calls: PathBuf,
    /// Given back when it is dropped, as by a process that ends.
    _lock: Option<File>,
}

impl State {
    /// Of the node that serves this journal, in that directory if one is named.
    pub(super) fn take(
        journal: &JournalAddress,
        directory: Option<&Path>,
    ) -> Result<Self, ServeError> {
        match (journal, directory) {
            (JournalAddress::Sqlite(file), None) => {
                let mut calls = file.as_os_str().to_owned();
                calls.push(".calls");
                Ok(Self { calls: calls.into(), _lock: None })
            }
            (_, Some(directory)) => Self::of(directory),
            (JournalAddress::Postgres(_), None) => Self::of(Path::new(DEFAULT)),
        }
    }

    fn of(directory: &Path) -> Result<Self, ServeError> {
        let refused = |source| ServeError::State { directory: directory.to_owned(), source };
        DirBuilder::new().mode(0o700).recursive(true).create(directory).map_err(refused)?;
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false).mode(0o600);
        let lock = options.open(directory.join("lock")).map_err(refused)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { calls: directory.join("calls"), _lock: Some(lock) }),
            Err(TryLockError::WouldBlock) => {
                let taken = "another node is using it: give each its own by --state-dir";
                Err(refused(io::Error::other(taken)))
            }
            Err(TryLockError::Error(error)) => Err(refused(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_node_has_a_directory_of_its_own() {
        let home = tempfile::tempdir().unwrap();
        let (one, two) = (home.path().join("one"), home.path().join("a/b"));
        let database = JournalAddress::Postgres("postgres://db/games".to_owned());
        let first = State::take(&database, Some(&one)).unwrap();
        assert_eq!(first.calls, one.join("calls"));
        let taken = State::take(&database, Some(&one)).unwrap_err().to_string();
        assert!(taken.ends_with("is using it: give each its own by --state-dir"), "{taken}");
        State::take(&database, Some(&two)).unwrap();
        drop(first);
        State::take(&database, Some(&one)).unwrap();
        let file = JournalAddress::Sqlite("some.db".into());
        assert_eq!(State::take(&file, None).unwrap().calls, Path::new("some.db.calls"));
    }
}
