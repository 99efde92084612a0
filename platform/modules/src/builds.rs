//! The builds that tables can use: which there are, and how a missing one is opened.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use crate::directory::{Modules, UnusableBuild};
use crate::module::Module;

/// All builds that this node can deal games with.
pub trait Builds: Debug + Send + Sync + 'static {
    /// The build that new tables begin with, of each game, in the order of the games' ids.
    fn newest(&self) -> Vec<Arc<Module>>;

    /// A build that is open.
    fn build(&self, sha256: [u8; 32]) -> Option<Arc<Module>>;

    /// The bytes of an open build, to be stored in a journal.
    fn bytes(&self, sha256: [u8; 32]) -> Option<Arc<[u8]>>;

    /// Opens a build from its bytes, as stored in a journal. Blocks while the library is probed and
    /// opened.
    ///
    /// # Errors
    /// [`UnusableBuild`] says why, and whether a retry may succeed.
    fn open_bytes(&self, sha256: [u8; 32], bytes: &Arc<[u8]>)
    -> Result<Arc<Module>, UnusableBuild>;

    /// Opens none of these builds from now on, each for its reason, and all others again. What is
    /// open stays open; the host does not call it.
    fn set_quarantined(&self, builds: BTreeMap<[u8; 32], String>);
}

impl Builds for Modules {
    fn newest(&self) -> Vec<Arc<Module>> {
        Self::newest(self)
    }

    fn build(&self, sha256: [u8; 32]) -> Option<Arc<Module>> {
        Self::build(self, &sha256)
    }

    fn bytes(&self, sha256: [u8; 32]) -> Option<Arc<[u8]>> {
        Self::bytes(self, &sha256)
    }

    fn open_bytes(
        &self,
        sha256: [u8; 32],
        bytes: &Arc<[u8]>,
    ) -> Result<Arc<Module>, UnusableBuild> {
        Self::open_bytes(self, sha256, bytes)
    }

    fn set_quarantined(&self, builds: BTreeMap<[u8; 32], String>) {
        Self::set_quarantined(self, builds);
    }
}

/// Modules that are linked into this program, for tests and simulations. The bytes of such a
/// build are its game's id.
#[cfg(any(test, feature = "simulate"))]
#[derive(Debug, Clone)]
pub struct LinkedModules(pub Vec<Arc<Module>>);

#[cfg(any(test, feature = "simulate"))]
impl Builds for LinkedModules {
    fn newest(&self) -> Vec<Arc<Module>> {
        self.0.clone()
    }

    fn build(&self, sha256: [u8; 32]) -> Option<Arc<Module>> {
        self.0.iter().find(|module| module.sha256() == sha256).cloned()
    }

    fn bytes(&self, sha256: [u8; 32]) -> Option<Arc<[u8]>> {
        self.build(sha256).map(|module| Arc::from(module.about().id.as_bytes()))
    }

    fn open_bytes(&self, sha256: [u8; 32], _: &Arc<[u8]>) -> Result<Arc<Module>, UnusableBuild> {
        let missing = "it is not at hand".to_owned();
        self.build(sha256).ok_or(UnusableBuild { reason: missing, is_permanent: true })
    }

    /// What is linked in is never opened.
    fn set_quarantined(&self, _: BTreeMap<[u8; 32], String>) {}
}
