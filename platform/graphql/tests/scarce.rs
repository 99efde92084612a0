//! Sockets and streams of events whose operations use something scarce, as connections to a database
//! are.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::routing::get;
use futures_util::{SinkExt, StreamExt, stream};
use gueridon_graphql::answer::MAX_BYTES;
use gueridon_graphql::fault::{Code, Fault};
use gueridon_graphql::http::{Form, HttpOptions, answer};
use gueridon_graphql::persisted::PersistedQueries;
use gueridon_graphql::request::Request;
use gueridon_graphql::request_id::RequestId;
use gueridon_graphql::response::Response;
use gueridon_graphql::service::{Service, Started, Terms, Update};
use gueridon_graphql::websocket::{self, SocketOptions};
use serde_json::{Map, Value as Json, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tokio_util::sync::CancellationToken;

/// How long an operation holds what is scarce.
const HELD: Duration = Duration::from_millis(300);
/// The bytes of a long answer: some of them fill the buffers of a connection.
const LONG: usize = 2 * 1024 * 1024;
/// How long to wait for a message.
const PATIENCE: Duration = Duration::from_secs(60);

/// An application whose operations hold the one thing that there is.
#[derive(Clone)]
struct Scarce {
    one: Arc<Semaphore>,
    /// Whether looking up credentials takes it, too.
    is_taken_to_authenticate: bool,
    /// Cancelled when everybody's credentials end.
    revoked: CancellationToken,
    persisted: Arc<PersistedQueries>,
}

impl Scarce {
    fn new(is_taken_to_authenticate: bool) -> Self {
        Self {
            one: Arc::new(Semaphore::new(1)),
            is_taken_to_authenticate,
            revoked: CancellationToken::new(),
            persisted: Arc::default(),
        }
    }

    /// Holds the one thing for a while.
    async fn hold(&self) -> Vec<u8> {
        let held = self.one.acquire().await;
        sleep(HELD).await;
        drop(held);
        br#"{"data":"held"}"#.to_vec()
    }
}

impl Service for Scarce {
    type Peer = ();
    type Caller = ();

    fn peer(&self, _: &Parts) {}

    async fn authenticate(&self, _: &HeaderMap, (): ()) -> Result<(), Fault> {
        Ok(())
    }

    async fn authenticate_socket(
        &self,
        _: Option<&Map<String, Json>>,
        (): (),
    ) -> Result<(), Fault> {
        Ok(())
    }

    async fn authenticate_again(&self, (): &()) -> Result<(), Fault> {
        if self.is_taken_to_authenticate {
            drop(self.one.acquire().await.map_err(Fault::internal)?);
        }
        Ok(())
    }

    fn revoked(&self, (): &()) -> Option<CancellationToken> {
        Some(self.revoked.clone())
    }

    fn interrupted(&self) -> Fault {
        Fault::new(Code::UNAVAILABLE, "the server stops")
    }

    fn persisted(&self) -> &PersistedQueries {
        &self.persisted
    }

    async fn start(&self, request: &Request, (): &(), _: Terms) -> Result<Started, Vec<Fault>> {
        let body = match &*request.query {
            "{ held }" => self.hold().await,
            "subscription { held }" => {
                let updates = stream::iter([self.clone(), self.clone()]).then(async |service| {
                    Ok(Update { body: service.hold().await.into(), position: None })
                });
                return Ok(Started::Subscribed(Box::pin(updates)));
            }
            "subscription { endless }" => {
                let update = Update { body: br#"{"data":"more"}"#.to_vec().into(), position: None };
                let updates = stream::repeat_with(move || Ok(update.clone()));
                return Ok(Started::Subscribed(Box::pin(updates)));
            }
            "{ longest }" => json!("-".repeat(MAX_BYTES - 2)).to_string().into_bytes(),
            _ => json!({ "data": "-".repeat(LONG) }).to_string().into_bytes(),
        };
        Ok(Started::Answered(Response { body, allowance: None }))
    }
}

/// Serves an application's sockets until `stop` is cancelled; returns where.
async fn served(service: Scarce, stop: CancellationToken) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let accept = async move |upgrade: WebSocketUpgrade| {
        let options = SocketOptions {
            id: RequestId::generate(),
            stop: stop.clone(),
            idle: PATIENCE,
            recheck: PATIENCE,
            max_message: 1_024,
        };
        websocket::accept(upgrade, service.clone(), (), options, ())
    };
    let router = Router::new().route("/", get(accept));
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

struct Client(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Client {
    async fn open(address: &str) -> Self {
        let mut request = format!("ws://{address}/").into_client_request().unwrap();
        let protocol = websocket::PROTOCOL.parse().unwrap();
        request.headers_mut().insert("sec-websocket-protocol", protocol);
        let mut client = Self(connect_async(request).await.unwrap().0);
        client.send(json!({"type": "connection_init"})).await;
        assert_eq!(client.next().await["type"], "connection_ack");
        client
    }

    async fn send(&mut self, message: Json) {
        self.0.send(Message::Text(message.to_string().into())).await.unwrap();
    }

    async fn ask(&mut self, id: &str, query: &str) {
        self.send(json!({"type": "subscribe", "id": id, "payload": {"query": query}})).await;
    }

    async fn next(&mut self) -> Json {
        self.next_or_close().await.expect("the socket is open")
    }

    /// The next message; none when the server closes the socket.
    async fn next_or_close(&mut self) -> Option<Json> {
        match self.next_frame().await {
            Message::Close(_) => None,
            message => Some(serde_json::from_str(message.to_text().unwrap()).unwrap()),
        }
    }

    async fn next_frame(&mut self) -> Message {
        let frame = timeout(PATIENCE, self.0.next()).await.expect("the server answers");
        frame.unwrap().unwrap()
    }

    /// Reads until a message is such a one; others may come without end.
    async fn until(&mut self, is_such: impl Fn(&Json) -> bool) {
        let reading = async { while !is_such(&self.next().await) {} };
        timeout(PATIENCE, reading).await.expect("the message comes");
    }

    /// Reads until the server closes the socket; returns the code and the reason.
    async fn until_closed(&mut self) -> (u16, String) {
        let reading = async {
            loop {
                if let Message::Close(frame) = self.next_frame().await {
                    let frame = frame.unwrap();
                    return (frame.code.into(), frame.reason.to_string());
                }
            }
        };
        timeout(PATIENCE, reading).await.expect("the server closes the socket")
    }
}

#[tokio::test]
async fn credentials_are_looked_up_although_an_operation_holds_what_that_takes() {
    let address = served(Scarce::new(true), CancellationToken::new()).await;
    let mut client = Client::open(&address).await;
    for id in ["1", "2", "3"] {
        client.ask(id, "{ held }").await;
    }
    let mut answered = Vec::new();
    while answered.len() < 3 {
        let message = client.next().await;
        if message["type"] == "next" {
            assert_eq!(message["payload"]["data"], "held");
            answered.push(message["id"].as_str().unwrap().to_owned());
        }
    }
    answered.sort();
    assert_eq!(answered, ["1", "2", "3"]);
}

#[tokio::test]
async fn a_client_that_does_not_read_holds_nothing_that_others_wait_for() {
    let address = served(Scarce::new(false), CancellationToken::new()).await;
    let mut deaf = Client::open(&address).await;
    deaf.ask("held", "{ held }").await;
    for number in 0..12 {
        deaf.ask(&format!("long {number}"), "{ long }").await;
    }
    sleep(HELD / 2).await;
    let mut other = Client::open(&address).await;
    other.ask("1", "{ held }").await;
    assert_eq!(other.next().await["payload"]["data"], "held");
    // The first client did not have to be cut off for that: it can still read what was kept for it.
    deaf.until(|message| message["payload"]["data"] == "held").await;
}

#[tokio::test]
async fn the_longest_answer_comes_over_a_socket() {
    let mut client =
        Client::open(&served(Scarce::new(false), CancellationToken::new()).await).await;
    client.ask("1", "{ longest }").await;
    let message = client.next().await;
    assert_eq!(message["payload"].as_str().map(str::len), Some(MAX_BYTES - 2));
    assert_eq!(client.next().await["type"], "complete");
}

#[tokio::test]
async fn a_client_that_reads_again_when_the_server_stops_has_lost_nothing() {
    let stop = CancellationToken::new();
    let address = served(Scarce::new(false), stop.clone()).await;
    let mut client = Client::open(&address).await;
    for number in 0..12 {
        client.ask(&format!("long {number}"), "{ long }").await;
    }
    assert_eq!(client.next().await["type"], "next");
    // Until the buffers are full.
    sleep(HELD).await;
    stop.cancel();
    // Those that the server has not read yet, it has not begun.
    let (mut answered, mut complete) = (1, 0);
    while let Some(message) = client.next_or_close().await {
        answered += usize::from(message["type"] == "next");
        complete += usize::from(message["type"] == "complete");
    }
    assert_eq!(answered, complete);
}

#[tokio::test]
async fn credentials_of_a_stream_of_events_are_looked_up_while_it_goes_on() {
    let query = json!({"query": "subscription { held }"}).to_string();
    let request = axum::http::Request::post("/")
        .header("content-type", "application/json")
        .header("accept", "text/event-stream")
        .body(Body::from(query))
        .unwrap();
    let stop = CancellationToken::new();
    let options = HttpOptions { limit: PATIENCE, stop: &stop, recheck: HELD / 4 };
    let response = answer(&Scarce::new(true), request, Form::Accepted, options).await;
    let events = axum::body::to_bytes(response.into_body(), LONG);
    let events = timeout(PATIENCE, events).await.expect("the stream ends").unwrap();
    let events = String::from_utf8(events.to_vec()).unwrap();
    assert_eq!(events.matches("data: {\"data\":\"held\"}").count(), 2, "{events}");
    assert!(events.contains("event: complete"), "{events}");
}

/// A client that has begun an operation that always has something more to send.
async fn flooded(service: &Scarce, stop: &CancellationToken) -> Client {
    let mut client = Client::open(&served(service.clone(), stop.clone()).await).await;
    client.ask("endless", "subscription { endless }").await;
    for _ in 0..100 {
        assert_eq!(client.next().await["payload"]["data"], "more");
    }
    client
}

#[tokio::test]
async fn a_client_that_is_always_sent_something_is_heard() {
    let mut client = flooded(&Scarce::new(false), &CancellationToken::new()).await;
    for _ in 0..3 {
        client.send(json!({"type": "ping"})).await;
        client.until(|message| message["type"] == "pong").await;
    }
    client.send(json!({"type": "complete", "id": "endless"})).await;
    client.ask("held", "{ held }").await;
    client.until(|message| message["payload"]["data"] == "held").await;
}

#[tokio::test]
async fn a_client_that_is_always_sent_something_is_cut_off_when_its_credentials_end() {
    let service = Scarce::new(false);
    let mut client = flooded(&service, &CancellationToken::new()).await;
    service.revoked.cancel();
    assert_eq!(client.until_closed().await, (4403, "Forbidden".to_owned()));
}

#[tokio::test]
async fn a_client_that_is_always_sent_something_is_told_that_the_server_stops() {
    let stop = CancellationToken::new();
    let mut client = flooded(&Scarce::new(false), &stop).await;
    stop.cancel();
    assert_eq!(client.until_closed().await, (1001, "the server stops".to_owned()));
}

#[tokio::test]
async fn a_client_that_waits_for_nothing_is_heard_cut_off_and_told_as_well() {
    let (service, stop) = (Scarce::new(false), CancellationToken::new());
    let address = served(service.clone(), stop.clone()).await;
    let mut client = Client::open(&address).await;
    for _ in 0..3 {
        client.send(json!({"type": "ping"})).await;
        assert_eq!(client.next().await["type"], "pong");
        client.ask("1", "{ held }").await;
        assert_eq!(client.next().await["payload"]["data"], "held");
        assert_eq!(client.next().await["type"], "complete");
    }
    service.revoked.cancel();
    assert_eq!(client.until_closed().await.0, 4403);
    let mut other = Client::open(&served(Scarce::new(false), stop.clone()).await).await;
    stop.cancel();
    assert_eq!(other.until_closed().await.0, 1001);
}
