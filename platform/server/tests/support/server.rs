//! The real binary on a free port, and clients for it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value as Json, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// The binary under test.
pub(crate) const GUERIDON: &str = env!("CARGO_BIN_EXE_gueridon");

/// A module as cargo has built it, beside this test.
///
/// # Panics
/// With what to build, where it is not there.
pub(crate) fn module(file: &str, how: &str) -> PathBuf {
    let profile = Path::new(GUERIDON).parent().expect("the binary lies in a directory");
    let found = [profile.join("examples").join(file), profile.join(file)]
        .into_iter()
        .find(|path| path.exists());
    found.unwrap_or_else(|| panic!("{file} is not built: run `{how}` first"))
}

/// A directory of this test with its modules and its journal.
pub(crate) fn home(test: &str, modules: &[PathBuf]) -> PathBuf {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&home); // It may not be there.
    std::fs::create_dir_all(home.join("modules")).unwrap();
    for module in modules {
        let to = home.join("modules").join(module.file_name().unwrap());
        std::fs::copy(module, to).unwrap();
    }
    home
}

/// A running server.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    home: PathBuf,
    pub(crate) address: String,
    http: reqwest::Client,
}

impl Server {
    /// Starts a server in `home` on a free port, and waits until it serves.
    pub(crate) fn start(home: &Path) -> Self {
        Self::start_on(home, "127.0.0.1:0")
    }

    pub(crate) fn start_on(home: &Path, listen: &str) -> Self {
        Self::of(command(home, listen), home)
    }

    /// The server of this command, which serves in `home`.
    pub(crate) fn of(mut command: Command, home: &Path) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut said = String::new();
        let address = loop {
            let Some(Ok(line)) = lines.next() else { panic!("the server did not start:\n{said}") };
            let entry: Json = serde_json::from_str(&line).unwrap_or_default();
            if entry["fields"]["message"] == "serving" {
                break entry["fields"]["address"].as_str().unwrap().to_owned();
            }
            said = format!("{said}{line}\n");
        };
        // Somebody has to read on, or the server would wait for it.
        std::thread::spawn(move || lines.for_each(drop));
        // A connection of before a kill would fail once before it is opened anew.
        let http = reqwest::Client::builder().pool_max_idle_per_host(0).build().unwrap();
        Self { child, home: home.to_owned(), address, http }
    }

    /// Kills the server without warning, and starts it again where it was.
    pub(crate) fn kill_and_start(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let again = Self::start_on(&self.home, &self.address);
        let old = std::mem::replace(self, again);
        drop(old);
    }

    /// Sends the server a signal to stop, and waits for its exit code.
    pub(crate) fn stop(&mut self, signal: &str) -> Option<i32> {
        let (id, signal) = (self.child.id().to_string(), format!("-{signal}"));
        assert!(Command::new("kill").args([&signal, &id]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }

    /// Tells the server to stop, and starts it again where it was.
    pub(crate) fn stop_and_start(&mut self) {
        assert_eq!(self.stop("TERM"), Some(0));
        let again = Self::start_on(&self.home, &self.address);
        drop(std::mem::replace(self, again));
    }

    /// Someone without a token.
    pub(crate) fn stranger(&self) -> Client {
        Client { address: self.address.clone(), token: None, http: self.http.clone() }
    }

    /// A new player.
    pub(crate) async fn player(&self, name: &str) -> Client {
        let stranger = self.stranger();
        let document = "mutation($name: String!) { signIn(name: $name) { \
                        ... on SignedIn { token } ... on Refused { code } } }";
        let data = stranger.ask(document, json!({ "name": name })).await;
        let token = data["signIn"]["token"].as_str().unwrap_or_else(|| panic!("{data}"));
        Client { token: Some(token.into()), ..stranger }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `gueridon serve` in `home`, with its log as JSON.
pub(crate) fn command(home: &Path, listen: &str) -> Command {
    let mut command = Command::new(GUERIDON);
    command
        .args(["--log", "json", "serve", "--listen", listen, "--modules"])
        .arg(home.join("modules"))
        .arg("--journal")
        .arg(format!("sqlite:{}", home.join("journal.db").display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    command
}

/// Someone who asks.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    pub(crate) address: String,
    pub(crate) token: Option<Arc<str>>,
    http: reqwest::Client,
}

impl Client {
    /// The `data` of an answer that has no errors.
    pub(crate) async fn ask(&self, document: &str, variables: Json) -> Json {
        let answer = self.post(document, variables).await;
        assert!(answer.get("errors").is_none(), "{document}\n{answer}");
        answer["data"].clone()
    }

    /// A whole answer.
    pub(crate) async fn post(&self, document: &str, variables: Json) -> Json {
        self.try_post(document, variables).await.unwrap()
    }

    /// A whole answer, if the server is there.
    pub(crate) async fn try_post(
        &self,
        document: &str,
        variables: Json,
    ) -> Result<Json, reqwest::Error> {
        let body = json!({ "query": document, "variables": variables });
        let mut request = self.request().json(&body);
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        request.send().await?.json().await
    }

    /// A bare POST.
    pub(crate) fn request(&self) -> reqwest::RequestBuilder {
        let url = format!("http://{}/graphql", self.address);
        self.http.post(url).timeout(Duration::from_secs(20))
    }

    /// A socket on which it was said who is there.
    pub(crate) async fn socket(&self) -> Socket {
        let mut socket = Socket::open(&self.address).await;
        socket
            .send(json!({"type": "connection_init", "payload": {"token": self.token.as_deref()}}))
            .await;
        assert_eq!(socket.next().await, Some(json!({"type": "connection_ack"})));
        socket
    }
}

/// A client's end of a socket.
#[derive(Debug)]
pub(crate) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    /// An open socket on which nothing was said yet.
    pub(crate) async fn open(address: &str) -> Self {
        let mut request = format!("ws://{address}/graphql").into_client_request().unwrap();
        let protocol = "graphql-transport-ws".parse().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        let (socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        Self(socket)
    }

    /// Whether a page of that site may open a socket.
    pub(crate) async fn is_opened(address: &str, origin: Option<&str>) -> bool {
        let mut request = format!("ws://{address}/graphql").into_client_request().unwrap();
        let protocol = "graphql-transport-ws".parse().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        tokio_tungstenite::connect_async(request).await.is_ok()
    }

    pub(crate) async fn send(&mut self, message: Json) {
        self.say(&message.to_string()).await;
    }

    pub(crate) async fn say(&mut self, text: &str) {
        // The other side may have closed already; what it said last is still to be read.
        let _ = self.0.send(Message::Text(Utf8Bytes::from(text))).await;
    }

    pub(crate) async fn subscribe(&mut self, id: &str, document: &str, variables: Json) {
        let payload = json!({ "query": document, "variables": variables });
        self.send(json!({ "id": id, "type": "subscribe", "payload": payload })).await;
    }

    /// The next message; none when the socket is closed.
    pub(crate) async fn next(&mut self) -> Option<Json> {
        self.next_or_close().await.ok()
    }

    /// The next message, or the code with which the socket was closed.
    pub(crate) async fn next_or_close(&mut self) -> Result<Json, Option<u16>> {
        loop {
            let wait = tokio::time::timeout(Duration::from_secs(30), self.0.next());
            match wait.await.expect("the server says something within 30 seconds") {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => return Err(frame.map(|one| one.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }
}
