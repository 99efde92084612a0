//! The trait that every journal implements.

use std::fmt::Debug;
use std::ops::Range;

use async_trait::async_trait;
use uuid::Uuid;

use super::{
    BuildRow, CloseReason, Codes, Entry, Interventions, JournalError, ListScope, Lobby,
    Notifications, People, PlayerId, ResultPage, Start, TableId, TablePage, TableRow, TableUpdate,
    Talk,
};

/// Tables and their entries, with everything else that a journal keeps.
///
/// Every method that writes returns whether it did: `false` means that the condition which the
/// method names did not hold, and that nothing was written. How a condition is a part of its write
/// is said in the documentation of the [crate](crate#conditions).
///
/// # Errors
/// Every method fails with [`JournalError::Broken`] when the journal cannot be reached. After such
/// a failure a write may have happened or not, or may happen later: only reading tells.
#[async_trait]
pub trait Journal:
    People + Codes + Lobby + Talk + Notifications + Interventions + Debug + Send + Sync + 'static
{
    /// Whether other nodes write here too. If none does, what this node has read stays true.
    fn is_shared(&self) -> bool;

    /// Keeps a build, unless it is kept already.
    ///
    /// Atomic by a constraint: the hash is unique.
    async fn keep_build(&self, build: &BuildRow) -> Result<bool, JournalError>;

    /// A build by the SHA-256 of its bytes.
    async fn build(&self, sha256: [u8; 32]) -> Result<Option<BuildRow>, JournalError>;

    /// At most `limit` builds that are kept since before `before_ms` and with which no table has
    /// begun that is still there, the oldest first.
    async fn unused_builds(
        &self,
        before_ms: i64,
        limit: u32,
    ) -> Result<Vec<[u8; 32]>, JournalError>;

    /// Deletes a build, unless it is not kept since before `before_ms` or a table has begun with it.
    ///
    /// Atomic by a constraint: a build that a table refers to stays.
    async fn delete_build(&self, sha256: [u8; 32], before_ms: i64) -> Result<bool, JournalError>;

    /// Adds a table that has not begun and at which nobody sits, unless its id, its invitation or a
    /// rematch of the same table is there.
    ///
    /// Atomic by constraints: all three are unique.
    async fn open_table(&self, table: &TableRow) -> Result<bool, JournalError>;

    /// A table with those who sit at it, in the order of the seats.
    async fn table(&self, id: TableId) -> Result<Option<TableRow>, JournalError>;

    /// Tables, the newest first.
    async fn tables(&self, page: &TablePage) -> Result<Vec<TableRow>, JournalError>;

    /// At most `first` open tables at which somebody waits, the newest first: of the open tables at
    /// which a player sits, the newest. However many tables somebody opens, one is among these.
    async fn waiting(
        &self,
        game: Option<&str>,
        reader: ListScope,
        first: u32,
    ) -> Result<Vec<TableRow>, JournalError>;

    /// At most `first` tables opened before `before` at which a player sits, or that the player
    /// opened, owns or began, the newest first.
    async fn involving(
        &self,
        player: PlayerId,
        before: Option<TableId>,
        first: u32,
    ) -> Result<Vec<TableRow>, JournalError>;

    /// Begins a table, unless it has begun already, a seat is empty, its build is not kept, or the
    /// starter does not own it. A table that begins when it is full is begun by any player who sits
    /// there. One at which only bots sit does not begin if its owner has too many of those in play.
    ///
    /// Atomic under the locks of the table and of its owner, since seats and tables are counted.
    async fn start(&self, start: &Start) -> Result<bool, JournalError>;

    /// Appends an entry, unless its `seq` is taken or its seat has used its key: the insert *is*
    /// the move. What the entry means for its table is written in the same transaction.
    ///
    /// Atomic by constraints: both are unique in a table. Takes no lock, since every play waits for
    /// this.
    async fn append(&self, entry: &Entry, after: &TableUpdate) -> Result<bool, JournalError>;

    /// Appends an entry after which a table in play goes on with another build, unless the entry
    /// cannot be appended, the table is not in play or is played with that build already, or the
    /// build is not kept.
    ///
    /// Atomic by the constraints of [`Journal::append`]: whatever else is written at a table in play
    /// is an entry, and takes its number.
    async fn upgrade(&self, entry: &Entry, build: [u8; 32]) -> Result<bool, JournalError>;

    /// At most `limit` tables in play with a build and an id above `after`, in the order of their
    /// ids.
    async fn tables_of_build(
        &self,
        build: [u8; 32],
        after: Option<TableId>,
        limit: u32,
    ) -> Result<Vec<TableId>, JournalError>;

    /// At most `limit` entries of a table with a `seq` above `after`, in order.
    async fn entries(
        &self,
        table: TableId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Entry>, JournalError>;

    /// At most `limit` tables whose deadline is `now_ms` or earlier, the longest due first.
    async fn due(&self, now_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError>;

    /// Sets the deadline of a table, unless it has none or one that is later than `due_ms`.
    ///
    /// Atomic as one statement: the condition is about the row that it changes.
    async fn plan(
        &self,
        table: TableId,
        due_ms: i64,
        deadline_ms: Option<i64>,
    ) -> Result<bool, JournalError>;

    /// Closes a table that has not begun, unless its deadline is later than `due_ms`; without
    /// `due_ms`, whatever its deadline. It is a rematch no longer.
    ///
    /// Atomic as one statement, under the table's lock against those who sit down meanwhile.
    async fn close_table(
        &self,
        table: TableId,
        why: CloseReason,
        at_ms: i64,
        due_ms: Option<i64>,
    ) -> Result<bool, JournalError>;

    /// Notes that a node is up. It has no condition.
    async fn beat(&self, node: Uuid, at_ms: i64) -> Result<bool, JournalError>;

    /// When any node was last noted to be up.
    async fn last_beat(&self) -> Result<Option<i64>, JournalError>;

    /// The nodes that were last noted to be up at `since_ms` or later, with when that was, in the
    /// order of their ids.
    async fn nodes(&self, since_ms: i64) -> Result<Vec<(Uuid, i64)>, JournalError>;

    /// Forgets the nodes that were last noted to be up before `before_ms`, but for the last of all;
    /// `false` if there are none.
    ///
    /// Atomic as one statement.
    async fn forget_beats(&self, before_ms: i64) -> Result<bool, JournalError>;

    /// Notes that no node was up for a time. It has no condition: of two outages that begin at the
    /// same time the longer one is kept, in one statement.
    async fn add_outage(&self, outage: Range<i64>) -> Result<bool, JournalError>;

    /// The times in which no node was up and that ended after `since_ms`, the oldest first.
    async fn outages(&self, since_ms: i64) -> Result<Vec<Range<i64>>, JournalError>;

    /// Tables whose game is over and at which a player sat, the newest end first.
    async fn results(&self, page: &ResultPage) -> Result<Vec<TableRow>, JournalError>;

    /// At most `limit` tables that ended before `before_ms`, the earliest end first.
    async fn ended(&self, before_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError>;

    /// Deletes a table with its entries, seats, invitations, messages, webhooks and notifications,
    /// unless it has not ended before `before_ms`. A rematch of it stays, and so do reports. Guests
    /// whom it names are deleted if they have no token and no other row refers to them.
    ///
    /// Atomic under the table's lock. The end of a table does not change, so once the condition is
    /// true it stays so.
    async fn delete_table(&self, table: TableId, before_ms: i64) -> Result<bool, JournalError>;
}
