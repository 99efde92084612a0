//! Tables in play go on with a newer build of their game, where it shows and tells the same.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::support::server::{Client, GUERIDON, Server, home, module};
use crate::support::tables::{PLAY, begun};

const BUILD: &str = "cargo build -p gueridon-game --examples";

/// `gueridon upgrade` beside the server: what it said, and whether it did it.
fn upgrade(home: &Path, arguments: &[&str]) -> (String, bool) {
    let mut command = Command::new(GUERIDON);
    let journal = format!("sqlite:{}", home.join("journal.db").display());
    command.arg("upgrade").args(arguments).args(["--journal", &journal]);
    let output = command.arg("--modules").arg(home.join("modules")).output().unwrap();
    let is_done = output.status.success();
    let said = if is_done { output.stdout } else { output.stderr };
    (String::from_utf8(said).unwrap(), is_done)
}

/// What it said about a table.
fn said<'s>(all: &'s str, table: &str) -> &'s str {
    let line = all.lines().find_map(|line| line.strip_prefix(table));
    line.unwrap_or_else(|| panic!("{table} in {all}")).trim_start()
}

async fn rules(client: &Client, id: &str) -> Json {
    let document = "query($id: ID!) { table(id: $id) { rulesVersion status seq } }";
    let table = client.ask(document, json!({ "id": id })).await["table"].clone();
    assert_eq!(table["status"], "PLAYING", "{table}");
    table["rulesVersion"].clone()
}

/// Adds, and tries again as long as the server is busy with loading the table again.
async fn add(player: &Client, id: &str, amount: u32) -> Json {
    let document = "query($id: ID!) { table(id: $id) { since seq } }";
    for attempt in 0..100 {
        let table = player.post(document, json!({ "id": id })).await;
        if let Some(since) = table.pointer("/data/table/since") {
            let seq = &table["data"]["table"]["seq"];
            let key = format!("k{seq}");
            let steps = json!([{"twinOne": {"add": amount}}]);
            let variables = json!({"table": id, "since": since, "key": key, "steps": steps});
            let played = player.post(PLAY, variables).await;
            if played["data"]["play"]["ok"] == true {
                return played;
            }
            assert_eq!(played["errors"][0]["extensions"]["code"], "UNAVAILABLE", "{played}");
        }
        assert!(attempt < 99, "the table is not loaded again");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    unreachable!()
}

#[tokio::test]
async fn tables_go_on_with_a_newer_build_if_it_shows_and_tells_the_same() {
    let home = home("upgraded", &[module("libtwin_one.so", BUILD)]);
    let mut server = Server::start(&home);
    let stranger = server.stranger();
    let mut tables = Vec::new();
    for adds in [
        &[2, 2, 2][..],
        // After the second, which shows something else under the new rules.
        &[2, 1],
        &[2, 2, 1],
        &[2, 2, 2, 1],
        &[2, 2, 2, 2, 1],
        &[2, 2, 2, 2, 2, 1],
        // Its first two are taken back below.
        &[2, 2],
        &[],
    ] {
        let (id, players) = begun(&stranger, json!({"twinOne": {"goal": 20}}), 1).await;
        for &amount in adds {
            add(&players[0], &id, amount).await;
        }
        tables.push((id, players));
    }
    let ids: Vec<&str> = tables.iter().map(|(id, _)| &**id).collect();
    let undo = "mutation($id: ID!, $entry: Int!) { undo(table: $id, entry: $entry) { ok } }";
    let undone = tables[6].1[0].ask(undo, json!({"id": ids[6], "entry": 2})).await;
    assert_eq!(undone["undo"]["ok"], true, "{undone}");
    add(&tables[6].1[0], ids[6], 2).await;

    // The directory has no other build yet.
    let (none, done) = upgrade(&home, &["twinOne"]);
    assert!(
        done && none.starts_with("goes on with build") && none.ends_with(": 0; stays: 0\n"),
        "{none}"
    );
    let (unknown, done) = upgrade(&home, &["chess"]);
    assert!(!done && unknown.contains("have no game `chess`"), "{unknown}");

    std::fs::copy(module("libtwin_one_revised.so", BUILD), home.join("revised.part")).unwrap();
    std::fs::rename(home.join("revised.part"), home.join("modules/libtwin_one.so")).unwrap();
    let (trial, done) = upgrade(&home, &["twinOne", "--dry-run"]);
    assert!(done, "{trial}");
    let differs = [
        (1, "stays: after entry 2, spectators are shown something else"),
        (2, "stays: after entry 3, spectators are told something else"),
        (3, "stays: after entry 4, the score is another for spectators"),
        (4, "stays: after entry 5, other steps are open to seat 1"),
        (
            5,
            "stays: after entry 6, which the new build cannot replay: entry 6 could not be replayed",
        ),
    ];
    for (table, why) in differs {
        assert_eq!(said(&trial, ids[table]), why, "{trial}");
    }
    for table in [0, 6, 7] {
        assert_eq!(said(&trial, ids[table]), "would go on", "{trial}");
        assert_eq!(rules(&stranger, ids[table]).await, 1);
    }
    assert!(trial.contains("\nwould go on with build"), "{trial}");
    assert!(trial.ends_with(": 3; stays: 5\n"), "{trial}");

    let (all, done) = upgrade(&home, &["twinOne"]);
    assert!(done && all.ends_with(": 3; stays: 5\n"), "{all}");
    for (table, why) in differs {
        assert_eq!(said(&all, ids[table]), why, "{all}");
    }
    for (table, sum) in [(0, 8), (6, 6), (7, 2)] {
        let (id, players) = &tables[table];
        assert_eq!(said(&all, id), "goes on", "{all}");
        // The server had it loaded with the old build.
        add(&players[0], id, 2).await;
        assert_eq!(rules(&stranger, id).await, 2);
        let document = "query($id: ID!) { table(id: $id) { view { ... on TwinView { sum } }
            entries(first: 100) { nodes { action by words(language: EN) } } } }";
        let seen = stranger.ask(document, json!({ "id": id })).await["table"].clone();
        assert_eq!(seen["view"]["sum"], sum, "{seen}");
        let entries = seen["entries"]["nodes"].as_array().unwrap();
        let moved: Vec<_> = entries.iter().filter(|one| one["action"] == "UPGRADED").collect();
        assert_eq!(moved.len(), 1, "{seen}");
        assert_eq!(moved[0]["by"], "HOST");
        assert!(moved[0]["words"].as_str().unwrap().contains("newer version"), "{seen}");
    }
    for (table, _) in differs {
        assert_eq!(rules(&stranger, ids[table]).await, 1);
    }
    // Nothing is left to do for those, and nothing is done twice.
    let (again, done) = upgrade(&home, &["twinOne"]);
    assert!(done && again.contains("\ngoes on with build"), "{again}");
    assert!(again.ends_with(": 0; stays: 5\n"), "{again}");

    // A server that loads the tables from the journal plays on, and looks back.
    server.stop_and_start();
    let stranger = server.stranger();
    for (table, rules_version, amount) in [(0, 2, 2), (6, 2, 2), (7, 2, 2), (1, 1, 1)] {
        let (id, players) = &tables[table];
        let player = players[0].of(&server);
        assert_eq!(rules(&stranger, id).await, rules_version);
        add(&player, id, amount).await;
        let back = "query($id: ID!) { table(id: $id) \
                    { snapshot(at: 1) { view { ... on TwinView { sum } } } } }";
        let seen = player.ask(back, json!({ "id": id })).await;
        let expected = if table == 7 { 0 } else { 2 };
        assert_eq!(seen["table"]["snapshot"]["view"]["sum"], expected, "{seen}");
    }
}
