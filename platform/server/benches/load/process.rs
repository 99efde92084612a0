//! The servers under load: real processes, started here, measured through `/proc`, and stopped
//! here.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use tempfile::TempDir;

use crate::game::Game;

/// How long a server may take to stop.
const PATIENCE: Duration = Duration::from_secs(10);

/// The binary that is measured.
pub(crate) const GUERIDON: &str = env!("CARGO_BIN_EXE_gueridon");

/// The file of a journal in its server's directory.
pub(crate) const JOURNAL: &str = "journal.db";

/// A server on a free port of the loopback, ended when it is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    /// The directory of its files, which is removed with it.
    _home: TempDir,
}

impl Server {
    /// `gueridon serve` with Abyss and a journal of its own.
    pub(crate) fn gueridon() -> Self {
        Self::of(Game::Abyss)
    }

    /// `gueridon serve` with a game and a journal of its own.
    pub(crate) fn of(game: Game) -> Self {
        Self::over(game, home())
    }

    /// `gueridon serve` with a game over the journal in a directory, or a new one.
    pub(crate) fn over(game: Game, home: TempDir) -> Self {
        let journal = format!("sqlite:{}", home.path().join(JOURNAL).display());
        Self::serve(game, home, &journal, "127.0.0.1:0")
    }

    /// `gueridon serve` with Abyss over a database, at an address.
    pub(crate) fn node(database: &str, listen: &str) -> Self {
        Self::serve(Game::Abyss, home(), database, listen)
    }

    fn serve(game: Game, home: TempDir, journal: &str, listen: &str) -> Self {
        let modules = home.path().join("modules");
        fs::create_dir(&modules).unwrap();
        let module = game.module();
        fs::copy(&module, modules.join(module.file_name().unwrap())).unwrap();
        let mut child = Command::new(GUERIDON)
            .args(["--log", "json", "serve", "--listen", listen, "--modules"])
            .arg(modules)
            .arg("--state-dir")
            .arg(home.path().join("state"))
            .env("GUERIDON_JOURNAL", journal)
            // Charged as usual, but far more than these few players need.
            .env("GUERIDON_BUDGET", "100000000")
            // All of them come from one address.
            .env("GUERIDON_GUESTS_PER_HOUR", "0")
            .env("GUERIDON_MAX_PER_ADDRESS", "0")
            .env("GUERIDON_MAX_CONNECTIONS", "100000")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = |line: &str| {
            let entry: Json = serde_json::from_str(line).unwrap_or_default();
            let fields = &entry["fields"];
            if fields["message"] != "serving" {
                return None;
            }
            fields["address"].as_str().and_then(|address| address.parse().ok())
        };
        let address = first(lines, address, "gueridon");
        Self { child, address, _home: home }
    }

    /// Sends it a signal: `STOP`, `CONT`, `TERM`.
    pub(crate) fn signal(&self, signal: &str) {
        let (signal, process) = (format!("-{signal}"), self.child.id().to_string());
        assert!(Command::new("kill").args([signal, process]).status().unwrap().success());
    }

    /// Tells it to stop, and waits until it has.
    pub(crate) fn stop(mut self) {
        self.signal("TERM");
        self.child.wait().unwrap();
    }

    /// This program as the bare endpoint for comparison.
    pub(crate) fn bare() -> Self {
        let home = home();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .arg(crate::BARE)
            .arg(home.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = first(lines, |line| line.parse().ok(), "the bare endpoint");
        Self { child, address, _home: home }
    }

    /// User and system time that it has used.
    pub(crate) fn cpu(&self) -> Duration {
        cpu(&self.child.id().to_string())
    }

    /// Its resident memory in KiB, once it no longer changes: an allocator gives back what is
    /// free after a while.
    pub(crate) async fn settled_kib(&self) -> f64 {
        const PAUSE: Duration = Duration::from_millis(500);
        const PAUSES: usize = 20;
        let mut now = self.resident_kib();
        for _ in 0..PAUSES {
            tokio::time::sleep(PAUSE).await;
            let before = std::mem::replace(&mut now, self.resident_kib());
            if (now - before).abs() < 64.0 {
                break;
            }
        }
        now
    }

    fn resident_kib(&self) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // As an operator stops it, so that it writes what it has to write at its end.
        let until = Instant::now() + PATIENCE;
        let mut is_told = false;
        while matches!(self.child.try_wait(), Ok(None)) && Instant::now() < until {
            if !is_told {
                self.signal("TERM");
                is_told = true;
            }
            thread::sleep(Duration::from_millis(10));
        }
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// User and system time that this program has used.
pub(crate) fn own_cpu() -> Duration {
    cpu("self")
}

/// A directory on the disk of the build: syncing a file in memory costs nothing.
pub(crate) fn home() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// The first thing that `find` recognises in a server's output; the rest is read and dropped.
fn first<T>(
    mut lines: impl Iterator<Item = std::io::Result<String>> + Send + 'static,
    find: impl Fn(&str) -> Option<T>,
    who: &str,
) -> T {
    let mut said = String::new();
    loop {
        let Some(Ok(line)) = lines.next() else { panic!("{who} did not start:\n{said}") };
        if let Some(found) = find(&line) {
            std::thread::spawn(move || lines.for_each(drop));
            return found;
        }
        said = format!("{said}{line}\n");
    }
}

/// User and system time that processes have used in all.
pub(crate) fn cpu_of(processes: &[u32]) -> Duration {
    processes.iter().map(|process| cpu(&process.to_string())).sum()
}

/// In what the kernel counts time.
pub(crate) const TICK: Duration = Duration::from_millis(10);

fn cpu(process: &str) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The name, in parentheses, may contain spaces.
    let after_name = stat.rsplit(')').next().unwrap();
    let ticks = after_name.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.map(|ticks| ticks.parse::<u64>().unwrap()).sum();
    TICK * u32::try_from(ticks).unwrap()
}
