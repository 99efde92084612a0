//! Who sent a request, and from where.

use std::net::{IpAddr, SocketAddr};

use axum::http::{Extensions, HeaderMap, header};
use gueridon_host::accounts::Origin;
use gueridon_host::host::Host;

use super::Server;
use crate::api::{Caller, fault};
use crate::fault::{Code, Fault};

/// The other end of the connection that a request came by.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub IpAddr);

/// What proxies add to, each what it sees itself.
const FORWARDED: &str = "x-forwarded-for";

impl Server {
    /// From where a request came: the other end of the connection, or what a trusted proxy says of
    /// its own. What a client says of itself is believed by nobody.
    pub(super) fn origin(&self, headers: &HeaderMap, extensions: &Extensions) -> Option<Origin> {
        let told = self.trusts_proxy.then(|| forwarded(headers)).flatten();
        let address = told.or_else(|| extensions.get::<Peer>().map(|peer| peer.0));
        address.map(Origin::from)
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
/// `UNAUTHENTICATED` for a token that is nobody's.
pub(super) async fn caller(
    host: &Host,
    headers: &HeaderMap,
    from: Option<Origin>,
) -> Result<Caller, Fault> {
    let Some(value) = headers.get(header::AUTHORIZATION) else {
        return Ok(Caller { known: None, from });
    };
    let token = value.to_str().ok().and_then(|value| value.split_once(' '));
    match token {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("Bearer") => {
            of(host, token.trim(), from).await
        }
        _ => Err(Fault::new(Code::Unauthenticated, "the header is: Authorization: Bearer …")),
    }
}

/// Who has this token.
///
/// # Errors
/// `UNAUTHENTICATED` for a token that is nobody's.
pub(super) async fn of(host: &Host, token: &str, from: Option<Origin>) -> Result<Caller, Fault> {
    let known = host.accounts().known(token).await.map_err(fault)?.ok_or_else(nobodys)?;
    Ok(Caller { known: Some(known), from })
}

/// Who a caller is now, some time after they have shown their token.
///
/// # Errors
/// `UNAUTHENTICATED` for a token that has ended.
pub(super) async fn again(host: &Host, caller: &Caller) -> Result<Caller, Fault> {
    let Some(known) = &caller.known else { return Ok(caller.clone()) };
    let known = host.accounts().still(known).await.map_err(fault)?.ok_or_else(nobodys)?;
    Ok(Caller { known: Some(known), from: caller.from })
}

fn nobodys() -> Fault {
    Fault::new(Code::Unauthenticated, "the token is nobody's: sign in again")
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
    fn only_what_the_nearest_proxy_added_is_believed() {
        assert_eq!(seen(&[]), None);
        assert_eq!(seen(&["192.0.2.1"]).unwrap(), "192.0.2.1");
        assert_eq!(seen(&["192.0.2.1, 198.51.100.2"]).unwrap(), "198.51.100.2");
        assert_eq!(seen(&["192.0.2.1", "2001:db8::1"]).unwrap(), "2001:db8::1");
        assert_eq!(seen(&["198.51.100.2:4711"]).unwrap(), "198.51.100.2");
        assert_eq!(seen(&["192.0.2.1, nonsense"]), None);
    }
}
