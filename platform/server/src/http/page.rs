//! The page: the files of its folder, and `index.html` for every path that may be a link of the
//! page. Without such a folder, a built-in page says how to build it.

use std::path::PathBuf;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::uri::{PathAndQuery, Uri};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use super::Server;
use super::accept::AcceptsHtml;
use super::files::Files;
use super::path::{Resource, Target};

/// `Cache-Control` for files that never change.
pub(super) const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// `Cache-Control` for files that may change: browsers keep them but revalidate each time.
pub(super) const LOOK_AGAIN: &str = "no-cache";
/// Asks for a process without the documents of other origins.
const AGENT_CLUSTER: &str = "origin-agent-cluster";

/// The headers of conditional requests.
const CONDITIONS: [HeaderName; 4] = [
    header::IF_MATCH,
    header::IF_NONE_MATCH,
    header::IF_MODIFIED_SINCE,
    header::IF_UNMODIFIED_SINCE,
];

/// The page may load from this server and send requests to it, over WebSockets too, and to no
/// other; nor may a frame of it go anywhere else. Inline styles are allowed because its elements set them.
pub(super) const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'; object-src 'none'";
/// The same for GraphiQL, whose editor also needs workers and an embedded font.
const GRAPHIQL_POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; \
    form-action 'self'; frame-ancestors 'none'; object-src 'none'; script-src 'self'; \
    worker-src 'self' blob:; font-src 'self' data:";

/// What the document of a frame may do: run scripts that it has already, and draw. It has an origin of
/// its own even where somebody opens it outside of a frame, connects to nothing, and is shown by our
/// page alone. No policy that browsers know forbids WebRTC: the document takes away what makes its
/// connections. Which scripts stand in it, it says itself, more strictly than this.
const FRAME_POLICY: &str = "sandbox allow-scripts; default-src 'none'; \
    script-src 'unsafe-inline' blob:; worker-src 'none'; style-src 'unsafe-inline'; \
    img-src data: blob:; font-src data:; media-src data: blob:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// Shown if the page is not built.
const UNBUILT: &str = include_str!("unbuilt.html");

/// The page that a server gives to browsers.
#[derive(Debug, Clone, Default)]
pub struct Page {
    files: Option<Files>,
    has_graphiql: bool,
}

impl Page {
    /// The page in a directory, which need not exist yet. With `has_graphiql`, GraphiQL is served
    /// if the directory contains it.
    #[must_use]
    pub fn new(directory: PathBuf, has_graphiql: bool) -> Self {
        Self { files: Some(Files::of(directory)), has_graphiql }
    }

    /// Whether the page is built.
    #[must_use]
    pub fn is_built(&self) -> bool {
        self.files.as_ref().is_some_and(|files| files.has("index.html"))
    }

    /// The response to this request with a file of the page; none if there is no such file.
    async fn file(&self, request: &Parts, path: &str) -> Option<Response> {
        let mut asked = Request::new(Body::empty());
        asked.method_mut().clone_from(&request.method);
        asked.headers_mut().clone_from(&request.headers);
        *asked.uri_mut() = Uri::from(path.parse::<PathAndQuery>().ok()?);
        self.files.as_ref()?.answer(asked).await
    }
}

/// Answers requests that no other route answers.
pub(super) async fn answer(State(server): State<Server>, request: Request) -> Response {
    let (mut request, _) = request.into_parts();
    let Some(target) = Target::of(request.uri.path()) else { return nothing_here() };
    let page = &server.page;
    if target.resource == Resource::Elsewhere
        || target.resource == Resource::Graphiql && !page.has_graphiql
    {
        return nothing_here();
    }
    if !matches!(request.method, Method::GET | Method::HEAD) {
        let allow = [(header::ALLOW, "GET, HEAD")];
        let refused = (StatusCode::METHOD_NOT_ALLOWED, allow).into_response();
        return kept(refused, LOOK_AGAIN, POLICY);
    }
    if target.resource != Resource::Assets {
        // `ServeDir` compares files by size and time, which two builds may have in common: with a
        // 304 a browser would keep a page whose assets are gone. These files are few and small.
        for condition in CONDITIONS {
            request.headers.remove(condition);
        }
    }
    match target.resource {
        Resource::Elsewhere => nothing_here(),
        Resource::Assets => match page.file(&request, target.path).await {
            Some(response) => kept(response, FOR_EVER, POLICY),
            None => nothing_here(),
        },
        Resource::Graphiql => {
            let path = if target.is_top { "/graphiql/index.html" } else { target.path };
            match page.file(&request, path).await {
                Some(response) => kept(response, LOOK_AGAIN, GRAPHIQL_POLICY),
                None if page.file(&request, "/index.html").await.is_some() => nothing_here(),
                None => unbuilt(StatusCode::NOT_FOUND),
            }
        }
        Resource::Frame => match page.file(&request, "/frame.html").await {
            Some(response) => framed(response),
            None => nothing_here(),
        },
        Resource::Page => shown(page, &target, &request).await,
    }
}

/// A file of the page, or `index.html`, which resolves the page's own links.
async fn shown(page: &Page, target: &Target<'_>, request: &Parts) -> Response {
    let file = page.file(request, target.path).await;
    if let Some(response) = file {
        return kept(response, LOOK_AGAIN, POLICY);
    }
    let is_page = target.is_top
        || match AcceptsHtml::of(&request.headers) {
            AcceptsHtml::ByName => true,
            // A client that accepts anything may be asking for an image, for which HTML is no
            // answer.
            AcceptsHtml::LikeAnything => !target.has_ending,
            AcceptsHtml::Not => false,
        };
    if !is_page {
        return nothing_here();
    }
    match page.file(request, "/index.html").await {
        Some(response) => kept(response, LOOK_AGAIN, POLICY),
        None => unbuilt(if target.is_top { StatusCode::OK } else { StatusCode::NOT_FOUND }),
    }
}

/// The document of a frame. Names are not looked up in advance either: a name can tell something.
fn framed(response: Response) -> Response {
    let mut response = kept(response, LOOK_AGAIN, FRAME_POLICY);
    let headers = response.headers_mut();
    headers.insert("x-dns-prefetch-control", HeaderValue::from_static("off"));
    // Its origin is its own anyway, and the browser would complain.
    headers.remove(AGENT_CLUSTER);
    response
}

/// The 404 response.
pub(super) fn nothing_here() -> Response {
    let answer = (StatusCode::NOT_FOUND, "there is nothing here\n").into_response();
    kept(answer, LOOK_AGAIN, POLICY)
}

/// The built-in page that says how to build the page.
fn unbuilt(status: StatusCode) -> Response {
    kept((status, Html(UNBUILT)).into_response(), LOOK_AGAIN, POLICY)
}

/// A response with its `Cache-Control`; errors are not cached.
fn kept(mut response: Response, how_long: &'static str, policy: &'static str) -> Response {
    let status = response.status();
    let is_good = status.is_success() || status == StatusCode::NOT_MODIFIED;
    let how_long = if is_good { how_long } else { LOOK_AGAIN };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(how_long));
    if how_long == LOOK_AGAIN {
        headers.remove(header::ETAG);
        headers.remove(header::LAST_MODIFIED);
    }
    if status == StatusCode::NOT_MODIFIED {
        // A 304 repeats this header (RFC 9110, 15.4.5), but `ServeDir` leaves it out.
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    guarded(response, policy)
}

/// A response with the headers that limit what a browser may do with it.
pub(super) fn guarded(mut response: Response, policy: &'static str) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    // Chromium gives the page a process without the sandboxed frames then, so that a board which
    // loops without end does not hold it up.
    headers.insert(AGENT_CLUSTER, HeaderValue::from_static("?1"));
    response
}
