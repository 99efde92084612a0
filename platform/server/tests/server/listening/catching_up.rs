//! What a late subscriber is sent.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::play::listeners::Documents;
use crate::support::server::{Server, home, module};
use crate::support::tables::{begun, play};

#[tokio::test]
async fn a_finished_game_is_told_without_the_same_table_again_and_again() {
    let abyss = module("libabyss.so");
    let server = Server::start(&home("catching-up", &[abyss]));
    let (id, players) = begun(&server.stranger(), json!({"abyss": {}}), 2).await;
    let steps = play(&players, &id, &mut ChaCha8Rng::seed_from_u64(3), 60).await;
    let documents = Documents::of(&server, "abyss").await;
    let mut socket = players[0].socket().await;
    socket.subscribe("1", &documents.listen, json!({ "id": id, "after": 0 })).await;
    let (mut entries, mut tables) = (0, 0);
    for update in 0..=steps {
        let text = socket.text_or_close().await.unwrap();
        let frame: Json = serde_json::from_str(&text).unwrap();
        let told = &frame["payload"]["data"]["table"];
        let has_table = update == 0 || update == steps;
        assert_eq!(told["table"].is_null(), !has_table, "{frame}");
        *(if has_table { &mut tables } else { &mut entries }) += text.len();
    }
    // With the table, each update would be as long as these two.
    let (entry, table) = (entries / (steps - 1), tables / 2);
    assert!(entry * 3 < table, "{entry} bytes for an entry, {table} with the table");
    // From then on every entry brings its table.
    play(&players, &id, &mut ChaCha8Rng::seed_from_u64(4), 1).await;
    let frame = socket.next().await.unwrap();
    assert_eq!(frame["payload"]["data"]["table"]["table"]["seq"], steps + 1, "{frame}");
}
