//! What the transports ask of an application: who sends a request, and what the response is.

use std::pin::Pin;

use axum::http::HeaderMap;
use axum::http::request::Parts;
use bytes::Bytes;
use futures_util::Stream;
use serde_json::{Map, Value as Json};
use tokio_util::sync::CancellationToken;

use crate::fault::Fault;
use crate::request::Request;
use crate::response::Response;

/// An application behind the transports.
///
/// A fault of [`Code::UNAUTHENTICATED`](crate::fault::Code::UNAUTHENTICATED) is a 401 over HTTP, and
/// closes a socket as forbidden.
pub trait Service: Clone + Send + Sync + 'static {
    /// What is known of the other end of a connection before it says who it is.
    type Peer: Clone + Send + Sync + 'static;

    /// Who sends requests.
    type Caller: Clone + Send + Sync + 'static;

    /// The other end of the connection that a request came by.
    fn peer(&self, request: &Parts) -> Self::Peer;

    /// Who sent an HTTP request, by its headers.
    fn authenticate(
        &self,
        headers: &HeaderMap,
        peer: Self::Peer,
    ) -> impl Future<Output = Result<Self::Caller, Fault>> + Send;

    /// Who opened a socket, by the payload of `connection_init`.
    fn authenticate_socket(
        &self,
        payload: Option<&Map<String, Json>>,
        peer: Self::Peer,
    ) -> impl Future<Output = Result<Self::Caller, Fault>> + Send;

    /// Who the caller of an open socket is now. A fault of `UNAUTHENTICATED` closes the socket, and
    /// so does any change after which operations under way may not go on.
    fn authenticate_again(
        &self,
        caller: &Self::Caller,
    ) -> impl Future<Output = Result<Self::Caller, Fault>> + Send;

    /// Cancelled when the caller's credentials end; none for a caller without credentials.
    fn revoked(&self, caller: &Self::Caller) -> Option<CancellationToken>;

    /// With what a subscription ends that the server interrupts because it stops. It tells a client
    /// that there is more to come, and how to go on.
    fn interrupted(&self) -> Fault;

    /// Runs a query or a mutation.
    fn execute(
        &self,
        request: &Request,
        caller: &Self::Caller,
    ) -> impl Future<Output = Response> + Send;

    /// Runs a query or a mutation, or starts a subscription.
    fn start(
        &self,
        request: &Request,
        caller: &Self::Caller,
    ) -> impl Future<Output = Result<Started, Vec<Fault>>> + Send;
}

/// An operation that was started.
pub enum Started {
    /// A query or a mutation, which has run.
    Answered(Response),
    /// A subscription, with a response for each event. A fault ends it.
    Subscribed(Updates),
}

/// The responses of a subscription, as JSON.
pub type Updates = Pin<Box<dyn Stream<Item = Result<Bytes, Fault>> + Send>>;

impl std::fmt::Debug for Started {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Answered(response) => f.debug_tuple("Answered").field(response).finish(),
            Self::Subscribed(_) => f.debug_tuple("Subscribed").finish_non_exhaustive(),
        }
    }
}
