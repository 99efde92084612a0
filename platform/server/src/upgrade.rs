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
use gueridon_journal::{BuildRow, BuildUse, Journal, JournalError};
use gueridon_modules::Modules;
use gueridon_modules::module::Module;

use crate::journal::{JournalAddress, UnknownJournal};
use crate::serve::{ServeError, modules, quarantined};

/// How many tables are listed at a time.
const PAGE: u32 = 100;

/// What to upgrade.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where the journal is: `sqlite:FILE`, or the URL of a PostgreSQL database.
    pub journal: String,
    /// The directory of the modules, with the newest build of the game.
    pub modules: PathBuf,
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
    let modules = modules(&options.modules, stopped.clone(), None)?;
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
    let (mut text, mut agreed, mut stayed) = (String::new(), 0, 0);
    let is_older = |build: &BuildUse| {
        build.game == options.game && build.sha256 != newest.sha256() && build.playing > 0
    };
    for old in journal.builds().await?.into_iter().filter(is_older) {
        let why_not = match stopped.get(&old.sha256) {
            Some(reason) => Err(format!("its build is in quarantine: {reason}")),
            None => open(journal, &modules, old.sha256, options.trusts_journal).await?,
        };
        let mut after = None;
        loop {
            let tables = journal.tables_of_build(old.sha256, after, PAGE).await?;
            let Some(&last) = tables.last() else { break };
            after = Some(last);
            for table in tables {
                let verdict = match &why_not {
                    Ok(module) => {
                        let chance = (&Clock::system(), &Random::system());
                        let builds = (module, &newest);
                        upgrade(journal, builds, table, options.is_dry_run, chance).await?
                    }
                    Err(reason) => {
                        stayed += 1;
                        line(&mut text, table.0, &format!("stays: {reason}"));
                        continue;
                    }
                };
                let said = match verdict {
                    Verdict::Agrees if options.is_dry_run => "would go on".to_owned(),
                    Verdict::Agrees => "goes on".to_owned(),
                    Verdict::Differs(difference) => format!("stays: {difference}"),
                    Verdict::Busy => "stays: it was played meanwhile; try again".to_owned(),
                };
                if said.starts_with("stays") {
                    stayed += 1;
                } else {
                    agreed += 1;
                }
                line(&mut text, table.0, &said);
            }
        }
    }
    let with = hex(&newest.sha256()[..4]);
    let would = if options.is_dry_run { "would go on" } else { "go on" };
    let total = format!("{agreed} tables {would} with build {with}, {stayed} stay with theirs\n");
    Ok(text + &total)
}

fn line(text: &mut String, table: uuid::Uuid, said: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{table}\t{said}");
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
