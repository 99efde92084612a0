//! Analyses over the API: of whole games of every game, and what is refused.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::play::games::{self, Game, sealed};
use crate::support::server::{Client, Server, home};
use crate::support::setting::setting;
use crate::support::tables::{begun, play, table};

const ANALYSE: &str = "mutation($id: ID!) { analyse(table: $id) { ok \
    ... on TableChanged { table { canAnalyse } } ... on Refused { code message } } }";

const ANALYSIS: &str = "stage progress iterations plays lookedAt cutAt \
    points { at seat known actual } \
    turningPoints(language: FR) { entry seat cause change words played better } \
    shares { seat own others luck }";

async fn analyse(client: &Client, id: &str) -> Json {
    client.ask(ANALYSE, json!({ "id": id })).await["analyse"].clone()
}

/// The analysis that a table has.
async fn kept(client: &Client, id: &str) -> Json {
    let document = format!("query($id: ID!) {{ table(id: $id) {{ analysis {{ {ANALYSIS} }} }} }}");
    client.ask(&document, json!({ "id": id })).await["table"]["analysis"].clone()
}

/// Listens to the end; returns all that was told.
async fn told(client: &Client, id: &str) -> Vec<Json> {
    let mut socket = client.socket().await;
    let document = format!("subscription($id: ID!) {{ analysis(table: $id) {{ {ANALYSIS} }} }}");
    socket.subscribe("a", &document, json!({ "id": id })).await;
    let mut told = Vec::new();
    loop {
        let frame = socket.next().await.expect("the socket stays open");
        if frame["type"] == "complete" {
            return told;
        }
        assert_eq!(frame["type"], "next", "{frame}");
        assert!(frame["payload"].get("errors").is_none(), "{frame}");
        told.push(frame["payload"]["data"]["analysis"].clone());
    }
}

async fn a_whole_game_is_analysed(server: &Server, game: &Game) {
    let (id, players) = begun(&server.stranger(), game.plain(), game.about_three()).await;
    let seats = game.about_three();
    play(&players, &id, &mut ChaCha8Rng::seed_from_u64(3), usize::MAX).await;
    assert_eq!(kept(&players[0], &id).await, Json::Null);
    let begun = analyse(&players[0], &id).await;
    assert_eq!(begun, json!({"ok": true, "table": {"canAnalyse": true}}), "{}", game.id);
    let told = told(&players[1], &id).await;
    let (last, before) = told.split_last().unwrap();
    assert!(before.iter().all(|one| one["stage"] == "UNDER_WAY"), "{}", game.id);
    assert_eq!(last["stage"], "DONE", "{}", game.id);
    let progress: Vec<_> = told.iter().map(|one| one["progress"].as_f64().unwrap()).collect();
    assert!(progress.is_sorted() && progress.last() == Some(&1.0), "{progress:?}");
    // Everybody who may watch reads the same.
    let analysis = kept(&server.stranger(), &id).await;
    assert_eq!(&analysis, last);
    let seq = table(&players[0], &id).await["seq"].clone();
    let points = analysis["points"].as_array().unwrap();
    assert!(points.len() > 2, "{analysis}");
    assert_eq!(
        [&points.last().unwrap()["at"], &points.last().unwrap()["seat"]],
        [&seq, &Json::Null]
    );
    for point in points {
        for sight in ["known", "actual"] {
            let chances = point[sight].as_array().unwrap();
            let sum: f64 = chances.iter().map(|chance| chance.as_f64().unwrap()).sum();
            assert!(chances.len() == seats && (sum - 1.0).abs() < 0.01, "{point}");
        }
    }
    for turn in analysis["turningPoints"].as_array().unwrap() {
        let words = turn["words"].as_str().unwrap();
        assert!(!words.contains('{') && words.contains('«'), "{turn}");
        assert_eq!(turn["better"].is_null(), turn["cause"] != "LOST_CHANCE", "{turn}");
    }
    assert_eq!(analysis["shares"].as_array().unwrap().len(), seats);
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_are_analysed() {
    // Each takes as many searches, and the last games of the list are the shortest.
    let games = || games::ALL.iter().rev().take(setting("ANALYSED_GAMES", 2));
    let modules: Vec<_> = games().map(|game| game.module()).collect();
    let home = home("analyses", &modules);
    let mut server = Server::start(&home);
    for game in games() {
        a_whole_game_is_analysed(&server, game).await;
    }
    assert_eq!(server.stop("TERM"), Some(0));
    assert!(server.errors().is_empty(), "{:?}", server.errors());
}

#[tokio::test]
async fn an_analysis_is_refused_with_a_code_and_stays_after_a_restart() {
    let home = home("no-analysis", &[sealed::GAME.module()]);
    let mut server = Server::start(&home);
    let options = json!({"sealed": {}});
    let refused = async |player: &Client, id: &str| {
        let refused = analyse(player, id).await;
        assert!(!refused["message"].as_str().unwrap().is_empty(), "{refused}");
        refused["code"].as_str().unwrap().to_owned()
    };
    let (id, players) = begun(&server.stranger(), options, 2).await;
    assert_eq!(refused(&players[0], &id).await, "NOT_OVER");
    assert_eq!(refused(&players[0], "no such table").await, "UNKNOWN_TABLE");
    assert_eq!(refused(&server.player("Eve").await, &id).await, "NOT_SEATED");
    let can = "query($id: ID!) { table(id: $id) { canAnalyse analysis { stage } } }";
    let none = json!({"table": {"canAnalyse": false, "analysis": null}});
    assert_eq!(players[0].ask(can, json!({ "id": id })).await, none);
    let listen = "subscription($id: ID!) { analysis(table: $id) { stage } }";
    let mut socket = players[0].socket().await;
    socket.subscribe("a", listen, json!({ "id": id })).await;
    let frame = socket.next().await.unwrap();
    assert_eq!(frame["type"], "error", "{frame}");
    assert_eq!(frame["payload"][0]["extensions"]["code"], "FORBIDDEN", "{frame}");

    play(&players, &id, &mut ChaCha8Rng::seed_from_u64(1), usize::MAX).await;
    // Nobody has asked yet.
    assert_eq!(told(&players[0], &id).await, [Json::Null]);
    assert_eq!(server.stranger().ask(can, json!({ "id": id })).await, none);
    assert_eq!(analyse(&players[1], &id).await["ok"], true);
    let last = told(&players[0], &id).await.pop().unwrap();
    assert_eq!(last["stage"], "DONE");
    server.kill_and_start();
    assert_eq!(kept(&players[0], &id).await, last);
    // To ask for what is there is no error, and costs no search.
    assert_eq!(analyse(&players[0], &id).await["ok"], true);
}
