//! A PostgreSQL server for tests. They start it themselves, on a free port of the loopback and in a
//! directory of its own, and it ends when they end, even if they are killed.
//!
//! PostgreSQL refuses to run as root, so where the tests do, the server runs as `nobody`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs::{DirBuilder, Permissions, read_dir, set_permissions};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};
use tokio::sync::OnceCell;

use crate::postgres::Postgres;

/// The user of the server where tests run as root: `nobody` on Linux.
const NOBODY: u32 = 65_534;

/// The oldest version of PostgreSQL that can keep a journal.
const OLDEST: u32 = 15;

/// What to do where PostgreSQL is not installed.
const MISSING: &str = "no PostgreSQL server of version 15 or newer is installed: on Debian, \
                       `sudo apt-get install postgresql`, or run `make tools`";

/// Starts the server and prints `ready`. When its standard input ends, which it also does when the
/// tests are killed, it stops the server and deletes its directory. `$1` is the directory of
/// PostgreSQL's programs, `$2` that of the server, `$3` its port, `$4` its other options, and `$5` the
/// port of the server that it follows, if it is a standby.
const SCRIPT: &str = r#"
trap '' INT HUP TERM
cd "$2" || exit
if [ -n "$5" ]; then
    "$1/pg_basebackup" -D data -h 127.0.0.1 -p "$5" -U gueridon -R -c fast --no-sync >log 2>&1
else
    "$1/initdb" -D data -U gueridon -A trust -E UTF8 --locale=C --no-sync >log 2>&1
fi &&
"$1/pg_ctl" -D data -w -s -l log -o "-p $3 -k $2 -c listen_addresses=127.0.0.1 $4" \
    start >>log 2>&1 &&
echo ready || cat log
read -r _
"$1/pg_ctl" -D data -m immediate -s stop >>log 2>&1
cd / && rm -rf "$2"
"#;

/// What tests do without: a server that crashes is not started again on a machine that crashed.
const QUICK: &str = "-c fsync=off -c full_page_writes=off -c shared_buffers=64MB";

/// For many tests at once, and no other server that follows.
const ALONE: &str = "-c max_connections=400 -c wal_level=minimal -c max_wal_senders=0";

/// With the plans that it makes for large tables.
const EXPLAINING: &str = "-c session_preload_libraries=auto_explain \
                          -c auto_explain.log_min_duration=0 -c auto_explain.log_format=json \
                          -c auto_explain.log_nested_statements=on -c enable_seqscan=off \
                          -c enable_hashjoin=off -c enable_mergejoin=off";

/// For others that follow. A standby allows as many as the server that it follows.
const FOLLOWED: &str = "-c max_connections=100 -c wal_level=replica -c max_wal_senders=4";

/// As it comes, so that what is committed is on the disk.
const DURABLE: &str = "-c shared_buffers=128MB";

/// Ends the connections of Guéridon servers.
const END: &str =
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'gueridon'";

/// A running server, which ends when it is dropped.
#[derive(Debug)]
pub struct Server {
    programs: PathBuf,
    directory: PathBuf,
    port: u16,
    script: Child,
    /// The standard input of the script, which ends with it.
    input: Option<ChildStdin>,
    databases: AtomicU32,
    /// The name of an empty journal, from which others are copied.
    journal: OnceCell<String>,
}

/// Connections that leave no others.
#[derive(Debug)]
pub struct Crowd {
    _connections: Vec<PgConnection>,
}

impl Server {
    /// The server that all tests of this program share.
    ///
    /// # Panics
    /// As [`Server::start`].
    pub fn shared() -> &'static Self {
        static SERVER: OnceLock<Server> = OnceLock::new();
        SERVER.get_or_init(Self::start)
    }

    /// Starts one that does not wait for the disk.
    ///
    /// # Panics
    /// If PostgreSQL is not installed, with what to do; or if the server does not start, with its
    /// log.
    #[must_use]
    pub fn start() -> Self {
        Self::start_with(&format!("{QUICK} {ALONE}"), None)
    }

    /// Starts one that waits for the disk at each commit, to measure.
    ///
    /// # Panics
    /// As [`Server::start`].
    #[must_use]
    pub fn start_durable() -> Self {
        Self::start_with(&format!("{DURABLE} {ALONE}"), None)
    }

    /// Starts one that takes only so many connections, three of which are for superusers, as the
    /// user of tests is.
    ///
    /// # Panics
    /// As [`Server::start`].
    #[must_use]
    pub fn start_with_connections(most: u32) -> Self {
        let few = format!("-c max_connections={most} -c wal_level=minimal -c max_wal_senders=0");
        Self::start_with(&format!("{QUICK} {few}"), None)
    }

    /// Starts one that writes the plan of each statement into its [log](Server::log), and reads whole
    /// tables only where it cannot do otherwise.
    ///
    /// # Panics
    /// As [`Server::start`].
    #[must_use]
    pub fn start_explaining() -> Self {
        Self::start_with(&format!("{QUICK} {ALONE} {EXPLAINING}"), None)
    }

    /// What it has logged.
    ///
    /// # Panics
    /// If that cannot be read.
    #[must_use]
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.directory.join("log")).unwrap()
    }

    /// Starts one that a [standby](Server::standby) can follow.
    ///
    /// # Panics
    /// As [`Server::start`].
    #[must_use]
    pub fn start_followed() -> Self {
        Self::start_with(&format!("{QUICK} {FOLLOWED}"), None)
    }

    /// Starts a server that follows this one until it is [promoted](Server::promote).
    ///
    /// # Panics
    /// As [`Server::start`].
    #[must_use]
    pub fn standby(&self) -> Self {
        Self::start_with(&format!("{QUICK} {FOLLOWED}"), Some(self.port))
    }

    fn start_with(options: &str, follows: Option<u16>) -> Self {
        let programs = programs().expect(MISSING);
        let directory = directory();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut script = unprivileged(Command::new("sh"))
            .args(["-c", SCRIPT, "sh"])
            .args([&programs, &directory])
            .arg(port.to_string())
            .arg(options)
            .arg(follows.map(|port| port.to_string()).unwrap_or_default())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(script.stdout.take().unwrap()).lines();
        let first = said.next().and_then(Result::ok).unwrap_or_default();
        let input = script.stdin.take();
        if first != "ready" {
            drop(input);
            let log: Vec<_> = said.map_while(Result::ok).collect();
            panic!("PostgreSQL does not start:\n{first}\n{}", log.join("\n"));
        }
        Self {
            programs,
            directory,
            port,
            script,
            input,
            databases: AtomicU32::new(0),
            journal: OnceCell::new(),
        }
    }

    /// The port of the loopback on which it listens.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// From now on, nothing is committed before a standby has it as well.
    ///
    /// # Panics
    /// If the server does not do so.
    pub async fn commit_on_standby(&self) {
        let mut connection = self.connect("postgres").await;
        for statement in
            ["alter system set synchronous_standby_names = '*'", "select pg_reload_conf()"]
        {
            connection.execute(statement).await.unwrap();
        }
        connection.close().await.unwrap();
    }

    /// Makes a standby a server that can be written to.
    ///
    /// # Panics
    /// If it is no standby.
    pub fn promote(&self) {
        self.control(&["promote"]);
    }

    /// The URL of a database.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        format!("postgres://gueridon@127.0.0.1:{}/{database}?sslmode=disable", self.port)
    }

    /// A connection to a database that goes past every journal.
    ///
    /// # Panics
    /// If it cannot be made.
    pub async fn connect(&self, database: &str) -> PgConnection {
        self.try_to_connect(database).await.unwrap()
    }

    async fn try_to_connect(&self, database: &str) -> Result<PgConnection, sqlx::Error> {
        let options: PgConnectOptions = self.url(database).parse()?;
        options.disable_statement_logging().connect().await
    }

    /// Ends all connections of Guéridon servers.
    ///
    /// # Panics
    /// If it cannot be reached.
    pub async fn end_connections(&self) {
        let mut connection = self.connect("postgres").await;
        connection.execute(END).await.unwrap();
        connection.close().await.unwrap();
    }

    /// Takes all connections that there are from Guéridon servers. They can be had again when the
    /// crowd is dropped.
    ///
    /// # Panics
    /// If not even one can be made.
    pub async fn crowd(&self) -> Crowd {
        let mut first = self.connect("postgres").await;
        let most = "select current_setting('max_connections')::int";
        let most: i32 = sqlx::query_scalar(most).fetch_one(&mut first).await.unwrap();
        let mut all = vec![first];
        // Servers make some again as long as there are any, and one that is ended leaves late.
        while all.len() < most.unsigned_abs() as usize {
            all[0].execute(END).await.unwrap();
            match self.try_to_connect("postgres").await {
                Ok(connection) => all.push(connection),
                Err(_) => tokio::time::sleep(Duration::from_millis(5)).await,
            }
        }
        Crowd { _connections: all }
    }

    /// Makes an empty database; returns its name.
    ///
    /// # Panics
    /// If the server does not make it.
    pub async fn new_database(&self) -> String {
        self.copy_of("template0").await
    }

    /// Makes a database with an empty journal of this version; returns its name. For the server that
    /// is less work than to make each of its tables.
    ///
    /// # Panics
    /// If the server does not make it.
    pub async fn new_journal(&self) -> String {
        let first = self.journal.get_or_init(|| async {
            let name = self.new_database().await;
            Postgres::open(&self.url(&name)).await.unwrap().close().await;
            name
        });
        self.copy_of(first.await).await
    }

    async fn copy_of(&self, template: &str) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut connection = self.connect("postgres").await;
        let create = format!("create database {name} template {template}");
        connection.execute(AssertSqlSafe(create)).await.unwrap();
        connection.close().await.unwrap();
        name
    }

    /// Runs one of PostgreSQL's programs, such as `pg_dump`, as the user of the tests, with these
    /// arguments and this input; returns what it printed.
    ///
    /// # Panics
    /// If it fails, with what it printed to standard error.
    #[must_use]
    pub fn run(&self, program: &str, arguments: &[&str], input: &[u8]) -> Vec<u8> {
        let mut child = Command::new(self.programs.join(program))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{program}: {error}"));
        let mut to = child.stdin.take().unwrap();
        let input = input.to_vec();
        let writing = std::thread::spawn(move || to.write_all(&input));
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program} {arguments:?}: {said}");
        writing.join().unwrap().unwrap();
        output.stdout
    }

    /// Stops the server at once, as in a crash.
    ///
    /// # Panics
    /// If it is not running.
    pub fn stop(&self) {
        self.control(&["-m", "immediate", "stop"]);
    }

    /// Starts the server again, with the same options and on the same port. If it is running, it is
    /// first stopped at once.
    ///
    /// # Panics
    /// If it does not start.
    pub fn restart(&self) {
        self.control(&["-m", "immediate", "-l", "log", "restart"]);
    }

    /// Lets no process of the server go on, as when its machine is suspended, until [`Self::resume`].
    ///
    /// # Panics
    /// If it is not running.
    pub fn pause(&self) {
        self.signal(Signal::STOP);
    }

    /// Lets them go on.
    ///
    /// # Panics
    /// If it is not running.
    pub fn resume(&self) {
        self.signal(Signal::CONT);
    }

    /// The first process of the server, and those that it has started.
    ///
    /// # Panics
    /// If it is not running.
    #[must_use]
    pub fn processes(&self) -> Vec<u32> {
        let about = std::fs::read_to_string(self.directory.join("data/postmaster.pid")).unwrap();
        let first: u32 = about.lines().next().unwrap().parse().unwrap();
        let all = read_dir("/proc")
            .unwrap()
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let is_of_server = |process: &u32| {
            let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
            // The name of the program, in parentheses, may have spaces in it.
            let parent = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1));
            *process == first || parent.and_then(|parent| parent.parse().ok()) == Some(first)
        };
        all.filter_map(|name| name.parse().ok()).filter(is_of_server).collect()
    }

    fn signal(&self, signal: Signal) {
        for process in self.processes() {
            // One that ended meanwhile needs no signal.
            let _ = kill_process(Pid::from_raw(process.cast_signed()).unwrap(), signal);
        }
    }

    fn control(&self, arguments: &[&str]) {
        let status = unprivileged(Command::new(self.programs.join("pg_ctl")))
            .current_dir(&self.directory)
            .args(["-D", "data", "-w", "-s"])
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        assert!(status.unwrap().success(), "pg_ctl {arguments:?}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.script.wait();
    }
}

/// The command, run by `nobody` if the tests run as root.
fn unprivileged(mut command: Command) -> Command {
    if rustix::process::geteuid().is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

/// A new directory that belongs to the user of the server.
fn directory() -> PathBuf {
    static MADE: AtomicU32 = AtomicU32::new(0);
    let (process, number) = (std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
    let path = std::env::temp_dir().join(format!("gueridon-postgres-{process}-{number}"));
    // A process with the same id may have left one, if it was killed together with its script.
    let _ = std::fs::remove_dir_all(&path);
    DirBuilder::new().mode(0o700).create(&path).unwrap();
    set_permissions(&path, Permissions::from_mode(0o700)).unwrap();
    if rustix::process::geteuid().is_root() {
        chown(&path, Some(NOBODY), Some(NOBODY)).unwrap();
    }
    path
}

/// The directory of the programs of the newest server that Debian has installed, or the first in
/// `PATH` that has them.
fn programs() -> Option<PathBuf> {
    let versions = read_dir("/usr/lib/postgresql").into_iter().flatten().filter_map(Result::ok);
    let version = |path: PathBuf| Some((path.file_name()?.to_str()?.parse::<u32>().ok()?, path));
    let newest = versions.filter_map(|entry| version(entry.path())).max();
    let debian = newest.filter(|(version, _)| *version >= OLDEST).map(|(_, path)| path.join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let elsewhere: Vec<_> = std::env::split_paths(&path).collect();
    let has_server = |programs: &PathBuf| {
        let has = |program: &str| Path::new(programs).join(program).exists();
        has("initdb") && has("pg_ctl") && has("postgres")
    };
    debian.into_iter().chain(elsewhere).find(has_server)
}
