//! Why a module cannot be opened, or did not answer.

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
}
