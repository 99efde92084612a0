//! What is good and bad about a game module, in any language: `gueridon check`.
//!
//! The module is called over the border alone, in processes of its own, so it may crash and hang. Random
//! games are played; each is played again in another process and looked at closely at some positions.
//! Then programs of different strength play each other. Everything is drawn from one seed: the same
//! command finds the same, but for how long calls take.

mod catalogue;
mod conformity;
mod contests;
mod coverage;
mod distributions;
mod figures;
mod findings;
mod imagining;
mod json;
mod laws;
mod looking;
mod odd;
mod playouts;
mod report;
mod shown;
pub(crate) mod subject;

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use gueridon_game::Seats;
use indicatif::ProgressBar;
use serde_json::value::RawValue;

use crate::arena::progress;
use crate::serve::ServeError;
use conformity::Schema;
use contests::Plan;
use coverage::Coverage;
use distributions::Imaginings;
use findings::{Findings, Law, Lost, Place};
use playouts::{CallTimes, Playout, Rules};
pub use report::Report;
use subject::Subject;

/// After so many lost processes no more games are played: each may take as long as a call may.
const MOST_LOST: u32 = 3;
/// A game takes no more steps than this, whatever it says of itself.
const MOST_STEPS: u32 = 100_000;

/// What is checked, and how much.
#[derive(Debug)]
pub struct Options {
    /// The module.
    pub file: PathBuf,
    /// How many random games are played with each number of seats.
    pub games: u64,
    /// With how many seats; by default with every number that the game is for.
    pub seats: Vec<u8>,
    /// What all chance is drawn from.
    pub seed: u64,
    /// The options of the game, its default if absent.
    pub options: Option<Box<RawValue>>,
    /// How long a call may take.
    pub time: Duration,
    /// How many games each contest has; none are held if it is 0.
    pub contest_games: u64,
    /// How many iterations the search of the contests makes.
    pub iterations: u32,
}

/// Why a file cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// It cannot be read.
    #[error("{} cannot be read: {why}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        why: String,
    },
    /// It is no module that can be called.
    #[error("{} cannot be checked: {why}", file.display())]
    Unusable {
        /// The file.
        file: PathBuf,
        /// Why.
        why: String,
    },
    /// The game is not for so many.
    #[error("the game is for {fewest} to {most} seats: it cannot be checked with {seats}")]
    Seats {
        /// How many were asked for.
        seats: u8,
        /// The fewest.
        fewest: u8,
        /// The most.
        most: u8,
    },
    /// This program cannot start itself.
    #[error(transparent)]
    Program(#[from] ServeError),
    /// A report is there already.
    #[error("{} is there already: choose another name, or overwrite it with --force", .0.display())]
    Exists(PathBuf),
    /// A report cannot be written.
    #[error("{} cannot be written: {error}", file.display())]
    Unwritable {
        /// Where.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// Checks a module.
///
/// # Errors
/// When the file cannot be checked at all. What is wrong with a module that can be called is in the
/// report.
pub fn run(options: &Options) -> Result<Report, CheckError> {
    let began = Instant::now();
    let subject = Subject::open(&options.file, options.time)?;
    let seats = seats(options, &subject)?;
    let mut checked = Checked { seats: seats.clone(), ..Checked::default() };
    let schema = subject.schema();
    checked.findings.look(Law::Schema);
    match schema {
        Ok(schema) => play(options, &subject, &seats, &schema, &mut checked)?,
        Err(why) => checked.findings.fail(Law::Schema, why, ""),
    }
    Ok(Report::new(options, &subject, checked, began.elapsed()))
}

/// With how many seats games are played.
fn seats(options: &Options, subject: &Subject) -> Result<Vec<u8>, CheckError> {
    let about = &subject.about;
    let (fewest, most) = (about.fewest_seats, about.most_seats);
    let of_game = fewest..=most;
    if let Some(&seats) = options.seats.iter().find(|seats| !of_game.contains(seats)) {
        return Err(CheckError::Seats { seats, fewest, most });
    }
    let mut seats = options.seats.clone();
    seats.sort_unstable();
    seats.dedup();
    if seats.is_empty() {
        seats = of_game.filter(|&seats| seats <= Seats::MOST).collect();
    }
    Ok(seats)
}

/// All that came of a check.
#[derive(Default)]
struct Checked {
    seats: Vec<u8>,
    findings: Findings,
    coverage: Coverage,
    imaginings: Imaginings,
    playouts: Vec<Playout>,
    times: CallTimes,
    contests: Vec<contests::ContestReport>,
}

/// Plays everything.
fn play(
    options: &Options,
    subject: &Subject,
    seats: &[u8],
    schema: &Schema,
    checked: &mut Checked,
) -> Result<(), CheckError> {
    let module = subject.module(1).map_err(|error| subject.unusable(&error))?;
    let game_options = options.options.as_deref();
    let words = catalogue::read(&module, game_options, schema, &mut checked.findings);
    let words = words.unwrap_or_default();
    checked.coverage = Coverage::of(schema, &words.things, &words.refusals);
    let longest = subject.about.longest.clamp(1, MOST_STEPS);
    let rules = Rules { schema, words: &words, longest, seed: options.seed, options: game_options };
    // Without an answer there is nothing more to ask.
    let _: Result<(), Lost> =
        odd::deals(&rules, &module, &mut checked.findings, &mut checked.coverage);
    drop(module);
    let plan = Plan {
        seats: seats.iter().copied().find(|&seats| seats > 1).unwrap_or(1),
        games: options.contest_games,
        iterations: options.iterations,
        seed: options.seed,
    };
    let holds_contests = plan.seats > 1 && plan.games > 0;
    let games = options.games * seats.len() as u64;
    let bar = progress(games + if holds_contests { plan.all_games() } else { 0 });
    random_games(options, subject, seats, &rules, &bar, checked)?;
    if holds_contests && checked.findings.lost == 0 {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let module = subject.module(cores).map_err(|error| subject.unusable(&error))?;
        checked.contests = plan.hold(&module, game_options, &bar);
    }
    bar.finish_and_clear();
    Ok(())
}

/// Plays random games on all cores, and looks at each closely.
fn random_games(
    options: &Options,
    subject: &Subject,
    seats: &[u8],
    rules: &Rules<'_>,
    bar: &ProgressBar,
    checked: &mut Checked,
) -> Result<(), CheckError> {
    let tasks: Vec<(u8, u64)> = (0..options.games)
        .flat_map(|number| seats.iter().map(move |&seats| (seats, number)))
        .collect();
    let (next, lost) = (AtomicUsize::new(0), AtomicU32::new(0));
    let nothing_met = Coverage::of(rules.schema, &rules.words.things, &rules.words.refusals);
    let times = checked.times.clone();
    let one_core = || -> Result<Checked, CheckError> {
        let open = || subject.module(1).map_err(|error| subject.unusable(&error));
        // What is played in one process is played again in another.
        let (played, again) = (open()?, open()?);
        let mut own = Checked { coverage: nothing_met.clone(), ..Checked::default() };
        while lost.load(Ordering::Relaxed) < MOST_LOST
            && let Some(&(seats, number)) = tasks.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let Checked { findings, coverage, imaginings, playouts, .. } = &mut own;
            let before = findings.lost;
            let playout = playouts::play(rules, &played, seats, number, &times, findings, coverage);
            if let Ok(Some(mut playout)) = playout {
                // What is lost is noted there.
                let _: Result<(), Lost> =
                    laws::look(rules, &again, &playout, &times, findings, coverage, imaginings);
                playout.steps = Vec::new();
                playout.summaries = Vec::new();
                playouts.push(playout);
            }
            lost.fetch_add(findings.lost - before, Ordering::Relaxed);
            bar.inc(1);
        }
        Ok(own)
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let running: Vec<_> = (0..cores).map(|_| scope.spawn(one_core)).collect();
        for core in running {
            match core.join() {
                Ok(own) => checked.add(own?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok::<(), CheckError>(())
    })?;
    checked.playouts.sort_by_key(|playout| (playout.seats, playout.number));
    if lost.load(Ordering::Relaxed) >= MOST_LOST {
        let played = checked.playouts.len();
        checked.findings.at = Place::default();
        let what = format!(
            "no more than {played} of {} games were played: {MOST_LOST} processes were lost",
            tasks.len()
        );
        checked.findings.remark(Law::Border, what, "");
    }
    Ok(())
}

impl Checked {
    /// Adds what another core found.
    fn add(&mut self, other: Self) {
        self.findings.add(other.findings);
        self.coverage.add(&other.coverage);
        self.imaginings.add(other.imaginings);
        self.playouts.extend(other.playouts);
    }
}
