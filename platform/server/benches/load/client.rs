//! Light clients, so that the server is measured and not they: one persistent HTTP connection, and
//! one WebSocket.

use std::net::SocketAddr;

use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use serde_json::{Value as Json, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// One connection of one player, or of a stranger.
pub(crate) struct Http {
    /// None before the first question.
    connection: Option<SendRequest<Full<Bytes>>>,
    address: SocketAddr,
    host: String,
    token: Option<String>,
}

impl Http {
    pub(crate) fn to(address: SocketAddr, token: Option<String>) -> Self {
        Self { connection: None, address, host: address.to_string(), token }
    }

    /// A whole answer.
    pub(crate) async fn post(&mut self, path: &str, body: Bytes) -> Bytes {
        let mut request = Request::post(path)
            .header("host", &self.host)
            .header("content-type", "application/json")
            .header("accept", "application/json");
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = request.body(Full::new(body)).unwrap();
        // The server closes connections on which nothing is asked for long.
        let kept = match self.connection.take() {
            Some(mut kept) => kept.ready().await.is_ok().then_some(kept),
            None => None,
        };
        let connection = match kept {
            Some(kept) => kept,
            None => handshaken(self.address).await,
        };
        let response = self.connection.insert(connection).send_request(request).await.unwrap();
        let status = response.status();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        assert!(status.is_success(), "{status}: {}", String::from_utf8_lossy(&body));
        body
    }

    /// The `data` of an answer that has no errors.
    pub(crate) async fn ask(&mut self, document: &str, variables: &Json) -> Json {
        let answer = self.post("/graphql", question(document, variables)).await;
        let answer: Json = serde_json::from_slice(&answer).unwrap();
        assert!(answer.get("errors").is_none(), "{document}\n{answer}");
        answer["data"].clone()
    }
}

/// The body of a request.
pub(crate) fn question(document: &str, variables: &Json) -> Bytes {
    json!({ "query": document, "variables": variables }).to_string().into()
}

/// One WebSocket.
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Opens a socket without `connection_init`.
    pub(crate) async fn open(address: SocketAddr, path: &str) -> Self {
        let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
        let protocol = "graphql-transport-ws".parse().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        // Thousands of them are open at a time.
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let stream = connect(address).await;
        let opened = client_async_with_config(request, stream, Some(config)).await;
        Self(opened.unwrap().0)
    }

    /// Opens a socket and sends `connection_init` with the token.
    pub(crate) async fn greet(address: SocketAddr, token: Option<&str>) -> Self {
        let mut socket = Self::open(address, "/graphql").await;
        let payload = json!({ "token": token });
        socket.say(&json!({ "type": "connection_init", "payload": payload })).await;
        let answer = socket.next().await;
        assert!(answer.contains("connection_ack"), "{answer}");
        socket
    }

    pub(crate) async fn subscribe(&mut self, id: &str, document: &str, variables: &Json) {
        let payload = json!({ "query": document, "variables": variables });
        self.say(&json!({ "id": id, "type": "subscribe", "payload": payload })).await;
    }

    pub(crate) async fn say(&mut self, message: &Json) {
        self.0.send(Message::Text(message.to_string().into())).await.unwrap();
    }

    /// The next text that comes.
    pub(crate) async fn next(&mut self) -> Utf8Bytes {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return text,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                other => panic!("the socket should stay open: {other:?}"),
            }
        }
    }
}

async fn handshaken(address: SocketAddr) -> SendRequest<Full<Bytes>> {
    let (connection, driver) = handshake(TokioIo::new(connect(address).await)).await.unwrap();
    // It ends with the connection; requests on it then fail.
    tokio::spawn(async move { drop(driver.await) });
    connection
}

async fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}
