//! Requests to webhooks: one POST each, signed as [Standard Webhooks](https://www.standardwebhooks.com)
//! specifies, over a connection of its own.
//!
//! The address is checked after the name is resolved, and is the one that is connected to, so that no
//! name leads to a private network (SSRF). Redirects are not followed; of the response only the status
//! counts.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use gueridon_host::notifications::{Post, Undelivered};
use gueridon_journal::WebhookSecret;
use hmac::{Hmac, KeyInit, Mac};
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper::header::{CONTENT_TYPE, HOST, USER_AGENT};
use hyper::rt::{Read, Write};
use hyper::{Request, Uri};
use hyper_util::rt::TokioIo;
use serde_json::{Value as Json, json};
use sha2::Sha256;
use tokio::net::{TcpStream, lookup_host};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::address::is_public;
use gueridon_host::timestamp::rfc3339;

/// How long a request may take, from the resolution of the name to the status.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// How many addresses of a name are tried.
const MAX_ADDRESSES: usize = 3;
/// How long connecting to one address may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);

/// Sends requests to webhooks.
pub struct Webhooks {
    allows_private: bool,
    /// Made when it is first needed: it reads the system's certificates.
    tls: OnceLock<TlsConnector>,
}

impl fmt::Debug for Webhooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Webhooks")
            .field("allows_private", &self.allows_private)
            .finish_non_exhaustive()
    }
}

/// Where a webhook is.
struct Target {
    uri: Uri,
    host: String,
    port: u16,
    is_secure: bool,
}

impl Webhooks {
    /// For webhooks on the public Internet, or with `allows_private` anywhere.
    #[must_use]
    pub fn new(allows_private: bool) -> Self {
        Self { allows_private, tls: OnceLock::new() }
    }

    /// Whether a webhook may have this URL, as far as its text shows: the addresses of a name are
    /// checked whenever a request is sent.
    #[must_use]
    pub fn can_reach(&self, url: &str) -> bool {
        self.target(url).is_some()
    }

    fn target(&self, url: &str) -> Option<Target> {
        if !url.bytes().all(|byte| byte.is_ascii_graphic()) || url.contains('#') {
            return None;
        }
        let uri: Uri = url.parse().ok()?;
        let is_secure = match uri.scheme_str()? {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let authority = uri.authority()?.as_str();
        // URLs are logged, so they contain no password; and a port must be a number.
        let has_port = authority.len() > uri.host()?.len();
        if authority.contains('@') || has_port != uri.port_u16().is_some() {
            return None;
        }
        let host = uri.host()?.trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = uri.port_u16().unwrap_or(if is_secure { 443 } else { 80 });
        // Other low ports belong to other protocols, some of which could take a request for one of
        // theirs.
        let is_web = matches!(port, 80 | 443 | 1024..);
        let is_there = |address: IpAddr| self.allows_private || is_public(address);
        let fits = !host.is_empty()
            && (is_web || self.allows_private)
            && host.parse().map_or(true, is_there);
        fits.then_some(Target { uri, host, port, is_secure })
    }

    /// Sends a request; it is delivered if the status is 200 to 299.
    ///
    /// # Errors
    /// Why it was not delivered. 410 is final: the webhook is gone for good.
    pub async fn post(&self, post: &Post) -> Result<(), Undelivered> {
        let target = self.target(&post.url).ok_or_else(|| failed("its URL cannot be used"))?;
        let status = timeout(REQUEST_TIMEOUT, self.send(&target, post)).await;
        match status.map_err(|_| failed("there was no answer within 10 seconds"))?? {
            200..=299 => Ok(()),
            status => {
                Err(Undelivered { fault: format!("it answered {status}"), is_final: status == 410 })
            }
        }
    }

    async fn send(&self, target: &Target, post: &Post) -> Result<u16, Undelivered> {
        let stream = self.connect(target).await?;
        if !target.is_secure {
            return exchange(TokioIo::new(stream), target, post).await;
        }
        let name = ServerName::try_from(target.host.clone())
            .map_err(|_| failed("its name cannot be in a certificate"))?;
        let tls = self.tls.get_or_init(tls).connect(name, stream).await;
        let stream = tls.map_err(|_| failed("there was no secure connection"))?;
        exchange(TokioIo::new(stream), target, post).await
    }

    async fn connect(&self, target: &Target) -> Result<TcpStream, Undelivered> {
        let found = lookup_host((&*target.host, target.port)).await;
        let found = found.map_err(|_| failed("its name could not be resolved"))?;
        let is_there = |address: &SocketAddr| self.allows_private || is_public(address.ip());
        let addresses: Vec<_> = found.filter(is_there).take(MAX_ADDRESSES).collect();
        if addresses.is_empty() {
            return Err(failed("its address is not a public one"));
        }
        for address in addresses {
            if let Ok(Ok(stream)) = timeout(CONNECT_TIMEOUT, TcpStream::connect(address)).await {
                return Ok(stream);
            }
        }
        Err(failed("it could not be connected to"))
    }
}

/// TLS with the system's root certificates, by ring.
fn tls() -> TlsConnector {
    let mut roots = RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    let (added, _) = roots.add_parsable_certificates(found.certs);
    if added == 0 {
        tracing::warn!(
            "this system has no certificates, so no https webhook can be told: install ca-certificates"
        );
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("ring has what the versions of TLS need")
        .with_root_certificates(roots)
        .with_no_client_auth();
    TlsConnector::from(Arc::new(config))
}

/// Sends the request and returns the status; the connection ends with it.
async fn exchange<S>(stream: S, target: &Target, post: &Post) -> Result<u16, Undelivered>
where
    S: Read + Write + Unpin + Send + 'static,
{
    let unanswered = |_: hyper::Error| failed("it did not answer as HTTP has it");
    let request = request(target, post).map_err(|_| failed("its URL cannot be used"))?;
    let (mut sender, connection) = http1::handshake(stream).await.map_err(unanswered)?;
    // Dropped with this function, whatever the other side still sends.
    let mut driver = JoinSet::new();
    driver.spawn(connection);
    let response = sender.send_request(request).await.map_err(unanswered)?;
    Ok(response.status().as_u16())
}

fn request(target: &Target, post: &Post) -> Result<Request<Full<Bytes>>, hyper::http::Error> {
    let path = target.uri.path_and_query().map_or("/", |path| path.as_str());
    let host = target.uri.authority().map_or("", |authority| authority.as_str());
    let body = body(post).to_string();
    let (id, seconds) = (post.id.to_string(), post.sent_ms.div_euclid(1_000).to_string());
    let signature = signature(&post.secret, &id, &seconds, &body);
    Request::post(path)
        .header(HOST, host)
        .header(CONTENT_TYPE, "application/json")
        .header(USER_AGENT, concat!("gueridon/", env!("CARGO_PKG_VERSION")))
        .header("webhook-id", id)
        .header("webhook-timestamp", seconds)
        .header("webhook-signature", signature)
        .body(Full::new(Bytes::from(body)))
}

fn body(post: &Post) -> Json {
    let event = &post.event;
    let data = event.table.as_ref().map_or_else(
        || json!({}),
        |at| {
            let mut data = json!({
                "table": at.id, "game": at.game, "seq": at.seq, "seat": at.seat.map(|seat| seat.0),
                "player": at.player, "url": at.url,
            });
            if let (Some(until_ms), Some(members)) = (at.answer_by_ms, data.as_object_mut()) {
                members.insert("answerBy".to_owned(), rfc3339(until_ms).into());
            }
            data
        },
    );
    json!({ "type": event.what.word(), "timestamp": rfc3339(event.at_ms), "data": data })
}

/// The signature of a request, as it stands in `webhook-signature`.
fn signature(secret: &WebhookSecret, id: &str, seconds: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(&secret.0).expect("a key of HMAC has any length");
    mac.update(format!("{id}.{seconds}.{body}").as_bytes());
    format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

/// A secret as it is shown to its owner.
#[must_use]
pub fn secret_text(secret: &WebhookSecret) -> String {
    format!("whsec_{}", STANDARD.encode(secret.0))
}

fn failed(fault: &str) -> Undelivered {
    Undelivered { fault: fault.to_owned(), is_final: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_the_one_that_standard_webhooks_computes() {
        // Computed by another program: HMAC-SHA256 over "id.timestamp.body".
        const EXPECTED: &str = "v1,3sOcjp9LSFloZNG4djSBtbk6gHDplP0wungD5l+W7DU=";
        let signed = signature(&WebhookSecret([b'k'; 32]), "msg_1", "1700000000", "{}");
        assert_eq!(signed, EXPECTED);
    }

    #[test]
    fn a_webhook_has_a_public_http_address_unless_the_operator_allows_private_ones() {
        let (public, any) = (Webhooks::new(false), Webhooks::new(true));
        for good in [
            "https://example.org/a?b=c",
            "http://example.org",
            "https://example.org:8443/",
            "https://[2606:4700::1111]/",
            "http://1.1.1.1:8080/x",
        ] {
            assert!(public.can_reach(good) && any.can_reach(good), "{good}");
        }
        for bad in [
            "",
            "example.org",
            "/x",
            "ftp://example.org/",
            "https://",
            "https:///x",
            "https://u:p@example.org/",
            "https://example.org/#x",
            "https://exa mple.org/",
            "https://example.org/\r\nx: y",
            "https://exämple.org/",
            "https://example.org:99999/",
        ] {
            assert!(!public.can_reach(bad) && !any.can_reach(bad), "{bad}");
        }
        for private in [
            "http://127.0.0.1/",
            "http://[::1]/",
            "http://[::ffff:10.0.0.1]/",
            "http://169.254.169.254/latest",
            "https://example.org:25/",
            "http://example.org:22/",
        ] {
            assert!(!public.can_reach(private) && any.can_reach(private), "{private}");
        }
    }

    #[tokio::test]
    async fn a_name_that_resolves_to_this_machine_is_refused() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        // The resolver also accepts addresses in other notations.
        for host in ["localhost", "0x7f000001", "2130706433", "127.1", "0177.0.0.1"] {
            let webhooks = Webhooks::new(false);
            let url = format!("http://{host}:{port}/");
            let Some(target) = webhooks.target(&url) else { continue };
            let Err(refused) = webhooks.connect(&target).await else {
                panic!("{host} was connected to");
            };
            let known = ["its address is not a public one", "its name could not be resolved"];
            assert!(known.contains(&&*refused.fault), "{host}: {}", refused.fault);
        }
        let target = Webhooks::new(true).target(&format!("http://localhost:{port}/")).unwrap();
        assert!(Webhooks::new(true).connect(&target).await.is_ok());
    }
}
