//! [`Service`] for the server: what the transports of GraphQL need from it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_graphql_parser::types::OperationType;
use async_stream::stream;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use gueridon_graphql::fault::{Code, Fault};
use gueridon_graphql::persisted::PersistedQueries;
use gueridon_graphql::request::Request;
use gueridon_graphql::response::{Allowance, Response};
use gueridon_graphql::service::{Service, Started, Terms};
use serde_json::{Map, Value as Json};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::uninterrupted::Uninterrupted;
use super::{Server, SocketPeer, callers};
use crate::api::Caller;
use crate::api::updates::Updates;
use crate::budget::reading;
use crate::errors;
use crate::metrics::Kind;
use crate::quota::{SocketShare, SubscriptionShare};
use crate::work::measured;

/// How long it takes to be refused for want of budget: a script that asks again at once costs less
/// the longer it waits, and others have the time.
const REFUSAL_PAUSE: Duration = Duration::from_millis(200);

/// What a subscription takes of the quotas while it lasts.
type SubscriptionShares = (Option<SubscriptionShare>, Option<Arc<SocketShare>>);

impl Server {
    /// Takes a subscription of this caller out of the quotas, and an event stream if it came by
    /// HTTP.
    fn shares(&self, caller: &Caller) -> Result<SubscriptionShares, Fault> {
        let stream = match &caller.socket {
            Some(_) => None,
            None => {
                let address = self.quotas.socket(caller.from)?;
                Some(Arc::new(self.quotas.socket_of(caller.player(), address)?))
            }
        };
        Ok((self.quotas.subscription(caller.player(), caller.from)?, stream))
    }

    /// Takes a cost out of the caller's bucket; a refusal takes its time.
    async fn charge(&self, caller: &Caller, cost: u32) -> Result<Option<Allowance>, Vec<Fault>> {
        match self.budget.charge(caller, cost) {
            Ok(allowance) => Ok(allowance),
            Err(fault) => {
                self.metrics.refused_by_budget();
                sleep(REFUSAL_PAUSE).await;
                Err(vec![fault])
            }
        }
    }
}

impl Service for Server {
    type Peer = SocketPeer;
    type Caller = Caller;

    fn peer(&self, request: &Parts) -> Self::Peer {
        SocketPeer { from: self.origin(&request.headers, &request.extensions), socket: None }
    }

    async fn authenticate(&self, headers: &HeaderMap, peer: SocketPeer) -> Result<Caller, Fault> {
        let host = self.api.load().host.clone();
        callers::caller(&host, headers, peer.from).await
    }

    async fn authenticate_socket(
        &self,
        payload: Option<&Map<String, Json>>,
        peer: SocketPeer,
    ) -> Result<Caller, Fault> {
        let SocketPeer { from, socket } = peer;
        let caller = match payload.and_then(|payload| payload.get("token")) {
            None | Some(Json::Null) => Caller { from, ..Caller::default() },
            Some(Json::String(token)) => {
                let host = self.api.load().host.clone();
                callers::of(&host, token, from).await?
            }
            Some(_) => return Err(Fault::bad_input("the token is a string")),
        };
        let socket = self.quotas.socket_of(caller.player(), socket)?;
        Ok(Caller { socket: Some(Arc::new(socket)), ..caller })
    }

    async fn authenticate_again(&self, caller: &Caller) -> Result<Caller, Fault> {
        let host = self.api.load().host.clone();
        let role = |caller: &Caller| caller.known.as_ref().map(|known| known.role);
        let now = caller.again(&host).await?;
        if role(&now) != role(caller) {
            // Open subscriptions were started with the rights of the old role.
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

    fn persisted(&self) -> &PersistedQueries {
        &self.persisted
    }

    async fn start(
        &self,
        request: &Request,
        caller: &Caller,
        terms: Terms,
    ) -> Result<Started, Vec<Fault>> {
        let (api, began) = (self.api.load_full(), Instant::now());
        // Charged before parsing: a document that turns out invalid or too costly is work, too.
        let ready = if api.knows(request) {
            api.ready(request).await?
        } else {
            self.charge(caller, reading(request.query.len())).await?;
            let _turn = self.reading.take(caller.from).await;
            api.ready(request).await?
        };
        let cost = u32::try_from(ready.prepared.cost()).unwrap_or(u32::MAX);
        let allowance = self.charge(caller, cost).await?;
        match ready.prepared.ty() {
            OperationType::Mutation if !terms.mutations => {
                let message = "a GET has no effect: send a mutation by POST";
                Err(vec![Fault::new(Code::METHOD_NOT_ALLOWED, message)])
            }
            OperationType::Mutation => {
                // A client that disconnects must not stop a mutation between its write and the
                // announcement.
                let caller = caller.clone();
                let budget = Arc::clone(&self.budget);
                let run = async move {
                    let (response, work) = measured(api.run_ready(&ready, &caller)).await;
                    budget.spend(&caller, work);
                    response
                };
                let response = Uninterrupted::new(&self.mutations, run).await;
                let response = response.map_err(|error| vec![Fault::internal(error)])?;
                self.metrics.answered(Kind::Mutation, began.elapsed());
                Ok(Started::Answered(Response { allowance, ..response }))
            }
            OperationType::Query => {
                let (response, work) = measured(api.run_ready(&ready, caller)).await;
                self.budget.spend(caller, work);
                self.metrics.answered(Kind::Query, began.elapsed());
                Ok(Started::Answered(Response { allowance, ..response }))
            }
            OperationType::Subscription if !terms.subscriptions => {
                let message = "a subscription is listened to over a WebSocket, or with \
                               `accept: text/event-stream`";
                Err(vec![Fault::bad_input(message)])
            }
            OperationType::Subscription => {
                let shares = self.shares(caller).map_err(|fault| vec![fault])?;
                // Boxed, so that the future of other operations stays small.
                let begin = Box::pin(Updates::begin(api, ready, caller, terms.after));
                let (begun, work) = measured(begin).await;
                self.budget.spend(caller, work);
                let mut updates = begun.map_err(|fault| vec![fault])?;
                self.metrics.answered(Kind::Subscription, began.elapsed());
                let payer = Box::new((Arc::clone(&self.budget), caller.clone()));
                // One block of memory with all that the subscription keeps: each update looks at it.
                let updates = stream! {
                    // The first update is the table as the subscriber finds it. Later ones are charged
                    // to nobody: they replay what others have played.
                    let (mut update, work) = measured(Box::pin(updates.next())).await;
                    payer.0.spend(&payer.1, work);
                    drop(payer);
                    while let Some(one) = update {
                        yield one;
                        update = updates.next().await;
                    }
                    drop(shares);
                };
                Ok(Started::Subscribed(Box::pin(updates)))
            }
        }
    }
}
