//! Load tests over real sockets: `make load`. Starts the release binary with Abyss and a journal on
//! the disk, on the loopback only, and stops it afterwards. Every part is bounded in number and in
//! time; all of it takes about two minutes. `make load NODES=3` is about several servers instead, over a
//! PostgreSQL that it starts itself, and takes about ten.
//!
//! The clients run in this process, on one thread, so that the server's CPU time is separate from
//! theirs.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a bench prints, or has failed")]

mod bare;
mod bare_loop;
mod client;
mod closed_loop;
mod documents;
mod extent;
mod fan_out;
mod game;
mod growth;
mod heard;
mod nodes;
mod pair;
mod process;
mod recovery;
mod report;
mod table;
mod views;

use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

use extent::Extent;
use fan_out::FanOut;
use game::Game;
use nodes::Players;
use recovery::Recovery;
use report::Report;
use table::{Manner, Transport};

/// The argument that makes this program the endpoint for comparison.
const BARE: &str = "--be-the-bare-endpoint";

fn main() {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().is_some_and(|argument| argument == BARE) {
        let home = arguments.next().expect("the endpoint is told where to keep moves");
        tokio::runtime::Runtime::new().unwrap().block_on(bare::serve(home.as_ref()));
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.unwrap().block_on(load());
}

/// Runs the parts that the arguments name, or all but the last five: `views`, `loop`, `bare`, `post`,
/// `fan-out`, `tricks`, `nodes=3` (with one server, two and three), `heard`, `recovery` and `growth`
/// (or one curve of it, as `growth=sockets`). A number says at how many tables is played. With
/// `--json` each figure is a line of JSON.
async fn load() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let extent = Extent::of(&arguments);
    let report =
        if arguments.iter().any(|one| one == "--json") { Report::Json } else { Report::Tables };
    let names: Vec<_> = arguments.iter().filter(|name| !name.starts_with('-')).collect();
    let (counts, parts): (Vec<&String>, Vec<&String>) =
        names.into_iter().partition(|name| name.parse::<u64>().is_ok());
    for part in &parts {
        assert!(is_known(part), "there is nothing to measure with the name {part}");
    }
    let is_named = |part: &str| parts.iter().any(|name| name.split('=').next() == Some(part));
    let is_wanted = |part: &str| parts.is_empty() || is_named(part);
    let counts: Vec<u64> = counts.iter().filter_map(|count| count.parse().ok()).collect();
    let or = |usual: &[u64]| if counts.is_empty() { usual.to_vec() } else { counts.clone() };
    // A trial runs everything.
    let is_asked_for = |part: &str| is_named(part) || parts.is_empty() && extent.is_trial;
    let sync = one_sync().as_secs_f64() * 1e3;
    report.remark(&format!("one write to the disk takes {sync:.2} ms"));
    if is_wanted("views") {
        report.title("questions over 32 kept HTTP connections");
        views::run(extent).await.iter().for_each(|measured| report.line(measured));
    }
    if is_wanted("loop") {
        report.title("moves over WebSockets, on the disk, heard by both before the next");
        for tables in or(extent.tables) {
            report.line(&closed_loop::run(tables, Manner::by(Transport::Socket), extent).await);
        }
    }
    if is_wanted("bare") {
        report.title("the same at a bare endpoint, without a game: each move kept, heard by both");
        for tables in or(extent.tables) {
            report.line(&bare_loop::run(tables, extent).await);
        }
    }
    if is_wanted("post") {
        report.title("moves by POST, on the disk, heard by both before the next");
        for tables in or(extent.tables_by_post) {
            report.line(&closed_loop::run(tables, Manner::by(Transport::Post), extent).await);
        }
    }
    if is_asked_for("tricks") {
        report.title("moves of the game of tricks that other servers play in `make compare`");
        let manner = Manner::by(Transport::Socket).playing(Game::Tricks);
        for tables in or(extent.tables) {
            report.line(&closed_loop::run(tables, manner.clone(), extent).await);
        }
    }
    if is_asked_for("nodes") {
        let most = parts.iter().find_map(|part| part.strip_prefix("nodes=")?.parse().ok());
        several(report, most.unwrap_or(extent.nodes), &or(extent.tables_of_nodes), extent).await;
    }
    if is_asked_for("heard") {
        hear(report, extent).await;
    }
    if is_asked_for("recovery") {
        recover(report, extent).await;
    }
    if is_asked_for("growth") {
        let named =
            |curve: &str| parts.iter().any(|part| part.strip_prefix("growth=") == Some(curve));
        let all = !parts.iter().any(|part| part.starts_with("growth="));
        growth::run(report, extent, |curve| all || named(curve)).await;
    }
    if is_wanted("fan-out") {
        report.title("deliveries over WebSockets");
        let FanOut { gueridon, bare, memory_kib, bytes } = fan_out::run(extent).await;
        report.line(&gueridon);
        report.line(&bare);
        let percent = 100.0 * gueridon.a_second() / bare.a_second();
        let of_cpu = 100.0 * gueridon.a_cpu_second() / bare.a_cpu_second();
        report.remark(&format!(
            "of the bare endpoint, with updates of {bytes} bytes: {percent:.0} %; per CPU-second: {of_cpu:.0} %"
        ));
        let [greeted, listening, after] = memory_kib;
        report.remark(&format!(
            "memory a socket at {}: {greeted:.1} KiB when greeted, {listening:.1} KiB when listening, {after:.1} KiB after all updates",
            extent.subscribers
        ));
    }
}

/// Whether there is such a part: `nodes` may have a number, and `growth` the name of a curve.
fn is_known(part: &str) -> bool {
    match part.split_once('=') {
        Some(("nodes", most)) => most.parse().is_ok_and(|most: usize| most > 0),
        Some(("growth", curve)) => growth::is_curve(curve),
        Some(_) => false,
        None => [
            "views", "loop", "bare", "post", "fan-out", "tricks", "nodes", "heard", "recovery",
            "growth",
        ]
        .contains(&part),
    }
}

/// Plays over one server, two, and so on.
async fn several(report: Report, most: usize, tables: &[u64], extent: Extent) {
    report.title("moves over one PostgreSQL, on its disk, heard by both before the next");
    for players in [Players::Together, Players::Apart] {
        let least = if players == Players::Apart { 2 } else { 1 };
        for nodes in least..=most {
            for &tables in tables {
                let measured = nodes::run(nodes, tables, players, extent).await;
                report.line(&measured.steps);
                let database = measured.a_database_second;
                let mut remark = format!("    {database:.0} per CPU-second of the database");
                if let Some(heard) = measured.heard {
                    let [half, most] = heard.map(|time| time.as_secs_f64() * 1e3);
                    remark += &format!(
                        "; heard on the other server after {half:.1} ms, p99 {most:.1} ms"
                    );
                }
                report.remark(&remark);
            }
        }
    }
}

/// Has people listen at one server to what is done at another.
async fn hear(report: Report, extent: Extent) {
    report.remark("\nfrom sending it at one server until it is heard at another");
    for (what, times) in heard::run(extent).await {
        let [half, most] = times.map(|time| time.as_secs_f64() * 1e3);
        report.remark(&format!("{}: {half:.1} ms, p99 {most:.1} ms", what.words()));
    }
}

/// Lets servers and their database fail.
async fn recover(report: Report, extent: Extent) {
    report.remark("\nthe longest wait after a fault, in seconds, each time that it was tried");
    for &fault in extent.faults {
        let tried = recovery::run(fault, extent).await;
        let all = |of: fn(&Recovery) -> Duration| {
            let texts = tried.iter().map(|one| format!("{:.2}", of(one).as_secs_f64()));
            texts.collect::<Vec<_>>().join(", ")
        };
        report.remark(&format!(
            "{}, away for {}\n    a move there: {}; elsewhere: {}; heard at another server: {}",
            fault.what(),
            all(|one| one.away),
            all(|one| one.there),
            all(|one| one.elsewhere),
            all(|one| one.heard),
        ));
    }
}

/// The time that a commit takes at least on this disk.
fn one_sync() -> Duration {
    const WRITES: u32 = 20;
    let home = process::home();
    let mut file = File::create(home.path().join("sync")).unwrap();
    let began = Instant::now();
    for _ in 0..WRITES {
        file.write_all(&[0; 4096]).unwrap();
        file.sync_data().unwrap();
    }
    began.elapsed() / WRITES
}
