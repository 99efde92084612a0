//! The tables that games bring for browsers: of each game at most one ES module, in the file
//! `<id>.js` beside its library. It is read when the module directory is, and named by its hash, so
//! that a browser keeps it for as long as it is the same.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use gueridon_modules::directory::{Asset, Modules, Rejected};

/// More than any table's code has.
const LARGEST: u64 = 8 << 20;
/// As much of a hash as names a version.
const VERSION_BYTES: usize = 8;

/// A game's own table, as a browser gets it.
#[derive(Clone)]
pub struct Element {
    /// The first 16 hexadecimal digits of its SHA-256.
    pub version: String,
    /// The ES module.
    pub script: Bytes,
    /// The same, compressed.
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

/// The elements of the games that are here now.
#[derive(Debug, Default)]
pub struct Elements {
    here: ArcSwap<BTreeMap<String, Arc<Element>>>,
    /// Of which files the operator was told that they are not served.
    told: Mutex<Vec<Rejected>>,
}

impl Elements {
    /// Reads them again; says whether there is nothing that another attempt may do better.
    pub fn renew(&self, modules: &Modules) -> bool {
        let assets = modules.assets("js", LARGEST);
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
        self.tell(assets.rejected);
        is_sure
    }

    /// The element of a game, if it brings one.
    #[must_use]
    pub fn of(&self, id: &str) -> Option<Arc<Element>> {
        self.here.load().get(id).cloned()
    }

    /// Tells the operator what is new among the files that are not served.
    fn tell(&self, rejected: Vec<Rejected>) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        for news in rejected.iter().filter(|rejected| !told.contains(rejected)) {
            tracing::warn!(file = %news.file.display(), reason = news.reason, "element not served");
        }
        *told = rejected;
    }
}

fn version(asset: &Asset) -> String {
    asset.sha256[..VERSION_BYTES].iter().map(|byte| format!("{byte:02x}")).collect()
}
