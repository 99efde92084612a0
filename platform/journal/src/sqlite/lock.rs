//! One process opens a file at a time: each would take what it has read to be everything.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use crate::JournalError;

/// Takes the lock beside a journal; whoever drops it gives it back, as does a process that ends.
///
/// It is a file of its own, which stays: the locks on the journal itself are SQLite's.
pub(super) fn take(name: &str, journal: &Path) -> Result<File, JournalError> {
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
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(JournalError::InUse { file: name.to_owned() }),
        Err(TryLockError::Error(error)) => Err(refused(error)),
    }
}
