//! Tables that begin in the middle of their game: for tests.

use std::collections::BTreeMap;
use std::sync::{Arc, MutexGuard, PoisonError};

use gueridon_game::{Seat, Seats, Seed};

use super::{Context, Host};
use crate::refusal::{Answer, Fault};
use crate::table::Fixture;
use gueridon_journal::{PlayerId, Start, TableId, TableRow};

/// A table to be opened with its game under way.
#[derive(Debug, Clone)]
pub struct FixtureTable {
    /// The id of the game; it is played with the game's own choice of options.
    pub game: String,
    /// Who sits, by seat.
    pub players: Vec<PlayerId>,
    /// What all chance is drawn from.
    pub seed: Seed,
    /// How far the game has come.
    pub position: Fixture,
}

impl Host {
    /// Opens a table that is being played already, and stands where it is said to.
    ///
    /// Another host of the same journal cannot load it, nor can this one once it has stopped.
    ///
    /// # Errors
    /// `UNKNOWN_GAME`; a [`Fault`] when the players are not there, or not as many as can play.
    pub async fn plant(&self, planted: FixtureTable) -> Answer<TableId> {
        let FixtureTable { game, players, seed, position } = planted;
        let context = &self.context;
        let build = context.game(&game)?;
        context.keep_build(&build).await?;
        let opener = *players.first().ok_or(Fault::NoAnswer)?;
        let id = TableId(context.config.chance.id(&context.clock)?);
        let seats = u8::try_from(players.len()).map_err(|_| Fault::NoAnswer)?;
        let row = TableRow::opened(id, game, seats, opener, context.clock.now_ms());
        let start = Start {
            table: id,
            starter: opener,
            build: build.sha256(),
            seed: seed.0,
            at_ms: row.created_ms,
            to_act: Seats::NONE,
            deadline_ms: None,
        };
        context.planted().insert(id, Arc::new(position));
        let journal = &context.journal;
        let mut done = journal.open_table(&row).await?;
        for (seat, player) in (0..).map(Seat).zip(players) {
            done &= journal.sit(id, seat, player).await?;
        }
        done &= journal.start(&start).await?;
        if done { Ok(id) } else { Err(Fault::NoAnswer.into()) }
    }
}

impl Context {
    fn planted(&self) -> MutexGuard<'_, BTreeMap<TableId, Arc<Fixture>>> {
        self.planted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where the table of this id was planted, if it was.
    pub(crate) fn planted_at(&self, id: TableId) -> Option<Arc<Fixture>> {
        self.planted().get(&id).cloned()
    }
}
