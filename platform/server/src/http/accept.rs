//! Content negotiation: whether a client accepts HTML, and gzip.

use axum::http::{HeaderMap, header};
use gueridon_graphql::http::accept::Preferences;

/// Whether a client accepts HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AcceptsHtml {
    /// It names HTML or all of `text/*`.
    ByName,
    /// It accepts anything.
    LikeAnything,
    /// It does not accept HTML.
    Not,
}

impl AcceptsHtml {
    /// Whether the sender of these headers accepts HTML.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let mut accepted = headers.get_all(header::ACCEPT).iter().peekable();
        if accepted.peek().is_none() {
            return Self::LikeAnything;
        }
        let preferences = Preferences::of(accepted);
        let quality = |name: &str| preferences.quality(name);
        match quality("text/html").or_else(|| quality("text/*")) {
            Some(0) => Self::Not,
            Some(_) => Self::ByName,
            None if quality("*/*").is_some_and(|quality| quality > 0) => Self::LikeAnything,
            None => Self::Not,
        }
    }
}

/// Whether a client accepts gzip.
pub(super) fn takes_gzip(headers: &HeaderMap) -> bool {
    let preferences = Preferences::of(headers.get_all(header::ACCEPT_ENCODING).iter());
    let quality = preferences.quality("gzip").or_else(|| preferences.quality("*"));
    quality.is_some_and(|quality| quality > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(accept: Option<&str>) -> AcceptsHtml {
        let mut headers = HeaderMap::new();
        if let Some(accept) = accept {
            headers.insert(header::ACCEPT, accept.parse().unwrap());
        }
        AcceptsHtml::of(&headers)
    }

    #[test]
    fn html_is_accepted_by_name_or_along_with_anything_else() {
        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        assert_eq!(html(Some(browser)), AcceptsHtml::ByName);
        assert_eq!(html(Some("TEXT/HTML;q=0.1")), AcceptsHtml::ByName);
        assert_eq!(html(Some("text/*")), AcceptsHtml::ByName);
        assert_eq!(html(Some("*/*")), AcceptsHtml::LikeAnything);
        assert_eq!(html(None), AcceptsHtml::LikeAnything);
        assert_eq!(html(Some("image/avif,image/*,*/*;q=0.8")), AcceptsHtml::LikeAnything);
        assert_eq!(html(Some("application/json")), AcceptsHtml::Not);
        assert_eq!(html(Some("text/html;q=0, */*")), AcceptsHtml::Not);
        assert_eq!(html(Some("*/*;q=0")), AcceptsHtml::Not);
    }

    #[test]
    fn gzip_is_accepted_only_if_the_client_says_so() {
        let takes = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, value.parse().unwrap());
            takes_gzip(&headers)
        };
        assert!(takes("gzip, deflate, br") && takes("br;q=1, GZIP;q=0.5") && takes("*"));
        assert!(!takes("br") && !takes("gzip;q=0, *") && !takes("identity") && !takes(""));
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
