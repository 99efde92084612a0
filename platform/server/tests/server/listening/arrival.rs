//! A game, or a later build of one, that comes while others are played, to a real server.

use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::listening::stage::{after, one_step, update};
use crate::support::server::{Client, Server, home, module};
use crate::support::tables::{begun, opened, play, table};
use crate::together::acts::act;

const LISTEN: &str = "subscription($id: ID!, $after: Int!) { table(id: $id, after: $after) \
    { seq entry { seq } table { view { toAct ... on SealedView { seats { cards } } } } } }";

#[tokio::test]
async fn subscriptions_go_on_when_a_game_comes_and_new_requests_see_it() {
    let sealed = module("libsealed.so");
    let abyss = module("libabyss.so");
    let home = home("arrival", &[sealed]);
    let server = Server::start(&home);
    let stranger = server.stranger();
    let (id, players) = begun(&stranger, json!({"sealed": {}}), 2).await;
    let mut dice = ChaCha8Rng::seed_from_u64(5);
    let mut socket = players[0].socket().await;
    socket.subscribe("1", LISTEN, after(&id, 0)).await;
    update(&mut socket).await;
    assert!(one_step(&players, &id, &mut dice).await);
    assert_eq!(update(&mut socket).await["seq"], 1);

    std::fs::copy(abyss, home.join("libabyss.part")).unwrap();
    std::fs::rename(home.join("libabyss.part"), home.join("modules/libabyss.so")).unwrap();
    let both = json!({"games": [{"id": "abyss"}, {"id": "sealed"}]});
    let mut looks = 0;
    while stranger.ask("{ games { id } }", json!({})).await != both {
        looks += 1;
        assert!(looks < 600, "the game was not served within a minute");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let (deep, divers) = begun(&stranger, json!({"abyss": {}}), 2).await;
    // The same socket listens to both, each through the schema of its time.
    let document = "subscription($id: ID!) { table(id: $id) \
                    { seq table { view { ... on AbyssView { players { pearls } } } } } }";
    socket.subscribe("2", document, json!({ "id": deep })).await;
    let frame = socket.next().await.unwrap();
    assert_eq!(frame["id"], "2", "{frame}");
    let view = &frame["payload"]["data"]["table"]["table"]["view"];
    assert_eq!(view["players"].as_array().unwrap().len(), 2, "{frame}");
    assert!(one_step(&divers, &deep, &mut dice).await);
    let frame = socket.next().await.unwrap();
    assert_eq!([&frame["id"], &frame["payload"]["data"]["table"]["seq"]], [&json!("2"), &json!(1)]);
    socket.send(json!({"id": "2", "type": "complete"})).await;

    play(&players, &id, &mut dice, usize::MAX).await;
    let last = table(&players[1], &id).await["seq"].as_u64().unwrap();
    for seq in 2..=last {
        let update = update(&mut socket).await;
        assert_eq!(update["entry"]["seq"], seq);
        assert!(update["table"]["view"]["seats"].is_array(), "{update}");
    }
    assert_eq!(socket.next().await, Some(json!({"id": "1", "type": "complete"})));
}

/// The version of the rules of a table, and of its game.
async fn rules(client: &Client, id: &str) -> [Json; 2] {
    let document = "query($id: ID!) { table(id: $id) { rulesVersion game { rulesVersion } } }";
    let table = client.ask(document, json!({ "id": id })).await["table"].clone();
    [table["rulesVersion"].clone(), table["game"]["rulesVersion"].clone()]
}

/// The version of the rules of a table in the list.
async fn listed_rules(client: &Client, id: &str) -> Json {
    let listed = client.ask("{ tables { nodes { id rulesVersion } } }", json!({})).await;
    let nodes = listed["tables"]["nodes"].as_array().unwrap();
    nodes.iter().find(|node| node["id"] == id).unwrap()["rulesVersion"].clone()
}

#[tokio::test]
async fn a_table_says_the_rules_of_the_build_it_began_with_and_a_list_opens_no_build() {
    let home = home("revised", &[module("libtwin_one.so")]);
    let mut server = Server::start(&home);
    let stranger = server.stranger();
    let (old, players) = begun(&stranger, json!({"twinOne": {}}), 1).await;
    assert_eq!(rules(&stranger, &old).await, [1, 1]);
    assert_eq!(act(&players[0], &old, "resign").await["table"]["status"], "OVER");

    std::fs::copy(module("libtwin_one_revised.so"), home.join("revised.part")).unwrap();
    std::fs::rename(home.join("revised.part"), home.join("modules/libtwin_one.so")).unwrap();
    let revised = json!({"games": [{"rulesVersion": 2}]});
    let mut looks = 0;
    while stranger.ask("{ games { rulesVersion } }", json!({})).await != revised {
        looks += 1;
        assert!(looks < 600, "the build was not served within a minute");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(rules(&stranger, &old).await, [1, 2]);
    let open = opened(&players[0], json!({"twinOne": {}}), 1).await;
    assert_eq!(rules(&stranger, &open).await, [Json::Null, json!(2)]);
    let (new, _) = begun(&stranger, json!({"twinOne": {}}), 1).await;
    assert_eq!(rules(&stranger, &new).await, [2, 2]);
    assert_eq!(listed_rules(&stranger, &old).await, 1);

    // Then the old build is in the journal only.
    server.stop_and_start();
    let stranger = server.stranger();
    assert_eq!(listed_rules(&stranger, &new).await, 2);
    assert_eq!(listed_rules(&stranger, &old).await, Json::Null);
    assert_eq!(rules(&stranger, &old).await, [1, 2]);
    assert_eq!(listed_rules(&stranger, &old).await, 1);
}
