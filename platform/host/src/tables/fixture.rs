//! A table that begins in the middle of its game: for tests that open two tables at positions
//! which some eyes cannot tell apart.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gueridon_game::{Seat, Seats, Seed};

use super::entry_body::Body;
use super::outages::Outages;
use super::position::{Position, StopReason};
use super::shared::Shared;
use super::state::TableState;
use super::steps::Steps;
use gueridon_journal::{Entry, TableId};
use gueridon_modules::module::{Module, RawJson, ReportedEvent};

/// A position with the past of its table. It exists in this host only: the journal has only what is
/// played from there on.
#[derive(Debug, Clone)]
pub struct Fixture {
    /// The output of [`Handle::save`](gueridon_modules::module::Handle::save) or
    /// [`Handle::imagine`](gueridon_modules::module::Handle::imagine).
    pub state: RawJson,
    /// For each seat the entry at which it last played or its question last changed.
    pub decided: Vec<u64>,
    /// The entries before it, from the first on.
    pub past: Vec<FixtureEntry>,
}

/// An entry of a fixture's past.
#[derive(Debug, Clone)]
pub struct FixtureEntry {
    /// The seat.
    pub seat: Seat,
    /// The key of the play.
    pub key: String,
    /// The steps.
    pub steps: Steps,
    /// When they were received, in milliseconds since 1970.
    pub at_ms: i64,
    /// What happened, with the audience of each event.
    pub told: Vec<ReportedEvent>,
}

impl Fixture {
    /// Restores the position with a build, and writes the past into the table's event log.
    pub(crate) fn restore(
        &self,
        build: &Arc<Module>,
        shared: &Shared,
    ) -> Result<Position, StopReason> {
        let seed = Seed(shared.row.seed.ok_or("it has no seed")?);
        let (game, summary) = build
            .restore(&self.state, shared.row.seats, &seed)
            .map_err(|error| format!("it cannot be restored: {error}"))?;
        if summary.decisions.len() != self.decided.len() {
            return Err("its fixture is for another number of seats".to_owned());
        }
        for (seq, past) in (1..).zip(&self.past) {
            let entry = past.entry(shared.row.id, seq)?;
            let body = Body::Steps(());
            shared.event_log(|event_log| event_log.push(&entry, &body, past.told.clone().into()));
        }
        let state = TableState::new(&shared.row, Outages::default());
        Ok(Position::restored(game, state, self.past.len() as u64, summary, self.decided.clone()))
    }
}

impl FixtureEntry {
    fn entry(&self, table: TableId, seq: u64) -> Result<Entry, StopReason> {
        let body = serde_json::to_string(&Body::Steps(&self.steps));
        Ok(Entry {
            table,
            seq,
            seat: Some(self.seat),
            key: self.key.clone(),
            body: body.map_err(|error| error.to_string())?,
            digest: String::new(), // Nobody replays it.
            at_ms: self.at_ms,
            to_act: Seats::NONE,
            ends: false,
        })
    }
}

/// The tables of a host that began in the middle of their game.
#[derive(Debug, Default)]
pub(crate) struct Fixtures(Mutex<BTreeMap<TableId, Arc<Fixture>>>);

impl Fixtures {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<TableId, Arc<Fixture>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn insert(&self, table: TableId, fixture: Fixture) {
        self.lock().insert(table, Arc::new(fixture));
    }

    /// The fixture of this table, if it has one.
    pub(crate) fn get(&self, table: TableId) -> Option<Arc<Fixture>> {
        self.lock().get(&table).cloned()
    }
}
