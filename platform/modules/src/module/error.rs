//! Why a module cannot be opened, or did not answer.

use std::fmt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use gueridon_game::abi::SYMBOL;
use gueridon_game::border::{ABI, Refused};

/// Why a build cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// No file to open it from could be made.
    #[error("it cannot be put where a library can be opened from: {0}")]
    NoPlace(#[from] std::io::Error),
    /// It is not a library for this machine.
    #[error("it cannot be opened as a library: {0}")]
    NoLibrary(String),
    /// It is a library, but not a module.
    #[error("it exports no `{SYMBOL}`, so it is no game module")]
    NoModule,
    /// It speaks another version of the border.
    #[error("it speaks version {0} of the border, and this host version {ABI}")]
    OtherAbi(u32),
    /// It exports too little.
    #[error("it exports {found} bytes, and a module is at least {least}")]
    TooSmall {
        /// What the module has.
        found: u32,
        /// What this host needs.
        least: usize,
    },
    /// A panic inside it would abort the host.
    #[error("it is built to abort on a panic; build it with panic = \"unwind\"")]
    Aborts,
    /// A function is missing, or the address of the static is invalid.
    #[error("what it exports is damaged")]
    Damaged,
    /// It does not describe itself.
    #[error("asked what it is, it failed: {0}")]
    NoAbout(#[source] CallError),
    /// No process could be made for it, now at least.
    #[error("no process can be made for it: {0}")]
    NoWorker(String),
    /// Its process could not open it, for one of the other reasons here.
    #[error("{0}")]
    InWorker(String),
    /// Its process was lost while it was opened.
    #[error("opened in a process of its own, {0}")]
    WorkerLost(WorkerEnd),
}

impl OpenError {
    /// Whether the same bytes would fail again.
    #[must_use]
    pub const fn is_permanent(&self) -> bool {
        match self {
            Self::NoPlace(_) | Self::NoWorker(_) | Self::NoAbout(CallError::NoWorker(_)) => false,
            Self::WorkerLost(end) | Self::NoAbout(CallError::WorkerLost(end)) => end.is_a_fault(),
            Self::NoLibrary(_)
            | Self::NoModule
            | Self::OtherAbi(_)
            | Self::TooSmall { .. }
            | Self::Aborts
            | Self::Damaged
            | Self::NoAbout(_)
            | Self::InWorker(_) => true,
        }
    }
}

/// How a worker ended during a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkerEnd {
    /// By a signal: its own fault, unless it was killed.
    Signal(i32),
    /// The module ended its process, with this status.
    Exit(i32),
    /// It was killed because a call took longer than this.
    TooLate(Duration),
    /// It was ended because its answer had no end.
    TooLong,
    /// It was killed because its process said what no worker says.
    Nonsense,
}

impl WorkerEnd {
    /// The exit status of a worker whose module answers without end.
    pub(super) const TOO_LONG: i32 = 70;

    pub(super) fn of(status: ExitStatus) -> Self {
        match (status.signal(), status.code()) {
            (Some(signal), _) => Self::Signal(signal),
            (None, Some(Self::TOO_LONG)) => Self::TooLong,
            (None, code) => Self::Exit(code.unwrap_or_default()),
        }
    }

    /// Whether the module did this itself; otherwise somebody else may have, or a busy machine.
    #[must_use]
    pub const fn is_a_fault(&self) -> bool {
        !matches!(self, Self::TooLate(_) | Self::Signal(libc::SIGKILL))
    }
}

impl fmt::Display for WorkerEnd {
    /// What the module did, as the rest of a sentence about it, for players too.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signal(libc::SIGSEGV | libc::SIGBUS) => {
                f.write_str("it used memory that it does not have")
            }
            Self::Signal(libc::SIGABRT) => f.write_str("it aborted"),
            Self::Signal(libc::SIGKILL) => f.write_str("its process was killed"),
            Self::Signal(signal) => write!(f, "it was ended by signal {signal}"),
            Self::Exit(status) => write!(f, "it ended its process with status {status}"),
            Self::TooLate(limit) => write!(f, "it did not answer within {limit:?}"),
            Self::TooLong => f.write_str("it answered without end"),
            Self::Nonsense => f.write_str("its process answered nonsense"),
        }
    }
}

/// Why a call failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum CallError {
    /// The rules say no.
    #[error("refused: {}", .0.code)]
    Refused(Box<Refused>),
    /// The request is invalid for the operation: where and why.
    #[error("bad request: {0}")]
    BadRequest(String),
    /// The module does not know the operation: it is older than the host.
    #[error("the module does not know this operation")]
    Unsupported,
    /// The module failed. The kept game is unchanged.
    #[error("the module failed at {place}: {message}")]
    Panicked {
        /// The message.
        message: String,
        /// The place in the module's source.
        place: String,
    },
    /// The reply is not one of this operation.
    #[error("the module's answer makes no sense: {0}")]
    BadReply(String),
    /// The process that the module was called in was lost in this call, with all games in it.
    #[error("its process was lost: {0}")]
    WorkerLost(WorkerEnd),
    /// The process that the game was in was lost before this call, which was not made.
    #[error("the process that its game was in is gone")]
    Gone,
    /// No process could be made to call the module in.
    #[error("no process can be made for it: {0}")]
    NoWorker(String),
}
