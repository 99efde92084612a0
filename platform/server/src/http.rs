//! The routes of the server.
//!
//! | path | serves |
//! |---|---|
//! | `/graphql` | the API, by POST, GET, server-sent events or WebSocket |
//! | `/graphql/stream` | the API by server-sent events only |
//! | `/schema.graphql` | the merged schema |
//! | `/games/<id>.js`, `/games/<id>.learning.json` | the files that games bring for the page |
//! | `/healthz`, `/readyz` | whether this process answers, and whether it can serve players |
//! | `/oauth/…` | signing in to other people's clients |
//! | any other | the page, with GraphiQL |

mod accept;
mod callers;
mod files;
mod game_file;
pub(crate) mod health;
mod oauth;
mod page;
mod path;
mod request_id;
mod schema;
mod service;
mod site;
mod socket;
mod uninterrupted;

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, Method, header};
use axum::middleware::from_fn;
use axum::response::Response;
use axum::routing::{get, post};
use gueridon_graphql::http::{Form, HttpOptions, RATE_LIMIT, RATE_LIMIT_POLICY, answer};
use gueridon_graphql::persisted::PersistedQueries;
use gueridon_host::clock::Clock;
use gueridon_host::people::Origin;
use gueridon_host::tallies::Share;
use tokio::sync::OwnedSemaphorePermit;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::api::Api;
use crate::budget::Budget;
use crate::metrics::ServerMetrics;
use crate::quota::Quotas;
use crate::readiness::Readiness;
use crate::request_limits::{BODY_BYTES, IDLE};
use crate::turns::Turns;
pub use callers::Peer;
pub use page::Page;
use request_id::REQUEST_ID;
pub use socket::SocketPeer;

/// The shortest response that is compressed, in bytes: shorter ones fit into one packet anyway.
const COMPRESSED_BYTES: u64 = 1_024;
/// How long a request may take, from its headers to its answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// The header in which a client says where a stream of events resumes.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");
/// How long browsers may cache the response to a CORS preflight.
const CORS_MAX_AGE: Duration = Duration::from_secs(3_600);

/// How often the token of an open WebSocket or event stream is checked again. A token that ends on
/// this node closes them at once; this is for tokens that expire or end on another node.
const RECHECK: Duration = Duration::from_secs(30);

/// The state that all requests share. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Server {
    /// The API of the current games; replaced when the games change.
    pub api: Arc<ArcSwap<Api>>,
    /// Cancelled to stop the server.
    pub stop: CancellationToken,
    /// The open WebSockets.
    pub sockets: TaskTracker,
    /// The running mutations, which finish even if their client disconnects.
    pub mutations: TaskTracker,
    /// The origins whose pages may send requests, besides that of the requested host: those that
    /// the operator allowed, and that of the public URL.
    pub origins: Arc<[String]>,
    /// How long a WebSocket may be open without an operation.
    pub idle: Duration,
    /// How often the token of an open WebSocket or event stream is checked again.
    pub recheck: Duration,
    /// Persisted queries; kept when the API is replaced.
    pub persisted: Arc<PersistedQueries>,
    /// How much each caller may ask for.
    pub budget: Arc<Budget>,
    /// How much each account and each address may have open.
    pub quotas: Quotas,
    /// At reading documents that are not known yet.
    pub reading: Turns,
    /// The public URL of the server without a trailing slash, if the operator has set it.
    pub public_url: Option<Arc<str>>,
    /// Whether every connection comes from the operator's proxy, so that `X-Forwarded-For` names
    /// the client.
    pub trusts_proxy: bool,
    /// The page for browsers.
    pub page: Arc<Page>,
    /// Whether it can serve players. Without it, the server always says that it is ready.
    pub readiness: Option<Arc<Readiness>>,
    /// Its metrics.
    pub metrics: ServerMetrics,
}

/// One of the limited number of connections, in all and of its address; released with its last clone.
#[derive(Debug, Clone)]
pub struct ConnectionPermit(pub Arc<(OwnedSemaphorePermit, Option<Share<Origin>>)>);

impl Server {
    /// A server of this API that stops when `stop` is cancelled.
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
            quotas: Quotas::new(0, false, &Clock::default()),
            reading: Turns::default(),
            public_url: None,
            trusts_proxy: false,
            page: Arc::default(),
            readiness: None,
            metrics: ServerMetrics::default(),
        }
    }

    /// The routes.
    pub fn router(self) -> Router {
        Router::new()
            .route("/graphql", post(operation).get(upgrade_or_query))
            .route("/graphql/stream", post(events).get(events_by_get))
            .route("/schema.graphql", get(schema::answer))
            .layer(compression())
            // Below the compression layer: these files are compressed once, when they are read.
            .route("/games/{file}", get(game_file::answer))
            .layer(DefaultBodyLimit::max(BODY_BYTES))
            .layer(cors(&self.origins))
            .merge(public_oauth())
            // Without CORS: pages of other sites must not read these, nor give consent.
            .route("/oauth/request", post(oauth::describe))
            .route("/oauth/grant", post(oauth::grant))
            .route("/healthz", get(health::alive))
            .route("/readyz", get(health::ready))
            .fallback(page::answer)
            .layer(from_fn(request_id::identified))
            .with_state(self)
    }
}

/// The OAuth endpoints that clients call. Pages of any site may call them, because a browser adds
/// no credentials to the requests: only a client that has the code or token can use them.
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

/// Lets pages of these origins read responses.
fn cors(origins: &[String]) -> CorsLayer {
    let allowed = if origins.iter().any(|origin| origin == "*") {
        AllowOrigin::any()
    } else {
        AllowOrigin::list(origins.iter().filter_map(|origin| origin.parse().ok()))
    };
    CorsLayer::new()
        .allow_origin(allowed)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE, LAST_EVENT_ID, REQUEST_ID])
        .expose_headers([header::RETRY_AFTER, RATE_LIMIT, RATE_LIMIT_POLICY, REQUEST_ID])
        .max_age(CORS_MAX_AGE)
}

/// Compresses responses with brotli or gzip, whichever the client accepts. Event streams are not
/// compressed, so that each event is sent at once.
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

/// Opens a WebSocket if the request asks for one; otherwise answers the query in the URL.
async fn upgrade_or_query(State(server): State<Server>, request: Request) -> Response {
    let upgrade = request.headers().get(header::UPGRADE);
    // Some clients offer an upgrade to HTTP/2 with an ordinary request; a server may ignore it.
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
