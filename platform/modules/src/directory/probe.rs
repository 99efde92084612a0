//! Opens a build for the first time, in a child process that may crash.
//!
//! A damaged library can kill the process that opens it, before any check could run, and a module
//! may hang in its first call. So a child process does both first and reports the result. It opens
//! our copy of the bytes, so the result is about exactly these bytes.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio, exit};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use gueridon_game::{Eyes, Language, Seed};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, getpid, kill_process, kill_process_group, waitid,
};

use super::contract::Contract;
use super::rejected::Defect;
use super::scan::sha256;
use crate::module::{About, CallError, Isolation, Module, OpenError, WorkerLimits};

/// The most bytes of a child's output that are read: many times the size of an SDL.
const LONGEST_OUTPUT: u64 = 4 << 20;
/// The most characters of an error that are shown.
const LONGEST_ERROR: usize = 500;
/// How long a child lives if nobody kills it, for example because the host has died.
const CHILD_LIFETIME: Duration = Duration::from_secs(90);
/// The exit status of a child that could not do its work, which says nothing about the module:
/// `EX_TEMPFAIL` of `sysexits.h`.
const TEMPORARY_FAILURE: i32 = 75;
/// The signals that a process causes by its own faults.
const CRASH_SIGNALS: [i32; 4] = [libc::SIGABRT, libc::SIGBUS, libc::SIGILL, libc::SIGSEGV];

/// How to start a child that probes a file.
#[derive(Debug, Clone)]
pub struct ProbeCommand {
    /// The program, and its arguments before the name of the file.
    pub command: Vec<OsString>,
    /// How long it may take before it is killed.
    pub timeout: Duration,
}

impl ProbeCommand {
    /// A program that takes the file as its only argument, with a time limit of five seconds.
    #[must_use]
    pub fn new(program: impl Into<OsString>) -> Self {
        Self { command: vec![program.into()], timeout: Duration::from_secs(5) }
    }
}

/// The work of the child: opens the module in `file`, reads what it says about itself, deals and
/// looks once, and writes the description to `out` as one line of JSON.
///
/// The process is killed after a minute and a half in any case, and exits here if the machine has
/// too few resources.
///
/// # Errors
/// What is wrong with the module, in one line.
pub fn probe(file: &Path, out: &mut impl Write) -> Result<(), String> {
    let watchdog = thread::Builder::new().spawn(|| {
        thread::sleep(CHILD_LIFETIME);
        // Killed from outside, so that it does not count as a crash of the module.
        kill_process(getpid(), Signal::KILL)
    });
    watchdog.map_err(|error| format!("there is no thread to watch over it: {error}"))?;
    let bytes = fs::read(file).map_err(|error| format!("it cannot be read: {error}"))?;
    let module = Module::open(&bytes, sha256(&bytes)).map_err(|error| {
        if let OpenError::NoPlace(_) = error {
            // If stderr is closed, the error cannot be reported.
            let _ = writeln!(io::stderr(), "{error}");
            exit(TEMPORARY_FAILURE);
        }
        error.to_string()
    })?;
    examine(&module).map_err(|defect| defect.reason)?;
    let report = serde_json::to_string(module.about()).map_err(|error| error.to_string())?;
    writeln!(out, "{report}").map_err(|error| format!("the report cannot be written: {error}"))
}

/// What a module has to be able to do before it is served: describe itself, deal and look once.
fn examine(module: &Arc<Module>) -> Result<(), Defect> {
    let failed = |asked: String| {
        move |error: CallError| {
            let is_permanent = match &error {
                CallError::WorkerLost(end) => end.is_a_fault(),
                error => !matches!(error, CallError::Gone | CallError::NoWorker(_)),
            };
            Defect { reason: format!("asked {asked}, it failed: {error}"), is_permanent }
        }
    };
    Contract::of(module.about()).map_err(|error| Defect::permanent(error.to_string()))?;
    for language in Language::ALL {
        let asked = failed("for its catalogue".to_owned());
        module.catalogue(None, language).map_err(asked)?;
    }
    let seats = module.about().fewest_seats;
    let asked = |what| failed(format!("to {what} with {seats} seats"));
    let dealt = module.deal(None, seats, &Seed([0; 32])).map_err(asked("deal a game"));
    let (mut table, _) = dealt?;
    table.look(Eyes::Public, Language::default()).map_err(asked("show a game"))?;
    Ok(())
}

/// Probes a module with these bytes in a worker, and returns what it says about itself.
///
/// # Errors
/// What is wrong with the module, or how the worker ended.
pub(super) fn probe_isolated(
    isolation: &Isolation,
    sha256: [u8; 32],
    bytes: &Arc<[u8]>,
) -> Result<About, Defect> {
    let limits = WorkerLimits { workers: 1, ..isolation.limits };
    let isolation = Arc::new(Isolation { limits, ..isolation.clone() });
    let module = Module::open_isolated(bytes, sha256, &isolation)
        .map_err(|error| Defect::of_open(&error))?;
    examine(&module)?;
    Ok(module.about().clone())
}

/// Probes a module with these bytes in a child, and returns what it says about itself.
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
    // Files and not pipes: the output is complete when the child has ended, and need not be read
    // until every process that inherited it has ended too.
    let (mut said, mut stderr) =
        (tempfile::tempfile().map_err(lost)?, tempfile::tempfile().map_err(lost)?);
    let child = Command::new(program)
        .args(arguments)
        .arg(file.path())
        .stdin(Stdio::null())
        .stdout(said.try_clone().map_err(lost)?)
        .stderr(stderr.try_clone().map_err(lost)?)
        .process_group(0)
        .spawn();
    let child = child.map_err(|error| {
        Defect::temporary(format!("it cannot be probed with {}: {error}", program.display()))
    })?;
    let status = end(child, probe.timeout, &[&said, &stderr])?;
    if !status.success() {
        let is_permanent = match status.signal() {
            Some(signal) => CRASH_SIGNALS.contains(&signal),
            None => status.code() != Some(TEMPORARY_FAILURE),
        };
        let reason = reason(status, &output_of(&mut stderr).map_err(lost)?);
        return Err(Defect { reason, is_permanent });
    }
    // The module itself may have written something before the report.
    let said = output_of(&mut said).map_err(lost)?;
    serde_json::from_str(said.lines().last().unwrap_or_default())
        .map_err(|error| Defect::temporary(format!("probed, it gave no report: {error}")))
}

/// Waits for a child to end, and kills it with everything that it has started.
fn end(mut child: Child, timeout: Duration, said: &[&File]) -> Result<ExitStatus, Defect> {
    let lost = |error: io::Error| Defect::temporary(format!("its probe was lost: {error}"));
    let pid = Pid::from_child(&child);
    let waited = wait(pid, timeout, said);
    // Before its id is released, so that the group is certainly its own. If the group cannot be
    // killed, nothing can be done about it.
    let _ = kill_process_group(pid, Signal::KILL);
    let status = child.wait().map_err(lost)?;
    waited.map_err(lost)?.map_or(Ok(status), |why| Err(Defect::temporary(why)))
}

/// Waits for a child to end by itself; otherwise returns why it has to be killed.
fn wait(child: Pid, timeout: Duration, said: &[&File]) -> io::Result<Option<String>> {
    let until = Instant::now() + timeout;
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    while waitid(WaitId::Pid(child), options)?.is_none() {
        if Instant::now() >= until {
            return Ok(Some(format!("probed, it gave no answer within {timeout:?}")));
        }
        for file in said {
            if file.metadata()?.len() > LONGEST_OUTPUT {
                return Ok(Some("probed, it talked without end".to_owned()));
            }
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(None)
}

fn output_of(file: &mut File) -> io::Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.take(LONGEST_OUTPUT).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn reason(status: ExitStatus, stderr: &str) -> String {
    let mut lines = stderr.lines().map(str::trim).filter(|line| !line.is_empty());
    if status.signal().is_none() {
        let line = lines.next_back();
        return line.map_or_else(|| format!("probed, it ended with {status}"), cut);
    }
    // A crashing process gives the reason first; the rest is a trace.
    let lines: Vec<&str> = lines.take(2).collect();
    match lines.is_empty() {
        true => format!("probed, it died of {status}"),
        false => cut(&format!("probed, it died of {status}: {}", lines.join(" "))),
    }
}

fn cut(line: &str) -> String {
    line.chars().take(LONGEST_ERROR).collect()
}
