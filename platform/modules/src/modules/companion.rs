//! Files that lie beside the modules, named as their games are: whoever serves a game may want
//! them, and the host knows nothing of what is in them. They are trusted as far as modules are.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::scan::{Found, beside};
use super::{Modules, Rejected};

/// A file beside the module of a game.
#[derive(Clone)]
pub struct Companion {
    /// SHA-256 of its bytes.
    pub sha256: [u8; 32],
    /// What is in it.
    pub bytes: Arc<[u8]>,
}

impl std::fmt::Debug for Companion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Companion").field("bytes", &self.bytes.len()).finish_non_exhaustive()
    }
}

/// The files of one ending that lie beside the modules.
#[derive(Debug, Default)]
pub struct Companions {
    /// By the id of the game that each is for.
    pub of: BTreeMap<String, Companion>,
    /// Those that are not to be used, and why.
    pub rejected: Vec<Rejected>,
}

impl Modules {
    /// Reads the files `<id>.<ending>` of the module directory, of all games that can be played
    /// here; at most `most` bytes each. A game need not have one.
    #[must_use]
    pub fn companions(&self, ending: &str, most: u64) -> Companions {
        let directory = &self.config.directory;
        let mut companions = Companions::default();
        for module in self.newest() {
            let id = &module.about().id;
            let file = directory.join(format!("{id}.{ending}"));
            match beside(directory, &file, most) {
                Ok(None) => {}
                Ok(Some(Found { sha256, bytes })) => {
                    companions.of.insert(id.clone(), Companion { sha256, bytes });
                }
                Err(flaw) => companions.rejected.push(flaw.of(file)),
            }
        }
        companions
    }
}
