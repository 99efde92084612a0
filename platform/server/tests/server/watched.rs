//! Spectators, against the real binary with every published game: not at all, some
//! entries behind, or at once; and afterwards through the eyes of those who played.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::support::server::{Client, Server, home, module};
use crate::support::tables;

const GAMES: [&str; 3] = ["abyss", "allegeance", "astoria"];
/// How many entries delayed spectators are behind.
const BEHIND: usize = 3;
/// How many steps are played.
const STEPS: usize = 9;

const SEEN: &str = "status seat seq toAct prompt view { __typename toAct } moves { words } \
    score { seats { rank points } } entries { nodes { seq told { words } } }";

const LISTEN: &str = "subscription($id: ID!) { table(id: $id) \
    { seq entry { seq } table { seq toAct view { toAct } } } }";

async fn seen(client: &Client, id: &str) -> Json {
    let document = format!("{{ table(id: \"{id}\") {{ {SEEN} }} }}");
    client.ask(&document, json!({})).await["table"].clone()
}

/// The same of a snapshot: a past moment, or other eyes.
async fn seen_then(client: &Client, id: &str, how: &str) -> Json {
    let document = format!("{{ table(id: \"{id}\") {{ snapshot({how}) {{ {SEEN} }} }} }}");
    client.ask(&document, json!({})).await["table"]["snapshot"].clone()
}

/// A table of two with such spectators that has begun.
async fn begun(server: &Server, game: &str, settings: Json) -> (String, Vec<Client>) {
    let players = vec![server.player("Ada").await, server.player("Bo").await];
    let open = "mutation($options: Options!, $settings: TableSettings!) { \
        openTable(options: $options, seats: 2, settings: $settings) \
        { ... on TableChanged { table { id } } ... on Refused { code message } } }";
    let variables = json!({ "options": { game: {} }, "settings": settings });
    let opened = players[0].ask(open, variables).await;
    let id = opened["openTable"]["table"]["id"].as_str();
    let id = id.unwrap_or_else(|| panic!("{opened}")).to_owned();
    for player in &players {
        player.ask("mutation($id: ID!) { sit(table: $id) { ok } }", json!({ "id": id })).await;
    }
    let start = "mutation($id: ID!) { start(table: $id) { ok } }";
    let started = players[0].ask(start, json!({ "id": id })).await;
    assert_eq!(started, json!({"start": {"ok": true}}));
    (id, players)
}

/// Plays some steps; returns what a client saw before the first and after each.
async fn watched(client: &Client, players: &[Client], id: &str) -> Vec<Json> {
    let mut dice = ChaCha8Rng::seed_from_u64(11);
    let mut then = vec![seen(client, id).await];
    for _ in 0..STEPS {
        assert_eq!(tables::play(players, id, &mut dice, 1).await, 1);
        then.push(seen(client, id).await);
    }
    then
}

async fn resigned(player: &Client, id: &str) {
    let resign = "mutation($id: ID!) { resign(table: $id) { ok } }";
    let ended = player.ask(resign, json!({ "id": id })).await;
    assert_eq!(ended, json!({"resign": {"ok": true}}));
}

fn served(test: &str) -> Server {
    let modules = GAMES.map(|game| module(&format!("{DLL_PREFIX}{game}{DLL_SUFFIX}")));
    Server::start(&home(test, &modules))
}

#[tokio::test]
async fn if_spectators_are_forbidden_a_stranger_sees_who_plays_and_nothing_of_the_game() {
    let server = served("watched-never");
    let stranger = server.player("Cy").await;
    for game in GAMES {
        let settings = json!({ "spectators": "FORBIDDEN" });
        let (id, players) = begun(&server, game, settings).await;
        for seen in watched(&stranger, &players, &id).await {
            let nothing = json!({ "status": "PLAYING", "seat": null, "seq": 0, "toAct": [],
                "prompt": null, "view": null, "moves": [], "score": null,
                "entries": { "nodes": [] } });
            assert_eq!(seen, nothing, "{game}");
        }
        let names = "query($id: ID!) { table(id: $id) { seats { player { name } } } }";
        let names = stranger.ask(names, json!({ "id": id })).await;
        assert_eq!(names["table"]["seats"][1]["player"]["name"], "Bo");
        let mut socket = stranger.socket().await;
        socket.subscribe("no", LISTEN, json!({ "id": id })).await;
        let refused = socket.next().await.unwrap();
        assert_eq!(refused["payload"][0]["extensions"]["code"], "FORBIDDEN", "{refused}");
        resigned(&players[0], &id).await;
        let after = seen(&stranger, &id).await;
        assert_eq!((&after["view"], &after["score"]), (&Json::Null, &Json::Null));
        let all =
            format!("{{ table(id: \"{id}\") {{ snapshot(sight: ALL) {{ view {{ toAct }} }} }} }}");
        let refused = stranger.post(&all, json!({})).await;
        assert_eq!(refused["errors"][0]["extensions"]["code"], "FORBIDDEN", "{refused}");
        assert!(!seen_then(&players[1], &id, "sight: ALL").await["view"].is_null());
    }
}

#[tokio::test]
async fn delayed_spectators_see_what_the_public_saw_so_many_entries_ago() {
    let server = served("watched-behind");
    let stranger = server.player("Cy").await;
    for game in GAMES {
        let settings = json!({ "spectators": "DELAYED", "delay": BEHIND });
        let (id, players) = begun(&server, game, settings).await;
        let mut socket = stranger.socket().await;
        socket.subscribe("late", LISTEN, json!({ "id": id })).await;
        let first = socket.next().await.unwrap();
        assert_eq!(first["payload"]["data"]["table"]["seq"], 0);
        let late = watched(&stranger, &players, &id).await;
        for (played, seen) in late.iter().enumerate() {
            let upto = played.saturating_sub(BEHIND);
            assert_eq!(seen["seq"], json!(upto), "{game}");
            assert_eq!(seen["entries"]["nodes"].as_array().unwrap().len(), upto, "{game}");
            assert!(seen["moves"].as_array().unwrap().is_empty());
        }
        for seq in 1..=STEPS - BEHIND {
            let told = socket.next().await.unwrap()["payload"]["data"]["table"].clone();
            assert_eq!((&told["seq"], &told["entry"]["seq"]), (&json!(seq), &json!(seq)), "{game}");
            assert!(told["table"]["seq"].as_u64().unwrap() <= (STEPS - BEHIND) as u64, "{told}");
        }
        resigned(&players[0], &id).await;
        // At the end everything is shown, and the delayed views were those of their time.
        let end = seen(&stranger, &id).await;
        assert_eq!(end["seq"], json!(STEPS + 1));
        for (played, late) in late.iter().enumerate().skip(BEHIND) {
            let then = seen_then(&stranger, &id, &format!("at: {}", played - BEHIND)).await;
            assert_eq!(then, *late, "{game} {played}");
        }
    }
}

#[tokio::test]
async fn a_finished_game_is_replayed_through_the_eyes_of_each_seat_at_the_time() {
    let mut server = served("watched-after");
    let stranger = server.player("Cy").await;
    let mut played = Vec::new();
    for game in GAMES {
        let (id, players) = begun(&server, game, json!({})).await;
        let then = watched(&players[1], &players, &id).await;
        let lent = format!("{{ table(id: \"{id}\") {{ snapshot(seat: 1) {{ seq }} }} }}");
        let refused = stranger.post(&lent, json!({})).await;
        assert_eq!(refused["errors"][0]["extensions"]["code"], "FORBIDDEN", "{refused}");
        resigned(&players[0], &id).await;
        let me = players[1].ask("{ me { id } }", json!({})).await["me"]["id"].clone();
        played.push((game, id, then, me));
    }
    server.kill_and_start();
    for (game, id, then, me) in played {
        for (at, then) in then.iter().enumerate() {
            let seen = seen_then(&stranger, &id, &format!("at: {at}, seat: 1")).await;
            assert_eq!(seen, *then, "{game} {at}");
        }
        let results = "query($id: ID!) { results(player: $id) \
            { nodes { table { id game { id } result { isFinal } } seat rank seats } } }";
        let found = stranger.ask(results, json!({ "id": me })).await;
        let table = json!({ "id": id, "game": { "id": game }, "result": { "isFinal": true } });
        let won = json!([{ "table": table, "seat": 1, "rank": 1, "seats": 2 }]);
        assert_eq!(found["results"]["nodes"], won);
    }
}
