//! A call of a module, and why it has no answer.

use std::time::Duration;

use uuid::Uuid;

/// Why a call failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// It was not made: too many others are under way. Nothing is lost.
    #[error("it was not called, because {0} other calls of modules are under way or wait")]
    Busy(usize),
    /// It was not made: calls of this build hang.
    #[error("it is not called, because {0} of its calls have not returned")]
    Hanging(usize),
    /// It did not return in time.
    #[error("it did not answer `{op}` within {limit:?}")]
    TooLate {
        /// The operation.
        op: &'static str,
        /// The time limit.
        limit: Duration,
    },
    /// Its thread ended without an answer.
    #[error("its call was lost: {0}")]
    Lost(String),
}

impl NoAnswer {
    /// Its name in the metrics.
    pub(super) const fn why(&self) -> &'static str {
        match self {
            Self::Busy(_) => "busy",
            Self::Hanging(_) => "hanging",
            Self::TooLate { .. } => "too late",
            Self::Lost(_) => "lost",
        }
    }

    /// Whether the call was never made, so that it may be made later.
    #[must_use]
    pub const fn is_unmade(&self) -> bool {
        matches!(self, Self::Busy(_) | Self::Hanging(_))
    }
}

/// A call, for the log and the metrics.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// The game's id.
    pub game: &'a str,
    /// SHA-256 of the build.
    pub build: [u8; 32],
    /// The operation.
    pub op: &'static str,
    /// The table.
    pub table: Option<Uuid>,
}
