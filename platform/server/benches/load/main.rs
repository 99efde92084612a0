//! Load tests over real sockets: `make load`. Starts the release binary with Abyss and a journal on
//! the disk, on the loopback only, and stops it afterwards. Every part is bounded in number and in
//! time; all of it takes about a minute.
//!
//! The clients run in this process, on one thread, so that the server's CPU time is separate from
//! theirs.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a bench prints, or has failed")]

mod bare;
mod client;
mod closed_loop;
mod documents;
mod extent;
mod fan_out;
mod process;
mod report;
mod table;
mod views;

use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

use extent::Extent;
use fan_out::FanOut;
use report::Report;

/// The argument that makes this program the endpoint for comparison.
const BARE: &str = "--be-the-bare-endpoint";

fn main() {
    if std::env::args().any(|argument| argument == BARE) {
        tokio::runtime::Runtime::new().unwrap().block_on(bare::serve());
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.unwrap().block_on(load());
}

/// Runs the parts that the arguments name, or all: `views`, `loop`, `fan-out`. A number says at how
/// many tables the loop plays. With `--json` each figure is a line of JSON.
async fn load() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let extent = Extent::of(&arguments);
    let report =
        if arguments.iter().any(|one| one == "--json") { Report::Json } else { Report::Tables };
    let names: Vec<_> = arguments.iter().filter(|name| !name.starts_with('-')).collect();
    let (counts, parts): (Vec<&String>, Vec<&String>) =
        names.into_iter().partition(|name| name.parse::<u64>().is_ok());
    let is_wanted = |part: &str| parts.is_empty() || parts.iter().any(|name| *name == part);
    let mut tables: Vec<u64> = counts.iter().filter_map(|count| count.parse().ok()).collect();
    if tables.is_empty() {
        tables = extent.tables.to_vec();
    }
    let sync = one_sync().as_secs_f64() * 1e3;
    report.remark(&format!("one write to the disk takes {sync:.2} ms"));
    if is_wanted("views") {
        report.title("questions over 32 kept HTTP connections");
        views::run(extent).await.iter().for_each(|measured| report.line(measured));
    }
    if is_wanted("loop") {
        report.title("moves, on the disk, heard by both before the next");
        for tables in tables {
            report.line(&closed_loop::run(tables, extent).await);
        }
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
