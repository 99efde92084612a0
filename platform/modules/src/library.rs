//! What tables need of the modules: which builds there are, and where to get one that is not
//! here yet.

use std::fmt::Debug;
use std::sync::Arc;

use crate::module::Module;
use crate::modules::Modules;

/// All builds that this node can deal from.
pub trait Library: Debug + Send + Sync + 'static {
    /// The build that new tables begin with, of each game, in the order of the games' ids.
    fn newest(&self) -> Vec<Arc<Module>>;

    /// A build that has been opened already.
    fn build(&self, sha256: [u8; 32]) -> Option<Arc<Module>>;

    /// The file of a build that has been opened, to be kept in a journal.
    fn bytes(&self, sha256: [u8; 32]) -> Option<Arc<[u8]>>;

    /// Opens a build out of a journal. May take as long as opening a library does.
    ///
    /// # Errors
    /// Why it cannot be had here.
    fn adopt(&self, sha256: [u8; 32], bytes: &Arc<[u8]>) -> Result<Arc<Module>, Unopened>;
}

/// Why a build cannot be had here, as one line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unopened {
    /// It never can be: its tables cannot be played on here.
    #[error("{0}")]
    Never(String),
    /// It could not be opened this time, as when files run out.
    #[error("{0}")]
    ThisTime(String),
}

impl Library for Modules {
    fn newest(&self) -> Vec<Arc<Module>> {
        Self::newest(self)
    }

    fn build(&self, sha256: [u8; 32]) -> Option<Arc<Module>> {
        Self::build(self, &sha256)
    }

    fn bytes(&self, sha256: [u8; 32]) -> Option<Arc<[u8]>> {
        Self::bytes(self, &sha256)
    }

    fn adopt(&self, sha256: [u8; 32], bytes: &Arc<[u8]>) -> Result<Arc<Module>, Unopened> {
        self.open_bytes(sha256, bytes).map_err(|error| match error.is_lasting {
            true => Unopened::Never(error.reason),
            false => Unopened::ThisTime(error.reason),
        })
    }
}

/// A library of modules that are at hand already, whose files are nothing but their names.
#[cfg(any(test, feature = "simulate"))]
#[derive(Debug, Clone)]
pub struct Linked(pub Vec<Arc<Module>>);

#[cfg(any(test, feature = "simulate"))]
impl Library for Linked {
    fn newest(&self) -> Vec<Arc<Module>> {
        self.0.clone()
    }

    fn build(&self, sha256: [u8; 32]) -> Option<Arc<Module>> {
        self.0.iter().find(|module| module.sha256() == sha256).cloned()
    }

    fn bytes(&self, sha256: [u8; 32]) -> Option<Arc<[u8]>> {
        self.build(sha256).map(|module| Arc::from(module.about().id.as_bytes()))
    }

    fn adopt(&self, sha256: [u8; 32], _: &Arc<[u8]>) -> Result<Arc<Module>, Unopened> {
        let missing = || Unopened::Never("it is not at hand".to_owned());
        self.build(sha256).ok_or_else(missing)
    }
}
