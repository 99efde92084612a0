//! Whole games over HTTP and WebSockets, on the real binary with real modules: to the last score,
//! through SIGKILL in the middle, and without telling anyone what is another's to know.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on says where")]

#[path = "support/server.rs"]
#[allow(dead_code, reason = "each test uses its part")]
mod server;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_graphql_parser::Positioned;
use async_graphql_parser::types::{FieldDefinition, ObjectType, TypeKind, TypeSystemDefinition};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use gueridon_host::journal::Journal;
use gueridon_host::journal::sqlite::Sqlite;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value as Json, json};
use server::{Client, Server, Socket, home, module};

const TABLE: &str = "query($id: ID!) { table(id: $id) { status seat seq since toAct \
    prompt view { __typename toAct } moves { move words } \
    score { isFinal seats { seat rank points } } } }";

const PLAY: &str = "mutation($table: ID!, $since: Int!, $key: ID!, $steps: [Move!]!) { \
    play(table: $table, since: $since, key: $key, steps: $steps) { ok \
    ... on Played { seq } ... on Refused { code gameCode rule step message } } }";

/// Everything that is told of a table of this game: the whole view, and every event with all its
/// fields.
fn listen(game: &str) -> String {
    let view = everything(game, "View");
    let events = everything(game, "Event");
    format!(
        "subscription($id: ID!, $after: Int!) {{ table(id: $id, after: $after) {{ seq \
         entry {{ seq seat at told {{ words event {{ __typename seat {events} }} }} }} \
         table {{ status seq toAct moves {{ move words }} view {{ __typename toAct {view} }} }} }} }}"
    )
}

/// What a game's types of an interface have, under names that do not clash.
fn everything(game: &str, interface: &str) -> String {
    let sdl = match game {
        "abyss" => include_str!("../../../schema/abyss.graphql"),
        "allegeance" => include_str!("../../../schema/allegeance.graphql"),
        _ => include_str!("../../game/examples/sealed/sealed.graphql"),
    };
    let document = async_graphql_parser::parse_schema(sdl).unwrap();
    let types = document.definitions.into_iter().filter_map(|definition| match definition {
        TypeSystemDefinition::Type(ty) => match ty.node.kind {
            TypeKind::Object(object) => Some((ty.node.name.node.to_string(), object)),
            _ => None,
        },
        _ => None,
    });
    let types: BTreeMap<String, ObjectType> = types.collect();
    let mut text = String::new();
    for (name, object) in &types {
        if object.implements.iter().any(|one| one.node == interface) {
            let clashes = if interface == "Event" { name } else { "" };
            let fields = fields(&types, object, clashes);
            text += &format!("... on {name} {{ {fields} }} ");
        }
    }
    text
}

/// All fields of an object and of what is in it; those of the object itself under `prefix`.
fn fields(types: &BTreeMap<String, ObjectType>, object: &ObjectType, prefix: &str) -> String {
    let field = |field: &Positioned<FieldDefinition>| {
        let name = &field.node.name.node;
        let ty = field.node.ty.node.to_string();
        let inner = types.get(ty.trim_matches(['[', ']', '!']));
        let inner = inner.map(|object| format!("{{ {} }}", fields(types, object, "")));
        let key = if prefix.is_empty() { String::new() } else { format!("{prefix}_{name}: ") };
        format!("{key}{name} {} ", inner.unwrap_or_default())
    };
    object.fields.iter().map(field).collect()
}

fn sealed() -> PathBuf {
    module("libsealed.so", "cargo build -p gueridon-game --examples")
}

fn abyss() -> PathBuf {
    module("libabyss.so", "cargo build -p abyss")
}

fn allegeance() -> PathBuf {
    module("liballegeance.so", "cargo build -p allegeance")
}

/// A table that has begun, with those who sit there.
async fn begun(server: &Server, options: Json, seats: usize) -> (String, Vec<Client>) {
    let mut players = Vec::new();
    for number in 0..seats {
        players.push(server.player(&format!("Player {number}")).await);
    }
    let opened = players[0]
        .ask(
            "mutation($options: Options!, $seats: Int!) { openTable(options: $options, seats: $seats) \
             { ok ... on TableChanged { table { id status } } ... on Refused { code message } } }",
            json!({ "options": options, "seats": seats }),
        )
        .await;
    let id = opened["openTable"]["table"]["id"].as_str().unwrap_or_else(|| panic!("{opened}"));
    for player in &players {
        let sat =
            player.ask("mutation($id: ID!) { sit(table: $id) { ok } }", json!({ "id": id })).await;
        assert_eq!(sat, json!({"sit": {"ok": true}}));
    }
    let started = players[seats - 1]
        .ask(
            "mutation($id: ID!) { start(table: $id) { ok ... on TableChanged { table { status seq } } } }",
            json!({ "id": id }),
        )
        .await;
    let table = json!({"status": "PLAYING", "seq": 0});
    assert_eq!(started, json!({"start": {"ok": true, "table": table}}));
    (id.to_owned(), players)
}

/// Lets a player make one random legal step, if it is theirs to make; says whether they did.
async fn step(player: &Client, id: &str, dice: &mut ChaCha8Rng, key: &str) -> bool {
    let table = player.ask(TABLE, json!({ "id": id })).await["table"].clone();
    let moves = table["moves"].as_array().unwrap();
    if moves.is_empty() {
        return false;
    }
    let chosen = &moves[dice.random_range(0..moves.len())];
    assert!(!chosen["words"].as_str().unwrap().is_empty());
    let variables =
        json!({"table": id, "since": table["since"], "key": key, "steps": [chosen["move"]]});
    let played = player.ask(PLAY, variables.clone()).await;
    assert_eq!(played["play"]["ok"], true, "{played} {variables}");
    assert_eq!(played["play"]["seq"], json!(table["seq"].as_u64().unwrap() + 1));
    true
}

/// Plays with random legal steps until nobody can, or for so many steps.
async fn play(players: &[Client], id: &str, dice: &mut ChaCha8Rng, most: usize) -> usize {
    let mut played = 0;
    while played < most {
        let before = played;
        for player in players {
            let key = format!("k{}", dice.random::<u64>());
            if step(player, id, dice, &key).await {
                played += 1;
                break;
            }
        }
        if played == before {
            break;
        }
    }
    played
}

/// Reads updates until the operation is complete; answers the seqs of the entries.
async fn listened(socket: &mut Socket, until_seq: Option<u64>) -> Vec<u64> {
    let mut seqs = Vec::new();
    loop {
        let frame = socket.next().await.expect("the socket stays open");
        match frame["type"].as_str().unwrap() {
            "next" => {
                assert!(frame["payload"].get("errors").is_none(), "{frame}");
                let update = &frame["payload"]["data"]["table"];
                if let Some(seq) = update["entry"]["seq"].as_u64() {
                    assert_eq!(update["seq"], seq);
                    assert!(update["table"]["seq"].as_u64().unwrap() >= seq);
                    seqs.push(seq);
                }
            }
            "complete" => return seqs,
            other => panic!("{other}: {frame}"),
        }
        if until_seq.is_some() && seqs.last().copied() == until_seq {
            return seqs;
        }
    }
}

async fn whole_game(test: &str, module: PathBuf, options: Json, seats: usize) {
    let home = home(test, &[module]);
    let server = Server::start(&home);
    let games = ["abyss", "allegeance", "sealed"];
    let game = games.into_iter().find(|game| options.get(game).is_some()).unwrap();
    let (id, players) = begun(&server, options.clone(), seats).await;
    let told =
        players[0].ask("query($id: ID!) { table(id: $id) { options } }", json!({ "id": id }));
    let told = told.await["table"]["options"][game].clone();
    for (option, chosen) in options[game].as_object().unwrap() {
        assert_eq!(told[option], *chosen, "{told}");
    }
    let mut sockets = Vec::new();
    for client in players.iter().chain([&server.stranger()]) {
        let mut socket = client.socket().await;
        socket.subscribe("1", &listen(game), json!({ "id": id, "after": 0 })).await;
        sockets.push(socket);
    }
    let mut dice = ChaCha8Rng::seed_from_u64(seats as u64);
    let played = play(&players, &id, &mut dice, usize::MAX).await;
    let table = players[0].ask(TABLE, json!({ "id": id })).await["table"].clone();
    assert_eq!(table["status"], "OVER");
    assert_eq!(table["score"]["isFinal"], true);
    assert_eq!(table["score"]["seats"].as_array().unwrap().len(), seats);
    assert_eq!(table["seq"], json!(played));
    let all = "query($id: ID!) { table(id: $id, sight: ALL) { seq view { __typename } } }";
    let all = server.stranger().ask(all, json!({ "id": id })).await;
    assert_eq!(all["table"]["seq"], json!(played));
    for socket in &mut sockets {
        let seqs = listened(socket, None).await;
        assert_eq!(seqs, (1..=played as u64).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn two_three_and_four_play_the_example_to_its_final_score() {
    for seats in 2..=4 {
        whole_game(&format!("sealed-{seats}"), sealed(), json!({"sealed": {}}), seats).await;
    }
}

#[tokio::test]
async fn two_play_abyss_to_its_final_score() {
    whole_game("abyss-2", abyss(), json!({"abyss": {}}), 2).await;
}

#[tokio::test]
async fn three_play_abyss_to_its_final_score() {
    whole_game("abyss-3", abyss(), json!({"abyss": {}}), 3).await;
}

#[tokio::test]
async fn four_play_abyss_to_its_final_score() {
    whole_game("abyss-4", abyss(), json!({"abyss": {}}), 4).await;
}

#[tokio::test]
async fn two_three_and_four_play_abyss_with_kraken_to_its_final_score() {
    for seats in 2..=4 {
        let options = json!({"abyss": {"kraken": true}});
        whole_game(&format!("kraken-{seats}"), abyss(), options, seats).await;
    }
}

#[tokio::test]
async fn two_three_and_four_play_allegeance_to_its_final_score() {
    for seats in 2..=4 {
        let options = json!({"allegeance": {}});
        whole_game(&format!("allegeance-{seats}"), allegeance(), options, seats).await;
    }
}

#[tokio::test]
async fn allegeance_is_played_in_its_variants() {
    let draft = json!({"allegeance": {"draft": true, "first": 2}});
    whole_game("allegeance-draft", allegeance(), draft, 3).await;
    let both = json!({"allegeance": {"draft": true, "randomGuilds": true}});
    whole_game("allegeance-two", allegeance(), both, 2).await;
}

#[tokio::test]
async fn tables_of_two_games_are_in_play_at_once() {
    let server = Server::start(&home("both", &[abyss(), allegeance()]));
    let (abyss, at_abyss) = begun(&server, json!({"abyss": {}}), 2).await;
    let (allegeance, at_allegeance) = begun(&server, json!({"allegeance": {}}), 4).await;
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    // In turns, so that neither is over before the other goes on.
    for _ in 0..6 {
        play(&at_abyss, &abyss, &mut dice, 10).await;
        play(&at_allegeance, &allegeance, &mut dice, 10).await;
    }
    play(&at_allegeance, &allegeance, &mut dice, usize::MAX).await;
    play(&at_abyss, &abyss, &mut dice, usize::MAX).await;
    for (id, players) in [(&abyss, &at_abyss), (&allegeance, &at_allegeance)] {
        let table = players[0].ask(TABLE, json!({ "id": id })).await["table"].clone();
        assert_eq!(table["status"], "OVER");
        assert_eq!(table["score"]["seats"].as_array().unwrap().len(), players.len());
    }
}

#[tokio::test]
async fn the_catalogue_says_what_of_a_card_is_reconstructed() {
    let server = Server::start(&home("reconstructed", &[allegeance()]));
    let document = "{ games { id catalogue(language: FR) { id name reconstructed } } }";
    let answer = server.stranger().ask(document, json!({})).await;
    let entries = answer["games"][0]["catalogue"].as_array().unwrap();
    let of = |id: &str| entries.iter().find(|entry| entry["id"] == id).unwrap();
    assert_eq!(of("deexos")["reconstructed"], json!(["gems"]));
    assert_eq!(of("allegiance")["reconstructed"], Json::Null);
}

#[tokio::test]
async fn a_killed_server_goes_on_where_it_was_and_its_clients_by_seq() {
    let home = home("killed", &[sealed()]);
    let mut server = Server::start(&home);
    let (id, players) = begun(&server, json!({"sealed": {"rounds": 5}}), 3).await;
    let mut dice = ChaCha8Rng::seed_from_u64(9);
    let mut heard = Vec::new();
    for _ in 0..3 {
        let after = heard.last().copied().unwrap_or(0);
        let mut socket = players[1].socket().await;
        socket.subscribe("again", &listen("sealed"), json!({ "id": id, "after": after })).await;
        let played = play(&players, &id, &mut dice, 4).await as u64;
        heard.extend(listened(&mut socket, Some(after + played)).await);
        server.kill_and_start();
    }
    let mut socket = players[1].socket().await;
    let after = heard.last().copied().unwrap_or(0);
    socket.subscribe("last", &listen("sealed"), json!({ "id": id, "after": after })).await;
    play(&players, &id, &mut dice, usize::MAX).await;
    heard.extend(listened(&mut socket, None).await);
    let table = players[0].ask(TABLE, json!({ "id": id })).await["table"].clone();
    assert_eq!(table["status"], "OVER");
    assert_eq!(heard, (1..=table["seq"].as_u64().unwrap()).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_play_sent_again_is_the_same_play_and_another_under_its_key_is_refused() {
    let home = home("again", &[sealed()]);
    let mut server = Server::start(&home);
    let (id, players) = begun(&server, json!({"sealed": {}}), 2).await;
    let table = players[0].ask(TABLE, json!({ "id": id })).await["table"].clone();
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
    let home = home("preview", &[sealed()]);
    let server = Server::start(&home);
    let (id, players) = begun(&server, json!({"sealed": {}}), 2).await;
    let table = players[0].ask(TABLE, json!({ "id": id })).await["table"].clone();
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
    assert_eq!(players[0].ask(TABLE, json!({ "id": id })).await["table"], table);
}

#[tokio::test]
async fn pages_of_tables_and_entries_follow_each_other_without_gap_or_duplicate() {
    let home = home("pages", &[sealed()]);
    let server = Server::start(&home);
    let mut opened = Vec::new();
    let mut players = Vec::new();
    for _ in 0..3 {
        let (id, seated) = begun(&server, json!({"sealed": {}}), 2).await;
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
async fn hands_are_in_no_answer_but_their_owners() {
    let home = home("secrets", &[sealed()]);
    let server = Server::start(&home);
    let (id, players) = begun(&server, json!({"sealed": {}}), 3).await;
    let document = "query($id: ID!) { table(id: $id) { view { ... on SealedView { \
        seats { seat cards hand bid } } } entries { nodes { told { event { ... on SealedBid { seat card } } } } } } }";
    let mut dice = ChaCha8Rng::seed_from_u64(4);
    step(&players[0], &id, &mut dice, "k").await;
    let eyes = players.iter().cloned().map(Some).chain([None]).enumerate();
    for (own, client) in eyes {
        let client = client.unwrap_or_else(|| server.stranger());
        let table = client.ask(document, json!({ "id": id })).await["table"].clone();
        for seat in table["view"]["seats"].as_array().unwrap() {
            let is_own = seat["seat"] == json!(own);
            assert_eq!(seat["hand"].is_array(), is_own, "{seat}");
            assert_eq!(seat["bid"].is_number(), is_own && own == 0, "{seat}");
        }
        let told = &table["entries"]["nodes"][0]["told"][0]["event"];
        assert_eq!(told["seat"], 0);
        assert_eq!(told["card"].is_number(), own == 0, "{told}");
    }
    let all = "query($id: ID!) { table(id: $id, sight: ALL) { seq } }";
    let answer = players[0].post(all, json!({ "id": id })).await;
    assert_eq!(answer["errors"][0]["extensions"]["code"], "FORBIDDEN");
    assert_eq!(answer["data"], json!({"table": null}));
}

/// Plays of one seat until the game is over, each sent again under its key until it is answered;
/// notes the seqs that were acknowledged.
async fn goes_on(player: Client, id: String, seed: u64, acknowledged: Arc<Mutex<Vec<u64>>>) {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let pause = || tokio::time::sleep(Duration::from_millis(20));
    loop {
        let answer = player.try_post(TABLE, json!({ "id": id })).await.unwrap_or_default();
        let table = &answer["data"]["table"];
        if table["status"] == "OVER" {
            return;
        }
        let moves = table["moves"].as_array().cloned().unwrap_or_default();
        if moves.is_empty() {
            pause().await;
            continue;
        }
        let step = &moves[dice.random_range(0..moves.len())]["move"];
        let key = dice.random::<u64>().to_string();
        let play = json!({"table": id, "since": table["since"], "key": key, "steps": [step]});
        loop {
            let answer = player.try_post(PLAY, play.clone()).await.unwrap_or_default();
            if answer["data"]["play"]["ok"] == true {
                let seq = answer["data"]["play"]["seq"].as_u64().unwrap();
                acknowledged.lock().unwrap().push(seq);
                break;
            }
            // Nobody there, or nobody who can say: all else is wrong.
            let code = answer["errors"][0]["extensions"]["code"].as_str();
            assert!(answer.is_null() || code == Some("UNAVAILABLE"), "{answer}");
            pause().await;
        }
    }
}

/// Ends the server again and again while everybody plays: what was acknowledged is there, and
/// every play once.
async fn nothing_is_lost(
    test: &str,
    module: PathBuf,
    options: Json,
    end: fn(&mut Server),
    every: usize,
) {
    let home = home(test, &[module]);
    let mut server = Server::start(&home);
    let (id, players) = begun(&server, options, 3).await;
    let acknowledged = Arc::<Mutex<Vec<u64>>>::default();
    let playing: Vec<_> = players
        .iter()
        .zip(1..)
        .map(|(player, seed)| {
            tokio::spawn(goes_on(player.clone(), id.clone(), seed, acknowledged.clone()))
        })
        .collect();
    let mut ended = 0;
    while !playing.iter().all(tokio::task::JoinHandle::is_finished) {
        let far = acknowledged.lock().unwrap().len() >= (ended + 1) * every;
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
    let table = players[0].ask(TABLE, json!({ "id": id })).await["table"].clone();
    let mut seqs = acknowledged.lock().unwrap().clone();
    seqs.sort_unstable();
    assert_eq!(seqs, (1..=table["seq"].as_u64().unwrap()).collect::<Vec<_>>());
}

#[tokio::test]
async fn plays_that_a_kill_leaves_unanswered_are_sent_again_and_made_once() {
    let end = Server::kill_and_start;
    nothing_is_lost("kill-sealed", sealed(), json!({"sealed": {"rounds": 5}}), end, 3).await;
    nothing_is_lost("kill-abyss", abyss(), json!({"abyss": {}}), end, 25).await;
}

#[tokio::test]
async fn plays_under_way_at_sigterm_are_kept() {
    let end = Server::stop_and_start;
    nothing_is_lost("term-sealed", sealed(), json!({"sealed": {"rounds": 5}}), end, 3).await;
    nothing_is_lost("term-abyss", abyss(), json!({"abyss": {}}), end, 25).await;
}

/// The seed of a table, as the journal has it.
async fn seed(home: &Path, id: &str) -> [u8; 32] {
    let journal = Sqlite::open(&home.join("journal.db")).await.unwrap();
    let row = journal.table(id.parse().unwrap()).await.unwrap().unwrap();
    journal.close().await;
    row.seed.unwrap()
}

#[tokio::test]
async fn no_answer_of_a_whole_game_of_abyss_has_anothers_hand_the_deck_or_the_seed() {
    let home = home("secrets-abyss", &[abyss()]);
    let mut server = Server::start(&home);
    let (id, players) = begun(&server, json!({"abyss": {}}), 3).await;
    let eyes: Vec<Client> = players.iter().cloned().chain([server.stranger()]).collect();
    let document = format!(
        "query($id: ID!, $after: ID) {{ table(id: $id) {{ options status seq toAct prompt \
         view {{ __typename {} }} moves {{ move words }} score {{ seats {{ points }} }} \
         entries(first: 10, after: $after) {{ nodes {{ told {{ words event {{ __typename {} }} }} }} }} }} }}",
        everything("abyss", "View"),
        everything("abyss", "Event")
    );
    let mut answers = String::new();
    let mut sockets = Vec::new();
    for client in &eyes {
        let mut socket = client.socket().await;
        socket.subscribe("1", &listen("abyss"), json!({ "id": id, "after": 0 })).await;
        sockets.push(socket);
    }
    let mut dice = ChaCha8Rng::seed_from_u64(11);
    let mut played = 0;
    loop {
        for (own, client) in eyes.iter().enumerate().filter(|_| played % 10 == 0) {
            let after = (played as u64).saturating_sub(10).to_string();
            let data = client.ask(&document, json!({ "id": id, "after": after })).await;
            answers += &data.to_string();
            if data["table"]["status"] == "PLAYING" {
                hides(&data["table"]["view"], own, &answers);
            }
        }
        let steps = play(&players, &id, &mut dice, 1).await;
        if steps == 0 {
            break;
        }
        played += steps;
    }
    for (own, socket) in sockets.iter_mut().enumerate() {
        loop {
            let frame = socket.next().await.unwrap();
            if frame["type"] == "complete" {
                break;
            }
            let table = &frame["payload"]["data"]["table"]["table"];
            assert!(table.is_object(), "{frame}");
            answers += &frame.to_string();
            if table["status"] == "PLAYING" {
                hides(&table["view"], own, &answers);
            }
        }
    }
    assert_eq!(server.stop("TERM"), Some(0));
    let seed = seed(&home, &id).await;
    let hex: String = seed.iter().map(|byte| format!("{byte:02x}")).collect();
    let numbers = serde_json::to_string(&seed).unwrap();
    let words = seed.as_chunks::<8>().0.iter();
    let words = words.flat_map(|word| [u64::from_le_bytes(*word), u64::from_be_bytes(*word)]);
    let mut forms: BTreeSet<String> = words.map(|word| word.to_string()).collect();
    // Each half too: what is cut or shifted is as good as all of it.
    for part in [&seed[..], &seed[..15], &seed[15..30]] {
        forms.insert(STANDARD_NO_PAD.encode(part));
        forms.insert(URL_SAFE_NO_PAD.encode(part));
        forms.insert(String::from_utf8_lossy(part).into_owned());
    }
    forms.extend([hex[..16].to_owned(), hex[16..32].to_owned(), hex.to_uppercase()[..16].into()]);
    forms.insert(numbers.trim_matches(['[', ']']).to_owned());
    assert!(answers.len() > 1_000_000);
    for form in forms {
        assert!(!answers.contains(&form), "the seed is in an answer: {form}");
    }
}

/// What these eyes may not know before the end is null; what they may is there. A Monster token of
/// another is known to whoever had it or has stolen it, once the Hunter has been about.
fn hides(view: &Json, own: usize, told: &str) {
    let stolen = told.contains("AbyssTokenStolen");
    for hidden in ["deck", "discard", "tokenPool"] {
        assert_eq!(view.get(hidden), Some(&Json::Null), "{hidden}");
    }
    for stack in view["council"].as_array().unwrap() {
        assert_eq!(stack.get("cards"), Some(&Json::Null), "{stack}");
    }
    for player in view["players"].as_array().unwrap() {
        let is_own = player["seat"] == json!(own);
        assert_eq!(player["hand"].is_array(), is_own, "{player}");
        assert!(is_own || player["chosen"].is_null(), "{player}");
        for token in player["monsterTokens"].as_array().unwrap() {
            assert!(is_own || stolen || token["token"].is_null(), "{player}");
        }
    }
}

#[tokio::test]
async fn a_table_whose_game_is_no_longer_here_still_says_what_is_known() {
    let home = home("gone", &[sealed(), abyss()]);
    let mut server = Server::start(&home);
    let (id, players) = begun(&server, json!({"sealed": {}}), 2).await;
    let (other, _) = begun(&server, json!({"abyss": {}}), 2).await;
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
