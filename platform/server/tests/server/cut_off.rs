//! Two servers on one PostgreSQL journal, of which one cannot reach the database, or not well: the
//! line is cut or silent, answers come late, connections are used up, another database takes over.
//! A line is a task beside the test, which a start of a server would hold up: hence the threads.

use std::time::{Duration, Instant};

use gueridon_journal::scratch;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use serde_json::{Value as Json, json};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::support::line::Line;
use crate::support::server::{Client, Server, Socket, home, module, on_database};
use crate::support::tables::{PLAY, begun, play, table};

/// How long anything may take that is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server on the database of a URL.
fn server(name: &str, url: &str) -> Server {
    let home = home(&format!("cut-off-{name}"), &[module("libsealed.so")]);
    Server::of(on_database(&home, url), &home)
}

/// The database of a test, in a PostgreSQL server that tests share.
async fn database() -> String {
    let database = scratch::Server::shared();
    database.url(&database.new_journal().await)
}

/// Waits until it is so.
async fn until(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let began = Instant::now();
    while !is_so().await {
        assert!(began.elapsed() < PATIENCE, "{what}");
        sleep(Duration::from_millis(50)).await;
    }
}

/// What a request for a table answers, whole; else the errors.
async fn seen(player: &Client, id: &str) -> Json {
    let document = "query($id: ID!) { table(id: $id) { seq status prompt moves { words } \
                    entries(first: 100) { nodes { seq } } } }";
    let answer = player.post(document, json!({ "id": id })).await;
    answer.get("errors").unwrap_or(&answer["data"]["table"]).clone()
}

/// Who is to play, and what.
async fn next_play(players: &[Client], id: &str) -> (usize, Json) {
    for (which, player) in players.iter().enumerate() {
        let table = table(player, id).await;
        if let Some(first) = table["moves"].get(0) {
            let key = format!("after {}", table["seq"]);
            let steps = [&first["move"]];
            let play = json!({ "table": id, "since": table["since"], "key": key, "steps": steps });
            return (which, play);
        }
    }
    panic!("nobody is to play at {id}");
}

/// The code of the error that a play is answered with; none where it was played.
async fn refused(player: &Client, play: &Json) -> Option<String> {
    let answer = player.post(PLAY, play.clone()).await;
    let code = answer["errors"][0]["extensions"]["code"].as_str().map(str::to_owned);
    assert!(code.is_some() || answer["data"]["play"]["ok"] == true, "{answer}");
    code
}

/// A subscription to the entries of a table from the first on.
async fn listen(player: &Client, id: &str) -> Socket {
    let mut socket = player.socket().await;
    let listen = "subscription($id: ID!) { table(id: $id, after: 0) { entry { seq } } }";
    socket.subscribe("1", listen, json!({ "id": id })).await;
    socket
}

/// Hears entries up to one of them: each once, and in order.
async fn hear(socket: &mut Socket, heard: &mut u64, upto: u64) {
    while *heard < upto {
        let message = tokio::time::timeout(PATIENCE, socket.next()).await;
        let message = message.expect("it is told in time").expect("the socket is open");
        if let Some(seq) = message["payload"]["data"]["table"]["entry"]["seq"].as_u64() {
            *heard += 1;
            assert_eq!(seq, *heard, "no gap and nothing twice");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_cut_off_from_the_database_shows_what_it_knows_and_recovers_by_itself() {
    let url = database().await;
    let line = Line::to(&url).await;
    let (cut_off, other) = (server("one", &line.url), server("two", &url));
    let (id, there) = begun(&cut_off.stranger(), json!({"sealed": {}}), 3).await;
    let elsewhere: Vec<_> = there.iter().map(|player| player.of(&other)).collect();
    let mut dice = ChaCha8Rng::seed_from_u64(3);
    let mut played = play(&there, &id, &mut dice, 3).await;
    let (mut socket, mut heard) = (listen(&there[0], &id).await, 0);
    for fail in [Line::cut, Line::silence] {
        hear(&mut socket, &mut heard, played as u64).await;
        let known = seen(&there[0], &id).await;
        let (mover, play_next) = next_play(&there, &id).await;
        let stranger_knows = seen(&cut_off.stranger(), &id).await;
        assert!(known["seq"] == played && stranger_knows["seq"] == played, "{known}");
        fail(&line);

        // Whoever asks first waits until the server is sure.
        let refusal = refused(&there[mover], &play_next).await;
        assert_eq!(refusal.as_deref(), Some("UNAVAILABLE"), "nothing is acknowledged");
        assert_eq!(seen(&there[0], &id).await, known, "as before, with all that was told");
        assert_eq!(seen(&cut_off.stranger(), &id).await, stranger_knows);
        let mut late = listen(&there[1], &id).await;
        hear(&mut late, &mut 0, played as u64).await;

        // The others play on where the database is reached, the refused play first.
        assert_eq!(refused(&elsewhere[mover], &play_next).await, None);
        played += 1;
        played += play(&elsewhere, &id, &mut dice, 2).await;
        assert_eq!(seen(&there[0], &id).await, known, "of which nobody here has heard");

        line.mend();
        hear(&mut socket, &mut heard, played as u64).await;
        until("it shows what was played elsewhere", async || {
            seen(&there[0], &id).await["seq"] == json!(played)
        })
        .await;
        let (mover, play_next) = next_play(&there, &id).await;
        until("it plays again", async || refused(&there[mover], &play_next).await.is_none()).await;
        played += 1;
        assert_eq!(seen(&elsewhere[0], &id).await["seq"], json!(played));
    }
    assert_eq!(other.errors(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_answers_late_makes_people_wait_and_nothing_else() {
    let url = database().await;
    let line = Line::to(&url).await;
    let late = server("late", &line.url);
    let (id, players) = begun(&late.stranger(), json!({"sealed": {}}), 2).await;
    let mut dice = ChaCha8Rng::seed_from_u64(5);
    line.slow_down(Duration::from_millis(100));
    let played = play(&players, &id, &mut dice, 4).await;
    assert_eq!(played, 4, "each was played, once");
    line.mend();
    assert_eq!(table(&players[0], &id).await["seq"], 4);
    assert_eq!(late.errors(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_without_free_connections_refuses_and_is_used_again_when_it_has_some() {
    let database = spawn_blocking(|| scratch::Server::start_with_connections(20)).await.unwrap();
    let name = database.new_database().await;
    let crowded = server("crowded", &database.url(&name));
    let (id, players) = begun(&crowded.stranger(), json!({"sealed": {}}), 2).await;
    let mut dice = ChaCha8Rng::seed_from_u64(6);
    let mut played = play(&players, &id, &mut dice, 2).await;

    let (mover, play_next) = next_play(&players, &id).await;
    let crowd = database.crowd().await;
    let refusal = refused(&players[mover], &play_next).await;
    assert_eq!(refusal.as_deref(), Some("UNAVAILABLE"), "there is no connection");
    drop(crowd);
    until("it plays again", async || refused(&players[mover], &play_next).await.is_none()).await;
    played += 1;
    played += play(&players, &id, &mut dice, 2).await;
    assert_eq!(table(&players[0], &id).await["seq"], played);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_database_takes_over_and_has_all_that_was_acknowledged() {
    let (first, second) = spawn_blocking(|| {
        let first = scratch::Server::start_followed();
        let second = first.standby();
        (first, second)
    })
    .await
    .unwrap();
    let url = first.url(&first.new_database().await);
    first.commit_on_standby().await;
    let line = Line::to(&url).await;
    let here = server("failover", &line.url);
    let (id, players) = begun(&here.stranger(), json!({"sealed": {}}), 2).await;
    let mut dice = ChaCha8Rng::seed_from_u64(8);
    let mut played = play(&players, &id, &mut dice, 4).await;
    let (mover, play_next) = next_play(&players, &id).await;
    let second = spawn_blocking(move || {
        first.stop();
        second.promote();
        second
    })
    .await
    .unwrap();
    line.cut();
    line.lead_to(second.port());
    line.mend();
    until("it plays on", async || refused(&players[mover], &play_next).await.is_none()).await;
    played += 1;
    played += play(&players, &id, &mut dice, 500).await;
    let over = table(&players[0], &id).await;
    assert_eq!((&over["status"], &over["seq"]), (&json!("OVER"), &json!(played)));
}
