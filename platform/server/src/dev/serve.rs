//! The page, and what it asks for, on an address of this machine. A page from elsewhere can neither read
//! nor do anything here: requests must name this address, and come from no other site.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::rejection::JsonRejection;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::stream::{self, Stream};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;

use super::request::{Act, NotDone};
use super::watch::Dev;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// Serves until it is stopped.
pub(super) async fn serve(
    listener: TcpListener,
    address: SocketAddr,
    dev: Arc<Dev>,
) -> io::Result<()> {
    let stop = dev.stop.clone();
    let names: Arc<[String]> =
        [address.to_string(), format!("localhost:{}", address.port())].into();
    let router = Router::new()
        .route("/", get(page))
        .route("/state", get(state))
        .route("/act", post(act))
        .route("/events", get(events))
        .layer(from_fn_with_state(names, guard))
        .with_state(dev);
    axum::serve(listener, router).with_graceful_shutdown(stop.cancelled_owned()).await
}

/// Lets in what is sent to one of these names, by no page of another site.
async fn guard(State(names): State<Arc<[String]>>, request: Request, next: Next) -> Response {
    if !is_own(request.headers(), &names) {
        let why = "only the page of `gueridon dev` itself may ask for this";
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, header::HeaderValue::from_static("nosniff"));
    response
}

/// Whether a request is for one of these names (another name may lead here by somebody's DNS), and was
/// sent by a page of the same or by no page.
fn is_own(headers: &HeaderMap, names: &[String]) -> bool {
    let one = |name| -> Option<&str> {
        let mut values = headers.get_all(name).iter();
        let value = values.next()?.to_str().ok()?;
        values.next().is_none().then_some(value)
    };
    let is_named = |host: &str| names.iter().any(|name| name.eq_ignore_ascii_case(host));
    if !one(header::HOST).is_some_and(is_named) {
        return false;
    }
    if headers.contains_key(header::ORIGIN) {
        let origin = one(header::ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        return origin.is_some_and(is_named);
    }
    let site = headers.get("sec-fetch-site").map(header::HeaderValue::as_bytes);
    site.is_none_or(|site| matches!(site, b"same-origin" | b"none"))
}

async fn page() -> Response {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        hash(SCRIPT),
        hash(STYLE),
    );
    let page = PAGE.replace("{{style}}", STYLE).replace("{{script}}", SCRIPT);
    let kind = "text/html; charset=utf-8".to_owned();
    ([(header::CONTENT_TYPE, kind), (header::CONTENT_SECURITY_POLICY, policy)], page)
        .into_response()
}

fn json(text: &str) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.to_owned()).into_response()
}

async fn state(State(dev): State<Arc<Dev>>) -> Response {
    let (_, shown) = dev.shown().borrow().clone();
    json(&shown)
}

async fn act(State(dev): State<Arc<Dev>>, asked: Result<Json<Act>, JsonRejection>) -> Response {
    let Json(act) = match asked {
        Ok(act) => act,
        Err(error) => {
            let not_done = NotDone::because(error.body_text());
            return (error.status(), Json(not_done)).into_response();
        }
    };
    match tokio::task::spawn_blocking(move || dev.act(act)).await {
        Ok(Ok(shown)) => json(&shown),
        Ok(Err(not_done)) => (StatusCode::UNPROCESSABLE_ENTITY, Json(not_done)).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// The number of what is shown, now and after every change.
async fn events(State(dev): State<Arc<Dev>>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let mut shown = dev.shown();
    shown.mark_changed();
    let stop = dev.stop.clone();
    let numbers = stream::unfold((shown, stop), |(mut shown, stop)| async move {
        tokio::select! {
            () = stop.cancelled() => return None,
            changed = shown.changed() => changed.ok()?,
        }
        let (number, _) = *shown.borrow_and_update();
        Some((Ok(Event::default().data(number.to_string())), (shown, stop)))
    });
    Sse::new(numbers).keep_alive(KeepAlive::default())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    #[test]
    fn only_the_own_page_and_what_is_no_page_are_let_in() {
        let names = ["127.0.0.1:7000".to_owned(), "localhost:7000".to_owned()];
        let is_let_in = |sent: &[(&'static str, &'static str)]| {
            let headers = sent
                .iter()
                .map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()));
            is_own(&headers.collect(), &names)
        };
        let host = ("host", "localhost:7000");
        assert!(is_let_in(&[host]));
        assert!(is_let_in(&[host, ("origin", "http://localhost:7000")]));
        assert!(is_let_in(&[host, ("sec-fetch-site", "same-origin")]));
        assert!(!is_let_in(&[]));
        for foreign in ["evil.example:7000", "127.0.0.1:7001", "127.0.0.1", ""] {
            assert!(!is_let_in(&[("host", foreign)]), "{foreign}");
        }
        for foreign in ["http://evil.example", "https://localhost:7000", "null", ""] {
            assert!(!is_let_in(&[host, ("origin", foreign)]), "{foreign}");
        }
        for foreign in ["cross-site", "same-site"] {
            assert!(!is_let_in(&[host, ("sec-fetch-site", foreign)]), "{foreign}");
        }
    }
}
