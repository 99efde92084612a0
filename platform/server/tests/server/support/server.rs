//! The real binary on a free port.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use serde_json::Value as Json;

pub(crate) use super::client::{Client, Socket};

/// The binary under test.
pub(crate) const GUERIDON: &str = env!("CARGO_BIN_EXE_gueridon");

/// How long a server may take to start or to end, even on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A module as cargo has built it with this test. It lies with its dependencies: of what a test
/// needs, cargo puts only binaries and examples into places of their own.
///
/// # Panics
/// If it is missing, with what to build.
pub(crate) fn module(file: &str) -> PathBuf {
    let profile = Path::new(GUERIDON).parent().expect("the binary lies in a directory");
    let found = ["examples", "deps"]
        .map(|folder| profile.join(folder).join(file))
        .into_iter()
        .find(|path| path.exists());
    found.unwrap_or_else(|| {
        panic!("{file} is not built: run `cargo test --workspace --no-run` first")
    })
}

/// A directory of this test with its modules and its journal.
///
/// # Panics
/// If another test uses the same name: they run at the same time.
pub(crate) fn home(test: &str, modules: &[PathBuf]) -> PathBuf {
    static TAKEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    assert!(TAKEN.lock().unwrap().insert(test.to_owned()), "two tests are at home in {test}");
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&home); // It may not be there.
    std::fs::create_dir_all(home.join("modules")).unwrap();
    for module in modules {
        let to = home.join("modules").join(module.file_name().unwrap());
        std::fs::copy(module, to).unwrap();
    }
    home
}

/// A process that ends when this is dropped, also by a test that fails while it waits for it.
#[derive(Debug)]
struct Process(Child);

impl Process {
    /// Waits until it has ended by itself; returns its exit code, if it has one.
    fn end(&mut self) -> Option<i32> {
        let began = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status.code();
            }
            assert!(began.elapsed() < PATIENCE, "process {} does not end", self.0.id());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A running server.
#[derive(Debug)]
pub(crate) struct Server {
    process: Process,
    home: PathBuf,
    pub(crate) address: String,
    stranger: Client,
    /// What it logged until it served.
    log: String,
    troubles: Arc<Mutex<Troubles>>,
}

/// What a server logged since it served, but for what is in order.
#[derive(Debug, Default)]
struct Troubles {
    /// Also lines that are not log entries.
    errors: Vec<String>,
    warnings: Vec<String>,
}

impl Drop for Server {
    /// Prints beside the failure of a test what its server had to say of it.
    fn drop(&mut self) {
        if std::thread::panicking()
            && let Ok(Troubles { errors, warnings }) = self.troubles.lock().as_deref()
        {
            let said = [&errors[..], warnings].concat().join("\n");
            eprintln!("log of the server at {}, without what is in order:\n{said}", self.address);
        }
    }
}

impl Server {
    /// Starts a server in `home` on a free port, and waits until it serves.
    pub(crate) fn start(home: &Path) -> Self {
        Self::start_on(home, "127.0.0.1:0")
    }

    pub(crate) fn start_on(home: &Path, listen: &str) -> Self {
        Self::of(command(home, listen), home)
    }

    /// The server of this command, which serves in `home`.
    pub(crate) fn of(mut command: Command, home: &Path) -> Self {
        let mut process = Process(command.stderr(Stdio::piped()).spawn().unwrap());
        let lines = BufReader::new(process.0.stderr.take().unwrap()).lines();
        let troubles = Arc::<Mutex<Troubles>>::default();
        let heard = Arc::clone(&troubles);
        let (said, start) = mpsc::channel();
        // Keep reading, or the server would block on its log.
        std::thread::spawn(move || {
            let mut until_it_serves = Some(said);
            for line in lines.map_while(Result::ok) {
                let entry: Json = serde_json::from_str(&line).unwrap_or_default();
                if let Some(said) = &until_it_serves {
                    let serves = entry["fields"]["message"] == "serving";
                    // Who started it may have lost patience.
                    let _ = said.send((line, entry));
                    until_it_serves.take_if(|_| serves);
                } else if entry["level"] == "WARN" {
                    heard.lock().unwrap().warnings.push(line);
                } else if entry["level"] != "INFO" {
                    heard.lock().unwrap().errors.push(line);
                }
            }
        });
        let (began, mut said) = (Instant::now(), String::new());
        let address = loop {
            let left = PATIENCE.saturating_sub(began.elapsed());
            let Ok((line, entry)) = start.recv_timeout(left) else {
                panic!("the server did not start:\n{said}")
            };
            if entry["fields"]["message"] == "serving" {
                break entry["fields"]["address"].as_str().unwrap().to_owned();
            }
            said = format!("{said}{line}\n");
        };
        let stranger = Client::at(&address);
        Self { process, home: home.to_owned(), address, stranger, log: said, troubles }
    }

    /// What it logged until it served.
    pub(crate) fn log(&self) -> &str {
        &self.log
    }

    /// The errors in its log, and any lines that are not log entries.
    pub(crate) fn errors(&self) -> Vec<String> {
        self.troubles.lock().unwrap().errors.clone()
    }

    /// Kills the server without warning, and starts it again on the same port.
    pub(crate) fn kill_and_start(&mut self) {
        self.kill_and_start_after(Duration::ZERO);
    }

    /// The same, with the server down for this long.
    pub(crate) fn kill_and_start_after(&mut self, outage: Duration) {
        self.process.0.kill().unwrap();
        self.process.0.wait().unwrap();
        std::thread::sleep(outage);
        let again = Self::start_on(&self.home, &self.address);
        let old = std::mem::replace(self, again);
        drop(old);
    }

    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.process.0.id()
    }

    /// Waits until the server has ended by itself; returns its exit code, if it has one.
    pub(crate) fn wait(&mut self) -> Option<i32> {
        self.process.end()
    }

    /// Sends the server a signal to stop, and waits for its exit code.
    pub(crate) fn stop(&mut self, signal: &str) -> Option<i32> {
        self.signal(signal);
        self.process.end()
    }

    /// Sends the server a signal.
    pub(crate) fn signal(&self, signal: &str) {
        let (id, signal) = (self.process.0.id().to_string(), format!("-{signal}"));
        assert!(Command::new("kill").args([&signal, &id]).status().unwrap().success());
    }

    /// Stops the server, and starts it again on the same port.
    pub(crate) fn stop_and_start(&mut self) {
        assert_eq!(self.stop("TERM"), Some(0));
        self.start_again();
    }

    /// Starts the server again on the same port, once it has ended.
    pub(crate) fn start_again(&mut self) {
        let again = Self::start_on(&self.home, &self.address);
        drop(std::mem::replace(self, again));
    }

    /// Someone without a token.
    pub(crate) fn stranger(&self) -> Client {
        self.stranger.clone()
    }

    /// A new player.
    pub(crate) async fn player(&self, name: &str) -> Client {
        self.stranger.player(name).await
    }
}

/// `gueridon serve` in `home`, with its log as JSON.
pub(crate) fn command(home: &Path, listen: &str) -> Command {
    let mut command = Command::new(GUERIDON);
    command
        .args(["--log", "json", "serve", "--listen", listen, "--modules"])
        .arg(home.join("modules"))
        .arg("--journal")
        .arg(format!("sqlite:{}", home.join("journal.db").display()))
        // Tests play faster than people.
        .env("GUERIDON_BUDGET", "1000000")
        .env("GUERIDON_GUESTS_PER_HOUR", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    command
}

/// `gueridon serve` on a free port with a journal in a database, without it yet.
pub(crate) fn on_database(home: &Path, url: &str) -> Command {
    on_database_at(home, url, "127.0.0.1:0")
}

/// The same at an address.
pub(crate) fn on_database_at(home: &Path, url: &str, listen: &str) -> Command {
    let mut command = Command::new(GUERIDON);
    command
        .args(["--log", "json", "serve", "--listen", listen, "--modules"])
        .arg(home.join("modules"))
        .arg("--state-dir")
        .arg(home.join("state"))
        .env("GUERIDON_JOURNAL", url)
        .env("GUERIDON_BUDGET", "1000000")
        .env("GUERIDON_GUESTS_PER_HOUR", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    command
}
