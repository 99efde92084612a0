//! What the transports of GraphQL ask of this server.

use async_graphql_parser::types::OperationType;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use futures_util::stream;
use gueridon_graphql::fault::Fault;
use gueridon_graphql::request::Request;
use gueridon_graphql::response::Response;
use gueridon_graphql::service::{Service, Started};
use gueridon_host::people::Origin;
use serde_json::{Map, Value as Json};
use tokio_util::sync::CancellationToken;

use super::{Server, callers};
use crate::api::updates::Updates;
use crate::api::{Caller, Transport};
use crate::errors;

impl Service for Server {
    type Peer = Option<Origin>;
    type Caller = Caller;

    fn peer(&self, request: &Parts) -> Self::Peer {
        self.origin(&request.headers, &request.extensions)
    }

    async fn authenticate(&self, headers: &HeaderMap, from: Self::Peer) -> Result<Caller, Fault> {
        let host = self.api.load().host.clone();
        callers::caller(&host, headers, from).await
    }

    async fn authenticate_socket(
        &self,
        payload: Option<&Map<String, Json>>,
        from: Self::Peer,
    ) -> Result<Caller, Fault> {
        let stranger = Caller { known: None, from };
        let Some(token) = payload.and_then(|payload| payload.get("token")) else {
            return Ok(stranger);
        };
        let host = self.api.load().host.clone();
        match token {
            Json::Null => Ok(stranger),
            Json::String(token) => callers::of(&host, token, from).await,
            _ => Err(Fault::bad_input("the token is a string")),
        }
    }

    async fn authenticate_again(&self, caller: &Caller) -> Result<Caller, Fault> {
        let host = self.api.load().host.clone();
        let role = |caller: &Caller| caller.known.as_ref().map(|known| known.role);
        let now = caller.again(&host).await?;
        if role(&now) != role(caller) {
            // Subscriptions that are open were started with other rights.
            return Err(errors::unknown_token());
        }
        Ok(now)
    }

    fn revoked(&self, caller: &Caller) -> Option<CancellationToken> {
        caller.known.as_ref().map(|known| known.ended.clone())
    }

    fn interrupted(&self) -> Fault {
        Fault::new(errors::RESUME, "the server stops: subscribe again with the last seq as after")
    }

    async fn execute(&self, request: &Request, caller: &Caller) -> Response {
        self.api.load_full().run(request, caller, Transport::Http).await
    }

    async fn start(&self, request: &Request, caller: &Caller) -> Result<Started, Vec<Fault>> {
        let api = self.api.load_full();
        let ready = api.ready(request).await?;
        if ready.prepared.ty() != OperationType::Subscription {
            let response = api.run_ready(&ready, caller, Transport::WebSocket).await;
            return Ok(Started::Answered(response));
        }
        let updates = Updates::begin(api, ready, caller).await.map_err(|fault| vec![fault])?;
        let updates = stream::unfold(updates, async |mut updates| {
            let update = updates.next().await?;
            Some((update, updates))
        });
        Ok(Started::Subscribed(Box::pin(updates)))
    }
}
