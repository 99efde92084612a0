//! A lock, so that only one process at a time serves a journal: each relies on nobody else writing
//! what it has read.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use crate::JournalError;

/// A lock that is held until this is dropped or the process ends.
///
/// A program that this process is about to start has the same file open until it runs, so closing the
/// file would not release it: that is said to the system.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        if let Err(error) = self.0.unlock() {
            tracing::warn!(%error, "the lock of the journal could not be released");
        }
    }
}

/// Takes the lock beside a journal.
///
/// The lock is on a file of its own, which is never deleted, because SQLite uses the locks on the
/// journal itself.
pub(super) fn take(name: &str, journal: &Path) -> Result<Lock, JournalError> {
    let mut path = OsString::from(journal);
    path.push(".lock");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let refused = |reason: std::io::Error| JournalError::CannotOpen {
        file: name.to_owned(),
        reason: format!("its lock cannot be taken: {reason}"),
    };
    let lock = options.open(path).map_err(refused)?;
    match lock.try_lock() {
        Ok(()) => Ok(Lock(lock)),
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse { file: name.to_owned() }),
        Err(TryLockError::Error(error)) => Err(refused(error)),
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_lock_is_released_although_a_program_that_is_being_started_has_its_file_open() {
        let home = TempDir::new().unwrap();
        let journal = home.path().join("journal.db");
        let lock = take("journal", &journal).unwrap();
        assert!(matches!(take("journal", &journal), Err(JournalError::InUse { .. })));
        let inherited = lock.0.try_clone().unwrap();
        drop(lock);
        assert!(take("journal", &journal).is_ok());
        drop(inherited);
    }
}
