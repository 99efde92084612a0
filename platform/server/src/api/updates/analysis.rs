//! What a subscriber to an analysis is sent while it is made.

use std::sync::Arc;

use gueridon_graphql::fault::Fault;
use gueridon_graphql::response::Response;
use gueridon_graphql::service::Update as Payload;
use gueridon_host::analyses::AnalysisSubscription;
use gueridon_host::host::Perspective;
use gueridon_host::names::Names;

use crate::api::Api;
use crate::api::analysis::AnalysisObject;
use crate::api::arguments::AtTable;
use crate::api::caller::Caller;
use crate::api::refused::fault;
use crate::api::request::CheckedRequest;
use crate::api::subscription::Subscription;
use crate::errors;

/// One client's subscription to an analysis.
#[derive(Debug)]
pub(super) struct AnalysisUpdates {
    api: Arc<Api>,
    ready: CheckedRequest,
    caller: Caller,
    names: Names,
    source: AnalysisSubscription,
}

impl AnalysisUpdates {
    /// Starts a subscription.
    ///
    /// # Errors
    /// When there is no such table, its game is not over, or the caller may not watch it.
    pub(super) async fn begin(
        api: Arc<Api>,
        ready: CheckedRequest,
        arguments: AtTable,
        caller: &Caller,
    ) -> Result<Self, Fault> {
        let no_table = || Fault::new(errors::NOT_FOUND, "there is no such table");
        let id = arguments.table.parsed().ok_or_else(no_table)?;
        let viewer = caller.viewer(Perspective::Own);
        let names = api.host.lobby().table(id, viewer).await.map_err(fault)?.names;
        let source = api.host.analyses().subscribe(id, viewer).await.map_err(fault)?;
        Ok(Self { api, ready, caller: caller.clone(), names, source })
    }

    /// The next payload: at once how far the analysis is, and after the last there is none.
    pub(super) async fn next(&mut self) -> Option<Result<Payload, Fault>> {
        let stage = self.source.next().await?;
        let analysis = stage.map(|stage| AnalysisObject { stage, names: self.names.clone() });
        let root = Subscription::Analysis(analysis);
        let answer = self.api.execute(root, &self.ready, &self.caller).await;
        let body = Response::from(answer).body.into();
        // There is no position to resume from: a client that comes back is told the present one.
        Some(Ok(Payload { body, position: None }))
    }
}
