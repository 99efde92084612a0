//! The part of a journal about talk: messages, mutes, silences, and reports to moderators.

use std::fmt;

use async_trait::async_trait;

pub use super::ids::{MessageId, ReportId};
use super::words::words;
use super::{JournalError, Player, PlayerId, Precondition, Role, TableId};

/// Messages, mutes, silences and reports. A method that writes returns whether its condition held,
/// as in [`Journal`](super::Journal).
///
/// # Errors
/// As those of [`Journal`](super::Journal).
#[async_trait]
pub trait Talk: Send + Sync {
    /// Adds a message, unless there is one with its id or one of its player with its key at the
    /// table, the player is deleted or silenced at that time, the player neither sits there nor
    /// writes with [`Precondition::Moderator`], or the precondition does not hold. A program that is
    /// only asked to sit down does not sit there. If the table then has more than `most` messages,
    /// the oldest are deleted.
    ///
    /// Atomic under the locks of the table, since messages are numbered, and of the player. Key and
    /// id are constraints.
    async fn say(
        &self,
        message: &NewMessage,
        precondition: &Precondition,
        most: u32,
    ) -> Result<bool, JournalError>;

    /// A message by its id.
    async fn message(&self, id: MessageId) -> Result<Option<Message>, JournalError>;

    /// A player's message at a table by its key.
    async fn said(
        &self,
        table: TableId,
        player: PlayerId,
        key: &str,
    ) -> Result<Option<Message>, JournalError>;

    /// A page of a table's messages, the oldest first.
    async fn messages(&self, page: &MessagePage) -> Result<Vec<Message>, JournalError>;

    /// At most `first` messages of a table that were added or changed after the change `after`, in
    /// the order of their last changes. They say whether `hearer` mutes the sender.
    async fn news(
        &self,
        table: TableId,
        hearer: Option<PlayerId>,
        after: u64,
        first: u32,
    ) -> Result<Vec<TalkNews>, JournalError>;

    /// The newest [`Message::change`] of a table; 0 before the first.
    async fn newest_change(&self, table: TableId) -> Result<u64, JournalError>;

    /// At most `first` of a player's messages at all tables, with ids above `after`, in the order
    /// of their ids.
    async fn messages_of(
        &self,
        player: PlayerId,
        after: Option<MessageId>,
        first: u32,
    ) -> Result<Vec<Message>, JournalError>;

    /// The tables at which a player has messages.
    async fn spoken_at(&self, player: PlayerId) -> Result<Vec<TableId>, JournalError>;

    /// Removes the text of a message, unless it was removed before or the precondition does not
    /// hold.
    ///
    /// Atomic under the table's lock, since changes are numbered.
    async fn remove(
        &self,
        id: MessageId,
        by: PlayerId,
        at_ms: i64,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// Has `player` mute `muted`, unless that is so already, they are the same, one of them is
    /// deleted or unknown, `player` mutes `most` already, or the precondition does not hold.
    ///
    /// Atomic under the locks of both players: mutes are counted, and neither must be deleted
    /// meanwhile.
    async fn mute(
        &self,
        player: PlayerId,
        muted: PlayerId,
        at_ms: i64,
        most: u32,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// Ends a mute, unless there is none or the precondition does not hold.
    ///
    /// Atomic as one statement.
    async fn unmute(
        &self,
        player: PlayerId,
        muted: PlayerId,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// At most `first` of the players whom a player mutes, with ids above `after`, in the order of
    /// their ids.
    async fn mutes(
        &self,
        player: PlayerId,
        after: Option<PlayerId>,
        first: u32,
    ) -> Result<Vec<Mute>, JournalError>;

    /// Silences a player until some time or lifts the silence, unless the player is deleted or
    /// unknown, has another role than `role`, or the precondition does not hold. To lift a silence
    /// when there is none succeeds.
    ///
    /// Atomic under the locks of the player and of the moderator.
    async fn silence(
        &self,
        silence: &Silence,
        role: Role,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// Until when a player is silenced, in milliseconds since 1970, even if that is over.
    async fn silenced_until(&self, player: PlayerId) -> Result<Option<i64>, JournalError>;

    /// Adds a report, unless there is one with its id, the reporter has an open one about the same
    /// player, table and message, the two players are the same or one of them is deleted or
    /// unknown, or the precondition does not hold.
    ///
    /// Atomic by constraints: the id is unique, and so is what the open reports of a player are
    /// about. It takes the locks of both players, who must not be deleted meanwhile.
    async fn report(
        &self,
        report: &NewReport,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// The open report of the same reporter about the same player, table and message, if there is
    /// one.
    async fn same_report(&self, report: &NewReport) -> Result<Option<Report>, JournalError>;

    /// A report by its id.
    async fn report_of(&self, id: ReportId) -> Result<Option<Report>, JournalError>;

    /// A page of reports, the oldest first.
    async fn reports(&self, page: &ReportPage) -> Result<Vec<Report>, JournalError>;

    /// Resolves a report, unless it is resolved or the precondition does not hold.
    ///
    /// Atomic as one statement.
    async fn resolve(
        &self,
        id: ReportId,
        resolution: &Resolution<PlayerId>,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;
}

/// A message that is to be added.
#[derive(Clone, PartialEq, Eq)]
pub struct NewMessage {
    /// Names the message.
    pub id: MessageId,
    /// Where.
    pub table: TableId,
    /// Who sends it.
    pub player: PlayerId,
    /// Chosen by the sender: what is sent again with the same key is not added again.
    pub key: String,
    /// The text.
    pub text: String,
    /// When a node received it, in milliseconds since 1970.
    pub at_ms: i64,
}

impl fmt::Debug for NewMessage {
    /// Leaves out the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewMessage")
            .field("id", &self.id.0)
            .field("table", &self.table.0)
            .field("player", &self.player.0)
            .finish_non_exhaustive()
    }
}

/// A message.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    /// Names it.
    pub id: MessageId,
    /// Where.
    pub table: TableId,
    /// Its place among the messages of the table: higher than every earlier number and change
    /// there.
    pub number: u64,
    /// The number of its last change, higher than every earlier number and change of the table;
    /// until it changes, the same as `number`.
    pub change: u64,
    /// Who sent it, with their present name.
    pub player: Player,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// The text; none if it was removed.
    pub text: Option<String>,
    /// How the text was removed, if it was.
    pub removed: Option<Removal>,
}

impl fmt::Debug for Message {
    /// Leaves out the text.
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

/// How the text of a message was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// The moderator who removed it; none if it was removed because its sender deleted their
    /// account.
    pub by: Option<Player>,
}

/// A message that was added or changed, for a listener.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TalkNews {
    /// The message as it is now.
    pub message: Message,
    /// Whether the listener mutes its sender.
    pub is_muted: bool,
}

/// Which messages to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessagePage {
    /// Of that table.
    pub table: TableId,
    /// Without the messages of those whom this player mutes.
    pub hearer: Option<PlayerId>,
    /// Where the page begins or ends.
    pub from: MessageCursor,
    /// At most that many.
    pub first: u32,
}

/// Where a page of messages begins or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageCursor {
    /// It begins with the first message whose number is higher than that.
    After(u64),
    /// It ends with the last message whose number is lower than that.
    Before(u64),
    /// It ends with the newest message.
    Newest,
}

/// A player who is muted by another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mute {
    /// Who is muted.
    pub player: Player,
    /// Since when, in milliseconds since 1970.
    pub at_ms: i64,
}

/// A silence that is to be set or lifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Silence {
    /// Who.
    pub player: PlayerId,
    /// Until when, in milliseconds since 1970; none lifts it.
    pub until_ms: Option<i64>,
    /// The moderator.
    pub by: PlayerId,
    /// When it is set or lifted, in milliseconds since 1970.
    pub at_ms: i64,
}

/// A report that is to be added: what a player tells the moderators about another.
#[derive(Clone, PartialEq, Eq)]
pub struct NewReport {
    /// Names it.
    pub id: ReportId,
    /// Who reports.
    pub reporter: PlayerId,
    /// About whom.
    pub player: PlayerId,
    /// At which table it was, if at any.
    pub table: Option<TableId>,
    /// About which message, if about one.
    pub message: Option<MessageId>,
    /// What that message says, which may be removed before a moderator looks.
    pub text: Option<String>,
    /// Why, in the reporter's words.
    pub reason: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

impl fmt::Debug for NewReport {
    /// Leaves out the text and the reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewReport")
            .field("id", &self.id.0)
            .field("player", &self.player.0)
            .finish_non_exhaustive()
    }
}

/// A report, and how it was resolved.
#[derive(Clone, PartialEq, Eq)]
pub struct Report {
    /// Names it.
    pub id: ReportId,
    /// Who reported.
    pub reporter: Player,
    /// About whom.
    pub player: Player,
    /// At which table it was, if at any.
    pub table: Option<TableId>,
    /// About which message, if about one; it may have been deleted.
    pub message: Option<MessageId>,
    /// What that message said; none if the report is about no message or the player is deleted.
    pub text: Option<String>,
    /// Why, in the reporter's words.
    pub reason: String,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// How it was resolved; none while it is open.
    pub resolution: Option<Resolution<Player>>,
}

impl fmt::Debug for Report {
    /// Leaves out the text and the reason.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Report")
            .field("id", &self.id.0)
            .field("player", &self.player.id.0)
            .field("outcome", &self.resolution.as_ref().map(|resolution| resolution.outcome))
            .finish_non_exhaustive()
    }
}

/// How a report was resolved. `P` is the moderator: an id where it is written, a player where it is
/// read.
#[derive(Clone, PartialEq, Eq)]
pub struct Resolution<P> {
    /// What was done.
    pub outcome: Outcome,
    /// What the moderator says about it to other moderators; may be empty.
    pub note: String,
    /// The moderator.
    pub by: P,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
}

impl<P> fmt::Debug for Resolution<P> {
    /// Leaves out the note.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verdict").field("outcome", &self.outcome).finish_non_exhaustive()
    }
}

words! {
    /// What a moderator has done about a report.
    Outcome {
        /// Nothing had to be done.
        #[default]
        Dismissed = "DISMISSED",
        /// The player was warned.
        Warned = "WARNED",
        /// The message was removed.
        Removal = "REMOVED",
        /// The player was silenced.
        Silenced = "SILENCED",
        /// Something else; the note says what.
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
    /// Only those with ids above that one.
    pub after: Option<ReportId>,
    /// At most that many.
    pub first: u32,
}
