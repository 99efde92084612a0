//! The usual course, with every game: a table is opened, found, filled and played, and then
//! the same people play once more.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::lobby::does;
use crate::support::server::{Client, Server, home, module};
use crate::support::tables::{play, table};

const GAMES: [&str; 3] = ["abyss", "allegeance", "astoria"];

async fn sees(client: &Client, id: &str, fields: &str) -> Json {
    let asked = format!("query($id: ID!) {{ table(id: $id) {{ {fields} }} }}");
    client.ask(&asked, json!({ "id": id })).await["table"].clone()
}

#[tokio::test]
async fn people_go_from_the_lobby_to_a_rematch_with_every_game() {
    let modules = GAMES.map(|game| module(&format!("lib{game}.so")));
    let server = Server::start(&home("lobby-whole", &modules));
    let (ada, bo) = (server.player("Ada").await, server.player("Bo").await);
    for (game, seed) in GAMES.into_iter().zip(1..) {
        let opened = does(
            &ada,
            &format!(
                "openTable(options: {{{game}: {{}}}}, seats: 2, \
                 settings: {{visibility: PRIVATE, startsWhenFull: true}})"
            ),
        )
        .await;
        let id = opened["table"]["id"].as_str().unwrap().to_owned();
        does(&ada, &format!("sit(table: \"{id}\", seat: 1)")).await;
        let code = sees(&ada, &id, "inviteCode").await["inviteCode"].as_str().unwrap().to_owned();
        does(&bo, &format!("useInvite(code: \"{code}\")")).await;
        let sat = does(&bo, &format!("sit(table: \"{id}\")")).await;
        assert_eq!(sat["table"]["status"], "PLAYING", "{sat}");
        let players = [ada.clone(), bo.clone()];
        play(&players, &id, &mut ChaCha8Rng::seed_from_u64(seed), usize::MAX).await;
        assert_eq!(table(&ada, &id).await["status"], "OVER", "{game}");

        let again = does(&bo, &format!("rematch(table: \"{id}\")")).await;
        let next = again["table"]["id"].as_str().unwrap_or_else(|| panic!("{again}")).to_owned();
        assert_eq!(again["table"]["owner"]["name"], "Bo");
        assert_eq!(again["table"]["seat"], 0, "where Bo sat");
        let settings = "rematch { id } options settings { visibility startsWhenFull }";
        let (old, new) = (sees(&ada, &id, settings).await, sees(&ada, &next, settings).await);
        assert_eq!(old["rematch"]["id"], json!(next));
        assert_eq!((&old["options"], &old["settings"]), (&new["options"], &new["settings"]));
        assert_eq!(sees(&server.stranger(), &next, "id").await, Json::Null);
        let invited = ada.ask("{ invitations { nodes { table { id } } } }", json!({})).await;
        assert_eq!(invited["invitations"]["nodes"][0]["table"]["id"], json!(next));
        let joined = does(&ada, &format!("rematch(table: \"{id}\")")).await;
        assert_eq!([&joined["table"]["id"], &joined["table"]["seat"]], [&json!(next), &json!(1)]);
        assert_eq!(joined["table"]["status"], "PLAYING", "{joined}");
    }
    // All three rematches are in play.
    let mine = ada.ask("{ myTables { nodes { status } } }", json!({})).await;
    let playing = json!({"status": "PLAYING"});
    assert_eq!(mine["myTables"]["nodes"], json!([playing, playing, playing]));
}
