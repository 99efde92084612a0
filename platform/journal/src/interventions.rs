//! The part of a journal about what operators, or the server in their place, decide about builds
//! and tables: what is stopped now, and what was decided when.

use async_trait::async_trait;

use super::words::words;
use super::{JournalError, PlayerId, TableId};

/// Decisions of operators. A method that writes returns whether its condition held, as in
/// [`Journal`](super::Journal).
///
/// # Errors
/// As those of [`Journal`](super::Journal).
#[async_trait]
pub trait Interventions: Send + Sync {
    /// Carries out an intervention and records it, if its condition holds. `by` is the operator; none
    /// where a server or somebody at the command line has decided.
    ///
    /// Atomic under the table's lock if it is about a table. That a build or a table is stopped
    /// only once is a constraint.
    async fn intervene(
        &self,
        intervention: &Intervention,
        by: Option<PlayerId>,
        at_ms: i64,
    ) -> Result<bool, JournalError>;

    /// Everything that is stopped now or is to be closed, in the order of [`Stop::at_ms`].
    async fn stops(&self) -> Result<Vec<Stop>, JournalError>;

    /// The last `first` interventions, the newest first.
    async fn interventions(&self, first: u32) -> Result<Vec<InterventionRow>, JournalError>;

    /// The builds that are kept, without their bytes, in the order in which they were added.
    async fn builds(&self) -> Result<Vec<BuildUse>, JournalError>;
}

/// A decision about a build or a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intervention {
    /// No table is played with the build any more, and none begins with it. Does nothing if it is
    /// in quarantine already. The build need not be in the journal.
    Quarantine {
        /// The SHA-256 of the build.
        build: [u8; 32],
        /// Why, in a line for players.
        reason: String,
    },
    /// The build may be used again. Does nothing if it is not in quarantine.
    Release {
        /// The SHA-256 of the build.
        build: [u8; 32],
    },
    /// The table is not played on for now. Does nothing if it is not in play, or is stopped or to
    /// be closed already.
    Stop {
        /// Which.
        table: TableId,
        /// Why, in a line for players.
        reason: String,
    },
    /// The table is played on. Does nothing if it is not stopped, or is to be closed.
    Reopen {
        /// Which.
        table: TableId,
    },
    /// The table is to be closed without a result, and stopped until then. Does nothing if it has
    /// ended or is to be closed already.
    Close {
        /// Which.
        table: TableId,
        /// Why, in a line for players.
        reason: String,
    },
    /// A table that was to be closed has been closed. Does nothing if it was not to be.
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

    /// Why; empty where no reason is given.
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
    /// What a row of a journal stops: from the kind of the intervention and its subject. None for a
    /// kind that stops nothing, and for a subject of the wrong length.
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

/// How the reason of a stop begins that a server has decided by itself, because the game of the table
/// failed too often.
pub const GAME_FAILED: &str = "its game failed ";

/// What becomes of a stop of a table that goes on with another build: only of one of the table
/// itself, not of one that is to be closed. An end is recorded like [`Intervention::Reopen`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopOnUpgrade {
    /// The table stays stopped, if it is.
    Stays,
    /// A stop ends that was there when the seats were asked.
    Ends {
        /// When they were, in milliseconds since 1970.
        asked_ms: i64,
    },
    /// A stop ends that a server has decided by itself: its reason begins with [`GAME_FAILED`].
    EndsIfOfServer,
}

impl StopOnUpgrade {
    /// Which stops end: the newest time of one, and how its reason begins. None if none ends.
    pub(crate) const fn ended(self) -> Option<(i64, &'static str)> {
        match self {
            Self::Stays => None,
            Self::Ends { asked_ms } => Some((asked_ms, "")),
            Self::EndsIfOfServer => Some((i64::MAX, GAME_FAILED)),
        }
    }
}

/// An intervention as it was recorded.
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
    /// The operator; none where a server or somebody at the command line has decided.
    pub by: Option<PlayerId>,
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
    /// When it was added, just before the first table was to begin with it, in milliseconds since
    /// 1970.
    pub first_used_ms: i64,
    /// How many tables are in play with it.
    pub playing: u64,
    /// How many tables that began with it have ended.
    pub ended: u64,
}
