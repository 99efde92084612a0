//! What a token may be used for: its scopes, over HTTP and over a WebSocket.

use serde_json::{Value as Json, json};

use crate::support::server::{Client, Server, home, module};

fn started(test: &str) -> Server {
    let sealed = module("libsealed.so");
    Server::start(&home(&format!("scopes-{test}"), &[sealed]))
}

/// The same player with another token, which has these scopes.
async fn with_scopes(of: &Client, scopes: &[&str]) -> Client {
    let make = "mutation($scopes: [Scope!]!) { makeToken(label: \"\", scopes: $scopes) \
                { ... on TokenMade { secret } ... on Refused { code } } }";
    let made = of.ask(make, json!({ "scopes": scopes })).await["makeToken"].clone();
    let secret = made["secret"].as_str().unwrap_or_else(|| panic!("{made}"));
    let mut client = of.clone();
    client.token = Some(secret.into());
    client
}

/// The scope that each field needs, and the code that it answers with this scope: none, or one that
/// is not about scopes.
const NEEDS: [(&str, &str); 9] = [
    ("LOOK", "{ myTables { nodes { id } } }"),
    ("LOOK", "{ it: preview(table: \"no\", steps: []) { ... on Refused { code } } }"),
    ("LOOK", "{ it: hint(table: \"no\") { ... on Refused { code } } }"),
    ("PLAY", "mutation { it: sit(table: \"no\") { ... on Refused { code message } } }"),
    ("PLAY", "mutation { it: undo(table: \"no\", entry: 1) { ... on Refused { code } } }"),
    ("CHAT", "mutation { it: report(player: \"no\", reason: \"\") { ... on Refused { code } } }"),
    ("CHAT", "{ account { mutes { nodes { at } } } }"),
    ("ACCOUNT", "mutation { it: revokeToken(id: \"no\") { ... on Refused { code } } }"),
    ("ACCOUNT", "{ account { email } }"),
];

fn is_refused(answer: &Json) -> bool {
    answer["data"]["it"]["code"] == "INSUFFICIENT_SCOPE"
        || answer["errors"][0]["extensions"]["code"] == "FORBIDDEN"
}

#[tokio::test]
async fn a_token_does_what_its_scopes_allow_and_nothing_else() {
    let server = started("http");
    let ada = server.player("Ada").await;
    // The scopes to play and to chat include that to look.
    for (scopes, allowed) in [
        (&["LOOK"][..], &["LOOK"][..]),
        (&["PLAY"], &["LOOK", "PLAY"]),
        (&["CHAT"], &["LOOK", "CHAT"]),
        (&["ACCOUNT"], &["ACCOUNT"]),
        (&["ACCOUNT", "CHAT", "PLAY"], &["LOOK", "PLAY", "CHAT", "ACCOUNT"]),
    ] {
        let program = with_scopes(&ada, scopes).await;
        for (needed, document) in NEEDS {
            let answer = program.post(document, json!({})).await;
            assert_eq!(!is_refused(&answer), allowed.contains(&needed), "{scopes:?}: {answer}");
        }
        // Every token can tell whose it is, and end itself.
        assert_eq!(program.ask("{ me { name } }", json!({})).await["me"]["name"], "Ada");
        let listed = "{ account { tokens { nodes { isOwn scopes client } } } }";
        if allowed.contains(&"ACCOUNT") {
            let listed = program.ask(listed, json!({})).await;
            let tokens = listed["account"]["tokens"]["nodes"].as_array().unwrap().clone();
            let own = tokens.iter().find(|token| token["isOwn"] == true).unwrap();
            assert_eq!(own, &json!({ "isOwn": true, "scopes": allowed, "client": null }));
        }
        let out = program.ask("mutation { signOut { ok } }", json!({})).await;
        assert_eq!(out["signOut"]["ok"], true);
    }
}

#[tokio::test]
async fn a_token_makes_none_that_may_do_more_and_has_no_role() {
    let server = started("more");
    let ada = server.player("Ada").await;
    let keeper = with_scopes(&ada, &["ACCOUNT", "LOOK"]).await;
    with_scopes(&keeper, &["LOOK"]).await;
    let make = "mutation { it: makeToken(label: \"\") { ... on Refused { code message } } }";
    let refused = keeper.ask(make, json!({})).await["it"].clone();
    assert_eq!(refused["code"], "INSUFFICIENT_SCOPE");
    assert!(refused["message"].as_str().unwrap().contains("PLAY"), "{refused}");
    let all = with_scopes(&ada, &["LOOK", "PLAY", "CHAT", "ACCOUNT"]).await;
    let silence = "mutation { it: silence(player: \"no\") { ... on Refused { code } } }";
    assert_eq!(all.ask(silence, json!({})).await["it"]["code"], "NOT_ALLOWED");
}

#[tokio::test]
async fn scopes_hold_over_a_socket_too() {
    let server = started("socket");
    let ada = server.player("Ada").await;
    let mut socket = with_scopes(&ada, &["ACCOUNT"]).await.socket().await;
    socket.subscribe("1", "subscription { tables(mine: true) { tableId } }", json!({})).await;
    let refused = socket.next().await.unwrap();
    assert_eq!(refused["type"], "error", "{refused}");
    assert_eq!(refused["payload"][0]["extensions"]["code"], "FORBIDDEN", "{refused}");
    let sit = "mutation { it: sit(table: \"no\") { ... on Refused { code } } }";
    socket.subscribe("2", sit, json!({})).await;
    let refused = socket.next().await.unwrap();
    assert_eq!(refused["payload"]["data"]["it"]["code"], "INSUFFICIENT_SCOPE", "{refused}");
    let mut socket = with_scopes(&ada, &["LOOK"]).await.socket().await;
    socket.subscribe("1", "subscription { tables(mine: true) { tableId } }", json!({})).await;
    let first = socket.next().await.unwrap();
    assert_eq!(first["type"], "next", "{first}");
}
