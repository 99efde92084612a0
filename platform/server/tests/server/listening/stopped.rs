//! A table whose journal does not fit its game.

use gueridon_game::{Seat, Seats};
use gueridon_journal::{Entry, Journal, TableUpdate};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::listening::stage::{Short, Stage, after, one_step, update};
use crate::support::tables::{PLAY, begun, play, table};

const LISTEN: &str = "subscription($id: ID!, $after: Int!) { table(id: $id, after: $after) \
    { seq entry { seq } table { status stoppedReason toAct view { toAct } seats { player { name } } } } }";

const ABOUT: &str = "query($id: ID!) { table(id: $id) { id status stoppedReason seat seq since \
    options seats { number player { name } } } }";

/// An entry that the game does not accept.
fn forged(id: &str, seq: u64) -> Entry {
    Entry {
        table: id.parse().unwrap(),
        seq,
        seat: Some(Seat(0)),
        key: "forged".to_owned(),
        body: r#"{"steps":[{"bid":{"card":1}}]}"#.to_owned(),
        digest: "of something else".to_owned(),
        at_ms: 0,
        to_act: Seats::NONE,
        ends: false,
    }
}

#[tokio::test]
async fn a_stopped_table_says_so_and_why_and_the_others_go_on() {
    let stage = Stage::set(Short::default()).await;
    let stranger = stage.stranger();
    let (id, players) = begun(&stranger, json!({"sealed": {}}), 2).await;
    let (other, others) = begun(&stranger, json!({"sealed": {}}), 2).await;
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    assert!(one_step(&players, &id, &mut dice).await);
    let mut socket = players[1].socket().await;
    socket.subscribe("1", LISTEN, after(&id, 1)).await;
    assert_eq!(update(&mut socket).await["table"]["status"], "PLAYING");
    // So is who hears what is said there: the table may go on, which a new subscription finds out.
    let mut hearing = players[0].socket().await;
    let messages = "subscription($id: ID!, $after: Int!) { table(id: $id, after: $after, messages: true) \
        { seq entry { seq } message { text } table { stoppedReason } } }";
    hearing.subscribe("1", messages, after(&id, 1)).await;
    assert_eq!(update(&mut hearing).await["table"]["stoppedReason"], Json::Null);
    let mut beside = others[0].socket().await;
    beside.subscribe("1", LISTEN, after(&other, 0)).await;
    update(&mut beside).await;

    let before = table(&players[1], &id).await;
    assert!(stage.journal.append(&forged(&id, 2), &TableUpdate::default()).await.unwrap());
    let step = &before["moves"][0]["move"];
    let send = json!({"table": id, "since": before["since"], "key": "k", "steps": [step]});
    let refused = players[1].ask(PLAY, send).await["play"].clone();
    assert_eq!([&refused["ok"], &refused["code"]], [&json!(false), &json!("TABLE_STOPPED")]);
    let message = refused["message"].as_str().unwrap();

    let about = players[1].ask(ABOUT, json!({ "id": id })).await["table"].clone();
    assert_eq!(about["status"], "PLAYING", "as the journal has it");
    let reason = about["stoppedReason"].as_str().unwrap();
    assert!(reason.contains("entry 2"), "{reason}");
    assert!(message.contains(reason), "{message}");
    assert_eq!(
        [&about["seat"], &about["seats"][0]["player"]["name"]],
        [&json!(1), &json!("Player 0")]
    );
    // What was seen last is shown, and nobody is to act.
    let view = "query($id: ID!) { table(id: $id) { view { __typename toAct } toAct } }";
    let view = players[1].post(view, json!({ "id": id })).await;
    let seen = json!({"view": {"__typename": "SealedView", "toAct": []}, "toAct": []});
    assert_eq!(view["data"]["table"], seen);

    // Subscribers are told, and then their stream ends.
    let frame = socket.next().await.unwrap();
    let told = &frame["payload"]["data"]["table"];
    assert_eq!([&told["seq"], &told["entry"]], [&json!(1), &Json::Null], "{frame}");
    assert_eq!(told["table"]["status"], "PLAYING");
    assert_eq!(told["table"]["stoppedReason"], reason);
    assert_eq!(socket.next().await, Some(json!({"id": "1", "type": "complete"})));
    assert_eq!(update(&mut hearing).await["table"]["stoppedReason"], reason);
    assert_eq!(hearing.next().await, Some(json!({"id": "1", "type": "complete"})));
    // So are new subscribers.
    let mut late = stranger.socket().await;
    let document = "subscription($id: ID!) { table(id: $id) { seq entry { seq } \
                    table { status stoppedReason } } }";
    late.subscribe("1", document, json!({ "id": id })).await;
    let first = update(&mut late).await;
    assert_eq!(first["table"], json!({"status": "PLAYING", "stoppedReason": reason}));

    // A list says nothing else, and neither does a look back.
    let listed = "{ tables { nodes { id status stoppedReason } } }";
    let listed = stranger.ask(listed, json!({})).await["tables"]["nodes"].clone();
    let expected = json!({"id": id, "status": "PLAYING", "stoppedReason": reason});
    assert!(listed.as_array().unwrap().contains(&expected), "{listed}");
    let then = "query($id: ID!) { table(id: $id) { snapshot(at: 0) { seq } } }";
    let then = stranger.ask(then, json!({ "id": id })).await;
    assert_eq!(then["table"]["snapshot"], Json::Null);

    play(&others, &other, &mut dice, usize::MAX).await;
    let last = table(&others[1], &other).await;
    assert_eq!(last["status"], "OVER");
    for seq in 1..=last["seq"].as_u64().unwrap() {
        assert_eq!(update(&mut beside).await["entry"]["seq"], seq);
    }
    assert_eq!(beside.next().await.unwrap()["type"], "complete");
}
