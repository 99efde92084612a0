//! Receivers of webhooks and mail: an HTTP server and an SMTP server on this machine.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value as Json;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufStream};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

/// How long a delivery may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// A received request.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Received {
    pub(crate) fn json(&self) -> Json {
        serde_json::from_str(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }
}

/// What a local server receives.
#[derive(Debug)]
pub(crate) struct Inbox<T> {
    pub(crate) address: String,
    comes: mpsc::UnboundedReceiver<T>,
}

impl<T> Inbox<T> {
    /// The next that comes.
    pub(crate) async fn next(&mut self) -> T {
        let next = tokio::time::timeout(PATIENCE, self.comes.recv()).await;
        next.expect("it is told before long").unwrap()
    }

    /// Whether there is nothing that was not looked at yet.
    pub(crate) fn is_empty(&mut self) -> bool {
        self.comes.try_recv().is_err()
    }
}

/// An HTTP server that keeps what is posted to `/hook`, answers `/gone` with 410, and redirects
/// `/elsewhere` to `/hook`.
pub(crate) async fn http() -> Inbox<Received> {
    let (comes, received) = mpsc::unbounded_channel();
    let keep = move |headers: HeaderMap, body: String| async move {
        comes.send(Received { headers, body }).unwrap();
        StatusCode::NO_CONTENT
    };
    let elsewhere = || async { (StatusCode::FOUND, [("location", "/hook")]) };
    let router = Router::new()
        .route("/hook", post(keep))
        .route("/gone", post(|| async { StatusCode::GONE }))
        .route("/elsewhere", post(elsewhere));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    Inbox { address, comes: received }
}

/// A received letter.
#[derive(Debug)]
pub(crate) struct Mail {
    /// The address of the envelope.
    pub(crate) to: String,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) text: String,
}

impl Mail {
    /// The token in its link.
    pub(crate) fn token(&self) -> String {
        let (_, after) = self.text.split_once("#token=").expect("there is a link");
        after.chars().take_while(char::is_ascii_hexdigit).collect()
    }

    fn read(to: String, raw: &str) -> Self {
        let (head, body) = raw.split_once("\r\n\r\n").unwrap();
        let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
        let headers: BTreeMap<_, _> = unfolded
            .lines()
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_lowercase(), words(value)))
            .collect();
        let text = match headers.get("content-transfer-encoding").map_or("7bit", |one| one) {
            "base64" => utf8(STANDARD.decode(body.replace("\r\n", "")).unwrap()),
            "quoted-printable" => utf8(quoted_printable(body)),
            _ => body.to_owned(),
        };
        Self { to, headers, text: text.replace("\r\n", "\n") }
    }
}

fn utf8(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

fn quoted_printable(text: &str) -> Vec<u8> {
    let text = text.replace("=\r\n", "");
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, after @ ..] = rest {
        rest = after;
        if *first == b'=' {
            let digits = std::str::from_utf8(&rest[..2]).unwrap();
            bytes.push(u8::from_str_radix(digits, 16).unwrap());
            rest = &rest[2..];
        } else {
            bytes.push(*first);
        }
    }
    bytes
}

/// A header with its encoded words (RFC 2047) in plain text.
fn words(value: &str) -> String {
    let decoded = value.split(' ').map(|word| {
        let inner = word.strip_prefix("=?utf-8?b?").and_then(|word| word.strip_suffix("?="));
        inner.map_or((word.to_owned(), false), |word| (utf8(STANDARD.decode(word).unwrap()), true))
    });
    let (mut text, mut was_encoded) = (String::new(), true);
    for (word, is_encoded) in decoded {
        // Space between two encoded words does not count.
        if !(text.is_empty() || was_encoded && is_encoded) {
            text.push(' ');
        }
        text += &word;
        was_encoded = is_encoded;
    }
    text
}

/// A self-signed certificate for `localhost`, and a TLS acceptor that uses it.
pub(crate) fn certificate() -> (String, TlsAcceptor) {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    (made.cert.pem(), TlsAcceptor::from(Arc::new(config)))
}

/// An HTTP server over TLS that answers every request with 204, and keeps the first line of each.
pub(crate) async fn https(tls: TlsAcceptor) -> Inbox<String> {
    let (comes, received) = mpsc::unbounded_channel();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            // A client that does not trust the certificate sends nothing.
            let Ok(stream) = tls.accept(stream).await else { continue };
            let (mut stream, mut line) = (BufStream::new(stream), String::new());
            stream.read_line(&mut line).await.unwrap();
            stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.unwrap();
            stream.flush().await.unwrap();
            comes.send(line).unwrap();
        }
    });
    Inbox { address: format!("localhost:{port}"), comes: received }
}

/// The same as [`smtp`], over TLS from the first byte.
pub(crate) async fn smtps(user: &str, password: &str, tls: TlsAcceptor) -> Inbox<Mail> {
    let (comes, received) = mpsc::unbounded_channel();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let expected = STANDARD.encode(format!("\0{user}\0{password}"));
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let Ok(stream) = tls.accept(stream).await else { continue };
            tokio::spawn(talk(stream, expected.clone(), comes.clone()));
        }
    });
    Inbox { address: format!("localhost:{port}"), comes: received }
}

/// An SMTP server that accepts mail from clients with that password.
pub(crate) async fn smtp(user: &str, password: &str) -> Inbox<Mail> {
    let (comes, received) = mpsc::unbounded_channel();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let expected = STANDARD.encode(format!("\0{user}\0{password}"));
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            // A client that disconnects half-way has sent nothing.
            tokio::spawn(talk(stream, expected.clone(), comes.clone()));
        }
    });
    Inbox { address, comes: received }
}

async fn talk<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    expected: String,
    comes: mpsc::UnboundedSender<Mail>,
) -> std::io::Result<()> {
    let mut stream = BufStream::new(stream);
    let (mut is_known, mut to) = (false, String::new());
    let mut answer = "220 here".to_owned();
    loop {
        stream.write_all(format!("{answer}\r\n").as_bytes()).await?;
        stream.flush().await?;
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let line = line.trim_end();
        let verb = line.split([' ', ':']).next().unwrap_or_default().to_uppercase();
        answer = match &*verb {
            "EHLO" => "250-here\r\n250-8BITMIME\r\n250 AUTH PLAIN".to_owned(),
            "AUTH" => {
                is_known = line.split(' ').next_back() == Some(&*expected);
                if is_known { "235 welcome" } else { "535 who are you" }.to_owned()
            }
            _ if !is_known => "530 who are you".to_owned(),
            "RCPT" => {
                to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                "250 yes".to_owned()
            }
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await?;
                stream.flush().await?;
                let mut raw = String::new();
                while !raw.ends_with("\r\n.\r\n") {
                    if stream.read_line(&mut raw).await? == 0 {
                        return Ok(());
                    }
                }
                let raw = raw.trim_end_matches(".\r\n").replace("\r\n..", "\r\n.");
                // The test may have ended.
                let _ = comes.send(Mail::read(std::mem::take(&mut to), &raw));
                "250 taken".to_owned()
            }
            _ => "250 yes".to_owned(),
        };
    }
}
