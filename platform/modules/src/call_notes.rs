//! Notes of the calls into modules that are under way, in a file that outlives a crash.
//!
//! A module runs inside the host, so a module that aborts, or reads memory that is not there, ends
//! the process. Each thread writes down which build it is calling before the call, into memory that
//! the kernel keeps as a file. The next process reads there what ended the one before it:
//!
//! - A fatal signal, or an exit, is marked by a handler on the very thread that caused it.
//! - A process that is killed from outside, by an operator or for want of memory, leaves no mark.
//!   The calls that were under way then are only suspects, until the same table was under way at
//!   [`KILLS_IN_A_ROW`] such ends in a row.

mod file;
mod handler;

use std::cell::Cell;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::OnceLock;

use gueridon_game::border::Op;
use uuid::Uuid;

use file::{Call, File, Slot};

/// How many times in a row a process must be killed during a call at the same table until the call
/// counts as the cause.
pub const KILLS_IN_A_ROW: u64 = 5;

/// The notes of this process; none where nobody wants any.
static NOTES: OnceLock<File> = OnceLock::new();

thread_local! {
    /// Where this thread notes its calls. Read by the signal handler, so it is neither created nor
    /// dropped lazily.
    static SLOT: Cell<Option<&'static Slot>> = const { Cell::new(None) };
    /// The table that this thread's calls are for.
    static TABLE: Cell<Option<Uuid>> = const { Cell::new(None) };
    /// Gives the slot back when the thread ends.
    static CLAIM: Claim = const { Claim };
}

/// What is done to a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doing {
    /// It is opened.
    Opening,
    /// A game is dealt or restored.
    Dealing,
    /// A game is closed.
    Closing,
    /// It is asked something.
    Asking(Op),
}

impl Doing {
    const OPS: u64 = 16;

    fn number(self) -> u64 {
        match self {
            Self::Opening => 1,
            Self::Dealing => 2,
            Self::Closing => 3,
            Self::Asking(op) => Self::OPS + u64::from(op as u32),
        }
    }

    fn from_number(number: u64) -> Option<Self> {
        Some(match number {
            1 => Self::Opening,
            2 => Self::Dealing,
            3 => Self::Closing,
            _ => {
                let op = u32::try_from(number.checked_sub(Self::OPS)?).ok()?;
                Self::Asking(Op::from_number(op)?)
            }
        })
    }
}

impl fmt::Display for Doing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opening => f.write_str("while it was opened"),
            Self::Dealing => f.write_str("while it dealt a game"),
            Self::Closing => f.write_str("while a game was closed"),
            Self::Asking(op) => write!(f, "in its operation {op:?}"),
        }
    }
}

/// How a process ended during a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// This thread caused a fatal signal.
    Signal(i32),
    /// This thread ended the process.
    Exit,
    /// The process was killed during calls at this table, several times in a row.
    Killed,
    /// The process was killed, and nothing says by what.
    Unknown,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Signal(libc::SIGABRT) => f.write_str("it aborted the server"),
            Self::Signal(libc::SIGSEGV | libc::SIGBUS) => {
                f.write_str("it crashed the server by using memory that it does not have")
            }
            Self::Signal(number) => write!(f, "it crashed the server with signal {number}"),
            Self::Exit => f.write_str("it ended the server"),
            Self::Killed => {
                write!(f, "the server was killed {KILLS_IN_A_ROW} times in a row during its calls")
            }
            Self::Unknown => f.write_str("the server was killed during a call"),
        }
    }
}

/// A call that was under way when the process before this one ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastCall {
    /// The SHA-256 of the build.
    pub build: [u8; 32],
    /// The table, if it was for one.
    pub table: Option<Uuid>,
    /// What was done.
    pub doing: Doing,
    /// How the process ended.
    pub cause: Cause,
}

impl fmt::Display for LastCall {
    /// Names neither the build nor the table.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.cause, self.doing)
    }
}

/// Notes all calls of this process in a file from now on, and returns the calls that were under way
/// when the process before it ended. Only the first call in a process notes anything.
///
/// # Errors
/// When the file cannot be written.
pub fn keep(path: &Path) -> io::Result<Vec<LastCall>> {
    if NOTES.get().is_some() {
        return Ok(Vec::new());
    }
    let (file, last) = File::open(path)?;
    if NOTES.set(file).is_ok() {
        handler::install()?;
    }
    Ok(last)
}

/// Runs something whose calls are for a table.
pub fn with_table<T>(table: Option<Uuid>, run: impl FnOnce() -> T) -> T {
    let before = TABLE.replace(table);
    let answer = run();
    TABLE.set(before);
    answer
}

/// Runs a call into a build, and notes it meanwhile.
pub(crate) fn noted<T>(build: &[u8; 32], doing: Doing, call: impl FnOnce() -> T) -> T {
    let Some(slot) = NOTES.get().and_then(slot) else { return call() };
    slot.begin(&Call { build: *build, table: TABLE.get(), doing });
    let _ended = Ended(slot);
    call()
}

/// Notes the end of a call when it is dropped.
struct Ended(&'static Slot);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// The slot of this thread; none if more threads make calls than there are slots.
fn slot(file: &'static File) -> Option<&'static Slot> {
    if let Some(slot) = SLOT.get() {
        return Some(slot);
    }
    // A thread that is ending notes nothing: nobody would give its slot back.
    CLAIM.try_with(|_| ()).ok()?;
    let slot = file.claim();
    SLOT.set(slot);
    slot
}

/// Gives the slot of a thread back when it is dropped.
struct Claim;

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(slot) = SLOT.take() {
            slot.give_back();
        }
    }
}
