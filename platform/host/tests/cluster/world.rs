//! One simulated world: its players, tables and faults, and what must hold in the end.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use gueridon_game::{Language, Seat};
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, OpenTable, Random, TableStatus, Viewer};
use gueridon_host::refusal::{Answer, Failure};
use gueridon_host::table::EntryView;
use gueridon_journal::memory::Memory;
use gueridon_journal::{Entry, Journal, PlayerId, Seated, TableId};
use gueridon_modules::builds::LinkedModules;
use gueridon_modules::executor::Execution;
use gueridon_modules::module::Module;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::faults::{Fate, Faulty, TALLY, count};
use crate::faulty_notices::FaultyNotices;
use crate::marathon::Marathon;
use crate::people::{self, Answers};

/// Hosts over one journal; a killed host leaves its place empty for a while.
pub(crate) struct Cluster {
    pub(crate) fate: Fate,
    config: Config,
    truth: Arc<Memory>,
    library: Arc<LinkedModules>,
    faults: usize,
    hosts: Mutex<Vec<Option<Host>>>,
}

/// Some worlds call modules nearly as a server does, on threads with no fixed order.
pub(crate) const fn execution(seed: u64) -> Execution {
    if seed % 16 == 15 { Execution::Unrested } else { Execution::Inline }
}

impl Cluster {
    fn new(seed: u64) -> Self {
        let fate = Fate::new(seed);
        let config = Config {
            idle: Duration::from_millis(50 + fate.below(2_000) as u64),
            reread: Duration::from_millis(500),
            lag: 2 + fate.below(6) as u64,
            most_loaded: 1 + fate.below(3),
            module_timeout: Duration::from_secs(10),
            execution: execution(seed),
            random: Random::of_test(seed),
            notices: Arc::new(FaultyNotices::new(fate.clone())),
            ..Config::default()
        };
        let hosts = vec![None; 1 + fate.below(3)];
        Self {
            config,
            truth: Arc::new(Memory::interleaving()),
            library: Arc::new(LinkedModules(vec![
                Module::linked::<Marathon>([7; 32]).expect("it opens"),
            ])),
            faults: [0, 2, 10, 25][fate.below(4)],
            hosts: Mutex::new(hosts),
            fate,
        }
    }

    /// A host that is up, when there is one.
    pub(crate) async fn any(&self) -> Host {
        loop {
            let up: Vec<Host> = {
                let hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
                hosts.iter().flatten().cloned().collect()
            };
            if let Some(host) = up.get(self.fate.below(up.len())) {
                return host.clone();
            }
            sleep(Duration::from_millis(10)).await;
        }
    }

    /// A host, with `faults` of 100 requests to the journal failing.
    async fn host(&self, faults: usize) -> Host {
        let (truth, fate) = (Arc::clone(&self.truth), self.fate.clone());
        let shared = self.hosts.lock().unwrap_or_else(PoisonError::into_inner).len() > 1;
        let journal = Arc::new(Faulty { truth, fate, shared, faults });
        let library = Arc::clone(&self.library);
        loop {
            let (config, journal, library) =
                (self.config.clone(), journal.clone(), library.clone());
            match Host::start(config, journal, library, Clock::standing(1_000)).await {
                Ok(host) => return host,
                Err(_) => self.fate.dawdle(50).await,
            }
        }
    }

    fn replace(&self, index: usize, host: Option<Host>) -> Option<Host> {
        let mut hosts = self.hosts.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut hosts[index], host)
    }

    async fn start_all(&self) {
        let hosts_count = self.hosts.lock().unwrap_or_else(PoisonError::into_inner).len();
        for index in 0..hosts_count {
            let host = self.host(self.faults).await;
            self.replace(index, Some(host));
        }
    }

    /// Kills hosts at any moment, and starts others in their places.
    async fn kill_now_and_then(self: Arc<Self>) {
        let hosts_count = self.hosts.lock().unwrap_or_else(PoisonError::into_inner).len();
        loop {
            self.fate.dawdle(1_500).await;
            let index = self.fate.below(hosts_count);
            if let Some(host) = self.replace(index, None) {
                host.stop();
                count(&TALLY.killed);
            }
            // What a dead process had under way is executed or lost before another starts.
            sleep(Duration::from_millis(50)).await;
            self.fate.dawdle(300).await;
            let host = self.host(self.faults).await;
            self.replace(index, Some(host));
        }
    }
}

/// Retries until there is no fault.
async fn insist<T>(fate: &Fate, ask: impl AsyncFn() -> Answer<T>) -> Result<T, Failure> {
    loop {
        match ask().await {
            Err(Failure::Fault(_)) => fate.dawdle(50).await,
            answer => return answer,
        }
    }
}

/// Opens and begins a table; returns it with its players.
async fn begin(cluster: &Cluster) -> (TableId, Vec<PlayerId>) {
    let fate = &cluster.fate;
    let seats = 2 + fate.below(2) as u8;
    let mut players = Vec::new();
    for seat in 0..seats {
        let name = format!("P{seat}");
        let signed = insist(fate, async || cluster.any().await.people().guest(&name).await).await;
        players.push(signed.expect("a lawful name").player.id);
    }
    let options = Some(json!({ "rounds": 2 + fate.below(3) }));
    let open = OpenTable::of("marathon", options, seats);
    let opened = async || cluster.any().await.lobby().open(players[0], open.clone()).await;
    let table = insist(fate, opened).await.expect("a lawful table");
    for &player in &players {
        let sat = async || cluster.any().await.lobby().sit(table, player, None).await;
        insist(fate, sat).await.expect("a free seat");
    }
    let started = async || cluster.any().await.lobby().start_table(table, players[0]).await;
    insist(fate, started).await.expect("who has begun it may say so again");
    let row = cluster.truth.table(table).await.expect("memory").expect("it was opened");
    let seated: Vec<_> = row.seated.iter().filter_map(Seated::player).collect();
    assert_eq!(seated, players);
    (table, players)
}

/// Plays and watches a table to its end.
struct Played {
    table: TableId,
    players: Vec<PlayerId>,
    answers: Vec<Answers>,
    heard: Vec<(Viewer, Vec<Value>)>,
}

async fn play_table(cluster: Arc<Cluster>, table: TableId, players: Vec<PlayerId>) -> Played {
    let playing: Vec<_> = players
        .iter()
        .map(|&player| tokio::spawn(people::play(Arc::clone(&cluster), table, player)))
        .collect();
    let viewers = [Viewer::default(), Viewer::default(), players[0].into(), players[1].into()];
    let watching: Vec<_> = viewers
        .into_iter()
        .map(|viewer| (viewer, tokio::spawn(people::watch(Arc::clone(&cluster), table, viewer))))
        .collect();
    let mut answers = Vec::new();
    for one in playing {
        answers.push(one.await.expect("a player came to the end"));
    }
    let mut heard = Vec::new();
    for (viewer, one) in watching {
        heard.push((viewer, one.await.expect("a watcher came to the end")));
    }
    Played { table, players, answers, heard }
}

/// Runs the world of a seed; returns the entries of all its tables.
pub(crate) async fn play(seed: u64) -> Vec<Entry> {
    const LONGEST: Duration = Duration::from_secs(3_600);
    let cluster = Arc::new(Cluster::new(seed));
    cluster.start_all().await;
    // If nobody is killed, only the regular reread makes up for a lost notice.
    let kills = cluster.fate.percent(60);
    let killing = kills.then(|| tokio::spawn(Arc::clone(&cluster).kill_now_and_then()));
    let mut tables = Vec::new();
    for _ in 0..1 + cluster.fate.below(3) {
        let (table, players) = begin(&cluster).await;
        tables.push(tokio::spawn(play_table(Arc::clone(&cluster), table, players)));
    }
    let mut story = Vec::new();
    for playing in tables {
        let played = timeout(LONGEST, playing).await.expect("nobody waits for ever");
        let played = played.expect("the table came to its end");
        story.extend(check(&cluster, &played).await);
    }
    killing.iter().for_each(|killing| killing.abort());
    story
}

async fn check(cluster: &Cluster, played: &Played) -> Vec<Entry> {
    let entries = cluster.truth.entries(played.table, 0, u32::MAX).await.expect("memory");
    check_entries(played, &entries);
    check_answers(played, &entries);
    let fresh = cluster.host(0).await;
    check_streams(played, &fresh, entries.len()).await;
    check_looks(cluster, played, &fresh).await;
    entries
}

/// Contiguous, each key once, nothing after the end.
fn check_entries(played: &Played, entries: &[Entry]) {
    let mut keys = BTreeSet::new();
    for (seq, entry) in (1..).zip(entries) {
        assert_eq!(entry.seq, seq);
        assert!(keys.insert((entry.seat, &entry.key)), "a key is used twice: {entry:?}");
        assert_eq!(entry.ends, seq == entries.len() as u64);
        assert_eq!(entry.table, played.table);
    }
}

/// What was acknowledged is in the journal as it was sent; what was refused is not.
fn check_answers(played: &Played, entries: &[Entry]) {
    for (seat, answers) in (0..).map(Seat).zip(&played.answers) {
        for (key, seq, steps) in &answers.played {
            let entry = &entries[usize::try_from(*seq - 1).expect("a small number")];
            assert_eq!((entry.seat, &entry.key), (Some(seat), key));
            let body: Value = serde_json::from_str(&entry.body).expect("a body is JSON");
            assert_eq!(body, json!({ "steps": steps }));
        }
        let of_seat = || entries.iter().filter(|entry| entry.seat == Some(seat));
        for key in &answers.refused {
            assert!(of_seat().all(|entry| entry.key != *key), "{key} was refused, and played");
        }
        assert_eq!(of_seat().count(), answers.played.len(), "somebody else played");
    }
}

/// Every stream equals that of an undisturbed host, entry by entry.
async fn check_streams(played: &Played, fresh: &Host, entries: usize) {
    for (viewer, heard) in &played.heard {
        let told = fresh
            .watching()
            .entries(played.table, *viewer, 0, usize::MAX)
            .await
            .expect("it is served");
        let told: Vec<_> = told.iter().map(|told| glimpsed(told)).collect();
        assert_eq!(told.len(), entries);
        assert_eq!(*heard, told);
    }
}

/// All hosts show the same game, which proves each digest: a host that replays to another one
/// stops the table.
async fn check_looks(cluster: &Cluster, played: &Played, fresh: &Host) {
    let mut viewers: Vec<Viewer> = played.players.iter().map(|&player| player.into()).collect();
    viewers.push(Viewer::default());
    for viewer in viewers {
        let look =
            fresh.watching().look(played.table, viewer, Language::En).await.expect("it is served");
        assert_eq!(look.table.state, TableStatus::Over);
        for _ in 0..3 {
            let other = people::look(cluster, played.table, viewer).await;
            let (seen, same) = (other.seen.expect("shown"), look.seen.as_ref().expect("shown"));
            assert_eq!((other.seq, other.since), (look.seq, look.since));
            assert_eq!(seen.view.get(), same.view.get());
            assert_eq!(seen.score.get(), same.score.get());
        }
    }
}

/// A look in comparable form.
pub(crate) fn glimpsed(glimpse: &EntryView) -> Value {
    let told = serde_json::to_value(&glimpse.told).expect("what is told is JSON");
    json!({ "seq": glimpse.seq, "seat": glimpse.seat, "atMs": glimpse.at_ms, "told": told })
}
