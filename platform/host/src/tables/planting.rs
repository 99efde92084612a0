//! Tables that begin in the middle of their game: for tests.

use gueridon_game::{Seat, Seats, Seed};

use super::Tables;
use super::fixture::Fixture;
use crate::refusal::{Answer, Fault};
use gueridon_journal::{PlayerId, Start, TableId, TableRow};

/// A table to open with its game under way.
#[derive(Debug, Clone)]
pub struct FixtureTable {
    /// The id of the game; it is played with the game's own choice of options.
    pub game: String,
    /// Who sits, by seat.
    pub players: Vec<PlayerId>,
    /// The seed.
    pub seed: Seed,
    /// How far the game has come.
    pub position: Fixture,
}

impl Tables {
    /// Opens a table in play at a given position.
    ///
    /// Another host of the same journal cannot load it, nor can this one once it has stopped.
    ///
    /// # Errors
    /// `UNKNOWN_GAME`; a [`Fault`] when the players are not there, or not as many as can play.
    pub async fn plant(&self, fixture: FixtureTable) -> Answer<TableId> {
        let FixtureTable { game, players, seed, position } = fixture;
        let services = &self.services;
        let build = services.games.game(&game)?;
        services.games.keep_build(&build).await?;
        let opener = *players.first().ok_or(Fault::NoAnswer)?;
        let id = TableId(services.random.id(&services.clock)?);
        let seats = u8::try_from(players.len()).map_err(|_| Fault::NoAnswer)?;
        let row = TableRow::opened(id, game, seats, opener, services.clock.now_ms());
        let start = Start {
            table: id,
            starter: opener,
            build: build.sha256(),
            seed: seed.0,
            at_ms: row.created_ms,
            to_act: Seats::NONE,
            deadline_ms: None,
            most_bot_tables: 1,
        };
        services.fixtures.insert(id, position);
        let journal = &services.journal;
        let mut done = journal.open_table(&row).await?;
        for (seat, player) in (0..).map(Seat).zip(players) {
            done &= journal.sit(id, seat, player).await?;
        }
        done &= journal.start(&start).await?;
        if done { Ok(id) } else { Err(Fault::NoAnswer.into()) }
    }
}
