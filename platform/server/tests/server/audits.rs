//! The server as others' tools see it: the audits of graphql-http, the clients of graphql-ws,
//! graphql-sse and urql, graphql-codegen, and graphql-js reading its introspection.

use serde_json::{Value as Json, json};

use crate::support::node;
use crate::support::server::{Server, home, module};

fn serving(test: &str) -> Server {
    let sealed = module("libsealed.so");
    let abyss = module("libabyss.so");
    Server::start(&home(test, &[sealed, abyss]))
}

/// Runs a script and returns its output, which is JSON.
fn run(script: &str, arguments: &[&str]) -> Json {
    let output = node::script(script).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script}: {said}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{script}: {said}"))
}

#[test]
fn every_audit_of_graphql_over_http_is_passed() {
    let server = serving("audit-http");
    let report = run("http.mjs", &[&format!("http://{}/graphql", server.address)]);
    assert_eq!(report, json!({"audits": 61, "broken": []}));
}

/// Runs a script with the server's address, a player's token and an open table; returns its output.
async fn run_beside_table(test: &str, script: &'static str, scheme: &str) -> Json {
    let server = serving(test);
    let player = server.player("Ada").await;
    let document = "mutation { openTable(options: {sealed: {}}, seats: 2) \
                    { ... on TableChanged { table { id } } } }";
    let opened = player.ask(document, json!({})).await;
    let table = opened["openTable"]["table"]["id"].as_str().unwrap().to_owned();
    let (base, token) = (format!("{scheme}://{}", server.address), player.token.unwrap());
    let arguments = [base, token.to_string(), table];
    let report =
        tokio::task::spawn_blocking(move || run(script, &arguments.each_ref().map(String::as_str)));
    report.await.unwrap()
}

#[tokio::test]
async fn the_graphql_ws_client_finds_its_protocol() {
    let report = run_beside_table("audit-socket", "socket.mjs", "ws").await;
    assert_eq!(report, json!({"tests": 10, "failed": []}));
}

#[tokio::test]
async fn the_graphql_sse_client_finds_its_protocol() {
    let report = run_beside_table("audit-events", "events.mjs", "http").await;
    assert_eq!(report, json!({"tests": 8, "failed": []}));
}

#[tokio::test]
async fn urql_asks_by_get_changes_by_post_and_listens_by_fetch() {
    let report = run_beside_table("audit-urql", "urql.mjs", "http").await;
    assert_eq!(report, json!({"heard": true}));
}

#[test]
fn graphql_codegen_makes_types_of_the_merged_schema_and_of_operations_without_a_warning() {
    let server = serving("audit-codegen");
    let report = run("codegen.mjs", &[&format!("http://{}/schema.graphql", server.address)]);
    assert_eq!(report["warnings"], json!([]));
    let types = report["types"].as_str().unwrap();
    for name in ["SealedView", "AbyssView", "AbyssMove", "PlayResult", "TableUpdate"] {
        assert!(types.contains(&format!("export type {name} =")), "{name}");
    }
    for name in ["LookQuery", "ForeseeQuery", "PlayMutation", "FollowSubscription"] {
        assert!(types.contains(&format!("export type {name} =")), "{name}");
    }
    for name in ["Standing", "Why", "Place", "Side"] {
        assert!(types.contains(&format!("export type {name}Fragment")), "{name}");
    }
}

#[test]
fn introspection_says_of_the_schema_what_graphql_js_says() {
    let server = serving("audit-introspection");
    let report = run("introspection.mjs", &[&format!("http://{}", server.address)]);
    assert!(report["types"].as_u64().unwrap() > 40, "{report}");
}
