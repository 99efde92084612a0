//! Several games in one server at once.

use futures_util::future::{join, join_all};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::play::games::{ALL, Game, Variant};
use crate::play::listeners::{Documents, listeners};
use crate::support::server::{Client, Server, home};
use crate::support::tables::{begun, play, table};

#[tokio::test]
async fn games_are_played_beside_each_other_in_one_server() {
    let modules: Vec<_> = ALL.iter().map(|game| game.module()).collect();
    let server = Server::start(&home("together", &modules));
    let served = server.stranger().ask("{ games { id } }", json!({})).await;
    let mut ids: Vec<&str> = ALL.iter().map(|game| game.id).collect();
    ids.sort_unstable();
    let ids: Vec<Json> = ids.iter().map(|id| json!({ "id": id })).collect();
    assert_eq!(served["games"], Json::from(ids));
    // Two tables of each, one of them with the last variant.
    let tables = ALL.iter().flat_map(|game| {
        [game.variants.first(), game.variants.last()].map(|variant| (game, variant.unwrap()))
    });
    let played = join_all(tables.zip(1..).map(|((game, variant), number)| {
        let server = &server;
        async move { (game.id, one_of_many(server, game, variant, number).await) }
    }));
    let played = played.await;
    for game in ALL {
        let document = "query($game: ID!) { tables(game: $game, status: OVER, first: 100) \
                        { nodes { id game { id } } } }";
        let listed = server.stranger().ask(document, json!({ "game": game.id })).await;
        let mut listed = listed["tables"]["nodes"].as_array().unwrap().clone();
        listed.sort_by_key(|node| node["id"].to_string());
        let own = played.iter().filter(|(of, _)| *of == game.id);
        let mut own: Vec<Json> =
            own.map(|(of, id)| json!({ "id": id, "game": { "id": of } })).collect();
        own.sort_by_key(|node| node["id"].to_string());
        assert_eq!(listed, own);
    }
}

/// Plays a game among others; returns the table's id.
async fn one_of_many(server: &Server, game: &Game, variant: &Variant, number: u64) -> String {
    let documents = Documents::of(server, game.id).await;
    let (id, players) =
        begun(&server.stranger(), game.options(variant), variant.about_three()).await;
    let eyes: Vec<Client> = players.iter().cloned().chain([server.stranger()]).collect();
    let mut listeners = listeners(&eyes, &documents, &id).await;
    let mut dice = ChaCha8Rng::seed_from_u64(number);
    // They read while the game is played: who reads nothing answers no pings, and is cut off after
    // 50 seconds.
    let hearing = join_all(listeners.iter_mut().map(|listener| listener.hear(None)));
    let playing = play(&players, &id, &mut dice, usize::MAX);
    let (played, _) = join(playing, hearing).await;
    for listener in &listeners {
        assert_eq!(listener.seq, played as u64);
    }
    let last = table(&players[0], &id).await;
    assert_eq!([&last["status"], &last["seq"]], [&json!("OVER"), &json!(played)]);
    id
}
