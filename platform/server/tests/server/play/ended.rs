//! Servers that are killed or stopped in the middle of a game: nothing acknowledged is lost, and
//! subscribers go on by seq.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::json;

use crate::play::games::Game;
use crate::play::listeners::{Documents, Listener};
use crate::support::server::{Server, home};
use crate::support::tables::{begun, play, play_to_the_end, table};

macro_rules! tests {
    ($($game:ident)*) => {
        $(mod $game {
            use crate::play::games::$game::GAME;
            use crate::support::server::Server;

            #[tokio::test]
            async fn goes_on_after_a_kill_where_it_was_and_its_listeners_by_seq() {
                super::goes_on_by_seq(&GAME).await;
            }

            #[tokio::test]
            async fn sends_plays_again_that_a_kill_left_unanswered_and_they_are_made_once() {
                super::nothing_is_lost("kill", &GAME, Server::kill_and_start).await;
            }

            #[tokio::test]
            async fn keeps_plays_that_are_under_way_at_sigterm() {
                super::nothing_is_lost("term", &GAME, Server::stop_and_start).await;
            }
        })*
    };
}
each_game!(tests);

async fn goes_on_by_seq(game: &Game) {
    let home = home(&format!("killed-{}", game.id), &[game.module()]);
    let mut server = Server::start(&home);
    let documents = Documents::of(&server, game.id).await;
    let (id, players) = begun(&server.stranger(), game.plain(), game.about_three()).await;
    let mut dice = ChaCha8Rng::seed_from_u64(9);
    let mut heard = 0;
    for _ in 0..3 {
        let mut listener = Listener::of(&players[1], &documents, &id, heard).await;
        heard += play(&players, &id, &mut dice, game.fewest_plays / 5).await as u64;
        listener.hear(Some(heard)).await;
        server.kill_and_start();
    }
    let mut listener = Listener::of(&players[1], &documents, &id, heard).await;
    play(&players, &id, &mut dice, usize::MAX).await;
    listener.hear(None).await;
    let last = table(&players[0], &id).await;
    assert_eq!([&last["status"], &last["seq"]], [&json!("OVER"), &json!(listener.seq)]);
}

/// Ends the server again and again while everybody plays: what was acknowledged is kept, and every
/// play is made once.
async fn nothing_is_lost(how: &str, game: &Game, end: fn(&mut Server)) {
    let home = home(&format!("{how}-{}", game.id), &[game.module()]);
    let mut server = Server::start(&home);
    let (id, players) = begun(&server.stranger(), game.plain(), game.about_three()).await;
    let acknowledged = Arc::<Mutex<Vec<u64>>>::default();
    let playing: Vec<_> = players
        .iter()
        .zip(1..)
        .map(|(player, seed)| {
            let (player, id) = (player.clone(), id.clone());
            tokio::spawn(play_to_the_end(player, id, seed, acknowledged.clone()))
        })
        .collect();
    let mut ended = 0;
    while !playing.iter().all(tokio::task::JoinHandle::is_finished) {
        let far = acknowledged.lock().unwrap().len() >= (ended + 1) * game.fewest_plays / 5;
        if far && ended < 4 {
            server = tokio::task::spawn_blocking(move || {
                end(&mut server);
                server
            })
            .await
            .unwrap();
            ended += 1;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    for player in playing {
        player.await.unwrap();
    }
    assert!(ended >= 2, "the server was ended while they played");
    let mut seqs = acknowledged.lock().unwrap().clone();
    seqs.sort_unstable();
    let last = table(&players[0], &id).await["seq"].as_u64().unwrap();
    assert_eq!(seqs, (1..=last).collect::<Vec<_>>());
}
