//! An HTTP client of the API, and the client's end of a WebSocket.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use reqwest::header::HeaderMap;
use serde_json::{Value as Json, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::Request;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// How long to wait for a socket, or for a message over it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client of the API.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    pub(crate) address: String,
    pub(crate) token: Option<Arc<str>>,
    http: reqwest::Client,
}

impl Client {
    /// Someone without a token.
    pub(crate) fn at(address: &str) -> Self {
        Self::with_headers(address, HeaderMap::new())
    }

    /// Someone without a token, behind a proxy that saw this address.
    pub(crate) fn at_from(address: &str, seen: &str) -> Self {
        let forwarded = ("x-forwarded-for".parse().unwrap(), seen.parse().unwrap());
        Self::with_headers(address, HeaderMap::from_iter([forwarded]))
    }

    fn with_headers(address: &str, headers: HeaderMap) -> Self {
        // A pooled connection would fail once after the server was killed.
        let http = reqwest::Client::builder().pool_max_idle_per_host(0).default_headers(headers);
        Self { address: address.to_owned(), token: None, http: http.build().unwrap() }
    }

    /// A new player.
    pub(crate) async fn player(&self, name: &str) -> Self {
        let document = "mutation($name: String!) { signIn(name: $name) { \
                        ... on SignedIn { token } ... on Refused { code } } }";
        let data = self.ask(document, json!({ "name": name })).await;
        let token = data["signIn"]["token"].as_str().unwrap_or_else(|| panic!("{data}"));
        Self { token: Some(token.into()), ..self.clone() }
    }

    /// The same place without a token.
    pub(crate) fn stranger(&self) -> Self {
        Self { token: None, ..self.clone() }
    }

    /// The same player at another server of the same journal.
    pub(crate) fn of(&self, server: &super::server::Server) -> Self {
        Self { address: server.address.clone(), ..self.clone() }
    }

    /// The same place with the token of somebody.
    pub(crate) fn with_token_of(&self, player: &Self) -> Self {
        Self { token: player.token.clone(), ..self.clone() }
    }

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

    /// A whole answer as it was sent.
    pub(crate) async fn text(&self, document: &str, variables: Json) -> String {
        self.send(document, variables).await.unwrap().text().await.unwrap()
    }

    /// A whole answer, if the server is up.
    pub(crate) async fn try_post(
        &self,
        document: &str,
        variables: Json,
    ) -> Result<Json, reqwest::Error> {
        self.send(document, variables).await?.json().await
    }

    async fn send(
        &self,
        document: &str,
        variables: Json,
    ) -> Result<reqwest::Response, reqwest::Error> {
        let body = json!({ "query": document, "variables": variables });
        let mut request = self.request().json(&body);
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        request.send().await
    }

    /// A bare POST.
    pub(crate) fn request(&self) -> reqwest::RequestBuilder {
        let url = format!("http://{}/graphql", self.address);
        self.http.post(url).timeout(Duration::from_secs(20))
    }

    /// A socket after `connection_init` with the client's token, if the server is there to answer.
    pub(crate) async fn try_socket(&self) -> Option<Socket> {
        let mut socket = Socket::try_open(&self.address).await?;
        let token = json!({ "token": self.token.as_deref() });
        socket.send(json!({"type": "connection_init", "payload": token})).await;
        (socket.next().await?["type"] == "connection_ack").then_some(socket)
    }

    /// A socket after `connection_init` with the client's token.
    pub(crate) async fn socket(&self) -> Socket {
        self.greet(Socket::open(&self.address).await).await
    }

    /// Sends `connection_init` with the client's token over this socket.
    pub(crate) async fn greet(&self, mut socket: Socket) -> Socket {
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
    /// An open socket before `connection_init`.
    pub(crate) async fn open(address: &str) -> Self {
        Self::try_open(address).await.unwrap()
    }

    /// The same, if the server is there.
    pub(crate) async fn try_open(address: &str) -> Option<Self> {
        let opening = tokio_tungstenite::connect_async(Self::request(address));
        let (socket, _) = timeout(PATIENCE, opening).await.expect("the server answers").ok()?;
        Some(Self(socket))
    }

    /// The same through a proxy that saw this address.
    pub(crate) async fn open_from(address: &str, seen: &str) -> Self {
        Self::try_open_from(address, seen).await.unwrap()
    }

    /// The same, if the server lets them.
    pub(crate) async fn try_open_from(address: &str, seen: &str) -> Option<Self> {
        let mut request = Self::request(address);
        request.headers_mut().insert("x-forwarded-for", seen.parse().unwrap());
        let (socket, _) = tokio_tungstenite::connect_async(request).await.ok()?;
        Some(Self(socket))
    }

    /// The same over an existing connection.
    pub(crate) async fn over(stream: TcpStream, address: &str) -> Self {
        let stream = MaybeTlsStream::Plain(stream);
        let socket = tokio_tungstenite::client_async(Self::request(address), stream).await;
        Self(socket.unwrap().0)
    }

    fn request(address: &str) -> Request<()> {
        let mut request = format!("ws://{address}/graphql").into_client_request().unwrap();
        let protocol = "graphql-transport-ws".parse().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        request
    }

    /// Whether a page of this site may open a socket.
    pub(crate) async fn is_opened(address: &str, origin: Option<&str>) -> bool {
        let mut request = Self::request(address);
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        tokio_tungstenite::connect_async(request).await.is_ok()
    }

    pub(crate) async fn send(&mut self, message: Json) {
        self.say(&message.to_string()).await;
    }

    pub(crate) async fn say(&mut self, text: &str) {
        // The server may have closed already; its last frames can still be read.
        let _ = self.0.send(Message::Text(Utf8Bytes::from(text))).await;
    }

    /// Begins to close the socket with this code.
    pub(crate) async fn close(&mut self, code: u16) {
        let frame = CloseFrame { code: code.into(), reason: Utf8Bytes::default() };
        self.0.send(Message::Close(Some(frame))).await.unwrap();
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
        self.text_or_close().await.map(|text| serde_json::from_str(&text).unwrap())
    }

    /// The next message as it was sent, or the code with which the socket was closed.
    pub(crate) async fn text_or_close(&mut self) -> Result<Utf8Bytes, Option<u16>> {
        let wait = async {
            loop {
                match self.0.next().await {
                    Some(Ok(Message::Text(text))) => return Ok(text),
                    Some(Ok(Message::Close(frame))) => return Err(frame.map(|one| one.code.into())),
                    // That the server is there is no message.
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return Err(None),
                }
            }
        };
        timeout(PATIENCE, wait).await.expect("the server says something within 60 seconds")
    }
}
