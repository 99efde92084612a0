//! How games have ended, over the API: the result of a table, and all results of a player.
//!
//! All of it is the journal's own: no table is loaded for it.

use std::sync::Arc;

use async_trait::async_trait;
use gueridon_host::host::FinishedTable;
use gueridon_journal::{PlayerId, ResultPage};
use serde_json::{Value as Json, json};

use super::root::Root;
use super::table::{PageInfo, TableObject, bad_cursor, page_size, rfc3339};
use super::{fault, text};
use gueridon_graphql::document::coerce::Values;
use gueridon_graphql::document::plan::Selected;
use gueridon_graphql::execute::{Object, Run, Value};
use gueridon_graphql::fault::Fault;

impl Root {
    /// A page of a player's results.
    pub(super) async fn results(&self, arguments: &Values) -> Result<Value, Fault> {
        let (first, viewer) = (page_size(arguments)?, self.table_viewer());
        let before = match text(arguments, "after") {
            Some(cursor) => Some(place(cursor).ok_or_else(|| bad_cursor(cursor))?),
            None => None,
        };
        // Nobody has an id that is none, and nobody has results.
        let page = ResultPage {
            player: player_id(arguments, "player").unwrap_or_default(),
            asker: viewer.player,
            game: text(arguments, "game").map(str::to_owned),
            before,
            first: u32::try_from(first + 1).unwrap_or(u32::MAX),
        };
        let mut found = self.api.host.lobby().results(&page).await.map_err(fault)?;
        let has_next = found.len() > first;
        found.truncate(first);
        let page = PageInfo {
            has_next_page: has_next,
            has_previous_page: before.is_some(),
            start_cursor: found.first().map(cursor),
            end_cursor: found.last().map(cursor),
        };
        let nodes = found.into_iter().map(|finished| {
            let table = TableObject {
                listed: Some(finished.table.clone()),
                ..TableObject::new(self.api.clone(), finished.table.id, viewer)
            };
            FinishedGame { finished: Arc::new(finished), table }
        });
        Ok(Value::object(Results { nodes: nodes.collect(), page }))
    }
}

impl TableObject {
    /// The final score, as the journal has it.
    pub(super) async fn result(&self) -> Result<Value, Fault> {
        let info = match &self.listed {
            Some(info) => info,
            None => {
                let known = || async {
                    self.api.host.lobby().table(self.id, self.viewer).await.map_err(fault)
                };
                self.known.get_or_try_init(known).await?
            }
        };
        Value::of(&info.result(self.viewer))
    }
}

fn player_id(arguments: &Values, name: &str) -> Option<PlayerId> {
    text(arguments, name).and_then(|id| id.parse().ok())
}

/// Where a result lies in its list.
fn cursor(finished: &FinishedTable) -> String {
    let (ended_ms, table) = finished.place();
    format!("{ended_ms}.{table}")
}

/// The place that a cursor names.
fn place(cursor: &str) -> Option<(i64, gueridon_journal::TableId)> {
    let (ended_ms, table) = cursor.split_once('.')?;
    Some((ended_ms.parse().ok()?, table.parse().ok()?))
}

/// A page of results.
#[derive(Debug)]
struct Results {
    nodes: Vec<FinishedGame>,
    page: PageInfo,
}

#[async_trait]
impl Object for Results {
    fn type_name(&self) -> &'static str {
        "ResultConnection"
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        let nodes = self.nodes.iter().cloned();
        match &*field.name {
            "nodes" => Ok(Value::List(nodes.map(Value::object).collect())),
            "edges" => Ok(Value::List(nodes.map(ResultEdge).map(Value::object).collect())),
            _ => Value::of(&self.page),
        }
    }
}

#[derive(Debug)]
struct ResultEdge(FinishedGame);

#[async_trait]
impl Object for ResultEdge {
    fn type_name(&self) -> &'static str {
        "ResultEdge"
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        match &*field.name {
            "cursor" => Value::of(&cursor(&self.0.finished)),
            _ => Ok(Value::object(self.0.clone())),
        }
    }
}

/// What a player has come to at a table.
#[derive(Debug, Clone)]
struct FinishedGame {
    finished: Arc<FinishedTable>,
    table: TableObject,
}

#[async_trait]
impl Object for FinishedGame {
    fn type_name(&self) -> &'static str {
        "FinishedGame"
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        let finished = &self.finished;
        let value: Json = match &*field.name {
            "table" => return Ok(Value::object(self.table.clone())),
            "seat" => json!(finished.seat),
            "seats" => json!(finished.table.seats),
            "rank" => json!(finished.rank),
            "points" => json!(finished.points),
            "endedAt" => json!(rfc3339(finished.place().0)),
            other => {
                return Err(Fault::internal(format!("FinishedGame.{other} is answered by nobody")));
            }
        };
        Value::of(&value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_names_the_place_that_it_was_made_of_and_nothing_else_is_one() {
        let id = "01a1fec0-0000-7000-8000-000000000000";
        assert_eq!(place(&format!("-7.{id}")), Some((-7, id.parse().unwrap())));
        for wrong in ["", id, "7", "7.", &format!(".{id}"), &format!("7.{id}.8")] {
            assert_eq!(place(wrong), None, "{wrong}");
        }
    }
}
