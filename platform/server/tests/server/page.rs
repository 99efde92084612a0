//! What browsers get, byte by byte from the real binary: the files of the page, GraphiQL, the
//! files that games bring, and the page that is shown if none is built.

mod documents;
mod element;
mod files;
mod frame;
mod graphiql;
mod learning;
mod unbuilt;

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::server::{Server, command, home, module};

/// The `Accept` header of a browser that follows a link.
const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
/// The headers that every response to a browser has.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'; object-src 'none'";

fn sealed() -> PathBuf {
    module("libsealed.so")
}

/// An answer as it came.
#[derive(Debug, Clone, PartialEq)]
struct Answer {
    status: u16,
    headers: BTreeMap<String, String>,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    /// The body, decompressed if necessary.
    fn unzipped(&self) -> String {
        assert_eq!(self.header("content-encoding"), "gzip");
        let mut text = String::new();
        flate2::read::GzDecoder::new(&*self.body).read_to_string(&mut text).unwrap();
        text
    }
}

/// Sends a request with its path unchanged: other clients would normalise it.
async fn send(server: &Server, request: &str, headers: &[(&str, &str)]) -> Answer {
    let mut stream = TcpStream::connect(&server.address).await.unwrap();
    let headers: String =
        headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let request = format!("{request} HTTP/1.1\r\nhost: page\r\nconnection: close\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(answer[..end].to_vec()).unwrap();
    let (status, headers) = head.split_once("\r\n").unwrap();
    let mut together = BTreeMap::<String, String>::new();
    for line in headers.split("\r\n") {
        let (name, value) = line.split_once(": ").unwrap();
        // A repeated header is one list.
        let said = together.entry(name.to_ascii_lowercase()).or_default();
        let comma = if said.is_empty() { "" } else { ", " };
        *said = format!("{said}{comma}{value}");
    }
    let headers = together;
    assert!(!headers.contains_key("transfer-encoding"), "{headers:?}");
    let status = status.split(' ').nth(1).unwrap().parse().unwrap();
    Answer { status, headers, body: answer[end + 4..].to_vec() }
}

/// What a browser gets that follows a link.
async fn visit(server: &Server, path: &str) -> Answer {
    send(server, &format!("GET {path}"), &[("accept", BROWSER)]).await
}

/// Writes a file into a home, and creates its folders.
fn write(home: &Path, file: &str, text: impl AsRef<[u8]>) {
    let file = home.join(file);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, text).unwrap();
}

/// A home with a page of a few files.
fn built(test: &str, modules: &[PathBuf]) -> PathBuf {
    let home = home(&format!("page-{test}"), modules);
    write(&home, "web/index.html", "<title>the page</title>");
    write(&home, "web/favicon.svg", "<svg/>");
    write(&home, "web/assets/index-1.js", "plain()");
    write(&home, "web/assets/index-1.js.br", "brotli");
    write(&home, "web/assets/index-1.js.gz", "gzip");
    write(&home, "web/assets/index-1.css", "a {}");
    write(&home, "web/graphiql/index.html", "<title>GraphiQL</title>");
    home
}

/// The real server with the page of its home and these arguments.
fn serving(home: &Path, more: &[&str]) -> Server {
    let mut command = command(home, "127.0.0.1:0");
    command.arg("--page").arg(home.join("web")).args(more);
    Server::of(command, home)
}
