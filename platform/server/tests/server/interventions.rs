//! Builds that end the server, and what operators decide about builds and tables.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};
use tokio::time::{sleep, timeout};

use crate::requests::sealed;
use crate::support::server::{Client, GUERIDON, Server, home, module};
use crate::support::tables::{PLAY, begun, step, table};

/// `gueridon admin` beside the server: what it said, and whether it did it.
fn admin(home: &Path, arguments: &[&str]) -> (String, bool) {
    let journal = format!("sqlite:{}", home.join("journal.db").display());
    let mut command = Command::new(GUERIDON);
    let output = command.args(["admin", "--journal", &journal]).args(arguments).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (String::from_utf8(said).unwrap(), output.status.success())
}

/// A table as its row and its game tell of it.
async fn status(client: &Client, id: &str) -> Json {
    let document = "query($id: ID!) { table(id: $id) { status closedReason stoppedReason seq } }";
    client.ask(document, json!({ "id": id })).await["table"].clone()
}

/// Waits until a table has this status, and is stopped or not.
async fn until(client: &Client, id: &str, expected: &str, is_stopped: bool) -> Json {
    let waiting = async {
        loop {
            let status = status(client, id).await;
            if status["status"] == expected && status["stoppedReason"].is_null() != is_stopped {
                return status;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(20), waiting).await.unwrap_or_else(|_| panic!("never {expected}"))
}

async fn games(client: &Client) -> Vec<String> {
    let games = client.ask("{ games { id } }", json!({})).await;
    let games = games["games"].as_array().unwrap();
    games.iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
}

async fn until_games(client: &Client, expected: &[&str]) {
    let waiting = async {
        while games(client).await != expected {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(20), waiting).await.expect("the games are as expected in time");
}

#[tokio::test]
async fn a_build_that_ends_the_server_at_a_bots_table_is_in_quarantine_and_the_server_is_up() {
    let fragile = module("libfragile.so");
    let home = home("quarantine", &[fragile, sealed()]);
    let mut server = Server::start(&home);
    let ada = server.player("Ada").await;
    let opened = ada
        .ask(
            "mutation { openTable(options: {fragile: {abortsAt: 3}}, seats: 2) \
             { ... on TableChanged { table { id } } } }",
            json!({}),
        )
        .await;
    let id = opened["openTable"]["table"]["id"].as_str().unwrap().to_owned();
    let begin = "mutation($id: ID!) { seatBot(table: $id, seat: 0, bot: RANDOM) { ok } \
                 sit(table: $id, seat: 1) { ok } start(table: $id) { ok } }";
    // The bot may play before this is answered.
    let _ = ada.try_post(begin, json!({ "id": id })).await;
    let crashed = tokio::task::spawn_blocking(move || {
        let code = server.wait();
        (server, code)
    });
    let (server, code) = timeout(Duration::from_secs(60), crashed).await.unwrap().unwrap();
    assert_eq!(code, None, "it was ended by a signal");
    drop(server);

    // At once, and for longer than its bot would wait.
    let server = Server::start(&home);
    let log = server.log();
    let ada = ada.of(&server);
    assert!(log.contains("a build ended the last server") && log.contains(&id), "{log}");
    sleep(Duration::from_secs(2)).await;
    let stopped = status(&ada, &id).await;
    let reason = stopped["stoppedReason"].as_str().unwrap();
    assert_eq!(reason, "its build is in quarantine: it aborted the server in its operation Play");
    assert_eq!(games(&ada).await, ["sealed"]);
    // Its entries can be read, without words of the game.
    let document = "query($id: ID!) { table(id: $id) { view { __typename } \
        entries(first: 100) { nodes { seq by action told { __typename } } } } }";
    let shown = ada.ask(document, json!({ "id": id })).await["table"].clone();
    assert_eq!(shown["view"], Json::Null, "{shown}");
    let entries = shown["entries"]["nodes"].as_array().unwrap();
    assert_eq!(entries.len() as u64, stopped["seq"].as_u64().unwrap(), "{shown}");
    assert!(entries.iter().all(|entry| entry["told"] == json!([])), "{shown}");
    let (other, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    assert_eq!(table(&players[0], &other).await["status"], "PLAYING");

    let (builds, _) = admin(&home, &["builds"]);
    let build = builds.lines().find(|line| line.contains("fragile")).unwrap();
    assert!(build.contains("1 in play") && build.contains("it aborted the server"), "{build}");
    assert!(!builds.lines().any(|line| line.contains("sealed") && line.contains("quarantine")));
    // Without its bot's table there is nobody left who would crash the server.
    assert!(admin(&home, &["close", &id, "--reason", "it crashes"]).1);
    assert!(admin(&home, &["release", &build[..12]]).1);
    until_games(&ada, &["fragile", "sealed"]).await;
    assert_eq!(until(&ada, &id, "CLOSED", false).await["closedReason"], "OPERATOR");
    let (log, _) = admin(&home, &["log"]);
    let kinds: Vec<_> = log.lines().map(|line| line.split('\t').nth(1).unwrap()).collect();
    assert_eq!(kinds.last(), Some(&"QUARANTINE"), "{log}");
    for kind in ["CLOSE", "CLOSED", "RELEASE"] {
        assert!(kinds.contains(&kind), "{log}");
    }
}

#[tokio::test]
async fn an_operator_stops_reopens_and_closes_a_table_of_a_running_server() {
    let home = home("operated", &[sealed()]);
    let server = Server::start(&home);
    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let mut socket = players[0].socket().await;
    let document = "subscription($id: ID!) { table(id: $id) { table { stoppedReason } } }";
    socket.subscribe("table", document, json!({ "id": id })).await;
    socket.next().await.unwrap();
    assert!(admin(&home, &["stop", &id, "--reason", "a dispute"]).1);
    let stopped = until(&players[0], &id, "PLAYING", true).await;
    assert_eq!(stopped["stoppedReason"], "it was stopped: a dispute");
    let told = socket.next().await.unwrap();
    assert!(told["payload"]["data"]["table"]["table"]["stoppedReason"].is_string(), "{told}");
    let steps = json!([{"sealed": {"bid": {"card": 1}}}]);
    let play = json!({"table": id, "since": 0, "key": "k", "steps": steps});
    assert_eq!(players[0].ask(PLAY, play).await["play"]["code"], "TABLE_STOPPED");
    let (said, is_done) = admin(&home, &["stop", &id]);
    assert!(!is_done && said.contains("stopped already"), "{said}");
    assert!(admin(&home, &["reopen", &id]).1);
    until(&players[0], &id, "PLAYING", false).await;
    assert!(step(&players[0], &id, &mut ChaCha8Rng::seed_from_u64(1), "k").await);
    let seq = status(&players[0], &id).await["seq"].as_u64().unwrap();
    assert!(admin(&home, &["close", &id]).1);
    let closed = until(&players[0], &id, "CLOSED", false).await;
    assert_eq!([&closed["closedReason"], &closed["seq"]], [&json!("OPERATOR"), &json!(seq + 1)]);
    let (said, is_done) = admin(&home, &["close", &id]);
    assert!(!is_done && said.contains("it has ended"), "{said}");
    // So it is for the next server, which replays the journal.
    drop(server);
    let server = Server::start(&home);
    assert_eq!(status(&players[0].of(&server), &id).await, closed);
    assert_eq!(server.errors(), Vec::<String>::new());
}

#[test]
fn a_decision_about_what_is_not_there_is_one_clear_line() {
    let home = home("undecided", &[sealed()]);
    drop(Server::start(&home));
    let table = "0190c0de-0000-7000-8000-000000000000";
    for (arguments, expected) in [
        (&["quarantine", "abc"][..], "0 builds have a SHA-256 that begins with `abc`"),
        (&["release", ""], "0 builds"),
        (&["stop", table], "There is no such table in play"),
        (&["reopen", table], "not stopped by an operator"),
        (&["close", table], "There is no such table"),
        (&["close", table, "--reason", "a\nb"], "a reason is one line"),
    ] {
        let (said, is_done) = admin(&home, arguments);
        assert!(!is_done && said.contains(expected) && said.lines().count() == 1, "{said}");
    }
}
