//! Bots.

use gueridon_journal::TableSettings;
use serde_json::{Value as Json, json};

use crate::support::tables::PLAY;
use crate::together::acts::{TableListener, a_play, act, conditions, standing, to_act};
use crate::together::stage::{Stage, quick};

#[tokio::test]
async fn bots_play_by_themselves_and_have_names_in_every_language() {
    let stage = Stage::set("bots", quick()).await;
    let (id, players) = stage.begun(TableSettings::default(), 1, 2).await;
    let mut listener = TableListener::of(&players[0], &id, 0).await;
    let mut turn = 0;
    let table = loop {
        while to_act(&players[0], &id).await != [0] {
            listener.hear().await.unwrap();
        }
        let table = standing(&players[0], &id).await;
        let entries = table["entries"]["nodes"].as_array().unwrap();
        let has_played = |by: &str| entries.iter().any(|entry| entry["by"] == by);
        if has_played("PLAYER") && has_played("BOT") {
            break table;
        }
        let play = a_play(&players[0], &id, &format!("k{turn}")).await;
        assert_eq!(players[0].ask(PLAY, play).await["play"]["ok"], true);
        turn += 1;
    };
    assert_eq!(conditions(&table), ["PLAYING", "BOT", "BOT"]);
    let named =
        |seat: usize| ["bot", "player", "en", "fr"].map(|name| table["seats"][seat][name].clone());
    assert_eq!(
        named(0),
        [Json::Null, json!({"name": "Player 0"}), json!("Player 0"), json!("Player 0")]
    );
    assert_eq!(named(1), [json!("RANDOM"), Json::Null, json!("Chance 1"), json!("Hasard 1")]);
    assert_eq!(named(2), [json!("RANDOM"), Json::Null, json!("Chance 2"), json!("Hasard 2")]);
    for entry in table["entries"]["nodes"].as_array().unwrap() {
        let by = if entry["seat"] == 0 { "PLAYER" } else { "BOT" };
        assert_eq!([&entry["by"], &entry["action"]], [&json!(by), &json!("PLAYED")]);
    }
    assert_eq!(table["seats"][1]["clock"], Json::Null);
    // Nobody is left to play when the only person has given up.
    assert_eq!(act(&players[0], &id, "resign").await["table"]["status"], "OVER");
}

#[tokio::test]
async fn a_player_among_bots_needs_nobodys_agreement() {
    let stage = Stage::set("alone", quick()).await;
    let (id, players) = stage.begun(TableSettings::default(), 1, 1).await;
    let paused = act(&players[0], &id, "propose(proposal: PAUSE)").await;
    assert_eq!(paused["ok"], true, "{paused}");
    let table = standing(&players[0], &id).await;
    assert_eq!([&table["isPaused"], &table["proposal"]], [&json!(true), &Json::Null]);
    let last = table["entries"]["nodes"].as_array().unwrap().last().unwrap();
    assert_eq!([&last["action"], &last["proposal"]], ["PROPOSED", "PAUSE"]);
    assert_eq!(last["en"], "Player 0 pauses the game.");
    act(&players[0], &id, "propose(proposal: RESUME)").await;
    let aborted = act(&players[0], &id, "propose(proposal: ABORT)").await;
    assert_eq!(aborted["table"]["status"], "CLOSED");
}
