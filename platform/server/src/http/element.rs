//! `/games/<id>.js`: the custom elements of games.

use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::Server;
use super::accept::takes_gzip;
use super::page::{self, FOR_EVER, LOOK_AGAIN};

/// Answers with a game's element. If `?v=` names its version, it may be cached for ever.
pub(super) async fn answer(
    State(server): State<Server>,
    Path(file): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let api = server.api.load();
    let element = file
        .strip_suffix(".js")
        .filter(|id| api.game(id).is_some())
        .and_then(|id| api.elements.of(id));
    let Some(element) = element else { return page::nothing_here() };
    let is_zipped = takes_gzip(&headers);
    let tag = match is_zipped {
        true => format!("\"{}-gzip\"", element.version),
        false => format!("\"{}\"", element.version),
    };
    let wanted = query.as_deref().unwrap_or_default().split('&');
    let is_named = wanted.filter_map(|pair| pair.strip_prefix("v=")).any(|v| v == element.version);
    let about = [
        (header::CACHE_CONTROL, if is_named { FOR_EVER } else { LOOK_AGAIN }),
        (header::VARY, "accept-encoding"),
    ];
    let mut response = if has(&headers, &tag) {
        (StatusCode::NOT_MODIFIED, about).into_response()
    } else {
        let script = [(header::CONTENT_TYPE, "text/javascript; charset=utf-8")];
        let body = if is_zipped { element.gzip.clone() } else { element.script.clone() };
        let mut response = (about, script, body).into_response();
        if is_zipped {
            let gzip = HeaderValue::from_static("gzip");
            response.headers_mut().insert(header::CONTENT_ENCODING, gzip);
        }
        response
    };
    // Hexadecimal digits and a suffix in quotes are always a valid header value.
    if let Ok(tag) = tag.try_into() {
        response.headers_mut().insert(header::ETAG, tag);
    }
    page::guarded(response, page::POLICY)
}

/// Whether a client already has the version that this tag names.
fn has(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get_all(header::IF_NONE_MATCH).iter();
    let known = known.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    known.map(str::trim).any(|one| one == "*" || one.trim_start_matches("W/") == tag)
}
