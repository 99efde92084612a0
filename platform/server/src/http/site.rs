//! Which pages may open WebSockets, send queries by GET and give consent: our own, and those of
//! sites that the operator allowed. Clients that are not pages may always.
//!
//! Browsers send a CORS preflight before a page of another site may POST JSON, but not before it
//! opens a WebSocket or sends a simple GET. There are no cookies, so such a page cannot act in a
//! user's name, but it should not use up our connections either.

use std::sync::Once;

use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::Server;

/// How the site of the page that sent a request relates to ours. Browsers set it; scripts cannot.
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

impl Server {
    /// The response that refuses a request from a page of another site; none if it is allowed.
    pub(super) fn refuse_other_site(&self, headers: &HeaderMap) -> Option<Response> {
        if is_welcome(headers, &self.origins) {
            return None;
        }
        static WARNED: Once = Once::new();
        WARNED.call_once(|| {
            let [origin, host] = [header::ORIGIN, header::HOST].map(|name| headers.get(name));
            tracing::warn!(
                ?origin,
                ?host,
                "a page of another site was refused; if it is this server's own page, have the \
                 proxy pass Host as it is, or say --public-url"
            );
        });
        let message = "pages of this site are not welcome here";
        Some((StatusCode::FORBIDDEN, message).into_response())
    }
}

/// Whether a request comes from a client that is not a page, from a page of the requested host, or
/// from a page of one of these origins.
fn is_welcome(headers: &HeaderMap, origins: &[String]) -> bool {
    let takes_all = origins.iter().any(|known| known == "*");
    let Some(origin) = headers.get(header::ORIGIN) else {
        let is_elsewhere = |site: &[u8]| matches!(site, b"cross-site" | b"same-site");
        let site = headers.get(SEC_FETCH_SITE);
        return takes_all || !site.is_some_and(|site| is_elsewhere(site.as_bytes()));
    };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let is_ours = origin.split_once("://").map(|(_, authority)| authority) == host;
    is_ours || takes_all || origins.iter().any(|known| known == origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_let_in(sent: &[(&'static str, &'static str)], named: &[&str]) -> bool {
        let headers = sent
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()));
        let named: Vec<String> = named.iter().map(|one| (*one).to_owned()).collect();
        is_welcome(&headers.collect(), &named)
    }

    #[test]
    fn our_pages_and_those_of_allowed_sites_are_welcome_and_so_are_clients_that_are_not_pages() {
        let host = ("host", "games.example");
        let friend = "https://friend.example";
        assert!(is_let_in(&[host], &[]));
        assert!(is_let_in(&[host, ("origin", "https://games.example")], &[]));
        assert!(is_let_in(&[host, ("origin", friend)], &[friend]));
        assert!(is_let_in(&[host, ("origin", friend)], &["*"]));
        assert!(!is_let_in(&[host, ("origin", friend)], &["https://other.example"]));
        assert!(!is_let_in(&[host, ("origin", "null")], &[]));
        for (site, is_welcome) in
            [("none", true), ("same-origin", true), ("same-site", false), ("cross-site", false)]
        {
            assert_eq!(is_let_in(&[host, ("sec-fetch-site", site)], &[friend]), is_welcome);
            assert!(is_let_in(&[host, ("sec-fetch-site", site)], &["*"]));
        }
    }
}
