//! The API over HTTP: /graphql for queries, mutations and subscriptions, by POST, GET, as events or
//! over a WebSocket, /graphql/stream for events alone, /schema.graphql for the contract. Beside it,
//! for browsers, the page, GraphiQL, and the tables that games bring.

mod accept;
mod callers;
mod element;
mod files;
mod oauth;
mod page;
mod path;
mod schema;
mod service;
mod site;
mod socket;

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, Method, header};
use axum::response::Response;
use axum::routing::{get, post};
use gueridon_graphql::http::{Form, HttpOptions, RATE_LIMIT, RATE_LIMIT_POLICY, answer};
use gueridon_graphql::persisted::PersistedQueries;
use tokio::sync::OwnedSemaphorePermit;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::api::Api;
use crate::budget::Budget;
pub use callers::Peer;
pub use page::Page;

/// The longest body of a request, in bytes; also the longest message on a socket.
pub const BODY_BYTES: usize = 256 * 1024;
/// From how many bytes on an answer is compressed: a shorter one fits into one packet anyway.
const COMPRESSED_BYTES: u64 = 1_024;
/// How long a request may take, from its headers to its answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// Where a stream of events is to go on.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// How long a browser may cache that a site may ask.
const CORS_MAX_AGE: Duration = Duration::from_secs(3_600);
/// How long a socket may be open without an operation.
pub(crate) const IDLE: Duration = Duration::from_secs(300);

/// How often the token of an open socket, or of who is sent events, is checked. The end of a token on this node closes its
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
    /// The mutations under way, which do not end with the request that asked for them.
    pub mutations: TaskTracker,
    /// The sites whose pages may ask, besides those under the name that was asked for: those that the
    /// operator allowed, and our own under its public name.
    pub origins: Arc<[String]>,
    /// How long a socket may be open without an operation.
    pub idle: Duration,
    /// How often the token of an open socket, or of who is sent events, is checked.
    pub recheck: Duration,
    /// The documents that clients name by their hash, which every set of games shares.
    pub persisted: Arc<PersistedQueries>,
    /// How much each caller may ask for.
    pub budget: Arc<Budget>,
    /// The URL under which people know this server, without a slash at its end, if it is known.
    pub public_url: Option<Arc<str>>,
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
            mutations: TaskTracker::new(),
            origins: origins.into(),
            idle: IDLE,
            recheck: RECHECK,
            persisted: Arc::default(),
            budget: Arc::new(Budget::unlimited()),
            public_url: None,
            trusts_proxy: false,
            page: Arc::default(),
        }
    }

    /// The routes.
    pub fn router(self) -> Router {
        Router::new()
            .route("/graphql", post(operation).get(upgrade_or_query))
            .route("/graphql/stream", post(events).get(events_by_get))
            .route("/schema.graphql", get(schema::answer))
            .layer(compression())
            // Compressed once, when they are read.
            .route("/games/{file}", get(element::answer))
            .layer(DefaultBodyLimit::max(BODY_BYTES))
            .layer(cors(&self.origins))
            .merge(public_oauth())
            // Pages of other sites do not read the page, nor say yes in it.
            .route("/oauth/request", post(oauth::describe))
            .route("/oauth/grant", post(oauth::grant))
            .fallback(page::answer)
            .with_state(self)
    }
}

/// What clients ask of OAuth's endpoints. Pages of any site may: nothing that they send comes from a
/// browser's store, and the answer is for who knows the secret.
fn public_oauth() -> Router<Server> {
    let allowed = CorsLayer::new()
        .allow_origin(AllowOrigin::any())
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::CONTENT_TYPE])
        .max_age(CORS_MAX_AGE);
    Router::new()
        .route("/.well-known/oauth-authorization-server", get(oauth::metadata))
        .route("/oauth/token", post(oauth::token))
        .route("/oauth/revoke", post(oauth::revoke))
        .layer(allowed)
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
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE, LAST_EVENT_ID])
        .expose_headers([header::RETRY_AFTER, RATE_LIMIT, RATE_LIMIT_POLICY])
        .max_age(CORS_MAX_AGE)
}

/// Compresses answers and the schema, by brotli or gzip as the client accepts it. Events are sent one
/// by one, and are not.
fn compression() -> CompressionLayer<impl Predicate> {
    let long = SizeAbove::new(COMPRESSED_BYTES);
    CompressionLayer::new().compress_when(long.and(NotForContentType::SSE))
}

impl Server {
    fn http_options(&self) -> HttpOptions<'_> {
        HttpOptions { limit: REQUEST_TIMEOUT, stop: &self.stop, recheck: self.recheck }
    }
}

async fn operation(State(server): State<Server>, request: Request) -> Response {
    answer(&server, request, Form::Accepted, server.http_options()).await
}

/// Opens a socket where an upgrade is asked for; otherwise the URL has a query in it.
async fn upgrade_or_query(State(server): State<Server>, request: Request) -> Response {
    let upgrade = request.headers().get(header::UPGRADE);
    // Some clients offer an upgrade to HTTP/2 besides, which may be passed over.
    if upgrade.is_some_and(|to| to.as_bytes().eq_ignore_ascii_case(b"websocket")) {
        return socket::upgrade(server, request).await;
    }
    if let Some(refusal) = server.refuse_other_site(request.headers()) {
        return refusal;
    }
    answer(&server, request, Form::Accepted, server.http_options()).await
}

async fn events(State(server): State<Server>, request: Request) -> Response {
    answer(&server, request, Form::Events, server.http_options()).await
}

async fn events_by_get(State(server): State<Server>, request: Request) -> Response {
    if let Some(refusal) = server.refuse_other_site(request.headers()) {
        return refusal;
    }
    answer(&server, request, Form::Events, server.http_options()).await
}
