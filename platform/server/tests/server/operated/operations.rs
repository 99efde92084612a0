//! What operators see and decide through the API.

use std::time::Duration;

use serde_json::{Value as Json, json};
use tokio::time::{sleep, timeout};

use crate::requests::sealed;
use crate::support::people::with_role;
use crate::support::server::{Client, Server, home};
use crate::support::tables::begun;

const OPERATIONS: &str = "{ operations {
    servers { name lastSeen answers }
    builds { sha256 game firstUsed playing ended quarantine isNewest }
    stoppedTables { tableId reason since isClosing }
    decisions { at kind subject reason }
    load { tables tableMebibytes processMebibytes plays } } }";

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
    assert_eq!(stopped["isClosing"], false);
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
    let seen = operations(&operator).await;
    let kinds: Vec<_> =
        seen["decisions"].as_array().unwrap().iter().map(|one| one["kind"].clone()).collect();
    assert_eq!(kinds, ["CLOSED", "CLOSE", "RELEASE", "QUARANTINE", "REOPEN", "STOP"]);
    assert_eq!(seen["decisions"][5]["subject"], subject);
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
