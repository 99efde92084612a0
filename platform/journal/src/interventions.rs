//! The part of a journal about what operators decide: which builds and tables are stopped, and what
//! was done when.

use async_trait::async_trait;

use super::words::words;
use super::{JournalError, TableId};

/// Decisions of operators. A method that writes returns whether its condition held, as in
/// [`Journal`](super::Journal).
///
/// # Errors
/// Every method fails with [`JournalError::Broken`] when the journal cannot be reached; a write may
/// then have happened or not.
#[async_trait]
pub trait Interventions: Send + Sync {
    /// Carries an intervention out and notes it, unless its condition does not hold.
    ///
    /// Atomic under the table's lock if it is about a table; what is stopped once is a constraint.
    async fn intervene(
        &self,
        intervention: &Intervention,
        at_ms: i64,
    ) -> Result<bool, JournalError>;

    /// Everything that is stopped now, or to be closed, in the order of the times.
    async fn stops(&self) -> Result<Vec<Stop>, JournalError>;

    /// The newest `first` interventions, the newest first.
    async fn interventions(&self, first: u32) -> Result<Vec<InterventionRow>, JournalError>;

    /// The builds that are kept, without their bytes, in the order of their first use.
    async fn builds(&self) -> Result<Vec<BuildUse>, JournalError>;
}

/// A decision about a build or a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intervention {
    /// No table is played with the build any more, and none begins with it; unless that is so
    /// already. It need not be kept here.
    Quarantine {
        /// The SHA-256 of the build.
        build: [u8; 32],
        /// Why, in a line for players.
        reason: String,
    },
    /// The build may be used again; unless it is not in quarantine.
    Release {
        /// The SHA-256 of the build.
        build: [u8; 32],
    },
    /// The table is not played on for now; unless it is not being played, or stopped already.
    Stop {
        /// Which.
        table: TableId,
        /// Why, in a line for players.
        reason: String,
    },
    /// The table is played on; unless it is not stopped.
    Reopen {
        /// Which.
        table: TableId,
    },
    /// The table is to be closed without a result, and stopped until then; unless it has ended or
    /// is to be closed already.
    Close {
        /// Which.
        table: TableId,
        /// Why, in a line for players.
        reason: String,
    },
    /// A table that was to be closed is closed; unless it was not.
    Closed {
        /// Which.
        table: TableId,
    },
}

words! {
    /// The kinds of interventions.
    InterventionKind {
        /// See [`Intervention::Quarantine`].
        #[default]
        Quarantine = "QUARANTINE",
        /// See [`Intervention::Release`].
        Release = "RELEASE",
        /// See [`Intervention::Stop`].
        Stop = "STOP",
        /// See [`Intervention::Reopen`].
        Reopen = "REOPEN",
        /// See [`Intervention::Close`].
        Close = "CLOSE",
        /// See [`Intervention::Closed`].
        Closed = "CLOSED",
    }
}

impl Intervention {
    /// Its kind.
    #[must_use]
    pub const fn kind(&self) -> InterventionKind {
        match self {
            Self::Quarantine { .. } => InterventionKind::Quarantine,
            Self::Release { .. } => InterventionKind::Release,
            Self::Stop { .. } => InterventionKind::Stop,
            Self::Reopen { .. } => InterventionKind::Reopen,
            Self::Close { .. } => InterventionKind::Close,
            Self::Closed { .. } => InterventionKind::Closed,
        }
    }

    /// The hash of the build, or the id of the table.
    #[must_use]
    pub fn subject(&self) -> &[u8] {
        match self {
            Self::Quarantine { build, .. } | Self::Release { build } => build,
            Self::Stop { table, .. }
            | Self::Reopen { table }
            | Self::Close { table, .. }
            | Self::Closed { table } => table.0.as_bytes(),
        }
    }

    /// Why, where a reason is given.
    #[must_use]
    pub fn reason(&self) -> &str {
        match self {
            Self::Quarantine { reason, .. }
            | Self::Stop { reason, .. }
            | Self::Close { reason, .. } => reason,
            Self::Release { .. } | Self::Reopen { .. } | Self::Closed { .. } => "",
        }
    }
}

/// Something that is stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// What.
    pub stopped: Stopped,
    /// Why, in a line for players.
    pub reason: String,
    /// Since when, in milliseconds since 1970.
    pub at_ms: i64,
}

impl Stop {
    /// The build that is in quarantine, and why; none for a stop of a table.
    #[must_use]
    pub fn into_build(self) -> Option<([u8; 32], String)> {
        match self.stopped {
            Stopped::Build(build) => Some((build, self.reason)),
            Stopped::Table(_) | Stopped::Closing(_) => None,
        }
    }
}

/// What is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stopped {
    /// A build is in quarantine.
    Build([u8; 32]),
    /// A table is not played on.
    Table(TableId),
    /// A table is to be closed.
    Closing(TableId),
}

impl Stopped {
    /// What is stopped by the row of a journal: by the kind of the intervention, and its subject.
    pub(crate) fn of(kind: InterventionKind, subject: &[u8]) -> Option<Self> {
        let table = || Some(TableId(uuid::Uuid::from_slice(subject).ok()?));
        match kind {
            InterventionKind::Quarantine => subject.try_into().ok().map(Self::Build),
            InterventionKind::Stop => table().map(Self::Table),
            InterventionKind::Close => table().map(Self::Closing),
            InterventionKind::Release | InterventionKind::Reopen | InterventionKind::Closed => None,
        }
    }
}

/// An intervention as it was noted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InterventionRow {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// What was done.
    pub kind: InterventionKind,
    /// The hash of the build, or the id of the table.
    pub subject: Vec<u8>,
    /// Why; may be empty.
    pub reason: String,
}

/// A build that is kept, and how many tables have begun with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildUse {
    /// The SHA-256 of its bytes.
    pub sha256: [u8; 32],
    /// The game it plays.
    pub game: String,
    /// How many bytes it has.
    pub size: u64,
    /// When a table first began with it, in milliseconds since 1970.
    pub first_used_ms: i64,
    /// How many tables are played with it.
    pub playing: u64,
    /// How many tables were, and have ended.
    pub ended: u64,
}
