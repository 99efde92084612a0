//! How notifications leave the server: as a request to a webhook, or as mail.

use std::fmt::{self, Debug};

use async_trait::async_trait;
use gueridon_game::Seat;

use gueridon_journal::{NotificationId, PlayerId, TableId, WebhookSecret};

/// Sends requests and letters. It tries once and keeps nothing; the outbox decides whether and when
/// to try again.
#[async_trait]
pub trait Delivery: Debug + Send + Sync + 'static {
    /// Whether it can send mail.
    fn sends_mail(&self) -> bool;

    /// Whether requests may be sent to that URL, judged by its text.
    fn can_reach(&self, url: &str) -> bool;

    /// Sends a request to a webhook.
    ///
    /// # Errors
    /// Why it may not have arrived.
    async fn post(&self, post: &Post) -> Result<(), Undelivered>;

    /// Sends a letter.
    ///
    /// # Errors
    /// Why it may not have arrived.
    async fn mail(&self, letter: &Letter) -> Result<(), Undelivered>;
}

/// Why something did not arrive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undelivered {
    /// The reason in a few words, without secrets or addresses, for the log and the webhook's
    /// owner.
    pub fault: String,
    /// Whether trying again is useless.
    pub is_final: bool,
}

/// A request to a webhook.
#[derive(Clone, PartialEq, Eq)]
pub struct Post {
    /// Identifies the notification: the same each time it is sent.
    pub id: NotificationId,
    /// Where it goes.
    pub url: String,
    /// The key it is signed with.
    pub secret: WebhookSecret,
    /// When it is sent, in milliseconds since 1970.
    pub sent_ms: i64,
    /// The content.
    pub event: Event,
}

impl Debug for Post {
    /// Omits the URL, which may itself be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Post").field("id", &self.id.0).field("event", &self.event).finish()
    }
}

/// The content of a request to a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// What has happened.
    pub what: EventKind,
    /// When, in milliseconds since 1970.
    pub at_ms: i64,
    /// The table; none for a test.
    pub table: Option<EventTable>,
}

/// What has happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// It is a seat's turn.
    Turn,
    /// A game is over.
    Over,
    /// A program is asked to sit at a table.
    Challenge,
    /// The owner of the webhook tests it.
    Ping,
}

impl EventKind {
    /// Its name in a request.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Turn => "TURN",
            Self::Over => "OVER",
            Self::Challenge => "CHALLENGE",
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
    /// The entry after which it happened; 0 for the deal.
    pub seq: u64,
    /// The seat whose turn it is, to which a program is asked, or the webhook's owner's when a game
    /// is over.
    pub seat: Option<Seat>,
    /// Who sits there.
    pub player: Option<PlayerId>,
    /// Until when a challenge may be answered, in milliseconds since 1970.
    pub answer_by_ms: Option<i64>,
    /// Its page, if the operator has set the server's public URL.
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
    /// Omits everything: it may contain a token.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Letter").finish_non_exhaustive()
    }
}
