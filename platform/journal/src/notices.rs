//! What players are told outside the page, as a journal keeps it: where it goes, and what is still
//! to be told.
//!
//! What is to be told lies in the journal until it has been, so that a crash loses nothing. A node
//! that is about to tell something claims it for a while; if it does not come back, the claim
//! lapses, and another node tells it.

use std::fmt;

use async_trait::async_trait;
use gueridon_game::{Language, Seat};
use uuid::Uuid;

use super::words::words;
use super::{JournalError, NoticeId, PlayerId, Precondition, TableId, TokenHash, WebhookId};

/// The part of a journal that knows how people are told. As in [`Journal`](super::Journal), whoever
/// writes is told whether the condition that the method names held.
///
/// # Errors
/// Every method fails with [`JournalError::Broken`] when the journal cannot be reached; a write may
/// then have happened or not.
#[async_trait]
pub trait Notices: Send + Sync {
    /// Adds a webhook, unless its owner is not registered or has `most` of its kind already (those
    /// of all tables are a kind, and those of one), its table has one, is over or was not opened by
    /// its owner, or what is provided does not hold. Webhooks of the owner's tables that are over
    /// end.
    async fn add_webhook(
        &self,
        webhook: &WebhookRow,
        most: u32,
        provided: &Precondition,
    ) -> Result<bool, JournalError>;

    /// The webhooks of a player, in the order of their ids.
    async fn webhooks(&self, owner: PlayerId) -> Result<Vec<WebhookRow>, JournalError>;

    /// A webhook by id.
    async fn webhook(&self, id: WebhookId) -> Result<Option<WebhookRow>, JournalError>;

    /// Removes a webhook with what was still to be told there, unless it is not that player's, or
    /// what is provided does not hold.
    async fn remove_webhook(
        &self,
        owner: PlayerId,
        id: WebhookId,
        provided: &Precondition,
    ) -> Result<bool, JournalError>;

    /// How a player wants mail; as [`Mailing::new`] for one who never said.
    async fn mailing(&self, player: PlayerId) -> Result<Mailing, JournalError>;

    /// Notes how a player wants mail, but neither when some went nor which address is confirmed;
    /// unless the player is not registered, or what is provided does not hold.
    async fn set_mailing(
        &self,
        mailing: &Mailing,
        provided: &Precondition,
    ) -> Result<bool, JournalError>;

    /// Keeps the hash of a token by which a player can confirm an address, instead of the one
    /// before; unless the address is no longer theirs.
    async fn ask_to_confirm(&self, asked: &Confirmation) -> Result<bool, JournalError>;

    /// Confirms the address for which a token was made, and ends the token; unless there is no such
    /// token, its time is over at `now_ms`, or the address is no longer its player's.
    async fn confirm(&self, hash: TokenHash, now_ms: i64) -> Result<bool, JournalError>;

    /// At most ten of the registered players who have confirmed that address, in whatever case.
    async fn confirmed(&self, email: &str) -> Result<Vec<PlayerId>, JournalError>;

    /// Who wants to be told of a table at which those players sit.
    async fn receivers(
        &self,
        table: TableId,
        seated: &[PlayerId],
    ) -> Result<Receivers, JournalError>;

    /// Adds what is to be told, as far as it is not there yet, its player is there and has fewer
    /// than `most` things to be told, and its webhook is there and not disabled; `false` if nothing
    /// was added. Mail about a turn takes the place of mail about an earlier turn at the same table
    /// that nobody has claimed.
    async fn tell(&self, notices: &[NoticeRow], most: u32) -> Result<bool, JournalError>;

    /// Claims some of what is due and unclaimed, and counts the attempt: of each webhook one thing
    /// at a time, so that what is told there comes in order; of mail about turns everything that
    /// is due to a player who has had rest enough, unless some of theirs is claimed.
    async fn claim(&self, claim: &Claim) -> Result<Vec<NoticeRow>, JournalError>;

    /// Notes what has become of what was claimed; `false` if the claim has lapsed meanwhile and is
    /// another's. What it means for webhook and player is noted all the same.
    async fn settle(&self, settled: &Settled) -> Result<bool, JournalError>;

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

/// Where a player, or whoever follows a table, is told by an HTTP request.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookRow {
    /// Names it.
    pub id: WebhookId,
    /// Whose it is.
    pub owner: PlayerId,
    /// The one table of which it tells; none for all at which the owner sits.
    pub table: Option<TableId>,
    /// Where requests go.
    pub url: String,
    /// With what they are signed.
    pub secret: WebhookSecret,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// Since when nothing has reached it, in milliseconds since 1970; none when all is well.
    pub failing_ms: Option<i64>,
    /// Why nothing reached it the last time.
    pub fault: Option<String>,
    /// When it was given up, in milliseconds since 1970; none while it is not.
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
    /// What is to be told.
    Kind {
        /// That a seat is to act.
        #[default]
        Turn = "TURN",
        /// That a game is over.
        Over = "OVER",
        /// How to confirm an address; by mail, and made when it is sent.
        Confirm = "CONFIRM",
        /// How to set a new password; by mail, and made when it is sent.
        Reset = "RESET",
    }
}

/// A thing that is still to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeRow {
    /// Names it.
    pub id: NoticeId,
    /// Who is told, or whose webhook.
    pub player: PlayerId,
    /// What it is.
    pub kind: Kind,
    /// The table it is about.
    pub table: Option<TableId>,
    /// The entry after which it became so.
    pub seq: u64,
    /// The seat it is about.
    pub seat: Option<Seat>,
    /// Where it goes; by mail if to none.
    pub webhook: Option<WebhookId>,
    /// When it became so, in milliseconds since 1970.
    pub at_ms: i64,
    /// When it is to be told, in milliseconds since 1970.
    pub due_ms: i64,
    /// How often it was claimed.
    pub attempts: u32,
}

impl NoticeRow {
    /// Whether it goes by mail and is about a turn.
    #[must_use]
    pub fn is_turn_mail(&self) -> bool {
        self.webhook.is_none() && self.kind == Kind::Turn
    }
}

/// How a player wants mail.
#[derive(Clone, PartialEq, Eq)]
pub struct Mailing {
    /// Who.
    pub player: PlayerId,
    /// Whether they want to be told of turns.
    pub turns: bool,
    /// How long after mail about turns there is no other, in milliseconds.
    pub rest_ms: i64,
    /// In which language; none for one who never said.
    pub language: Option<Language>,
    /// When mail about turns went last, in milliseconds since 1970.
    pub mailed_ms: Option<i64>,
    /// The address that the player has shown to read. It may no longer be the player's.
    pub confirmed: Option<String>,
}

impl Mailing {
    /// How long the rest is unless a player says otherwise: an hour.
    pub const REST_MS: i64 = 60 * 60 * 1_000;

    /// How a player wants mail who never said: none about turns.
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

impl fmt::Debug for Mailing {
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

/// What was sent to an address, to come back from whoever reads it.
#[derive(Clone, PartialEq, Eq)]
pub struct Confirmation {
    /// The hash of the token that was sent.
    pub hash: TokenHash,
    /// Who is to confirm.
    pub player: PlayerId,
    /// The address.
    pub email: String,
    /// From when on the token is good for nothing, in milliseconds since 1970.
    pub expires_ms: i64,
}

impl fmt::Debug for Confirmation {
    /// Leaves hash and address out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Confirmation").field("player", &self.player.0).finish_non_exhaustive()
    }
}

/// Who wants to be told of a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Receivers {
    /// Those by a webhook.
    pub webhooks: Vec<WebhookOfTable>,
    /// Those by mail about their turns, whose address is confirmed.
    pub mail: Vec<PlayerId>,
}

impl Receivers {
    /// Whether nobody does.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.webhooks.is_empty() && self.mail.is_empty()
    }
}

/// A webhook that is told of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct WebhookOfTable {
    /// The webhook.
    pub webhook: WebhookId,
    /// Whose it is.
    pub owner: PlayerId,
    /// Whether it is the table's, and told of every seat; otherwise only of its owner's.
    pub of_table: bool,
}

/// What a node is about to tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// Names the claim, to settle by.
    pub id: Uuid,
    /// What of.
    pub of: Channel,
    /// What time it is, in milliseconds since 1970.
    pub now_ms: i64,
    /// When the claim lapses, in milliseconds since 1970.
    pub until_ms: i64,
    /// How many things at most; of mail about turns, how many players.
    pub most: u32,
}

/// By what way something is told.
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
    /// Every way.
    pub const ALL: [Self; 3] = [Self::Letters, Self::Webhooks, Self::Turns];
}

/// What has become of things that were claimed together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    /// The claim.
    pub claim: Uuid,
    /// The things.
    pub notices: Vec<NoticeId>,
    /// When they are to be told again, in milliseconds since 1970; none if they are done with.
    pub again_ms: Option<i64>,
    /// What it means for others than them.
    pub news: News,
}

/// What telling something has shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// Nothing.
    Nothing,
    /// That a webhook can be reached, also one that had been given up.
    Reached(WebhookId),
    /// That a webhook cannot be reached.
    Missed {
        /// The webhook.
        webhook: WebhookId,
        /// When, in milliseconds since 1970.
        at_ms: i64,
        /// Why.
        fault: String,
        /// It is given up if it could not be reached since then, in milliseconds since 1970; what
        /// was to be told there is forgotten.
        since_ms: i64,
    },
    /// That mail about turns has gone.
    Mailed {
        /// To whom.
        player: PlayerId,
        /// When, in milliseconds since 1970.
        at_ms: i64,
    },
}
