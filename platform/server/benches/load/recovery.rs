//! How long people wait when something fails: three servers over one PostgreSQL, of which a server
//! or the database is hit while players at each of them go on.
//!
//! A player sends each move to their server and, if it does not answer within a second, to the next.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gueridon_journal::scratch;
use serde_json::{Value as Json, json};
use tokio::sync::{mpsc, watch};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::sleep;

use crate::client::Socket;
use crate::documents::{MOVES, OPEN, PLAY, SIGN_IN, SIT, START};
use crate::extent::Extent;
use crate::nodes::Site;
use crate::process::Server;

/// How many servers there are.
const NODES: usize = 3;
/// After how long a player turns to another server.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long a player thinks.
const THINKING: Duration = Duration::from_millis(10);
/// For how long a server is away or paused.
const AWAY: Duration = Duration::from_secs(3);
/// What fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A server is killed.
    Killed,
    /// A server is told to stop, and starts again after it has ended.
    Stopped,
    /// A server does not go on for three seconds.
    Paused,
    /// The database ends as in a crash, and starts again.
    DatabaseRestarted,
    /// No process of the database goes on for three seconds.
    DatabasePaused,
    /// All connections to the database are cut.
    ConnectionsCut,
}

impl Fault {
    pub(crate) const ALL: [Self; 6] = [
        Self::Killed,
        Self::Stopped,
        Self::Paused,
        Self::DatabaseRestarted,
        Self::DatabasePaused,
        Self::ConnectionsCut,
    ];

    pub(crate) const fn what(self) -> &'static str {
        match self {
            Self::Killed => "a server is killed",
            Self::Stopped => "a server is stopped and started again",
            Self::Paused => "a server is paused for 3 s",
            Self::DatabaseRestarted => "the database is restarted",
            Self::DatabasePaused => "the database is paused for 3 s",
            Self::ConnectionsCut => "all connections to the database are cut",
        }
    }
}

/// How long it took after one fault.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Recovery {
    /// The longest time without an accepted move of the player at the server that was hit.
    pub(crate) there: Duration,
    /// The longest time without one of the players at the other servers.
    pub(crate) elsewhere: Duration,
    /// The longest time from an accepted move until it was heard at another server that was not hit.
    pub(crate) heard: Duration,
    /// How long the fault itself took: the server or the database was away.
    pub(crate) away: Duration,
}

/// Lets that fail several times, and measures each.
pub(crate) async fn run(fault: Fault, extent: Extent) -> Vec<Recovery> {
    let mut site = Site::set(NODES).await;
    let mut recoveries = Vec::new();
    for _ in 0..extent.fault_rounds {
        recoveries.push(one(&mut site, fault, extent.long).await);
    }
    recoveries
}

/// Lets that fail once; what comes after it is watched for so long.
async fn one(site: &mut Site, fault: Fault, after: Duration) -> Recovery {
    let addresses: Vec<_> = site.servers.iter().map(|server| server.address).collect();
    let (told, acknowledged) = mpsc::unbounded_channel();
    let listening = tokio::spawn(listen(addresses[2], acknowledged));
    let (end, ended) = watch::channel(false);
    let mut playing = Vec::new();
    for first in 0..NODES {
        let mut player = Player::come(&addresses, first).await;
        // Those who listen at the last server follow who plays at the one before it.
        player.told = (first == 1).then(|| told.clone());
        playing.push(tokio::spawn(player.play(ended.clone())));
    }
    drop(told);
    sleep(Duration::from_secs(1)).await;
    let began = Instant::now();
    let away = suffer(site, fault, addresses[0]).await;
    sleep(after).await;
    end.send_replace(true);
    let mut waits = Vec::new();
    for player in playing {
        waits.push(longest_wait(&player.await.unwrap(), began, after));
    }
    let heard = listening.await.unwrap().into_iter().filter(|(at, _)| *at >= began);
    let heard = heard.map(|(_, lag)| lag).max().unwrap_or_default();
    Recovery { there: waits[0], elsewhere: waits[1].max(waits[2]), heard, away }
}

/// Lets something fail; returns for how long it was away.
async fn suffer(site: &mut Site, fault: Fault, first: SocketAddr) -> Duration {
    let began = Instant::now();
    match fault {
        Fault::Killed => {
            drop(site.servers.remove(0));
            sleep(AWAY).await;
            start_again(site, first).await;
        }
        Fault::Stopped => {
            let server = site.servers.remove(0);
            spawn_blocking(move || server.stop()).await.unwrap();
            start_again(site, first).await;
        }
        Fault::Paused => {
            site.servers[0].signal("STOP");
            sleep(AWAY).await;
            site.servers[0].signal("CONT");
        }
        Fault::DatabaseRestarted => {
            let database = Arc::clone(&site.database);
            spawn_blocking(move || database.restart()).await.unwrap();
        }
        Fault::DatabasePaused => {
            site.database.pause();
            sleep(AWAY).await;
            site.database.resume();
        }
        Fault::ConnectionsCut => cut(&site.database, &site.name).await,
    }
    began.elapsed()
}

async fn start_again(site: &mut Site, first: SocketAddr) {
    let (url, listen) = (site.database.url(&site.name), first.to_string());
    let start = move || Server::node(&url, &listen);
    site.servers.insert(0, spawn_blocking(start).await.unwrap());
}

async fn cut(database: &scratch::Server, name: &str) {
    let url = database.url("postgres");
    let query =
        format!("select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'");
    let _ = database.run("psql", &[&url, "-Atqc", &query], b"");
}

/// Asks until there is an answer, before anything fails: where the machine is busy, one may take longer
/// than a player waits.
async fn patiently<T>(mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    for _ in 0..20 {
        if let Some(answer) = ask().await {
            return answer;
        }
    }
    panic!("no server answers");
}

/// The longest time between two of these moments, of which the second is after `began`.
fn longest_wait(moments: &[Instant], began: Instant, after: Duration) -> Duration {
    let waits = moments.windows(2).filter(|two| two[1] >= began);
    waits.map(|two| two[1].duration_since(two[0].max(began))).max().unwrap_or(after)
}

/// An accepted move: at which table, its number, and when it was acknowledged.
type Acknowledged = (String, u64, Instant);

/// Who plays both seats of a table, at any server that answers.
struct Player {
    http: reqwest::Client,
    addresses: Vec<SocketAddr>,
    at: usize,
    tokens: [String; 2],
    table: Option<String>,
    keys: u64,
    told: Option<mpsc::UnboundedSender<Acknowledged>>,
}

impl Player {
    /// Comes to a server, and begins to play there.
    async fn come(addresses: &[SocketAddr], first: usize) -> Self {
        let http = reqwest::Client::builder().timeout(PATIENCE).build().unwrap();
        let mut player = Self {
            http,
            addresses: addresses.to_vec(),
            at: first,
            tokens: Default::default(),
            table: None,
            keys: 0,
            told: None,
        };
        for seat in 0..2 {
            let sign_in =
                patiently(async || player.ask(None, SIGN_IN, json!({ "name": "Ada" })).await);
            let signed = sign_in.await;
            player.tokens[seat] = signed["signIn"]["token"].as_str().unwrap().to_owned();
        }
        patiently(async || player.begin().await).await;
        player
    }

    /// The answer of the server where the player is, if it has one.
    async fn ask(&self, seat: Option<usize>, document: &str, variables: Json) -> Option<Json> {
        let url = format!("http://{}/graphql", self.addresses[self.at]);
        let mut request = self.http.post(url);
        if let Some(seat) = seat {
            request = request.bearer_auth(&self.tokens[seat]);
        }
        let body = json!({ "query": document, "variables": variables });
        let answer: Json = request.json(&body).send().await.ok()?.json().await.ok()?;
        answer.get("errors").is_none().then(|| answer["data"].clone())
    }

    /// Begins a new table.
    async fn begin(&mut self) -> Option<()> {
        let opened = self.ask(Some(0), OPEN, json!({})).await?;
        let id = opened["openTable"]["table"]["id"].as_str()?.to_owned();
        let table = json!({ "id": id });
        for seat in 0..2 {
            self.ask(Some(seat), SIT, table.clone()).await?;
        }
        self.ask(Some(0), START, table).await?;
        self.table = Some(id);
        Some(())
    }

    /// Makes a move at the table, or begins another if this one is over; returns its number.
    async fn step(&mut self) -> Option<u64> {
        let Some(table) = self.table.clone() else {
            self.begin().await?;
            return Some(0);
        };
        for seat in 0..2 {
            let asked = self.ask(Some(seat), MOVES, json!({ "id": table })).await?;
            let turn = &asked["table"];
            if turn["status"] == "OVER" {
                self.table = None;
                return Some(0);
            }
            let Some(choice) = turn["moves"].as_array()?.last() else { continue };
            self.keys += 1;
            let play = json!({
                "table": table,
                "since": turn["since"],
                "key": self.keys.to_string(),
                "steps": [choice["move"]],
            });
            // A refusal counts as well: what was not acknowledged may have been played.
            return Some(
                self.ask(Some(seat), PLAY, play).await?["play"]["seq"].as_u64().unwrap_or(0),
            );
        }
        Some(0)
    }

    /// Plays until the end; returns when each move was acknowledged.
    async fn play(mut self, ended: watch::Receiver<bool>) -> Vec<Instant> {
        let mut moments = vec![Instant::now()];
        while !*ended.borrow() {
            match self.step().await {
                Some(0) => {}
                Some(seq) => {
                    let now = Instant::now();
                    moments.push(now);
                    if let (Some(told), Some(table)) = (&self.told, &self.table) {
                        // Nobody listens any more at the very end.
                        let _ = told.send((table.clone(), seq, now));
                    }
                }
                None => self.at = (self.at + 1) % NODES,
            }
            sleep(THINKING).await;
        }
        moments
    }
}

/// Listens at a server to the tables of moves that were acknowledged; returns of each move when it
/// was, and how much later it was heard.
async fn listen(
    address: SocketAddr,
    mut acknowledged: mpsc::UnboundedReceiver<Acknowledged>,
) -> Vec<(Instant, Duration)> {
    const FOLLOW: &str = "subscription($id: ID!, $after: Int) \
                          { table(id: $id, after: $after) { seq entry { seq } } }";
    let mut lags = Vec::new();
    let (mut following, mut heard): (Option<(String, JoinHandle<()>)>, _) =
        (None, watch::channel(0).1);
    while let Some((table, seq, at)) = acknowledged.recv().await {
        if following.as_ref().is_none_or(|(id, _)| *id != table) {
            let (hears, hearing) = watch::channel(0);
            heard = hearing;
            if let Some((_, task)) = following.take() {
                task.abort();
            }
            let id = table.clone();
            let follow = async move {
                let mut socket = Socket::greet(address, None).await;
                for operation in 1_u64.. {
                    let after = json!({ "id": id, "after": *hears.borrow() });
                    socket.subscribe(&operation.to_string(), FOLLOW, &after).await;
                    loop {
                        let frame: Json = serde_json::from_str(&socket.next().await).unwrap();
                        if frame["type"] != "next" {
                            break;
                        }
                        let entry = &frame["payload"]["data"]["table"]["entry"];
                        if let Some(seq) = entry["seq"].as_u64() {
                            hears.send_replace(seq);
                        }
                    }
                    sleep(THINKING).await;
                }
            };
            following = Some((table, tokio::spawn(follow)));
        }
        if heard.wait_for(|heard| *heard >= seq).await.is_ok() {
            lags.push((at, at.elapsed()));
        }
    }
    if let Some((_, task)) = following {
        task.abort();
    }
    lags
}
