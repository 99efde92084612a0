//! What subscribers to tables are sent as these come and go.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use gueridon_host::host::{Perspective, TableInfo, TablesSubscription, TablesUpdate, Viewer};
use gueridon_journal::TableId;
use serde_json::Value as Json;

use super::table::TableObject;
use super::{Api, Caller, Ready, Response, fault, text};
use crate::errors;
use gueridon_graphql::document::coerce::Values;
use gueridon_graphql::document::plan::Selected;
use gueridon_graphql::execute::{Object, Run, Value};
use gueridon_graphql::fault::Fault;

/// Tables as one client listens to them.
#[derive(Debug)]
pub struct TablesUpdates {
    api: Arc<Api>,
    ready: Ready,
    viewer: Viewer,
    source: TablesSubscription,
}

impl TablesUpdates {
    /// Begins to listen.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` where a stranger wants to hear of their own tables.
    pub async fn begin(
        api: Arc<Api>,
        ready: Ready,
        arguments: &Values,
        caller: &Caller,
    ) -> Result<Self, Fault> {
        let is_mine = arguments.get("mine").and_then(Json::as_bool) == Some(true);
        let mine = if is_mine { Some(caller.known()?.player.id) } else { None };
        let game = text(arguments, "game").map(str::to_owned);
        let viewer = caller.viewer(Perspective::Own);
        let source =
            api.host.lobby().subscribe_to_tables(viewer, mine, game).await.map_err(fault)?;
        Ok(Self { api, ready, viewer, source })
    }

    /// The next payload; first one that says that the subscription listens.
    ///
    /// # Errors
    /// `RESUME` when the subscriber was too slow, something was missed or the server stops.
    pub async fn next(&mut self) -> Option<Result<Bytes, Fault>> {
        let update = match self.source.next().await? {
            TablesUpdate::Listening => Update { id: None, table: None },
            TablesUpdate::Table { id, table } => {
                let table = table.map(|table| self.table(id, table));
                Update { id: Some(id), table }
            }
            TablesUpdate::Resume => {
                let message = "subscribe again, and list again what is listened to";
                return Some(Err(Fault::new(errors::RESUME, message)));
            }
        };
        let run = Run { types: &self.api.types, variables: &self.ready.variables };
        let answer = run.answer(&Root(update), &self.ready.plan.root).await;
        Some(Ok(Response::from(answer).body.into()))
    }

    fn table(&self, id: TableId, table: Arc<TableInfo>) -> TableObject {
        let object = TableObject::new(self.api.clone(), id, self.viewer);
        TableObject { listed: Some(table), ..object }
    }
}

/// The root of a payload.
#[derive(Debug)]
struct Root(Update);

#[derive(Debug, Clone)]
struct Update {
    id: Option<TableId>,
    table: Option<TableObject>,
}

#[async_trait]
impl Object for Root {
    fn type_name(&self) -> &'static str {
        "Subscription"
    }

    async fn field(&self, _: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        Ok(Value::object(self.0.clone()))
    }
}

#[async_trait]
impl Object for Update {
    fn type_name(&self) -> &'static str {
        "TablesUpdate"
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        match &*field.name {
            "id" => Value::of(&self.id),
            _ => Ok(self.table.clone().map_or(Value::Null, Value::object)),
        }
    }
}
