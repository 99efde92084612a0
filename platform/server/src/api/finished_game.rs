//! The type `FinishedGame`: how a game has ended for a player.
//!
//! All of it comes from the journal; no table is loaded.

use std::sync::Arc;

use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::ObjectType;
use gueridon_host::host::FinishedTable;
use gueridon_host::timestamp::rfc3339;
use gueridon_journal::TableId;

use super::connection::{self, Node};
use super::state::Fields;
use super::table::TableObject;

/// A finished game, as it ended for one of its players.
#[derive(Clone)]
pub(super) struct FinishedGame {
    pub(super) finished: Arc<FinishedTable>,
    pub(super) table: TableObject,
}

impl ObjectType for FinishedGame {
    const NAME: &'static str = "FinishedGame";
}

impl Node for FinishedGame {
    const CONNECTION: &'static str = "ResultConnection";
    const EDGE: &'static str = "ResultEdge";
}

pub(super) fn register(fields: &mut Fields) {
    fields
        .object::<FinishedGame>()
        .property("table", |game| game.table.clone())
        .property("seat", |game| Json(game.finished.seat))
        .property("seats", |game| Json(game.finished.table.seats))
        .property("rank", |game| Json(game.finished.rank))
        .property("points", |game| Json(game.finished.points))
        .property("endedAt", |game| Json(rfc3339(game.finished.cursor().0)));
    connection::register::<FinishedGame>(fields);
}

/// The cursor of a result in its list.
pub(super) fn cursor(finished: &FinishedTable) -> String {
    let (ended_ms, table) = finished.cursor();
    format!("{ended_ms}.{table}")
}

/// Reads a cursor.
pub(super) fn read_cursor(cursor: &str) -> Option<(i64, TableId)> {
    let (ended_ms, table) = cursor.split_once('.')?;
    Some((ended_ms.parse().ok()?, table.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_reads_back_as_the_place_it_was_made_from_and_other_texts_are_refused() {
        let id = "01a1fec0-0000-7000-8000-000000000000";
        assert_eq!(read_cursor(&format!("-7.{id}")), Some((-7, id.parse().unwrap())));
        for wrong in ["", id, "7", "7.", &format!(".{id}"), &format!("7.{id}.8")] {
            assert_eq!(read_cursor(wrong), None, "{wrong}");
        }
    }
}
