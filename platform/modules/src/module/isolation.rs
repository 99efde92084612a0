//! Which modules are called in workers, and what a worker may take.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::thread::available_parallelism;
use std::time::Duration;

/// How modules are called in workers: processes of their own, which can do nothing but answer.
///
/// A worker has one build and the games that were dealt in it, and makes one call at a time. Whatever
/// it does, only these games are lost, and they can be dealt again.
#[derive(Debug, Clone)]
pub struct Isolation {
    /// The program that becomes a worker, with its arguments: it does what [`work`](super::work) does.
    pub command: Vec<OsString>,
    /// Whose builds are called in workers.
    pub games: IsolatedGames,
    /// What a worker may take.
    pub limits: WorkerLimits,
}

/// Whose builds are called in workers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IsolatedGames {
    /// Those of all games.
    All,
    /// Those of games with these ids.
    These(BTreeSet<String>),
}

impl IsolatedGames {
    /// Whether the builds of a game are called in workers.
    #[must_use]
    pub fn has(&self, game: &str) -> bool {
        match self {
            Self::All => true,
            Self::These(ids) => ids.contains(game),
        }
    }
}

/// What a worker may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkerLimits {
    /// How many workers a build has at most; at least one.
    pub workers: usize,
    /// How long a call may take until its worker is killed. Less than an executor waits, so that who
    /// waits for the same worker finds out in time.
    pub time: Duration,
    /// How much address space a worker may use for its module, in bytes.
    pub memory: u64,
}

impl Default for WorkerLimits {
    /// As many workers as cores, but two to eight; five seconds, and a gibibyte.
    fn default() -> Self {
        let cores = available_parallelism().map_or(2, usize::from);
        Self { workers: cores.clamp(2, 8), time: Duration::from_secs(5), memory: 1 << 30 }
    }
}
