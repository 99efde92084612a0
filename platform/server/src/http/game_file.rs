//! `/games/<id>.js` and `/games/<id>.learning.json`: the files that games bring for the page.

use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::Server;
use super::accept::takes_gzip;
use super::page::{self, FOR_EVER, LOOK_AGAIN};
use crate::api::Api;
use crate::game_files::{GameFile, Purpose};

/// Answers with a file of a game. If `?v=` names its version, it may be cached for ever.
pub(super) async fn answer(
    State(server): State<Server>,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let Some((purpose, file)) = found(&server.api.load(), &name) else {
        return page::nothing_here();
    };
    let is_zipped = takes_gzip(&headers);
    let tag = match is_zipped {
        true => format!("\"{}-gzip\"", file.version),
        false => format!("\"{}\"", file.version),
    };
    let wanted = query.as_deref().unwrap_or_default().split('&');
    let is_named = wanted.filter_map(|pair| pair.strip_prefix("v=")).any(|v| v == file.version);
    let about = [
        (header::CACHE_CONTROL, if is_named { FOR_EVER } else { LOOK_AGAIN }),
        (header::VARY, "accept-encoding"),
    ];
    let mut response = if has(&headers, &tag) {
        (StatusCode::NOT_MODIFIED, about).into_response()
    } else {
        let kind = [(header::CONTENT_TYPE, purpose.media_type())];
        let body = if is_zipped { file.gzip.clone() } else { file.content.clone() };
        let mut response = (about, kind, body).into_response();
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

/// The file of a loaded game that has this name.
fn found(api: &Api, name: &str) -> Option<(Purpose, Arc<GameFile>)> {
    Purpose::ALL.into_iter().find_map(|purpose| {
        let id = name.strip_suffix(purpose.extension())?.strip_suffix('.')?;
        api.game(id)?;
        Some((purpose, api.files.of(id, purpose)?))
    })
}

/// Whether a client already has the version that this tag names.
fn has(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get_all(header::IF_NONE_MATCH).iter();
    let known = known.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    known.map(str::trim).any(|one| one == "*" || one.trim_start_matches("W/") == tag)
}
