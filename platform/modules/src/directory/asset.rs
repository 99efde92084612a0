//! Files beside the modules, named after their games, such as the table that a game brings for
//! browsers. The host does not look into them. They are trusted like modules.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::rejected::Rejected;
use super::scan::{Found, beside};

/// A file that belongs to a game.
#[derive(Clone)]
pub struct Asset {
    /// SHA-256 of its bytes.
    pub sha256: [u8; 32],
    /// Its content.
    pub bytes: Arc<[u8]>,
}

impl std::fmt::Debug for Asset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asset").field("bytes", &self.bytes.len()).finish_non_exhaustive()
    }
}

/// The assets with one file extension.
#[derive(Debug, Default)]
pub struct Assets {
    /// By the id of the game that each is for.
    pub of: BTreeMap<String, Asset>,
    /// Rejected files, and why.
    pub rejected: Vec<Rejected>,
}

impl Assets {
    /// Reads `<id>.<extension>` in `directory` for each of the games.
    pub(super) fn read<'a>(
        directory: &Path,
        ids: impl Iterator<Item = &'a str>,
        extension: &str,
        most: u64,
    ) -> Self {
        let mut assets = Self::default();
        for id in ids {
            let file = directory.join(format!("{id}.{extension}"));
            match beside(directory, &file, most) {
                Ok(None) => {}
                Ok(Some(Found { sha256, bytes })) => {
                    assets.of.insert(id.to_owned(), Asset { sha256, bytes });
                }
                Err(defect) => assets.rejected.push(defect.of(file)),
            }
        }
        assets
    }
}
