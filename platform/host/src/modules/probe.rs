//! The first opening of a build, in a process that may die of it.
//!
//! A damaged library can kill the process that opens it, before any check could run, and a module
//! may hang when it is asked what it is. So a child does both first, and tells what it found.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use gueridon_game::{Eyes, Language, Seed};
use serde::{Deserialize, Serialize};

use super::scan::sha256;
use crate::module::{About, CallError, Module};

/// As much of what a child says as is worth reading: an SDL fits many times.
const MOST_SAID: u64 = 4 << 20;

/// How a child is started that probes a file.
#[derive(Debug, Clone)]
pub struct ProbeCommand {
    /// The program, and what it is told before the name of the file.
    pub command: Vec<OsString>,
    /// How long it may take before it is killed.
    pub patience: Duration,
}

impl ProbeCommand {
    /// A program that takes the file as its only argument, with five seconds for it.
    #[must_use]
    pub fn new(program: impl Into<OsString>) -> Self {
        Self { command: vec![program.into()], patience: Duration::from_secs(5) }
    }
}

/// What a child found out.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Report {
    pub(super) sha256: [u8; 32],
    pub(super) about: About,
}

/// Why a probe gave no report.
#[derive(Debug)]
pub(super) struct Failed {
    /// In one line.
    pub(super) reason: String,
    /// Whether another attempt with the same bytes would end alike.
    pub(super) is_lasting: bool,
}

impl Failed {
    fn lasting(reason: String) -> Self {
        Self { reason, is_lasting: true }
    }

    fn this_time(reason: String) -> Self {
        Self { reason, is_lasting: false }
    }
}

/// The work of the child: opens the module in `file`, asks what it is, deals and looks once, and
/// writes a report to `out`.
///
/// # Errors
/// What is wrong with the module, in one line.
pub fn probe(file: &Path, out: &mut impl Write) -> Result<(), String> {
    let bytes = fs::read(file).map_err(|error| format!("it cannot be read: {error}"))?;
    let sha256 = sha256(&bytes);
    let module = Module::open(&bytes, sha256).map_err(|error| error.to_string())?;
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
    let report = Report { sha256, about: module.about().clone() };
    let report = serde_json::to_string(&report).map_err(|error| error.to_string())?;
    writeln!(out, "{report}").map_err(|error| format!("the report cannot be written: {error}"))
}

/// Has a child probe `file`, and answers with what it found.
///
/// # Errors
/// What is wrong with the module, or how the child ended.
pub(super) fn probe_in_child(probe: &ProbeCommand, file: &Path) -> Result<Report, Failed> {
    let [program, arguments @ ..] = probe.command.as_slice() else {
        return Err(Failed::this_time("no command is given that could probe it".to_owned()));
    };
    let child = Command::new(program)
        .args(arguments)
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.map_err(|error| {
        Failed::this_time(format!("it cannot be probed with {}: {error}", program.display()))
    })?;
    let said = hear(child.stdout.take());
    let complained = hear(child.stderr.take());
    let status = match wait(&mut child, probe.patience) {
        Ok(Some(status)) => status,
        Ok(None) => {
            let reason = format!("probed, it gave no answer within {:?}", probe.patience);
            return Err(Failed::this_time(reason));
        }
        Err(error) => return Err(Failed::this_time(format!("its probe was lost: {error}"))),
    };
    if !status.success() {
        return Err(Failed::lasting(reason(status, &told(&complained))));
    }
    // A module may have chattered before the report.
    let said = told(&said);
    serde_json::from_str(said.lines().last().unwrap_or_default())
        .map_err(|error| Failed::lasting(format!("probed, it gave no report: {error}")))
}

/// What was heard. Something that the child left running may still hold the pipe; what the child
/// said itself is there by now.
fn told(heard: &mpsc::Receiver<String>) -> String {
    heard.recv_timeout(Duration::from_secs(1)).unwrap_or_default()
}

fn hear(pipe: Option<impl Read + Send + 'static>) -> mpsc::Receiver<String> {
    let (sender, heard) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            // What came until the pipe broke is what there is to hear.
            let _ = pipe.take(MOST_SAID).read_to_end(&mut bytes);
        }
        // Nobody listens any more when the child was killed.
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    heard
}

/// Waits for the child to end by itself, and kills it when it does not.
fn wait(child: &mut Child, patience: Duration) -> io::Result<Option<ExitStatus>> {
    let until = Instant::now() + patience;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= until {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(5));
    }
}

fn reason(status: ExitStatus, complained: &str) -> String {
    let mut complaints = complained.lines().map(str::trim).filter(|line| !line.is_empty());
    if status.signal().is_none() {
        let complaint = complaints.next_back();
        return complaint.map_or_else(|| format!("probed, it ended with {status}"), str::to_owned);
    }
    // What a dying process has to say it says first; the rest is how it dies.
    let complaints: Vec<&str> = complaints.take(2).collect();
    match complaints.is_empty() {
        true => format!("probed, it died of {status}"),
        false => format!("probed, it died of {status}: {}", complaints.join(" ")),
    }
}
