//! Idle WebSockets.

use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::json;

use crate::listening::stage::{Short, Stage, after, one_step, update};
use crate::support::tables::begun;

const LISTEN: &str = "subscription($id: ID!, $after: Int!) { table(id: $id, after: $after) \
                      { seq entry { seq } } }";

#[tokio::test]
async fn an_idle_socket_is_closed_but_not_during_an_operation() {
    let short = Short { idle: Duration::from_millis(300), ..Short::default() };
    let stage = Stage::set(short).await;
    let (id, players) = begun(&stage.stranger(), json!({"sealed": {}}), 2).await;
    let mut listening = players[0].socket().await;
    listening.subscribe("1", LISTEN, after(&id, 0)).await;
    update(&mut listening).await;
    let mut silent = players[0].socket().await;
    let mut asking = players[1].socket().await;
    asking.subscribe("q", "{ me { name } }", json!({})).await;
    assert_eq!(asking.next().await.unwrap()["type"], "next");
    assert_eq!(asking.next().await, Some(json!({"id": "q", "type": "complete"})));
    for socket in [&mut silent, &mut asking] {
        assert_eq!(socket.next_or_close().await, Err(Some(1000)));
    }
    // The subscriber has sent nothing for even longer.
    assert!(one_step(&players, &id, &mut ChaCha8Rng::seed_from_u64(1)).await);
    assert_eq!(update(&mut listening).await, json!({"seq": 1, "entry": {"seq": 1}}));
    listening.send(json!({"id": "1", "type": "complete"})).await;
    assert_eq!(listening.next_or_close().await, Err(Some(1000)));
}
