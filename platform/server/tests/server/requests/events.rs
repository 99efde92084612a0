//! Operations as server-sent events, as plain HTTP shows them.

use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use reqwest::header::{ACCEPT, CACHE_CONTROL, CONTENT_TYPE};
use reqwest::{RequestBuilder, Response};
use serde_json::{Value as Json, json};

use crate::requests::sealed;
use crate::support::server::{Client, Server, home};
use crate::support::tables::{begun, play};

const FOLLOW: &str = "subscription($id: ID!, $after: Int! = 0) { table(id: $id, after: $after) \
    { seq entry { seq } table { status } } }";

/// An event as it was sent.
#[derive(Debug, PartialEq)]
struct Event {
    name: String,
    id: Option<u64>,
    data: Json,
}

/// A stream of events.
struct Events {
    response: Response,
    text: String,
}

impl Events {
    async fn of(request: RequestBuilder) -> Self {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()[CONTENT_TYPE], "text/event-stream");
        assert_eq!(response.headers()[CACHE_CONTROL], "no-store");
        assert_eq!(response.headers()["x-accel-buffering"], "no");
        Self { response, text: String::new() }
    }

    /// The next event; none when the stream has ended.
    async fn next(&mut self) -> Option<Event> {
        let end = loop {
            if let Some(end) = self.text.find("\n\n") {
                break end;
            }
            let chunk = tokio::time::timeout(Duration::from_secs(30), self.response.chunk()).await;
            let chunk = chunk.expect("something is sent within 30 seconds").unwrap()?;
            self.text += std::str::from_utf8(&chunk).unwrap();
        };
        let text: String = self.text.drain(..end + 2).collect();
        let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name));
        Some(Event {
            name: field("event: ").unwrap().to_owned(),
            id: field("id: ").map(|id| id.parse().unwrap()),
            data: serde_json::from_str(field("data: ").unwrap()).unwrap(),
        })
    }
}

fn complete() -> Event {
    Event { name: "complete".to_owned(), id: None, data: Json::Null }
}

fn seq_of(event: &Event) -> u64 {
    let update = &event.data["data"]["table"];
    assert_eq!(event.name, "next");
    let seq = update["seq"].as_u64().unwrap_or_else(|| panic!("{event:?}"));
    assert_eq!(event.id, Some(seq), "the id of an event is its seq");
    seq
}

fn follow(client: &Client, id: &str) -> RequestBuilder {
    let body = json!({"query": FOLLOW, "variables": {"id": id}});
    let request = client.request().header(ACCEPT, "text/event-stream").json(&body);
    match &client.token {
        Some(token) => request.bearer_auth(token),
        None => request,
    }
}

#[tokio::test]
async fn a_table_is_followed_by_events_to_its_end_and_resumed_after_the_last_one() {
    let server = Server::start(&home("events", &[sealed()]));
    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let mut events = Events::of(follow(&players[0], &id)).await;
    assert_eq!(seq_of(&events.next().await.unwrap()), 0);
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    assert_eq!(play(&players, &id, &mut dice, 3).await, 3);
    for seq in 1..=2 {
        assert_eq!(seq_of(&events.next().await.unwrap()), seq);
    }
    drop(events);
    let again = follow(&players[0], &id).header("last-event-id", "2");
    let mut events = Events::of(again).await;
    let first = events.next().await.unwrap();
    assert_eq!((seq_of(&first), &first.data["data"]["table"]["entry"]), (2, &Json::Null));
    let next = events.next().await.unwrap();
    assert_eq!((seq_of(&next), &next.data["data"]["table"]["entry"]["seq"]), (3, &json!(3)));
    play(&players, &id, &mut dice, usize::MAX).await;
    let mut seq = 3;
    let last = loop {
        let event = events.next().await.unwrap();
        if event.name != "next" {
            break event;
        }
        seq += 1;
        assert_eq!(seq_of(&event), seq);
    };
    assert_eq!(last, complete());
    assert_eq!(events.next().await, None);
}

#[tokio::test]
async fn errors_of_a_subscription_are_events_and_an_unknown_token_is_401() {
    let server = Server::start(&home("events-refused", &[sealed()]));
    let stranger = server.stranger();
    let mut events = Events::of(follow(&stranger, "nowhere")).await;
    let told = events.next().await.unwrap();
    assert_eq!((&*told.name, told.id), ("next", None));
    assert_eq!(told.data["errors"][0]["extensions"]["code"], "NOT_FOUND");
    assert_eq!(events.next().await, Some(complete()));

    let ask = stranger.request().header(ACCEPT, "text/event-stream");
    let mut events = Events::of(ask.json(&json!({"query": "{ me { id } }"}))).await;
    assert_eq!(events.next().await.unwrap().data, json!({"data": {"me": null}}));
    assert_eq!(events.next().await, Some(complete()));

    let refused = follow(&stranger, "x").bearer_auth("nobody").send().await.unwrap();
    assert_eq!(refused.status(), 401);
    // A client that accepts only JSON is told how to subscribe.
    let body = json!({"query": FOLLOW, "variables": {"id": "x"}});
    let answer: Json = stranger.request().json(&body).send().await.unwrap().json().await.unwrap();
    let message = answer["errors"][0]["message"].as_str().unwrap();
    assert!(message.contains("text/event-stream"), "{message}");
}

#[tokio::test]
async fn a_client_that_can_only_fetch_a_url_follows_by_get_at_a_path_of_its_own() {
    let server = Server::start(&home("events-get", &[sealed()]));
    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let url = format!("http://{}/graphql/stream", server.address);
    let variables = json!({ "id": id }).to_string();
    let parameters = [("query", FOLLOW), ("variables", &variables)];
    let mut events = Events::of(reqwest::Client::new().get(url).query(&parameters)).await;
    assert_eq!(seq_of(&events.next().await.unwrap()), 0);
    play(&players, &id, &mut ChaCha8Rng::seed_from_u64(1), 1).await;
    assert_eq!(seq_of(&events.next().await.unwrap()), 1);
}

#[tokio::test]
async fn a_server_that_stops_says_resume_and_not_complete() {
    let mut server = Server::start(&home("events-stop", &[sealed()]));
    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let mut table = Events::of(follow(&players[0], &id)).await;
    let body = json!({"query": "subscription { tables(mine: true) { tableId } }"});
    let mine = players[0].request().header(ACCEPT, "text/event-stream").json(&body);
    let mine = mine.bearer_auth(players[0].token.as_ref().unwrap());
    let mut mine = Events::of(mine).await;
    let stopped = tokio::task::spawn_blocking(move || server.stop("TERM"));
    for events in [&mut table, &mut mine] {
        assert_eq!(events.next().await.unwrap().data.get("errors"), None);
        let told = events.next().await.unwrap();
        assert_eq!(told.data["errors"][0]["extensions"]["code"], "RESUME", "{told:?}");
        assert_eq!(events.next().await, None);
    }
    assert_eq!(stopped.await.unwrap(), Some(0));
}

#[tokio::test]
async fn a_token_that_ends_ends_its_streams_of_events() {
    let server = Server::start(&home("events-token", &[sealed()]));
    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let mut events = Events::of(follow(&players[0], &id)).await;
    events.next().await.unwrap();
    players[0].ask("mutation { signOut { __typename } }", json!({})).await;
    let told = events.next().await.unwrap();
    assert_eq!(told.data["errors"][0]["extensions"]["code"], "UNAUTHENTICATED");
    assert_eq!(events.next().await, None);
}

#[tokio::test]
async fn a_comment_is_sent_in_silence_so_that_the_connection_stays_open() {
    let server = Server::start(&home("events-silence", &[sealed()]));
    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let mut events = Events::of(follow(&players[0], &id)).await;
    events.next().await.unwrap();
    let sent = tokio::time::timeout(Duration::from_secs(20), events.response.chunk()).await;
    assert_eq!(sent.unwrap().unwrap().unwrap(), ":\n\n");
}

#[tokio::test]
async fn resuming_after_an_entry_that_does_not_exist_yet_is_refused() {
    let server = Server::start(&home("events-ahead", &[sealed()]));
    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    assert_eq!(play(&players, &id, &mut dice, 2).await, 2);
    let is_refused = |answer: &Json| {
        assert_eq!(answer[0]["extensions"]["code"], "BAD_INPUT", "{answer}");
        let said = answer[0]["message"].as_str().unwrap();
        assert_eq!(said, "after is 3, and the table's newest entry is 2: send 2 or less");
    };
    let mut events = Events::of(follow(&players[0], &id).header("last-event-id", "3")).await;
    is_refused(&events.next().await.unwrap().data["errors"]);
    assert_eq!(events.next().await, Some(complete()));
    let mut socket = players[0].socket().await;
    socket.subscribe("1", FOLLOW, json!({"id": id, "after": 3})).await;
    let frame = socket.next().await.unwrap();
    assert_eq!(frame["type"], "error", "{frame}");
    is_refused(&frame["payload"]);
    // Resuming after the newest is not refused: more will come.
    let mut events = Events::of(follow(&players[0], &id).header("last-event-id", "2")).await;
    assert_eq!(seq_of(&events.next().await.unwrap()), 2);
    socket.subscribe("2", FOLLOW, json!({"id": id, "after": 2})).await;
    assert_eq!(socket.next().await.unwrap()["type"], "next");
    // A table that is open has no entries.
    let variables = json!({});
    let open = "mutation { openTable(options: {sealed: {}}, seats: 2) {
        ... on TableChanged { table { id } } } }";
    let opened = players[0].ask(open, variables).await;
    let opened = opened["openTable"]["table"]["id"].as_str().unwrap();
    socket.subscribe("3", FOLLOW, json!({"id": opened, "after": 1})).await;
    let frame = socket.next().await.unwrap();
    assert_eq!(frame["payload"][0]["extensions"]["code"], "BAD_INPUT", "{frame}");
}
