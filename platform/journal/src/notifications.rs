//! The part of a journal about notifications: what players are told outside the page, by webhooks
//! and by mail.
//!
//! A notification stays in the journal until it is delivered or given up, so that a crash loses
//! none. A node claims what it is about to deliver for a limited time; if the node dies, the claim
//! lapses and another node delivers.

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
/// As those of [`Journal`](super::Journal).
#[async_trait]
pub trait Notifications: Send + Sync {
    /// Adds a webhook, unless its owner is neither registered nor a program or has `most` of its kind already (one
    /// kind is for all tables, the other for a single one), its table has a webhook, has ended or
    /// is not the owner's, or the precondition does not hold. If it is for a single table, the
    /// owner's webhooks for tables that have ended are deleted first, except those that still have
    /// notifications.
    ///
    /// Atomic under the owner's lock, since webhooks are counted. That a table has only one is a
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

    /// How a player wants mail; [`MailPreferences::new`] for one who never set it.
    async fn mailing(&self, player: PlayerId) -> Result<MailPreferences, JournalError>;

    /// Sets how a player wants mail, unless the player is not registered or the precondition does
    /// not hold. When mail was last sent and which address is confirmed stay as they are.
    ///
    /// Atomic as one statement, under the player's lock.
    async fn set_mailing(
        &self,
        mailing: &MailPreferences,
        precondition: &Precondition,
    ) -> Result<bool, JournalError>;

    /// Adds the hash of a token with which a player can confirm an address, in place of an earlier
    /// one, unless the player is not registered or the address is not theirs.
    ///
    /// Atomic as one statement, under the player's lock.
    async fn ask_to_confirm(&self, asked: &Confirmation) -> Result<bool, JournalError>;

    /// Confirms the address for which a token was made, and deletes the token, unless there is no
    /// such token, it has expired at `now_ms`, or the address is no longer its player's.
    ///
    /// Atomic under the player's lock: of two calls, the one that deletes the token confirms.
    async fn confirm(&self, hash: TokenHash, now_ms: i64) -> Result<bool, JournalError>;

    /// At most ten of the registered players who have confirmed that address; upper and lower case
    /// count as the same.
    async fn confirmed(&self, email: &str) -> Result<Vec<PlayerId>, JournalError>;

    /// Who wants to be notified about a table at which those players sit.
    async fn receivers(
        &self,
        table: TableId,
        seated: &[PlayerId],
    ) -> Result<Recipients, JournalError>;

    /// Adds those notifications that are new, whose player is not deleted and has fewer than
    /// `most`, and whose webhook exists and is not disabled; `false` if none was added. Mail to a
    /// player about a turn first deletes unclaimed mail to them about an earlier turn at the same
    /// table, even if it is then not added itself.
    ///
    /// Atomic under the players' locks, since notifications are counted. That the same one is there
    /// only once is a constraint.
    async fn tell(
        &self,
        notifications: &[NotificationRow],
        most: u32,
    ) -> Result<bool, JournalError>;

    /// Claims some of the notifications that are due and unclaimed, and counts the attempt. For
    /// each webhook it is one at a time, so that they arrive in order. Of mail about turns it is
    /// all that is due to a player, unless the player had such mail too recently or some of it is
    /// claimed.
    ///
    /// Atomic as one statement: no notification is claimed twice. That a webhook or a player has
    /// one claim at a time is a condition about other rows, so claims are made one after the other;
    /// in PostgreSQL an advisory lock sees to that.
    async fn claim(&self, claim: &Claim) -> Result<Vec<NotificationRow>, JournalError>;

    /// Ends a claim, with what became of the notifications; `false` if none is under that claim any
    /// more. What the delivery has shown about a webhook or a player is written in any case.
    ///
    /// Atomic as one statement, whose condition is the claim.
    async fn settle(&self, settled: &Settlement) -> Result<bool, JournalError>;

    /// Whether a table is in play and a seat has no entry after the one numbered `seq`.
    async fn turn_stands(&self, table: TableId, seat: Seat, seq: u64)
    -> Result<bool, JournalError>;
}

/// The key with which requests to a webhook are signed; its owner has it, too.
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
    /// The table that it is about; none for all at which the owner sits.
    pub table: Option<TableId>,
    /// Where requests go.
    pub url: String,
    /// What they are signed with.
    pub secret: WebhookSecret,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// Since when every request has failed, in milliseconds since 1970; none if the last succeeded
    /// or there was none.
    pub failing_ms: Option<i64>,
    /// Why the last request failed.
    pub fault: Option<String>,
    /// When it was disabled, in milliseconds since 1970.
    pub disabled_ms: Option<i64>,
}

impl fmt::Debug for WebhookRow {
    /// Leaves out the secret, and the URL, since whoever knows that may be able to post there.
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
        /// A seat is to act.
        #[default]
        Turn = "TURN",
        /// A game is over.
        Over = "OVER",
        /// How to confirm an address. It goes by mail, with a token that is made when it is sent.
        Confirm = "CONFIRM",
        /// How to set a new password. It goes by mail, with a token that is made when it is sent.
        Reset = "RESET",
        /// A program is asked to sit at a table.
        Challenge = "CHALLENGE",
    }
}

/// A notification that is still to be delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationRow {
    /// Names it.
    pub id: NotificationId,
    /// Who gets it, or owns the webhook that it goes to.
    pub player: PlayerId,
    /// What it says.
    pub kind: NotificationKind,
    /// The table it is about, if any.
    pub table: Option<TableId>,
    /// The number of the entry that caused it; 0 for the deal and where there is no table; of a
    /// challenge, until when it may be answered, in milliseconds since 1970.
    pub seq: u64,
    /// The seat it is about, if any.
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
    /// Whether it is mail about a turn.
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
    /// Whether they want mail about turns.
    pub turns: bool,
    /// For how long after such mail they get no other, in milliseconds.
    pub rest_ms: i64,
    /// In which language; none for a player who never chose.
    pub language: Option<Language>,
    /// When mail about turns was last sent, in milliseconds since 1970.
    pub mailed_ms: Option<i64>,
    /// The address that was confirmed. It may no longer be the player's.
    pub confirmed: Option<String>,
}

impl MailPreferences {
    /// [`MailPreferences::rest_ms`] unless a player sets another: an hour.
    pub const REST_MS: i64 = 60 * 60 * 1_000;

    /// The preferences of a player who never set any: no mail about turns.
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

/// A token that is sent to an address, so that the player who reads it there can confirm the
/// address.
#[derive(Clone, PartialEq, Eq)]
pub struct Confirmation {
    /// The hash of the token.
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

/// Who wants to be notified about a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recipients {
    /// By a webhook.
    pub webhooks: Vec<WebhookOfTable>,
    /// By mail about their turns, to a confirmed address.
    pub mail: Vec<PlayerId>,
}

impl Recipients {
    /// Whether there is nobody.
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
    /// Whether it belongs to this table alone. Then it gets notifications about every seat, and
    /// otherwise only about its owner's.
    pub of_table: bool,
}

/// A node's claim on notifications that it is about to deliver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// Names the claim in [`Notifications::settle`].
    pub id: Uuid,
    /// On which notifications.
    pub of: Channel,
    /// The time of the claim, in milliseconds since 1970.
    pub now_ms: i64,
    /// When the claim lapses, in milliseconds since 1970.
    pub until_ms: i64,
    /// How many notifications at most; for mail about turns, those of how many players.
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
    /// When to try again, in milliseconds since 1970; with none they are deleted.
    pub again_ms: Option<i64>,
    /// What the delivery has shown.
    pub news: DeliveryNews,
}

/// What a delivery has shown about a webhook or a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryNews {
    /// Nothing.
    Nothing,
    /// A request to a webhook succeeded. If the webhook was disabled, it is enabled again.
    Reached(WebhookId),
    /// A request to a webhook failed.
    Missed {
        /// The webhook.
        webhook: WebhookId,
        /// When, in milliseconds since 1970.
        at_ms: i64,
        /// Why.
        fault: String,
        /// If every request has failed since that time or an earlier one, in milliseconds since
        /// 1970, the webhook is disabled and its notifications are deleted.
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
