//! What else the API promises about a table: plays that are sent again, previews, pages, what is
//! known of a table whose game is gone, which parts of a card are reconstructed, and labels.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};

use crate::play::games::{abyss, allegeance, sealed};
use crate::support::server::{Server, home};
use crate::support::tables::{self, PLAY, begun, play};

#[tokio::test]
async fn a_play_sent_again_is_the_same_play_and_another_under_its_key_is_refused() {
    let home = home("again", &[sealed::GAME.module()]);
    let mut server = Server::start(&home);
    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let table = tables::table(&players[0], &id).await;
    let moves = table["moves"].as_array().unwrap();
    let send =
        |step: &Json| json!({"table": id, "since": table["since"], "key": "one", "steps": [step]});
    let first = players[0].ask(PLAY, send(&moves[0]["move"])).await;
    assert_eq!(first["play"], json!({"ok": true, "seq": 1}));
    assert_eq!(players[0].ask(PLAY, send(&moves[0]["move"])).await, first);
    server.kill_and_start();
    assert_eq!(players[0].ask(PLAY, send(&moves[0]["move"])).await, first);
    let other = json!({"sealed": {"bid": {"card": 11}}});
    let refused = players[0].ask(PLAY, send(&other)).await;
    assert_eq!(refused["play"]["code"], "KEY_REUSED");
}

#[tokio::test]
async fn a_preview_shows_what_would_be_and_changes_nothing() {
    let home = home("preview", &[sealed::GAME.module()]);
    let server = Server::start(&home);
    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let table = tables::table(&players[0], &id).await;
    let document = "query($id: ID!, $steps: [Move!]!) { preview(table: $id, steps: $steps, language: FR) { ok \
        ... on Previewed { uncertain toAct prompt told { words event { seat } } moves { move } \
        view { __typename ... on SealedView { seats { bid } } } score { isFinal } } \
        ... on Refused { code } } }";
    let step = &table["moves"][0]["move"];
    let ask = async |steps: Json| players[0].ask(document, json!({"id": id, "steps": steps})).await;
    let shown = ask(json!([step])).await["preview"].clone();
    assert_eq!(shown["ok"], true, "{shown}");
    assert_eq!(shown["toAct"], json!([1]));
    assert_eq!(shown["view"]["seats"][0]["bid"], step["sealed"]["bid"]["card"]);
    assert_eq!(shown["told"][0]["event"]["seat"], 0);
    assert_eq!(shown["moves"], json!([]));
    let twice = ask(json!([step, step])).await;
    assert_eq!(twice["preview"]["ok"], false);
    assert_eq!(tables::table(&players[0], &id).await, table);
}

#[tokio::test]
async fn pages_of_tables_and_entries_follow_each_other_without_gap_or_duplicate() {
    let home = home("pages", &[sealed::GAME.module()]);
    let server = Server::start(&home);
    let mut opened = Vec::new();
    let mut players = Vec::new();
    for _ in 0..3 {
        let (id, seated) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
        opened.insert(0, id);
        players = seated;
    }
    let document = "query($after: ID) { tables(first: 2, after: $after, status: PLAYING) { \
        edges { cursor node { id } } nodes { id game { id } } pageInfo { hasNextPage endCursor } } }";
    let first = players[0].ask(document, json!({})).await["tables"].clone();
    let next = json!({"after": first["pageInfo"]["endCursor"]});
    let second = players[0].ask(document, next).await["tables"].clone();
    let ids = [&first, &second].map(|page| page["nodes"].as_array().unwrap().clone()).concat();
    let ids: Vec<&str> = ids.iter().map(|node| node["id"].as_str().unwrap()).collect();
    assert_eq!(ids, opened);
    assert_eq!(first["pageInfo"]["hasNextPage"], true);
    assert_eq!(second["pageInfo"]["hasNextPage"], false);
    assert_eq!(first["edges"][1]["cursor"], first["pageInfo"]["endCursor"]);
    let mine = "{ tables(mine: true) { nodes { id seat seats { player { name } toAct } } } }";
    let mine = players[1].ask(mine, json!({})).await["tables"]["nodes"].clone();
    assert_eq!(mine.as_array().unwrap().len(), 1);
    assert_eq!(mine[0]["seat"], 1);

    let id = &opened[0];
    let mut dice = ChaCha8Rng::seed_from_u64(3);
    let played = play(&players, id, &mut dice, 5).await as u64;
    let document = "query($id: ID!, $after: ID) { table(id: $id) { entries(first: 2, after: $after) { \
        edges { cursor node { seq } } nodes { seq at } pageInfo { hasNextPage endCursor } } } }";
    let (mut seqs, mut after) = (Vec::new(), Json::Null);
    loop {
        let page = players[0].ask(document, json!({"id": id, "after": after})).await;
        let page = &page["table"]["entries"];
        seqs.extend(
            page["nodes"].as_array().unwrap().iter().map(|one| one["seq"].as_u64().unwrap()),
        );
        after = page["pageInfo"]["endCursor"].clone();
        if page["pageInfo"]["hasNextPage"] == false {
            break;
        }
    }
    assert_eq!(seqs, (1..=played).collect::<Vec<_>>());
    for first in [0, 101, -1] {
        let answer = players[0]
            .post(&format!("{{ tables(first: {first}) {{ nodes {{ id }} }} }}"), json!({}))
            .await;
        assert_eq!(answer["errors"][0]["extensions"]["code"], "BAD_INPUT");
    }
}

#[tokio::test]
async fn a_table_whose_game_is_no_longer_loaded_still_shows_what_is_known() {
    let home = home("gone", &[sealed::GAME.module(), abyss::GAME.module()]);
    let mut server = Server::start(&home);
    let (id, players) = begun(&server.stranger(), json!({"sealed": {}}), 2).await;
    let (other, _) = begun(&server.stranger(), json!({"abyss": {}}), 2).await;
    assert_eq!(server.stop("TERM"), Some(0));
    std::fs::remove_file(home.join("modules/libsealed.so")).unwrap();
    let _server = Server::start_on(&home, &server.address);
    let about = "id status game { id } options seats { player { name } }";
    let document = format!(
        "query($id: ID!) {{ table(id: $id) {{ {about} view {{ toAct }} \
         entries {{ nodes {{ seq }} }} }} tables {{ nodes {{ {about} view {{ toAct }} }} }} }}"
    );
    let answer = players[0].post(&document, json!({ "id": id })).await;
    let table = &answer["data"]["table"];
    assert_eq!(table["status"], "PLAYING", "{answer}");
    assert_eq!(table["game"], Json::Null);
    assert!(table["options"]["sealed"].is_object(), "{answer}");
    assert_eq!(table["seats"][1]["player"]["name"], "Player 1");
    assert_eq!([&table["view"], &table["entries"]], [&Json::Null; 2]);
    let listed = &answer["data"]["tables"]["nodes"];
    assert_eq!([&listed[0]["id"], &listed[1]["id"]], [&json!(other), &json!(id)]);
    assert!(listed[0]["view"].is_object() && listed[1]["view"].is_null(), "{answer}");
    let errors = answer["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 3, "{answer}");
    for error in errors {
        assert_eq!(error["extensions"]["code"], "UNAVAILABLE", "{answer}");
    }
}

#[tokio::test]
async fn the_catalogue_says_which_parts_of_a_card_are_reconstructed() {
    let server = Server::start(&home("reconstructed", &[allegeance::GAME.module()]));
    let document = "{ games { id catalogue { key name(language: FR) reconstructed } } }";
    let answer = server.stranger().ask(document, json!({})).await;
    let entries = answer["games"][0]["catalogue"].as_array().unwrap();
    let of = |id: &str| entries.iter().find(|entry| entry["key"] == id).unwrap();
    assert_eq!(of("deexos")["reconstructed"], json!(["gems", "power"]));
    assert_eq!(of("allegiance")["reconstructed"], Json::Null);
}

#[tokio::test]
async fn the_catalogue_ends_with_the_labels_of_the_games_types() {
    let server = Server::start(&home("labels", &[allegeance::GAME.module()]));
    let document = "query($language: Language!) { games { \
        catalogue { key kind name(language: $language) text(language: $language) } } }";
    for (language, name) in [("EN", "Cards in hand"), ("FR", "Cartes en main")] {
        let answer = server.stranger().ask(document, json!({ "language": language })).await;
        let entries = answer["games"][0]["catalogue"].as_array().unwrap();
        let of = |id: &str| entries.iter().find(|entry| entry["key"] == id).unwrap();
        let label = json!({
            "key": "AllegeancePlayer.handSize", "kind": "label", "name": name, "text": "",
        });
        assert_eq!(*of("AllegeancePlayer.handSize"), label);
        assert_ne!(of("AllegeanceOptions.draft")["text"], "");
        let place = |entry: &Json| match entry["kind"].as_str() {
            Some("label") => 2,
            Some("refusal") => 1,
            _ => 0,
        };
        assert!(entries.is_sorted_by_key(place) && place(&entries[0]) == 0, "{entries:?}");
    }
}
