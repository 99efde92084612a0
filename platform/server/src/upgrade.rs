//! `gueridon upgrade`: has the tables of a game in play go on with its newest build, where that build
//! shows and tells everybody the same as the one they began with.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use gueridon_game::border::hex;
use gueridon_host::clock::Clock;
use gueridon_host::host::Random;
use gueridon_host::refusal::Fault;
use gueridon_host::table::{Comparison, Verdict, upgrade};
use gueridon_journal::{BuildRow, BuildUse, GAME_FAILED, Journal, JournalError, Stopped, TableId};
use gueridon_modules::module::Module;
use gueridon_modules::{IsolatedGames, Isolation, Modules, WorkerLimits};

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

/// What is needed to open and compare builds.
struct Comparing<'a> {
    journal: &'a Arc<dyn Journal>,
    options: &'a Options,
    modules: Modules,
    newest: Arc<Module>,
    /// How builds in quarantine are called.
    apart: Arc<Isolation>,
    /// The tables that are stopped themselves, with the reasons.
    stopped: BTreeMap<TableId, String>,
}

/// The lines about tables, and how many of them there are of each kind.
#[derive(Default)]
struct Report {
    lines: String,
    agreed: usize,
    asked: usize,
    stayed: usize,
}

async fn upgrade_all(
    journal: &Arc<dyn Journal>,
    options: &Options,
) -> Result<String, UpgradeError> {
    let in_quarantine = quarantined(&**journal).await?;
    let limits = options.worker_limits;
    let isolated = options.isolated.clone().map(|games| isolation(games, limits)).transpose()?;
    let modules = modules(&options.modules, in_quarantine.clone(), isolated)?;
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
    let stops = journal.stops().await?.into_iter();
    let stopped = stops.filter_map(|stop| match stop.stopped {
        Stopped::Table(table) => Some((table, stop.reason)),
        Stopped::Closing(_) | Stopped::Build(_) => None,
    });
    let comparing = Comparing {
        journal,
        options,
        modules,
        newest,
        apart: Arc::new(isolation(IsolatedGames::All, limits)?),
        stopped: stopped.collect(),
    };
    let mut report = Report::default();
    let is_older = |build: &BuildUse| {
        build.game == options.game && build.sha256 != comparing.newest.sha256() && build.playing > 0
    };
    for old in journal.builds().await?.into_iter().filter(is_older) {
        let is_quarantined = in_quarantine.contains_key(&old.sha256);
        let own = comparing.open(old.sha256, is_quarantined).await?;
        let mut after = None;
        loop {
            let tables = journal.tables_of_build(old.sha256, after, PAGE).await?;
            let Some(&last) = tables.last() else { break };
            after = Some(last);
            for table in tables {
                match &own {
                    Ok(own) => {
                        let verdict = comparing.upgrade(own, table, is_quarantined).await?;
                        report.add(table, &verdict, &comparing);
                    }
                    Err(why_not) => report.stays(table, why_not),
                }
            }
        }
    }
    Ok(report.with_sum(&comparing))
}

impl Comparing<'_> {
    /// Has a table go on with the newest build, asks its seats, or only compares.
    async fn upgrade(
        &self,
        old: &Arc<Module>,
        table: TableId,
        is_quarantined: bool,
    ) -> Result<Verdict, Fault> {
        let comparison = Comparison {
            old,
            new: &self.newest,
            table,
            is_stopped: is_quarantined || self.stopped.contains_key(&table),
            is_trial: self.options.is_dry_run,
        };
        upgrade(self.journal, comparison, (&Clock::system(), &Random::system())).await
    }

    /// The build that tables began with, in a process of its own if it is in quarantine; or why it
    /// cannot be opened here.
    async fn open(
        &self,
        sha256: [u8; 32],
        is_quarantined: bool,
    ) -> Result<Result<Arc<Module>, String>, JournalError> {
        if let Some(build) = self.modules.build(&sha256) {
            return Ok(Ok(build));
        }
        if self.journal.is_shared() && !self.options.trusts_journal {
            let why = "its build is not among the modules here, or not opened for its quarantine; \
                       --trust-journal opens the journal's";
            return Ok(Err(why.to_owned()));
        }
        let Some(kept) = self.journal.build(sha256).await? else {
            return Ok(Err("the build that it began with is missing".to_owned()));
        };
        let opened = if is_quarantined {
            Module::open_isolated(&kept.bytes, sha256, &self.apart).map_err(|why| why.to_string())
        } else {
            self.modules.open_bytes(sha256, &kept.bytes).map_err(|unusable| unusable.reason)
        };
        Ok(opened.map_err(|reason| format!("its build cannot be opened: {reason}")))
    }
}

/// What becomes of a table that goes on, but is stopped for this reason until it is reopened.
fn once_reopened(goes_on: &str, reason: &str) -> String {
    format!("{goes_on}, once `gueridon admin reopen` lets it: it is stopped, {reason}")
}

impl Report {
    fn add(&mut self, table: TableId, verdict: &Verdict, comparing: &Comparing<'_>) {
        let is_trial = comparing.options.is_dry_run;
        let goes_on = if is_trial { "would go on" } else { "goes on" };
        let line = match verdict {
            Verdict::Agrees => {
                self.agreed += 1;
                match comparing.stopped.get(&table) {
                    None => goes_on.to_owned(),
                    Some(reason) => once_reopened(goes_on, reason),
                }
            }
            Verdict::GoesOnBefore(difference) => {
                self.agreed += 1;
                let goes_on = format!("{goes_on} from before its last play: {difference}");
                match comparing.stopped.get(&table) {
                    Some(reason) if !reason.starts_with(GAME_FAILED) => {
                        once_reopened(&goes_on, reason)
                    }
                    _ => goes_on,
                }
            }
            Verdict::Asks(difference) => {
                self.asked += 1;
                let asks = if is_trial { "would ask" } else { "asks" };
                format!(
                    "{asks} its players whether to go on from before its last play: {difference}"
                )
            }
            Verdict::Differs(difference) => return self.stays(table, &difference.to_string()),
            Verdict::Busy => {
                return self
                    .stays(table, "it was played meanwhile, or its build failed; try again");
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(self.lines, "{table}\t{line}");
    }

    fn stays(&mut self, table: TableId, why: &str) {
        self.stayed += 1;
        // As above.
        let _ = writeln!(self.lines, "{table}\tstays: {why}");
    }

    fn with_sum(self, comparing: &Comparing<'_>) -> String {
        let Self { lines, agreed, asked, stayed } = self;
        let with = hex(&comparing.newest.sha256()[..4]);
        let goes_on = if comparing.options.is_dry_run { "would go on" } else { "goes on" };
        let asked = if asked > 0 { format!("; asked: {asked}") } else { String::new() };
        format!("{lines}{goes_on} with build {with}: {agreed}{asked}; stays: {stayed}\n")
    }
}
