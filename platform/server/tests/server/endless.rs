//! A game that does not end by itself.

use serde_json::json;

use crate::support::server::{Server, home, module};
use crate::support::tables::{PLAY, begun};

#[tokio::test]
async fn a_game_that_lasts_longer_than_any_of_its_kind_ends_with_the_scores_as_they_are() {
    /// As many steps as this game says that it takes at most.
    const LONGEST: u64 = 10;
    let fragile = module("libfragile.so");
    let mut server = Server::start(&home("endless", &[fragile]));
    let (id, players) = begun(&server.stranger(), json!({"fragile": {}}), 1).await;
    for seq in 0..LONGEST {
        // It takes a millisecond, and nothing comes of it.
        let steps = json!([{"fragile": {"dawdle": 1}}]);
        let play = json!({"table": id, "since": seq, "key": format!("k{seq}"), "steps": steps});
        let played = players[0].ask(PLAY, play).await;
        assert_eq!(played["play"]["seq"], seq + 1, "{played}");
    }
    let ask = async || {
        let document = "query($id: ID!) { table(id: $id) { status closedReason seq \
                        score { isFinal seats { points } } \
                        entries(first: 50) { nodes { seq by action words } } } }";
        players[0].ask(document, json!({ "id": id })).await["table"].clone()
    };
    let mut table = ask().await;
    // The entry of the server follows the last play on its heels.
    while table["status"] == "PLAYING" {
        table = ask().await;
    }
    assert_eq!([&table["status"], &table["seq"]], [&json!("OVER"), &json!(LONGEST + 1)]);
    assert_eq!(table["score"]["isFinal"], true);
    let last = table["entries"]["nodes"].as_array().unwrap().last().unwrap();
    assert_eq!([&last["by"], &last["action"]], [&json!("HOST"), &json!("LIMIT_REACHED")]);
    let steps = json!([{"fragile": {"add": 1}}]);
    let play = json!({"table": id, "since": LONGEST, "key": "late", "steps": steps});
    assert_eq!(players[0].ask(PLAY, play).await["play"]["code"], "TABLE_OVER");
    server.kill_and_start();
    assert_eq!(ask().await, table);
}
