//! Ids of requests, with which a client can tell an operator which request failed.

use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::support::server::{Client, Server, home, module};
use crate::support::tables::{PLAY, begun};

/// A server with a game that fails when it is asked to.
fn fragile(test: &str) -> Server {
    Server::start(&home(test, &[module("libfragile.so")]))
}

/// The body of a play that makes the module fail.
async fn failing(player: &Client, id: &str) -> Json {
    let document = "query($id: ID!) { table(id: $id) { since } }";
    let since = player.ask(document, json!({ "id": id })).await["table"]["since"].clone();
    let steps = json!([{"fragile": {"fail": "YES"}}]);
    let variables = json!({"table": id, "since": since, "key": "k", "steps": steps});
    json!({ "query": PLAY, "variables": variables })
}

/// Sends a body with that id; returns the id in the header of the answer, and the answer.
async fn sent(player: &Client, body: &Json, id: Option<&str>) -> (String, Json) {
    let mut request = player.request().json(body).bearer_auth(player.token.as_ref().unwrap());
    if let Some(id) = id {
        request = request.header("x-request-id", id);
    }
    let answer = request.send().await.unwrap();
    let id = answer.headers()["x-request-id"].to_str().unwrap().to_owned();
    (id, answer.json().await.unwrap())
}

/// The ids of the requests for which the server has logged errors, once there are that many.
async fn logged(server: &Server, count: usize) -> Vec<String> {
    for _ in 0..100 {
        let errors = server.errors();
        let lines = errors.iter().map(|line| serde_json::from_str::<Json>(line).unwrap());
        let mut ids: Vec<_> =
            lines.filter_map(|line| Some(line["span"]["id"].as_str()?.to_owned())).collect();
        // A failure may have several lines.
        ids.dedup();
        if ids.len() >= count {
            return ids;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the log has fewer ids: {:?}", server.errors())
}

#[tokio::test]
async fn what_failed_has_the_same_id_in_its_header_its_error_and_the_log() {
    let server = fragile("request-ids");
    let (table, players) = begun(&server.stranger(), json!({"fragile": {}}), 1).await;
    let body = failing(&players[0], &table).await;

    let (own, answer) = sent(&players[0], &body, None).await;
    assert_eq!(answer["errors"][0]["extensions"], json!({"code": "INTERNAL", "requestId": own}));
    let (given, answer) = sent(&players[0], &body, Some("edge/7:a")).await;
    assert_eq!(given, "edge/7:a");
    assert_eq!(answer["errors"][0]["extensions"]["requestId"], "edge/7:a");
    // An id that is not well formed does not get into the log.
    let (other, _) = sent(&players[0], &body, Some("a b")).await;
    assert!(other != own && !other.contains(' '), "{other}");
    let (long, _) = sent(&players[0], &body, Some(&"x".repeat(65))).await;
    assert!(long.len() <= 64, "{long}");
    assert_eq!(logged(&server, 4).await, [own, given, other, long]);
}

#[tokio::test]
async fn an_operation_of_a_socket_has_the_id_of_the_socket_and_its_number() {
    let server = fragile("request-ids-socket");
    let (table, players) = begun(&server.stranger(), json!({"fragile": {}}), 1).await;
    let body = failing(&players[0], &table).await;
    let mut socket = players[0].socket().await;
    socket.subscribe("me", "{ me { name } }", json!({})).await;
    assert_eq!(socket.next().await.unwrap()["type"], "next");
    assert_eq!(socket.next().await.unwrap()["type"], "complete");
    socket.send(json!({"id": "play", "type": "subscribe", "payload": body})).await;
    let failed = socket.next().await.unwrap();
    let id = failed["payload"]["errors"][0]["extensions"]["requestId"].as_str().unwrap();
    assert!(id.ends_with(".2"), "{failed}");
    assert_eq!(logged(&server, 1).await, [id]);
}

#[tokio::test]
async fn an_update_that_fails_has_the_id_of_its_subscription() {
    let server = fragile("request-ids-update");
    let options = json!({"fragile": {"hidesAt": 1}});
    let (table, players) = begun(&server.stranger(), options, 1).await;
    let mut socket = players[0].socket().await;
    let document = "subscription($id: ID!) { table(id: $id) { \
                    table { since view { ... on FragileView { sum } } } } }";
    socket.subscribe("seen", document, json!({ "id": table })).await;
    let first = socket.next().await.unwrap();
    assert_eq!(first["payload"]["data"]["table"]["table"]["view"], json!({"sum": 0}), "{first}");
    let since = &first["payload"]["data"]["table"]["table"]["since"];
    let steps = json!([{"fragile": {"add": 1}}]);
    let variables = json!({"table": table, "since": since, "key": "k", "steps": steps});
    players[0].ask(PLAY, variables).await;
    let failed = socket.next().await.unwrap();
    let id = failed["payload"]["errors"][0]["extensions"]["requestId"].as_str().unwrap();
    assert!(id.ends_with(".1"), "{failed}");
    assert_eq!(logged(&server, 1).await, [id]);
}

#[tokio::test]
async fn every_answer_has_an_id_also_of_the_page_and_of_what_is_refused() {
    let server = Server::start(&home("request-ids-everywhere", &[]));
    for path in ["/", "/healthz", "/schema.graphql", "/graphql", "/nothing.js", "/oauth/token"] {
        let answer = reqwest::get(format!("http://{}{path}", server.address)).await.unwrap();
        assert!(answer.headers().contains_key("x-request-id"), "{path}");
    }
}
