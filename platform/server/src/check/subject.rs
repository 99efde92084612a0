//! The file that is checked: read once, and opened in processes of its own, which may crash and hang.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use gueridon_graphql::sdl::{Merged, Part};
use gueridon_modules::directory::Contract;
use gueridon_modules::module::About;
use gueridon_modules::{IsolatedGames, Isolation, Module, OpenError, WorkerEnd, WorkerLimits};
use sha2::{Digest, Sha256};

use super::CheckError;
use super::conformity::Schema;
use crate::schema::{GAMES, PLATFORM};
use crate::serve::isolation;

/// In bytes, as much as a host reads of a module.
const LARGEST: u64 = 64 << 20;

/// A build that is checked.
pub(crate) struct Subject {
    pub(super) file: PathBuf,
    bytes: Arc<[u8]>,
    sha256: [u8; 32],
    isolation: Isolation,
    pub(super) about: About,
}

impl Subject {
    /// Reads a file, opens it and asks what it is. A call may take `time`.
    pub(super) fn open(file: &Path, time: Duration) -> Result<Self, CheckError> {
        let mut subject = Self::read(file, time)?;
        let opened = subject.module(1).map_err(|error| subject.unusable(&error))?;
        subject.about = opened.about().clone();
        Ok(subject)
    }

    /// Reads a file, without opening it.
    pub(crate) fn read(file: &Path, time: Duration) -> Result<Self, CheckError> {
        let bytes: Arc<[u8]> =
            read(file).map_err(|why| CheckError::Unreadable { file: file.to_owned(), why })?.into();
        let sha256 = Sha256::digest(&bytes).into();
        let limits = WorkerLimits { time, ..WorkerLimits::default() };
        let isolation = isolation(IsolatedGames::All, limits)?;
        Ok(Self { file: file.to_owned(), bytes, sha256, isolation, about: About::default() })
    }

    /// Opens the build once more, in at most so many processes.
    pub(crate) fn module(&self, workers: usize) -> Result<Arc<Module>, OpenError> {
        let limits = WorkerLimits { workers, ..self.isolation.limits };
        let isolation = Arc::new(Isolation { limits, ..self.isolation.clone() });
        let open = || Module::open_isolated(&self.bytes, self.sha256, &isolation);
        match open() {
            // A process that has only begun may be late because the machine is busy.
            Err(OpenError::WorkerLost(WorkerEnd::TooLate(_))) => open(),
            other => other,
        }
    }

    /// Why the file cannot be checked.
    pub(super) fn unusable(&self, error: &OpenError) -> CheckError {
        CheckError::Unusable { file: self.file.clone(), why: one_line(&error.to_string()) }
    }

    /// The SHA-256 of the file, by which hosts name the build.
    pub(super) fn sha256_hex(&self) -> String {
        gueridon_game::border::hex(&self.sha256)
    }

    /// What its SDL says, if a host would take it.
    pub(super) fn schema(&self) -> Result<Schema, String> {
        schema_of(&self.about)
    }
}

/// Why a host would not take the SDL of a game, if it would not.
pub(crate) fn refused_sdl(about: &About) -> Option<String> {
    schema_of(about).err()
}

/// What the SDL of a game says, if a host would take it.
fn schema_of(about: &About) -> Result<Schema, String> {
    let contract = Contract::of(about).map_err(|error| error.to_string())?;
    contract.check_identity().map_err(|error| error.to_string())?;
    let mut merged = Merged::base(PLATFORM).map_err(|error| error.to_string())?;
    let part = Part { id: &about.id, prefix: &about.prefix, sdl: &about.sdl };
    merged.add(part, &GAMES).map_err(|error| one_line(&error.to_string()))?;
    Schema::of(about, &merged)
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    let unreadable = |error: std::io::Error| error.to_string();
    // A pipe would be waited for before it could be looked at.
    if !std::fs::metadata(file).map_err(unreadable)?.is_file() {
        return Err("it is no file".to_owned());
    }
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
        .map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!("it is larger than {} MiB", LARGEST >> 20));
    }
    Ok(bytes)
}

/// A text in one line, so that a script can read it.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
