//! A table in a list.

use std::sync::Arc;

use gueridon_game::{Score, Seats};
use serde_json::Value;

use crate::access::{Watch, allows_hints, watch};
use crate::names::Names;
use crate::tables::standing::GameResult;
use crate::viewer::Viewer;
use gueridon_journal::{CloseReason, PlayerId, Seated, Status, TableId, TableRow, TableSettings};

/// The status of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableStatus {
    /// People sit down and get up.
    Open,
    /// Being played.
    Playing,
    /// Played to the end.
    Over,
    /// Closed before the end.
    Closed {
        /// Why.
        why: CloseReason,
    },
    /// Not to be played on, because this node could not replay its journal.
    Stopped {
        /// Why, in one line.
        reason: String,
    },
}

impl From<&TableRow> for TableStatus {
    fn from(row: &TableRow) -> Self {
        match row.status {
            Status::Open => Self::Open,
            Status::Playing => Self::Playing,
            Status::Over => Self::Over,
            Status::Closed => Self::Closed { why: row.closed.unwrap_or_default() },
        }
    }
}

/// The public information about a table.
#[derive(Debug, Clone, PartialEq)]
pub struct TableInfo {
    /// Its id.
    pub id: TableId,
    /// The game played at it.
    pub game: String,
    /// The game's options; null for the game's own choice.
    pub options: Value,
    /// How many seats there are.
    pub seats: u8,
    /// The settings that are not the game's.
    pub settings: TableSettings,
    /// Its status.
    pub state: TableStatus,
    /// Who opened it.
    pub opener: PlayerId,
    /// Its owner, who decides about it before it begins.
    pub owner: PlayerId,
    /// Those who sit, in the order of the seats.
    pub seated: Vec<Seated>,
    /// Their names.
    pub names: Names,
    /// SHA-256 of the build it began with; none before it has begun.
    pub build: Option<[u8; 32]>,
    /// When it was opened, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it began, in milliseconds since 1970.
    pub started_ms: Option<i64>,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: Option<i64>,
    /// The table of which it is a rematch.
    pub rematch_of: Option<TableId>,
    /// How its game has ended, if it is over.
    pub(crate) result: Option<Arc<GameResult>>,
}

impl TableInfo {
    /// The public part of a row: all but the seed.
    pub(crate) fn of(row: &TableRow, state: TableStatus) -> Self {
        Self {
            id: row.id,
            game: row.game.clone(),
            options: serde_json::from_str(&row.options).unwrap_or_default(),
            seats: row.seats,
            settings: row.settings.clone(),
            state,
            opener: row.opener,
            owner: row.owner,
            seated: row.seated.clone(),
            names: Names::at(row),
            build: row.build,
            created_ms: row.created_ms,
            started_ms: row.started_ms,
            ended_ms: row.ended_ms,
            rematch_of: row.rematch_of,
            result: row
                .result
                .as_deref()
                .and_then(|text| serde_json::from_str(text).ok())
                .map(Arc::new),
        }
    }

    /// Whether this viewer may ask for hints while the game is played.
    #[must_use]
    pub fn allows_hints(&self, viewer: Viewer) -> bool {
        let mut seated = self.seated.iter();
        let own = seated.find(|one| viewer.player.is_some() && one.player() == viewer.player);
        own.is_some_and(|own| allows_hints(&self.settings, &self.seated, own.seat))
    }

    /// The final score of a game that is over, from the journal; none for a viewer who may not
    /// watch.
    #[must_use]
    pub fn result(&self, viewer: Viewer) -> Option<&Score> {
        let is_seen = watch(&self.settings, &self.seated, viewer) != Watch::Never;
        self.result.as_deref().filter(|_| is_seen).map(|result| &result.score)
    }

    /// The seats of players for whom a stand-in has made at least half of the plays of a game that
    /// is over, from the journal; none for a viewer who may not watch.
    #[must_use]
    pub fn stood_in(&self, viewer: Viewer) -> Option<Seats> {
        self.result(viewer)?;
        self.result.as_deref().map(|result| result.stood_in)
    }
}
