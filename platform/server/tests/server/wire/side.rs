//! A whole server inside the test that is deterministic: its clock stands still, and its ids,
//! tokens and dice are those of every other such server that gets the same requests.

use std::sync::Arc;

use axum::serve::ListenerExt;
use futures_util::{SinkExt, StreamExt};
use gueridon::api::Api;
use gueridon::http::Server;
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, FixtureTable, Host, Random};
use gueridon_journal::memory::Memory;
use gueridon_journal::{PlayerId, TableId};
use gueridon_modules::builds::LinkedModules;
use gueridon_modules::module::Module;
use serde_json::{Value as Json, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tokio_util::sync::{CancellationToken, DropGuard};

/// The time at which a side begins, in milliseconds since 1970.
pub(crate) const BEGINNING_MS: i64 = 1_795_305_600_000;

/// One of two servers that get the same requests.
#[derive(Debug)]
pub(crate) struct Side {
    host: Host,
    clock: Clock,
    address: String,
    http: reqwest::Client,
    players: Vec<(PlayerId, String)>,
    pub(crate) sdl: String,
    _stop: DropGuard,
}

impl Side {
    /// Starts a server with these modules, on which so many players are signed in.
    pub(crate) async fn start(modules: Vec<Arc<Module>>, players: u8) -> Self {
        let clock = Clock::standing(BEGINNING_MS);
        let config = Config { random: Random::of_test(1), ..Config::default() };
        let (journal, library) = (Arc::new(Memory::new()), Arc::new(LinkedModules(modules)));
        let host = Host::start(config, journal, library, clock.clone()).await.unwrap();
        let mut signed_in = Vec::new();
        for number in 0..players {
            let signed = host.people().guest(&format!("Player {number}")).await.unwrap();
            signed_in.push((signed.player.id, signed.token.secret().to_owned()));
        }
        let api = Api::new(host.clone()).unwrap();
        let sdl = api.sdl.clone();
        let stop = CancellationToken::new();
        let router = Server::new(api, stop.clone(), Vec::new()).router();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let listener = listener.tap_io(|stream| stream.set_nodelay(true).unwrap());
        let stopped = stop.clone().cancelled_owned();
        tokio::spawn(async move {
            axum::serve(listener, router).with_graceful_shutdown(stopped).await.unwrap();
        });
        let http = reqwest::Client::new();
        let _stop = stop.drop_guard();
        Self { host, clock, address, http, players: signed_in, sdl, _stop }
    }

    /// Lets a minute pass, so that the next table is the newest.
    pub(crate) fn wait(&self) {
        self.clock.set(self.clock.now_ms() + 60_000);
    }

    /// The players who sit at a table with this many seats.
    pub(crate) fn seated(&self, seats: u8) -> Vec<PlayerId> {
        self.players[..usize::from(seats)].iter().map(|(id, _)| *id).collect()
    }

    pub(crate) async fn plant(&self, table: FixtureTable) -> TableId {
        self.host.tables().plant(table).await.unwrap()
    }

    fn token(&self, caller: Option<u8>) -> Option<&str> {
        caller.map(|number| self.players[usize::from(number)].1.as_str())
    }

    /// Everything that comes back for a POST of `body`, by one player or by a stranger: status,
    /// headers and body as they are sent, except for the date.
    pub(crate) async fn post(&self, caller: Option<u8>, body: &str) -> String {
        let mut request = self
            .http
            .post(format!("http://{}/graphql", self.address))
            .header("content-type", "application/json")
            .header("accept", "application/graphql-response+json")
            // Otherwise each answer would have another id.
            .header("x-request-id", "the-same")
            .body(body.to_owned());
        if let Some(token) = self.token(caller) {
            request = request.bearer_auth(token);
        }
        let answer = request.send().await.unwrap();
        let mut text = format!("{}\n", answer.status());
        for (name, value) in answer.headers().iter().filter(|(name, _)| *name != "date") {
            text += &format!("{name}: {}\n", value.to_str().unwrap());
        }
        text + "\n" + &answer.text().await.unwrap()
    }

    /// A socket after `connection_init` with a player's token.
    pub(crate) async fn socket(&self, caller: Option<u8>) -> Socket {
        let mut request = format!("ws://{}/graphql", self.address).into_client_request().unwrap();
        let protocol = "graphql-transport-ws".parse().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        let stream = TcpStream::connect(&self.address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let stream = MaybeTlsStream::Plain(stream);
        let (socket, _) = tokio_tungstenite::client_async(request, stream).await.unwrap();
        let mut socket = Socket(socket);
        let token = self.token(caller);
        socket.send(&json!({"type": "connection_init", "payload": {"token": token}})).await;
        assert_eq!(socket.frame().await, r#"{"type":"connection_ack"}"#);
        socket
    }
}

/// A client's end of a socket.
#[derive(Debug)]
pub(crate) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub(crate) async fn send(&mut self, message: &Json) {
        let text = Utf8Bytes::from(message.to_string());
        self.0.send(Message::Text(text)).await.unwrap();
    }

    /// The next frame other than a ping or pong, as it was sent.
    pub(crate) async fn frame(&mut self) -> String {
        let patience = std::time::Duration::from_secs(20);
        loop {
            let next = tokio::time::timeout(patience, self.0.next()).await;
            match next.expect("the server says something within 20 seconds").unwrap().unwrap() {
                Message::Text(text) => return text.to_string(),
                Message::Ping(_) => {}
                other => return format!("{other:?}"),
            }
        }
    }
}
