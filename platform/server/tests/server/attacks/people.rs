//! People who play while others attack.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value as Json, json};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::play::games::abyss::GAME as ABYSS;
use crate::support::server::Client;
use crate::support::tables::{PLAY, TABLE, begun, play_to_the_end};

/// Where people come from; each attacker has an address, and so a budget, to themselves.
const PEOPLE: &str = "192.0.2.1";
/// How many tables they play at.
const TABLES: u64 = 4;
/// How often somebody who is measured looks at their table.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// People at tables of two, who play game after game as fast as they may.
pub(super) struct People {
    playing: JoinSet<usize>,
    /// Whether they begin no more games.
    is_late: Arc<AtomicBool>,
    /// Where they began.
    pub(super) tables: Vec<String>,
}

impl People {
    /// People who begin to play.
    pub(super) async fn begin(server: &str) -> Self {
        let is_late = Arc::new(AtomicBool::new(false));
        let (mut playing, mut tables) = (JoinSet::new(), Vec::new());
        let stranger = Client::at_from(server, PEOPLE);
        for number in 0..TABLES {
            let (id, players) = begun(&stranger, ABYSS.plain(), 2).await;
            tables.push(id.clone());
            playing.spawn(play_until_late(players, id, number << 40, is_late.clone()));
        }
        Self { playing, is_late, tables }
    }

    /// Waits until they have ended their games; how many plays they made.
    pub(super) async fn end(&mut self) -> usize {
        self.is_late.store(true, Ordering::Relaxed);
        let mut plays = 0;
        while let Some(more) = self.playing.join_next().await {
            plays += more.unwrap();
        }
        plays
    }
}

/// People who look at their tables ten times a second, and play when it is their turn.
pub(super) struct Watched {
    players: Vec<(Client, String)>,
    /// Their tables.
    pub(super) tables: Vec<String>,
}

impl Watched {
    /// People who have sat down.
    pub(super) async fn begin(server: &str) -> Self {
        let stranger = Client::at_from(server, PEOPLE);
        let (mut all, mut tables) = (Vec::new(), Vec::new());
        for _ in 0..TABLES {
            let (id, players) = begun(&stranger, ABYSS.plain(), 2).await;
            all.extend(players.into_iter().map(|player| (player, id.clone())));
            tables.push(id);
        }
        Self { players: all, tables }
    }

    /// Lets them play for so long; how long each answer took, the shortest first. None may fail.
    pub(super) async fn play(&self, how_long: Duration, seed: u64) -> Vec<Duration> {
        let end = Instant::now() + how_long;
        let mut playing = JoinSet::new();
        for (number, (player, id)) in (0..).zip(&self.players) {
            let (player, id) = (player.clone(), id.clone());
            let mut dice = ChaCha8Rng::seed_from_u64(seed << 8 | number);
            playing.spawn(async move {
                // Not all at the same moment.
                sleep(LOOK_EVERY * number as u32 / (2 * TABLES) as u32).await;
                let (mut took, mut looking) = (Vec::new(), interval(LOOK_EVERY));
                looking.set_missed_tick_behavior(MissedTickBehavior::Delay);
                while Instant::now() < end {
                    looking.tick().await;
                    play_or_look(&player, &id, &mut dice, &mut took).await;
                }
                took
            });
        }
        let mut took: Vec<_> = playing.join_all().await.into_iter().flatten().collect();
        took.sort_unstable();
        took
    }
}

/// A look at a table, and a play if it is the player's turn; notes how long each answer took.
async fn play_or_look(player: &Client, id: &str, dice: &mut ChaCha8Rng, took: &mut Vec<Duration>) {
    let began = Instant::now();
    let seen = player.ask(TABLE, json!({ "id": id })).await["table"].clone();
    took.push(began.elapsed());
    let moves = seen["moves"].as_array().unwrap();
    let Some(last) = moves.len().checked_sub(1) else { return };
    let step = &moves[dice.random_range(0..=last)]["move"];
    let key = dice.random::<u64>().to_string();
    let play = json!({"table": id, "since": seen["since"], "key": key, "steps": [step]});
    let began = Instant::now();
    let played = player.ask(PLAY, play).await;
    took.push(began.elapsed());
    assert_eq!(played["play"]["ok"], true, "{played}");
}

/// An answer that is as it should be, from a server that may be down for a moment.
async fn insist(client: &Client, document: &str, id: &str, is_right: fn(&Json) -> bool) -> Json {
    for _ in 0..600 {
        let answer = client.try_post(document, json!({ "id": id })).await.unwrap_or_default();
        if is_right(&answer["data"]) {
            return answer["data"].clone();
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("a minute without the answer to {document}")
}

/// The next game of two who know each other; its table.
async fn next_game(players: &[Client]) -> String {
    let open = "mutation { openTable(options: {abyss: {}}, seats: 2) { \
                ... on TableChanged { table { id } } } }";
    let opened = insist(&players[0], open, "", |data| data["openTable"]["table"].is_object()).await;
    let id = opened["openTable"]["table"]["id"].as_str().unwrap();
    let sit = "mutation($id: ID!) { sit(table: $id) { ok ... on Refused { code } } }";
    for player in players {
        // Sitting there already, they are refused.
        insist(player, sit, id, |data| data["sit"].is_object()).await;
    }
    let start = "mutation($id: ID!) { start(table: $id) { ok } }";
    insist(&players[0], start, id, |data| data["start"].is_object()).await;
    let look = "query($id: ID!) { table(id: $id) { status } }";
    insist(&players[0], look, id, |data| data["table"]["status"] == "PLAYING").await;
    id.to_owned()
}

/// Two play game after game until it is late, and each play that was acknowledged is in its table,
/// once; how many there were.
async fn play_until_late(
    players: Vec<Client>,
    mut id: String,
    seed: u64,
    is_late: Arc<AtomicBool>,
) -> usize {
    let (mut dice, mut plays) = (ChaCha8Rng::seed_from_u64(seed), 0);
    loop {
        let acknowledged = Arc::<Mutex<Vec<u64>>>::default();
        let mut playing = JoinSet::new();
        for player in &players {
            let (player, id, seed) = (player.clone(), id.clone(), dice.random());
            playing.spawn(play_to_the_end(player, id, seed, acknowledged.clone()));
        }
        playing.join_all().await;
        let mut seqs = acknowledged.lock().unwrap().clone();
        seqs.sort_unstable();
        let look = "query($id: ID!) { table(id: $id) { seq } }";
        let end = insist(&players[0], look, &id, |data| data["table"].is_object()).await;
        let last = end["table"]["seq"].as_u64().unwrap();
        assert_eq!(seqs, (1..=last).collect::<Vec<_>>(), "{id}");
        plays += seqs.len();
        if is_late.load(Ordering::Relaxed) {
            return plays;
        }
        id = next_game(&players).await;
    }
}
