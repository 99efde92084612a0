//! Proposals: a pause, its end, and ending the game without a result.

use futures_util::future::join;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::support::tables::{PLAY, table};
use crate::together::acts::{GAMES, Scene, TableListener, a_play, act, actions, done, to_act};

const PREVIEW: &str = "query($table: ID!, $steps: [Move!]!) { preview(table: $table, steps: $steps) { \
    ok ... on Refused { code } } }";

#[tokio::test]
async fn a_pause_is_agreed_on_by_all_and_nobody_plays_until_all_go_on() {
    for game in GAMES {
        let scene = Scene::set("paused", game, 3).await;
        let (id, players) = (&scene.id, &scene.players);
        let played = scene.play(&mut ChaCha8Rng::seed_from_u64(1), 5).await as u64;
        let before = scene.seen().await;
        let asked = done(&players[0], id, "propose(proposal: PAUSE)").await;
        assert_eq!(asked, played + 1);
        assert_eq!(done(&players[0], id, "propose(proposal: PAUSE)").await, asked);
        let proposal =
            json!({"entry": asked, "seat": 0, "kind": "PAUSE", "undoes": null, "agreed": [0]});
        assert_eq!(scene.standing().await["proposal"], proposal);
        assert_eq!(scene.act(1, "propose(proposal: ABORT)").await["code"], "PROPOSAL_PENDING");
        let agree = format!("agree(proposal: {asked})");
        // Both at once, and each of them twice.
        let twice =
            |who: usize| join(act(&players[who], id, &agree), act(&players[who], id, &agree));
        let (one, two) = join(twice(1), twice(2)).await;
        assert_eq!((&one.0["seq"], &two.0["seq"]), (&one.1["seq"], &two.1["seq"]));
        let standing = scene.standing().await;
        assert_eq!(standing["seq"], json!(asked + 2), "an entry of each, and no more");
        assert_eq!([&standing["isPaused"], &standing["proposal"]], [&json!(true), &Json::Null]);

        let acting = table(&players[0], id).await;
        assert_eq!([&acting["moves"], &acting["prompt"]], [&json!([]), &Json::Null]);
        assert_eq!([&acting["toAct"], &acting["status"]], [&json!([]), &json!("PLAYING")]);
        for (who, seen) in before.iter().enumerate().take(3) {
            let Some(step) = seen["table"]["moves"].get(0).map(|one| &one["move"]) else {
                continue;
            };
            let since = table(&players[who], id).await["since"].clone();
            let send = json!({"table": id, "since": since, "key": "paused", "steps": [step]});
            assert_eq!(players[who].ask(PLAY, send).await["play"]["code"], "PAUSED");
            let send = json!({"table": id, "steps": [step]});
            assert_eq!(players[who].ask(PREVIEW, send).await["preview"]["code"], "PAUSED");
        }
        assert_eq!(scene.act(0, "propose(proposal: PAUSE)").await["code"], "PAUSED");

        let asked = done(&players[2], id, "propose(proposal: RESUME)").await;
        let agree = format!("agree(proposal: {asked})");
        done(&players[0], id, &agree).await;
        assert_eq!(scene.standing().await["isPaused"], true);
        done(&players[1], id, &agree).await;
        assert_eq!(scene.act(0, "propose(proposal: RESUME)").await["code"], "NOT_PAUSED");
        assert_eq!(scene.seen().await, before);
        assert!(scene.play(&mut ChaCha8Rng::seed_from_u64(2), 3).await > 0);
    }
}

#[tokio::test]
async fn a_declined_proposal_is_gone() {
    let scene = Scene::set("declined", "astoria", 3).await;
    let (id, players) = (&scene.id, &scene.players);
    let asked = done(&players[0], id, "propose(proposal: ABORT)").await;
    let (agree, decline) =
        (format!("agree(proposal: {asked})"), format!("decline(proposal: {asked})"));
    assert_eq!(scene.act(1, "agree(proposal: 99)").await["code"], "NOT_PROPOSED");
    done(&players[1], id, &agree).await;
    let declined = done(&players[2], id, &decline).await;
    assert_eq!(done(&players[2], id, &decline).await, declined, "sent again, it is done once");
    assert_eq!(scene.act(1, &decline).await["code"], "NOT_PROPOSED");
    let standing = scene.standing().await;
    assert_eq!([&standing["status"], &standing["proposal"]], [&json!("PLAYING"), &Json::Null]);
    let acts = ["PROPOSED", "AGREED", "DECLINED"];
    let acts = acts
        .iter()
        .zip([0, 1, 2])
        .map(|(act, seat)| ((*act).to_owned(), "PLAYER".to_owned(), json!(seat)));
    assert_eq!(actions(&standing), acts.collect::<Vec<_>>());
    let entries = standing["entries"]["nodes"].as_array().unwrap();
    assert_eq!([&entries[0]["proposal"], &entries[0]["of"]], [&json!("ABORT"), &Json::Null]);
    assert_eq!([&entries[1]["of"], &entries[2]["of"]], [&json!(asked), &json!(asked)]);
    // A proposer may take it back, and another may propose something else.
    let asked = done(&players[1], id, "propose(proposal: PAUSE)").await;
    done(&players[1], id, &format!("decline(proposal: {asked})")).await;
    done(&players[0], id, "propose(proposal: PAUSE)").await;
}

#[tokio::test]
async fn a_game_that_all_agree_to_end_is_closed_without_a_result() {
    for game in GAMES {
        let scene = Scene::set("aborted", game, 2).await;
        let (id, players) = (&scene.id, &scene.players);
        scene.play(&mut ChaCha8Rng::seed_from_u64(3), 4).await;
        let acting = to_act(&players[0], id).await[0];
        let late = a_play(&players[acting], id, "late").await;
        let mut listener = TableListener::of(&scene.server.stranger(), id, 4).await;
        let asked = done(&players[1], id, "propose(proposal: ABORT)").await;
        let acted = scene.act(0, &format!("agree(proposal: {asked})")).await;
        assert_eq!(acted["table"]["status"], "CLOSED", "{acted}");
        let standing = scene.standing().await;
        assert_eq!([&standing["status"], &standing["closedReason"]], ["CLOSED", "ABORTED"]);
        let last = standing["entries"]["nodes"].as_array().unwrap().last().unwrap();
        assert_eq!(standing["endedAt"], last["at"]);
        let seen = table(&players[0], id).await;
        assert_eq!([&seen["score"]["isFinal"], &seen["moves"]], [&json!(false), &json!([])]);
        assert_eq!([&seen["prompt"], &seen["toAct"]], [&Json::Null, &json!([])]);
        assert_eq!(players[acting].ask(PLAY, late).await["play"]["code"], "TABLE_CLOSED");
        for action in ["resign", "comeBack", "propose(proposal: PAUSE)", "undo(entry: 4)"] {
            assert_eq!(scene.act(1, action).await["code"], "TABLE_CLOSED");
        }
        let listed = "{ tables(status: CLOSED) { nodes { id closedReason endedAt } } }";
        let listed = scene.server.stranger().ask(listed, json!({})).await;
        let ended = json!({"id": id, "closedReason": "ABORTED", "endedAt": last["at"]});
        assert_eq!(listed["tables"]["nodes"], json!([ended]));
        let all = "query($id: ID!) { table(id: $id) { snapshot(sight: ALL) { seq } } }";
        let all = players[0].post(all, json!({ "id": id })).await;
        assert_eq!(all["errors"][0]["extensions"]["code"], "FORBIDDEN");
        let heard = listener.rest().await;
        assert_eq!(heard.last().unwrap()["table"]["closedReason"], "ABORTED");
    }
}

#[tokio::test]
async fn a_player_who_has_gone_is_not_waited_for() {
    let scene = Scene::set("gone", "abyss", 3).await;
    let (id, players) = (&scene.id, &scene.players);
    let asked = done(&players[0], id, "propose(proposal: PAUSE)").await;
    let agree = format!("agree(proposal: {asked})");
    done(&players[1], id, &agree).await;
    assert_eq!(scene.standing().await["isPaused"], false);
    done(&players[2], id, "resign").await;
    // All who are left have agreed: agreeing once more settles it.
    done(&players[1], id, &agree).await;
    assert_eq!(scene.standing().await["isPaused"], true);
}
