//! Undoing.

use futures_util::future::join;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value as Json, json};

use crate::support::tables::{PLAY, table};
use crate::together::acts::{GAMES, Scene, TableListener, a_play, act, done, to_act};

/// A step of a seat that is to act: one of these if it is legal, otherwise any.
async fn one_step(scene: &Scene, dice: &mut ChaCha8Rng, rather: &[&str]) -> (usize, u64) {
    let seat = to_act(&scene.players[0], &scene.id).await[0];
    let asked = table(&scene.players[seat], &scene.id).await;
    let moves = asked["moves"].as_array().unwrap();
    let is_rather = |step: &&Json| {
        let of_game = step["move"].as_object().unwrap().values().next().unwrap();
        rather.iter().any(|name| of_game.get(*name).is_some())
    };
    let any = &moves[dice.random_range(0..moves.len())];
    let step = &moves.iter().find(is_rather).unwrap_or(any)["move"];
    let key = dice.random::<u64>().to_string();
    let play = json!({"table": scene.id, "since": asked["since"], "key": key, "steps": [step]});
    let played = scene.players[seat].ask(PLAY, play).await;
    (seat, played["play"]["seq"].as_u64().unwrap_or_else(|| panic!("{played}")))
}

/// Checks that everybody sees what they saw before, and that `since` has changed.
async fn is_as_before(scene: &Scene, before: &[Json], undone: u64, by: u64) {
    assert_eq!(scene.seen().await, before);
    for client in &scene.players {
        let now = table(client, &scene.id).await;
        assert_eq!([&now["since"], &now["seq"]], [&json!(by), &json!(by)]);
    }
    let standing = scene.standing().await;
    let entries = standing["entries"]["nodes"].as_array().unwrap();
    if let Some(entry) = entries.iter().find(|entry| entry["seq"] == json!(undone)) {
        assert_eq!([&entry["undoneBy"], &entry["told"]], [&json!(by), &json!([])]);
    }
}

#[tokio::test]
async fn a_step_that_revealed_nothing_is_undone_freely_and_any_other_by_consent() {
    for game in GAMES {
        let scene = Scene::set("undone", game, 3).await;
        let id = &scene.id;
        let mut listener = TableListener::of(&scene.server.stranger(), id, 0).await;
        let mut dice = ChaCha8Rng::seed_from_u64(5);
        let (mut granted, mut revealed) = (0, 0);
        // Fewer plays than any game has.
        for _ in 0..9 {
            let before = scene.seen().await;
            let (seat, entry) = one_step(&scene, &mut dice, &["decline", "buy"]).await;
            let other = (seat + 1) % 3;
            let undo = format!("undo(entry: {entry})");
            assert_eq!(scene.act(other, &undo).await["code"], "NOT_LAST");
            let acted = scene.act(seat, &undo).await;
            let by = if acted["ok"] == true {
                granted += 1;
                acted["seq"].as_u64().unwrap()
            } else {
                assert_eq!(acted["code"], "REVEALED");
                revealed += 1;
                let ask = format!("propose(proposal: UNDO, entry: {entry})");
                assert_eq!(scene.act(other, &ask).await["code"], "NOT_LAST");
                let asked = done(&scene.players[seat], id, &ask).await;
                assert_eq!(
                    scene.standing().await["proposal"],
                    json!({"entry": asked, "seat": seat, "kind": "UNDO", "undoes": entry, "agreed": [seat]})
                );
                let agree = format!("agree(proposal: {asked})");
                done(&scene.players[other], id, &agree).await;
                assert_ne!(scene.seen().await, before, "not all have agreed");
                done(&scene.players[(seat + 2) % 3], id, &agree).await
            };
            let heard = listener.hear_of(|update| update["seq"] == json!(by)).await;
            let action = if acted["ok"] == true { "UNDONE" } else { "AGREED" };
            assert_eq!(heard["entry"]["action"], action);
            assert_eq!(heard["table"]["proposal"], Json::Null);
            is_as_before(&scene, &before, entry, by).await;
            // An undone entry cannot be undone again, but a retry gets the same answer.
            assert_eq!(scene.act(other, &undo).await["code"], "NOT_LAST");
            if acted["ok"] == true {
                assert_eq!(scene.act(seat, &undo).await, acted);
            }
            // In Abyss the first card that turns up makes the others an offer.
            one_step(&scene, &mut dice, &["explore"]).await;
        }
        assert!(revealed > 0, "{game}: {granted} were granted, {revealed} had revealed something");
        assert!(granted > 0 || game != "abyss", "none of {revealed} was granted");
    }
}

#[tokio::test]
async fn a_play_ends_the_proposal_to_undo_an_earlier_one() {
    let scene = Scene::set("between", "abyss", 2).await;
    let id = &scene.id;
    let mut dice = ChaCha8Rng::seed_from_u64(6);
    let (seat, entry) = one_step(&scene, &mut dice, &["explore"]).await;
    let ask = format!("propose(proposal: UNDO, entry: {entry})");
    let asked = done(&scene.players[seat], id, &ask).await;
    one_step(&scene, &mut dice, &[]).await;
    assert_eq!(scene.standing().await["proposal"], Json::Null);
    let agree = format!("agree(proposal: {asked})");
    assert_eq!(scene.act(1 - seat, &agree).await["code"], "NOT_PROPOSED");
    assert_eq!(scene.act(seat, &format!("undo(entry: {entry})")).await["code"], "NOT_LAST");
}

#[tokio::test]
async fn an_entry_undone_twice_at_once_is_undone_once() {
    let scene = Scene::set("twice", "abyss", 2).await;
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    // Whether or not somebody buys, nothing new is revealed.
    let mut undone = 0;
    for _ in 0..40 {
        let (seat, entry) = one_step(&scene, &mut dice, &["decline", "buy"]).await;
        let undo = format!("undo(entry: {entry})");
        let (one, other) = (&scene.players[seat], scene.players[seat].clone());
        let both = join(act(one, &scene.id, &undo), act(&other, &scene.id, &undo)).await;
        assert_eq!(both.0, both.1);
        if both.0["ok"] == true {
            undone += 1;
            assert_eq!(both.0["seq"], json!(entry + 1), "one entry, and no more");
            assert_eq!(scene.standing().await["seq"], json!(entry + 1));
        }
        if undone == 3 {
            return;
        }
        if both.0["ok"] == true {
            one_step(&scene, &mut dice, &[]).await;
        }
    }
    panic!("only {undone} were granted");
}

#[tokio::test]
async fn of_an_undo_and_a_play_at_the_same_time_one_counts() {
    let scene = Scene::set("at-once", "abyss", 2).await;
    let (id, mut dice) = (&scene.id, ChaCha8Rng::seed_from_u64(8));
    let mut tried = 0;
    for _ in 0..200 {
        let (seat, entry) = one_step(&scene, &mut dice, &["decline", "buy", "explore"]).await;
        let other = 1 - seat;
        if to_act(&scene.players[0], id).await != [other] {
            continue;
        }
        let play = a_play(&scene.players[other], id, &format!("at once {entry}")).await;
        let undo = format!("undo(entry: {entry})");
        let undoing = act(&scene.players[seat], id, &undo);
        let both = join(undoing, scene.players[other].ask(PLAY, play)).await;
        let (undone, played) = (both.0, both.1["play"].clone());
        match (undone["ok"] == true, played["ok"] == true) {
            (true, false) => assert!(
                ["STALE", "NOT_YOUR_TURN"].contains(&played["code"].as_str().unwrap()),
                "{played}"
            ),
            (false, true) => assert!(
                ["NOT_LAST", "REVEALED"].contains(&undone["code"].as_str().unwrap()),
                "{undone}"
            ),
            _ => panic!("{undone} {played}"),
        }
        assert_eq!(table(&scene.players[0], id).await["seq"], json!(entry + 1));
        tried += 1;
        if tried == 15 {
            return;
        }
    }
    panic!("only {tried} were tried");
}
