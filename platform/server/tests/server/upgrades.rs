//! Tables in play go on with a newer build of their game, where it shows and tells the same.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::support::server::{Client, GUERIDON, Server, home, module};
use crate::support::tables::{PLAY, begun};

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
    let home = home("upgraded", &[module("libtwin_one.so")]);
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

    put(&home, "libtwin_one_revised.so");
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

/// Decides something about a table or a build, as an operator.
fn admin(home: &Path, arguments: &[&str]) -> String {
    let journal = format!("sqlite:{}", home.join("journal.db").display());
    let mut command = Command::new(GUERIDON);
    let output = command.args(["admin", "--journal", &journal]).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A table as its players find it.
async fn found(client: &Client, id: &str) -> Json {
    let document = "query($id: ID!) { table(id: $id) { seq stoppedReason rulesVersion
        view { ... on TwinView { sum } } proposal { entry seat kind undoes agreed }
        entries(first: 100) { nodes { seq action by of undoneBy } } } }";
    client.ask(document, json!({ "id": id })).await["table"].clone()
}

/// The table once that holds.
async fn until(client: &Client, id: &str, holds: impl Fn(&Json) -> bool) -> Json {
    for _ in 0..400 {
        let document = "query($id: ID!) { table(id: $id) { seq stoppedReason
            proposal { entry seat kind undoes agreed } view { ... on TwinView { sum } } } }";
        let now = client.post(document, json!({ "id": id })).await;
        if now.get("errors").is_none() && holds(&now["data"]["table"]) {
            return now["data"]["table"].clone();
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it is still {}", found(client, id).await);
}

/// Puts a build into the place of the game.
fn put(home: &Path, build: &str) {
    std::fs::copy(module(build), home.join("build.part")).unwrap();
    std::fs::rename(home.join("build.part"), home.join("modules/libtwin_one.so")).unwrap();
}

/// Waits until new tables begin with these rules.
async fn until_rules(client: &Client, version: u32) {
    for _ in 0..400 {
        let game = client.ask("{ game(id: \"twinOne\") { rulesVersion } }", json!({})).await;
        if game["game"]["rulesVersion"] == version {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("new tables do not begin with version {version}");
}

const AGREE: &str = "mutation($id: ID!, $proposal: Int!) { agree(table: $id, proposal: $proposal) \
                     { ok ... on Acted { seq } ... on Refused { code } } }";
const DECLINE: &str = "mutation($id: ID!, $proposal: Int!) { decline(table: $id, proposal: $proposal) \
                       { ok ... on Acted { seq } ... on Refused { code } } }";

#[tokio::test]
async fn a_stopped_table_goes_on_from_before_the_defect_when_all_agree() {
    let home = home("goes-on", &[module("libtwin_one.so")]);
    let mut server = Server::start(&home);
    let stranger = server.stranger();
    let mut tables = Vec::new();
    // The second entry shows something else under the new rules.
    for adds in [&[2, 1][..], &[2, 1, 2], &[2, 1], &[2, 1]] {
        let (id, players) = begun(&stranger, json!({"twinOne": {"goal": 20}}), 1).await;
        for &amount in adds {
            add(&players[0], &id, amount).await;
        }
        found(&players[0], &id).await;
        tables.push((id, players));
    }
    let [alone, older, running, quarantined] = [0, 1, 2, 3].map(|at| &*tables[at].0);
    let ada = |at: usize| &tables[at].1[0];
    for id in [alone, older] {
        admin(&home, &["stop", id, "--reason", "it counts wrongly"]);
        let stopped = until(&stranger, id, |table| table["stoppedReason"].is_string()).await;
        assert_eq!(stopped["stoppedReason"], "it was stopped: it counts wrongly");
    }
    put(&home, "libtwin_one_revised.so");

    let why = "whether to go on from before its last play: \
               after entry 2, spectators are shown something else";
    let stays = "stays: after entry 2, spectators are shown something else";
    let (trial, done) = upgrade(&home, &["twinOne", "--dry-run"]);
    assert!(done, "{trial}");
    assert_eq!(said(&trial, alone), format!("would ask its players {why}"));
    assert_eq!([said(&trial, older), said(&trial, running)], [stays; 2], "{trial}");
    assert_eq!(found(ada(0), alone).await["proposal"], Json::Null);

    let (all, done) = upgrade(&home, &["twinOne"]);
    assert!(done, "{all}");
    assert_eq!(said(&all, alone), format!("asks its players {why}"));
    assert_eq!([said(&all, older), said(&all, running)], [stays; 2], "{all}");
    // The question is there, beside what was seen last.
    let asked = until(ada(0), alone, |table| table["proposal"].is_object()).await;
    let question = json!({"entry": 3, "seat": 0, "kind": "GO_ON", "undoes": 2, "agreed": []});
    assert_eq!([&asked["proposal"], &asked["view"]["sum"]], [&question, &json!(3)], "{asked}");
    let declined = ada(0).ask(DECLINE, json!({"id": alone, "proposal": 3})).await;
    assert_eq!(declined["decline"], json!({"ok": true, "seq": 4}));
    assert_eq!(found(ada(0), alone).await["proposal"], Json::Null);
    // Nobody has to be asked only once.
    let (again, _) = upgrade(&home, &["twinOne"]);
    assert_eq!(said(&again, alone), format!("asks its players {why}"));
    let asked = until(ada(0), alone, |table| table["proposal"]["entry"] == 5).await;
    assert!(asked["stoppedReason"].is_string(), "{asked}");
    let refused = ada(0).ask(AGREE, json!({"id": alone, "proposal": 3})).await;
    assert_eq!(refused["agree"], json!({"ok": false, "code": "TABLE_STOPPED"}));
    let agreed = ada(0).ask(AGREE, json!({"id": alone, "proposal": 5})).await;
    assert_eq!(agreed["agree"], json!({"ok": true, "seq": 6}));

    let goes_on = |table: &Json| table["stoppedReason"].is_null() && table["view"]["sum"] == 2;
    until(ada(0), alone, goes_on).await;
    let now = found(ada(0), alone).await;
    assert_eq!([&now["rulesVersion"], &now["proposal"]], [&json!(2), &Json::Null], "{now}");
    let entries = &now["entries"]["nodes"];
    assert_eq!(entries[1]["undoneBy"], 6, "{now}");
    let went_on = json!({"seq": 6, "action": "WENT_ON", "by": "PLAYER", "of": 2, "undoneBy": null});
    assert_eq!(entries[5], went_on);
    let again = ada(0).ask(AGREE, json!({"id": alone, "proposal": 5})).await;
    assert_eq!(again["agree"], json!({"ok": true, "seq": 6}), "a retry does nothing");
    add(ada(0), alone, 2).await;

    // Tables of a build in quarantine are compared, too: one more begins with it, on which both agree.
    put(&home, "libtwin_one.so");
    until_rules(&stranger, 1).await;
    let (alike, of_alike) = begun(&stranger, json!({"twinOne": {"goal": 20}}), 1).await;
    for _ in 0..3 {
        add(&of_alike[0], &alike, 2).await;
    }
    put(&home, "libtwin_one_revised.so");
    until_rules(&stranger, 2).await;
    let builds = admin(&home, &["builds"]);
    let old = builds.lines().find(|line| line.contains("4 in play")).unwrap_or_else(|| {
        panic!("{builds}");
    });
    let old = old.split('\t').next().unwrap();
    admin(&home, &["quarantine", old, "--reason", "it counts wrongly"]);
    for id in [running, quarantined, &*alike] {
        until(&stranger, id, |table| table["stoppedReason"].is_string()).await;
    }
    let (all, done) = upgrade(&home, &["twinOne"]);
    assert!(done, "{all}");
    assert_eq!(said(&all, quarantined), format!("asks its players {why}"));
    assert_eq!(said(&all, older), stays);
    assert_eq!(said(&all, &alike), "goes on");
    until(&of_alike[0], &alike, |table| table["stoppedReason"].is_null()).await;
    add(&of_alike[0], &alike, 2).await;

    // The question, and what was seen, outlast the server.
    server.stop_and_start();
    let player = tables[3].1[0].of(&server);
    let asked = until(&player, quarantined, |table| table["proposal"].is_object()).await;
    assert_eq!(asked["view"]["sum"], 3, "{asked}");
    let agreed = player.ask(AGREE, json!({"id": quarantined, "proposal": 3})).await;
    assert_eq!(agreed["agree"], json!({"ok": true, "seq": 4}));
    until(&player, quarantined, goes_on).await;
    add(&player, quarantined, 2).await;
    // And from the journal alone, it is the same.
    server.stop_and_start();
    let now = found(&tables[0].1[0].of(&server), alone).await;
    assert_eq!([&now["view"]["sum"], &now["rulesVersion"]], [&json!(4), &json!(2)], "{now}");
}
