//! Every attack that is known, all at once and for as long as one likes, beside people who play:
//! the server answers them, loses nothing that it has acknowledged even when it is killed again and
//! again, and its memory is back where it was when the attackers have gone.

use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value as Json, json};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::play::games::abyss::GAME as ABYSS;
use crate::support::server::{Client, Server, Socket, command, home};
use crate::support::tables::{begun, play_to_the_end, table};

/// Where people come from; each attacker has an address, and so a budget, to themselves.
const PEOPLE: &str = "192.0.2.1";
/// How many sockets an attacker has open, or tries to.
const SOCKETS: usize = 1_500;
/// How many tables people play at, and how many attackers of each kind there are.
const TABLES: usize = 4;
const ATTACKERS_OF_A_KIND: u64 = 2;
/// How much more memory the server may have afterwards: what the allocator keeps.
const MORE_MEMORY_MIB: u64 = 100;
/// How long it may take until that is so: tables that nobody looks at are dropped, and those of
/// bots closed, after ten minutes.
const MEMORY_PATIENCE: Duration = Duration::from_secs(15 * 60);

/// A number that `make soak` may set.
fn setting<T: FromStr>(name: &str, default: T) -> T {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A server with the limits that operators get, unlike those of other tests.
fn serve(home: &Path, listen: &str) -> Server {
    let mut command = command(home, listen);
    command.env_remove("GUERIDON_BUDGET").env_remove("GUERIDON_GUESTS_PER_HOUR");
    command.arg("--trust-proxy");
    Server::of(command, home)
}

/// The memory that the server has, in MiB.
fn memory_mib(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

/// Somebody who keeps attacking, and counts what comes of it.
struct Attacker {
    address: String,
    client: Client,
    dice: ChaCha8Rng,
    /// A table of people, whom this attacker would like to disturb.
    victim: String,
    sockets: Vec<Socket>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Attack {
    Introspection,
    Malformed,
    TablesOfBots,
    OpenTables,
    Guests,
    Passwords,
    LooksBack,
    Sockets,
    Disconnects,
}

impl Attack {
    const ALL: [Self; 9] = [
        Self::Introspection,
        Self::Malformed,
        Self::TablesOfBots,
        Self::OpenTables,
        Self::Guests,
        Self::Passwords,
        Self::LooksBack,
        Self::Sockets,
        Self::Disconnects,
    ];
}

/// What an answer is, in a word.
fn outcome(answer: &Json) -> String {
    if let Some(code) = answer["errors"][0]["extensions"]["code"].as_str() {
        return code.to_owned();
    }
    let refused = answer["data"].as_object().into_iter().flat_map(|data| data.values());
    let code = refused.filter_map(|field| field["code"].as_str()).next();
    code.unwrap_or("OK").to_owned()
}

impl Attacker {
    async fn ask(&self, document: &str, variables: Json) -> String {
        match self.client.try_post(document, variables).await {
            Ok(answer) => outcome(&answer),
            Err(_) => "UNREACHABLE".to_owned(),
        }
    }

    /// Becomes a new guest, if the server lets them.
    async fn sign_in(&mut self) -> String {
        let document = "mutation { signIn(name: \"Eve\") { ... on SignedIn { token } \
                        ... on Refused { code } } }";
        let stranger = self.client.stranger();
        let Ok(answer) = stranger.try_post(document, json!({})).await else {
            return "UNREACHABLE".to_owned();
        };
        if let Some(token) = answer["data"]["signIn"]["token"].as_str() {
            self.client.token = Some(token.into());
        }
        outcome(&answer)
    }

    /// Opens a table, as somebody new where the old guest may have no more; the table's id.
    async fn open(&mut self) -> Result<String, String> {
        if self.client.token.is_none() {
            let came = self.sign_in().await;
            if came != "OK" {
                return Err(came);
            }
        }
        let document = "mutation { openTable(options: {abyss: {}}, seats: 4) { \
                        ... on TableChanged { table { id } } ... on Refused { code } } }";
        let Ok(answer) = self.client.try_post(document, json!({})).await else {
            return Err("UNREACHABLE".to_owned());
        };
        let opened = &answer["data"]["openTable"]["table"]["id"];
        opened.as_str().map(ToOwned::to_owned).ok_or_else(|| {
            if answer["data"]["openTable"]["code"].is_string() {
                self.client.token = None;
            }
            outcome(&answer)
        })
    }

    async fn attack(&mut self, attack: Attack) -> String {
        match attack {
            Attack::Introspection => {
                let skipped = "{ __schema { types { possibleTypes { interfaces { possibleTypes { \
                               interfaces { possibleTypes { name @skip(if: true) } } } } } } } }";
                self.ask(skipped, json!({})).await
            }
            Attack::Malformed => {
                let letters: Vec<char> = "{}()[]!:$@abc \"\\\n".chars().collect();
                let text = (0..200).map(|_| letters[self.dice.random_range(0..letters.len())]);
                let text: String = text.collect();
                self.ask(&text, json!({})).await
            }
            Attack::TablesOfBots => match self.open().await {
                Err(code) => code,
                Ok(id) => {
                    let seat_one = |seat| {
                        format!("b{seat}: seatBot(table: $id, seat: {seat}, bot: EXPERT) {{ ok }} ")
                    };
                    let bots: String = (0..4).map(seat_one).collect();
                    let document = format!(
                        "mutation($id: ID!) {{ {bots} start(table: $id) {{ ok \
                         ... on Refused {{ code }} }} }}"
                    );
                    let started = self.ask(&document, json!({ "id": id })).await;
                    if started == "TOO_MANY_TABLES" {
                        self.client.token = None;
                    }
                    started
                }
            },
            Attack::OpenTables => self.open().await.map_or_else(|code| code, |_| "OK".to_owned()),
            Attack::Guests => self.sign_in().await,
            Attack::Passwords => {
                let document = "mutation($password: String!) { \
                    signIn(name: \"Ada\", password: $password) { ... on Refused { code } } }";
                let guess = format!("guess {}", self.dice.random::<u64>());
                self.ask(document, json!({ "password": guess })).await
            }
            Attack::LooksBack => {
                let document = "query($id: ID!, $at: Int!) { \
                                table(id: $id) { snapshot(at: $at) { seq } } }";
                let at = self.dice.random_range(0..100);
                self.ask(document, json!({"id": self.victim, "at": at})).await
            }
            Attack::Sockets => {
                if self.sockets.len() >= SOCKETS {
                    self.sockets.clear();
                }
                let opened = Socket::try_open_from(&self.client.address, &self.address).await;
                let outcome = if opened.is_some() { "OPENED" } else { "UNREACHABLE" };
                self.sockets.extend(opened);
                outcome.to_owned()
            }
            Attack::Disconnects => {
                let patience = Duration::from_micros(self.dice.random_range(0..5_000));
                match timeout(patience, self.open()).await {
                    Err(_) => "DISCONNECTED".to_owned(),
                    Ok(opened) => opened.map_or_else(|code| code, |_| "OK".to_owned()),
                }
            }
        }
    }
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

type Counts = BTreeMap<Attack, BTreeMap<String, usize>>;

/// Attackers at work, and people who play beside them.
struct Scene {
    people: JoinSet<usize>,
    attackers: JoinSet<Counts>,
    /// Whether people begin no more games.
    is_late: Arc<AtomicBool>,
    /// Whether the attackers go home.
    is_over: Arc<AtomicBool>,
}

impl Scene {
    /// People play game after game, until it is late.
    async fn set(server: &Server) -> (Self, Vec<String>) {
        let is_late = Arc::new(AtomicBool::new(false));
        let (mut people, mut tables) = (JoinSet::new(), Vec::new());
        let stranger = Client::at_from(&server.address, PEOPLE);
        for number in 0..TABLES as u64 {
            let (id, players) = begun(&stranger, ABYSS.plain(), 2).await;
            tables.push(id.clone());
            people.spawn(play_until_late(players, id, number << 40, is_late.clone()));
        }
        let is_over = Arc::new(AtomicBool::new(false));
        (Self { people, attackers: JoinSet::new(), is_late, is_over }, tables)
    }

    /// Lets the attackers come.
    fn attack(&mut self, address: &str, victims: &[String]) {
        for (attack, number) in
            Attack::ALL.into_iter().flat_map(|one| (0..ATTACKERS_OF_A_KIND).map(move |n| (one, n)))
        {
            let is_over = self.is_over.clone();
            let from = format!("198.51.100.{}", (attack as u64) << 4 | number);
            let mut attacker = Attacker {
                client: Client::at_from(address, &from),
                address: from,
                dice: ChaCha8Rng::seed_from_u64(number << 8 | attack as u64),
                victim: victims[number as usize % victims.len()].clone(),
                sockets: Vec::new(),
            };
            self.attackers.spawn(async move {
                let mut counts = BTreeMap::<String, usize>::new();
                while !is_over.load(Ordering::Relaxed) {
                    let outcome = attacker.attack(attack).await;
                    if outcome == "UNREACHABLE" {
                        sleep(Duration::from_millis(50)).await;
                    }
                    *counts.entry(outcome).or_default() += 1;
                }
                BTreeMap::from([(attack, counts)])
            });
        }
    }

    /// Sends the attackers home; what came of their attacks.
    async fn end_attacks(&mut self) -> Counts {
        self.is_over.store(true, Ordering::Relaxed);
        let mut all = Counts::new();
        while let Some(counts) = self.attackers.join_next().await {
            for (attack, counts) in counts.unwrap() {
                for (outcome, count) in counts {
                    *all.entry(attack).or_default().entry(outcome).or_default() += count;
                }
            }
        }
        all
    }

    /// Waits until people have ended their games; how many plays they made.
    async fn end_games(&mut self) -> usize {
        self.is_late.store(true, Ordering::Relaxed);
        let mut plays = 0;
        while let Some(more) = self.people.join_next().await {
            plays += more.unwrap();
        }
        plays
    }
}

/// Looks at a table ten times a second for so long; how long each answer took.
async fn looks(client: &Client, id: &str, how_long: Duration) -> Vec<Duration> {
    let (mut took, end) = (Vec::new(), Instant::now() + how_long);
    while Instant::now() < end {
        let began = Instant::now();
        let seen = table(client, id).await;
        took.push(began.elapsed());
        assert_eq!(seen["seat"], 0);
        sleep(Duration::from_millis(100)).await;
    }
    took.sort_unstable();
    took
}

fn say(what: &str, took: &[Duration]) {
    let of = |percent: usize| took[(took.len() - 1) * percent / 100];
    eprintln!("{what}: {} looks, p50 {:.1?}, p99 {:.1?}", took.len(), of(50), of(99));
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes as long as it is told: make soak"]
async fn all_attacks_together_disturb_nobody_else_and_leave_no_memory_taken() {
    let how_long = Duration::from_secs(setting("ATTACK_SECONDS", 60));
    let home = home("attacked", &[ABYSS.module()]);
    let mut server = serve(&home, "127.0.0.1:0");
    let (mut scene, victims) = Scene::set(&server).await;
    let (id, players) = begun(&Client::at_from(&server.address, PEOPLE), ABYSS.plain(), 2).await;
    say("quiet", &looks(&players[0], &id, Duration::from_secs(10)).await);
    let before = memory_mib(&server);
    scene.attack(&server.address, &victims);
    say("under attack", &looks(&players[0], &id, how_long).await);
    let most = memory_mib(&server);
    let counts = scene.end_attacks().await;
    for attack in Attack::ALL {
        eprintln!("{attack:?}: {:?}", counts[&attack]);
    }
    let plays = scene.end_games().await;
    let ended = Instant::now();
    let mut after = memory_mib(&server);
    while after >= before + MORE_MEMORY_MIB && ended.elapsed() < MEMORY_PATIENCE {
        sleep(Duration::from_secs(5)).await;
        after = memory_mib(&server);
    }
    let took = ended.elapsed().as_secs();
    eprintln!("{plays} plays; memory {before} MiB before, {most} during, {after} {took} s after");
    assert!(after < before + MORE_MEMORY_MIB, "{after} MiB, before the attacks {before}");
    assert_eq!(server.stop("TERM"), Some(0));
    assert!(server.errors().is_empty(), "{:?}", server.errors());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes a second and more for each of its KILLS: make soak"]
async fn nothing_acknowledged_is_lost_in_kills_under_all_attacks() {
    let kills = setting("KILLS", 20);
    let home = home("attacked-and-killed", &[ABYSS.module()]);
    let mut server = serve(&home, "127.0.0.1:0");
    let (mut scene, victims) = Scene::set(&server).await;
    scene.attack(&server.address, &victims);
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..kills {
        sleep(Duration::from_millis(dice.random_range(200..1_500))).await;
        let address = server.address.clone();
        drop(server);
        server = serve(&home, &address);
    }
    scene.end_attacks().await;
    let plays = scene.end_games().await;
    eprintln!("{plays} plays in {kills} kills");
    assert!(plays > kills, "they went on playing");
    assert_eq!(server.stop("TERM"), Some(0));
    assert!(server.errors().is_empty(), "{:?}", server.errors());
}
