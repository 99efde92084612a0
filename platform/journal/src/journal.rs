//! The trait that every journal implements.

use std::fmt::Debug;
use std::ops::Range;

use super::{
    Beat, BuildRow, CloseReason, Codes, Contact, Entry, Interventions, JournalError, LastLook,
    ListScope, Lobby, Notifications, People, PlayerId, Programs, ResultPage, Start, StopOnUpgrade,
    TableId, TablePage, TableRow, TableUpdate, Talk,
};
use async_trait::async_trait;
use gueridon_game::Seat;

/// Tables and their entries, with everything else that a journal keeps.
///
/// Every method that writes returns whether its condition held. Unless the method says otherwise,
/// `false` means that nothing was written. The documentation of the [crate](crate#conditions)
/// explains how a condition is part of its write.
///
/// # Errors
/// Every method fails with [`JournalError::Broken`] when the journal cannot be reached, and with
/// [`JournalError::Lost`] when its file was lost. After a failure a write may have happened or not,
/// or may happen later; read the journal to find out.
#[async_trait]
pub trait Journal:
    People
    + Programs
    + Codes
    + Lobby
    + Talk
    + Notifications
    + Interventions
    + Debug
    + Send
    + Sync
    + 'static
{
    /// Whether other nodes may write here too. If not, this node need not read again what it knows.
    fn is_shared(&self) -> bool;

    /// Whether the journal answers at the moment. One that is not asked over a network always does.
    fn contact(&self) -> Contact {
        Contact::default()
    }

    /// Adds a build, unless it is kept already.
    ///
    /// Atomic by a constraint: the hash is unique.
    async fn keep_build(&self, build: &BuildRow) -> Result<bool, JournalError>;

    /// A build by the SHA-256 of its bytes.
    async fn build(&self, sha256: [u8; 32]) -> Result<Option<BuildRow>, JournalError>;

    /// At most `limit` builds that were added before `before_ms` and that no table in the journal
    /// began with, the oldest first.
    async fn unused_builds(
        &self,
        before_ms: i64,
        limit: u32,
    ) -> Result<Vec<[u8; 32]>, JournalError>;

    /// Deletes a build that was added before `before_ms`, unless a table in the journal began with
    /// it.
    ///
    /// Atomic by a constraint: a build that a table refers to cannot be deleted.
    async fn delete_build(&self, sha256: [u8; 32], before_ms: i64) -> Result<bool, JournalError>;

    /// Adds a table that has not begun and at which nobody sits, unless there is one with its id,
    /// with its invite code or that is a rematch of the same table.
    ///
    /// Atomic by constraints: all three are unique.
    async fn open_table(&self, table: &TableRow) -> Result<bool, JournalError>;

    /// A table, with those who sit there in the order of the seats.
    async fn table(&self, id: TableId) -> Result<Option<TableRow>, JournalError>;

    /// A page of tables, the newest first.
    async fn tables(&self, page: &TablePage) -> Result<Vec<TableRow>, JournalError>;

    /// At most `first` open tables at which a player waits, the newest first. Each player counts as
    /// waiting only at the newest of the open tables at which they sit, so nobody fills this list
    /// by opening many tables.
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

    /// Begins a table, unless it is not open, a seat is empty or a program is asked to sit there, its build is not kept, or the
    /// starter does not own it. If the table begins when it is full, every player who sits there
    /// may begin it. A table of bots alone does not begin if its owner has too many of those in
    /// play.
    ///
    /// Atomic under the locks of the table and of its owner, since seats and tables are counted,
    /// and by a constraint: the build that it refers to is kept.
    async fn start(&self, start: &Start) -> Result<bool, JournalError>;

    /// Appends an entry, unless its `seq` is taken or its seat has used its key. What the entry
    /// means for its table is written in the same transaction.
    ///
    /// Atomic by constraints: both are unique in a table. It takes no lock first, since every play
    /// waits for this write.
    async fn append(&self, entry: &Entry, after: &TableUpdate) -> Result<bool, JournalError>;

    /// Appends an entry after which a table in play goes on with another build, unless the entry
    /// cannot be appended, the table is not in play or is played with that build already, or the
    /// build is not kept. The table's own stop stays or ends in the same transaction, as
    /// [`StopOnUpgrade`] says of it.
    ///
    /// Atomic by the constraints of [`Journal::append`]: whatever else is written at a table in play
    /// is an entry, and takes its number.
    async fn upgrade(
        &self,
        entry: &Entry,
        build: [u8; 32],
        stop: StopOnUpgrade,
    ) -> Result<bool, JournalError>;

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
    /// Atomic as one statement.
    async fn plan(
        &self,
        table: TableId,
        due_ms: i64,
        deadline_ms: Option<i64>,
    ) -> Result<bool, JournalError>;

    /// Closes a table that has not begun. With `due_ms`, only if it has a deadline that is not
    /// later. The table is no longer the rematch of another, which can then have a new one.
    ///
    /// Atomic as one statement, which takes the table's lock: nobody sits down meanwhile.
    async fn close_table(
        &self,
        table: TableId,
        why: CloseReason,
        at_ms: i64,
        due_ms: Option<i64>,
    ) -> Result<bool, JournalError>;

    /// Records that a node was up, and what it had to do. It has no condition.
    async fn beat(&self, beat: &Beat) -> Result<bool, JournalError>;

    /// The latest time at which a node was recorded to be up.
    async fn last_beat(&self) -> Result<Option<i64>, JournalError>;

    /// The last record of each node that was noted to be up at `since_ms` or later, in the order of
    /// their ids.
    async fn nodes(&self, since_ms: i64) -> Result<Vec<Beat>, JournalError>;

    /// Deletes the records of nodes that were last up before `before_ms`, except the latest of all
    /// records; `false` if there are none to delete.
    ///
    /// Atomic as one statement.
    async fn forget_beats(&self, before_ms: i64) -> Result<bool, JournalError>;

    /// Records that no node was up for a time. It has no condition: of two outages that begin at
    /// the same time the longer one is kept, in one statement.
    async fn add_outage(&self, outage: Range<i64>) -> Result<bool, JournalError>;

    /// The times in which no node was up and that ended after `since_ms`, the oldest first.
    async fn outages(&self, since_ms: i64) -> Result<Vec<Range<i64>>, JournalError>;

    /// A page of tables that have a result and at which a player sat, those first that ended last.
    async fn results(&self, page: &ResultPage) -> Result<Vec<TableRow>, JournalError>;

    /// Keeps the analysis of a table that is over, as text, unless there is one.
    ///
    /// Atomic by a constraint, since a table has one analysis at most. The condition stays true once
    /// it is, because the end of a table does not change.
    async fn keep_analysis(&self, table: TableId, analysis: &str) -> Result<bool, JournalError>;

    /// The analysis of a table, if one is kept.
    async fn analysis(&self, table: TableId) -> Result<Option<String>, JournalError>;

    /// Keeps last looks at a table in play, each unless a look of these eyes at a later entry is
    /// kept; `false` if none was kept.
    ///
    /// Atomic by a constraint, since a pair of eyes has one last look at most.
    async fn keep_last_looks(
        &self,
        table: TableId,
        looks: &[LastLook],
    ) -> Result<bool, JournalError>;

    /// The last look at a table that is kept for a seat, or for the public.
    async fn last_look(
        &self,
        table: TableId,
        seat: Option<Seat>,
    ) -> Result<Option<LastLook>, JournalError>;

    /// At most `limit` tables that ended before `before_ms`, those first that ended first.
    async fn ended(&self, before_ms: i64, limit: u32) -> Result<Vec<TableId>, JournalError>;

    /// Deletes a table that ended before `before_ms`, with its entries, seats, invitations, declines,
    /// messages, analysis, last looks, webhooks and notifications, and its stop. Its rematch and the
    /// reports about it
    /// stay. Guests whom the table named are deleted if they have no token and no other table,
    /// invitation, message or report names them.
    ///
    /// Atomic under the table's lock. The condition stays true once it is, because the end of a
    /// table does not change.
    async fn delete_table(&self, table: TableId, before_ms: i64) -> Result<bool, JournalError>;
}
