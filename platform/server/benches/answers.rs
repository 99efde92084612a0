//! The cost of single operations without sockets: a call of a real module, a table rebuilt from its
//! journal, and a typed view from the request to the response. `make bench` builds the module
//! first.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a bench prints, or has failed")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gueridon::api::{Api, Caller};
use gueridon_game::{Eyes, Language, Seat, Seed};
use gueridon_graphql::request::Request;
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, OpenTable};
use gueridon_host::people::{AccountsConfig, Limit, Limits};
use gueridon_journal::sqlite::Sqlite;
use gueridon_journal::{Player, TableId};
use gueridon_modules::module::{Handle, Module};
use gueridon_modules::{Builds, UnusableBuild};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::json;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

const VIEW: &str = "query View($id: ID!) { table(id: $id) { status seq since toAct view { toAct \
    ... on AbyssView { active question track price buyers threat deckSize discardSize \
    monsterTokensLeft council { race size } court lordDeckSize locations locationDeckSize drawn \
    recruiting power extraTurn ending players { seat pearls keyTokens keys handSize toDiscard \
    hand { card count } affiliated { card count } monsterTokens { token } \
    lords { lord place location } locations } } } } }";

fn main() {
    let abyss = Abyss::opened();
    the_border(&abyss.0);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(the_view(&abyss));
    runtime.block_on(rebuild(&abyss, 2_000));
    runtime.block_on(memory(&abyss, 1_000, 60));
}

/// The module as cargo has built it with the binary, and the bytes of its file.
#[derive(Debug, Clone)]
struct Abyss(Arc<Module>, Arc<[u8]>);

impl Abyss {
    fn opened() -> Self {
        let file = Path::new(env!("CARGO_BIN_EXE_gueridon")).with_file_name("deps/libabyss.so");
        let bytes = fs::read(&file)
            .unwrap_or_else(|_| panic!("{} is missing: see make bench", file.display()));
        Self(Module::open(&bytes, Sha256::digest(&bytes).into()).unwrap(), bytes.into())
    }
}

impl Builds for Abyss {
    fn newest(&self) -> Vec<Arc<Module>> {
        vec![self.0.clone()]
    }

    fn build(&self, sha256: [u8; 32]) -> Option<Arc<Module>> {
        Some(self.0.clone()).filter(|module| module.sha256() == sha256)
    }

    fn bytes(&self, _: [u8; 32]) -> Option<Arc<[u8]>> {
        Some(self.1.clone())
    }

    fn open_bytes(&self, sha256: [u8; 32], _: &Arc<[u8]>) -> Result<Arc<Module>, UnusableBuild> {
        let missing =
            || UnusableBuild { reason: "it is another build".to_owned(), is_permanent: true };
        self.build(sha256).ok_or_else(missing)
    }

    fn set_quarantined(&self, _: BTreeMap<[u8; 32], String>) {}
}

/// The best of many short windows, which other processes disturb least.
fn best_of(windows: usize, mut once: impl FnMut()) -> Duration {
    const CALLS: u32 = 100;
    let window = || {
        let began = Instant::now();
        (0..CALLS).for_each(|_| once());
        began.elapsed() / CALLS
    };
    std::iter::repeat_with(window).take(windows).min().unwrap()
}

/// A random step of a seat that is to act, if there is one. Recruiting ends a game: without it
/// a game can go on for ever.
fn step(game: &mut Handle, seats: u8, dice: &mut ChaCha8Rng) -> Option<(Seat, Box<RawValue>)> {
    (0..seats).map(Seat).find_map(|seat| {
        let moves = game.moves(seat, Language::En).unwrap();
        let mut steps: Vec<&str> = moves.iter().map(|choice| choice.step.get()).collect();
        if steps.iter().any(|step| !step.contains("recruit")) {
            steps.retain(|step| !step.contains("recruit"));
        }
        let chosen = steps.get(dice.random_range(0..steps.len().max(1)))?;
        Some((seat, RawValue::from_string(format!("[{chosen}]")).unwrap()))
    })
}

fn the_border(abyss: &Arc<Module>) {
    const STEPS: u64 = 150;
    let (mut game, _) = abyss.deal(None, 4, &Seed::of_test(1)).unwrap();
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    for entry in 1..=STEPS {
        let (seat, steps) = step(&mut game, 4, &mut dice).unwrap();
        game.play(seat, entry, &steps).unwrap();
        game.keep().unwrap();
    }
    let (seat, steps) = step(&mut game, 4, &mut dice).unwrap();
    let eyes = Eyes::Seat(seat);
    let play = best_of(100, || {
        game.play(seat, STEPS + 1, &steps).unwrap();
        game.drop_tried().unwrap();
    });
    let view = best_of(100, || drop(game.view(eyes).unwrap()));
    let look = best_of(100, || drop(game.look(eyes, Language::En).unwrap()));
    println!(
        "one play and drop across the border: {play:?}; one view: {view:?}; one look: {look:?}"
    );
}

/// A host over a journal on the disk.
struct Set {
    host: Host,
    journal: Arc<Sqlite>,
    players: [Player; 2],
    /// The first of them.
    caller: Caller,
    _home: TempDir,
}

impl Set {
    async fn up(abyss: &Abyss) -> Self {
        let home = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let journal = Arc::new(Sqlite::open(&home.path().join("journal.db")).await.unwrap());
        let host = host(abyss, &journal).await;
        let signed = host.people().guest("Ada").await.unwrap();
        let known = host.people().accounts().authenticate(signed.token.secret()).await.unwrap();
        let (caller, ada) = (Caller { known, ..Caller::default() }, signed.player);
        let bo = host.people().guest("Bo").await.unwrap().player;
        Self { host, journal, players: [ada, bo], caller, _home: home }
    }

    /// A table with this many entries.
    async fn table(&self, entries: u64, dice: &mut ChaCha8Rng) -> TableId {
        let Self { host, players: [ada, bo], .. } = self;
        let open = OpenTable::of("abyss", Some(json!({})), 2);
        let table = host.lobby().open(ada.id, open).await.unwrap();
        for player in [ada, bo] {
            host.lobby().sit(table, player.id, None).await.unwrap();
        }
        host.lobby().start_table(table, ada.id).await.unwrap();
        for entry in 1..=entries {
            self.play(table, entry, dice).await;
        }
        table
    }

    async fn play(&self, table: TableId, entry: u64, dice: &mut ChaCha8Rng) {
        for player in &self.players {
            let look =
                self.host.watching().look(table, player.id.into(), Language::En).await.unwrap();
            let moves = &look.seen.as_ref().unwrap().moves;
            let mut steps: Vec<&str> = moves.iter().map(|choice| choice.step.get()).collect();
            if steps.iter().any(|step| !step.contains("recruit")) {
                steps.retain(|step| !step.contains("recruit"));
            }
            let Some(step) = steps.get(dice.random_range(0..steps.len().max(1))) else { continue };
            let steps: Vec<serde_json::Value> = vec![serde_json::from_str(step).unwrap()];
            let (since, key) = (look.since.unwrap(), entry.to_string());
            self.host.tables().play(table, player.id, since, key, steps.into()).await.unwrap();
            return;
        }
        panic!("the game is over after {entry} entries");
    }

    async fn down(self) {
        self.host.stop();
        self.journal.close().await;
    }
}

async fn host(abyss: &Abyss, journal: &Arc<Sqlite>) -> Host {
    // One player opens and sits at all tables of the bench.
    let often = Limit { at_once: 100_000, every: Duration::from_millis(1) };
    let limits = Limits { tables: often, seat_actions: often, ..Limits::default() };
    let accounts = AccountsConfig { limits, ..AccountsConfig::default() };
    let config = Config { most_tables: 10_000, accounts, ..Config::default() };
    let library = Arc::new(abyss.clone());
    Host::start(config, journal.clone(), library, Clock::system()).await.unwrap()
}

async fn the_view(abyss: &Abyss) {
    const TIMES: u32 = 2_000;
    let set = Set::up(abyss).await;
    let table = set.table(60, &mut ChaCha8Rng::seed_from_u64(1)).await;
    let api = Arc::new(Api::new(set.host.clone()).unwrap());
    let caller = set.caller.clone();
    let variables = json!({ "id": table }).as_object().cloned();
    let request =
        Request { query: VIEW.to_owned(), operation_name: None, variables, extensions: None };
    let mut best = Duration::MAX;
    let mut bytes = 0;
    for _ in 0..10 {
        let began = Instant::now();
        for _ in 0..TIMES {
            bytes = api.run(&request, &caller).await.body.len();
        }
        best = best.min(began.elapsed() / TIMES);
    }
    println!("a typed view of {bytes} bytes, from the request to the answer: {best:?}");
    set.down().await;
}

async fn rebuild(abyss: &Abyss, entries: u64) {
    let set = Set::up(abyss).await;
    let table = set.table(entries, &mut ChaCha8Rng::seed_from_u64(2)).await;
    let mut best = Duration::MAX;
    for _ in 0..10 {
        let fresh = host(abyss, &set.journal).await;
        let began = Instant::now();
        let look =
            fresh.watching().look(table, set.players[0].id.into(), Language::En).await.unwrap();
        best = best.min(began.elapsed());
        assert_eq!(look.seq, entries);
    }
    println!("a table of {entries} entries is rebuilt in {best:?}");
    set.down().await;
}

async fn memory(abyss: &Abyss, tables: u32, entries: u64) {
    let set = Arc::new(Set::up(abyss).await);
    let before = resident_kib();
    let mut playing = tokio::task::JoinSet::new();
    for number in 0..tables {
        let set = set.clone();
        let mut dice = ChaCha8Rng::seed_from_u64(number.into());
        playing.spawn(async move { set.table(entries, &mut dice).await });
    }
    playing.join_all().await;
    let each = (resident_kib() - before) / f64::from(tables);
    println!("{tables} loaded tables of {entries} entries: {each:.1} KiB resident each");
    Arc::into_inner(set).unwrap().down().await;
}

/// What `/proc` says of this process, in KiB.
fn resident_kib() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}
