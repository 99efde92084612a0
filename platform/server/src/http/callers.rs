//! Who sent a request, and from where.

use std::net::{IpAddr, SocketAddr};
use std::sync::Once;

use axum::extract::Request;
use axum::http::{Extensions, HeaderMap, header};
use gueridon_host::host::Host;
use gueridon_host::people::Origin;

use super::Server;
use crate::api::{Caller, fault};
use crate::errors;
use gueridon_graphql::fault::{Code, Fault};

/// The address at the other end of the connection that a request came by.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub IpAddr);

/// The header to which each proxy adds the address that it sees.
const FORWARDED: &str = "x-forwarded-for";

impl Server {
    /// Where a request came from.
    pub(super) fn origin_of(&self, request: &Request) -> Option<Origin> {
        self.origin(request.headers(), request.extensions())
    }

    /// Where a request came from: the other end of the connection, or the address that a trusted
    /// proxy saw. What clients claim about themselves is ignored.
    pub(super) fn origin(&self, headers: &HeaderMap, extensions: &Extensions) -> Option<Origin> {
        let peer = extensions.get::<Peer>().map(|peer| peer.0);
        let told = forwarded(headers);
        if let Some(doubt) = doubt(self.trusts_proxy, peer, headers.contains_key(FORWARDED), told) {
            static TOLD: Once = Once::new();
            TOLD.call_once(|| tracing::warn!("{doubt}"));
        }
        told.filter(|_| self.trusts_proxy).or(peer).map(Origin::from)
    }
}

/// A warning if `--trust-proxy` seems to be set wrongly, so that attempts are counted for the wrong
/// address.
fn doubt(
    trusts_proxy: bool,
    peer: Option<IpAddr>,
    has_header: bool,
    told: Option<IpAddr>,
) -> Option<&'static str> {
    let is_near = peer.is_some_and(|peer| peer.to_canonical().is_loopback());
    if trusts_proxy && told.is_none() {
        Some("a request came without X-Forwarded-For: is every one from your proxy, as you said?")
    } else if !trusts_proxy && is_near && has_header {
        Some("requests come through a proxy, whose address is taken for everybody's: --trust-proxy")
    } else {
        None
    }
}

/// The address that the nearest proxy has added.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let nearest = headers.get_all(FORWARDED).iter().next_back()?.to_str().ok()?;
    let nearest = nearest.rsplit(',').next()?.trim();
    let address = nearest.parse().ok();
    address.or_else(|| nearest.parse::<SocketAddr>().ok().map(|with_port| with_port.ip()))
}

/// Who sent a request with these headers.
///
/// # Errors
/// `UNAUTHENTICATED` for a malformed header or an unknown token.
pub(super) async fn caller(
    host: &Host,
    headers: &HeaderMap,
    from: Option<Origin>,
) -> Result<Caller, Fault> {
    let Some(value) = headers.get(header::AUTHORIZATION) else {
        return Ok(Caller { from, ..Caller::default() });
    };
    let token = value.to_str().ok().and_then(|value| value.split_once(' '));
    match token {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("Bearer") => {
            of(host, token.trim(), from).await
        }
        _ => Err(Fault::new(Code::UNAUTHENTICATED, "the header is: Authorization: Bearer …")),
    }
}

/// Who has this token.
///
/// # Errors
/// `UNAUTHENTICATED` for an unknown token.
pub(super) async fn of(host: &Host, token: &str, from: Option<Origin>) -> Result<Caller, Fault> {
    let accounts = host.people().accounts();
    let known = accounts.authenticate(token).await.map_err(fault)?;
    let known = known.ok_or_else(errors::unknown_token)?;
    accounts.note_origin(&known, from);
    Ok(Caller { known: Some(known), from, socket: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(headers: &[&str]) -> Option<String> {
        let mut map = HeaderMap::new();
        for value in headers {
            map.append(FORWARDED, value.parse().unwrap());
        }
        forwarded(&map).map(|address| address.to_string())
    }

    #[test]
    fn a_wrong_trust_proxy_is_warned_of() {
        let [near, far] = ["::ffff:127.0.0.1", "192.0.2.1"].map(|text| text.parse().ok());
        let doubted = |trusts, peer, told: Option<IpAddr>| {
            doubt(trusts, peer, told.is_some(), told).is_some()
        };
        assert!(doubted(false, near, far) && doubted(true, near, None));
        assert!(!doubted(false, far, far) && !doubted(true, near, far));
        assert!(!doubted(false, near, None) && !doubted(false, None, far));
    }

    #[test]
    fn only_the_address_that_the_nearest_proxy_added_counts() {
        assert_eq!(seen(&[]), None);
        assert_eq!(seen(&["192.0.2.1"]).unwrap(), "192.0.2.1");
        assert_eq!(seen(&["192.0.2.1, 198.51.100.2"]).unwrap(), "198.51.100.2");
        assert_eq!(seen(&["192.0.2.1", "2001:db8::1"]).unwrap(), "2001:db8::1");
        assert_eq!(seen(&["198.51.100.2:4711"]).unwrap(), "198.51.100.2");
        assert_eq!(seen(&["192.0.2.1, nonsense"]), None);
    }
}
