//! What people say at tables, as a journal keeps it: messages, whom somebody does not want to hear,
//! who may not speak for a while, and what moderators are told.

use std::fmt;

use async_trait::async_trait;

pub use super::ids::{MessageId, ReportId};
use super::words::words;
use super::{JournalError, Player, PlayerId, Precondition, Role, TableId};

/// The part of a journal that knows what is said. As in [`Journal`](super::Journal), whoever writes
/// is told whether the condition that the method names held; `false` means that nothing was written.
///
/// # Errors
/// Every method fails with [`JournalError::Broken`] when the journal cannot be reached; a write may
/// then have happened or not.
#[async_trait]
pub trait Talk: Send + Sync {
    /// Adds a message, unless its player has used its key there or its id is there; unless what is
    /// provided does not hold, or the player neither sits there nor provides to be a moderator; and
    /// unless the player is deleted or silenced at that time. Of more than `most` messages of a
    /// table the oldest go.
    async fn say(
        &self,
        said: &NewMessage,
        provided: &Precondition,
        most: u32,
    ) -> Result<bool, JournalError>;

    /// A message by its id.
    async fn message(&self, id: MessageId) -> Result<Option<Message>, JournalError>;

    /// What a player has said at a table under a key.
    async fn said(
        &self,
        table: TableId,
        player: PlayerId,
        key: &str,
    ) -> Result<Option<Message>, JournalError>;

    /// A page of a table's messages, the oldest first.
    async fn messages(&self, page: &MessagePage) -> Result<Vec<Message>, JournalError>;

    /// At most `first` messages of a table that have come or changed after `after`, in the order in
    /// which they did.
    async fn news(
        &self,
        table: TableId,
        hearer: Option<PlayerId>,
        after: u64,
        first: u32,
    ) -> Result<Vec<TalkNews>, JournalError>;

    /// The newest [`Message::change`] of a table; 0 before the first.
    async fn newest_change(&self, table: TableId) -> Result<u64, JournalError>;

    /// At most `first` of a player's own messages at all tables, with ids above `after`, in the order
    /// of their ids.
    async fn messages_of(
        &self,
        player: PlayerId,
        after: Option<MessageId>,
        first: u32,
    ) -> Result<Vec<Message>, JournalError>;

    /// The tables at which a player has said something.
    async fn spoken_at(&self, player: PlayerId) -> Result<Vec<TableId>, JournalError>;

    /// Takes the text of a message away, unless that is done or what is provided does not hold.
    async fn remove(
        &self,
        id: MessageId,
        by: PlayerId,
        at_ms: i64,
        provided: &Precondition,
    ) -> Result<bool, JournalError>;

    /// Has a player not hear another, unless that is so already, one of them is deleted or not there,
    /// the player does not hear `most` already, or what is provided does not hold.
    async fn mute(
        &self,
        player: PlayerId,
        muted: PlayerId,
        at_ms: i64,
        most: u32,
        provided: &Precondition,
    ) -> Result<bool, JournalError>;

    /// Has a player hear another again, unless that is so already or what is provided does not hold.
    async fn unmute(
        &self,
        player: PlayerId,
        muted: PlayerId,
        provided: &Precondition,
    ) -> Result<bool, JournalError>;

    /// At most `first` of those whom a player does not hear, with ids above `after`, in the order of
    /// their ids.
    async fn mutes(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        first: u32,
    ) -> Result<Vec<Mute>, JournalError>;

    /// Has a player say nothing until some time, or lets them speak again; unless they are deleted or
    /// not there, have another role than `role`, or what is provided does not hold.
    async fn silence(
        &self,
        silence: &Silence,
        role: Role,
        provided: &Precondition,
    ) -> Result<bool, JournalError>;

    /// Until when a player is silenced, in milliseconds since 1970; also when that is over.
    async fn silenced_until(&self, player: PlayerId) -> Result<Option<i64>, JournalError>;

    /// Adds a report, unless its id is there, an open one of the same reporter about the same is
    /// there, one of the two players is deleted or not there, or what is provided does not hold.
    async fn report(
        &self,
        report: &NewReport,
        provided: &Precondition,
    ) -> Result<bool, JournalError>;

    /// The open report of the same reporter about the same, if there is one.
    async fn same_report(&self, report: &NewReport) -> Result<Option<Report>, JournalError>;

    /// A report by its id.
    async fn report_of(&self, id: ReportId) -> Result<Option<Report>, JournalError>;

    /// Reports, the oldest first.
    async fn reports(&self, page: &ReportPage) -> Result<Vec<Report>, JournalError>;

    /// Writes down what came of a report, unless somebody has or what is provided does not hold.
    async fn resolve(
        &self,
        id: ReportId,
        verdict: &Verdict<PlayerId>,
        provided: &Precondition,
    ) -> Result<bool, JournalError>;
}

/// Something that is to be said.
#[derive(Clone, PartialEq, Eq)]
pub struct NewMessage {
    /// Names the message.
    pub id: MessageId,
    /// Where.
    pub table: TableId,
    /// Who says it.
    pub player: PlayerId,
    /// What the sender calls it: the same key again is the same message again.
    pub key: String,
    /// What.
    pub text: String,
    /// When its node received it, in milliseconds since 1970.
    pub at_ms: i64,
}

impl fmt::Debug for NewMessage {
    /// Leaves out what is said.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Said")
            .field("id", &self.id.0)
            .field("table", &self.table.0)
            .field("player", &self.player.0)
            .finish_non_exhaustive()
    }
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    /// Names it.
    pub id: MessageId,
    /// Where.
    pub table: TableId,
    /// Its place among the table's: each has a higher one than all that were there before it.
    pub number: u64,
    /// The place of its last change among all that changed in the table's talk; at first its number.
    pub change: u64,
    /// Who said it, as they are called now.
    pub player: Player,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// What; none when it was taken away.
    pub text: Option<String>,
    /// How it was taken away, if it was.
    pub removed: Option<Removal>,
}

impl fmt::Debug for Message {
    /// Leaves out what was said.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message")
            .field("id", &self.id.0)
            .field("table", &self.table.0)
            .field("number", &self.number)
            .field("change", &self.change)
            .field("player", &self.player.id.0)
            .field("removed", &self.removed.is_some())
            .finish_non_exhaustive()
    }
}

/// How a text was taken away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// The moderator who did; none when the player who had said it has gone for good.
    pub by: Option<Player>,
}

/// News of a table's talk, for one who hears it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TalkNews {
    /// What has come or changed.
    pub message: Message,
    /// Whether the hearer does not want to hear who said it.
    pub is_muted: bool,
}

/// Which messages to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessagePage {
    /// Of that table.
    pub table: TableId,
    /// Without those whom this player does not want to hear.
    pub hearer: Option<PlayerId>,
    /// From where on.
    pub from: MessageCursor,
    /// At most that many.
    pub first: u32,
}

/// Where a page of messages begins or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageCursor {
    /// It begins with the first whose number is above that.
    After(u64),
    /// It ends with the last whose number is below that.
    Before(u64),
    /// It ends with the newest.
    Newest,
}

/// Somebody whom somebody does not hear.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mute {
    /// Who is not heard.
    pub player: Player,
    /// Since when, in milliseconds since 1970.
    pub at_ms: i64,
}

/// That a player is to be silent, or no longer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Silence {
    /// Who.
    pub player: PlayerId,
    /// Until when, in milliseconds since 1970; none for no longer.
    pub until_ms: Option<i64>,
    /// Which moderator says so.
    pub by: PlayerId,
    /// When that was said, in milliseconds since 1970.
    pub at_ms: i64,
}

/// What a player tells the moderators about another.
#[derive(Clone, PartialEq, Eq)]
pub struct NewReport {
    /// Names it.
    pub id: ReportId,
    /// Who tells.
    pub reporter: PlayerId,
    /// About whom.
    pub player: PlayerId,
    /// At which table it was, if at any.
    pub table: Option<TableId>,
    /// About which message, if about one.
    pub message: Option<MessageId>,
    /// What that message says: it may be gone when somebody looks.
    pub text: Option<String>,
    /// Why, in the reporter's words.
    pub reason: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

impl fmt::Debug for NewReport {
    /// Leaves out what was said.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewReport")
            .field("id", &self.id.0)
            .field("player", &self.player.0)
            .finish_non_exhaustive()
    }
}

/// What the moderators were told, and what came of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Report {
    /// Names it.
    pub id: ReportId,
    /// Who told.
    pub reporter: Player,
    /// About whom.
    pub player: Player,
    /// At which table it was, if at any.
    pub table: Option<TableId>,
    /// About which message, if about one; it may be gone.
    pub message: Option<MessageId>,
    /// What that message said, unless its player has gone for good.
    pub text: Option<String>,
    /// Why, in the reporter's words.
    pub reason: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// What came of it; none as long as it is open.
    pub verdict: Option<Verdict<Player>>,
}

impl fmt::Debug for Report {
    /// Leaves out what was said.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Report")
            .field("id", &self.id.0)
            .field("player", &self.player.id.0)
            .field("outcome", &self.verdict.as_ref().map(|verdict| verdict.outcome))
            .finish_non_exhaustive()
    }
}

/// What came of a report, by a moderator who is named or told of.
#[derive(Clone, PartialEq, Eq)]
pub struct Verdict<P> {
    /// What was done.
    pub outcome: Outcome,
    /// What the moderator has to say about it, to other moderators; may be empty.
    pub note: String,
    /// The moderator.
    pub by: P,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

impl<P> fmt::Debug for Verdict<P> {
    /// Leaves the note out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verdict").field("outcome", &self.outcome).finish_non_exhaustive()
    }
}

words! {
    /// What a moderator has done about a report.
    Outcome {
        /// Nothing: there was nothing to be done.
        #[default]
        Dismissed = "DISMISSED",
        /// The player was spoken to.
        Warned = "WARNED",
        /// What was said was taken away.
        Removal = "REMOVED",
        /// The player was silenced.
        Silenced = "SILENCED",
        /// Something else, of which the note tells.
        Other = "OTHER",
    }
}

/// Which reports to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReportPage {
    /// Only those that are resolved, or that are not.
    pub is_resolved: Option<bool>,
    /// Only those of that player.
    pub reporter: Option<PlayerId>,
    /// Only those after this one.
    pub after: Option<ReportId>,
    /// At most that many.
    pub first: u32,
}
