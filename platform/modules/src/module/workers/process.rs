//! One worker as its host sees it: a child process, the pipes to it, and how it ended.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use gueridon_game::border::Op;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::Loaded;
use super::frames::{AnswerHead, Ask, AskHead, NO_TABLE};
use super::turn::Turn;
use crate::module::isolation::Isolation;
use crate::module::reply::{LONGEST_REPLY, Reply};
use crate::module::{CallError, OpenError, WorkerEnd};

/// A child process that has opened a build.
#[derive(Debug)]
pub(super) struct Worker {
    /// Locked while something is asked, which takes no longer than `time`.
    process: Mutex<Process>,
    turn: Turn,
    time: Duration,
    tables: AtomicUsize,
    last_table: AtomicU64,
    /// Tables that are still to be closed.
    closing: Mutex<VecDeque<u64>>,
    /// How it ended, once it has.
    end: OnceLock<WorkerEnd>,
}

/// The process, with the host's ends of the pipes.
#[derive(Debug)]
struct Process {
    child: Child,
    asks: ChildStdin,
    answers: ChildStdout,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy)]
enum Unanswered {
    /// A pipe is closed.
    Closed,
    TooLate,
    Nonsense,
}

impl Worker {
    /// Starts a process and has it open a build; returns with it what this system cannot take away
    /// from it.
    pub(super) fn start(
        bytes: &[u8],
        isolation: &Isolation,
    ) -> Result<(Self, Vec<String>), OpenError> {
        let mut process =
            Process::start(isolation).map_err(|error| OpenError::NoWorker(error.to_string()))?;
        let time = isolation.limits.time;
        let loaded = process
            .ask(Ask::Load, NO_TABLE, bytes, time)
            .map_err(|unanswered| OpenError::WorkerLost(process.end(unanswered, time)))?;
        let loaded = serde_json::from_slice(&loaded.0.bytes)
            .map_err(|_| OpenError::WorkerLost(WorkerEnd::Nonsense))?;
        let missing = match loaded {
            Loaded::Opened { missing } => missing,
            Loaded::Refused { reason, is_permanent: true } => {
                return Err(OpenError::InWorker(reason));
            }
            Loaded::Refused { reason, is_permanent: false } => {
                return Err(OpenError::NoWorker(reason));
            }
        };
        let worker = Self {
            process: Mutex::new(process),
            turn: Turn::default(),
            time,
            tables: AtomicUsize::default(),
            last_table: AtomicU64::new(NO_TABLE),
            closing: Mutex::default(),
            end: OnceLock::new(),
        };
        Ok((worker, missing))
    }

    /// How much it has to do: callers that have its turn or wait for it, and tables.
    pub(super) fn load(&self) -> (usize, usize) {
        (self.turn.wanted(), self.tables.load(Ordering::Relaxed))
    }

    /// Whether it can be called. One that has ended without a call is found here.
    pub(super) fn is_there(&self) -> bool {
        if self.end.get().is_some() {
            return false;
        }
        // Who asks it something finds out soon enough.
        let Ok(mut process) = self.process.try_lock() else { return true };
        match process.child.try_wait() {
            Ok(None) => true,
            Ok(Some(status)) => {
                self.has_ended(WorkerEnd::of(status));
                false
            }
            Err(_) => false,
        }
    }

    /// Calls an operation that needs no table.
    pub(super) fn ask(&self, op: Op, request: &[u8]) -> Result<Reply, CallError> {
        self.in_turn(|| self.exchange(Ask::Call(op as u32), NO_TABLE, request))
            .map(|(reply, _)| reply)
    }

    /// Deals or restores a game.
    pub(super) fn open_table(
        self: &Arc<Self>,
        request: &[u8],
    ) -> Result<(Reply, Option<WorkerTable>), CallError> {
        let id = 1 + self.last_table.fetch_add(1, Ordering::Relaxed);
        let (reply, is_open) = self.in_turn(|| self.exchange(Ask::Open, id, request))?;
        let table = is_open.then(|| {
            self.tables.fetch_add(1, Ordering::Relaxed);
            WorkerTable { worker: Arc::clone(self), id, has_turn: false }
        });
        Ok((reply, table))
    }

    fn in_turn<T>(&self, ask: impl FnOnce() -> Result<T, CallError>) -> Result<T, CallError> {
        self.turn.take();
        let answer = if self.is_there() { ask() } else { Err(CallError::Gone) };
        self.turn.give_back();
        answer
    }

    /// Asks something; the caller has the turn.
    fn exchange(&self, ask: Ask, table: u64, request: &[u8]) -> Result<(Reply, bool), CallError> {
        if self.end.get().is_some() {
            return Err(CallError::Gone);
        }
        self.close_tables();
        let mut process = self.process();
        process.ask(ask, table, request, self.time).map_err(|unanswered| {
            let end = process.end(unanswered, self.time);
            self.has_ended(end);
            CallError::WorkerLost(end)
        })
    }

    /// Has the tables closed that are not needed any more, as far as this can be done without
    /// waiting; the caller has the turn.
    fn close_tables(&self) {
        let mut closing = self.closing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut process = self.process();
        while let Some(&table) = closing.front() {
            // So short that it is written whole or not at all.
            let written = AskHead::with(Ask::Close, table, &[])
                .is_some_and(|frame| process.asks.write(&frame).is_ok());
            if !written {
                return;
            }
            closing.pop_front();
        }
    }

    fn has_ended(&self, end: WorkerEnd) {
        if self.end.set(end).is_ok() {
            let tables = self.tables.load(Ordering::Relaxed);
            tracing::error!(%end, tables, "a worker is lost; its tables are dealt again in another");
        }
    }

    fn process(&self) -> MutexGuard<'_, Process> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Process {
    fn start(isolation: &Isolation) -> io::Result<Self> {
        let [program, arguments @ ..] = isolation.command.as_slice() else {
            return Err(io::Error::other("no command is given"));
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .arg(isolation.limits.memory.to_string())
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // Signals of a terminal are for the host.
            .process_group(0);
        let mut child = spawned(command)?;
        let (Some(asks), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("it has no pipes"));
        };
        let process = Self { child, asks, answers };
        rustix::io::ioctl_fionbio(&process.asks, true)?;
        rustix::io::ioctl_fionbio(&process.answers, true)?;
        Ok(process)
    }

    /// Asks something, and reads the answer: with whether a table was opened.
    fn ask(
        &mut self,
        ask: Ask,
        table: u64,
        request: &[u8],
        time: Duration,
    ) -> Result<(Reply, bool), Unanswered> {
        let until = Instant::now() + time;
        let frame = AskHead::with(ask, table, request).ok_or(Unanswered::Nonsense)?;
        let mut rest = frame.as_slice();
        while !rest.is_empty() {
            match self.asks.write(rest) {
                Ok(written) => rest = rest.get(written..).unwrap_or_default(),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    wait(&self.asks, PollFlags::OUT, until)?;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(Unanswered::Closed),
            }
        }
        let mut head = [0; AnswerHead::LEN];
        self.read(&mut head, until)?;
        let AnswerHead { status, is_open, len } = AnswerHead::of(head);
        let len = usize::try_from(len).map_err(|_| Unanswered::Nonsense)?;
        if len > LONGEST_REPLY {
            return Err(Unanswered::Nonsense);
        }
        let mut bytes = vec![0; len];
        self.read(&mut bytes, until)?;
        Ok((Reply { status, bytes, is_too_long: false }, is_open))
    }

    fn read(&mut self, mut into: &mut [u8], until: Instant) -> Result<(), Unanswered> {
        while !into.is_empty() {
            wait(&self.answers, PollFlags::IN, until)?;
            match self.answers.read(into) {
                Ok(0) => return Err(Unanswered::Closed),
                Ok(read) => into = into.get_mut(read..).unwrap_or_default(),
                Err(error)
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
                Err(_) => return Err(Unanswered::Closed),
            }
        }
        Ok(())
    }

    /// Ends the process, and says how it ended. One that ended by itself keeps its own status.
    fn end(&mut self, unanswered: Unanswered, limit: Duration) -> WorkerEnd {
        // A process that cannot be killed has ended.
        let _ = self.child.kill();
        let status = self.child.wait();
        match (unanswered, status) {
            (Unanswered::TooLate, _) => WorkerEnd::TooLate(limit),
            (Unanswered::Closed, Ok(status)) => WorkerEnd::of(status),
            (Unanswered::Closed | Unanswered::Nonsense, _) => WorkerEnd::Nonsense,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // None of these can fail but where there is no process any more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until a pipe is ready, or closed.
fn wait(pipe: &impl AsFd, ready: PollFlags, until: Instant) -> Result<(), Unanswered> {
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let left = Timespec::try_from(left).map_err(|_| Unanswered::Nonsense)?;
        match poll(&mut [PollFd::new(pipe, ready)], Some(&left)) {
            Ok(0) => return Err(Unanswered::TooLate),
            Ok(_) => return Ok(()),
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return Err(Unanswered::Closed),
        }
    }
}

/// A process to be started, and where to send it.
type Job = (Command, mpsc::Sender<io::Result<Child>>);

/// Starts a process from a thread that never ends: a worker is killed when the thread that started it
/// has ended, which is how it ends with its host.
fn spawned(command: Command) -> io::Result<Child> {
    static SPAWNER: Mutex<Option<mpsc::Sender<Job>>> = Mutex::new(None);
    let gone = || io::Error::other("the thread that starts processes is gone");
    let (answer, child) = mpsc::channel();
    let mut spawner = SPAWNER.lock().unwrap_or_else(PoisonError::into_inner);
    if spawner.is_none() {
        let (jobs, taken) = mpsc::channel::<Job>();
        thread::Builder::new().name("spawner".to_owned()).spawn(move || {
            for (mut command, answer) in taken {
                // Whoever asked has gone: the child, unread, ends by itself.
                let _ = answer.send(command.spawn());
            }
        })?;
        *spawner = Some(jobs);
    }
    let is_sent = spawner.as_ref().is_some_and(|jobs| jobs.send((command, answer)).is_ok());
    drop(spawner);
    if !is_sent {
        return Err(gone());
    }
    child.recv().map_err(|_| gone())?
}

/// A game dealt in a worker; closed when it is dropped.
#[derive(Debug)]
pub(in crate::module) struct WorkerTable {
    worker: Arc<Worker>,
    id: u64,
    has_turn: bool,
}

impl WorkerTable {
    /// See [`Handle::hold`](crate::module::Handle::hold).
    pub(in crate::module) fn hold(&mut self) -> bool {
        if !self.has_turn {
            self.worker.turn.take();
            self.has_turn = true;
        }
        let is_there = self.worker.is_there();
        if !is_there {
            self.let_go();
        }
        is_there
    }

    pub(in crate::module) fn is_lost(&self) -> bool {
        self.worker.end.get().is_some()
    }

    pub(in crate::module) fn let_go(&mut self) {
        if std::mem::take(&mut self.has_turn) {
            self.worker.turn.give_back();
        }
    }

    /// Calls an operation of the game.
    pub(in crate::module) fn call(&mut self, op: Op, request: &[u8]) -> Result<Reply, CallError> {
        let had_turn = self.has_turn;
        if !had_turn && !self.hold() {
            return Err(CallError::Gone);
        }
        let answer = self.worker.exchange(Ask::Call(op as u32), self.id, request);
        if !had_turn {
            self.let_go();
        }
        answer.map(|(reply, _)| reply)
    }
}

impl Drop for WorkerTable {
    fn drop(&mut self) {
        let worker = &self.worker;
        worker.tables.fetch_sub(1, Ordering::Relaxed);
        worker.closing.lock().unwrap_or_else(PoisonError::into_inner).push_back(self.id);
        // Whoever has the turn now closes it with their next call: nobody waits here.
        if worker.end.get().is_none() && (self.has_turn || worker.turn.try_take()) {
            self.has_turn = true;
            worker.close_tables();
        }
        self.let_go();
    }
}
