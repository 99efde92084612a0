//! Where a code may be sent: to a site by https, to a program on the person's own machine, or to an
//! app by a scheme of its own (RFC 8252, 7).

use std::net::IpAddr;

use serde::Serialize;
use url::{Host, Url};

/// The longest address, in bytes.
const LONGEST: usize = 2_000;
/// The parameters of a response, which an address must not have already.
const ANSWERED: [&str; 6] = ["code", "state", "iss", "scope", "error", "error_description"];

/// What an address leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PlaceKind {
    /// A site of the web.
    Site,
    /// A program on the same machine as the browser.
    Device,
    /// An app that has registered a scheme.
    App,
}

/// An address that a code may be sent to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Redirect {
    /// The address as the client wrote it.
    pub(super) text: String,
    /// What it leads to.
    pub(super) kind: PlaceKind,
    /// Where it leads, for people: the host, with its port if it is not the default, or the scheme.
    pub(super) place: String,
    url: Url,
}

impl Redirect {
    /// Reads an address; none if no code may be sent there.
    pub(super) fn parse(text: &str) -> Option<Self> {
        if text.len() > LONGEST || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return None;
        }
        let url = Url::parse(text).ok()?;
        let has_secrets = !url.username().is_empty() || url.password().is_some();
        let answers = url.query_pairs().any(|(name, _)| ANSWERED.contains(&&*name));
        if url.fragment().is_some() || has_secrets || answers {
            return None;
        }
        let kind = match url.scheme() {
            "https" => PlaceKind::Site,
            "http" if is_loopback(&url) => PlaceKind::Device,
            scheme if scheme.contains('.') => PlaceKind::App,
            _ => return None,
        };
        let place = match (kind, url.host_str(), url.port()) {
            (PlaceKind::App, ..) => url.scheme().to_owned(),
            (_, Some(host), Some(port)) => format!("{host}:{port}"),
            (_, Some(host), None) => host.to_owned(),
            (_, None, _) => return None,
        };
        Some(Self { text: text.to_owned(), kind, place, url })
    }

    /// The address with the parameters of a response.
    pub(super) fn with<'a>(&self, answer: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
        let mut url = self.url.clone();
        url.query_pairs_mut().extend_pairs(answer);
        url.into()
    }
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => IpAddr::from(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::from(address).is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_sent_to_a_site_to_this_machine_or_to_an_app() {
        for (text, kind, place) in [
            ("https://client.example/back?a=b", PlaceKind::Site, "client.example"),
            ("https://client.example:8443/", PlaceKind::Site, "client.example:8443"),
            ("https://xn--e1awd7f.example", PlaceKind::Site, "xn--e1awd7f.example"),
            ("http://127.0.0.1:4711/back", PlaceKind::Device, "127.0.0.1:4711"),
            ("http://[::1]:4711/back", PlaceKind::Device, "[::1]:4711"),
            ("http://localhost/back", PlaceKind::Device, "localhost"),
            ("org.example.app:/back", PlaceKind::App, "org.example.app"),
        ] {
            let redirect = Redirect::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((redirect.kind, &*redirect.place), (kind, place), "{text}");
        }
    }

    #[test]
    fn a_code_is_sent_nowhere_else() {
        for text in [
            "",
            "/back",
            "http://client.example/",
            "http://127.0.0.1.example/",
            "http://localhost.example/",
            "javascript:alert(1)",
            "data:text/html,x",
            "app:/back",
            "https://client.example/#part",
            "https://somebody@client.example/",
            "https://client.example/?code=mine",
            "https://client.example/ x",
            "https://client.example/\u{e9}",
            "https:",
        ] {
            assert_eq!(Redirect::parse(text), None, "{text}");
        }
        assert_eq!(Redirect::parse(&format!("https://client.example/{}", "x".repeat(2_000))), None);
    }

    #[test]
    fn an_answer_is_added_to_what_is_there() {
        let redirect = Redirect::parse("https://client.example/back?a=b").unwrap();
        let answered = redirect.with([("code", "c d"), ("state", "é&")]);
        assert_eq!(answered, "https://client.example/back?a=b&code=c+d&state=%C3%A9%26");
        let app = Redirect::parse("org.example.app:/back").unwrap();
        assert_eq!(app.with([("code", "c")]), "org.example.app:/back?code=c");
    }
}
