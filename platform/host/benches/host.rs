//! What the host costs: the border, durable plays, a rebuild, and memory. Run it on a quiet
//! machine: `cargo bench -p gueridon-host`.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a bench prints, or has failed")]

#[path = "../tests/games/marathon.rs"]
mod marathon;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gueridon_game::{Eyes, Language, Seat, Seed};
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, OpenTable, Viewer};
use gueridon_host::people::{AccountsConfig, Limit, Limits};
use gueridon_journal::sqlite::Sqlite;
use gueridon_journal::{PlayerId, TableId};
use gueridon_modules::builds::LinkedModules;
use gueridon_modules::executor::Execution;
use gueridon_modules::module::Module;
use marathon::Marathon;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tempfile::TempDir;

fn main() {
    the_border();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    // First, since the allocator keeps for later what the others give back.
    runtime.block_on(memory(10_000, 1_000));
    for tables in [1, 64, 512] {
        runtime.block_on(durable_plays(tables, Execution::Blocking));
    }
    runtime.block_on(durable_plays(512, Execution::Inline));
    runtime.block_on(rebuild(2_000));
}

/// The best of many short windows, which others on the machine disturb least.
fn best_of(windows: usize, mut once: impl FnMut()) -> Duration {
    const CALLS: u32 = 200;
    let window = || {
        let began = Instant::now();
        (0..CALLS).for_each(|_| once());
        began.elapsed() / CALLS
    };
    std::iter::repeat_with(window).take(windows).min().unwrap_or_default()
}

fn the_border() {
    let module = Module::linked::<Marathon>([7; 32]).unwrap();
    let (mut game, _) = module.deal(None, 4, &Seed::of_test(1)).unwrap();
    let steps = RawValue::from_string(r#"[{"pick":1}]"#.to_owned()).unwrap();
    let play = best_of(100, || {
        game.play(Seat(0), 1, &steps).unwrap();
        game.drop_tried().unwrap();
    });
    let view = best_of(100, || drop(game.view(Eyes::Seat(Seat(0))).unwrap()));
    let look = best_of(100, || drop(game.look(Eyes::Seat(Seat(0)), Language::En).unwrap()));
    println!("one play and drop across the border: {play:?}");
    println!("one view across the border: {view:?}; one look: {look:?}");
}

/// A host over a new file, and what must outlive it.
async fn set(directory: &TempDir, execution: Execution) -> (Host, Arc<Sqlite>) {
    let file = directory.path().join("journal.db");
    let journal = Arc::new(Sqlite::open(&file).await.unwrap());
    (host_over(&journal, execution).await, journal)
}

async fn host_over(journal: &Arc<Sqlite>, execution: Execution) -> Host {
    let journal = Arc::clone(journal);
    let library = Arc::new(LinkedModules(vec![Module::linked::<Marathon>([7; 32]).unwrap()]));
    // One player opens and sits at all tables of the bench.
    let often = Limit { at_once: 100_000, every: Duration::from_millis(1) };
    let limits = Limits { tables: often, seat_actions: often, ..Limits::default() };
    let accounts = AccountsConfig { limits, ..AccountsConfig::default() };
    let config = Config {
        execution,
        most_tables: 20_000,
        most_tables_of_guest: 20_000,
        accounts,
        ..Config::default()
    };
    Host::start(config, journal, library, Clock::system()).await.unwrap()
}

struct Table {
    id: TableId,
    players: [PlayerId; 2],
}

async fn begin(host: &Host, players: [PlayerId; 2]) -> Table {
    let options = Some(json!({ "rounds": 1_000_000 }));
    let open = OpenTable::of("marathon", options, 2);
    let id = host.lobby().open(players[0], open).await.unwrap();
    for player in players {
        host.lobby().sit(id, player, None).await.unwrap();
    }
    host.lobby().start_table(id, players[0]).await.unwrap();
    Table { id, players }
}

async fn two_players(host: &Host) -> [PlayerId; 2] {
    [
        host.people().guest("Ada").await.unwrap().player.id,
        host.people().guest("Bo").await.unwrap().player.id,
    ]
}

/// Plays entry `seq` of a table: both pick, then one draws, sees the card, and passes.
async fn play(host: &Host, table: &Table, seq: u64) {
    let (round, place) = ((seq - 1) / 4, (seq - 1) % 4);
    let seat = if place < 2 { place } else { round % 2 };
    let steps: Vec<Value> = vec![match place {
        2 => json!({"draw": "YES"}),
        3 => json!({"pass": "YES"}),
        _ => json!({"pick": 1}),
    }];
    let since = seq - 1;
    let player = table.players[usize::try_from(seat).unwrap()];
    host.tables().play(table.id, player, since, seq.to_string(), steps.into()).await.unwrap();
}

async fn durable_plays(tables: usize, execution: Execution) {
    const LONG: Duration = Duration::from_secs(5);
    let directory = tempfile::tempdir().unwrap();
    let (host, journal) = set(&directory, execution).await;
    let players = two_players(&host).await;
    let mut playing = tokio::task::JoinSet::new();
    let mut begun = Vec::new();
    for _ in 0..tables {
        begun.push(begin(&host, players).await);
    }
    let began = Instant::now();
    let cpu = cpu_time();
    for table in begun {
        let host = host.clone();
        playing.spawn(async move {
            let mut seq = 0;
            while began.elapsed() < LONG {
                seq += 1;
                play(&host, &table, seq).await;
            }
            seq
        });
    }
    let plays: u64 = playing.join_all().await.iter().sum();
    let (seconds, cpu) = (began.elapsed().as_secs_f64(), (cpu_time() - cpu).as_secs_f64());
    let (each, per_cpu) = (plays as f64 / seconds, plays as f64 / cpu);
    println!(
        "{tables} tables, modules called {execution:?}: {each:.0} durable plays/s, {per_cpu:.0} per CPU-second"
    );
    host.stop();
    journal.close().await;
}

async fn rebuild(entries: u64) {
    let directory = tempfile::tempdir().unwrap();
    let (host, journal) = set(&directory, Execution::Blocking).await;
    let table = begin(&host, two_players(&host).await).await;
    for seq in 1..=entries {
        play(&host, &table, seq).await;
    }
    let mut best = Duration::MAX;
    for _ in 0..10 {
        let fresh = host_over(&journal, Execution::Blocking).await;
        let began = Instant::now();
        let look = fresh.watching().look(table.id, Viewer::default(), Language::En).await.unwrap();
        best = best.min(began.elapsed());
        assert_eq!(look.seq, entries);
    }
    println!("a table of {entries} entries is rebuilt in {best:?}");
    host.stop();
    journal.close().await;
}

async fn memory(idle: usize, loaded: usize) {
    const ENTRIES: u64 = 60;
    // More calls of modules than may wait would be refused.
    const AT_ONCE: usize = 500;
    let directory = tempfile::tempdir().unwrap();
    let (host, journal) = set(&directory, Execution::Blocking).await;
    let players = two_players(&host).await;
    let before = resident_kib();
    let mut tables = Vec::with_capacity(idle);
    while tables.len() < idle {
        let mut opening = tokio::task::JoinSet::new();
        for _ in 0..AT_ONCE.min(idle - tables.len()) {
            let host = host.clone();
            opening.spawn(async move { begin(&host, players).await });
        }
        tables.extend(opening.join_all().await);
    }
    println!("{idle} idle tables: {} KiB more resident", resident_kib() - before);
    let before = resident_kib();
    let mut playing = tokio::task::JoinSet::new();
    for table in tables.into_iter().take(loaded) {
        let host = host.clone();
        playing.spawn(async move {
            for seq in 1..=ENTRIES {
                play(&host, &table, seq).await;
            }
        });
    }
    playing.join_all().await;
    assert_eq!(host.tables().loaded(), loaded);
    let more = resident_kib() - before;
    println!("{loaded} loaded tables of {ENTRIES} entries: {more} KiB more resident");
    host.stop();
    journal.close().await;
}

/// What `/proc` says of this process, in KiB.
fn resident_kib() -> i64 {
    let status = fs::read_to_string(Path::new("/proc/self/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}

/// User and system time of this process, in the kernel's ticks of 10 ms.
fn cpu_time() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}
