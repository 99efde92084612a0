//! The options of `upgrade`.

use clap::Args;

use super::isolate::Isolate;
use super::places::{Journal, ModulesDirectory};
use crate::upgrade;

/// The options of `upgrade`.
#[derive(Debug, Args)]
pub(crate) struct Upgrade {
    /// The game's id.
    game: String,
    #[command(flatten)]
    journal: Journal,
    #[command(flatten)]
    modules: ModulesDirectory,
    #[command(flatten)]
    isolate: Isolate,
    /// Open builds that only a PostgreSQL journal has.
    #[arg(
        long,
        env = "GUERIDON_TRUST_JOURNAL",
        value_parser = clap::builder::BoolishValueParser::new()
    )]
    trust_journal: bool,
    /// Compare only, and write nothing.
    #[arg(long)]
    dry_run: bool,
}

impl From<Upgrade> for upgrade::Options {
    fn from(upgrade: Upgrade) -> Self {
        Self {
            journal: upgrade.journal.journal,
            isolated: upgrade.isolate.games(),
            worker_limits: upgrade.isolate.limits(),
            modules: upgrade.modules.directory(),
            trusts_journal: upgrade.trust_journal,
            game: upgrade.game,
            is_dry_run: upgrade.dry_run,
        }
    }
}
