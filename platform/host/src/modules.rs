//! The games that this server has: a directory of modules, read again whenever it changes.
//!
//! A file becomes a *build*, named by the SHA-256 of its bytes. It is probed in a child, checked,
//! and opened from the bytes that were read, so that what becomes of the file changes nothing for
//! those who play with it. New tables begin with the newest build of their game; a table keeps
//! the build that it began with. Whatever is wrong with one file concerns that file alone.

mod contract;
mod probe;
mod scan;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

pub use contract::{Breach, Contract};
pub use probe::{ProbeCommand, probe};

use crate::module::{About, Module};
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
}

/// A build out of the journal cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the build cannot be used: {0}")]
pub struct UnusableBuild(String);

/// Every game that can be played here, and every build that is open.
///
/// Scanning and opening wait for files and for children: they are for threads that may be blocked.
#[derive(Debug)]
pub struct Modules {
    config: ModulesConfig,
    /// Held for as long as the directory is being read.
    scanned: Mutex<Scanned>,
    shelf: RwLock<Shelf>,
}

/// What earlier scans found out.
#[derive(Debug, Default)]
struct Scanned {
    /// What a child, or the check of its SDL, said of these bytes.
    probed: BTreeMap<[u8; 32], Checked>,
    rejected: Vec<Rejected>,
}

/// What a module says about itself, or why it must not say so.
type Checked = Result<(About, Arc<Contract>), String>;

#[derive(Debug, Default)]
struct Shelf {
    games: BTreeMap<String, Served>,
    builds: BTreeMap<[u8; 32], Build>,
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

/// A file that is sound by itself, and wants to be served.
struct Candidate {
    found: Found,
    about: About,
    contract: Arc<Contract>,
}

impl Candidate {
    /// Whether the file is called as the game is: `abc.so` or `libabc.so`.
    fn has_its_name(&self) -> bool {
        let stem = self.found.path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        stem.strip_prefix(std::env::consts::DLL_PREFIX).unwrap_or(stem) == self.about.id
    }
}

impl Modules {
    /// Reads the module directory for the first time.
    ///
    /// # Errors
    /// When the directory itself cannot be used. What is wrong with a file is in
    /// [`Modules::rejected`], and in the log.
    pub fn scan(config: ModulesConfig) -> Result<Self, ScanError> {
        let modules = Self { config, scanned: Mutex::default(), shelf: RwLock::default() };
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
        let mut scanned = self.scanned();
        let directory = &self.config.directory;
        let files = scan::scan(directory)
            .map_err(|source| ScanError { directory: directory.clone(), source })?;
        let present: BTreeSet<[u8; 32]> =
            files.iter().filter_map(|(_, file)| Some(file.as_ref().ok()?.sha256)).collect();
        let mut rejected = Vec::new();
        let mut candidates: Vec<Candidate> = Vec::new();
        for (file, found) in files {
            let candidate = found.and_then(|found| self.candidate(&mut scanned, found));
            match candidate {
                Ok(Some(one)) if candidates.iter().all(|c| c.found.sha256 != one.found.sha256) => {
                    candidates.push(one);
                }
                Ok(_) => {}
                Err(reason) => rejected.push(Rejected { file, reason }),
            }
        }
        let served = self.shelf().games.clone();
        let refusals: Vec<Result<(), String>> = candidates
            .iter()
            .map(|candidate| self.check_place(candidate, &candidates, &served, &present))
            .collect();
        let mut renewed = Vec::new();
        for (candidate, refusal) in candidates.into_iter().zip(refusals) {
            let file = candidate.found.path.clone();
            match refusal.and_then(|()| self.serve(candidate)) {
                Ok(module) => renewed.push(module),
                Err(reason) => rejected.push(Rejected { file, reason }),
            }
        }
        for news in rejected.iter().filter(|rejected| !scanned.rejected.contains(rejected)) {
            tracing::warn!(file = %news.file.display(), reason = news.reason, "module not served");
        }
        scanned.rejected = rejected;
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
        self.scanned().rejected.clone()
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
            return Err(UnusableBuild("its bytes are not those it is named by".to_owned()));
        }
        let about = self.probe_bytes(sha256, bytes).map_err(UnusableBuild)?;
        let contract = Contract::of(&about).map_err(|error| UnusableBuild(error.to_string()))?;
        if let Some(newest) = self.shelf().games.get(&about.id)
            && let Err(breach) = newest.contract.serves(&contract)
        {
            let file = newest.file.display();
            tracing::warn!(game = about.id, %file, %breach, "older build does not fit the newest");
        }
        self.open(sha256, bytes).map_err(UnusableBuild)
    }

    /// The file as a candidate, or nothing where its bytes are served already.
    fn candidate(&self, scanned: &mut Scanned, found: Found) -> Result<Option<Candidate>, String> {
        if self.shelf().games.values().any(|served| served.module.sha256() == found.sha256) {
            return Ok(None);
        }
        let (about, contract) = match scanned.probed.get(&found.sha256) {
            Some(known) => known.clone()?,
            None => {
                let checked = self.probe_found(&found)?;
                scanned.probed.insert(found.sha256, checked.clone());
                checked?
            }
        };
        Ok(Some(Candidate { found, about, contract }))
    }

    /// Has a child probe a file, and checks what it says. The outer failure is of this attempt,
    /// the inner one of these bytes.
    fn probe_found(&self, found: &Found) -> Result<Checked, String> {
        let report = match probe::probe_in_child(&self.config.probe, &found.path) {
            Ok(report) => report,
            Err(failed) if failed.is_lasting => return Ok(Err(failed.reason)),
            Err(failed) => return Err(failed.reason),
        };
        if report.sha256 != found.sha256 {
            return Err("it changed while it was being read".to_owned());
        }
        Ok(match Contract::of(&report.about) {
            Ok(contract) => Ok((report.about, Arc::new(contract))),
            Err(breach) => Err(breach.to_string()),
        })
    }

    fn probe_bytes(&self, sha256: [u8; 32], bytes: &[u8]) -> Result<About, String> {
        let lost = |error: io::Error| format!("it cannot be written where it is probed: {error}");
        let mut file = tempfile::NamedTempFile::new().map_err(lost)?;
        file.write_all(bytes).map_err(lost)?;
        let report = probe::probe_in_child(&self.config.probe, file.path())
            .map_err(|failed| failed.reason)?;
        if report.sha256 != sha256 {
            return Err("it changed while it was being probed".to_owned());
        }
        Ok(report.about)
    }

    /// Whether there is room for a candidate beside the games that are served and the others
    /// that want to be. Where two want the same place, neither gets it, because nobody could tell
    /// which one was meant; but a game is meant by the file that has its name.
    fn check_place(
        &self,
        candidate: &Candidate,
        candidates: &[Candidate],
        served: &BTreeMap<String, Served>,
        present: &BTreeSet<[u8; 32]>,
    ) -> Result<(), String> {
        let Candidate { found, about, contract } = candidate;
        if let Some(name) = contract.names().find(|&name| self.config.reserved.contains(name)) {
            return Err(format!("its type `{name}` has the name of one of the platform's"));
        }
        let yields = |other: &Candidate| {
            other.about.id == about.id && candidate.has_its_name() && !other.has_its_name()
        };
        let others = candidates.iter().filter(|other| other.found.sha256 != found.sha256);
        for other in others.filter(|other| !yields(other)) {
            check_clash((about, contract), (&other.about, &other.contract), &other.found.path)?;
        }
        for (id, other) in served {
            // A new file under the old name, or the only one left, takes the old one's place.
            let is_replaced = *id == about.id
                && (other.file == found.path || !present.contains(&other.module.sha256()));
            if !is_replaced {
                check_clash(
                    (about, contract),
                    (other.module.about(), &other.contract),
                    &other.file,
                )?;
            } else if !self.config.may_break {
                contract.serves(&other.contract).map_err(|breach| {
                    format!("tables on the build before it could not be served: {breach}")
                })?;
            }
        }
        Ok(())
    }

    fn serve(&self, candidate: Candidate) -> Result<Arc<Module>, String> {
        let Candidate { found, contract, .. } = candidate;
        let module = self.open(found.sha256, &found.bytes)?;
        let id = module.about().id.clone();
        tracing::info!(game = id, build = module.sha256_hex(), file = %found.path.display(), "module served");
        let served = Served { module: Arc::clone(&module), file: found.path, contract };
        self.shelf.write().unwrap_or_else(PoisonError::into_inner).games.insert(id, served);
        Ok(module)
    }

    /// Opens a build that was probed, or finds it open.
    fn open(&self, sha256: [u8; 32], bytes: &Arc<[u8]>) -> Result<Arc<Module>, String> {
        if let Some(open) = self.build(&sha256) {
            return Ok(open);
        }
        let module = Module::open(bytes, sha256).map_err(|error| error.to_string())?;
        let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
        // Somebody may have been faster; then all use theirs.
        let build = shelf.builds.entry(sha256);
        let build = build.or_insert_with(|| Build { module, bytes: Arc::clone(bytes) });
        Ok(Arc::clone(&build.module))
    }

    fn shelf(&self) -> std::sync::RwLockReadGuard<'_, Shelf> {
        self.shelf.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn scanned(&self) -> MutexGuard<'_, Scanned> {
        self.scanned.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn check_clash(
    (about, contract): (&About, &Contract),
    (other, other_contract): (&About, &Contract),
    file: &Path,
) -> Result<(), String> {
    let file = file.file_name().unwrap_or_default().display();
    if about.id == other.id {
        return Err(format!("its game `{}` is also that of {file}", about.id));
    }
    let theirs: BTreeSet<&str> = other_contract.names().collect();
    if let Some(name) = contract.names().find(|name| theirs.contains(name)) {
        return Err(format!("its type `{name}` is also defined by {file}"));
    }
    if about.prefix == other.prefix {
        return Err(format!("its prefix `{}` is also that of {file}", about.prefix));
    }
    Ok(())
}
