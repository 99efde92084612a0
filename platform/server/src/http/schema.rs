//! `/schema.graphql`: the merged schema, which clients need to load again only after it has
//! changed.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::{Server, page};

/// Answers with the schema, or with 304 for a client that has it already.
pub(super) async fn answer(State(server): State<Server>, headers: HeaderMap) -> Response {
    let api = server.api.load();
    let about = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, page::LOOK_AGAIN),
        (header::ETAG, &*api.sdl_tag),
    ];
    if has(&headers, &api.sdl_tag) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, api.sdl.clone()).into_response()
}

/// Whether a client already has the version that this tag names. Weak and strong tags are equal
/// (RFC 9110, 13.1.2): proxies make tags weak when they compress.
fn has(headers: &HeaderMap, tag: &str) -> bool {
    let values = headers.get_all(header::IF_NONE_MATCH).iter();
    let mut named = values.filter_map(|value| value.to_str().ok()).flat_map(|one| one.split(','));
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    named.any(|named| named.trim() == "*" || opaque(named) == opaque(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_found_among_several_weak_or_not() {
        let has = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_NONE_MATCH, value.parse().unwrap());
            has(&headers, r#"W/"ab12""#)
        };
        assert!(has(r#"W/"ab12""#) && has(r#""ab12""#) && has("*"));
        assert!(has(r#""other", W/"ab12""#));
        assert!(!has(r#""other""#) && !has("ab12") && !has(""));
    }
}
