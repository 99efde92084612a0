//! How players say what they want to be told outside the page, and where.

use std::time::Duration;

use gueridon_game::Language;
use tokio::time::timeout;

use super::Host;
use crate::accounts::{Identity, NewPlayer, Origin, Password, SignedIn};
use crate::notices::{self, Event, Post, Undelivered, What, notifier};
use crate::refusal::{Answer, Code, Failure, Fault};
use gueridon_journal::{
    Account, DeliveryNews, MailPreferences, NoticeId, NoticeKind, PlayerId, Settlement, Standing,
    Status, TableId, WebhookId, WebhookRow, WebhookSecret,
};

/// The longest URL of a webhook, in bytes.
const LONGEST_URL: usize = 2_000;
/// How long somebody waits who tries a webhook.
const PING: Duration = Duration::from_secs(5);
/// How long mail about turns may be followed by none, in minutes.
const REST_MINUTES: std::ops::RangeInclusive<i64> = 10..=10_080;

/// How a player wants mail, and whether there is any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// Whether this server sends mail.
    pub is_here: bool,
    /// Whether the player has confirmed the address that is theirs now.
    pub is_confirmed: bool,
    /// How they want it.
    pub mailing: MailPreferences,
}

/// What a player changes about their mail; what is none stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MailChange {
    /// Whether there is mail about turns.
    pub turns: Option<bool>,
    /// How long after such mail there is no other, in minutes.
    pub rest_minutes: Option<i64>,
    /// The language.
    pub language: Option<Language>,
}

impl Host {
    /// How many webhooks of all tables a player has at most.
    pub const MOST_WEBHOOKS: u32 = 5;
    /// How many webhooks of single tables a player has at most.
    pub const MOST_TABLE_WEBHOOKS: u32 = 20;

    /// Has a URL told of the caller's turns at every table, or of all that happens at one that the
    /// caller has opened.
    ///
    /// # Errors
    /// `BAD_URL`, `TOO_MANY_WEBHOOKS`, `NOT_REGISTERED`, `NOT_ALLOWED` for a program and where
    /// another has opened the table, `UNKNOWN_TABLE`, `TABLE_OVER`, `TOO_MANY_ATTEMPTS`.
    pub async fn add_webhook(
        &self,
        known: &Identity,
        url: &str,
        table: Option<TableId>,
    ) -> Answer<WebhookRow> {
        let context = &self.context;
        known.check_session()?;
        check_registered(known)?;
        let courier = context.notices.settings().courier.as_ref().ok_or(Fault::NoAnswer)?;
        if url.len() > LONGEST_URL || !courier.can_reach(url) {
            return Err(Code::BadUrl.refused(&[("most", LONGEST_URL.to_string())]).into());
        }
        context.accounts.count_change(known.player.id)?;
        let webhook = WebhookRow {
            id: WebhookId(context.config.chance.id(&context.clock)?),
            owner: known.player.id,
            table,
            url: url.to_owned(),
            secret: WebhookSecret(context.config.chance.bytes()?),
            created_ms: self.now_ms(),
            failing_ms: None,
            fault: None,
            disabled_ms: None,
        };
        if let Some(table) = table {
            self.check_may_follow(known, table).await?;
        }
        let most = table.map_or(Self::MOST_WEBHOOKS, |_| Self::MOST_TABLE_WEBHOOKS);
        let right = known.right();
        let added = context.journal.add_webhook(&webhook, most, &right).await;
        context.notices.forget();
        if added? {
            return Ok(webhook);
        }
        context.accounts.check_provided(known.player.id, &right).await?;
        if let Some(table) = table {
            self.check_may_follow(known, table).await?;
        }
        Err(Code::TooManyWebhooks.refused(&[("most", most.to_string())]).into())
    }

    /// Whoever has opened a table may have it followed, until it is over.
    async fn check_may_follow(&self, known: &Identity, table: TableId) -> Answer<()> {
        let row = self.context.row(table, known.into()).await?;
        if row.owner != known.player.id {
            return Err(Code::NotAllowed.answer());
        }
        match row.status {
            Status::Open | Status::Playing => Ok(()),
            Status::Over => Err(Code::TableOver.answer()),
            Status::Closed => Err(Code::TableClosed.answer()),
        }
    }

    /// Removes one of the caller's webhooks; what was still to be told there is not.
    ///
    /// # Errors
    /// `UNKNOWN_WEBHOOK`, `NOT_ALLOWED` for a program, `TOO_MANY_ATTEMPTS`.
    pub async fn remove_webhook(&self, known: &Identity, id: WebhookId) -> Answer<()> {
        let context = &self.context;
        known.check_session()?;
        context.accounts.count_change(known.player.id)?;
        let right = known.right();
        let removed = context.journal.remove_webhook(known.player.id, id, &right).await;
        context.notices.forget();
        if removed? {
            return Ok(());
        }
        context.accounts.check_provided(known.player.id, &right).await?;
        Err(Code::UnknownWebhook.answer())
    }

    /// Sends a test to one of the caller's webhooks, and says why it did not arrive if it did not.
    /// One that had been given up is told again if it did.
    ///
    /// # Errors
    /// `UNKNOWN_WEBHOOK`, `NOT_ALLOWED` for a program, `TOO_MANY_ATTEMPTS`.
    pub async fn test_webhook(&self, known: &Identity, id: WebhookId) -> Answer<Option<String>> {
        let context = &self.context;
        known.check_session()?;
        let courier = context.notices.settings().courier.as_ref().ok_or(Fault::NoAnswer)?;
        context.accounts.count_ping(known.player.id)?;
        let found = context.journal.webhook(id).await?;
        let webhook = found.filter(|webhook| webhook.owner == known.player.id);
        let webhook = webhook.ok_or_else(|| Code::UnknownWebhook.answer())?;
        let post = Post {
            id: NoticeId(context.config.chance.id(&context.clock)?),
            url: webhook.url,
            secret: webhook.secret,
            sent_ms: self.now_ms(),
            event: Event { what: What::Ping, at_ms: self.now_ms(), table: None },
        };
        let late = |_| Err(Undelivered { fault: "it took too long".to_owned(), is_final: false });
        let fault = match timeout(PING, courier.post(&post)).await.unwrap_or_else(late) {
            Ok(()) => {
                let settled = Settlement {
                    claim: post.id.0,
                    notices: Vec::new(),
                    again_ms: None,
                    news: DeliveryNews::Reached(id),
                };
                context.journal.settle(&settled).await?;
                None
            }
            Err(undelivered) => Some(undelivered.fault),
        };
        context.notices.forget();
        Ok(fault)
    }

    /// The webhooks of a player, in the order in which they were made.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn webhooks(&self, player: PlayerId) -> Answer<Vec<WebhookRow>> {
        Ok(self.context.journal.webhooks(player).await?)
    }

    /// How a player wants mail.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn mail(&self, player: PlayerId) -> Answer<Mail> {
        let mailing = self.context.journal.mailing(player).await?;
        let is_confirmed = notifier::address(&self.context, player).await?.is_some();
        Ok(Mail { is_here: self.sends_mail(), is_confirmed, mailing })
    }

    fn sends_mail(&self) -> bool {
        self.context.notices.mail_courier().is_some()
    }

    /// Changes how the caller wants mail.
    ///
    /// # Errors
    /// `BAD_REST`, `NO_MAIL_HERE`, `NOT_REGISTERED`, `NOT_ALLOWED` for a program,
    /// `TOO_MANY_ATTEMPTS`.
    pub async fn set_mail(&self, known: &Identity, change: MailChange) -> Answer<Mail> {
        let context = &self.context;
        known.check_session()?;
        check_registered(known)?;
        if !self.sends_mail() {
            return Err(Code::NoMailHere.answer());
        }
        if change.rest_minutes.is_some_and(|minutes| !REST_MINUTES.contains(&minutes)) {
            let [fewest, most] = [REST_MINUTES.start(), REST_MINUTES.end()].map(i64::to_string);
            return Err(Code::BadRest.refused(&[("fewest", fewest), ("most", most)]).into());
        }
        let player = known.player.id;
        context.accounts.count_change(player)?;
        let mut mailing = context.journal.mailing(player).await?;
        mailing.turns = change.turns.unwrap_or(mailing.turns);
        mailing.rest_ms = change.rest_minutes.map_or(mailing.rest_ms, |minutes| minutes * 60_000);
        mailing.language = change.language.or(mailing.language);
        let right = known.right();
        let set = context.journal.set_mailing(&mailing, &right).await;
        context.notices.forget();
        if set? {
            return self.mail(player).await;
        }
        context.accounts.check_provided(player, &right).await?;
        Err(Code::NotRegistered.answer())
    }

    /// As [`Accounts::set_email`](crate::accounts::Accounts::set_email); a letter to the address
    /// has it confirmed.
    ///
    /// # Errors
    /// As there.
    pub async fn set_email(
        &self,
        known: &Identity,
        given: Option<&str>,
        password: &Password,
        from: Option<Origin>,
    ) -> Answer<Account> {
        let account = self.accounts().set_email(known, given, password, from).await?;
        self.context.notices.forget();
        self.offer_confirmation(&account, from).await;
        Ok(account)
    }

    /// Registers, and has the address confirmed if there is one.
    pub(super) async fn register_with_letter(
        &self,
        guest: Option<&Identity>,
        new: NewPlayer,
        from: Option<Origin>,
    ) -> Answer<SignedIn> {
        let has_address = new.email.is_some();
        let signed = self.accounts().register(guest, new, from).await?;
        if has_address && let Ok(account) = self.accounts().account(signed.player.id).await {
            self.offer_confirmation(&account, from).await;
        }
        Ok(signed)
    }

    /// Sends a letter by which the address is confirmed, as far as there may be one more; the
    /// player can ask for another.
    async fn offer_confirmation(&self, account: &Account, from: Option<Origin>) {
        match self.write_confirmation(account, from).await {
            Ok(()) | Err(Failure::Refused(_)) => {}
            Err(error) => tracing::warn!(%error, "an address could not be asked to be confirmed"),
        }
    }

    async fn write_confirmation(&self, account: &Account, from: Option<Origin>) -> Answer<()> {
        let context = &self.context;
        let player = account.player.id;
        if !self.sends_mail() {
            return Err(Code::NoMailHere.answer());
        }
        let email = account.email.as_ref().ok_or_else(|| Code::NoEmail.answer())?;
        if context.journal.mailing(player).await?.confirmed.as_ref() == Some(email) {
            return Ok(());
        }
        context.accounts.count_letter(player, email, from)?;
        let notice = notifier::asked(context, NoticeKind::Confirm, player)?;
        context.journal.tell(&[notice], notifier::MOST).await?;
        context.notices.ring();
        Ok(())
    }

    /// Sends the caller a letter by which their address is confirmed; none if it is.
    ///
    /// # Errors
    /// `NO_MAIL_HERE`, `NO_EMAIL`, `NOT_ALLOWED` for a program, `TOO_MANY_ATTEMPTS`.
    pub async fn send_confirmation(&self, known: &Identity, from: Option<Origin>) -> Answer<()> {
        known.check_session()?;
        let account = self.accounts().account(known.player.id).await?;
        self.write_confirmation(&account, from).await
    }

    /// Confirms an address with the token that was sent there.
    ///
    /// # Errors
    /// `UNKNOWN_TOKEN`, also when the address is no longer the player's; `TOO_MANY_ATTEMPTS`.
    pub async fn confirm_email(&self, secret: &str, from: Option<Origin>) -> Answer<()> {
        let context = &self.context;
        let hash = context.accounts.count_secret(secret, from)?;
        let confirmed = context.journal.confirm(hash, self.now_ms()).await?;
        context.notices.forget();
        if confirmed { Ok(()) } else { Err(Code::UnknownToken.answer()) }
    }

    /// Has a letter sent with which a password can be set anew, if somebody has that name or has
    /// confirmed that address. Whoever asks does not learn whether.
    ///
    /// # Errors
    /// `NO_MAIL_HERE`, `TOO_MANY_ATTEMPTS`, whoever is named.
    pub fn request_reset(&self, who: &str, from: Option<Origin>) -> Answer<()> {
        if !self.sends_mail() {
            return Err(Code::NoMailHere.answer());
        }
        self.context.accounts.count_forgotten(who, from)?;
        // Longer than any name and any address, it is nobody's.
        if who.len() > 1_024 {
            return Ok(());
        }
        self.context.notices.forgotten(who.to_owned())
    }

    /// Tells all that is due, here and now, and waits until it has been tried; says how many
    /// things were claimed. A host does so by itself; this is for who cannot wait.
    ///
    /// # Errors
    /// A [`Fault`] when the journal does not answer.
    pub async fn deliver_notices(&self) -> Answer<usize> {
        notices::deliver(&self.context).await
    }

    /// Waits until it is written down, of all that has happened here, who is to be told of it: for
    /// a host that is about to stop.
    pub async fn write_notices(&self) {
        self.context.notices.flush().await;
    }
}

fn check_registered(known: &Identity) -> Answer<()> {
    match known.player.standing {
        Standing::Registered => Ok(()),
        Standing::Guest | Standing::Deleted => Err(Code::NotRegistered.answer()),
    }
}
