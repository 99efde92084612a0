//! The options of `dev`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::arena::{Json, json};
use crate::dev::{self, Listen, Replay};

/// The options of `dev`.
#[derive(Debug, Args)]
pub(crate) struct Dev {
    /// The module's folder, with a Cargo.toml or a Makefile.
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// Show this module, which is built otherwise, and again whenever it changes.
    #[arg(long, value_name = "FILE")]
    module: Option<PathBuf>,
    /// The command that builds --module, run in the folder whenever a file in it is saved.
    #[arg(long, value_name = "COMMAND", requires = "module")]
    build: Option<String>,
    /// With how many seats; by default with two, or as near to that as the game allows.
    #[arg(long)]
    seats: Option<u8>,
    /// What the table's chance is drawn from: the same number gives the same game.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The options of the game as JSON, such as '{"rounds":3}'; by default its own.
    #[arg(long, value_name = "JSON", value_parser = json)]
    options: Option<Json>,
    /// Set the table up where a test failed, as the test kit prints it: the game of seed 1 with 3
    /// seats after entry 57 is `1,3@57`. A file that the page has saved is `FILE` or `FILE@57`.
    #[arg(long, value_name = "SEED,SEATS@ENTRY", conflicts_with_all = ["seats", "seed", "options"])]
    replay: Option<Replay>,
    /// Where the page is: a port of this machine, or its address with a port; 0 for a free one.
    #[arg(long, default_value = "127.0.0.1:0", value_name = "ADDRESS")]
    listen: Listen,
    /// How many seconds a call may take before the module is said to hang.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=600))]
    time: u64,
}

impl From<Dev> for dev::Options {
    fn from(dev: Dev) -> Self {
        Self {
            folder: dev.folder,
            module: dev.module,
            build: dev.build,
            seats: dev.seats,
            seed: dev.seed,
            options: dev.options.map(|Json(options)| options),
            replay: dev.replay,
            listen: dev.listen,
            time: Duration::from_secs(dev.time),
        }
    }
}
