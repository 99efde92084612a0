//! The games that this server has: a directory of modules, read again whenever it changes.
//!
//! A file becomes a *build*, named by the SHA-256 of its bytes. It is probed in a child, checked,
//! and opened from the bytes that were read, so that what becomes of the file changes nothing for
//! those who play with it. New tables begin with the newest build of their game; a table keeps
//! the build that it began with. Whatever is wrong with one file concerns that file alone.

mod companion;
mod contract;
mod place;
mod probe;
mod scan;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

pub use companion::{Companion, Companions};
pub use contract::{Breach, Contract};
pub use probe::{ProbeCommand, probe};

use crate::module::{About, Module, OpenError};
use place::{Candidate, Files, Places};
use scan::Found;

/// Where modules come from, and what is asked of them.
#[derive(Debug, Clone)]
pub struct ModulesConfig {
    /// The directory whose libraries are the modules.
    pub directory: PathBuf,
    /// How a file is opened for the first time.
    pub probe: ProbeCommand,
    /// Whether a build may replace one whose tables cannot be served through its SDL.
    pub may_break: bool,
    /// Names of types that belong to the platform, and are not for modules to define.
    pub reserved: BTreeSet<String>,
}

impl ModulesConfig {
    /// Modules of `directory`, probed by `probe`, with nothing reserved or broken.
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>, probe: ProbeCommand) -> Self {
        Self { directory: directory.into(), probe, may_break: false, reserved: BTreeSet::new() }
    }
}

/// The module directory cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the module directory {} cannot be used: {source}", directory.display())]
pub struct ScanError {
    /// The directory.
    pub directory: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// A file that is not served, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", file.display())]
pub struct Rejected {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it, in one line.
    pub reason: String,
    /// Whether it stays so until the directory changes; otherwise another scan may end better.
    pub is_lasting: bool,
}

/// What is wrong with a file, before it is said which one.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Flaw {
    /// In one line.
    reason: String,
    /// Whether another attempt with the same bytes would end alike.
    is_lasting: bool,
}

impl Flaw {
    const fn lasting(reason: String) -> Self {
        Self { reason, is_lasting: true }
    }

    const fn this_time(reason: String) -> Self {
        Self { reason, is_lasting: false }
    }

    fn of(self, file: PathBuf) -> Rejected {
        Rejected { file, reason: self.reason, is_lasting: self.is_lasting }
    }
}

/// A build out of the journal cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the build cannot be used: {reason}")]
pub struct UnusableBuild {
    /// What is wrong with it, in one line.
    pub reason: String,
    /// Whether it stays so; otherwise another attempt with the same bytes may end better.
    pub is_lasting: bool,
}

/// Every game that can be played here, and every build that is open.
///
/// Scanning and opening wait for files and for children: they are for threads that may be blocked.
#[derive(Debug)]
pub struct Modules {
    config: ModulesConfig,
    /// What is known for good of the bytes in the directory. Held for as long as it is read.
    probed: Mutex<BTreeMap<[u8; 32], Checked>>,
    /// Held while a build is opened, so that none is opened twice: what is open stays open. In it
    /// is why those out of the journal that failed for good did.
    opening: Mutex<BTreeMap<[u8; 32], String>>,
    /// Never held for long.
    shelf: RwLock<Shelf>,
}

/// What a module says about itself, or why it must not say so.
type Checked = Result<(About, Arc<Contract>), String>;

#[derive(Debug, Default)]
struct Shelf {
    games: BTreeMap<String, Served>,
    builds: BTreeMap<[u8; 32], Build>,
    rejected: Vec<Rejected>,
}

/// The newest build of a game.
#[derive(Debug, Clone)]
struct Served {
    module: Arc<Module>,
    file: PathBuf,
    contract: Arc<Contract>,
}

#[derive(Clone)]
struct Build {
    module: Arc<Module>,
    bytes: Arc<[u8]>,
}

impl std::fmt::Debug for Build {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.module.fmt(f)
    }
}

impl Modules {
    /// Reads the module directory for the first time.
    ///
    /// # Errors
    /// When the directory itself cannot be used. What is wrong with a file is in
    /// [`Modules::rejected`], and in the log.
    pub fn scan(config: ModulesConfig) -> Result<Self, ScanError> {
        let modules = Self {
            config,
            probed: Mutex::default(),
            opening: Mutex::default(),
            shelf: RwLock::default(),
        };
        modules.rescan()?;
        Ok(modules)
    }

    /// Reads the module directory again; answers with the games that have a new build since.
    ///
    /// A game whose file is gone stays until the host starts anew, for the tables that have it.
    ///
    /// # Errors
    /// As [`Modules::scan`]; then everything stays as it was.
    pub fn rescan(&self) -> Result<Vec<Arc<Module>>, ScanError> {
        let mut probed = self.probed.lock().unwrap_or_else(PoisonError::into_inner);
        let directory = &self.config.directory;
        let found = scan::scan(directory)
            .map_err(|source| ScanError { directory: directory.clone(), source })?;
        let mut files = Files::new();
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut rejected = Vec::new();
        for (file, found) in found {
            let candidate = found.and_then(|found| {
                files.entry(found.sha256).or_default().push(file.clone());
                self.candidate(&mut probed, file.clone(), found)
            });
            match candidate {
                Ok(Some(one)) if candidates.iter().all(|c| c.sha256 != one.sha256) => {
                    candidates.push(one);
                }
                Ok(_) => {}
                Err(flaw) => rejected.push(flaw.of(file)),
            }
        }
        probed.retain(|sha256, _| files.contains_key(sha256));
        for Candidate { sha256, file, about, .. } in &mut candidates {
            let files = files.get(sha256).map(Vec::as_slice).unwrap_or_default();
            if let Some(meant) = place::meant(files, &about.id, file) {
                *file = meant.clone();
            }
        }
        let served = self.settle(&files);
        let Self { config: ModulesConfig { reserved, may_break, .. }, .. } = self;
        let places = Places { served: &served, files: &files, reserved, may_break: *may_break };
        let (candidates, refused) = places.sift(candidates);
        rejected.extend(refused.into_iter().map(|(file, why)| Flaw::lasting(why).of(file)));
        let mut renewed = Vec::new();
        for candidate in candidates {
            let (file, sha256) = (candidate.file.clone(), candidate.sha256);
            match self.serve(candidate) {
                Ok(module) => renewed.push(module),
                Err(flaw) => {
                    if flaw.is_lasting {
                        probed.insert(sha256, Err(flaw.reason.clone()));
                    }
                    rejected.push(flaw.of(file));
                }
            }
        }
        self.reject(rejected);
        Ok(renewed)
    }

    /// The newest build of every game, in the order of their ids.
    #[must_use]
    pub fn newest(&self) -> Vec<Arc<Module>> {
        self.shelf().games.values().map(|served| Arc::clone(&served.module)).collect()
    }

    /// The newest build of a game.
    #[must_use]
    pub fn game(&self, id: &str) -> Option<Arc<Module>> {
        self.shelf().games.get(id).map(|served| Arc::clone(&served.module))
    }

    /// An open build by the SHA-256 of its bytes.
    #[must_use]
    pub fn build(&self, sha256: &[u8; 32]) -> Option<Arc<Module>> {
        self.shelf().builds.get(sha256).map(|build| Arc::clone(&build.module))
    }

    /// The bytes of an open build, for the journal to keep.
    #[must_use]
    pub fn bytes(&self, sha256: &[u8; 32]) -> Option<Arc<[u8]>> {
        self.shelf().builds.get(sha256).map(|build| Arc::clone(&build.bytes))
    }

    /// The files that are not served, as of the last scan.
    #[must_use]
    pub fn rejected(&self) -> Vec<Rejected> {
        self.shelf().rejected.clone()
    }

    /// The build `sha256`, opened from its bytes when it is not open yet: for a table that began
    /// with a build that is no longer in the directory.
    ///
    /// It is no game's newest build by that. Its bytes run inside the host: the caller answers
    /// for where they are from.
    ///
    /// # Errors
    /// When the bytes are not those that were asked for, or when they do not open.
    pub fn open_bytes(
        &self,
        sha256: [u8; 32],
        bytes: &Arc<[u8]>,
    ) -> Result<Arc<Module>, UnusableBuild> {
        if let Some(open) = self.build(&sha256) {
            return Ok(open);
        }
        if scan::sha256(bytes) != sha256 {
            let reason = "its bytes are not those it is named by".to_owned();
            return Err(UnusableBuild { reason, is_lasting: true });
        }
        let mut failed = self.opening();
        // Somebody may have opened it while we waited.
        if let Some(open) = self.build(&sha256) {
            return Ok(open);
        }
        if let Some(reason) = failed.get(&sha256) {
            return Err(UnusableBuild { reason: reason.clone(), is_lasting: true });
        }
        self.adopt(sha256, bytes).map_err(|flaw| {
            if flaw.is_lasting {
                failed.insert(sha256, flaw.reason.clone());
            }
            UnusableBuild { reason: flaw.reason, is_lasting: flaw.is_lasting }
        })
    }

    /// Probes and opens a build out of the journal; only for whoever holds `opening`.
    fn adopt(&self, sha256: [u8; 32], bytes: &Arc<[u8]>) -> Result<Arc<Module>, Flaw> {
        let about = probe::probe_bytes(&self.config.probe, bytes)?;
        let contract = Contract::of(&about).map_err(|breach| Flaw::lasting(breach.to_string()))?;
        if let Some(newest) = self.shelf().games.get(&about.id)
            && let Err(breach) = newest.contract.serves(&contract)
        {
            let file = newest.file.display();
            tracing::warn!(game = about.id, %file, %breach, "older build does not fit the newest");
        }
        self.open(sha256, bytes, &about)
    }

    /// The file as a candidate, or nothing where its bytes are served already.
    fn candidate(
        &self,
        probed: &mut BTreeMap<[u8; 32], Checked>,
        file: PathBuf,
        Found { sha256, bytes }: Found,
    ) -> Result<Option<Candidate>, Flaw> {
        if self.shelf().games.values().any(|served| served.module.sha256() == sha256) {
            return Ok(None);
        }
        let checked = match probed.get(&sha256) {
            Some(known) => known.clone(),
            None => {
                let checked = match probe::probe_bytes(&self.config.probe, &bytes) {
                    Ok(about) => Contract::of(&about)
                        .map(|contract| (about, Arc::new(contract)))
                        .map_err(|breach| breach.to_string()),
                    Err(flaw) if flaw.is_lasting => Err(flaw.reason),
                    Err(flaw) => return Err(flaw),
                };
                probed.insert(sha256, checked.clone());
                checked
            }
        };
        let (about, contract) = checked.map_err(Flaw::lasting)?;
        Ok(Some(Candidate { sha256, bytes, file, about, contract }))
    }

    /// Notes which file each served build is in now; answers with all that are served.
    fn settle(&self, files: &Files) -> BTreeMap<String, Served> {
        let mut shelf = self.shelf_to_change();
        for (id, served) in &mut shelf.games {
            let files = files.get(&served.module.sha256());
            if let Some(file) = files.and_then(|files| place::meant(files, id, &served.file)) {
                served.file.clone_from(file);
            }
        }
        shelf.games.clone()
    }

    fn serve(&self, candidate: Candidate) -> Result<Arc<Module>, Flaw> {
        let Candidate { sha256, bytes, file, about, contract } = candidate;
        let opening = self.opening();
        let module = self.open(sha256, &bytes, &about)?;
        drop(opening);
        let build = module.sha256_hex();
        tracing::info!(game = about.id, build, file = %file.display(), "module served");
        let served = Served { module: Arc::clone(&module), file, contract };
        self.shelf_to_change().games.insert(about.id, served);
        Ok(module)
    }

    /// Opens a build that was probed, or finds it open; only for whoever holds `opening`.
    fn open(
        &self,
        sha256: [u8; 32],
        bytes: &Arc<[u8]>,
        about: &About,
    ) -> Result<Arc<Module>, Flaw> {
        if let Some(open) = self.build(&sha256) {
            return Ok(open);
        }
        let module = Module::open(bytes, sha256).map_err(|error| match error {
            OpenError::NoPlace(_) => Flaw::this_time(error.to_string()),
            _ => Flaw::lasting(error.to_string()),
        })?;
        if module.about() != about {
            let reason = "it says something else about itself than it did when it was probed";
            return Err(Flaw::lasting(reason.to_owned()));
        }
        let build = Build { module: Arc::clone(&module), bytes: Arc::clone(bytes) };
        self.shelf_to_change().builds.insert(sha256, build);
        Ok(module)
    }

    /// Notes the files that are not served, and tells the operator what is new among them.
    fn reject(&self, rejected: Vec<Rejected>) {
        let known = self.shelf().rejected.clone();
        for news in rejected.iter().filter(|rejected| !known.contains(rejected)) {
            tracing::warn!(file = %news.file.display(), reason = news.reason, "module not served");
        }
        self.shelf_to_change().rejected = rejected;
    }

    fn opening(&self) -> MutexGuard<'_, BTreeMap<[u8; 32], String>> {
        self.opening.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn shelf(&self) -> RwLockReadGuard<'_, Shelf> {
        self.shelf.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn shelf_to_change(&self) -> RwLockWriteGuard<'_, Shelf> {
        self.shelf.write().unwrap_or_else(PoisonError::into_inner)
    }
}
