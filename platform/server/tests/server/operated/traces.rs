//! Traces of requests, as a collector receives them.

use std::process::Stdio;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::routing::post;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

use crate::support::server::{Server, command, home, module};
use crate::support::tables::{PLAY, begun};

/// How long it may take until spans are sent.
const PATIENCE: Duration = Duration::from_secs(30);

/// A trace, and a span of the client in it, as a client names them.
const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const SPAN: &str = "b7ad6b7169203331";

/// Whether some bytes are in others.
fn has(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// The bytes of a hexadecimal id, as they are sent.
fn raw(id: &str) -> Vec<u8> {
    let digits = id.as_bytes().chunks(2);
    digits.map(|two| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_is_sent_the_spans_of_a_play_as_parts_of_its_clients_trace() {
    let (comes, mut sent) = mpsc::unbounded_channel::<Bytes>();
    let keep = move |body: Bytes| async move { comes.send(body).unwrap() };
    let collector = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", collector.local_addr().unwrap());
    let router = Router::new().route("/v1/traces", post(keep));
    tokio::spawn(async move { axum::serve(collector, router).await.unwrap() });

    let home = home("traces", &[module("libsealed.so")]);
    let mut traced = command(&home, "127.0.0.1:0");
    traced.args(["--traces", &address]);
    let mut server = Server::of(traced, &home);
    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let document = "query($id: ID!) { table(id: $id) { moves { move } } }";
    let seen = players[0].ask(document, json!({ "id": id })).await;
    let step = seen["table"]["moves"][0]["move"].clone();
    let variables = json!({"table": id, "since": 0, "key": "k", "steps": [step]});
    let answer = players[0]
        .request()
        .json(&json!({ "query": PLAY, "variables": variables, "operationName": null }))
        .bearer_auth(players[0].token.as_ref().unwrap())
        .header("traceparent", format!("00-{TRACE}-{SPAN}-01"))
        .header("x-request-id", "traced-play")
        .send()
        .await
        .unwrap();
    let played: serde_json::Value = answer.json().await.unwrap();
    assert_eq!(played["data"]["play"]["ok"], true, "{played}");
    // What was not sent yet is sent at the end.
    assert_eq!(server.stop("TERM"), Some(0));
    let mut all = Vec::new();
    let is_there = |all: &[u8]| {
        let named =
            ["gueridon", "traced-play", "request", "document", "execute", "module", "journal"];
        named.iter().all(|name| has(all, name.as_bytes()))
            && has(all, &raw(TRACE))
            && has(all, &raw(SPAN))
    };
    while !is_there(&all) {
        let next = tokio::time::timeout(PATIENCE, sent.recv()).await;
        all.extend_from_slice(&next.expect("the spans come before long").unwrap());
    }
    // Tokens are in no span.
    assert!(!has(&all, players[0].token.as_ref().unwrap().as_bytes()));
    assert_eq!(server.errors(), [""; 0]);
}

#[tokio::test]
async fn a_collector_that_is_none_costs_a_line_and_one_that_is_not_there_no_request() {
    let home = home("traces-nowhere", &[]);
    for wrong in ["no address", "https://127.0.0.1:4318", "http://[::"] {
        let mut broken = command(&home, "127.0.0.1:0");
        let output = broken.args(["--traces", wrong]).stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(1), 1), "{said}");
        assert!(said.starts_with(&format!("gueridon: cannot send traces to {wrong}")), "{said}");
    }

    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", nobody.local_addr().unwrap());
    drop(nobody);
    let mut traced = command(&home, "127.0.0.1:0");
    traced.args(["--traces", &address]);
    let mut server = Server::of(traced, &home);
    server.player("Ada").await;
    assert_eq!(server.stop("TERM"), Some(0));
}
