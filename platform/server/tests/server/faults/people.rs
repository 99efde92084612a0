//! People who go on whatever fails: each sends what is not answered again, to any server.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value as Json, json};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::history::{Acknowledged, History};
use crate::support::server::Client;
use crate::support::tables::{PLAY, TABLE};

/// How many sit at a table.
const SEATS: usize = 3;
/// How long one waits before trying again.
const PAUSE: Duration = Duration::from_millis(30);
/// How long it may take until something is done, faults included.
const PATIENCE: Duration = Duration::from_secs(90);

/// Those who play together, each at every server.
#[derive(Debug)]
pub(super) struct Group {
    players: Vec<Vec<Client>>,
    dice: ChaCha8Rng,
}

impl Group {
    /// New players.
    pub(super) async fn come(strangers: &[Client], number: u64) -> Self {
        let mut players = Vec::new();
        for seat in 0..SEATS {
            let player = strangers[0].player(&format!("Player {number} {seat}")).await;
            let at = |stranger: &Client| stranger.with_token_of(&player);
            players.push(strangers.iter().map(at).collect());
        }
        Self { players, dice: ChaCha8Rng::seed_from_u64(number) }
    }

    /// Plays at one table after the other until it is late; tells what was acknowledged.
    pub(super) async fn play_on(mut self, is_late: Arc<AtomicBool>) -> Vec<History> {
        let mut histories = Vec::new();
        while !is_late.load(Ordering::Relaxed) {
            histories.push(self.play().await);
        }
        histories
    }

    /// Begins a table, and plays there to the end.
    async fn play(&mut self) -> History {
        let owner = &self.players[0];
        let open = "mutation { did: openTable(options: {sealed: {}}, seats: 3) \
                    { ok ... on TableChanged { table { id } } ... on Refused { code } } }";
        let opened = insist(owner, open, json!({}), &mut self.dice).await;
        let id = opened["table"]["id"].as_str().unwrap().to_owned();
        let does = |action: &str| {
            format!(
                "mutation($id: ID!) {{ did: {action}(table: $id) {{ ok ... on Refused {{ code }} }} }}"
            )
        };
        for player in &self.players {
            insist(player, &does("sit"), json!({ "id": id }), &mut self.dice).await;
        }
        insist(owner, &does("start"), json!({ "id": id }), &mut self.dice).await;

        let plays = Arc::<Mutex<Vec<Acknowledged>>>::default();
        let (mut seats, mut listening) = (JoinSet::new(), JoinSet::new());
        for (by, player) in self.players.iter().enumerate() {
            let sitter =
                Sitter { by, player: player.clone(), id: id.clone(), plays: plays.clone() };
            seats.spawn(sitter.play_to_the_end(self.dice.random()));
            listening.spawn(listen(player.clone(), id.clone(), self.dice.random()));
        }
        let mut said = Vec::new();
        let say = "mutation($id: ID!, $text: String!, $key: ID!) { did: say(table: $id, text: $text, key: $key) \
                   { ok ... on Refused { code } } }";
        for number in 0..3 {
            let text = format!("{number} of {id}");
            let player = &self.players[number % SEATS];
            insist(player, say, json!({ "id": id, "text": text, "key": text }), &mut self.dice)
                .await;
            said.push(text);
        }
        while let Some(seat) = seats.join_next().await {
            seat.unwrap();
        }
        let mut heard = Vec::new();
        while let Some(last) = listening.join_next().await {
            heard.push(last.unwrap());
        }
        let plays = std::mem::take(&mut *plays.lock().unwrap());
        History { id, players: self.players.clone(), plays, said, heard }
    }
}

/// One of the servers, by chance.
fn any<'a>(player: &'a [Client], dice: &mut ChaCha8Rng) -> &'a Client {
    &player[dice.random_range(0..player.len())]
}

/// Whether a server could not answer, as it may where something fails.
fn is_unavailable(answer: &Json) -> bool {
    answer.is_null() || answer["errors"][0]["extensions"]["code"] == "UNAVAILABLE"
}

/// Sends a mutation to one server after the other until it is done; returns what came of it.
async fn insist(player: &[Client], document: &str, variables: Json, dice: &mut ChaCha8Rng) -> Json {
    let began = Instant::now();
    loop {
        let sent = any(player, dice).try_post(document, variables.clone()).await;
        let mut answer = sent.unwrap_or_default();
        if !is_unavailable(&answer) {
            let did = answer["data"]["did"].take();
            assert_eq!(did["ok"], true, "{document} {answer} {did}");
            return did;
        }
        assert!(began.elapsed() < PATIENCE, "{document}: {answer}");
        sleep(PAUSE).await;
    }
}

/// Somebody who plays at a table.
struct Sitter {
    /// In which of its places.
    by: usize,
    player: Vec<Client>,
    id: String,
    plays: Arc<Mutex<Vec<Acknowledged>>>,
}

impl Sitter {
    async fn play_to_the_end(self, seed: u64) {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let began = Instant::now();
        loop {
            let asked =
                any(&self.player, &mut dice).try_post(TABLE, json!({ "id": self.id })).await;
            let answer = asked.unwrap_or_default();
            let table = &answer["data"]["table"];
            if table["status"] == "OVER" {
                return;
            }
            assert!(began.elapsed() < PATIENCE, "{}: {answer}", self.id);
            let moves = table["moves"].as_array().cloned().unwrap_or_default();
            if moves.is_empty() {
                sleep(PAUSE).await;
                continue;
            }
            let step = &moves[dice.random_range(0..moves.len())]["move"];
            let key = dice.random::<u64>().to_string();
            let play =
                json!({"table": self.id, "since": table["since"], "key": key, "steps": [step]});
            self.send(play, &mut dice).await;
        }
    }

    /// Sends a play until it is acknowledged, or refused because what was seen is not so any more.
    async fn send(&self, play: Json, dice: &mut ChaCha8Rng) {
        let sent = Instant::now();
        loop {
            let answer = any(&self.player, dice).try_post(PLAY, play.clone()).await;
            let answer = answer.unwrap_or_default();
            let played = &answer["data"]["play"];
            if played["ok"] == true {
                let seq = played["seq"].as_u64().unwrap();
                let told = Instant::now();
                let one = Acknowledged { play, by: self.by, seq, sent, told };
                return self.plays.lock().unwrap().push(one);
            }
            if let Some(code) = played["code"].as_str() {
                // What was looked at came from a server that did not know the newest entry yet.
                assert!(matches!(code, "STALE" | "NOT_YOUR_TURN" | "TABLE_OVER"), "{answer}");
                return;
            }
            assert!(is_unavailable(&answer), "{answer}");
            assert!(sent.elapsed() < PATIENCE, "{play}: {answer}");
            sleep(PAUSE).await;
        }
    }
}

/// Listens to a table until its game is over, at any server and again wherever the socket is closed
/// or cut; returns the last entry.
///
/// # Panics
/// If an entry comes twice, or one is left out.
async fn listen(player: Vec<Client>, id: String, seed: u64) -> u64 {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let (began, mut last) = (Instant::now(), 0);
    loop {
        if listen_once(any(&player, &mut dice), &id, &mut last, &mut dice).await == Some(true) {
            return last;
        }
        assert!(began.elapsed() < PATIENCE, "{id}: nothing more is told after {last}");
        sleep(PAUSE).await;
    }
}

/// Listens over one socket; whether the game is over. Nothing if the socket was closed.
async fn listen_once(
    client: &Client,
    id: &str,
    last: &mut u64,
    dice: &mut ChaCha8Rng,
) -> Option<bool> {
    let mut socket = timeout(Duration::from_secs(5), client.try_socket()).await.ok()??;
    let document = "subscription($id: ID!, $after: Int!) \
                    { table(id: $id, after: $after) { entry { seq } table { status seq } } }";
    socket.subscribe("1", document, json!({ "id": id, "after": *last })).await;
    // So many updates, and then the line is cut.
    for _ in 0..dice.random_range(1..20) {
        let message = timeout(Duration::from_secs(3), socket.next()).await.ok()??;
        (message["type"] == "next").then_some(())?;
        let update = &message["payload"]["data"]["table"];
        // Of an entry everything is told, or nothing.
        let is_whole = message["payload"].get("errors").is_none();
        assert!(is_whole || update["entry"].is_null(), "{message}");
        if let Some(seq) = update["entry"]["seq"].as_u64() {
            assert_eq!(seq, *last + 1, "{id}: no gap and nothing twice");
            *last = seq;
        }
        let table = &update["table"];
        if table["status"] == "OVER" && table["seq"] == json!(*last) {
            return Some(true);
        }
    }
    Some(false)
}
