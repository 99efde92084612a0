//! Who carries what players are told: an HTTP request to a webhook, or a letter.

use std::fmt::{self, Debug};

use async_trait::async_trait;
use gueridon_game::Seat;

use gueridon_journal::{NoticeId, PlayerId, TableId, WebhookSecret};

/// Carries what players are told out of the house. It keeps nothing: who tries again, and when, is
/// not its business.
#[async_trait]
pub trait Delivery: Debug + Send + Sync + 'static {
    /// Whether it can send mail.
    fn carries_mail(&self) -> bool;

    /// Whether requests may go to that URL at all, as far as the text shows.
    fn can_reach(&self, url: &str) -> bool;

    /// Sends a request to a webhook.
    ///
    /// # Errors
    /// Why it is not known to have arrived.
    async fn post(&self, post: &Post) -> Result<(), Undelivered>;

    /// Sends a letter.
    ///
    /// # Errors
    /// Why it is not known to have arrived.
    async fn mail(&self, letter: &Letter) -> Result<(), Undelivered>;
}

/// Why something did not arrive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undelivered {
    /// In a few words without secrets and addresses, for the log and the webhook's owner.
    pub fault: String,
    /// Whether trying again is of no use.
    pub is_final: bool,
}

/// A request to a webhook.
#[derive(Clone, PartialEq, Eq)]
pub struct Post {
    /// Names what is told: the same whenever it is sent again.
    pub id: NoticeId,
    /// Where it goes.
    pub url: String,
    /// With what it is signed.
    pub secret: WebhookSecret,
    /// When it is sent, in milliseconds since 1970.
    pub sent_ms: i64,
    /// What is told.
    pub event: Event,
}

impl Debug for Post {
    /// Leaves the URL out: whoever knows it may be able to post there.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Post").field("id", &self.id.0).field("event", &self.event).finish()
    }
}

/// What a webhook is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// What has happened.
    pub what: What,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// At which table; none for a test.
    pub table: Option<EventTable>,
}

/// What has happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// It is a seat's turn.
    Turn,
    /// A game is over.
    Over,
    /// The owner of the webhook wants to know whether it can be reached.
    Ping,
}

impl What {
    /// The word under which it is told.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Turn => "TURN",
            Self::Over => "OVER",
            Self::Ping => "PING",
        }
    }
}

/// The table of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventTable {
    /// Which.
    pub id: TableId,
    /// The game.
    pub game: String,
    /// The entry after which it was so; 0 for the beginning.
    pub seq: u64,
    /// The seat whose turn it is, or the webhook's owner's when a game is over.
    pub seat: Option<Seat>,
    /// Who sits there.
    pub player: Option<PlayerId>,
    /// Where a person can look at it, where the operator has said where people find the server.
    pub url: Option<String>,
}

/// A letter in plain text.
#[derive(Clone, PartialEq, Eq)]
pub struct Letter {
    /// The address.
    pub to: String,
    /// The subject: one line.
    pub subject: String,
    /// The text.
    pub text: String,
}

impl Debug for Letter {
    /// Leaves everything out: a token may be in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Letter").finish_non_exhaustive()
    }
}
