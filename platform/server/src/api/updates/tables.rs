//! What a subscriber to a list of tables is sent as tables come, change and go.

use std::sync::Arc;

use gueridon_graphql::fault::Fault;
use gueridon_host::host::{
    Perspective, TableList, TablesSubscription, TablesUpdate as Update, Viewer,
};

use crate::api::Api;
use crate::api::caller::Caller;
use crate::api::refused::fault;
use crate::api::request::CheckedRequest;
use crate::api::subscription::{Subscription, TablesArguments};
use crate::api::table::TableObject;
use crate::api::tables_update::TablesUpdate;
use crate::errors;
use gueridon_graphql::response::Response;
use gueridon_graphql::service::Update as Payload;

/// One client's subscription to a list of tables.
#[derive(Debug)]
pub(super) struct TablesUpdates {
    api: Arc<Api>,
    ready: CheckedRequest,
    caller: Caller,
    viewer: Viewer,
    source: TablesSubscription,
}

impl TablesUpdates {
    /// Starts a subscription.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` if a caller without a token asks for their own tables.
    pub(super) async fn begin(
        api: Arc<Api>,
        ready: CheckedRequest,
        arguments: TablesArguments,
        caller: &Caller,
    ) -> Result<Self, Fault> {
        let list = match arguments {
            TablesArguments { mine: true, .. } => TableList::Of(caller.known()?.player.id),
            TablesArguments { playing: true, .. } => TableList::OpenOrPlaying,
            TablesArguments { .. } => TableList::Open,
        };
        let viewer = caller.viewer(Perspective::Own);
        let source = api.host.lobby().subscribe_to_tables(viewer, list, arguments.game).await;
        let (source, caller) = (source.map_err(fault)?, caller.clone());
        Ok(Self { api, ready, caller, viewer, source })
    }

    /// The next payload; the first one only says that the subscription has started.
    ///
    /// # Errors
    /// `RESUME` when the subscriber was too slow, something was missed or the server stops.
    pub(super) async fn next(&mut self) -> Option<Result<Payload, Fault>> {
        let update = match self.source.next().await? {
            Update::Listening => TablesUpdate { table_id: None, table: None },
            Update::Table { id, table } => {
                let listed = |info| TableObject::listed(self.api.state.clone(), info, self.viewer);
                TablesUpdate { table_id: Some(id), table: table.map(listed) }
            }
            Update::Resume => {
                let message = "subscribe again, and list again what is listened to";
                return Some(Err(Fault::new(errors::RESUME, message)));
            }
        };
        let root = Subscription::Tables(update);
        let answer = self.api.execute(root, &self.ready, &self.caller).await;
        let body = Response::from(answer).body.into();
        // There is no position to resume from: a client that comes back loads the list again.
        Some(Ok(Payload { body, position: None }))
    }
}
