//! The truth: players, builds, tables, and for every table one list of entries that only grows.
//!
//! A [`Journal`] is small on purpose. Everything it can refuse it refuses by a condition inside
//! one statement (`insert … on conflict do nothing`), so that any number of nodes may write at
//! once and exactly one of them wins. Nothing here knows what a game is: an entry is what a seat
//! sent, never what came of it.

mod ids;
pub mod lobby;
pub mod notices;
pub mod people;
pub mod results;
pub mod rows;
pub mod settings;
pub mod sqlite;
pub mod talk;
mod words;

#[cfg(any(test, feature = "simulate"))]
pub mod memory;
#[cfg(any(test, feature = "suite"))]
pub mod suite;

use std::fmt::Debug;
use std::ops::Range;

use async_trait::async_trait;
use uuid::Uuid;

pub use ids::{MessageId, NoticeId, PlayerId, ReportId, TableId, TokenId, WebhookId};
pub use lobby::{Arrangement, Invitation, InviteCode, Lobby, MyTable};
pub use notices::{
    Channel, Claim, Confirmation, Kind, Mailing, News, NoticeRow, Notices, Receivers, Settled,
    WebhookOfTable, WebhookRow, WebhookSecret,
};
pub use people::{
    Account, AccountKey, People, Player, Precondition, Purpose, Role, Standing, TokenHash,
    TokenRoom, TokenRow, TokensKept,
};
pub use results::ResultPage;
pub use rows::{
    After, Bot, BuildRow, Closed, End, Entry, Page, Reader, Seated, Sitter, Start, Status, TableRow,
};
pub use settings::{ClockRule, Nights, OnTimeUp, Spectators, TableSettings, Visibility};
pub use talk::{Message, Report, Talk};

/// Where tables live. Every method that writes answers whether it did: `false` means that the
/// condition it names no longer held, and that nothing was written.
///
/// # Errors
/// Every method fails with [`JournalError::Broken`] when the journal cannot be reached. After such
/// a failure a write may have happened or not, or may even happen later: only reading tells.
#[async_trait]
pub trait Journal: People + Lobby + Talk + Notices + Debug + Send + Sync + 'static {
    /// Whether other nodes write here too. If none does, what this node has read stays true.
    fn is_shared(&self) -> bool;

    /// Keeps a build, unless it is kept already.
    async fn keep_build(&self, build: &BuildRow) -> Result<bool, JournalError>;

    /// A build by the SHA-256 of its bytes.
    async fn build(&self, sha256: [u8; 32]) -> Result<Option<BuildRow>, JournalError>;

    /// Adds a table that has not begun and at which nobody sits, unless that id is there.
    async fn open_table(&self, table: &TableRow) -> Result<bool, JournalError>;

    /// A table with those who sit at it, in the order of the seats.
    async fn table(&self, id: TableId) -> Result<Option<TableRow>, JournalError>;

    /// Tables, the newest first.
    async fn tables(&self, page: &Page) -> Result<Vec<TableRow>, JournalError>;

    /// Begins a table, unless it has begun already, a seat is empty, or whoever begins it does not
    /// own it; a table that begins when it is full, anybody begins who sits there.
    async fn start(&self, start: &Start) -> Result<bool, JournalError>;

    /// Appends an entry, unless its `seq` is taken or its seat has used its key: the insert *is*
    /// the move. What becomes of its table is written in the same breath.
    async fn append(&self, entry: &Entry, after: &After) -> Result<bool, JournalError>;

    /// At most `limit` entries of a table with a `seq` above `after`, in order.
    async fn entries(
        &self,
        table: TableId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError>;

    /// At most `limit` tables at which somebody has to look by `now_ms`, the longest due first.
    async fn due(&self, now_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError>;

    /// Plans when somebody has to look at a table, unless that is later than `due_ms` already.
    async fn plan(
        &self,
        table: TableId,
        due_ms: i64,
        deadline_ms: Option<i64>,
    ) -> Result<bool, JournalError>;

    /// Closes a table that has not begun, unless it was to be looked at only later than `due_ms`;
    /// without it, whatever was planned. It is nobody's rematch any more.
    async fn close_table(
        &self,
        table: TableId,
        why: Closed,
        at_ms: i64,
        due_ms: Option<i64>,
    ) -> Result<bool, JournalError>;

    /// Notes that a node is up; that can always be done.
    async fn beat(&self, node: Uuid, at_ms: i64) -> Result<bool, JournalError>;

    /// When any node was last noted to be up.
    async fn last_beat(&self) -> Result<Option<i64>, JournalError>;

    /// Notes that no node was up for a time; of two that begin at the same moment the longer one.
    /// That can always be done.
    async fn add_outage(&self, outage: Range<i64>) -> Result<bool, JournalError>;

    /// The times in which no node was up and that ended after `since_ms`, the oldest first.
    async fn outages(&self, since_ms: i64) -> Result<Vec<Range<i64>>, JournalError>;

    /// Tables whose game is over and at which a player sat, the newest end first.
    async fn results(&self, page: &ResultPage) -> Result<Vec<TableRow>, JournalError>;

    /// At most `limit` tables that ended before a moment, the longest past first.
    async fn ended(&self, before_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError>;

    /// Deletes a table with all that was done and said there, unless it has not ended before a
    /// moment. A table that is its rematch stays, and what moderators were told.
    async fn delete_table(&self, table: TableId, before_ms: i64) -> Result<bool, JournalError>;
}

/// Why a journal could not be opened, or not be read or written.
#[derive(Debug, Clone, thiserror::Error)]
pub enum JournalError {
    /// The file is something else.
    #[error("{file} is not a Guéridon journal: {reason}")]
    NotAJournal {
        /// The file, as it was named.
        file: String,
        /// What it is instead.
        reason: String,
    },
    /// The journal was written by a newer version.
    #[error(
        "{file} has journal version {found}, and this program knows only up to {known}: use a newer program"
    )]
    Newer {
        /// The file, as it was named.
        file: String,
        /// The version in the file.
        found: i64,
        /// The newest version this program can read.
        known: i64,
    },
    /// Somebody has it open already.
    #[error("the journal {file} is open already: stop the other process first")]
    InUse {
        /// The file, as it was named.
        file: String,
    },
    /// The file cannot be opened or created, or not be written to safely.
    #[error("cannot open the journal {file}: {reason}")]
    CannotOpen {
        /// The file, as it was named.
        file: String,
        /// What the system said.
        reason: String,
    },
    /// The journal did not answer, or said that something is wrong with it.
    #[error("the journal failed: {0}")]
    Broken(String),
}
