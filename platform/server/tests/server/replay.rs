//! A finished game, against the real binary: its result, who finds it, and every moment of
//! it as it was seen then.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::support::server::{Client, Server, home, module};
use crate::support::tables;

const SEEN: &str = "{ status seat seq toAct prompt \
    view { ... on SealedView { toAct prize roundsToCome seats { seat hand cards bid hasBid spent points } } } \
    moves { move words } score { isFinal seats { rank points } } \
    entries { nodes { seq undoneBy told { words } } } }";

/// A table as somebody sees it now.
async fn seen(client: &Client, id: &str) -> Json {
    let seen = client.ask(&format!("{{ table(id: \"{id}\") {SEEN} }}"), json!({})).await;
    seen["table"].clone()
}

/// A document that asks for a snapshot.
fn snapshot(id: &str, how: &str, what: &str) -> String {
    format!("{{ table(id: \"{id}\") {{ snapshot({how}) {what} }} }}")
}

/// A past moment of a table as somebody sees it.
async fn seen_then(client: &Client, id: &str, how: &str) -> Json {
    let seen = client.ask(&snapshot(id, how, SEEN), json!({})).await;
    seen["table"]["snapshot"].clone()
}

async fn code(client: &Client, document: &str) -> String {
    let answer = client.post(document, json!({})).await;
    answer["errors"][0]["extensions"]["code"].as_str().unwrap_or_else(|| panic!("{answer}")).into()
}

#[tokio::test]
async fn a_finished_table_is_replayed_as_each_viewer_saw_it_then() {
    let sealed = module("libsealed.so");
    let home = home("replay", &[sealed]);
    let mut server = Server::start(&home);
    let stranger = server.stranger();
    let (id, players) = tables::begun(&stranger, json!({"sealed": {}}), 2).await;
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    // What each seat and the public saw after each entry.
    let mut then = Vec::new();
    loop {
        let mut all = Vec::new();
        for client in players.iter().chain([&stranger]) {
            all.push(seen(client, &id).await);
        }
        let is_over = all[2]["status"] == "OVER";
        then.push(all);
        if is_over {
            break;
        }
        // Before the end, a past moment is shown through one's own eyes only.
        let before = then.len() - 1;
        assert_eq!(seen_then(&players[0], &id, &format!("at: {before}")).await, then[before][0]);
        let not_yet = format!("at: {}", before + 1);
        assert_eq!(seen_then(&players[0], &id, &not_yet).await, Json::Null);
        let lent = snapshot(&id, &format!("seat: 1, at: {before}"), "{ seq }");
        assert_eq!(code(&players[0], &lent).await, "FORBIDDEN");
        assert_eq!(tables::play(&players, &id, &mut dice, 1).await, 1);
    }
    let end = then.len() - 1;
    assert!(end > 3, "{end}");
    // From the journal alone, too.
    server.stop_and_start();
    for (at, all) in then.iter().enumerate().rev().chain(then.iter().enumerate()) {
        for (seat, seen_by_seat) in all[..2].iter().enumerate() {
            let how = format!("at: {at}, seat: {seat}");
            assert_eq!(seen_then(&stranger, &id, &how).await, *seen_by_seat, "{how}");
        }
        assert_eq!(seen_then(&stranger, &id, &format!("at: {at}")).await, all[2], "{at}");
    }
    let everything = seen_then(&stranger, &id, "at: 1, sight: ALL").await;
    assert_eq!(everything["seq"], 1);
    let both = snapshot(&id, "seat: 1, sight: ALL", "{ seq }");
    assert_eq!(code(&stranger, &both).await, "BAD_INPUT");
    let nowhere = snapshot(&id, "seat: 2", "{ seq }");
    assert_eq!(code(&stranger, &nowhere).await, "BAD_INPUT");
    results(&stranger, &players, &id, &then[end][2]["score"]).await;
}

async fn results(stranger: &Client, players: &[Client], id: &str, score: &Json) {
    const SCORE: &str = "isFinal seats { rank points }";
    let result = format!("{{ table(id: \"{id}\") {{ result {{ {SCORE} }} spectators }} }}");
    let table = stranger.ask(&result, json!({})).await["table"].clone();
    assert_eq!(table, json!({ "result": score, "spectators": 0 }));
    for (seat, player) in players.iter().enumerate() {
        let me = player.ask("{ me { id name standing } }", json!({})).await["me"].clone();
        let document = format!(
            "query($id: ID!, $after: ID) {{ player(id: $id) {{ id name standing }} \
             results(player: $id, after: $after) {{ \
             nodes {{ seat seats rank points endedAt table {{ id result {{ {SCORE} }} }} }} \
             pageInfo {{ hasNextPage endCursor }} }} }}"
        );
        let found = stranger.ask(&document, json!({ "id": me["id"] })).await;
        assert_eq!(found["player"], me);
        let [node] = &found["results"]["nodes"].as_array().unwrap()[..] else {
            panic!("{found}");
        };
        assert_eq!((&node["seat"], &node["seats"]), (&json!(seat), &json!(2)));
        let column = &score["seats"][seat];
        assert_eq!((&node["rank"], &node["points"]), (&column["rank"], &column["points"]));
        assert_eq!(node["table"], json!({ "id": id, "result": score }));
        assert!(node["endedAt"].is_string(), "{node}");
        let after = &found["results"]["pageInfo"]["endCursor"];
        let rest = stranger.ask(&document, json!({ "id": me["id"], "after": after })).await;
        assert_eq!(rest["results"]["nodes"], json!([]));
    }
    let nobody = "{ player(id: \"nobody\") { name } results(player: \"x\") { nodes { seat } } }";
    let nobody = stranger.ask(nobody, json!({})).await;
    assert_eq!(nobody, json!({ "player": null, "results": { "nodes": [] } }));
    let wrong = "{ results(player: \"x\", after: \"7\") { nodes { seat } } }";
    assert_eq!(code(stranger, wrong).await, "BAD_INPUT");
}
