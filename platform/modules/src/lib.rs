//! The games that a server has: finds their builds, probes, opens and calls them.
//!
//! | read | to learn |
//! |---|---|
//! | [`module`] | the host's side of the C border: one opened build and the games dealt from it |
//! | [`directory`] | the builds in a directory, and which of them serves each game |
//! | [`builds`] | what tables need of all this, as a trait |
//! | [`executor`] | on which threads modules are called, and when a call times out |
//! | [`call_metrics`] | how long calls take, and how many fail |
//! | [`call_notes`] | which build ended the process |
//! | [`background`] | what has time: searches, and whatever else the host does beside its tables |

pub mod background;
pub mod builds;
pub mod call_metrics;
pub mod call_notes;
pub mod directory;
pub mod executor;
pub mod module;

pub use builds::Builds;
#[cfg(any(test, feature = "simulate"))]
pub use builds::LinkedModules;
pub use directory::{Modules, ModulesConfig, ProbeCommand, Rejected, ScanError, UnusableBuild};
pub use executor::{Call, Execution, Executor, NoAnswer};
pub use module::{
    CallError, Handle, IsolatedGames, Isolation, Module, OpenError, WorkerEnd, WorkerLimits,
};
