//! Clocks: time runs out, stands still, and is given back.

use gueridon_journal::{Beat, ClockRule, Journal, OnTimeUp, TableId, TableSettings};
use serde_json::{Value as Json, json};

use crate::support::server::Client;
use crate::support::tables::PLAY;
use crate::together::acts::{
    TableListener, a_play, act, actions, conditions, done, standing, to_act,
};
use crate::together::stage::{NOON_MS, Stage, quick, slow};

/// A minute for the game, and 5 seconds for each decision.
fn a_minute(on_time_up: OnTimeUp) -> TableSettings {
    let clock = Some(ClockRule::Live { bank: 60, increment: 5 });
    TableSettings { clock, on_time_up, ..TableSettings::default() }
}

/// What the clock of a seat shows.
fn clock(standing: &Json, seat: usize) -> Json {
    standing["seats"][seat]["clock"].clone()
}

fn shows(left: i64, runs_out: Option<i64>) -> Json {
    json!({"leftSeconds": left, "runsOutAt": runs_out.map(Stage::at)})
}

/// Lets the player who is to act play; returns their seat.
async fn one_play(players: &[Client], id: &str, key: &str) -> usize {
    let seat = to_act(&players[0], id).await[0];
    let play = a_play(&players[seat], id, key).await;
    let played = players[seat].ask(PLAY, play).await;
    assert_eq!(played["play"]["ok"], true, "{played}");
    seat
}

#[tokio::test]
async fn a_clock_runs_while_its_seat_thinks_and_shows_the_same_until_the_next_entry() {
    let stage = Stage::set("shown", slow()).await;
    let (id, players) = stage.begun(a_minute(OnTimeUp::StandIn), 2, 0).await;
    let mut listener = TableListener::of(&players[1], &id, 0).await;
    let first = to_act(&players[0], &id).await[0];
    let before = standing(&players[0], &id).await;
    assert_eq!(clock(&before, first), shows(60, Some(60)));
    assert_eq!(clock(&before, 1 - first), shows(60, None));
    stage.pass(20);
    assert_eq!(standing(&players[0], &id).await, before);
    assert_eq!(one_play(&players, &id, "a").await, first);
    stage.pass(7);
    // At whatever time it is read.
    let heard = listener.hear().await.unwrap();
    let after = standing(&players[1], &id).await;
    let next = to_act(&players[0], &id).await;
    let mine = if next.contains(&first) { Some(20 + 45) } else { None };
    assert_eq!(clock(&after, first), shows(45, mine));
    for seat in 0..2 {
        assert_eq!(heard["table"]["seats"][seat]["clock"], clock(&after, seat));
    }
    let mut late = TableListener::of(&players[1], &id, 0).await;
    assert_eq!(late.hear().await.unwrap(), heard);
}

#[tokio::test]
async fn a_player_out_of_time_is_away_and_comes_back_by_playing() {
    let config = gueridon_host::host::Config { bot_pause: slow().bot_pause, ..quick() };
    let stage = Stage::set("back", config).await;
    let (id, players) = stage.begun(a_minute(OnTimeUp::StandIn), 2, 0).await;
    let mut listener = TableListener::of(&players[0], &id, 0).await;
    let late = to_act(&players[0], &id).await[0];
    stage.pass(59);
    assert_eq!(conditions(&standing(&players[0], &id).await), ["PLAYING"; 2]);
    stage.pass(1);
    let heard = listener.hear().await.unwrap();
    assert_eq!(heard["entry"]["action"], "TIME_UP");
    assert_eq!([&heard["entry"]["by"], &heard["entry"]["seat"]], [&json!("HOST"), &json!(late)]);
    assert_eq!(
        heard["table"]["seats"][late],
        json!({"condition": "AWAY", "clock": shows(0, None)})
    );
    assert_eq!(one_play(&players, &id, "back").await, late);
    let standing = standing(&players[0], &id).await;
    assert_eq!(conditions(&standing), ["PLAYING"; 2]);
    let acts: Vec<_> = actions(&standing).into_iter().map(|(act, by, _)| (act, by)).collect();
    let expected = [("TIME_UP", "HOST"), ("RETURNED", "PLAYER")];
    assert_eq!(acts, expected.map(|(act, by)| (act.to_owned(), by.to_owned())));
    assert_eq!(standing["entries"]["nodes"][2]["by"], "PLAYER");
    // With a little time again, and what the decision was worth.
    assert_eq!(clock(&standing, late)["leftSeconds"], 15);
}

#[tokio::test]
async fn a_stand_in_plays_for_a_player_who_is_away_until_they_come_back() {
    let stage = Stage::set("stand-in", quick()).await;
    let (id, players) = stage.begun(a_minute(OnTimeUp::StandIn), 2, 0).await;
    let mut listener = TableListener::of(&players[0], &id, 0).await;
    let late = to_act(&players[0], &id).await[0];
    stage.pass(61);
    for turn in 0..2 {
        // The stand-in plays until the other seat is to act, and that player then plays until it is
        // not. The table may be ahead of the entry that says that time was up.
        let is_stood_in = |update: &Json| turn > 0 || update["entry"]["by"] == "STAND_IN";
        let is_others_turn = |update: &Json| update["table"]["toAct"] == json!([1 - late]);
        listener.hear_of(|update| is_stood_in(update) && is_others_turn(update)).await;
        let mut key = 0;
        while to_act(&players[0], &id).await == [1 - late] {
            key += 1;
            one_play(&players, &id, &format!("k{turn}-{key}")).await;
        }
    }
    let back = done(&players[late], &id, "comeBack").await;
    assert!(done(&players[late], &id, "comeBack").await >= back);
    let standing = standing(&players[0], &id).await;
    assert_eq!(conditions(&standing), ["PLAYING"; 2]);
    for entry in standing["entries"]["nodes"].as_array().unwrap() {
        let is_stand_in = entry["seat"] == json!(late) && entry["action"] == "PLAYED";
        assert_eq!(entry["by"] == "STAND_IN", is_stand_in, "{entry}");
    }
}

#[tokio::test]
async fn a_play_that_comes_too_late_brings_its_player_back_or_is_refused() {
    let stage = Stage::set("too-late", slow()).await;
    let (id, players) = stage.begun(a_minute(OnTimeUp::StandIn), 2, 0).await;
    let late = to_act(&players[0], &id).await[0];
    let play = a_play(&players[late], &id, "late").await;
    stage.pass(61);
    // No sweep has run yet, and still it is too late.
    let played = players[late].ask(PLAY, play.clone()).await;
    assert_eq!(played["play"], json!({"ok": true, "seq": 3}));
    assert_eq!(players[late].ask(PLAY, play).await, played, "sent again, it is the same play");
    let acts = actions(&standing(&players[0], &id).await);
    let acts: Vec<&str> = acts.iter().map(|(act, ..)| act.as_str()).collect();
    assert_eq!(acts, ["TIME_UP", "RETURNED"]);

    let (id, players) = stage.begun(a_minute(OnTimeUp::Resign), 3, 0).await;
    let late = to_act(&players[0], &id).await[0];
    let play = a_play(&players[late], &id, "late").await;
    stage.pass(61);
    for code in ["TIME_UP", "RESIGNED"] {
        let refused = players[late].ask(PLAY, play.clone()).await;
        assert_eq!(refused["play"]["code"], code);
    }
    let standing = standing(&players[0], &id).await;
    assert_eq!(conditions(&standing)[late], "RESIGNED");
    assert_eq!([&standing["status"], &standing["seq"]], [&json!("PLAYING"), &json!(1)]);
}

#[tokio::test]
async fn time_up_can_mean_to_resign() {
    let stage = Stage::set("resign", quick()).await;
    let (id, players) = stage.begun(a_minute(OnTimeUp::Resign), 2, 0).await;
    let mut listener = TableListener::of(&players[0], &id, 0).await;
    let late = to_act(&players[0], &id).await[0];
    stage.pass(61);
    let heard = listener.rest().await;
    assert_eq!(heard.len(), 1);
    assert_eq!([&heard[0]["entry"]["action"], &heard[0]["table"]["status"]], ["TIME_UP", "OVER"]);
    let standing = standing(&players[0], &id).await;
    assert_eq!(conditions(&standing)[late], "RESIGNED");
    assert_eq!(standing["endedAt"], Stage::at(61));
    let score = crate::support::tables::table(&players[0], &id).await["score"].clone();
    assert_eq!([&score["isFinal"], &score["seats"][late]["rank"]], [&json!(true), &json!(2)]);
    assert_eq!(act(&players[late], &id, "comeBack").await["code"], "TABLE_OVER");
    assert_eq!(act(&players[late], &id, "resign").await["seq"], 1);
}

#[tokio::test]
async fn clocks_stand_still_in_a_pause() {
    let stage = Stage::set("pause", quick()).await;
    let (id, players) = stage.begun(a_minute(OnTimeUp::StandIn), 2, 0).await;
    let acting = to_act(&players[0], &id).await[0];
    stage.pass(20);
    let asked = done(&players[0], &id, "propose(proposal: PAUSE)").await;
    stage.pass(5);
    done(&players[1], &id, &format!("agree(proposal: {asked})")).await;
    assert_eq!(clock(&standing(&players[0], &id).await, acting), shows(35, None));
    stage.pass(1_000);
    let asked = done(&players[1], &id, "propose(proposal: RESUME)").await;
    done(&players[0], &id, &format!("agree(proposal: {asked})")).await;
    let resumed = standing(&players[0], &id).await;
    assert_eq!(clock(&resumed, acting), shows(35, Some(1_025 + 35)));
    assert_eq!(conditions(&resumed), ["PLAYING"; 2]);
}

/// A node says that it is up.
fn beat(at_ms: i64) -> Beat {
    Beat { node: TableId::default().0, at_ms, load: None }
}

#[tokio::test]
async fn time_in_which_no_server_was_up_is_given_back() {
    let mut stage = Stage::set("outage", quick()).await;
    let (id, mut players) = stage.begun(a_minute(OnTimeUp::StandIn), 2, 0).await;
    let acting = to_act(&players[0], &id).await[0];
    stage.pass(20);
    // The node says from time to time that it is up; here it has just done so.
    assert!(stage.journal.beat(&beat(NOON_MS + 20_000)).await.unwrap());
    let before = standing(&players[0], &id).await;
    stage = stage.restart(1_000, &mut players).await;
    let mut listener = TableListener::of(&players[0], &id, 0).await;
    let after = standing(&players[0], &id).await;
    assert_eq!(after["entries"], before["entries"]);
    assert_eq!(clock(&after, acting), shows(60, Some(1_060)));
    assert_eq!(conditions(&after), ["PLAYING"; 2]);
    stage.pass(39);
    assert_eq!(one_play(&players, &id, "in time").await, acting);
    assert_eq!(listener.hear().await.unwrap()["entry"]["action"], "PLAYED");
    // A second outage does not cancel the first.
    let before = standing(&players[0], &id).await;
    assert!(stage.journal.beat(&beat(NOON_MS + 1_059_000)).await.unwrap());
    let stage = stage.restart(0, &mut players).await;
    assert_eq!(standing(&players[0], &id).await, before);
    let left = &clock(&before, acting)["leftSeconds"];
    assert_eq!(left, 1 + 5);
    drop(stage);
}
