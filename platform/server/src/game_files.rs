//! The files that games bring for the page, beside their libraries: `<id>.js`, the custom element
//! that draws a table, and `<id>.learning.json`, how the game is learned. They are read together
//! with the module directory and not interpreted; the URL of each contains a hash, so that browsers
//! may cache it for ever.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use gueridon_modules::directory::{Asset, Modules, Rejected};

/// How many bytes of the hash are in the URL.
const VERSION_BYTES: usize = 8;

/// What a file of a game is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The custom element that draws a table.
    Element,
    /// What the game is, how it is played, and its first game.
    Learning,
}

impl Purpose {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Element, Self::Learning];

    /// What follows the id of the game in the name of the file, without the first dot.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Element => "js",
            Self::Learning => "learning.json",
        }
    }

    /// The media type under which the file is served.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Element => "text/javascript; charset=utf-8",
            Self::Learning => "application/json",
        }
    }

    /// The largest file that is served, in bytes.
    fn most(self) -> u64 {
        match self {
            Self::Element => 8 << 20,
            Self::Learning => 1 << 20,
        }
    }

    /// The word for it in the log.
    fn word(self) -> &'static str {
        match self {
            Self::Element => "element",
            Self::Learning => "learning",
        }
    }
}

/// A file of a game.
#[derive(Clone)]
pub struct GameFile {
    /// The first 16 hexadecimal digits of its SHA-256.
    pub version: String,
    /// Its content.
    pub content: Bytes,
    /// Its content, compressed with gzip.
    pub gzip: Bytes,
}

impl std::fmt::Debug for GameFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GameFile").field("version", &self.version).finish_non_exhaustive()
    }
}

impl GameFile {
    fn new(asset: &Asset) -> io::Result<Self> {
        let version = version(asset);
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&asset.bytes)?;
        let gzip = gzip.finish()?.into();
        Ok(Self { version, content: Bytes::copy_from_slice(&asset.bytes), gzip })
    }
}

/// The files that the loaded games bring.
#[derive(Debug)]
pub struct GameFiles {
    /// One for each purpose.
    shelves: [Shelf; Purpose::ALL.len()],
}

impl Default for GameFiles {
    fn default() -> Self {
        Self { shelves: Purpose::ALL.map(Shelf::new) }
    }
}

impl GameFiles {
    /// Reads them again; false if something failed that may succeed later.
    pub fn renew(&self, modules: &Modules) -> bool {
        let read = self.shelves.each_ref().map(|shelf| shelf.renew(modules));
        read.into_iter().all(|is_sure| is_sure)
    }

    /// The file of a game for a purpose, if it brings one.
    #[must_use]
    pub fn of(&self, id: &str, purpose: Purpose) -> Option<Arc<GameFile>> {
        let shelf = self.shelves.iter().find(|shelf| shelf.purpose == purpose)?;
        shelf.here.load().get(id).cloned()
    }

    /// The path at which a game's file for a purpose is served, with its version.
    #[must_use]
    pub fn path(&self, id: &str, purpose: Purpose) -> Option<String> {
        let file = self.of(id, purpose)?;
        Some(format!("/games/{id}.{}?v={}", purpose.extension(), file.version))
    }
}

/// The files for one purpose, by the ids of their games.
#[derive(Debug)]
struct Shelf {
    purpose: Purpose,
    here: ArcSwap<BTreeMap<String, Arc<GameFile>>>,
    /// The files that are not served, as last logged.
    logged: Mutex<Vec<Rejected>>,
}

impl Shelf {
    fn new(purpose: Purpose) -> Self {
        Self { purpose, here: ArcSwap::default(), logged: Mutex::default() }
    }

    fn renew(&self, modules: &Modules) -> bool {
        let assets = modules.assets(self.purpose.extension(), self.purpose.most());
        let purpose = self.purpose.word();
        let known = self.here.load();
        let mut here = BTreeMap::new();
        for (id, asset) in &assets.of {
            let same = known.get(id).filter(|file| file.version == version(asset));
            let file = match same {
                Some(file) => Ok(file.clone()),
                None => GameFile::new(asset).map(Arc::new),
            };
            match file {
                Ok(file) => {
                    if same.is_none() {
                        tracing::info!(game = id, version = file.version, "{purpose} served");
                    }
                    here.insert(id.clone(), file);
                }
                Err(error) => tracing::error!(game = id, %error, "{purpose} not served"),
            }
        }
        drop(known);
        self.here.store(Arc::new(here));
        let is_sure = assets.rejected.iter().all(|rejected| rejected.is_permanent);
        self.log_rejected(assets.rejected);
        is_sure
    }

    /// Logs the files that are not served, each once.
    fn log_rejected(&self, rejected: Vec<Rejected>) {
        let purpose = self.purpose.word();
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        for new in rejected.iter().filter(|rejected| !logged.contains(rejected)) {
            let file = new.file.display();
            tracing::warn!(%file, reason = new.reason, "{purpose} not served");
        }
        *logged = rejected;
    }
}

fn version(asset: &Asset) -> String {
    asset.sha256[..VERSION_BYTES].iter().map(|byte| format!("{byte:02x}")).collect()
}
