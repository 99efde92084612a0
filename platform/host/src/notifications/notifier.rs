//! The notifier: finds out who wants to be notified of what has happened, and writes the
//! notifications into the journal, from where the outbox of any node sends them.

use std::sync::Arc;
use std::time::Duration;

use gueridon_game::{Eyes, Seat, Seats};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::mail::{self, MOST_PENDING};
use super::queue::{NotificationQueue, Request, RequestReceiver, TableEvent, TableNews};
use crate::clock::{Clock, millis};
use crate::people::accounts::Accounts;
use crate::random::Random;
use crate::refusal::{Answer, Failure, Fault};
use crate::tables::registry::Registry;
use crate::tables::request::LookRequest;
use crate::tables::turn_listener::Asked;
use gueridon_journal::{
    Journal, NotificationId, NotificationKind, NotificationRow, PlayerId, Recipients,
};

/// How long to wait before each new attempt after the journal has failed.
const RETRY_AFTER: [Duration; 3] =
    [Duration::from_millis(50), Duration::from_millis(500), Duration::from_secs(5)];

/// Processes the queue.
#[derive(Debug)]
pub(crate) struct Notifier {
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) clock: Clock,
    pub(crate) random: Random,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) registry: Arc<Registry>,
    pub(crate) queue: Arc<NotificationQueue>,
}

impl Notifier {
    /// Starts its task, which ends when the host stops; none if nothing can be sent.
    pub(crate) fn start(self, mut requests: RequestReceiver, stop: CancellationToken) {
        if self.queue.config.delivery.is_none() {
            return;
        }
        let working = async move {
            while let Some(request) = requests.next().await {
                self.handle(request).await;
            }
        };
        tokio::spawn(stop.run_until_cancelled_owned(working));
    }

    /// Handles a request, retrying after a failure of the journal.
    async fn handle(&self, request: Request) {
        let mut pauses = RETRY_AFTER.iter();
        loop {
            let done = match &request {
                Request::Flush(_) => Ok(()),
                Request::Table(event) => self.notify(event).await,
                Request::Challenge(asked) => self.challenge(asked).await,
                Request::Reset(name_or_email) => self.send_resets(name_or_email).await,
            };
            match (done, pauses.next()) {
                (Ok(()), _) => break,
                (Err(Failure::Fault(Fault::Journal(_))), Some(&pause)) => sleep(pause).await,
                (Err(error), _) => {
                    tracing::warn!(%error, "a notification could not be written");
                    break;
                }
            }
        }
        if let Request::Flush(reply) = request {
            // An error means that nobody waits any more.
            let _ = reply.send(());
        }
    }

    async fn notify(&self, event: &TableEvent) -> Answer<()> {
        let receivers = self.receivers(event).await?;
        if receivers.is_empty() {
            return Ok(());
        }
        let (turn, again) = match event.news {
            TableNews::Over => (Seats::NONE, Seats::NONE),
            TableNews::Turn { new, again } => (new, again),
            TableNews::Begun => {
                let shown = self.registry.begun(event.table).await?;
                let shown = shown.look(LookRequest::own(Eyes::Public), None).await?;
                // A newer entry has its own event.
                if shown.seq > 0 {
                    return Ok(());
                }
                (shown.view.to_act, Seats::NONE)
            }
        };
        let mut notifications = Vec::new();
        for webhook in &receivers.webhooks {
            let own = event.seated.iter().find(|(_, player)| *player == webhook.owner);
            let own = own.map(|&(seat, _)| seat);
            let about = |kind, seat| self.row(event, kind, webhook.owner, seat);
            let mut add = |kind, seat| {
                let notification = about(kind, seat)?;
                notifications
                    .push(NotificationRow { webhook: Some(webhook.webhook), ..notification });
                Ok::<_, Fault>(())
            };
            if event.news == TableNews::Over {
                add(NotificationKind::Over, own)?;
            } else if webhook.of_table {
                turn.iter().try_for_each(|seat| add(NotificationKind::Turn, Some(seat)))?;
            } else if own.is_some_and(|seat| turn.contains(seat)) {
                add(NotificationKind::Turn, own)?;
            }
        }
        let delay_ms = millis(self.queue.config.mail_delay);
        let has_mail = self.queue.config.mailer().is_some();
        let acting = event.seated.iter().filter(|(seat, _)| turn.union(again).contains(*seat));
        let by_mail = acting.filter(|(_, player)| has_mail && receivers.mail.contains(player));
        for &(seat, player) in by_mail {
            let notification = self.row(event, NotificationKind::Turn, player, Some(seat))?;
            notifications.push(NotificationRow {
                due_ms: notification.at_ms.saturating_add(delay_ms),
                ..notification
            });
        }
        self.write(&notifications).await
    }

    /// Notifies the webhooks of a program that it is asked to sit at a table.
    async fn challenge(&self, asked: &Asked) -> Answer<()> {
        let mut notifications = Vec::new();
        for webhook in self.journal.webhooks(asked.program).await? {
            if webhook.table.is_some() || webhook.disabled_ms.is_some() {
                continue;
            }
            notifications.push(NotificationRow {
                id: NotificationId(self.random.id(&self.clock)?),
                player: asked.program,
                kind: NotificationKind::Challenge,
                table: Some(asked.table),
                // Another each time that it is asked.
                seq: u64::try_from(asked.until_ms).unwrap_or_default(),
                seat: Some(asked.seat),
                webhook: Some(webhook.id),
                at_ms: asked.at_ms,
                due_ms: asked.at_ms,
                attempts: 0,
            });
        }
        self.write(&notifications).await
    }

    /// A notification of a table, to be sent at once.
    fn row(
        &self,
        event: &TableEvent,
        kind: NotificationKind,
        player: PlayerId,
        seat: Option<Seat>,
    ) -> Result<NotificationRow, Fault> {
        Ok(NotificationRow {
            id: NotificationId(self.random.id(&self.clock)?),
            player,
            kind,
            table: Some(event.table),
            seq: event.seq,
            seat,
            webhook: None,
            at_ms: event.at_ms,
            due_ms: event.at_ms,
            attempts: 0,
        })
    }

    /// Who wants to be notified of a table, from the cache or the journal.
    async fn receivers(&self, event: &TableEvent) -> Answer<Arc<Recipients>> {
        let cache = &self.queue.receivers;
        if let Some(receivers) = cache.get(event.table, event.seated.iter().copied()) {
            return Ok(receivers);
        }
        let read = cache.begin_read();
        let players: Vec<_> = event.seated.iter().map(|&(_, player)| player).collect();
        let receivers = Arc::new(self.journal.receivers(event.table, &players).await?);
        cache.insert(read, event.table, Arc::clone(&event.seated), Arc::clone(&receivers));
        Ok(receivers)
    }

    /// Letters to those who have that name or have confirmed that address.
    async fn send_resets(&self, name_or_email: &str) -> Answer<()> {
        let mut players = Vec::new();
        if name_or_email.contains('@') {
            players = self.journal.confirmed(name_or_email.trim()).await?;
        }
        if players.is_empty() {
            match self.accounts.find(name_or_email).await {
                Ok(account) => players.push(account.player.id),
                Err(Failure::Refused(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        let mut notifications = Vec::new();
        for player in players {
            if mail::confirmed_address(&*self.journal, player).await?.is_some() {
                notifications.push(mail::letter(
                    &self.random,
                    &self.clock,
                    NotificationKind::Reset,
                    player,
                )?);
            }
        }
        self.write(&notifications).await
    }

    async fn write(&self, notifications: &[NotificationRow]) -> Answer<()> {
        if !notifications.is_empty() && self.journal.tell(notifications, MOST_PENDING).await? {
            self.queue.due.notify_one();
        }
        Ok(())
    }
}
