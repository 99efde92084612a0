//! The options of `check`, and where its reports go.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::arena::{Json, json};
use crate::check::{self, CheckError, Report};

/// The options of `check`.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The module's file.
    file: PathBuf,
    /// How many random games are played with each number of seats.
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    games: u64,
    /// With how many seats, separated by commas; by default with every number that the game is for.
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=7))]
    seats: Vec<u8>,
    /// What all chance is drawn from: the same number finds the same.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The options of the game as JSON, such as '{"rounds":3}'; by default its own.
    #[arg(long, value_name = "JSON", value_parser = json)]
    options: Option<Json>,
    /// How many seconds a call may take before the module is said to hang.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=600))]
    time: u64,
    /// How many games each contest has, of random play, greed and a search against each other.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    contest_games: u64,
    /// How many iterations the search of the contests makes for a decision.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    iterations: u32,
    /// Hold no contests.
    #[arg(long)]
    no_contests: bool,
    /// Write the report to this new file as JSON, too.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the report to this new file as a page for browsers, too.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Overwrite reports that are there.
    #[arg(long)]
    force: bool,
}

impl Check {
    /// Checks, and writes the reports; says whether nothing is wrong with the module, and what to print.
    pub(crate) fn run(self) -> Result<(bool, String), CheckError> {
        let Self { json, html, force, .. } = &self;
        let (json, html, force) = (json.clone(), html.clone(), *force);
        // Before a minute is spent on it.
        for file in [&json, &html].into_iter().flatten() {
            if !force && file.symlink_metadata().is_ok() {
                return Err(CheckError::Exists(file.clone()));
            }
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
            if folder.is_some_and(|folder| !folder.is_dir()) {
                return Err(unwritable(file, io::ErrorKind::NotFound.into()));
            }
        }
        if let Some(file) = html.as_ref().filter(|html| Some(*html) == json.as_ref()) {
            let error = io::Error::other("both reports are to be written there");
            return Err(unwritable(file, error));
        }
        let report: Report = check::run(&self.into())?;
        if let Some(file) = &json {
            let text = report.to_json().map_err(io::Error::from);
            let written = text.and_then(|text| write(file, &text, force));
            written.map_err(|error| unwritable(file, error))?;
        }
        if let Some(file) = &html {
            let written = write(file, &report.to_html(), force);
            written.map_err(|error| unwritable(file, error))?;
        }
        Ok((report.passed(), report.to_string()))
    }
}

/// Writes a file that is not there, unless it may be overwritten.
fn write(file: &Path, text: &str, force: bool) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true);
    if force {
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    options.open(file)?.write_all(text.as_bytes())
}

fn unwritable(file: &Path, error: io::Error) -> CheckError {
    match error.kind() {
        io::ErrorKind::AlreadyExists => CheckError::Exists(file.to_owned()),
        _ => CheckError::Unwritable { file: file.to_owned(), error },
    }
}

impl From<Check> for check::Options {
    fn from(check: Check) -> Self {
        Self {
            file: check.file,
            games: check.games,
            seats: check.seats,
            seed: check.seed,
            options: check.options.map(|Json(options)| options),
            time: Duration::from_secs(check.time),
            contest_games: if check.no_contests { 0 } else { check.contest_games },
            iterations: check.iterations,
        }
    }
}
