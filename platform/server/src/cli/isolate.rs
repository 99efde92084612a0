//! The options that say which modules are called in processes of their own.

use std::collections::BTreeSet;

use clap::Args;
use gueridon_modules::{IsolatedGames, WorkerLimits};

/// Which modules are called in processes of their own, and how.
#[derive(Debug, Args)]
pub(crate) struct Isolate {
    /// Call the modules of these games in processes of their own, with commas in between; without
    /// names, or for `*`, those of all games.
    ///
    /// Such a process has no files, no network and limited memory, and when it crashes or hangs,
    /// nothing is lost but the call. Each call takes longer.
    #[arg(
        long,
        env = "GUERIDON_ISOLATE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = ALL_GAMES,
        value_delimiter = ',',
        value_name = "GAMES"
    )]
    isolate: Option<Vec<String>>,
    /// With --isolate, how many processes a module has at most; by default as many as there are
    /// cores, but two to eight.
    #[arg(
        long,
        env = "GUERIDON_WORKERS",
        value_parser = clap::value_parser!(u32).range(1..=64),
        value_name = "NUMBER"
    )]
    workers: Option<u32>,
    /// With --isolate, how much memory a module may use in each process.
    #[arg(
        long,
        env = "GUERIDON_WORKER_MEMORY",
        default_value = "1024",
        value_parser = clap::value_parser!(u32).range(16..=1_048_576),
        value_name = "MIB"
    )]
    worker_memory: u32,
}

/// In place of the ids of games: all of them.
const ALL_GAMES: &str = "*";

impl Isolate {
    pub(super) fn games(&self) -> Option<IsolatedGames> {
        let named = self.isolate.as_ref()?.iter().map(|id| id.trim()).filter(|id| !id.is_empty());
        let named: BTreeSet<String> = named.map(str::to_owned).collect();
        if named.contains(ALL_GAMES) {
            return Some(IsolatedGames::All);
        }
        // An empty variable in the environment is as good as none.
        Some(named).filter(|named| !named.is_empty()).map(IsolatedGames::These)
    }

    pub(super) fn limits(&self) -> WorkerLimits {
        let default = WorkerLimits::default();
        let workers = self.workers.and_then(|workers| usize::try_from(workers).ok());
        WorkerLimits {
            workers: workers.unwrap_or(default.workers),
            memory: u64::from(self.worker_memory) << 20,
            ..default
        }
    }
}
