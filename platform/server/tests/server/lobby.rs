//! From the lobby to a rematch, on the real binary with real modules: who finds which table, who
//! decides about it, and who is told of it.

mod heard;
mod hidden;
mod whole;

use serde_json::{Value as Json, json};

use crate::support::server::{Client, Server, home, module};

/// A server of the small game that comes with the tests.
pub(crate) fn served(test: &str) -> Server {
    let sealed = module("libsealed.so");
    Server::start(&home(test, &[sealed]))
}

/// The id of a client's player.
pub(crate) async fn id_of(client: &Client) -> String {
    client.ask("{ me { id } }", json!({})).await["me"]["id"].as_str().unwrap().to_owned()
}

/// Runs a mutation about a table; returns the whole result.
pub(crate) async fn does(client: &Client, action: &str) -> Json {
    let table = "... on TableChanged { table { id status owner { name } seat \
                 seats { number player { name } } } }";
    let table = if action.starts_with("declineInvitation") { "" } else { table };
    let document = format!(
        "mutation {{ did: {action} {{ ok __typename {table} ... on Refused {{ code message }} }} }}"
    );
    client.ask(&document, json!({})).await["did"].clone()
}

/// The same, which is to be refused.
pub(crate) async fn refused(client: &Client, action: &str) -> String {
    let answer = does(client, action).await;
    assert!(!answer["message"].as_str().unwrap_or_default().is_empty(), "{action}: {answer}");
    answer["code"].as_str().unwrap().to_owned()
}

/// Opens a table of the small game.
pub(crate) async fn open(client: &Client, settings: &str) -> String {
    let action =
        format!("openTable(options: {{sealed: {{rounds: 1}}}}, seats: 2, settings: {settings})");
    let opened = does(client, &action).await;
    opened["table"]["id"].as_str().unwrap_or_else(|| panic!("{opened}")).to_owned()
}
