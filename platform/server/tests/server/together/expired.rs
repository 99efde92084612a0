//! Abandoned tables, before and after they have begun.

use gueridon_host::host::OpenTable;
use gueridon_journal::TableSettings;
use serde_json::{Value as Json, json};

use crate::together::acts::{TableListener, act, standing};
use crate::together::stage::{Stage, quick};

const SIT: &str = "mutation($id: ID!) { sit(table: $id) { ok ... on Refused { code } } }";

#[tokio::test]
async fn a_table_that_is_not_begun_in_a_day_is_closed_and_says_so() {
    let stage = Stage::set("expired", quick()).await;
    let player = stage.stranger().player("Ada").await;
    let me = player.ask("{ me { id } }", json!({})).await;
    let me = me["me"]["id"].as_str().unwrap().parse().unwrap();
    let id =
        stage.host.lobby().open(me, OpenTable::of("abyss", None, 2)).await.unwrap().to_string();
    assert_eq!(player.ask(SIT, json!({ "id": id })).await["sit"]["ok"], true);
    let mut listener = TableListener::of(&player, &id, 0).await;
    stage.pass(24 * 60 * 60);
    let heard = listener.rest().await;
    let last = heard.last().unwrap();
    assert_eq!([&last["entry"], &last["table"]["closedReason"]], [&Json::Null, &json!("EXPIRED")]);
    let closed = standing(&stage.stranger(), &id).await;
    assert_eq!([&closed["status"], &closed["closedReason"]], ["CLOSED", "EXPIRED"]);
    assert_eq!(closed["endedAt"], "2026-01-02T12:00:00.000Z");
    assert_eq!(closed["seats"][0]["en"], "Ada");
    assert_eq!([&closed["seats"][0]["condition"], &closed["seats"][1]["en"]], [&Json::Null; 2]);
    assert_eq!(closed["entries"]["nodes"], json!([]));
    assert_eq!(act(&player, &id, "resign").await["code"], "TABLE_CLOSED");
    let late = stage.stranger().player("Bo").await.ask(SIT, json!({ "id": id })).await;
    assert_eq!(late["sit"]["code"], "TABLE_CLOSED");
    assert_eq!(TableListener::of(&player, &id, 0).await.hear().await, None);
}

#[tokio::test]
async fn an_abandoned_game_is_closed_unless_somebody_comes_back() {
    let stage = Stage::set("left", quick()).await;
    let (id, players) = stage.begun(TableSettings::default(), 2, 0).await;
    let mut listener = TableListener::of(&players[0], &id, 0).await;
    let mut lobby = stage.stranger().socket().await;
    let document = "subscription { tables(playing: true) { tableId table { status } } }";
    lobby.subscribe("l", document, json!({})).await;
    let first = lobby.next().await.unwrap();
    assert_eq!(first["payload"]["data"]["tables"]["tableId"], Json::Null, "{first}");
    let table = id.parse().unwrap();
    stage.pass(60);
    let asked = act(&players[1], &id, "propose(proposal: PAUSE)").await;
    let now_ms = stage.clock.now_ms();
    assert!(!stage.host.tables().expire(table, now_ms - 1).await.unwrap());
    assert!(stage.host.tables().expire(table, now_ms).await.unwrap());
    assert!(!stage.host.tables().expire(table, now_ms).await.unwrap(), "once is enough");
    let heard = listener.rest().await;
    let last = &heard.last().unwrap();
    assert_eq!(last["entry"]["seq"], json!(asked["seq"].as_u64().unwrap() + 1));
    assert_eq!([&last["entry"]["action"], &last["entry"]["by"]], ["CLOSED", "HOST"]);
    assert_eq!(
        [&last["entry"]["seat"], &last["table"]["closedReason"]],
        [&Json::Null, &json!("EXPIRED")]
    );
    let gone = lobby.next().await.unwrap();
    let expected = json!({"tableId": id, "table": null});
    assert_eq!(gone["payload"]["data"]["tables"], expected, "{gone}");
}
