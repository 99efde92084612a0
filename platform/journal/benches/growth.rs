//! How long reads and writes of a journal take as it grows: with 100, 10,000 and 100,000 stored
//! tables, of which 40 are open or in play. Run it on a quiet machine:
//! `cargo bench -p gueridon-journal`.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a bench prints, or has failed")]

#[path = "../tests/journal/grown.rs"]
mod grown;

use std::path::Path;
use std::time::{Duration, Instant};

use grown::Size;
use gueridon_game::{Seat, Seats};
use gueridon_journal::sqlite::Sqlite;
use gueridon_journal::{
    Entry, Journal, ListScope, Lobby, PlayerId, ResultPage, Seated, Standing, Start, Status,
    TableId, TablePage, TableRow, TableUpdate,
};
use tempfile::TempDir;
use uuid::Uuid;

/// How often each call is made. The tenth percentile counts, which other programs disturb least.
const RUNS: u64 = 300;
/// The length of a page of tables, which is full at every size.
const PAGE: u32 = 10;

/// How long each kind of call takes, with its name.
type Costs = Vec<(&'static str, Duration)>;

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let sizes = [100, 10_000, 100_000];
    let costs = sizes.map(|tables| runtime.block_on(costs(Size { tables, entries: 17 })));
    println!("stored tables: {sizes:?}");
    for (row, (name, _)) in costs[0].iter().enumerate() {
        let each: Vec<_> = costs.iter().map(|costs| format!("{:.0?}", costs[row].1)).collect();
        println!("{name}: {}", each.join(", "));
    }
}

/// How long calls take in a journal of that size. If possible its file is in memory, since a sync
/// would take longer than everything else.
async fn costs(size: Size) -> Costs {
    let memory = Path::new("/dev/shm");
    let directory =
        if memory.is_dir() { TempDir::new_in(memory).unwrap() } else { TempDir::new().unwrap() };
    let file = directory.path().join("journal.db");
    grown::grow(&file, size).await;
    let journal = Sqlite::open(&file).await.unwrap();
    let mut costs = reads(&journal, grown_table(2 * (size.tables / 50))).await;
    costs.extend(writes(&journal).await);
    journal.close().await;
    costs
}

async fn reads(journal: &Sqlite, playing: TableId) -> Costs {
    let public = |status, game: Option<&str>| TablePage {
        status: Some(status),
        first: PAGE,
        game: game.map(str::to_owned),
        reader: ListScope::Public,
        ..TablePage::default()
    };
    let lobby = public(Status::Playing, None);
    let finished = public(Status::Over, Some("odd"));
    let results =
        ResultPage { player: player(1), asker: None, game: None, before: None, first: PAGE };
    let entry = async |seq| journal.entries(playing, seq % 17, 20).await.unwrap().len();
    vec![
        ("games in progress", typical(async |_| journal.tables(&lobby).await.unwrap().len()).await),
        (
            "finished tables of a game",
            typical(async |_| journal.tables(&finished).await.unwrap().len()).await,
        ),
        (
            "one's own tables",
            typical(async |_| journal.my_tables(player(1), None, PAGE).await.unwrap().len()).await,
        ),
        (
            "a player's results",
            typical(async |_| journal.results(&results).await.unwrap().len()).await,
        ),
        ("a page of entries", typical(entry).await),
        ("a sweep", typical(async |_| journal.due(1, 200).await.unwrap().len()).await),
    ]
}

async fn writes(journal: &Sqlite) -> Costs {
    let opened =
        typical(async |run| journal.open_within(&new_table(run), &[], 10_000).await.unwrap()).await;
    let started = typical(async |run| {
        let start = Start {
            table: open_table(run),
            starter: player(1),
            build: [0; 32],
            seed: [1; 32],
            at_ms: 1,
            to_act: Seats::first(1),
            deadline_ms: None,
            most_bot_tables: 3,
        };
        assert!(journal.start(&start).await.unwrap());
    })
    .await;
    let played = typical(async |run| {
        let entry = Entry {
            table: open_table(1),
            seq: run,
            seat: Some(Seat(0)),
            key: format!("key {run}"),
            body: r#"{"steps":[{"pick":"something"}]}"#.to_owned(),
            digest: "00000000000000ff".to_owned(),
            at_ms: 1,
            to_act: Seats::first(1),
            ends: false,
        };
        let later = TableUpdate { deadline_ms: Some(Some(9_000_000_000_000)), end: None };
        assert!(journal.append(&entry, &later).await.unwrap());
    })
    .await;
    vec![("opening a table", opened), ("a start", started), ("a play", played)]
}

/// The tenth percentile of the times of several runs, which are numbered from 1.
async fn typical<T>(mut once: impl AsyncFnMut(u64) -> T) -> Duration {
    let mut took = Vec::new();
    for run in 1..=RUNS {
        let began = Instant::now();
        std::hint::black_box(once(run).await);
        took.push(began.elapsed());
    }
    took.sort_unstable();
    took[took.len() / 10]
}

/// A player of a grown journal.
fn player(number: u64) -> PlayerId {
    PlayerId(Uuid::from_u64_pair(0x0180_0000_0000_7000, number))
}

/// A table of a grown journal.
fn grown_table(number: u64) -> TableId {
    TableId(Uuid::from_u64_pair(0x0190_0000_0000_7000, number))
}

/// A table that the bench opens.
fn open_table(run: u64) -> TableId {
    TableId(Uuid::from_u64_pair(0x0191_0000_0000_7000, run))
}

/// A table with one seat, where player 1 sits.
fn new_table(run: u64) -> TableRow {
    let row = TableRow::opened(open_table(run), "odd".to_owned(), 1, player(1), 1);
    let seated = vec![Seated::of(Seat(0), player(1), "Player 1".to_owned(), Standing::Guest)];
    TableRow { deadline_ms: Some(9_000_000_000_000), seated, ..row }
}
