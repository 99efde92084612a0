//! What the transports need from an application: who sends a request, and what the response is.

use std::pin::Pin;

use axum::http::HeaderMap;
use axum::http::request::Parts;
use futures_util::Stream;
use serde_json::{Map, Value as Json};
use tokio_util::sync::CancellationToken;

use crate::body::SharedBody;
use crate::fault::Fault;
use crate::persisted::PersistedQueries;
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

    /// Who opened a socket, by the payload of `connection_init`. A fault of
    /// [`Code::TOO_MANY_ATTEMPTS`](crate::fault::Code::TOO_MANY_ATTEMPTS) closes it with 4429.
    fn authenticate_socket(
        &self,
        payload: Option<&Map<String, Json>>,
        peer: Self::Peer,
    ) -> impl Future<Output = Result<Self::Caller, Fault>> + Send;

    /// Checks the credentials of an open connection again. `UNAUTHENTICATED` ends it: answer that also
    /// after a change with which the operations under way may not go on.
    fn authenticate_again(
        &self,
        caller: &Self::Caller,
    ) -> impl Future<Output = Result<Self::Caller, Fault>> + Send;

    /// Cancelled when the caller's credentials end; none for a caller without credentials.
    fn revoked(&self, caller: &Self::Caller) -> Option<CancellationToken>;

    /// The fault with which subscriptions end when the server stops. It should tell clients that there
    /// is more to come, and how to go on.
    fn interrupted(&self) -> Fault;

    /// The documents that clients name by their hash.
    fn persisted(&self) -> &PersistedQueries;

    /// Runs a query or a mutation, or starts a subscription, as far as `terms` allow.
    ///
    /// A mutation that they do not allow is a fault of
    /// [`Code::METHOD_NOT_ALLOWED`](crate::fault::Code::METHOD_NOT_ALLOWED).
    fn start(
        &self,
        request: &Request,
        caller: &Self::Caller,
        terms: Terms,
    ) -> impl Future<Output = Result<Started, Vec<Fault>>> + Send;
}

/// An operation that was started.
pub enum Started {
    /// A query or a mutation, which has run.
    Answered(Response),
    /// A subscription, with a response for each event. A fault ends it. What it does later for its
    /// request it does in the [`Scope`](crate::request_id::Scope) of the call that started it: the
    /// transports do not enter that again, as most updates are made for another subscriber.
    Subscribed(Updates),
}

/// What a request may do, depending on its transport.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    /// Whether mutations run: not by GET, which must have no effect.
    pub mutations: bool,
    /// Whether subscriptions start: only if the transport can send more than one response.
    pub subscriptions: bool,
    /// The position of the last update that the client has, if the transport says so; it overrides
    /// what the document says.
    pub after: Option<u64>,
}

impl Terms {
    /// Everything runs.
    pub const ALL: Self = Self { mutations: true, subscriptions: true, after: None };
}

/// The responses of a subscription.
pub type Updates = Pin<Box<dyn Stream<Item = Result<Update, Fault>> + Send>>;

/// One response of a subscription.
#[derive(Debug, Clone)]
pub struct Update {
    /// The JSON of it.
    pub body: SharedBody,
    /// The position after it, if a client can resume there: see [`Terms::after`].
    pub position: Option<u64>,
}

impl std::fmt::Debug for Started {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Answered(response) => f.debug_tuple("Answered").field(response).finish(),
            Self::Subscribed(_) => f.debug_tuple("Subscribed").finish_non_exhaustive(),
        }
    }
}
