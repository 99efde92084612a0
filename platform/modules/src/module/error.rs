//! Why a module cannot be opened, or did not answer.

use gueridon_game::abi::SYMBOL;
use gueridon_game::border::{ABI, Refused};

/// Why a build cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// There is no place to open it from.
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
    /// It exports less than a module has to.
    #[error("it exports {found} bytes, and a module is at least {least}")]
    TooSmall {
        /// What the module says.
        found: u32,
        /// What this host needs.
        least: usize,
    },
    /// A failure inside it would end the host.
    #[error("it is built to abort on a panic; build it with panic = \"unwind\"")]
    Aborts,
    /// A function is missing, or the static lies where none can.
    #[error("what it exports is damaged")]
    Damaged,
    /// It does not say what it is.
    #[error("asked what it is, it failed: {0}")]
    NoAbout(#[source] CallError),
}

/// Why a call was not answered.
#[derive(Debug, Clone, thiserror::Error)]
pub enum CallError {
    /// The rules say no.
    #[error("refused: {}", .0.code)]
    Refused(Box<Refused>),
    /// The request is not what the operation takes: where and why.
    #[error("bad request: {0}")]
    BadRequest(String),
    /// The module does not know the operation: it is older than the host.
    #[error("the module does not know this operation")]
    Unsupported,
    /// The module failed. What it keeps is what it was.
    #[error("the module failed at {place}: {message}")]
    Panicked {
        /// What the failure said.
        message: String,
        /// Where in the module's source.
        place: String,
    },
    /// The reply does not have the form of the operation's.
    #[error("the module's answer makes no sense: {0}")]
    BadReply(String),
}
