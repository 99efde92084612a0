//! A process that plays at many tables is killed with SIGKILL at any moment, fifty times and more;
//! what it had acknowledged stays played, and each time the tables go on.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use gueridon_game::{Dice, Language, Seat, Seed};
use gueridon_host::clock::Clock;
use gueridon_host::host::{Config, Host, OpenTable, TableInfo, TableStatus, Viewer};
use gueridon_journal::sqlite::Sqlite;
use gueridon_journal::{Entry, Journal, TableId, TablePage};
use gueridon_modules::builds::LinkedModules;
use gueridon_modules::module::Module;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::marathon::Marathon;

const KILLS: u64 = 60;
const TABLES: usize = 24;
/// Tells the child its journal and the number of the run.
const FILE: &str = "GUERIDON_TEST_JOURNAL";
const RUN: &str = "GUERIDON_TEST_RUN";

/// A line that the child writes once a play is acknowledged.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Acknowledged {
    table: TableId,
    seat: Seat,
    key: String,
    seq: u64,
    steps: Vec<Value>,
}

async fn host_over(journal: Arc<Sqlite>) -> Host {
    let library = Arc::new(LinkedModules(vec![Module::linked::<Marathon>([7; 32]).unwrap()]));
    Host::start(Config::default(), journal, library, Clock::system()).await.unwrap()
}

async fn all_tables(host: &Host) -> Vec<TableInfo> {
    host.lobby().tables(&TablePage { first: 1_000, ..TablePage::default() }).await.unwrap()
}

/// Opens and begins tables until there are enough; a run that was killed in the middle of that
/// leaves some that never began.
async fn begin_tables(host: &Host) -> Vec<TableInfo> {
    let begun = async || {
        let tables = all_tables(host).await.into_iter();
        tables.filter(|table| table.state == TableStatus::Playing).collect::<Vec<_>>()
    };
    for _ in begun().await.len()..TABLES {
        let (ada, bo) =
            (host.people().guest("Ada").await.unwrap(), host.people().guest("Bo").await.unwrap());
        let options = Some(json!({ "rounds": 100_000 }));
        let open = OpenTable::of("marathon", options, 2);
        let table = host.lobby().open(ada.player.id, open).await.unwrap();
        host.lobby().sit(table, ada.player.id, None).await.unwrap();
        host.lobby().sit(table, bo.player.id, None).await.unwrap();
        host.lobby().start_table(table, ada.player.id).await.unwrap();
    }
    begun().await
}

/// Plays one seat for ever, and prints what has been acknowledged.
async fn play_on(host: Host, table: TableInfo, seat: Seat, run: u64) {
    let player = table.seated[seat.index()].player().unwrap();
    for number in 0.. {
        let look = host.watching().look(table.id, player.into(), Language::En).await.unwrap();
        let seen = look.seen.unwrap();
        let Some(choice) = seen.moves.get(number % seen.moves.len().max(1)) else {
            tokio::time::sleep(Duration::from_millis(1)).await;
            continue;
        };
        let steps: Vec<Value> = vec![serde_json::from_str(choice.step.get()).unwrap()];
        let key = format!("{run} {number}");
        let since = look.since.unwrap();
        let played = host
            .tables()
            .play(table.id, player, since, key.clone(), steps.clone().into())
            .await
            .unwrap();
        let line = Acknowledged { table: table.id, seat, key, seq: played.seq, steps };
        let line = serde_json::to_string(&line).unwrap() + "\n";
        if io::stdout().lock().write_all(line.as_bytes()).is_err() {
            // Nobody listens any more.
            std::process::exit(0);
        }
    }
}

#[test]
#[ignore = "the process that the other test kills"]
fn plays_until_it_is_killed() {
    let (Some(file), Ok(run)) = (env::var_os(FILE), env::var(RUN)) else { return };
    let run: u64 = run.parse().unwrap();
    std::thread::spawn(|| {
        sleep(Duration::from_secs(20));
        std::process::exit(3);
    });
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let journal = Arc::new(Sqlite::open(Path::new(&file)).await.unwrap());
        let host = host_over(journal).await;
        let mut playing = tokio::task::JoinSet::new();
        for table in begin_tables(&host).await {
            for seat in [Seat(0), Seat(1)] {
                playing.spawn(play_on(host.clone(), table.clone(), seat, run));
            }
        }
        playing.join_all().await;
    });
}

fn spawn(file: &Path, run: u64) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--ignored", "--exact", "--nocapture", "killed::plays_until_it_is_killed"])
        .env(FILE, file)
        .env(RUN, run.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs the child until it has acknowledged `lines` plays, kills it, and returns all that it has
/// acknowledged.
fn run_and_kill(file: &Path, run: u64, lines: usize, delay: Duration) -> Vec<Acknowledged> {
    let mut child = spawn(file, run);
    let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut heard = Vec::new();
    // The output of the test harness is not JSON, nor is a line that was cut off by the kill.
    let read = |line: io::Result<String>| serde_json::from_str(&line.ok()?).ok();
    while heard.len() < lines {
        let line = said.next().expect("the child lives until it is killed");
        heard.extend(read(line));
    }
    sleep(delay);
    child.kill().unwrap();
    heard.extend(said.filter_map(read));
    let ended = child.wait().unwrap();
    assert_eq!(ended.signal(), Some(9), "it ended by itself: {ended}");
    heard
}

#[test]
fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
    let directory = tempfile::tempdir().unwrap();
    let file: PathBuf = directory.path().join("journal.db");
    let mut dice = Dice::new(&Seed::of_test(1), 0);
    let mut heard = Vec::new();
    let mut reached: BTreeMap<TableId, u64> = BTreeMap::new();
    for run in 0..KILLS {
        // Some are killed before they have played anything, or while they open the journal.
        let lines = if run % 6 == 5 { 0 } else { 1 + dice.below(150) };
        let delay = Duration::from_micros(dice.below(20_000) as u64);
        let said = run_and_kill(&file, run, lines, delay);
        for played in &said {
            let before = reached.get(&played.table).copied().unwrap_or_default();
            assert!(played.seq > before, "{played:?} after {before}");
        }
        for played in &said {
            let seq = reached.entry(played.table).or_default();
            *seq = played.seq.max(*seq);
        }
        heard.extend(said);
    }
    assert_eq!(reached.len(), TABLES);
    tokio::runtime::Runtime::new().unwrap().block_on(check(&file, &heard));
}

async fn check(file: &Path, heard: &[Acknowledged]) {
    let journal = Arc::new(Sqlite::open(file).await.unwrap());
    let tables: BTreeSet<TableId> = heard.iter().map(|played| played.table).collect();
    let mut entries: BTreeMap<TableId, Vec<Entry>> = BTreeMap::new();
    for table in tables {
        let of_table = journal.entries(table, 0, u32::MAX).await.unwrap();
        assert!((1..).zip(&of_table).all(|(seq, entry)| entry.seq == seq));
        entries.insert(table, of_table);
    }
    for played in heard {
        let entry = &entries[&played.table][played.seq as usize - 1];
        assert_eq!((entry.seat, &entry.key), (Some(played.seat), &played.key));
        let body: Value = serde_json::from_str(&entry.body).unwrap();
        assert_eq!(body, json!({ "steps": played.steps }));
    }
    let host = host_over(Arc::clone(&journal)).await;
    for table in all_tables(&host).await.iter().filter(|table| table.state == TableStatus::Playing)
    {
        let look = host.watching().look(table.id, Viewer::default(), Language::En).await.unwrap();
        assert_eq!(look.table.state, TableStatus::Playing, "its digests are those of the killed");
        assert_eq!(look.seq, entries[&table.id].len() as u64);
    }
    // Sent again, it is the same play.
    for played in heard.iter().step_by(heard.len() / 100 + 1) {
        let table = host
            .watching()
            .look(played.table, Viewer::default(), Language::En)
            .await
            .unwrap()
            .table;
        let player = table.seated[played.seat.index()].player().unwrap();
        let (key, steps) = (played.key.clone(), played.steps.clone());
        let again = host.tables().play(played.table, player, 0, key, steps.into()).await.unwrap();
        assert_eq!(again.seq, played.seq);
    }
    host.stop();
    journal.close().await;
}
