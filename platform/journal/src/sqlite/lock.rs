//! A lock, so that only one process at a time serves a journal: each relies on nobody else writing
//! what it has read.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use crate::JournalError;

/// Takes the lock beside a journal. It is released when the file is dropped or the process ends.
///
/// The lock is on a file of its own, which is never deleted, because SQLite uses the locks on the
/// journal itself.
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
