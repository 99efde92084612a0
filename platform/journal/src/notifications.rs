//! The part of a journal about notifications: what players are told outside the page, by webhooks
//! and by mail.
//!
//! A notification stays in the journal until it was delivered, so that a crash loses none. A node
//! claims what it is about to deliver for a while; if the node dies, the claim lapses, and another
//! delivers.

use std::fmt;

use async_trait::async_trait;
use gueridon_game::{Language, Seat};
use uuid::Uuid;

use super::words::words;
use super::{JournalError, NotificationId, PlayerId, Precondition, TableId, TokenHash, WebhookId};

/// Notifications, and where they go. A method that writes returns whether its condition held, as in
/// [`Journal`](super::Journal).
///
/// # Errors
/// Every method fails with [`JournalError::Broken`] when the journal cannot be reached; a write may
/// then have happened or not.
#[async_trait]
pub trait Notifications: Send + Sync {
    /// Adds a webhook, unless its owner is not registered or has `most` of its kind already (those
    /// for all tables are one kind, those for one table the other), its table has one, is over or
    /// is not the owner's, or the precondition does not hold. Before that, webhooks of tables of
    /// the owner's that are over and have no notification left are deleted.
    ///
    /// Atomic under the owner's lock, since webhooks are counted; that a table has one is a
    /// constraint.
    async fn add_webhook(
        &self,
        webhook: &WebhookRow,
        most: u32,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// The webhooks of a player, in the order of their ids.
    async fn webhooks(&self, owner: PlayerId) -> Result<Vec<WebhookRow>, JournalError>;

    /// A webhook by id.
    async fn webhook(&self, id: WebhookId) -> Result<Option<WebhookRow>, JournalError>;

    /// Deletes a webhook with its notifications, unless it is not that player's or the precondition
    /// does not hold.
    ///
    /// Atomic as one statement.
    async fn remove_webhook(
        &self,
        owner: PlayerId,
        id: WebhookId,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// How a player wants mail; as [`MailPreferences::new`] for one who never said.
    async fn mailing(&self, player: PlayerId) -> Result<MailPreferences, JournalError>;

    /// Sets how a player wants mail, but neither when mail went last nor which address is
    /// confirmed, unless the player is not registered or the precondition does not hold.
    ///
    /// Atomic as one statement, under the player's lock.
    async fn set_mailing(
        &self,
        mailing: &MailPreferences,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// Keeps the hash of a token by which a player can confirm an address, in place of the one
    /// before, unless the address is no longer theirs.
    ///
    /// Atomic as one statement, under the player's lock.
    async fn ask_to_confirm(&self, asked: &Confirmation) -> Result<bool, JournalError>;

    /// Confirms the address for which a token was made, and deletes the token, unless there is no
    /// such token, it has expired at `now_ms`, or the address is no longer its player's.
    ///
    /// Atomic as one statement, under the player's lock: whoever deletes the token confirms.
    async fn confirm(&self, hash: TokenHash, now_ms: i64) -> Result<bool, JournalError>;

    /// At most ten of the registered players who have confirmed that address, in whatever case.
    async fn confirmed(&self, email: &str) -> Result<Vec<PlayerId>, JournalError>;

    /// Who wants to be told about a table at which those players sit.
    async fn receivers(
        &self,
        table: TableId,
        seated: &[PlayerId],
    ) -> Result<Recipients, JournalError>;

    /// Adds those notifications that are not there yet, whose player is there and has fewer than
    /// `most`, and whose webhook is there and not disabled; `false` if none was added. Mail about a
    /// turn replaces unclaimed mail about an earlier turn at the same table, and deletes that even
    /// if it is not added itself.
    ///
    /// Atomic for each notification, under its player's lock, since notifications are counted; that
    /// one is there once is a constraint.
    async fn tell(
        &self,
        notifications: &[NotificationRow],
        most: u32,
    ) -> Result<bool, JournalError>;

    /// Claims some of the notifications that are due and unclaimed, and counts the attempt: of each
    /// webhook one at a time, so that they arrive in order; of mail about turns all that are due to
    /// a player whose rest is over, unless one of that player's is claimed.
    ///
    /// Atomic as one statement: no notification is claimed twice. That a webhook or a player has
    /// one claim at a time is about other rows, so one claims after the other: in PostgreSQL under an
    /// advisory lock.
    async fn claim(&self, claim: &Claim) -> Result<Vec<NotificationRow>, JournalError>;

    /// Ends a claim, with what became of the notifications; `false` if all were claimed by another
    /// meanwhile. What the delivery has shown about a webhook or a player is written in any case.
    ///
    /// Atomic as one statement: the claim is a part of it.
    async fn settle(&self, settled: &Settlement) -> Result<bool, JournalError>;

    /// Whether a table is being played and a seat has not played since that entry.
    async fn turn_stands(&self, table: TableId, seat: Seat, seq: u64)
    -> Result<bool, JournalError>;
}

/// What both ends of a webhook sign with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct WebhookSecret(pub [u8; 32]);

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret(..)")
    }
}

/// An address that gets notifications as HTTP requests.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookRow {
    /// Names it.
    pub id: WebhookId,
    /// Whose it is.
    pub owner: PlayerId,
    /// The one table that it is about; none for all at which the owner sits.
    pub table: Option<TableId>,
    /// Where requests go.
    pub url: String,
    /// What they are signed with.
    pub secret: WebhookSecret,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// Since when every request has failed, in milliseconds since 1970; none if the last did not.
    pub failing_ms: Option<i64>,
    /// Why the last request failed.
    pub fault: Option<String>,
    /// When it was disabled, in milliseconds since 1970.
    pub disabled_ms: Option<i64>,
}

impl fmt::Debug for WebhookRow {
    /// Leaves the address out too: whoever knows it may be able to post there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebhookRow")
            .field("id", &self.id.0)
            .field("owner", &self.owner.0)
            .field("table", &self.table)
            .field("fault", &self.fault)
            .finish_non_exhaustive()
    }
}

words! {
    /// What a notification says.
    NotificationKind {
        /// That a seat is to act.
        #[default]
        Turn = "TURN",
        /// That a game is over.
        Over = "OVER",
        /// How to confirm an address; by mail, with a token that is made when it is sent.
        Confirm = "CONFIRM",
        /// How to set a new password; by mail, with a token that is made when it is sent.
        Reset = "RESET",
    }
}

/// A notification that is still to be delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationRow {
    /// Names it.
    pub id: NotificationId,
    /// The player who is told, or who owns the webhook.
    pub player: PlayerId,
    /// What it says.
    pub kind: NotificationKind,
    /// The table it is about.
    pub table: Option<TableId>,
    /// The entry that caused it.
    pub seq: u64,
    /// The seat it is about.
    pub seat: Option<Seat>,
    /// The webhook that it goes to; none for mail.
    pub webhook: Option<WebhookId>,
    /// When it was caused, in milliseconds since 1970.
    pub at_ms: i64,
    /// When it is to be delivered, in milliseconds since 1970.
    pub due_ms: i64,
    /// How often it was claimed.
    pub attempts: u32,
}

impl NotificationRow {
    /// Whether it goes by mail and is about a turn.
    #[must_use]
    pub fn is_turn_mail(&self) -> bool {
        self.webhook.is_none() && self.kind == NotificationKind::Turn
    }
}

/// How a player wants mail.
#[derive(Clone, PartialEq, Eq)]
pub struct MailPreferences {
    /// Who.
    pub player: PlayerId,
    /// Whether they want to be told of turns.
    pub turns: bool,
    /// How long after mail about turns there is no other, in milliseconds.
    pub rest_ms: i64,
    /// In which language; none for a player who never chose.
    pub language: Option<Language>,
    /// When mail about turns went last, in milliseconds since 1970.
    pub mailed_ms: Option<i64>,
    /// The address that was confirmed. It may no longer be the player's.
    pub confirmed: Option<String>,
}

impl MailPreferences {
    /// The rest unless a player sets another: an hour.
    pub const REST_MS: i64 = 60 * 60 * 1_000;

    /// What a player has who never set anything: no mail about turns.
    #[must_use]
    pub fn new(player: PlayerId) -> Self {
        Self {
            player,
            turns: false,
            rest_ms: Self::REST_MS,
            language: None,
            mailed_ms: None,
            confirmed: None,
        }
    }
}

impl fmt::Debug for MailPreferences {
    /// Leaves the address out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mailing")
            .field("player", &self.player.0)
            .field("turns", &self.turns)
            .field("rest_ms", &self.rest_ms)
            .field("language", &self.language)
            .finish_non_exhaustive()
    }
}

/// A token that was sent to an address, so that whoever reads it there can confirm the address.
#[derive(Clone, PartialEq, Eq)]
pub struct Confirmation {
    /// The hash of the token that was sent.
    pub hash: TokenHash,
    /// Who is to confirm.
    pub player: PlayerId,
    /// The address.
    pub email: String,
    /// When the token expires, in milliseconds since 1970.
    pub expires_ms: i64,
}

impl fmt::Debug for Confirmation {
    /// Leaves hash and address out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Confirmation").field("player", &self.player.0).finish_non_exhaustive()
    }
}

/// Who wants to be told about a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recipients {
    /// By a webhook.
    pub webhooks: Vec<WebhookOfTable>,
    /// By mail about their turns, to a confirmed address.
    pub mail: Vec<PlayerId>,
}

impl Recipients {
    /// Whether nobody wants to.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.webhooks.is_empty() && self.mail.is_empty()
    }
}

/// A webhook that gets notifications about a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct WebhookOfTable {
    /// The webhook.
    pub webhook: WebhookId,
    /// Whose it is.
    pub owner: PlayerId,
    /// Whether it is the table's and gets notifications about every seat, not only about its
    /// owner's.
    pub of_table: bool,
}

/// A claim of a node on notifications that it is about to deliver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// Names the claim in [`Notifications::settle`].
    pub id: Uuid,
    /// On which notifications.
    pub of: Channel,
    /// What time it is, in milliseconds since 1970.
    pub now_ms: i64,
    /// When the claim lapses, in milliseconds since 1970.
    pub until_ms: i64,
    /// How many notifications at most; of mail about turns, those of how many players.
    pub most: u32,
}

/// How notifications are delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    /// By webhooks.
    Webhooks,
    /// By mail about turns.
    Turns,
    /// By mail that somebody has asked for.
    Letters,
}

impl Channel {
    /// Every channel.
    pub const ALL: [Self; 3] = [Self::Letters, Self::Webhooks, Self::Turns];
}

/// What became of notifications that were claimed together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The claim.
    pub claim: Uuid,
    /// The notifications.
    pub notifications: Vec<NotificationId>,
    /// When they are to be delivered again, in milliseconds since 1970; none deletes them.
    pub again_ms: Option<i64>,
    /// What the delivery has shown.
    pub news: DeliveryNews,
}

/// What a delivery has shown about a webhook or a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryNews {
    /// Nothing.
    Nothing,
    /// A webhook works, also one that was disabled.
    Reached(WebhookId),
    /// A request to a webhook failed.
    Missed {
        /// The webhook.
        webhook: WebhookId,
        /// When, in milliseconds since 1970.
        at_ms: i64,
        /// Why.
        fault: String,
        /// It is disabled if it has failed since then, in milliseconds since 1970; its
        /// notifications are deleted.
        since_ms: i64,
    },
    /// Mail about turns was sent.
    Mailed {
        /// To whom.
        player: PlayerId,
        /// When, in milliseconds since 1970.
        at_ms: i64,
    },
}
