//! The options of `arena`.

use clap::Args;
use serde_json::value::RawValue;

use super::places::ModulesDirectory;
use crate::arena::{self, Player};

/// The options of `arena`.
#[derive(Debug, Args)]
pub(crate) struct Arena {
    /// The game's id.
    game: String,
    #[command(flatten)]
    modules: ModulesDirectory,
    /// How many sit at a table.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=7))]
    seats: u8,
    /// Who plays, separated by commas: random, greedy or greedy:WORLDS, search:ITERATIONS or
    /// search:ITERATIONS:NOISE, or a bot as it plays at tables: beginner, casual, skilled, expert.
    ///
    /// Noise is in how many of a hundred steps one is drawn by how often the search took it.
    /// The last one takes the seats that are left. Of more players than seats, neighbours in the
    /// list play each other.
    #[arg(long, required = true, value_delimiter = ',', value_name = "PLAYERS")]
    players: Vec<Player>,
    /// How many games; each deal is played in every rotation of the players.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// What all chance is drawn from: the same number gives the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The options of the game as JSON, such as '{"rounds":3}'; by default its own.
    #[arg(long, value_name = "JSON", value_parser = json)]
    options: Option<Json>,
}

/// Any JSON, as it was written.
#[derive(Debug, Clone)]
pub(super) struct Json(pub(super) Box<RawValue>);

/// Reads an option that is JSON.
pub(super) fn json(text: &str) -> Result<Json, String> {
    RawValue::from_string(text.to_owned()).map(Json).map_err(|error| error.to_string())
}

impl From<Arena> for arena::Options {
    fn from(arena: Arena) -> Self {
        Self {
            modules: arena.modules.directory(),
            game: arena.game,
            contest: arena::Contest {
                seats: arena.seats,
                players: arena.players,
                games: arena.games,
                seed: arena.seed,
                options: arena.options.map(|Json(options)| options),
            },
        }
    }
}
