//! Hints over the API: they can be played as they are, and are refused with code and sentence.

use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use tokio::time::sleep;

use crate::play::games::{self, Game, sealed};
use crate::support::server::{Client, Server, command, home};
use crate::support::setting::setting;
use crate::support::tables::{self, PLAY, begun, begun_with, opened_with, table};

const HINT: &str = "query($id: ID!) { hint(table: $id, language: FR) { ok \
    ... on Hint { chance iterations steps { move words } } \
    ... on Refused { code message } } }";

/// How long the bots may take until it is the player's turn.
const PATIENCE: Duration = Duration::from_secs(60);

async fn hint(client: &Client, id: &str) -> Json {
    client.ask(HINT, json!({ "id": id })).await["hint"].clone()
}

/// Why there is no hint.
async fn refused(client: &Client, id: &str) -> String {
    let hint = hint(client, id).await;
    assert_eq!(hint["ok"], false, "{hint}");
    assert!(!hint["message"].as_str().unwrap().is_empty(), "{hint}");
    hint["code"].as_str().unwrap().to_owned()
}

/// A begun table of one player, and bots of chance in the other seats.
async fn begun_among_bots(player: &Client, options: Json, seats: usize) -> String {
    let id = opened_with(player, options, seats, json!({})).await;
    let does = async |action: &str| {
        let document = format!("mutation($id: ID!) {{ did: {action} {{ ok }} }}");
        assert_eq!(player.ask(&document, json!({ "id": id })).await, json!({"did": {"ok": true}}));
    };
    does("sit(table: $id, seat: 0)").await;
    for seat in 1..seats {
        does(&format!("seatBot(table: $id, seat: {seat}, bot: RANDOM)")).await;
    }
    does("start(table: $id)").await;
    id
}

/// Plays hints as they come; returns how many steps each had.
async fn play_hints(server: &Server, game: &Game, most: usize) -> Vec<usize> {
    let player = server.player(game.id).await;
    let options: Json = serde_json::from_str(game.variants[0].options).unwrap();
    let options = json!({ game.id: options });
    let id = begun_among_bots(&player, options, *game.variants[0].seats.start()).await;
    let mut lengths = Vec::new();
    let mut asked = Instant::now();
    while lengths.len() < most {
        let seen = table(&player, &id).await;
        if seen["status"] == "OVER" {
            break;
        }
        if !seen["toAct"].as_array().unwrap().contains(&json!(0)) {
            let others = format!("{}: the bots do not play on: {seen}", game.id);
            assert!(asked.elapsed() < PATIENCE, "{others} {:?}", server.errors());
            sleep(Duration::from_millis(5)).await;
            continue;
        }
        asked = Instant::now();
        let hint = hint(&player, &id).await;
        assert_eq!(hint["ok"], true, "{}: {hint}", game.id);
        let chance = hint["chance"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&chance), "{hint}");
        assert!(hint["iterations"].as_u64().unwrap() >= 1, "{hint}");
        let steps: Vec<&Json> =
            hint["steps"].as_array().unwrap().iter().map(|step| &step["move"]).collect();
        assert!(hint["steps"][0]["words"].as_str().is_some_and(|words| !words.is_empty()));
        let key = format!("k{}", lengths.len());
        let play = json!({"table": id, "since": seen["since"], "key": key, "steps": steps});
        let played = player.ask(PLAY, play).await["play"].clone();
        // Where all choose at once, a bot may have been asked something else meanwhile.
        assert_eq!(played["ok"], true, "{}: {played} {hint}", game.id);
        lengths.push(steps.len());
    }
    lengths
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_of_every_game_are_moves_that_can_be_played_as_they_are() {
    // A player may ask for twenty at once.
    let most = setting("HINTS", 6);
    let modules: Vec<_> = games::ALL.iter().map(|game| game.module()).collect();
    let home = home("hints", &modules);
    let mut serve = command(&home, "127.0.0.1:0");
    serve.args(["--bot-pause", "0"]);
    let mut server = Server::of(serve, &home);
    let mut longest = 0;
    for game in games::ALL {
        let lengths = play_hints(&server, game, most).await;
        assert!(!lengths.is_empty());
        longest = longest.max(lengths.into_iter().max().unwrap_or_default());
    }
    assert!(longest > 1, "no hint was more than a step");
    assert_eq!(server.stop("TERM"), Some(0));
    assert!(server.errors().is_empty(), "{:?}", server.errors());
}

#[tokio::test]
async fn a_hint_is_refused_with_a_code_where_there_is_none() {
    let home = home("no-hints", &[sealed::GAME.module()]);
    let server = Server::start(&home);
    let options = json!({"sealed": {}});
    let has_hints = "query($id: ID!) { table(id: $id) { hasHints settings { hints } } }";
    let asked = async |player: &Client, id: &str| {
        player.ask(has_hints, json!({ "id": id })).await["table"].clone()
    };
    let (id, players) = begun(&server.stranger(), options.clone(), 2).await;
    let none = json!({"hasHints": false, "settings": {"hints": "AGAINST_BOTS"}});
    assert_eq!(asked(&players[0], &id).await, none);
    assert_eq!(refused(&players[0], &id).await, "HINTS_OFF");
    assert_eq!(refused(&players[0], "no such table").await, "UNKNOWN_TABLE");
    assert_eq!(refused(&server.player("Eve").await, &id).await, "NOT_SEATED");
    let stranger = server.stranger().post(HINT, json!({ "id": id })).await;
    assert_eq!(stranger["errors"][0]["extensions"]["code"], "UNAUTHENTICATED", "{stranger}");

    let allowed = json!({"hints": "ALLOWED"});
    let (id, players) = begun_with(&server.stranger(), options.clone(), 2, allowed).await;
    assert_eq!(asked(&players[0], &id).await["hasHints"], true);
    let public = asked(&server.stranger(), &id).await;
    assert_eq!(public["hasHints"], false);
    assert_eq!(hint(&players[0], &id).await["ok"], true);
    let seen = table(&players[0], &id).await;
    let bid = json!({"table": id, "since": 0, "key": "a", "steps": [seen["moves"][0]["move"]]});
    assert_eq!(players[0].ask(PLAY, bid).await["play"]["ok"], true);
    assert_eq!(refused(&players[0], &id).await, "NOT_YOUR_TURN");
    let resign = "mutation($id: ID!) { resign(table: $id) { ok } }";
    players[0].ask(resign, json!({ "id": id })).await;
    assert_eq!(refused(&players[1], &id).await, "TABLE_OVER");

    let unknown = "mutation { openTable(options: {sealed: {}}, seats: 2, \
                   settings: {hints: SOMETIMES}) { ok } }";
    let answer = players[0].post(unknown, json!({})).await;
    assert_eq!(answer["errors"][0]["extensions"]["code"], "BAD_INPUT", "{answer}");
    // Two take all that a document may cost.
    let hints = |number: usize| -> String {
        let one = |index| format!("h{index}: hint(table: \"{id}\") {{ __typename }} ");
        format!("{{ {} }}", (0..number).map(one).collect::<String>())
    };
    let answer = players[0].post(&hints(2), json!({})).await;
    assert_eq!(answer["errors"][0]["extensions"]["code"], "TOO_COSTLY", "{answer}");
    let answer = players[0].post(&hints(1), json!({})).await;
    assert_eq!(answer["data"]["h0"]["__typename"], "Refused", "{answer}");
    assert_eq!(tables::table(&players[1], &id).await["status"], "OVER");
}
