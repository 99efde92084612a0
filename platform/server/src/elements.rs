//! The custom elements of games, for the page: at most one ES module per game, in the file
//! `<id>.js` beside its library. They are read together with the module directory; the URL contains
//! a hash, so that browsers may cache them for ever.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use gueridon_modules::directory::{Asset, Modules, Rejected};

/// The largest file that is served, in bytes.
const MAX_BYTES: u64 = 8 << 20;
/// How many bytes of the hash are in the URL.
const VERSION_BYTES: usize = 8;

/// The element of a game.
#[derive(Clone)]
pub struct Element {
    /// The first 16 hexadecimal digits of its SHA-256.
    pub version: String,
    /// The ES module.
    pub script: Bytes,
    /// The ES module, compressed with gzip.
    pub gzip: Bytes,
}

impl std::fmt::Debug for Element {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Element").field("version", &self.version).finish_non_exhaustive()
    }
}

impl Element {
    fn new(asset: &Asset) -> io::Result<Self> {
        let version = version(asset);
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&asset.bytes)?;
        let gzip = gzip.finish()?.into();
        Ok(Self { version, script: Bytes::copy_from_slice(&asset.bytes), gzip })
    }
}

/// The elements of the games that are loaded.
#[derive(Debug, Default)]
pub struct Elements {
    here: ArcSwap<BTreeMap<String, Arc<Element>>>,
    /// The files that are not served, as last logged.
    logged: Mutex<Vec<Rejected>>,
}

impl Elements {
    /// Reads them again; false if something failed that may succeed later.
    pub fn renew(&self, modules: &Modules) -> bool {
        let assets = modules.assets("js", MAX_BYTES);
        let known = self.here.load();
        let mut here = BTreeMap::new();
        for (id, asset) in &assets.of {
            let same = known.get(id).filter(|element| element.version == version(asset));
            let element = match same {
                Some(element) => Ok(element.clone()),
                None => Element::new(asset).map(Arc::new),
            };
            match element {
                Ok(element) => {
                    if same.is_none() {
                        tracing::info!(game = id, version = element.version, "element served");
                    }
                    here.insert(id.clone(), element);
                }
                Err(error) => tracing::error!(game = id, %error, "element not served"),
            }
        }
        drop(known);
        self.here.store(Arc::new(here));
        let is_sure = assets.rejected.iter().all(|rejected| rejected.is_permanent);
        self.log_rejected(assets.rejected);
        is_sure
    }

    /// The element of a game, if it brings one.
    #[must_use]
    pub fn of(&self, id: &str) -> Option<Arc<Element>> {
        self.here.load().get(id).cloned()
    }

    /// Logs the files that are not served, each once.
    fn log_rejected(&self, rejected: Vec<Rejected>) {
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        for new in rejected.iter().filter(|rejected| !logged.contains(rejected)) {
            tracing::warn!(file = %new.file.display(), reason = new.reason, "element not served");
        }
        *logged = rejected;
    }
}

fn version(asset: &Asset) -> String {
    asset.sha256[..VERSION_BYTES].iter().map(|byte| format!("{byte:02x}")).collect()
}
