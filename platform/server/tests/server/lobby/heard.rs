//! Subscriptions to lists of tables, and the list of one's own.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::lobby::{does, id_of, open, served};
use crate::support::server::{Client, Socket};
use crate::support::tables::step;
use crate::together::acts::act;

const LISTEN: &str = "subscription($mine: Boolean, $playing: Boolean, $game: ID) { \
    tables(mine: $mine, playing: $playing, game: $game) { tableId table { id status seats { number player { name } } } } }";

/// Listens to a list that these arguments choose.
async fn listening(client: &Client, mut list: Json) -> Socket {
    let mut socket = client.socket().await;
    list["game"] = json!("sealed");
    socket.subscribe("t", LISTEN, list).await;
    assert_eq!(update(&mut socket).await, json!({"tableId": null, "table": null}));
    socket
}

async fn update(socket: &mut Socket) -> Json {
    let frame = socket.next().await.expect("the socket stays open");
    assert_eq!(frame["type"], "next", "{frame}");
    assert!(frame["payload"].get("errors").is_none(), "{frame}");
    frame["payload"]["data"]["tables"].clone()
}

/// Reads until an update is as expected.
async fn until(socket: &mut Socket, holds: impl Fn(&Json) -> bool) -> Json {
    loop {
        let update = update(socket).await;
        if holds(&update) {
            return update;
        }
    }
}

#[tokio::test]
async fn the_lobby_is_told_as_tables_open_fill_and_begin() {
    let server = served("lobby-heard");
    let (ada, bo) = (server.player("Ada").await, server.player("Bo").await);
    let mut lobby = listening(&server.stranger(), json!({})).await;
    let mut own = listening(&bo, json!({"mine": true})).await;
    let hidden = open(&ada, "{visibility: PRIVATE}").await;
    let id = open(&ada, "{startsWhenFull: true}").await;
    let first = update(&mut lobby).await;
    assert_eq!(first["tableId"], json!(id));
    does(&ada, &format!("sit(table: \"{id}\")")).await;
    let sat = |update: &Json| update["table"]["seats"][0]["player"]["name"] == "Ada";
    assert_eq!(until(&mut lobby, sat).await["table"]["status"], "OPEN");
    let bos = id_of(&bo).await;
    does(&ada, &format!("invite(table: \"{id}\", player: \"{bos}\")")).await;
    assert_eq!(update(&mut own).await["table"]["status"], "OPEN");
    does(&bo, &format!("sit(table: \"{id}\")")).await;
    let gone = until(&mut lobby, |update| update["table"].is_null()).await;
    assert_eq!(gone["tableId"], json!(id));
    until(&mut own, |update| update["table"]["status"] == "PLAYING").await;
    assert_ne!(hidden, id);

    let mut dice = ChaCha8Rng::seed_from_u64(1);
    for player in [&bo, &ada] {
        assert!(step(player, &id, &mut dice, "k").await);
    }
    until(&mut own, |update| update["table"]["status"] == "OVER").await;

    let mut nobody = server.stranger().socket().await;
    nobody.subscribe("t", LISTEN, json!({"mine": true})).await;
    let frame = nobody.next().await.unwrap();
    assert_eq!(frame["payload"][0]["extensions"]["code"], "UNAUTHENTICATED", "{frame}");
}

#[tokio::test]
async fn the_lobby_is_told_when_games_begin_and_end_however_they_end() {
    let server = served("lobby-playing");
    let (ada, bo) = (server.player("Ada").await, server.player("Bo").await);
    let mut lobby = listening(&server.stranger(), json!({"playing": true})).await;
    let bos = id_of(&bo).await;
    let begun = async |settings: &str| {
        let id = open(&ada, settings).await;
        does(&ada, &format!("invite(table: \"{id}\", player: \"{bos}\")")).await;
        for player in [&ada, &bo] {
            does(player, &format!("sit(table: \"{id}\")")).await;
        }
        id
    };
    let is = |update: &Json, id: &str, status: &str| {
        update["tableId"] == id && update["table"]["status"] == status
    };
    let has_left = |update: &Json, id: &str| update["tableId"] == id && update["table"].is_null();

    let finished = begun("{startsWhenFull: true}").await;
    until(&mut lobby, |update| is(update, &finished, "PLAYING")).await;
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    for player in [&ada, &bo] {
        assert!(step(player, &finished, &mut dice, "k").await);
    }
    until(&mut lobby, |update| has_left(update, &finished)).await;

    let aborted = begun("{startsWhenFull: true}").await;
    until(&mut lobby, |update| is(update, &aborted, "PLAYING")).await;
    let asked = act(&ada, &aborted, "propose(proposal: ABORT)").await;
    act(&bo, &aborted, &format!("agree(proposal: {})", asked["seq"])).await;
    until(&mut lobby, |update| has_left(update, &aborted)).await;

    let closed = open(&ada, "{}").await;
    until(&mut lobby, |update| is(update, &closed, "OPEN")).await;
    // Private tables are not announced, neither their start nor their end.
    let hidden = begun("{startsWhenFull: true, visibility: PRIVATE}").await;
    act(&bo, &hidden, "resign").await;
    does(&ada, &format!("closeTable(table: \"{closed}\")")).await;
    until(&mut lobby, |update| {
        assert_eq!(update["tableId"], json!(closed));
        update["table"].is_null()
    })
    .await;
}

#[tokio::test]
async fn own_tables_are_listed_with_those_first_at_which_it_is_the_players_turn() {
    let server = served("lobby-mine");
    let (ada, bo) = (server.player("Ada").await, server.player("Bo").await);
    let mut ids = Vec::new();
    for _ in 0..3 {
        let id = open(&ada, "{startsWhenFull: true}").await;
        does(&ada, &format!("sit(table: \"{id}\")")).await;
        ids.push(id);
    }
    // The oldest is played, and Ada is to act there.
    does(&bo, &format!("sit(table: \"{}\")", ids[0])).await;
    let page = async |after: Json| {
        let asked = "query($after: ID) { myTables(first: 2, after: $after) \
                     { nodes { id status } edges { cursor } pageInfo { hasNextPage endCursor } } }";
        ada.ask(asked, json!({ "after": after })).await["myTables"].clone()
    };
    let first = page(Json::Null).await;
    let expected = json!([{"id": ids[0], "status": "PLAYING"}, {"id": ids[2], "status": "OPEN"}]);
    assert_eq!(first["nodes"], expected);
    assert_eq!(first["pageInfo"]["hasNextPage"], true);
    let second = page(first["pageInfo"]["endCursor"].clone()).await;
    assert_eq!(second["nodes"], json!([{"id": ids[1], "status": "OPEN"}]));
    assert_eq!(second["pageInfo"]["hasNextPage"], false);
    assert!(step(&ada, &ids[0], &mut ChaCha8Rng::seed_from_u64(1), "k").await);
    assert_eq!(page(Json::Null).await["nodes"][0]["id"], json!(ids[2]));
    for cursor in ["", "x", "é", "tx"] {
        let asked = "query($after: ID) { myTables(after: $after) { nodes { id } } }";
        let answer = ada.post(asked, json!({ "after": cursor })).await;
        assert_eq!(answer["errors"][0]["extensions"]["code"], "BAD_INPUT", "{answer}");
    }
}
