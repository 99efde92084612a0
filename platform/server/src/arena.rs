//! Games between programs of different strength, to measure it: `gueridon arena`.
//!
//! Each deal is played in every rotation of the players, so that neither the seat nor the luck of a
//! deal favours anybody; where the number of games is not a multiple of the rotations, the last deal
//! is played in some of them only. Everything is drawn from one seed: the same command plays the same
//! games, on any number of cores.

mod contest;
mod interval;
mod player;
mod report;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use gueridon_modules::builds::Builds;
use gueridon_modules::{CallError, Module};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::value::RawValue;

use crate::serve::{self, ServeError};

use contest::play;
pub use contest::{Outcome, Seated};
pub use interval::interval;
pub use player::{NotAPlayer, Player};
pub use report::Report;

/// What is played, and where the game is.
#[derive(Debug)]
pub struct Options {
    /// The directory of the modules.
    pub modules: PathBuf,
    /// The game's id.
    pub game: String,
    /// Who plays, how often.
    pub contest: Contest,
}

/// Who plays a game, how often.
#[derive(Debug)]
pub struct Contest {
    /// How many sit at a table.
    pub seats: u8,
    /// Who plays: at least one. The last one takes the seats that are left; of more players than
    /// seats, neighbours in this list play each other.
    pub players: Vec<Player>,
    /// How many games.
    pub games: u64,
    /// What all chance is drawn from.
    pub seed: u64,
    /// The options of the game, its default if absent.
    pub options: Option<Box<RawValue>>,
}

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    /// The modules could not be looked for.
    #[error(transparent)]
    Modules(#[from] ServeError),
    /// None of them is this game.
    #[error(
        "there is no game `{game}` among the modules in {}: name another directory with --modules",
        .modules.display()
    )]
    NoGame {
        /// Its id.
        game: String,
        /// Where it was looked for.
        modules: PathBuf,
    },
    /// Nobody plays.
    #[error("there is nobody to play")]
    NoPlayers,
    /// A game could not be dealt or went wrong.
    #[error("game {game}: {error}")]
    Game {
        /// Which one, from 0.
        game: u64,
        /// What the module said.
        error: CallError,
    },
    /// A game has no end.
    #[error("game {game} is not over after the {steps} steps that it takes at most")]
    Endless {
        /// Which one, from 0.
        game: u64,
        /// That many.
        steps: u32,
    },
}

/// Plays, on all cores, and says how it went.
///
/// # Errors
/// See [`ArenaError`].
pub fn run(options: &Options) -> Result<Report, ArenaError> {
    let modules = serve::modules(&options.modules, std::collections::BTreeMap::new(), None)?;
    let builds = Builds::newest(&modules);
    let module = builds.iter().find(|module| module.about().id == options.game);
    let module = module.ok_or_else(|| ArenaError::NoGame {
        game: options.game.clone(),
        modules: options.modules.clone(),
    })?;
    let contest = &options.contest;
    let bar = progress(contest.games);
    let outcomes = hold(contest, module, &bar)?;
    bar.finish_and_clear();
    Ok(Report::new(&contest.players, contest.seats, &outcomes))
}

/// A bar that shows how many of so many games are played; silent where nobody looks.
#[must_use]
pub fn progress(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} games, {eta} left");
    ProgressBar::new(games).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Plays all games of a contest on all cores; what came of them is in order, whichever core played
/// them.
///
/// # Errors
/// As [`run`], but for the modules.
pub fn hold(
    contest: &Contest,
    module: &Arc<Module>,
    bar: &ProgressBar,
) -> Result<Vec<Outcome>, ArenaError> {
    if contest.players.is_empty() {
        return Err(ArenaError::NoPlayers);
    }
    let next = AtomicU64::new(0);
    let one_core = || -> Result<Vec<(u64, Outcome)>, ArenaError> {
        let mut played = Vec::new();
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= contest.games {
                return Ok(played);
            }
            let outcome = play(contest, module, game).inspect_err(|_| {
                next.store(contest.games, Ordering::Relaxed);
            })?;
            played.push((game, outcome));
            bar.inc(1);
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut outcomes = thread::scope(|scope| {
        let running: Vec<_> = (0..cores).map(|_| scope.spawn(one_core)).collect();
        let mut all = Vec::new();
        for core in running {
            match core.join() {
                Ok(played) => all.extend(played?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok::<_, ArenaError>(all)
    })?;
    outcomes.sort_by_key(|&(game, _)| game);
    Ok(outcomes.into_iter().map(|(_, outcome)| outcome).collect())
}
