//! Servers that call modules in processes of their own: what misbehaves costs one call, and no
//! process outlives its server.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};
use tokio::time::{sleep, timeout};

use crate::requests::sealed;
use crate::support::server::{Client, Server, command, home};
use crate::support::tables::{PLAY, begun, step, table};

/// A server in `home` that isolates `games`.
fn isolating(home: &Path, games: &str) -> Server {
    let mut command = command(home, "127.0.0.1:0");
    command.args([games, "--workers", "2", "--worker-memory", "256"]);
    Server::of(command, home)
}

/// The module of `unruly.c`, which does what it is told.
fn unruly(home: &Path) {
    let library = home.join("modules").join("unruly.so");
    let platform = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let compiler = Command::new("cc")
        .args(["-std=c11", "-shared", "-fPIC", "-o"])
        .arg(&library)
        .arg(format!("-I{platform}/game/include"))
        .arg(format!("{platform}/modules/tests/modules/unruly.c"))
        .output();
    let said = compiler.expect("a C compiler, cc");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
}

/// The processes whose parent is this one, by what the system says.
fn children(parent: u32) -> BTreeSet<u32> {
    let processes = fs::read_dir("/proc").unwrap().flatten().filter_map(|process| {
        let id: u32 = process.file_name().to_str()?.parse().ok()?;
        let stat = fs::read_to_string(process.path().join("stat")).ok()?;
        // After the name, which is in brackets: the state, and the parent.
        let of: u32 = stat.rsplit_once(") ")?.1.split(' ').nth(1)?.parse().ok()?;
        (of == parent).then_some(id)
    });
    processes.collect()
}

/// Whether a process is there, and has not ended.
fn is_alive(process: u32) -> bool {
    let stat = fs::read_to_string(PathBuf::from(format!("/proc/{process}/stat")));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

async fn until_gone(processes: &BTreeSet<u32>) {
    let waiting = async {
        while processes.iter().any(|process| is_alive(*process)) {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(20), waiting).await.expect("no worker outlives its server");
}

/// Plays a deed at a table of the unruly game; returns what it came to.
async fn deed(player: &Client, id: &str, deed: &str, key: &str) -> Json {
    let asked = "query($id: ID!) { table(id: $id) { since } }";
    let since = player.ask(asked, json!({ "id": id })).await["table"]["since"].clone();
    let steps = json!([{"unruly": {"do": deed}}]);
    let play = json!({"table": id, "since": since, "key": key, "steps": steps});
    player.try_post(PLAY, play).await.unwrap_or_default()
}

async fn count(player: &Client, id: &str) -> Json {
    let document = "query($id: ID!) { table(id: $id) { seq stoppedReason \
                    view { ... on UnrulyView { count } } } }";
    player.ask(document, json!({ "id": id })).await["table"].clone()
}

/// What can be done at a table.
async fn open(viewer: &Client, id: &str) -> Json {
    let document = "query($id: ID!) { table(id: $id) { moves { words } toAct prompt since } }";
    viewer.ask(document, json!({ "id": id })).await["table"].clone()
}

#[tokio::test]
async fn whatever_an_isolated_module_does_the_server_and_its_tables_go_on() {
    let home = home("isolated-unruly", &[sealed()]);
    unruly(&home);
    let mut server = isolating(&home, "--isolate");
    let process = server.id();
    let (other, others) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    for unruly_deed in ["CRASH", "LOOP", "TALK", "HOARD"] {
        let (id, players) = begun(&server.stranger(), json!({"unruly": {}}), 1).await;
        let (beside, neighbours) = begun(&server.stranger(), json!({"unruly": {}}), 1).await;
        let (third, thirds) = begun(&server.stranger(), json!({"unruly": {}}), 1).await;
        for (table, player) in [(&id, &players), (&beside, &neighbours), (&third, &thirds)] {
            let played = deed(&player[0], table, "NOTHING", "one").await;
            assert_eq!(played["data"]["play"]["seq"], 1, "{played}");
        }
        let failed = deed(&players[0], &id, unruly_deed, "two").await;
        let code = &failed["errors"][0]["extensions"]["code"];
        assert_eq!(code, "INTERNAL", "{unruly_deed}: {failed}");
        // The table is where it was; so are those that had the same worker, which notice nothing.
        for (table, player) in [(&id, &players), (&beside, &neighbours), (&third, &thirds)] {
            let now = count(&player[0], table).await;
            assert_eq!(now, json!({"seq": 1, "stoppedReason": null, "view": {"count": 1}}));
            let played = deed(&player[0], table, "NOTHING", "three").await;
            assert_eq!(played["data"]["play"]["seq"], 2, "{unruly_deed}: {played}");
        }
        assert!(
            step(&others[0], &other, &mut ChaCha8Rng::seed_from_u64(1), unruly_deed).await || {
                step(&others[1], &other, &mut ChaCha8Rng::seed_from_u64(2), unruly_deed).await
            }
        );
    }
    assert_eq!(server.id(), process);
    assert_eq!(server.stop("TERM"), Some(0));
}

#[tokio::test]
async fn a_table_that_costs_three_workers_is_stopped_with_its_reason() {
    let home = home("isolated-stopped", &[]);
    unruly(&home);
    let server = isolating(&home, "--isolate=unruly");
    let (id, players) = begun(&server.stranger(), json!({"unruly": {}}), 1).await;
    let (beside, neighbours) = begun(&server.stranger(), json!({"unruly": {}}), 1).await;
    deed(&players[0], &id, "NOTHING", "first").await;
    let seen = json!({"seq": 1, "stoppedReason": null, "view": {"count": 1}});
    for viewer in [&players[0], &server.stranger()] {
        assert_eq!(count(viewer, &id).await, seen);
    }
    for time in 1..=2 {
        let failed = deed(&players[0], &id, "CRASH", "key").await;
        assert_eq!(failed["errors"][0]["extensions"]["code"], "INTERNAL", "{time}: {failed}");
    }
    let stopped = deed(&players[0], &id, "CRASH", "key").await;
    assert_eq!(stopped["data"]["play"]["code"], "TABLE_STOPPED", "{stopped}");
    let reason = "it was stopped: its game failed 3 times, the last time because it used memory \
                  that it does not have";
    // What was seen last is still shown, to everybody, and nothing can be played.
    let seen = json!({"seq": 1, "stoppedReason": reason, "view": {"count": 1}});
    let idle = json!({"moves": [], "toAct": [], "prompt": null, "since": null});
    for viewer in [&players[0], &server.stranger()] {
        assert_eq!(count(viewer, &id).await, seen);
        assert_eq!(open(viewer, &id).await, idle);
    }
    assert_eq!(deed(&neighbours[0], &beside, "NOTHING", "key").await["data"]["play"]["seq"], 1);
    // It stays so, also for the next server, until an operator lets it go on.
    drop(server);
    let server = isolating(&home, "--isolate=unruly");
    let player = players[0].of(&server);
    for viewer in [&player, &server.stranger()] {
        assert_eq!(count(viewer, &id).await, seen);
        assert_eq!(open(viewer, &id).await, idle);
    }
    let document = "query($id: ID!) { table(id: $id) { status isPaused score { seats { points } } \
                    seats { condition clock { leftSeconds } } entries { nodes { seq action } } } }";
    let table = player.ask(document, json!({ "id": id })).await["table"].clone();
    assert_eq!(table["status"], "PLAYING", "{table}");
    assert_eq!(table["seats"], json!([{"condition": "PLAYING", "clock": null}]));
    assert_eq!(table["entries"]["nodes"], json!([{"seq": 1, "action": "PLAYED"}]));
    assert!(table["score"].is_object(), "{table}");
    let journal = format!("sqlite:{}", home.join("journal.db").display());
    let reopened = Command::new(crate::support::server::GUERIDON)
        .args(["admin", "--journal", &journal, "reopen", &id])
        .status();
    assert!(reopened.unwrap().success());
    let is_open = async || {
        let document = "query($id: ID!) { table(id: $id) { stoppedReason view { toAct } } }";
        player.ask(document, json!({ "id": id })).await["table"]["stoppedReason"].is_null()
    };
    let waiting = async {
        while !is_open().await {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(20), waiting).await.expect("it is reopened in time");
    assert_eq!(deed(&player, &id, "NOTHING", "another").await["data"]["play"]["seq"], 2);
}

#[tokio::test]
async fn no_worker_outlives_its_server_however_that_ends() {
    let home = home("isolated-ends", &[sealed()]);
    unruly(&home);
    for signal in ["TERM", "KILL"] {
        let mut server = isolating(&home, "--isolate");
        let (id, players) = begun(&server.stranger(), json!({"unruly": {}}), 1).await;
        begun(&server.stranger(), json!({"sealed": {}}), 2).await;
        let workers = children(server.id());
        assert!(workers.len() >= 2, "{workers:?}");
        // One does not even listen.
        let (player, table) = (players[0].clone(), id.clone());
        let looping = tokio::spawn(async move { deed(&player, &table, "LOOP", "key").await });
        sleep(Duration::from_millis(300)).await;
        server.stop(signal);
        until_gone(&workers).await;
        looping.abort();
    }
}

#[tokio::test]
async fn only_the_games_that_are_named_are_isolated() {
    let home = home("isolated-named", &[sealed()]);
    unruly(&home);
    let server = isolating(&home, "--isolate=unruly,nobody");
    let log = server.log().to_owned();
    assert!(log.contains("a build is called in workers"), "{log}");
    assert!(log.contains("--isolate names a game that is not here"), "{log}");
    assert_eq!(children(server.id()).len(), 1);
    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    assert_eq!(table(&players[0], &id).await["status"], "PLAYING");
}
