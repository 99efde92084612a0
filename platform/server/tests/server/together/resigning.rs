//! Resigning.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value as Json, json};

use crate::support::tables::{PLAY, table};
use crate::together::acts::{
    GAMES, Scene, TableListener, a_play, actions, conditions, done, to_act,
};

/// The ranks in the score, by seat.
fn ranks(table: &Json) -> Vec<u64> {
    let seats = table["score"]["seats"].as_array().unwrap();
    seats.iter().map(|seat| seat["rank"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn between_two_resigning_ends_the_game_and_the_one_who_resigned_is_last() {
    for game in GAMES {
        let scene = Scene::set("resigned", game, 2).await;
        let id = &scene.id;
        let mut listener = TableListener::of(&scene.players[0], id, 0).await;
        // Far enough for points in Abyss that only their owner knows.
        let most = if game == "abyss" { 70 } else { 6 };
        let played = scene.play(&mut ChaCha8Rng::seed_from_u64(1), most).await as u64;
        let acting = to_act(&scene.players[0], id).await[0];
        let late = a_play(&scene.players[acting], id, "late").await;
        let acted = scene.act(1, "resign").await;
        assert_eq!(acted, json!({"ok": true, "seq": played + 1, "table": {"status": "OVER"}}));
        assert_eq!(scene.act(1, "resign").await, acted, "sent again, it is done once");
        assert_eq!(scene.act(0, "resign").await["code"], "TABLE_OVER");
        let refused = scene.players[acting].ask(PLAY, late).await;
        assert_eq!(refused["play"]["code"], "TABLE_OVER");

        let standing = scene.standing().await;
        assert_eq!(conditions(&standing), ["PLAYING", "RESIGNED"]);
        assert_eq!(actions(&standing), [("RESIGNED".into(), "PLAYER".into(), json!(1))]);
        let last = standing["entries"]["nodes"].as_array().unwrap().last().unwrap();
        assert_eq!([&last["en"], &last["told"]], [&json!("Player 1 resigns."), &json!([])]);
        assert_eq!(last["fr"], "Player 1 abandonne.");
        assert_eq!(last["at"], standing["endedAt"]);
        assert_eq!([&standing["status"], &standing["closedReason"]], [&json!("OVER"), &Json::Null]);

        let mut scores = Vec::new();
        for client in scene.players.iter().chain([&scene.server.stranger()]) {
            let seen = table(client, id).await;
            assert_eq!(ranks(&seen), [1, 2]);
            assert_eq!([&seen["moves"], &seen["prompt"]], [&json!([]), &Json::Null]);
            assert_eq!([&seen["toAct"], &seen["view"]["toAct"]], [&json!([]), &json!([])]);
            assert_eq!(seen["score"]["isFinal"], true);
            scores.push(seen["score"].clone());
        }
        assert!(scores.iter().all(|score| *score == scores[0]), "{scores:?}");
        let all = "query($id: ID!) { table(id: $id) { snapshot(sight: ALL) { status seq } } }";
        let all = scene.server.stranger().ask(all, json!({ "id": id })).await;
        let over = json!({"status": "OVER", "seq": played + 1});
        assert_eq!(all["table"]["snapshot"], over);

        let heard = listener.rest().await;
        assert_eq!(heard.len() as u64, played + 1);
        assert_eq!(heard.last().unwrap()["entry"]["action"], "RESIGNED");
        assert_eq!(heard.last().unwrap()["table"]["status"], "OVER");
    }
}

#[tokio::test]
async fn among_four_a_stand_in_plays_on_until_one_is_left() {
    let scene = Scene::set("among-four", "abyss", 4).await;
    let (id, players) = (&scene.id, &scene.players);
    let mut listener = TableListener::of(&scene.server.stranger(), id, 0).await;
    let mut dice = ChaCha8Rng::seed_from_u64(2);
    for gone in 0..3_usize {
        let seq = done(&players[gone], id, "resign").await;
        let heard = listener.hear_of(|update| update["seq"] == json!(seq)).await;
        assert_eq!(heard["entry"]["action"], "RESIGNED");
        if gone == 2 {
            assert_eq!(heard["table"]["status"], "OVER");
            break;
        }
        assert_eq!(heard["table"]["seats"][gone]["condition"], "RESIGNED");
        assert_eq!(scene.act(gone, "comeBack").await["code"], "RESIGNED");
        assert_eq!(scene.act(gone, "propose(proposal: PAUSE)").await["code"], "RESIGNED");
        // The players who are left play on, and so does the stand-in, for two rounds.
        for _ in 0..8 {
            loop {
                let acting = to_act(&players[3], id).await;
                if let Some(&acting) = acting.iter().find(|&&seat| seat > gone) {
                    let key = dice.random::<u64>().to_string();
                    let play = a_play(&players[acting], id, &key).await;
                    let played = players[acting].ask(PLAY, play).await;
                    assert_eq!(played["play"]["ok"], true, "{played}");
                    break;
                }
                listener.hear().await.unwrap();
            }
        }
    }
    assert_eq!(scene.play(&mut dice, 1).await, 0);
    let over = table(&players[0], id).await;
    assert_eq!([&over["status"], &over["score"]["isFinal"]], [&json!("OVER"), &json!(true)]);
    let ranks = ranks(&over);
    assert_eq!((ranks[3], *ranks[..3].iter().min().unwrap()), (1, 2), "{ranks:?}");
    let document = "query($id: ID!, $after: ID) { table(id: $id) { entries(first: 100, after: $after) { \
        nodes { seq seat by action } pageInfo { hasNextPage endCursor } } } }";
    let (mut after, mut gone, mut stood_in) = (Json::Null, Vec::new(), 0);
    loop {
        let page = players[0].ask(document, json!({ "id": id, "after": after })).await;
        let page = &page["table"]["entries"];
        for entry in page["nodes"].as_array().unwrap() {
            if entry["action"] == "RESIGNED" {
                gone.push(entry["seat"].clone());
                continue;
            }
            assert_eq!(entry["action"], "PLAYED");
            let is_gone = gone.contains(&entry["seat"]);
            assert_eq!(entry["by"], if is_gone { "STAND_IN" } else { "PLAYER" });
            stood_in += usize::from(is_gone);
        }
        after = page["pageInfo"]["endCursor"].clone();
        if page["pageInfo"]["hasNextPage"] == false {
            break;
        }
    }
    assert_eq!((gone, stood_in > 2), (vec![json!(0), json!(1), json!(2)], true));
}
