//! The open builds: the newest of each game, and every other that some table needs.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use super::contract::Contract;
use super::rejected::Rejected;
use crate::module::Module;

/// The open builds, and the rejected files.
#[derive(Debug, Default)]
pub(super) struct Registry {
    /// The newest build of each game, by the game's id.
    pub(super) games: BTreeMap<String, NewestBuild>,
    /// All open builds, by SHA-256.
    pub(super) builds: BTreeMap<[u8; 32], OpenBuild>,
    /// The files that the last scan did not serve.
    pub(super) rejected: Vec<Rejected>,
}

/// The newest build of a game.
#[derive(Debug, Clone)]
pub(super) struct NewestBuild {
    pub(super) module: Arc<Module>,
    pub(super) file: PathBuf,
    pub(super) contract: Arc<Contract>,
}

/// An open build, and the bytes that it was opened from.
#[derive(Clone)]
pub(super) struct OpenBuild {
    pub(super) module: Arc<Module>,
    pub(super) bytes: Arc<[u8]>,
}

impl fmt::Debug for OpenBuild {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.module.fmt(f)
    }
}
