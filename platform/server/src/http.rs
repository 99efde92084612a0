//! The API over HTTP: POST /graphql for queries and mutations, a WebSocket at the same path for
//! subscriptions, GET /schema.graphql for the contract. Beside it, for browsers, the page, GraphiQL,
//! and the tables that games bring.

mod accept;
mod callers;
mod element;
mod files;
mod page;
mod path;
mod service;
mod socket;

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{Method, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tokio::sync::OwnedSemaphorePermit;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::api::Api;
pub use callers::Peer;
pub use page::Page;

/// The longest body of a request, in bytes; also the longest message on a socket.
pub const BODY_BYTES: usize = 256 * 1024;
/// How long a request may take, from its headers to its answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a browser may cache that a site may ask.
const CORS_MAX_AGE: Duration = Duration::from_secs(3_600);
/// How long a socket may be open without an operation.
pub(crate) const IDLE: Duration = Duration::from_secs(300);

/// How often the token of an open socket is checked. The end of a token on this node closes its
/// sockets at once; this is for ends on other nodes, and for those that come with time.
const RECHECK: Duration = Duration::from_secs(30);

/// What every request is answered from. Clones are the same server.
#[derive(Debug, Clone)]
pub struct Server {
    /// The API of the games that are here now.
    pub api: Arc<ArcSwap<Api>>,
    /// Cancelled when the server is to stop.
    pub stop: CancellationToken,
    /// The sockets that are open.
    pub sockets: TaskTracker,
    /// The sites whose pages may ask, besides those under the name that was asked for: those that the
    /// operator allowed, and our own under its public name.
    pub origins: Arc<[String]>,
    /// How long a socket may be open without an operation.
    pub idle: Duration,
    /// How often the token of an open socket is checked.
    pub recheck: Duration,
    /// Whether every connection comes from a proxy of the operator's, which says for whom.
    pub trusts_proxy: bool,
    /// What browsers are shown.
    pub page: Arc<Page>,
}

/// The permit of a connection, of which there are only so many; given back with its last clone.
#[derive(Debug, Clone)]
pub struct ConnectionPermit(pub Arc<OwnedSemaphorePermit>);

impl Server {
    /// A server of this API, to stop when `stop` is cancelled.
    #[must_use]
    pub fn new(api: Api, stop: CancellationToken, origins: Vec<String>) -> Self {
        Self {
            api: Arc::new(ArcSwap::from_pointee(api)),
            stop,
            sockets: TaskTracker::new(),
            origins: origins.into(),
            idle: IDLE,
            recheck: RECHECK,
            trusts_proxy: false,
            page: Arc::default(),
        }
    }

    /// The routes.
    pub fn router(self) -> Router {
        Router::new()
            .route("/graphql", post(answer).get(socket::upgrade))
            .route("/schema.graphql", get(schema))
            .route("/games/{file}", get(element::answer))
            .layer(DefaultBodyLimit::max(BODY_BYTES))
            .layer(cors(&self.origins))
            // Pages of other sites do not read the page.
            .fallback(page::answer)
            .with_state(self)
    }
}

/// Lets pages of the sites that the operator named read answers.
fn cors(origins: &[String]) -> CorsLayer {
    let allowed = if origins.iter().any(|origin| origin == "*") {
        AllowOrigin::any()
    } else {
        AllowOrigin::list(origins.iter().filter_map(|origin| origin.parse().ok()))
    };
    CorsLayer::new()
        .allow_origin(allowed)
        .allow_methods([Method::POST])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE])
        .max_age(CORS_MAX_AGE)
}

async fn answer(State(server): State<Server>, request: Request) -> Response {
    gueridon_graphql::http::post(&server, request, REQUEST_TIMEOUT).await
}

async fn schema(State(server): State<Server>) -> impl IntoResponse {
    let text = server.api.load().sdl.clone();
    let ty = (header::CONTENT_TYPE, "text/plain; charset=utf-8");
    ([ty, (header::CACHE_CONTROL, page::LOOK_AGAIN)], text)
}
