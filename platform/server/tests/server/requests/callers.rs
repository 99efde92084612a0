//! Callers: tokens, and what a table shows to those who may see it.

use reqwest::header::AUTHORIZATION;
use serde_json::{Value as Json, json};

use crate::requests::{code, sealed};
use crate::support::server::{Server, Socket, home};
use crate::support::tables::opened;

#[tokio::test]
async fn without_a_valid_token_nothing_can_be_changed() {
    let home = home("callers-tokens", &[sealed()]);
    let server = Server::start(&home);
    let stranger = server.stranger();
    assert_eq!(stranger.ask("{ me { id } }", json!({})).await, json!({"me": null}));
    for document in [
        "mutation { openTable(options: {sealed: {}}, seats: 2) { ok } }",
        "mutation { sit(table: 1) { ok } }",
        "{ tables(mine: true) { nodes { id } } }",
    ] {
        let answer = stranger.post(document, json!({})).await;
        assert_eq!(code(&answer), "UNAUTHENTICATED", "{document}");
    }
    for token in ["Bearer nobody", "Bearer ", "Basic abc", "nobody"] {
        let request = stranger.request().header(AUTHORIZATION, token);
        let response = request.json(&json!({"query": "{ games { id } }"})).send().await.unwrap();
        assert_eq!(response.status(), 401, "{token}");
        assert_eq!(response.headers()["www-authenticate"], "Bearer");
        assert_eq!(code(&response.json().await.unwrap()), "UNAUTHENTICATED", "{token}");
    }
    let mut socket = Socket::open(&server.address).await;
    socket.send(json!({"type": "connection_init", "payload": {"token": "nobody"}})).await;
    assert_eq!(socket.next_or_close().await, Err(Some(4403)));
}

#[tokio::test]
async fn a_table_says_how_it_is_played_and_since_when() {
    let home = home("about", &[sealed()]);
    let server = Server::start(&home);
    let player = server.player("Ada").await;
    let id = opened(&player, json!({"sealed": {}}), 2).await;
    let document = "query($id: ID!) { table(id: $id) { options openedAt startedAt stoppedReason } \
                    games { options } }";
    let answer = player.ask(document, json!({ "id": id })).await;
    assert_eq!(answer["table"]["options"], answer["games"][0]["options"]);
    assert!(answer["table"]["openedAt"].as_str().unwrap().ends_with('Z'), "{answer}");
    assert_eq!(answer["table"]["startedAt"], Json::Null);
    assert_eq!(answer["table"]["stoppedReason"], Json::Null);
}
