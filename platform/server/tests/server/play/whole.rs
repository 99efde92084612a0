//! Every game with every number of seats, from the first step to the score, while everybody
//! listens and looks.

use std::path::Path;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::json;

use crate::play::games::{Game, Variant};
use crate::play::listeners::{Documents, listeners};
use crate::play::secrets::{Answers, events, seed};
use crate::support::server::{Client, Server, home};
use crate::support::tables::{begun, play, table};

/// How many steps are made between two looks.
const BETWEEN_LOOKS: usize = 10;

macro_rules! tests {
    ($($game:ident)*) => {
        $(mod $game {
            #[tokio::test]
            async fn is_played_to_its_final_score_and_tells_nobody_what_is_anothers() {
                super::at_every_table(&crate::play::games::$game::GAME).await;
            }
        })*
    };
}
each_game!(tests);

async fn at_every_table(game: &Game) {
    for (number, variant) in game.variants.iter().enumerate() {
        for seats in variant.seats.clone() {
            let test = format!("whole-{}-{number}-{seats}", game.id);
            whole_game(&test, &game.module(), game, variant, seats).await;
        }
    }
}

/// Plays a game with the module in a file.
pub(crate) async fn whole_game(
    test: &str,
    module: &Path,
    game: &Game,
    variant: &Variant,
    seats: usize,
) {
    let home = home(test, &[module.to_owned()]);
    let mut server = Server::start(&home);
    let documents = Documents::of(&server, game.id).await;
    let (id, players) = begun(&server.stranger(), game.options(variant), seats).await;
    let eyes: Vec<Client> = players.iter().cloned().chain([server.stranger()]).collect();
    let seat = |eyes: usize| Some(eyes).filter(|&eyes| eyes < seats);
    let mut listeners = listeners(&eyes, &documents, &id).await;
    let mut answers = Answers::default();
    let mut dice = ChaCha8Rng::seed_from_u64(seats as u64);
    let mut played = 0_usize;
    loop {
        for (nth, client) in eyes.iter().enumerate() {
            let after = played.saturating_sub(BETWEEN_LOOKS).to_string();
            let data = client.ask(&documents.look, json!({ "id": id, "after": after })).await;
            answers.note(seat(nth), &data["table"], &data);
        }
        let steps = play(&players, &id, &mut dice, BETWEEN_LOOKS).await;
        played += steps;
        // Read at once: a client that does not answer pings is disconnected.
        for listener in &mut listeners {
            listener.hear(Some(played as u64)).await;
        }
        if steps < BETWEEN_LOOKS {
            break;
        }
    }
    for (nth, listener) in listeners.iter_mut().enumerate() {
        listener.hear(None).await;
        assert_eq!(listener.seq, played as u64);
        for update in &listener.heard {
            answers.note(seat(nth), &update["table"], update);
        }
    }
    is_over(&eyes, &id, game.options(variant), played).await;
    answers.hide(game, &events(&listeners[seats].heard));
    assert_eq!(server.stop("TERM"), Some(0));
    answers.have_no(&seed(&home, &id).await);
}

/// Checks a finished table at which so many steps were played.
async fn is_over(eyes: &[Client], id: &str, options: serde_json::Value, played: usize) {
    let last = table(&eyes[0], id).await;
    assert_eq!(last["status"], "OVER");
    assert_eq!(last["seq"], json!(played));
    assert_eq!(last["score"]["isFinal"], true);
    assert_eq!(last["score"]["seats"].as_array().unwrap().len(), eyes.len() - 1);
    for client in eyes {
        assert_eq!(table(client, id).await["score"], last["score"], "all have the same score");
    }
    let document = "query($id: ID!) { table(id: $id) { options snapshot(sight: ALL) { seq view { toAct } } } }";
    let all = eyes[eyes.len() - 1].ask(document, json!({ "id": id })).await["table"].clone();
    assert_eq!(all["snapshot"], json!({"seq": played, "view": {"toAct": []}}));
    for (game, chosen) in options.as_object().unwrap() {
        for (option, chosen) in chosen.as_object().unwrap() {
            assert_eq!(all["options"][game][option], *chosen, "{all}");
        }
    }
}
