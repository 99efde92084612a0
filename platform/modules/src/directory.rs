//! The module directory: its builds, and which build serves each game.
//!
//! The directory is read again whenever it changes.
//!
//! A file becomes a *build*, named by the SHA-256 of its bytes. It is probed in a child, checked,
//! and opened from the bytes that were read, so that later changes to the file do not reach tables
//! in play. New tables begin with the newest build of their game, and keep the build that they
//! began with. An error in one file affects only that file.

mod admission;
mod asset;
mod contract;
mod probe;
mod registry;
mod rejected;
mod scan;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

pub use asset::{Asset, Assets};
pub use contract::{Contract, ContractError};
pub use probe::{ProbeCommand, probe};
pub use rejected::Rejected;

use crate::module::{About, Isolation, Module};
use admission::{Admission, Candidate, Files};
use registry::{NewestBuild, OpenBuild, Registry};
use rejected::Defect;
use scan::Found;

/// Where modules come from, and what they must satisfy.
#[derive(Debug, Clone)]
pub struct ModulesConfig {
    /// The directory whose libraries are the modules.
    pub directory: PathBuf,
    /// The child process that opens a file for the first time.
    pub probe: ProbeCommand,
    /// Whether a new build may replace one although tables of the old one cannot be served
    /// through its SDL.
    pub may_break: bool,
    /// Names of the platform's types; no module may define them.
    pub reserved: BTreeSet<String>,
    /// Builds that are not opened, with the reasons; see [`Modules::set_quarantined`].
    pub quarantined: BTreeMap<[u8; 32], String>,
    /// How modules are called in workers; none is without it. Where some are, new files are also
    /// probed in a worker.
    pub isolation: Option<Arc<Isolation>>,
}

impl ModulesConfig {
    /// Modules of `directory`, probed by `probe`; no names are reserved, breaking builds are
    /// rejected, and all are called inside this process.
    #[must_use]
    pub fn new(directory: impl Into<PathBuf>, probe: ProbeCommand) -> Self {
        Self {
            directory: directory.into(),
            probe,
            may_break: false,
            reserved: BTreeSet::new(),
            quarantined: BTreeMap::new(),
            isolation: None,
        }
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

/// A build from the journal cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the build cannot be used: {reason}")]
pub struct UnusableBuild {
    /// What is wrong with it, in one line.
    pub reason: String,
    /// Whether this is permanent; otherwise a retry with the same bytes may succeed.
    pub is_permanent: bool,
}

/// Every game that can be played here, and every build that is open.
///
/// Scanning and opening block on files and child processes, so call them on threads that may block.
#[derive(Debug)]
pub struct Modules {
    config: ModulesConfig,
    /// Permanent results for the bytes in the directory. Locked during a whole scan.
    probed: Mutex<BTreeMap<[u8; 32], Checked>>,
    /// Locked while a build is opened, so that none is opened twice: an open build is never closed.
    /// Holds the reasons why builds from the journal can never be opened.
    opening: Mutex<BTreeMap<[u8; 32], String>>,
    /// Never locked for long.
    registry: RwLock<Registry>,
    /// Builds that are not opened. Never locked for long.
    quarantined: Mutex<BTreeMap<[u8; 32], String>>,
}

/// A probed module and its contract, or why it is rejected.
type Checked = Result<(About, Arc<Contract>), String>;

impl Modules {
    /// Reads the module directory for the first time.
    ///
    /// # Errors
    /// When the directory itself cannot be used. Errors in files are in [`Modules::rejected`], and
    /// in the log.
    pub fn scan(config: ModulesConfig) -> Result<Self, ScanError> {
        let modules = Self {
            quarantined: Mutex::new(config.quarantined.clone()),
            config,
            probed: Mutex::default(),
            opening: Mutex::default(),
            registry: RwLock::default(),
        };
        modules.rescan()?;
        Ok(modules)
    }

    /// Reads the module directory again, and returns the games that have a new build.
    ///
    /// A game whose file is gone is served until the host restarts, because tables use it.
    ///
    /// # Errors
    /// As [`Modules::scan`]; then nothing has changed.
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
                Err(defect) => rejected.push(defect.of(file)),
            }
        }
        probed.retain(|sha256, _| files.contains_key(sha256));
        for Candidate { sha256, file, about, .. } in &mut candidates {
            let files = files.get(sha256).map(Vec::as_slice).unwrap_or_default();
            if let Some(preferred) = admission::preferred(files, &about.id, file) {
                *file = preferred.clone();
            }
        }
        let served = self.update_files(&files);
        let Self { config: ModulesConfig { reserved, may_break, .. }, .. } = self;
        let admission =
            Admission { served: &served, files: &files, reserved, may_break: *may_break };
        let (candidates, refused) = admission.admit(candidates);
        rejected.extend(refused.into_iter().map(|(file, why)| Defect::permanent(why).of(file)));
        let mut renewed = Vec::new();
        for candidate in candidates {
            let (file, sha256) = (candidate.file.clone(), candidate.sha256);
            match self.serve(candidate) {
                Ok(module) => renewed.push(module),
                Err(defect) => {
                    if defect.is_permanent {
                        probed.insert(sha256, Err(defect.reason.clone()));
                    }
                    rejected.push(defect.of(file));
                }
            }
        }
        self.set_rejected(rejected);
        Ok(renewed)
    }

    /// The newest build of every game, in the order of their ids.
    #[must_use]
    pub fn newest(&self) -> Vec<Arc<Module>> {
        self.registry().games.values().map(|served| Arc::clone(&served.module)).collect()
    }

    /// The newest build of a game.
    #[must_use]
    pub fn game(&self, id: &str) -> Option<Arc<Module>> {
        self.registry().games.get(id).map(|served| Arc::clone(&served.module))
    }

    /// An open build by the SHA-256 of its bytes.
    #[must_use]
    pub fn build(&self, sha256: &[u8; 32]) -> Option<Arc<Module>> {
        self.registry().builds.get(sha256).map(|build| Arc::clone(&build.module))
    }

    /// The bytes of an open build, to be stored in the journal.
    #[must_use]
    pub fn bytes(&self, sha256: &[u8; 32]) -> Option<Arc<[u8]>> {
        self.registry().builds.get(sha256).map(|build| Arc::clone(&build.bytes))
    }

    /// The files that the last scan rejected.
    #[must_use]
    pub fn rejected(&self) -> Vec<Rejected> {
        self.registry().rejected.clone()
    }

    /// Opens none of these builds from now on, each for its reason, and all others again; the next
    /// scan serves their files or does not. What is open already stays open.
    pub fn set_quarantined(&self, builds: BTreeMap<[u8; 32], String>) {
        *self.quarantined.lock().unwrap_or_else(PoisonError::into_inner) = builds;
    }

    /// The builds that are not opened, with the reasons.
    #[must_use]
    pub fn quarantined(&self) -> BTreeMap<[u8; 32], String> {
        self.quarantined.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Why a build is not opened, in a line, if it is not.
    fn why_quarantined(&self, sha256: &[u8; 32]) -> Option<String> {
        let quarantined = self.quarantined.lock().unwrap_or_else(PoisonError::into_inner);
        quarantined.get(sha256).map(|reason| format!("it is in quarantine: {reason}"))
    }

    /// The build `sha256`, opened from its bytes unless it is open: for a table that began with a
    /// build that is no longer in the directory.
    ///
    /// This does not make it the newest build of its game. Its bytes run inside the host: the
    /// caller must trust where they come from.
    ///
    /// # Errors
    /// When the bytes have another hash, or cannot be opened.
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
            return Err(UnusableBuild { reason, is_permanent: true });
        }
        if let Some(reason) = self.why_quarantined(&sha256) {
            return Err(UnusableBuild { reason, is_permanent: true });
        }
        let mut failed = self.opening();
        // Another thread may have opened it meanwhile.
        if let Some(open) = self.build(&sha256) {
            return Ok(open);
        }
        if let Some(reason) = failed.get(&sha256) {
            return Err(UnusableBuild { reason: reason.clone(), is_permanent: true });
        }
        self.probe_and_open(sha256, bytes).map_err(|defect| {
            if defect.is_permanent {
                failed.insert(sha256, defect.reason.clone());
            }
            UnusableBuild { reason: defect.reason, is_permanent: defect.is_permanent }
        })
    }

    /// Probes and opens a build from the journal; the caller holds the lock `opening`.
    fn probe_and_open(&self, sha256: [u8; 32], bytes: &Arc<[u8]>) -> Result<Arc<Module>, Defect> {
        let about = self.probe(sha256, bytes)?;
        let contract =
            Contract::of(&about).map_err(|error| Defect::permanent(error.to_string()))?;
        if let Some(newest) = self.registry().games.get(&about.id)
            && let Err(error) = newest.contract.serves(&contract)
        {
            let file = newest.file.display();
            tracing::warn!(game = about.id, %file, %error, "older build does not fit the newest");
        }
        self.open(sha256, bytes, &about)
    }

    /// Opens a build for the first time, where it can do no harm.
    fn probe(&self, sha256: [u8; 32], bytes: &Arc<[u8]>) -> Result<About, Defect> {
        match &self.config.isolation {
            Some(isolation) => probe::probe_isolated(isolation, sha256, bytes),
            None => probe::probe_bytes(&self.config.probe, bytes),
        }
    }

    /// The file as a candidate, or `None` if its bytes are already served.
    fn candidate(
        &self,
        probed: &mut BTreeMap<[u8; 32], Checked>,
        file: PathBuf,
        Found { sha256, bytes }: Found,
    ) -> Result<Option<Candidate>, Defect> {
        if self.registry().games.values().any(|served| served.module.sha256() == sha256) {
            return Ok(None);
        }
        if let Some(reason) = self.why_quarantined(&sha256) {
            return Err(Defect::permanent(reason));
        }
        let checked = match probed.get(&sha256) {
            Some(known) => known.clone(),
            None => {
                let checked = match self.probe(sha256, &bytes) {
                    Ok(about) => Contract::of(&about)
                        .and_then(|contract| contract.check_identity().map(|()| contract))
                        .map(|contract| (about, Arc::new(contract)))
                        .map_err(|error| error.to_string()),
                    Err(defect) if defect.is_permanent => Err(defect.reason),
                    Err(defect) => return Err(defect),
                };
                probed.insert(sha256, checked.clone());
                checked
            }
        };
        let (about, contract) = checked.map_err(Defect::permanent)?;
        Ok(Some(Candidate { sha256, bytes, file, about, contract }))
    }

    /// Records the current file of each served build, and returns all served builds.
    fn update_files(&self, files: &Files) -> BTreeMap<String, NewestBuild> {
        let mut registry = self.registry_mut();
        for (id, served) in &mut registry.games {
            let files = files.get(&served.module.sha256());
            if let Some(file) =
                files.and_then(|files| admission::preferred(files, id, &served.file))
            {
                served.file.clone_from(file);
            }
        }
        registry.games.clone()
    }

    fn serve(&self, candidate: Candidate) -> Result<Arc<Module>, Defect> {
        let Candidate { sha256, bytes, file, about, contract } = candidate;
        let opening = self.opening();
        let module = self.open(sha256, &bytes, &about)?;
        drop(opening);
        let build = module.sha256_hex();
        tracing::info!(game = about.id, build, file = %file.display(), "module served");
        let served = NewestBuild { module: Arc::clone(&module), file, contract };
        self.registry_mut().games.insert(about.id, served);
        Ok(module)
    }

    /// Opens a probed build, or returns it if it is open; the caller holds the lock `opening`.
    fn open(
        &self,
        sha256: [u8; 32],
        bytes: &Arc<[u8]>,
        about: &About,
    ) -> Result<Arc<Module>, Defect> {
        if let Some(open) = self.build(&sha256) {
            return Ok(open);
        }
        let isolation = self.config.isolation.as_ref();
        let opened = match isolation.filter(|isolation| isolation.games.has(&about.id)) {
            Some(isolation) => Module::open_isolated(bytes, sha256, isolation),
            None => Module::open(bytes, sha256),
        };
        let module = opened.map_err(|error| Defect::of_open(&error))?;
        if module.about() != about {
            let reason = "it says something else about itself than it did when it was probed";
            return Err(Defect::permanent(reason.to_owned()));
        }
        let build = OpenBuild { module: Arc::clone(&module), bytes: Arc::clone(bytes) };
        self.registry_mut().builds.insert(sha256, build);
        Ok(module)
    }

    /// Records the files that are not served, and logs the new ones.
    fn set_rejected(&self, rejected: Vec<Rejected>) {
        let known = self.registry().rejected.clone();
        for news in rejected.iter().filter(|rejected| !known.contains(rejected)) {
            tracing::warn!(file = %news.file.display(), reason = news.reason, "module not served");
        }
        self.registry_mut().rejected = rejected;
    }

    /// Reads the files `<id>.<extension>` of the module directory for all games that can be played
    /// here; at most `most` bytes each. A game need not have one.
    #[must_use]
    pub fn assets(&self, extension: &str, most: u64) -> Assets {
        let games = self.newest();
        let ids = games.iter().map(|module| module.about().id.as_str());
        Assets::read(&self.config.directory, ids, extension, most)
    }

    fn opening(&self) -> MutexGuard<'_, BTreeMap<[u8; 32], String>> {
        self.opening.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn registry(&self) -> RwLockReadGuard<'_, Registry> {
        self.registry.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn registry_mut(&self) -> RwLockWriteGuard<'_, Registry> {
        self.registry.write().unwrap_or_else(PoisonError::into_inner)
    }
}
