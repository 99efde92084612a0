//! The first opening of a build, in a process that may die of it.
//!
//! A damaged library can kill the process that opens it, before any check could run, and a module
//! may hang when it is asked what it is. So a child does both first, and tells what it found. What
//! it opens is a file of our own with the bytes that are in question, so that whatever it finds is
//! true of them.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio, exit};
use std::thread;
use std::time::{Duration, Instant};

use gueridon_game::{Eyes, Language, Seed};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process, kill_process_group, waitid,
};

use super::contract::Contract;
use super::rejected::Defect;
use super::scan::sha256;
use crate::module::{About, CallError, Module, OpenError};

/// As much of what a child says as is worth reading: an SDL fits many times.
const MOST_SAID: u64 = 4 << 20;
/// As much of a complaint as fits a line.
const LONGEST_COMPLAINT: usize = 500;
/// How long a child lives if nobody ends it, as when the host has died meanwhile.
const LIFESPAN: Duration = Duration::from_secs(90);
/// How a child ends that could not do its work, which says nothing about the module: the number
/// that mailers and others use for it.
const NOT_THIS_TIME: i32 = 75;
/// The signals by which a process dies of what it does, and not of what others do to it.
const OWN_DEATHS: [i32; 4] = [libc::SIGABRT, libc::SIGBUS, libc::SIGILL, libc::SIGSEGV];

/// How a child is started that probes a file.
#[derive(Debug, Clone)]
pub struct ProbeCommand {
    /// The program, and what it is told before the name of the file.
    pub command: Vec<OsString>,
    /// How long it may take before it is killed.
    pub timeout: Duration,
}

impl ProbeCommand {
    /// A program that takes the file as its only argument, with five seconds for it.
    #[must_use]
    pub fn new(program: impl Into<OsString>) -> Self {
        Self { command: vec![program.into()], timeout: Duration::from_secs(5) }
    }
}

/// The work of the child: opens the module in `file`, asks what it is, deals and looks once, and
/// writes what the module is to `out`, as one line of JSON.
///
/// A process that does this is killed after a minute and a half, whatever else it does, and ends
/// here when the machine has no room for it.
///
/// # Errors
/// What is wrong with the module, in one line.
pub fn probe(file: &Path, out: &mut impl Write) -> Result<(), String> {
    let watchdog = thread::Builder::new().spawn(|| {
        thread::sleep(LIFESPAN);
        // From outside, so that it does not count as a death of the module's.
        kill_process(getpid(), Signal::KILL)
    });
    watchdog.map_err(|error| format!("there is no thread to watch over it: {error}"))?;
    let bytes = fs::read(file).map_err(|error| format!("it cannot be read: {error}"))?;
    let module = Module::open(&bytes, sha256(&bytes)).map_err(|error| {
        if let OpenError::NoPlace(_) = error {
            // With stderr gone there is nobody to tell.
            let _ = writeln!(io::stderr(), "{error}");
            exit(NOT_THIS_TIME);
        }
        error.to_string()
    })?;
    Contract::of(module.about()).map_err(|error| error.to_string())?;
    for language in Language::ALL {
        module
            .catalogue(None, language)
            .map_err(|error| format!("asked for its catalogue, it failed: {error}"))?;
    }
    let seats = module.about().fewest_seats;
    let dealt = |what: &'static str| {
        move |error: CallError| format!("asked to {what} with {seats} seats, it failed: {error}")
    };
    let (mut table, _) = module.deal(None, seats, &Seed([0; 32])).map_err(dealt("deal a game"))?;
    table.look(Eyes::Public, Language::default()).map_err(dealt("show a game"))?;
    let report = serde_json::to_string(module.about()).map_err(|error| error.to_string())?;
    writeln!(out, "{report}").map_err(|error| format!("the report cannot be written: {error}"))
}

/// Has a child probe a module with these bytes, and answers with what it says about itself.
///
/// # Errors
/// What is wrong with the module, or how the child ended.
pub(super) fn probe_bytes(probe: &ProbeCommand, bytes: &[u8]) -> Result<About, Defect> {
    let lost = |error: io::Error| Defect::temporary(format!("it cannot be probed: {error}"));
    let mut file = tempfile::NamedTempFile::new().map_err(lost)?;
    file.write_all(bytes).map_err(lost)?;
    let [program, arguments @ ..] = probe.command.as_slice() else {
        return Err(Defect::temporary("no command is given that could probe it".to_owned()));
    };
    // Files and not pipes: what has been said is there when the child has ended, and nobody has
    // to listen until the last of those who could still say something is gone.
    let (mut said, mut complained) =
        (tempfile::tempfile().map_err(lost)?, tempfile::tempfile().map_err(lost)?);
    let child = Command::new(program)
        .args(arguments)
        .arg(file.path())
        .stdin(Stdio::null())
        .stdout(said.try_clone().map_err(lost)?)
        .stderr(complained.try_clone().map_err(lost)?)
        .process_group(0)
        .spawn();
    let child = child.map_err(|error| {
        Defect::temporary(format!("it cannot be probed with {}: {error}", program.display()))
    })?;
    let status = end(child, probe.timeout, &[&said, &complained])?;
    if !status.success() {
        let is_permanent = match status.signal() {
            Some(signal) => OWN_DEATHS.contains(&signal),
            None => status.code() != Some(NOT_THIS_TIME),
        };
        let reason = reason(status, &heard(&mut complained).map_err(lost)?);
        return Err(Defect { reason, is_permanent });
    }
    // A module may have chattered before the report.
    let said = heard(&mut said).map_err(lost)?;
    serde_json::from_str(said.lines().last().unwrap_or_default())
        .map_err(|error| Defect::temporary(format!("probed, it gave no report: {error}")))
}

/// Waits for a child to end, and ends it with all that it has started, however that went.
fn end(mut child: Child, timeout: Duration, said: &[&File]) -> Result<ExitStatus, Defect> {
    let lost = |error: io::Error| Defect::temporary(format!("its probe was lost: {error}"));
    let pid = Pid::from_child(&child);
    let waited = wait(pid, timeout, said);
    // Before its number is given back, so that the group is its own for certain. There is nothing
    // to be done where the group cannot be killed.
    let _ = kill_process_group(pid, Signal::KILL);
    let status = child.wait().map_err(lost)?;
    waited.map_err(lost)?.map_or(Ok(status), |why| Err(Defect::temporary(why)))
}

/// Waits for a child to end by itself; otherwise says why it is not to be waited for any longer.
fn wait(child: Pid, timeout: Duration, said: &[&File]) -> io::Result<Option<String>> {
    let until = Instant::now() + timeout;
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    while waitid(WaitId::Pid(child), options)?.is_none() {
        if Instant::now() >= until {
            return Ok(Some(format!("probed, it gave no answer within {timeout:?}")));
        }
        for file in said {
            if file.metadata()?.len() > MOST_SAID {
                return Ok(Some("probed, it talked without end".to_owned()));
            }
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(None)
}

fn heard(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.take(MOST_SAID).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn reason(status: ExitStatus, complained: &str) -> String {
    let mut complaints = complained.lines().map(str::trim).filter(|line| !line.is_empty());
    if status.signal().is_none() {
        let complaint = complaints.next_back();
        return complaint.map_or_else(|| format!("probed, it ended with {status}"), cut);
    }
    // What a dying process has to say it says first; the rest is how it dies.
    let complaints: Vec<&str> = complaints.take(2).collect();
    match complaints.is_empty() {
        true => format!("probed, it died of {status}"),
        false => cut(&format!("probed, it died of {status}: {}", complaints.join(" "))),
    }
}

fn cut(complaint: &str) -> String {
    complaint.chars().take(LONGEST_COMPLAINT).collect()
}
