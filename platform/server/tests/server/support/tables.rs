//! Tables of any game: opened, filled, begun, and played with random legal steps.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value as Json, json};

use crate::support::server::Client;

/// How long it may take until a game goes on, with the server down meanwhile.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a player asks before a step, and everybody at the end.
pub(crate) const TABLE: &str = "query($id: ID!) { table(id: $id) { status seat seq since toAct \
    prompt view { __typename toAct } moves { move words } \
    score { isFinal seats { seat rank points lines { line points } tieBreaks { line points } } } } }";

pub(crate) const PLAY: &str = "mutation($table: ID!, $since: Int!, $key: ID!, $steps: [Move!]!) { \
    play(table: $table, since: $since, key: $key, steps: $steps) { ok \
    ... on Played { seq } ... on Refused { code gameCode rule step message } } }";

/// A table that nobody sits at.
pub(crate) async fn opened(player: &Client, options: Json, seats: usize) -> String {
    opened_with(player, options, seats, json!({})).await
}

/// The same, with settings.
pub(crate) async fn opened_with(
    player: &Client,
    options: Json,
    seats: usize,
    settings: Json,
) -> String {
    let document = "mutation($options: Options!, $seats: Int!, $settings: TableSettings!) { \
        openTable(options: $options, seats: $seats, settings: $settings) \
        { ok ... on TableChanged { table { id status } } ... on Refused { code message } } }";
    let variables = json!({ "options": options, "seats": seats, "settings": settings });
    let opened = player.ask(document, variables).await;
    let id = opened["openTable"]["table"]["id"].as_str();
    id.unwrap_or_else(|| panic!("{opened}")).to_owned()
}

/// A table that has begun, with those who sit there.
pub(crate) async fn begun(stranger: &Client, options: Json, seats: usize) -> (String, Vec<Client>) {
    begun_with(stranger, options, seats, json!({})).await
}

/// The same, with settings.
pub(crate) async fn begun_with(
    stranger: &Client,
    options: Json,
    seats: usize,
    settings: Json,
) -> (String, Vec<Client>) {
    let mut players = Vec::new();
    for number in 0..seats {
        players.push(stranger.player(&format!("Player {number}")).await);
    }
    let id = opened_with(&players[0], options, seats, settings).await;
    for player in &players {
        let sat =
            player.ask("mutation($id: ID!) { sit(table: $id) { ok } }", json!({ "id": id })).await;
        assert_eq!(sat, json!({"sit": {"ok": true}}));
    }
    let start = "mutation($id: ID!) { start(table: $id) { ok \
                 ... on TableChanged { table { status seq } } } }";
    let started = players[0].ask(start, json!({ "id": id })).await;
    let table = json!({"status": "PLAYING", "seq": 0});
    assert_eq!(started, json!({"start": {"ok": true, "table": table}}));
    (id, players)
}

/// A table as somebody sees it.
pub(crate) async fn table(client: &Client, id: &str) -> Json {
    client.ask(TABLE, json!({ "id": id })).await["table"].clone()
}

/// Lets a player make one random legal step, if it is their turn; returns whether they did.
pub(crate) async fn step(player: &Client, id: &str, dice: &mut ChaCha8Rng, key: &str) -> bool {
    let table = table(player, id).await;
    let moves = table["moves"].as_array().unwrap();
    if moves.is_empty() {
        return false;
    }
    let chosen = &moves[dice.random_range(0..moves.len())];
    assert!(!chosen["words"].as_str().unwrap().is_empty());
    let variables =
        json!({"table": id, "since": table["since"], "key": key, "steps": [chosen["move"]]});
    let played = player.ask(PLAY, variables.clone()).await;
    assert_eq!(played["play"]["ok"], true, "{played} {variables}");
    assert_eq!(played["play"]["seq"], json!(table["seq"].as_u64().unwrap() + 1));
    true
}

/// Plays with random legal steps until nobody can, or for so many steps.
pub(crate) async fn play(
    players: &[Client],
    id: &str,
    dice: &mut ChaCha8Rng,
    most: usize,
) -> usize {
    let mut played = 0;
    while played < most {
        let before = played;
        for player in players {
            let key = format!("k{}", dice.random::<u64>());
            if step(player, id, dice, &key).await {
                played += 1;
                break;
            }
        }
        if played == before {
            break;
        }
    }
    played
}

/// Plays of one seat until the game is over, each sent again under its key until it is answered;
/// notes the seqs that were acknowledged.
pub(crate) async fn play_to_the_end(
    player: Client,
    id: String,
    seed: u64,
    acknowledged: Arc<Mutex<Vec<u64>>>,
) {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let pause = || tokio::time::sleep(Duration::from_millis(20));
    let (mut seq, mut since) = (Json::Null, Instant::now());
    loop {
        let answer = player.try_post(TABLE, json!({ "id": id })).await.unwrap_or_default();
        let table = &answer["data"]["table"];
        if table["status"] == "OVER" {
            return;
        }
        if seq != table["seq"] {
            (seq, since) = (table["seq"].clone(), Instant::now());
        }
        assert!(since.elapsed() < PATIENCE, "{id} does not go on after {seq}: {answer}");
        let moves = table["moves"].as_array().cloned().unwrap_or_default();
        if moves.is_empty() {
            pause().await;
            continue;
        }
        let step = &moves[dice.random_range(0..moves.len())]["move"];
        let key = dice.random::<u64>().to_string();
        let play = json!({"table": id, "since": table["since"], "key": key, "steps": [step]});
        loop {
            let answer = player.try_post(PLAY, play.clone()).await.unwrap_or_default();
            if answer["data"]["play"]["ok"] == true {
                let seq = answer["data"]["play"]["seq"].as_u64().unwrap();
                acknowledged.lock().unwrap().push(seq);
                break;
            }
            // The server is down, stopping or busy, or this is too fast for it; any other failure is
            // a bug.
            let code = answer["errors"][0]["extensions"]["code"].as_str();
            let may_fail = matches!(code, Some("UNAVAILABLE" | "TOO_MANY_ATTEMPTS"));
            assert!(answer.is_null() || may_fail, "{answer}");
            assert!(since.elapsed() < PATIENCE, "{id} does not go on after {seq}: {answer}");
            pause().await;
        }
    }
}
