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
mod fan_out;
mod process;
mod report;
mod table;
mod views;

use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

use fan_out::{FanOut, SUBSCRIBERS};
use report::{line, peer, title};

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

/// Figures in the peers' lines were taken on the same kind of machine, in memory.
async fn load() {
    let sync = one_sync().as_secs_f64() * 1e3;
    println!("one write to the disk takes {sync:.2} ms");
    let names: Vec<_> = std::env::args().skip(1).filter(|name| !name.starts_with('-')).collect();
    let is_wanted = |part: &str| names.is_empty() || names.iter().any(|name| name == part);
    if is_wanted("views") {
        title("questions over 32 kept HTTP connections");
        views::run().await.iter().for_each(line);
        peer("Mercurius: hello", 16_931, 16_706, 1.0, 7.0);
        peer("Mercurius: a view of 40 fields", 10_698, 11_048, 2.0, 13.0);
    }
    if is_wanted("loop") {
        title("moves, on the disk, heard by both before the next");
        for tables in [1, 50, 200] {
            line(&closed_loop::run(tables).await);
        }
        peer("boardgame.io, in memory: 200 of two", 1_039, 1_578, 147.0, 287.0);
        peer("Colyseus, in memory: 200 of two", 2_640, 3_474, 38.0, 143.0);
    }
    if is_wanted("fan-out") {
        title("deliveries over WebSockets");
        let FanOut { gueridon, bare, memory_kib, bytes } = fan_out::run().await;
        line(&gueridon);
        line(&bare);
        let percent = 100.0 * gueridon.a_second() / bare.a_second();
        let of_cpu = 100.0 * gueridon.a_cpu_second() / bare.a_cpu_second();
        println!(
            "of the bare endpoint, with updates of {bytes} bytes: {percent:.0} %; per CPU-second: {of_cpu:.0} %"
        );
        let [greeted, listening, after] = memory_kib;
        println!(
            "memory a socket at {SUBSCRIBERS}: {greeted:.1} KiB when greeted, {listening:.1} KiB when listening, {after:.1} KiB after all updates"
        );
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
