//! What operators see and decide through the API.

use std::time::Duration;

use gueridon_game::{Seat, Seats};
use gueridon_journal::sqlite::Sqlite;
use gueridon_journal::{Entry, Journal, TableUpdate};
use serde_json::{Value as Json, json};
use tokio::time::{sleep, timeout};

use crate::requests::sealed;
use crate::support::people::with_role;
use crate::support::server::{Client, Server, home};
use crate::support::tables::begun;

const OPERATIONS: &str = "{ operations {
    servers { name lastSeen answers load { tables processMebibytes } }
    builds { sha256 game firstUsed playing ended quarantine isNewest }
    stoppedTables { tableId reason since isClosing cause }
    decisions { at kind subject reason by { name standing } }
    load { tables tableMebibytes processMebibytes plays }
    loads { at load { plays } } } }";

async fn operations(operator: &Client) -> Json {
    operator.ask(OPERATIONS, json!({})).await["operations"].clone()
}

async fn decide(caller: &Client, decision: &str, subject: &Json, reason: &str) -> Json {
    let document =
        "mutation($decision: OperatorDecisionKind!, $subject: String!, $reason: String!) {
        decide(decision: $decision, subject: $subject, reason: $reason) {
            ok ... on Refused { code message } } }";
    let variables = json!({"decision": decision, "subject": subject, "reason": reason});
    caller.ask(document, variables).await["decide"].clone()
}

async fn until(is_so: impl AsyncFn() -> bool) {
    let waiting = async {
        while !is_so().await {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(20), waiting).await.expect("a server acts within seconds");
}

async fn stopped_reason(client: &Client, table: &str) -> Json {
    let document = "query($id: ID!) { table(id: $id) { status stoppedReason } }";
    client.ask(document, json!({ "id": table })).await["table"]["stoppedReason"].clone()
}

#[tokio::test]
async fn operators_see_the_servers_and_stop_and_release_builds_and_tables() {
    let home = home("operations", &[sealed()]);
    let server = Server::start(&home);
    let stranger = server.stranger();
    let (table, players) = begun(&stranger, json!({"sealed": {}}), 2).await;
    let operator = with_role(&home, &server, "Olga", "operator").await;

    let seen = operations(&operator).await;
    let servers = seen["servers"].as_array().unwrap();
    assert_eq!(servers.len(), 1, "{seen}");
    assert_eq!(servers[0]["answers"], true);
    assert_eq!(servers[0]["load"]["tables"], 1, "{seen}");
    let builds = seen["builds"].as_array().unwrap();
    assert_eq!(builds.len(), 1, "{seen}");
    let of_build =
        ["game", "playing", "ended", "quarantine", "isNewest"].map(|key| &builds[0][key]);
    assert_eq!(of_build, [&json!("sealed"), &json!(1), &json!(0), &Json::Null, &json!(true)]);
    assert_eq!(seen["stoppedTables"], json!([]));
    assert_eq!(seen["load"]["tables"], 1, "{seen}");
    assert!(seen["load"]["processMebibytes"].as_u64().unwrap() > 0);
    let build = builds[0]["sha256"].clone();

    let subject = json!(table);
    assert_eq!(decide(&operator, "STOP", &subject, " a look at\tit ").await["ok"], true);
    assert_eq!(decide(&operator, "STOP", &subject, "again").await["code"], "NO_CHANGE");
    let expected = json!("it was stopped: a look at it");
    until(async || stopped_reason(&players[0], &table).await == expected).await;
    let seen = operations(&operator).await;
    let stopped = &seen["stoppedTables"][0];
    assert_eq!([&stopped["tableId"], &stopped["reason"]], [&subject, &json!("a look at it")]);
    assert_eq!([&stopped["isClosing"], &stopped["cause"]], [&json!(false), &json!("DECISION")]);
    assert_eq!(decide(&operator, "REOPEN", &subject, "").await["ok"], true);
    until(async || stopped_reason(&players[0], &table).await == Json::Null).await;

    assert_eq!(decide(&operator, "QUARANTINE", &build, "it is odd").await["ok"], true);
    until(async || stopped_reason(&players[0], &table).await != Json::Null).await;
    let seen = operations(&operator).await;
    assert_eq!(seen["builds"][0]["quarantine"], "it is odd");
    assert_eq!(decide(&operator, "RELEASE", &build, "").await["ok"], true);
    until(async || stopped_reason(&players[0], &table).await == Json::Null).await;

    assert_eq!(decide(&operator, "CLOSE", &subject, "it is late").await["ok"], true);
    until(async || {
        let document = "query($id: ID!) { table(id: $id) { status } }";
        let seen = players[0].ask(document, json!({ "id": table })).await;
        seen["table"]["status"] == "CLOSED"
    })
    .await;
    // That a server has done so is written after the end of the table.
    until(async || operations(&operator).await["decisions"][0]["kind"] == "CLOSED").await;
    let seen = operations(&operator).await;
    let kinds: Vec<_> =
        seen["decisions"].as_array().unwrap().iter().map(|one| one["kind"].clone()).collect();
    assert_eq!(kinds, ["CLOSED", "CLOSE", "RELEASE", "QUARANTINE", "REOPEN", "STOP"]);
    assert_eq!(seen["decisions"][5]["subject"], subject);
    // A server has closed the table; the rest was Olga's.
    assert_eq!(seen["decisions"][0]["by"], Json::Null);
    let olga = json!({"name": "Olga", "standing": "REGISTERED"});
    assert!(seen["decisions"].as_array().unwrap()[1..].iter().all(|one| one["by"] == olga));
}

#[tokio::test]
async fn operators_see_a_table_that_its_build_plays_otherwise_than_it_was_played() {
    let home = home("operations-failure", &[sealed()]);
    let mut server = Server::start(&home);
    let (table, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let operator = with_role(&home, &server, "Olga", "operator").await;
    assert_eq!(server.stop("TERM"), Some(0));
    let journal = Sqlite::open(&home.join("journal.db")).await.unwrap();
    let other = Entry {
        table: table.parse().unwrap(),
        seq: 1,
        seat: Some(Seat(0)),
        key: "forged".to_owned(),
        body: r#"{"steps":[{"bid":{"card":1}}]}"#.to_owned(),
        at_ms: 0,
        digest: "of something else".to_owned(),
        to_act: Seats::NONE,
        ends: false,
    };
    assert!(journal.append(&other, &TableUpdate::default()).await.unwrap());
    journal.close().await;
    server.start_again();
    // Nobody has asked for it yet.
    assert_eq!(operations(&operator).await["stoppedTables"], json!([]));
    assert_ne!(stopped_reason(&players[0], &table).await, Json::Null);
    let seen = operations(&operator).await;
    let stopped = &seen["stoppedTables"][0];
    assert_eq!([&stopped["tableId"], &stopped["cause"]], [&json!(table), &json!("FAILURE")]);
    assert!(stopped["reason"].as_str().unwrap().contains("entry 1"), "{seen}");
    assert_eq!(decide(&operator, "CLOSE", &json!(table), "it is broken").await["ok"], true);
    until(async || operations(&operator).await["stoppedTables"] == json!([])).await;
}

#[tokio::test]
async fn operators_find_players_by_the_beginning_of_their_names_and_tables_by_their_build() {
    let home = home("operations-players", &[sealed()]);
    let server = Server::start(&home);
    let operator = with_role(&home, &server, "Olga", "operator").await;
    let moderator = with_role(&home, &server, "Mo", "moderator").await;
    let (table, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let register = "mutation { register(name: \"Olgun\", password: \"correct horse\") { ok } }";
    assert_eq!(server.stranger().ask(register, json!({})).await["register"]["ok"], true);
    let document = "query($begins: String!, $after: ID, $hasRole: Boolean!) {
        registeredPlayers(first: 2, begins: $begins, after: $after, hasRole: $hasRole) {
            nodes { player { name } role since } pageInfo { hasNextPage endCursor } } }";
    let found = async |caller: &Client, begins: &str, after: Json, has_role: bool| {
        let variables = json!({"begins": begins, "after": after, "hasRole": has_role});
        caller.post(document, variables).await
    };
    let names = |page: &Json| {
        let nodes = page["data"]["registeredPlayers"]["nodes"].as_array().unwrap().iter();
        nodes.map(|one| one["player"]["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let first = found(&operator, "", Json::Null, false).await;
    assert_eq!(names(&first), ["Mo", "Olga"]);
    let page = &first["data"]["registeredPlayers"];
    assert_eq!([&page["nodes"][0]["role"], &page["nodes"][1]["role"]], ["MODERATOR", "OPERATOR"]);
    assert_eq!(page["pageInfo"]["hasNextPage"], true);
    let next = found(&operator, "", page["pageInfo"]["endCursor"].clone(), false).await;
    assert_eq!(names(&next), ["Olgun"]);
    assert_eq!(names(&found(&moderator, "OLG", Json::Null, false).await), ["Olga", "Olgun"]);
    assert_eq!(names(&found(&moderator, "olg", Json::Null, true).await), ["Olga"]);
    let others = found(&players[0], "", Json::Null, false).await;
    assert_eq!(others["errors"][0]["extensions"]["code"], "FORBIDDEN", "{others}");

    let build = operations(&operator).await["builds"][0]["sha256"].clone();
    let tables = async |caller: &Client, build: &Json| {
        let document = "query($build: String!) { tablesOfBuild(build: $build) }";
        caller.post(document, json!({ "build": build })).await
    };
    assert_eq!(tables(&operator, &build).await["data"]["tablesOfBuild"], json!([table]));
    let unknown = tables(&operator, &json!("00".repeat(32))).await;
    assert_eq!(unknown["errors"][0]["extensions"]["code"], "BAD_INPUT", "{unknown}");
    let others = tables(&moderator, &build).await;
    assert_eq!(others["errors"][0]["extensions"]["code"], "FORBIDDEN", "{others}");
}

#[tokio::test]
async fn what_operators_cannot_decide_is_refused_in_words_and_others_see_and_decide_nothing() {
    let home = home("operations-refused", &[sealed()]);
    let server = Server::start(&home);
    let stranger = server.stranger();
    let (table, players) = begun(&stranger, json!({"sealed": {}}), 2).await;
    let operator = with_role(&home, &server, "Olga", "operator").await;
    let moderator = with_role(&home, &server, "Mo", "moderator").await;
    let nothing = json!("00".repeat(32));
    let long = "long ".repeat(41);
    for (decision, subject, reason, code) in [
        ("QUARANTINE", &nothing, "why", "UNKNOWN_BUILD"),
        ("RELEASE", &json!("12"), "", "UNKNOWN_BUILD"),
        ("RELEASE", &json!("+1".repeat(32)), "", "UNKNOWN_BUILD"),
        ("STOP", &json!(uuid::Uuid::nil()), "why", "UNKNOWN_TABLE"),
        ("STOP", &json!("?"), "why", "UNKNOWN_TABLE"),
        ("STOP", &json!(table), &long, "BAD_REASON"),
        ("STOP", &json!(table), "two\nlines", "BAD_REASON"),
        ("REOPEN", &json!(table), "", "NO_CHANGE"),
        ("CLOSED", &json!(table), "", "NO_CHANGE"),
    ] {
        let answer = decide(&operator, decision, subject, reason).await;
        assert_eq!(answer["code"], code, "{decision} {subject}: {answer}");
        assert!(answer["message"].as_str().unwrap().len() > 10);
    }
    for other in [&moderator, &players[0]] {
        let answer = decide(other, "STOP", &json!(table), "mine").await;
        assert_eq!(answer["code"], "NOT_ALLOWED", "{answer}");
        let seen = other.post(OPERATIONS, json!({})).await;
        assert_eq!(seen["data"]["operations"], Json::Null, "{seen}");
        assert_eq!(seen["errors"][0]["extensions"]["code"], "FORBIDDEN", "{seen}");
    }
    let seen = operations(&operator).await;
    assert_eq!([&seen["decisions"], &seen["stoppedTables"]], [&json!([]), &json!([])]);
}
