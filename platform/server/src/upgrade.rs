//! `gueridon upgrade`: has the tables of a game in play go on with its newest build, where that build
//! shows and tells everybody the same as the one they began with.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use gueridon_game::border::hex;
use gueridon_host::clock::Clock;
use gueridon_host::host::Random;
use gueridon_host::refusal::Fault;
use gueridon_host::table::{Verdict, upgrade};
use gueridon_journal::{BuildRow, BuildUse, Journal, JournalError, TableId};
use gueridon_modules::module::Module;
use gueridon_modules::{IsolatedGames, Modules, WorkerLimits};

use crate::journal::{JournalAddress, UnknownJournal};
use crate::serve::{ServeError, isolation, modules, quarantined};

/// How many tables are listed at a time.
const PAGE: u32 = 100;

/// What to upgrade.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where the journal is: `sqlite:FILE`, or the URL of a PostgreSQL database.
    pub journal: String,
    /// The directory of the modules, with the newest build of the game.
    pub modules: PathBuf,
    /// The games whose modules are called in processes of their own, if any.
    pub isolated: Option<IsolatedGames>,
    /// What such a process may take.
    pub worker_limits: WorkerLimits,
    /// Whether builds that only a shared journal has are opened.
    pub trusts_journal: bool,
    /// The id of the game.
    pub game: String,
    /// Whether to compare only, and write nothing.
    pub is_dry_run: bool,
}

/// Why nothing was upgraded, in one line.
#[derive(Debug, thiserror::Error)]
pub enum UpgradeError {
    /// The journal is of a kind that this program does not have.
    #[error(transparent)]
    Journal(#[from] UnknownJournal),
    /// The journal cannot be opened, or failed.
    #[error(transparent)]
    Open(#[from] JournalError),
    /// The modules cannot be read.
    #[error(transparent)]
    Modules(#[from] ServeError),
    /// The directory has no such game.
    #[error("the modules in {} have no game `{game}`", directory.display())]
    UnknownGame {
        /// The game that was named.
        game: String,
        /// The directory.
        directory: PathBuf,
    },
    /// The comparison failed for another reason than a difference.
    #[error(transparent)]
    Failed(#[from] Fault),
}

/// Compares, and unless it is a dry run upgrades; returns a line about each table and their number.
///
/// # Errors
/// When the journal or the modules cannot be used. Tables that were moved until then have moved.
pub async fn run(options: &Options) -> Result<String, UpgradeError> {
    let address: JournalAddress = options.journal.parse()?;
    let opened = address.open_beside().await?;
    let done = upgrade_all(&opened.journal(), options).await;
    opened.close().await;
    done
}

async fn upgrade_all(
    journal: &Arc<dyn Journal>,
    options: &Options,
) -> Result<String, UpgradeError> {
    let stopped = quarantined(&**journal).await?;
    let limits = options.worker_limits;
    let isolated = options.isolated.clone().map(|games| isolation(games, limits)).transpose()?;
    let modules = modules(&options.modules, stopped.clone(), isolated)?;
    let (game, directory) = (options.game.clone(), options.modules.clone());
    let Some(newest) = modules.game(&game) else {
        return Err(UpgradeError::UnknownGame { game, directory });
    };
    if !options.is_dry_run
        && let Some(bytes) = modules.bytes(&newest.sha256())
    {
        let first_used_ms = Clock::system().now_ms();
        let row = BuildRow { sha256: newest.sha256(), game, bytes, first_used_ms };
        journal.keep_build(&row).await?;
    }
    let (mut lines, mut agreed, mut stayed) = (String::new(), 0, 0);
    let is_older = |build: &BuildUse| {
        build.game == options.game && build.sha256 != newest.sha256() && build.playing > 0
    };
    let agrees = if options.is_dry_run { "would go on" } else { "goes on" };
    for old in journal.builds().await?.into_iter().filter(is_older) {
        let own = match stopped.get(&old.sha256) {
            Some(reason) => Err(format!("its build is in quarantine: {reason}")),
            None => open(journal, &modules, old.sha256, options.trusts_journal).await?,
        };
        let mut after = None;
        loop {
            let tables = journal.tables_of_build(old.sha256, after, PAGE).await?;
            let Some(&last) = tables.last() else { break };
            after = Some(last);
            for table in tables {
                let done = match &own {
                    Ok(own) => upgrade_one(journal, (own, &newest), table, options).await?,
                    Err(why_not) => Err(why_not.clone()),
                };
                // Writing to a string cannot fail.
                let _ = match done {
                    Ok(()) => {
                        agreed += 1;
                        writeln!(lines, "{table}\t{agrees}")
                    }
                    Err(why_not) => {
                        stayed += 1;
                        writeln!(lines, "{table}\tstays: {why_not}")
                    }
                };
            }
        }
    }
    let with = hex(&newest.sha256()[..4]);
    Ok(lines + &format!("{agrees} with build {with}: {agreed}; stays: {stayed}\n"))
}

/// Has a table go on with the new of two builds, or only compares them; why it stays, if it does.
async fn upgrade_one(
    journal: &Arc<dyn Journal>,
    builds: (&Arc<Module>, &Arc<Module>),
    table: TableId,
    options: &Options,
) -> Result<Result<(), String>, Fault> {
    let machine = (&Clock::system(), &Random::system());
    Ok(match upgrade(journal, builds, table, options.is_dry_run, machine).await? {
        Verdict::Agrees => Ok(()),
        Verdict::Differs(difference) => Err(difference.to_string()),
        Verdict::Busy => Err("it was played meanwhile; try again".to_owned()),
    })
}

/// The build that tables began with; or why it cannot be opened here.
async fn open(
    journal: &Arc<dyn Journal>,
    modules: &Modules,
    sha256: [u8; 32],
    trusts_journal: bool,
) -> Result<Result<Arc<Module>, String>, JournalError> {
    if let Some(build) = modules.build(&sha256) {
        return Ok(Ok(build));
    }
    if journal.is_shared() && !trusts_journal {
        let why = "its build is not among the modules here; --trust-journal opens the journal's";
        return Ok(Err(why.to_owned()));
    }
    let Some(kept) = journal.build(sha256).await? else {
        return Ok(Err("the build that it began with is missing".to_owned()));
    };
    let opened = modules.open_bytes(kept.sha256, &kept.bytes);
    Ok(opened.map_err(|unusable| format!("its build cannot be opened: {}", unusable.reason)))
}
