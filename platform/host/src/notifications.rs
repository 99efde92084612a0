//! Notifications: players learn of their turns by webhooks and mail.
//!
//! Tables push events onto a queue and never wait. The notifier finds out who wants to be notified
//! and writes notifications into the journal; the outbox of any node claims those that are due and
//! passes them to the [`Delivery`]. So a notification survives the loss of a node, and one node at
//! a time sends it.

pub(crate) mod config;
mod delivery;
mod letters;
pub(crate) mod mail;
pub(crate) mod notifier;
pub(crate) mod outbox;
pub(crate) mod queue;
mod receivers;

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

pub use config::NotificationsConfig;
pub use delivery::{Delivery, Event, EventKind, EventTable, Letter, Post, Undelivered};
pub use letters::reset_url;
pub use mail::{Mail, MailChange};

use crate::access::AccessCheck;
use crate::clock::Clock;
use crate::people::accounts::Accounts;
use crate::people::identity::Identity;
use crate::people::rate_limits::{Attempt, Origin};
use crate::random::Random;
use crate::refusal::{Answer, Code, Failure, Fault};
use gueridon_journal::{
    Account, DeliveryNews, Journal, NotificationId, NotificationKind, PlayerId, Scope, Settlement,
    Standing, Status, TableId, WebhookId, WebhookRow, WebhookSecret,
};
use mail::MOST_PENDING;
use outbox::Outbox;
use queue::NotificationQueue;

/// The longest URL of a webhook, in bytes.
const LONGEST_URL: usize = 2_000;
/// How long the test of a webhook may take.
const TEST_TIMEOUT: Duration = Duration::from_secs(5);
/// The allowed pauses between mails about turns, in minutes.
const REST_MINUTES: std::ops::RangeInclusive<i64> = 10..=10_080;

/// Webhooks and mail.
#[derive(Debug)]
pub struct Notifications {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) access: AccessCheck,
    pub(crate) queue: Arc<NotificationQueue>,
    pub(crate) outbox: Arc<Outbox>,
}

impl Notifications {
    /// The most webhooks for all tables that a player may have.
    pub const MOST_WEBHOOKS: u32 = 5;
    /// The most webhooks for single tables that a player may have.
    pub const MOST_TABLE_WEBHOOKS: u32 = 20;

    /// Adds a webhook: for the caller's turns at all tables, or for everything at one table that
    /// the caller owns.
    ///
    /// # Errors
    /// `BAD_URL`, `TOO_MANY_WEBHOOKS`, `NOT_REGISTERED`, `INSUFFICIENT_SCOPE`, `NOT_ALLOWED` where
    /// another has opened the table, `UNKNOWN_TABLE`, `TABLE_OVER`, `TOO_MANY_ATTEMPTS`.
    pub async fn add_webhook(
        &self,
        caller: &Identity,
        url: &str,
        table: Option<TableId>,
    ) -> Answer<WebhookRow> {
        caller.check_scope(Scope::Account)?;
        check_registered(caller)?;
        let delivery = self.queue.config.delivery.as_ref().ok_or(Fault::NoAnswer)?;
        if url.len() > LONGEST_URL || !delivery.can_reach(url) {
            return Err(Code::BadUrl.refused(&[("most", LONGEST_URL.to_string())]).into());
        }
        self.accounts.rate_limiter().count(Attempt::Change(caller.player.id))?;
        let webhook = WebhookRow {
            id: WebhookId(self.random.id(&self.clock)?),
            owner: caller.player.id,
            table,
            url: url.to_owned(),
            secret: WebhookSecret(self.random.bytes()?),
            created_ms: self.clock.now_ms(),
            failing_ms: None,
            fault: None,
            disabled_ms: None,
        };
        if let Some(table) = table {
            self.check_may_follow(caller, table).await?;
        }
        let most = table.map_or(Self::MOST_WEBHOOKS, |_| Self::MOST_TABLE_WEBHOOKS);
        let condition = caller.precondition();
        let added = self.journal.add_webhook(&webhook, most, &condition).await;
        self.preferences_changed();
        if added? {
            return Ok(webhook);
        }
        self.accounts.check_precondition(caller.player.id, &condition).await?;
        if let Some(table) = table {
            self.check_may_follow(caller, table).await?;
        }
        Err(Code::TooManyWebhooks.refused(&[("most", most.to_string())]).into())
    }

    /// Refuses a webhook for a table that is over, or for anybody but its owner.
    async fn check_may_follow(&self, caller: &Identity, table: TableId) -> Answer<()> {
        let row = self.access.row(table, caller.into()).await?;
        if row.owner != caller.player.id {
            return Err(Code::NotAllowed.answer());
        }
        match row.status {
            Status::Open | Status::Playing => Ok(()),
            Status::Over => Err(Code::TableOver.answer()),
            Status::Closed => Err(Code::TableClosed.answer()),
        }
    }

    /// Removes one of the caller's webhooks, with its pending notifications.
    ///
    /// # Errors
    /// `UNKNOWN_WEBHOOK`, `INSUFFICIENT_SCOPE`, `TOO_MANY_ATTEMPTS`.
    pub async fn remove_webhook(&self, caller: &Identity, id: WebhookId) -> Answer<()> {
        caller.check_scope(Scope::Account)?;
        self.accounts.rate_limiter().count(Attempt::Change(caller.player.id))?;
        let condition = caller.precondition();
        let removed = self.journal.remove_webhook(caller.player.id, id, &condition).await;
        self.preferences_changed();
        if removed? {
            return Ok(());
        }
        self.accounts.check_precondition(caller.player.id, &condition).await?;
        Err(Code::UnknownWebhook.answer())
    }

    /// Sends a test to one of the caller's webhooks; returns why it failed, if it did. Success
    /// enables a disabled webhook again.
    ///
    /// # Errors
    /// `UNKNOWN_WEBHOOK`, `INSUFFICIENT_SCOPE`, `TOO_MANY_ATTEMPTS`.
    pub async fn test_webhook(&self, caller: &Identity, id: WebhookId) -> Answer<Option<String>> {
        caller.check_scope(Scope::Account)?;
        let delivery = self.queue.config.delivery.as_ref().ok_or(Fault::NoAnswer)?;
        self.accounts.rate_limiter().count(Attempt::Ping(caller.player.id))?;
        let found = self.journal.webhook(id).await?;
        let webhook = found.filter(|webhook| webhook.owner == caller.player.id);
        let webhook = webhook.ok_or_else(|| Code::UnknownWebhook.answer())?;
        let post = Post {
            id: NotificationId(self.random.id(&self.clock)?),
            url: webhook.url,
            secret: webhook.secret,
            sent_ms: self.clock.now_ms(),
            event: Event { what: EventKind::Ping, at_ms: self.clock.now_ms(), table: None },
        };
        let late = |_| Err(Undelivered { fault: "it took too long".to_owned(), is_final: false });
        let fault = match timeout(TEST_TIMEOUT, delivery.post(&post)).await.unwrap_or_else(late) {
            Ok(()) => {
                let settled = Settlement {
                    claim: post.id.0,
                    notifications: Vec::new(),
                    again_ms: None,
                    news: DeliveryNews::Reached(id),
                };
                self.journal.settle(&settled).await?;
                None
            }
            Err(undelivered) => Some(undelivered.fault),
        };
        self.preferences_changed();
        Ok(fault)
    }

    /// The webhooks of a player, the oldest first.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn webhooks(&self, player: PlayerId) -> Answer<Vec<WebhookRow>> {
        Ok(self.journal.webhooks(player).await?)
    }

    /// What mail a player wants.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn mail(&self, player: PlayerId) -> Answer<Mail> {
        let mailing = self.journal.mailing(player).await?;
        let is_confirmed = mail::confirmed_address(&*self.journal, player).await?.is_some();
        Ok(Mail { is_here: self.sends_mail(), is_confirmed, mailing })
    }

    /// Whether this server sends mail.
    #[must_use]
    pub fn sends_mail(&self) -> bool {
        self.queue.config.mailer().is_some()
    }

    /// Changes what mail the caller wants.
    ///
    /// # Errors
    /// `BAD_REST`, `NO_MAIL_HERE`, `NOT_REGISTERED`, `INSUFFICIENT_SCOPE`,
    /// `TOO_MANY_ATTEMPTS`.
    pub async fn set_mail(&self, caller: &Identity, change: MailChange) -> Answer<Mail> {
        caller.check_scope(Scope::Account)?;
        check_registered(caller)?;
        if !self.sends_mail() {
            return Err(Code::NoMailHere.answer());
        }
        if change.rest_minutes.is_some_and(|minutes| !REST_MINUTES.contains(&minutes)) {
            let [fewest, most] = [REST_MINUTES.start(), REST_MINUTES.end()].map(i64::to_string);
            return Err(Code::BadRest.refused(&[("fewest", fewest), ("most", most)]).into());
        }
        let player = caller.player.id;
        self.accounts.rate_limiter().count(Attempt::Change(player))?;
        let mut mailing = self.journal.mailing(player).await?;
        mailing.turns = change.turns.unwrap_or(mailing.turns);
        mailing.rest_ms = change.rest_minutes.map_or(mailing.rest_ms, |minutes| minutes * 60_000);
        mailing.language = change.language.or(mailing.language);
        let condition = caller.precondition();
        let set = self.journal.set_mailing(&mailing, &condition).await;
        self.preferences_changed();
        if set? {
            return self.mail(player).await;
        }
        self.accounts.check_precondition(player, &condition).await?;
        Err(Code::NotRegistered.answer())
    }

    /// Sends a letter to confirm a new address, within the rate limits; the player can request
    /// another.
    pub(crate) async fn offer_confirmation(&self, account: &Account, from: Option<Origin>) {
        match self.write_confirmation(account, from).await {
            Ok(()) | Err(Failure::Refused(_)) => {}
            Err(error) => {
                tracing::warn!(%error, "a letter to confirm an address could not be written")
            }
        }
    }

    async fn write_confirmation(&self, account: &Account, from: Option<Origin>) -> Answer<()> {
        let player = account.player.id;
        if !self.sends_mail() {
            return Err(Code::NoMailHere.answer());
        }
        let email = account.email.as_ref().ok_or_else(|| Code::NoEmail.answer())?;
        if self.journal.mailing(player).await?.confirmed.as_ref() == Some(email) {
            return Ok(());
        }
        self.accounts.rate_limiter().count_letter(player, email, from)?;
        let notification =
            mail::letter(&self.random, &self.clock, NotificationKind::Confirm, player)?;
        self.journal.tell(&[notification], MOST_PENDING).await?;
        self.queue.due.notify_one();
        Ok(())
    }

    /// Sends the caller a letter to confirm their address, unless it is confirmed already.
    ///
    /// # Errors
    /// `NO_MAIL_HERE`, `NO_EMAIL`, `INSUFFICIENT_SCOPE`, `TOO_MANY_ATTEMPTS`.
    pub async fn send_confirmation(&self, caller: &Identity, from: Option<Origin>) -> Answer<()> {
        caller.check_scope(Scope::Account)?;
        let account = self.accounts.account(caller.player.id).await?;
        self.write_confirmation(&account, from).await
    }

    /// Confirms an address with the token that was sent there.
    ///
    /// # Errors
    /// `UNKNOWN_TOKEN`, also when the address is no longer the player's; `TOO_MANY_ATTEMPTS`.
    pub async fn confirm_email(&self, secret: &str, from: Option<Origin>) -> Answer<()> {
        let hash = self.accounts.count_secret(secret, from)?;
        let confirmed = self.journal.confirm(hash, self.clock.now_ms()).await?;
        self.preferences_changed();
        if confirmed { Ok(()) } else { Err(Code::UnknownToken.answer()) }
    }

    /// Sends a letter to reset the password of the player with this name or confirmed address. The
    /// answer does not say whether there is one.
    ///
    /// # Errors
    /// `NO_MAIL_HERE`, `TOO_MANY_ATTEMPTS`.
    pub fn request_reset(&self, who: &str, from: Option<Origin>) -> Answer<()> {
        if !self.sends_mail() {
            return Err(Code::NoMailHere.answer());
        }
        self.accounts.rate_limiter().count_reset(who, from)?;
        // Longer than any name and any address.
        if who.len() > 1_024 {
            return Ok(());
        }
        self.queue.request_reset(who.to_owned())
    }

    /// Sends everything that is due, waits for the attempts, and returns how many notifications
    /// there were. The host does this at intervals; this is for tests.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn deliver_due(&self) -> Answer<usize> {
        self.queue.flush().await;
        self.outbox.deliver_due().await
    }

    /// Waits until all notifications from this node are in the journal: for a host that is about to
    /// stop.
    pub async fn flush(&self) {
        self.queue.flush().await;
    }

    /// Drops the cache of receivers, after a change on this node.
    pub(crate) fn preferences_changed(&self) {
        self.queue.receivers.clear();
    }
}

/// Refuses guests, who may go at any time.
fn check_registered(caller: &Identity) -> Answer<()> {
    match caller.player.standing {
        Standing::Registered | Standing::Program => Ok(()),
        Standing::Guest | Standing::Deleted => Err(Code::NotRegistered.answer()),
    }
}
