//! The outbox: claims due notifications from the journal and sends them, with retries.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use gueridon_game::Eyes;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::delivery::{Event, EventKind, EventTable, Post, Undelivered};
use super::letters::{self, Turn};
use super::mail::confirmed_address;
use super::queue::NotificationQueue;
use crate::access::{Watch, access};
use crate::clock::{Clock, millis};
use crate::games::Games;
use crate::people::accounts::Accounts;
use crate::random::Random;
use crate::refusal::{Answer, Failure, Fault};
use crate::tables::condition::Condition;
use crate::tables::registry::Registry;
use crate::tables::request::LookRequest;
use gueridon_journal::{
    AccountKey, Channel, Claim, Confirmation, DeliveryNews, Journal, NotificationKind,
    NotificationRow, PlayerId, Seated, Settlement, TableRow,
};

/// The pause after each failed attempt; after the last there is no further one.
const RETRY_AFTER_MS: [i64; 5] = [10_000, 60_000, 600_000, 3_600_000, 6 * 3_600_000];
/// How long an unreachable webhook is retried.
const WEBHOOK_DISABLED_AFTER_MS: i64 = 3 * 24 * 3_600_000;
/// How much this node sends at once through each channel.
const AT_ONCE: u32 = 16;
/// How long an address can be confirmed with the token that was sent to it.
const CONFIRM_LIFE_MS: i64 = 3 * 24 * 3_600_000;

/// Sends what is due.
#[derive(Debug)]
pub(crate) struct Outbox {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) games: Arc<Games>,
    pub(crate) queue: Arc<NotificationQueue>,
}

/// Notifications that are claimed and sent together: one request, or one letter.
#[derive(Debug)]
struct Batch {
    claim: Uuid,
    player: PlayerId,
    notifications: Vec<NotificationRow>,
}

/// The outcome of a batch.
#[derive(Debug)]
enum Outcome {
    /// It has arrived, or is not needed any more.
    Done(DeliveryNews),
    Failed(Undelivered),
}

impl Outbox {
    /// Starts the task that sends due notifications, which ends when the host stops; none if
    /// nothing can be sent, or by configuration.
    pub(crate) fn start(self: &Arc<Self>, stop: CancellationToken) {
        let config = &self.queue.config;
        let (Some(_), Some(interval)) = (&config.delivery, config.poll_interval) else { return };
        tokio::spawn(stop.run_until_cancelled_owned(Arc::clone(self).run(interval)));
    }

    async fn run(self: Arc<Self>, interval: Duration) {
        let mut sending = JoinSet::new();
        loop {
            while sending.try_join_next().is_some() {}
            if sending.len() < AT_ONCE as usize {
                match self.claim().await {
                    Ok(batches) => {
                        for batch in batches {
                            let outbox = Arc::clone(&self);
                            sending.spawn(async move { outbox.send(&batch).await });
                        }
                    }
                    Err(error) => tracing::debug!(%error, "what is due could not be read"),
                }
            }
            tokio::select! {
                // The next for the same webhook may be due.
                Some(_) = sending.join_next() => {}
                _ = timeout(interval, self.queue.due.notified()) => {}
            }
        }
    }

    /// Sends until nothing is due; returns how many notifications were claimed.
    pub(super) async fn deliver_due(&self) -> Answer<usize> {
        let mut count = 0;
        loop {
            let batches = self.claim().await?;
            if batches.is_empty() {
                return Ok(count);
            }
            count += batches.iter().map(|batch| batch.notifications.len()).sum::<usize>();
            join_all(batches.iter().map(|batch| self.send(batch))).await;
        }
    }

    async fn claim(&self) -> Answer<Vec<Batch>> {
        let claim_ms = millis(self.queue.config.claim_timeout);
        let mut batches = Vec::new();
        for of in Channel::ALL {
            if of != Channel::Webhooks && self.queue.config.mailer().is_none() {
                continue;
            }
            let now_ms = self.clock.now_ms();
            let id = self.random.id(&self.clock)?;
            let until_ms = now_ms.saturating_add(claim_ms);
            let claim = Claim { id, of, now_ms, until_ms, most: AT_ONCE };
            let claimed = self.journal.claim(&claim).await?;
            if of != Channel::Turns {
                batches.extend(claimed.into_iter().map(|notification| Batch {
                    claim: id,
                    player: notification.player,
                    notifications: vec![notification],
                }));
                continue;
            }
            let mut letters = BTreeMap::<_, Vec<_>>::new();
            for notification in claimed {
                letters.entry(notification.player).or_default().push(notification);
            }
            let batch = |(player, notifications)| Batch { claim: id, player, notifications };
            batches.extend(letters.into_iter().map(batch));
        }
        Ok(batches)
    }

    async fn send(&self, batch: &Batch) {
        let outcome = match self.try_to_send(batch).await {
            Ok(outcome) => outcome,
            // Its claim times out, and then it is tried again.
            Err(error) => {
                tracing::warn!(%error, "a notification could not be sent now");
                return;
            }
        };
        let now_ms = self.clock.now_ms();
        let attempts = batch
            .notifications
            .iter()
            .map(|notification| notification.attempts)
            .max()
            .unwrap_or_default();
        let (again_ms, news) = match outcome {
            Outcome::Done(news) => (None, news),
            Outcome::Failed(Undelivered { fault, is_final }) => {
                let pause = RETRY_AFTER_MS.get(attempts.saturating_sub(1) as usize).copied();
                let again_ms =
                    pause.filter(|_| !is_final).map(|pause| now_ms.saturating_add(pause));
                (again_ms, missed(batch, now_ms, fault, is_final))
            }
        };
        let notifications =
            batch.notifications.iter().map(|notification| notification.id).collect();
        let settled = Settlement { claim: batch.claim, notifications, again_ms, news };
        for _ in 0..3 {
            match self.journal.settle(&settled).await {
                Ok(_) => return,
                // If this fails it is sent twice, which is better than never.
                Err(error) => {
                    tracing::warn!(%error, "a sent notification could not be marked as sent")
                }
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    async fn try_to_send(&self, batch: &Batch) -> Answer<Outcome> {
        let Some(first) = batch.notifications.first() else {
            return Ok(Outcome::Done(DeliveryNews::Nothing));
        };
        match (first.kind, first.webhook) {
            (_, Some(_)) => self.post(first).await,
            (NotificationKind::Turn, None) => self.mail_turns(batch).await,
            (NotificationKind::Confirm, None) => self.mail_confirmation(batch.player).await,
            (NotificationKind::Reset, None) => self.mail_reset(batch.player).await,
            (NotificationKind::Over | NotificationKind::Challenge, None) => {
                Ok(Outcome::Done(DeliveryNews::Nothing))
            }
        }
    }

    async fn post(&self, notification: &NotificationRow) -> Answer<Outcome> {
        let nothing = || Ok(Outcome::Done(DeliveryNews::Nothing));
        let Some(id) = notification.webhook else { return nothing() };
        let Some(delivery) = &self.queue.config.delivery else { return nothing() };
        // It may have been removed or disabled since the claim.
        let found = self.journal.webhook(id).await?;
        let Some(webhook) = found.filter(|one| one.disabled_ms.is_none()) else { return nothing() };
        let Some(table) = notification.table else { return nothing() };
        // A late attempt is dropped if the turn is over.
        if notification.attempts > 1
            && notification.kind == NotificationKind::Turn
            && !self.turn_stands(notification).await?
        {
            return nothing();
        }
        let Some(row) = self.journal.table(table).await? else { return nothing() };
        // Nobody is notified of a turn that they may not watch, or not yet.
        let now = access(&row, webhook.owner.into(), false).watch;
        if notification.kind == NotificationKind::Turn && now != Watch::Now {
            return nothing();
        }
        // Nor of a challenge that is over.
        let answer_by_ms = asked_until_ms(notification, &row, webhook.owner);
        let is_over = answer_by_ms.is_none_or(|until_ms| until_ms <= self.clock.now_ms());
        if notification.kind == NotificationKind::Challenge && is_over {
            return nothing();
        }
        let event = Event {
            what: match notification.kind {
                NotificationKind::Over => EventKind::Over,
                NotificationKind::Challenge => EventKind::Challenge,
                NotificationKind::Turn | NotificationKind::Confirm | NotificationKind::Reset => {
                    EventKind::Turn
                }
            },
            at_ms: notification.at_ms,
            table: Some(EventTable { answer_by_ms, ..self.event_table(notification, &row) }),
        };
        let sent_ms = self.clock.now_ms();
        let post =
            Post { id: notification.id, url: webhook.url, secret: webhook.secret, sent_ms, event };
        Ok(match delivery.post(&post).await {
            Ok(()) => Outcome::Done(DeliveryNews::Reached(id)),
            Err(undelivered) => Outcome::Failed(undelivered),
        })
    }

    fn event_table(&self, notification: &NotificationRow, row: &TableRow) -> EventTable {
        EventTable {
            id: row.id,
            game: row.game.clone(),
            seq: if notification.kind == NotificationKind::Challenge {
                0
            } else {
                notification.seq
            },
            seat: notification.seat,
            answer_by_ms: None,
            player: notification.seat.and_then(|seat| row.at(seat)).and_then(Seated::player),
            url: letters::table_url(&self.queue.config, row.id),
        }
    }

    /// Whether it is still that seat's turn, and still the same one.
    async fn turn_stands(&self, notification: &NotificationRow) -> Answer<bool> {
        let (Some(table), Some(seat)) = (notification.table, notification.seat) else {
            return Ok(false);
        };
        if !self.journal.turn_stands(table, seat, notification.seq).await? {
            return Ok(false);
        }
        let looked = async {
            let table = self.registry.begun(table).await?;
            table.look(LookRequest::own(Eyes::Seat(seat)), None).await
        };
        match looked.await {
            // While a bot stands in for the player, it is not the player's turn.
            Ok(shown) => Ok(shown.view.to_act.contains(seat)
                && shown.standing.conditions.get(seat.index()) == Some(&Condition::Playing)),
            // Nobody can play at the table.
            Err(Failure::Refused(_) | Failure::Fault(Fault::Module(_))) => Ok(false),
            Err(fault) => Err(fault),
        }
    }

    /// One letter about all turns of a player that have not passed.
    async fn mail_turns(&self, batch: &Batch) -> Answer<Outcome> {
        let player = batch.player;
        let mailing = self.journal.mailing(player).await?;
        let to = confirmed_address(&*self.journal, player).await?.filter(|_| mailing.turns);
        let (Some(to), Some(delivery)) = (to, self.queue.config.mailer()) else {
            return Ok(Outcome::Done(DeliveryNews::Nothing));
        };
        let mut turns = Vec::new();
        for notification in &batch.notifications {
            if !self.turn_stands(notification).await? {
                continue;
            }
            let Some(table) = notification.table else { continue };
            let Some(row) = self.journal.table(table).await? else { continue };
            let is_new = |turn: &Turn| turn.table != table;
            if turns.iter().all(is_new) {
                turns.push(Turn { table, game: row.game });
            }
        }
        if turns.is_empty() {
            return Ok(Outcome::Done(DeliveryNews::Nothing));
        }
        let Some(account) = self.journal.account(&AccountKey::Id(player)).await? else {
            return Ok(Outcome::Done(DeliveryNews::Nothing));
        };
        let titles = self.games.newest();
        let letter = letters::turns(&self.queue.config, &mailing, &turns, &titles);
        Ok(match delivery.mail(&letter.to(&account.player.name, to)).await {
            Ok(()) => Outcome::Done(DeliveryNews::Mailed { player, at_ms: self.clock.now_ms() }),
            Err(undelivered) => Outcome::Failed(undelivered),
        })
    }

    /// A letter to an address, with a token that confirms that its owner has read it.
    async fn mail_confirmation(&self, player: PlayerId) -> Answer<Outcome> {
        let nothing = || Ok(Outcome::Done(DeliveryNews::Nothing));
        let account = self.journal.account(&AccountKey::Id(player)).await?;
        let Some((account, delivery)) = account.zip(self.queue.config.mailer()) else {
            return nothing();
        };
        let Some(email) = account.email.clone() else { return nothing() };
        let mailing = self.journal.mailing(player).await?;
        if mailing.confirmed.as_ref() == Some(&email) {
            return nothing();
        }
        let (token, hash) = self.accounts.new_secret()?;
        let expires_ms = self.clock.now_ms().saturating_add(CONFIRM_LIFE_MS);
        let asked = Confirmation { hash, player, email: email.clone(), expires_ms };
        if !self.journal.ask_to_confirm(&asked).await? {
            return nothing();
        }
        let letter = letters::confirmation(&self.queue.config, &mailing, &token);
        Ok(match delivery.mail(&letter.to(&account.player.name, email)).await {
            Ok(()) => Outcome::Done(DeliveryNews::Nothing),
            Err(undelivered) => Outcome::Failed(undelivered),
        })
    }

    /// A letter with which a player can set a new password.
    async fn mail_reset(&self, player: PlayerId) -> Answer<Outcome> {
        let nothing = || Ok(Outcome::Done(DeliveryNews::Nothing));
        let to = confirmed_address(&*self.journal, player).await?;
        let Some((to, delivery)) = to.zip(self.queue.config.mailer()) else { return nothing() };
        let issued = match self.accounts.issue_reset_token(None, player).await {
            Ok(issued) => issued,
            Err(Failure::Refused(_)) => return nothing(),
            Err(fault) => return Err(fault),
        };
        let account = self.accounts.account(player).await?;
        let mailing = self.journal.mailing(player).await?;
        let letter = letters::reset(&self.queue.config, &mailing, &issued.token);
        Ok(match delivery.mail(&letter.to(&account.player.name, to)).await {
            Ok(()) => {
                tracing::info!(player = %player, "a password reset was mailed");
                Outcome::Done(DeliveryNews::Nothing)
            }
            Err(undelivered) => Outcome::Failed(undelivered),
        })
    }
}

/// Until when a challenge may be answered; none if the notification is of none, or of one that is
/// over.
fn asked_until_ms(
    notification: &NotificationRow,
    row: &TableRow,
    program: PlayerId,
) -> Option<i64> {
    let seated = row.at(notification.seat?).filter(|seated| seated.player() == Some(program))?;
    let until_ms = seated.asked_until_ms()?;
    let is_same = u64::try_from(until_ms) == Ok(notification.seq);
    (notification.kind == NotificationKind::Challenge && is_same).then_some(until_ms)
}

/// What to note about a batch that has not arrived.
fn missed(batch: &Batch, at_ms: i64, fault: String, is_final: bool) -> DeliveryNews {
    match batch.notifications.first().and_then(|notification| notification.webhook) {
        Some(webhook) => {
            tracing::debug!(webhook = %webhook, fault, "a webhook could not be reached");
            let tried_ms = if is_final { 0 } else { WEBHOOK_DISABLED_AFTER_MS };
            DeliveryNews::Missed { webhook, at_ms, fault, since_ms: at_ms.saturating_sub(tried_ms) }
        }
        None => {
            tracing::warn!(player = %batch.player, fault, "a letter could not be sent");
            DeliveryNews::Nothing
        }
    }
}
