//! Whether the file that is open is still the one that has its name.
//!
//! SQLite goes on writing to a file that was deleted or replaced, although nobody can find it
//! again.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use crate::JournalError;

/// A file of SQLite as it was when it was opened, and the names of it and of its write-ahead log.
#[derive(Debug)]
pub(super) struct Presence {
    name: String,
    path: PathBuf,
    log: PathBuf,
    opened: Identity,
    lost: Option<&'static str>,
}

/// What distinguishes a file from another that gets its name.
#[derive(Debug, PartialEq, Eq)]
struct Identity {
    #[cfg(unix)]
    device: u64,
    #[cfg(unix)]
    inode: u64,
}

impl Identity {
    fn of(about: &Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        #[cfg(not(unix))]
        let _ = about;
        Self {
            #[cfg(unix)]
            device: about.dev(),
            #[cfg(unix)]
            inode: about.ino(),
        }
    }
}

impl Presence {
    /// The presence of a file that has just been opened.
    pub(super) fn new(name: &str, path: &Path) -> Result<Self, JournalError> {
        let about = fs::metadata(path).map_err(|error| JournalError::CannotOpen {
            file: name.to_owned(),
            reason: error.to_string(),
        })?;
        let mut log = OsString::from(path);
        log.push("-wal");
        Ok(Self {
            name: name.to_owned(),
            path: path.to_owned(),
            log: log.into(),
            opened: Identity::of(&about),
            lost: None,
        })
    }

    /// Checks that the file is there. Once it was not, it stays lost, since what comes back under
    /// its name may be something else.
    ///
    /// # Errors
    /// [`JournalError::Lost`], with what has become of it.
    pub(super) fn check(&mut self) -> Result<(), JournalError> {
        self.lost = self.lost.or_else(|| self.look());
        self.verdict()
    }

    /// Like [`Presence::check`], for the write-ahead log, which exists while a connection is open.
    ///
    /// # Errors
    /// [`JournalError::Lost`], with what has become of the file.
    pub(super) fn check_log(&mut self) -> Result<(), JournalError> {
        self.lost = self.lost.or_else(|| is_gone(&self.log).then_some("lost its write-ahead log"));
        self.verdict()
    }

    fn verdict(&self) -> Result<(), JournalError> {
        match self.lost {
            Some(how) => Err(JournalError::Lost { file: self.name.clone(), how }),
            None => Ok(()),
        }
    }

    /// What has become of the file, if it is lost.
    fn look(&self) -> Option<&'static str> {
        match fs::metadata(&self.path) {
            Ok(about) if Identity::of(&about) != self.opened => Some("was replaced"),
            Ok(about) if about.len() == 0 => Some("was emptied"),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Some("was deleted or moved away")
            }
            // If nothing can be found out about it, SQLite will report whether it can be written
            // to.
            Ok(_) | Err(_) => None,
        }
    }
}

fn is_gone(path: &Path) -> bool {
    matches!(fs::metadata(path), Err(error) if error.kind() == io::ErrorKind::NotFound)
}
