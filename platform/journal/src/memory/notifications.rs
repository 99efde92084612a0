//! What is to be told, and where, in memory.

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use gueridon_game::Seat;
use uuid::Uuid;

use super::Memory;
use crate::{
    Account, Channel, Claim, Confirmation, DeliveryNews, JournalError, MailPreferences,
    NotificationId, NotificationKind, NotificationRow, Notifications, PlayerId, Precondition,
    Recipients, Settlement, Standing, Status, TableId, TokenHash, WebhookId, WebhookOfTable,
    WebhookRow,
};

#[derive(Debug, Default)]
pub(super) struct Rows {
    webhooks: BTreeMap<WebhookId, WebhookRow>,
    notifications: BTreeMap<NotificationId, Notification>,
    mailings: BTreeMap<PlayerId, MailPreferences>,
    confirmations: BTreeMap<PlayerId, Confirmation>,
}

#[derive(Debug)]
struct Notification {
    row: NotificationRow,
    claim: Option<Uuid>,
    claimed_until_ms: i64,
}

impl Notification {
    fn is_same(&self, other: &NotificationRow) -> bool {
        let name = |row: &NotificationRow| {
            (row.player, row.kind, row.table, row.seq, row.seat, row.webhook)
        };
        self.row.id == other.id || name(&self.row) == name(other)
    }
}

impl Rows {
    pub(super) fn player_changed(&mut self, account: &Account) {
        let id = account.player.id;
        if account.deleted_ms.is_some() {
            self.notifications.retain(|_, notification| notification.row.player != id);
            self.webhooks.retain(|_, webhook| webhook.owner != id);
            self.mailings.remove(&id);
            self.confirmations.remove(&id);
        } else {
            let mailing = self.mailings.get_mut(&id);
            if let Some(old) = mailing.filter(|one| one.confirmed != account.email) {
                old.confirmed = None;
            }
            self.confirmations
                .retain(|&of, asked| of != id || account.email.as_ref() == Some(&asked.email));
        }
        self.forget_orphans();
    }

    /// What was to be told of a table that is gone, and where, is gone with it.
    pub(super) fn table_gone(&mut self, table: TableId) {
        self.webhooks.retain(|_, webhook| webhook.table != Some(table));
        self.notifications.retain(|_, notification| notification.row.table != Some(table));
        self.forget_orphans();
    }

    /// What was to be told by a webhook that is gone is gone with it.
    fn forget_orphans(&mut self) {
        let Self { webhooks, notifications, .. } = self;
        notifications
            .retain(|_, one| one.row.webhook.is_none_or(|webhook| webhooks.contains_key(&webhook)));
    }

    fn tell(&mut self, notification: &NotificationRow, most: u32) -> bool {
        if notification.is_turn_mail() {
            self.notifications.retain(|_, one| {
                !one.row.is_turn_mail()
                    || one.claim.is_some()
                    || (one.row.player, one.row.table) != (notification.player, notification.table)
                    || one.row.seq >= notification.seq
            });
        }
        let known = |id| self.webhooks.get(&id).is_some_and(|one| one.disabled_ms.is_none());
        let waiting =
            self.notifications.values().filter(|one| one.row.player == notification.player).count();
        let fits = notification.webhook.is_none_or(known)
            && waiting < most as usize
            && !self.notifications.values().any(|one| one.is_same(notification));
        if fits {
            let waiting =
                Notification { row: notification.clone(), claim: None, claimed_until_ms: 0 };
            self.notifications.insert(notification.id, waiting);
        }
        fits
    }

    fn due(&self, claim: &Claim) -> Vec<NotificationId> {
        let Claim { now_ms, most, .. } = *claim;
        let all = || self.notifications.values();
        let due = || all().filter(|one| one.row.due_ms <= now_ms);
        let most = most as usize;
        match claim.of {
            Channel::Webhooks => {
                let busy: BTreeSet<_> = all()
                    .filter(|one| one.claimed_until_ms > now_ms)
                    .filter_map(|one| one.row.webhook)
                    .collect();
                let mut first = BTreeMap::new();
                for one in due() {
                    if let Some(webhook) = one.row.webhook.filter(|one| !busy.contains(one)) {
                        first.entry(webhook).or_insert(one.row.id);
                    }
                }
                first.into_values().take(most).collect()
            }
            Channel::Turns => {
                let mails = || due().filter(|one| one.row.is_turn_mail());
                let is_free = |player: &PlayerId| {
                    let has_rested = self.mailings.get(player).is_none_or(|one| {
                        one.mailed_ms.is_none_or(|mailed_ms| mailed_ms + one.rest_ms <= now_ms)
                    });
                    has_rested
                        && !all().any(|one| {
                            one.row.is_turn_mail()
                                && one.row.player == *player
                                && one.claimed_until_ms > now_ms
                        })
                };
                let players: BTreeSet<_> = mails().map(|one| one.row.player).collect();
                let players: BTreeSet<_> = players.into_iter().filter(is_free).take(most).collect();
                mails()
                    .filter(|one| players.contains(&one.row.player))
                    .map(|one| one.row.id)
                    .collect()
            }
            Channel::Letters => due()
                .filter(|one| one.row.webhook.is_none() && one.row.kind != NotificationKind::Turn)
                .filter(|one| one.claimed_until_ms <= now_ms)
                .map(|one| one.row.id)
                .take(most)
                .collect(),
        }
    }

    fn claim(&mut self, claim: &Claim) -> Vec<NotificationRow> {
        let due = self.due(claim);
        let mut claimed = Vec::with_capacity(due.len());
        for id in due {
            if let Some(notification) = self.notifications.get_mut(&id) {
                notification.claim = Some(claim.id);
                notification.claimed_until_ms = claim.until_ms;
                notification.row.attempts += 1;
                claimed.push(notification.row.clone());
            }
        }
        claimed
    }

    fn settle(&mut self, settled: &Settlement) -> bool {
        let mut is_settled = false;
        for id in &settled.notifications {
            let Some(notification) = self.notifications.get_mut(id) else { continue };
            if notification.claim != Some(settled.claim) {
                continue;
            }
            is_settled = true;
            match settled.again_ms {
                None => drop(self.notifications.remove(id)),
                Some(again_ms) => {
                    (notification.claim, notification.claimed_until_ms) = (None, 0);
                    notification.row.due_ms = again_ms;
                }
            }
        }
        self.note(&settled.news);
        is_settled
    }

    fn note(&mut self, news: &DeliveryNews) {
        match news {
            DeliveryNews::Nothing => {}
            DeliveryNews::Reached(webhook) => {
                if let Some(row) = self.webhooks.get_mut(webhook) {
                    (row.failing_ms, row.fault, row.disabled_ms) = (None, None, None);
                }
            }
            DeliveryNews::Missed { webhook, at_ms, fault, since_ms } => {
                let Some(row) = self.webhooks.get_mut(webhook) else { return };
                row.fault = Some(fault.clone());
                let failing_ms = *row.failing_ms.get_or_insert(*at_ms);
                if failing_ms <= *since_ms {
                    row.disabled_ms.get_or_insert(*at_ms);
                }
                if row.disabled_ms.is_some() {
                    self.notifications.retain(|_, one| one.row.webhook != Some(*webhook));
                }
            }
            DeliveryNews::Mailed { player, at_ms } => {
                if let Some(row) = self.mailings.get_mut(player) {
                    row.mailed_ms = Some(*at_ms);
                }
            }
        }
    }
}

impl super::Rows {
    fn is_registered(&self, player: PlayerId) -> bool {
        let account = self.players.get(&player);
        account.is_some_and(|account| account.player.standing == Standing::Registered)
    }

    fn has_email(&self, player: PlayerId, email: &str) -> bool {
        let account = self.players.get(&player);
        account.is_some_and(|account| account.email.as_deref() == Some(email))
    }

    fn add_webhook(&mut self, webhook: &WebhookRow, most: u32) -> bool {
        let Self { tables, notifications, .. } = self;
        let is_open = |id: TableId| {
            tables.get(&id).filter(|table| table.ended_ms.is_none()).map(|table| table.owner)
        };
        if webhook.table.is_some() {
            let waiting: BTreeSet<_> =
                notifications.notifications.values().filter_map(|one| one.row.webhook).collect();
            notifications.webhooks.retain(|id, other| {
                other.owner != webhook.owner
                    || other.table.is_none_or(|table| is_open(table).is_some())
                    || waiting.contains(id)
            });
        }
        let others = notifications.webhooks.values();
        let alike = others.clone().filter(|other| {
            other.owner == webhook.owner && other.table.is_none() == webhook.table.is_none()
        });
        let is_free = webhook.table.is_none_or(|table| {
            is_open(table) == Some(webhook.owner)
                && others.clone().all(|other| other.table != Some(table))
        });
        let fits = is_free
            && alike.count() < most as usize
            && !notifications.webhooks.contains_key(&webhook.id)
            && self.is_registered(webhook.owner);
        if fits {
            self.notifications.webhooks.insert(webhook.id, webhook.clone());
        }
        fits
    }

    fn confirm(&mut self, hash: &TokenHash, now_ms: i64) -> bool {
        let asked = self.notifications.confirmations.values().find(|asked| asked.hash == *hash);
        let asked = asked.filter(|asked| asked.expires_ms > now_ms);
        let asked = asked.filter(|asked| self.has_email(asked.player, &asked.email)).cloned();
        let Some(Confirmation { player, email, .. }) = asked else { return false };
        self.notifications.confirmations.remove(&player);
        let mailing = self.notifications.mailings.entry(player);
        mailing.or_insert_with(|| MailPreferences::new(player)).confirmed = Some(email);
        true
    }
}

#[async_trait]
impl Notifications for Memory {
    async fn add_webhook(
        &self,
        webhook: &WebhookRow,
        most: u32,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        Ok(rows.holds(webhook.owner, provided) && rows.add_webhook(webhook, most))
    }

    async fn webhooks(&self, owner: PlayerId) -> Result<Vec<WebhookRow>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let of = rows.notifications.webhooks.values().filter(|webhook| webhook.owner == owner);
        Ok(of.cloned().collect())
    }

    async fn webhook(&self, id: WebhookId) -> Result<Option<WebhookRow>, JournalError> {
        self.before_read().await;
        Ok(self.rows().notifications.webhooks.get(&id).cloned())
    }

    async fn remove_webhook(
        &self,
        owner: PlayerId,
        id: WebhookId,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let holds = rows.holds(owner, provided);
        let own =
            rows.notifications.webhooks.get(&id).is_some_and(|webhook| webhook.owner == owner);
        if holds && own {
            rows.notifications.webhooks.remove(&id);
            rows.notifications.forget_orphans();
        }
        Ok(holds && own)
    }

    async fn mailing(&self, player: PlayerId) -> Result<MailPreferences, JournalError> {
        self.before_read().await;
        let found = self.rows().notifications.mailings.get(&player).cloned();
        Ok(found.unwrap_or_else(|| MailPreferences::new(player)))
    }

    async fn set_mailing(
        &self,
        mailing: &MailPreferences,
        provided: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let player = mailing.player;
        let may = rows.holds(player, provided) && rows.is_registered(player);
        if may {
            let kept = rows.notifications.mailings.entry(player);
            let kept = kept.or_insert_with(|| MailPreferences::new(player));
            (kept.turns, kept.rest_ms, kept.language) =
                (mailing.turns, mailing.rest_ms, mailing.language);
        }
        Ok(may)
    }

    async fn ask_to_confirm(&self, asked: &Confirmation) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let may = rows.is_registered(asked.player) && rows.has_email(asked.player, &asked.email);
        if may {
            rows.notifications.confirmations.insert(asked.player, asked.clone());
        }
        Ok(may)
    }

    async fn confirm(&self, hash: TokenHash, now_ms: i64) -> Result<bool, JournalError> {
        self.before_write().await;
        Ok(self.rows().confirm(&hash, now_ms))
    }

    async fn confirmed(&self, email: &str) -> Result<Vec<PlayerId>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let is_theirs = |one: &&MailPreferences| {
            let of = one.confirmed.as_deref().filter(|of| of.eq_ignore_ascii_case(email));
            of.is_some_and(|of| rows.has_email(one.player, of) && rows.is_registered(one.player))
        };
        let found = rows.notifications.mailings.values().filter(is_theirs);
        Ok(found.map(|one| one.player).take(10).collect())
    }

    async fn receivers(
        &self,
        table: TableId,
        seated: &[PlayerId],
    ) -> Result<Recipients, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let owner = rows.tables.get(&table).map(|row| row.owner);
        let is_told = |webhook: &&WebhookRow| {
            webhook.disabled_ms.is_none()
                && match webhook.table {
                    Some(of) => of == table && owner == Some(webhook.owner),
                    None => seated.contains(&webhook.owner),
                }
        };
        let told = |webhook: &WebhookRow| WebhookOfTable {
            webhook: webhook.id,
            owner: webhook.owner,
            of_table: webhook.table.is_some(),
        };
        let wants = |one: &&MailPreferences| {
            let confirmed = one.confirmed.as_deref();
            one.turns
                && seated.contains(&one.player)
                && confirmed.is_some_and(|email| rows.has_email(one.player, email))
        };
        let mail =
            rows.notifications.mailings.values().filter(wants).map(|one| one.player).collect();
        let webhooks = rows.notifications.webhooks.values().filter(is_told).map(told).collect();
        Ok(Recipients { webhooks, mail })
    }

    async fn tell(
        &self,
        notifications: &[NotificationRow],
        most: u32,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let mut has_added = false;
        for notification in notifications {
            let account = rows.players.get(&notification.player);
            let is_there = account.is_some_and(|account| account.deleted_ms.is_none());
            has_added |= is_there && rows.notifications.tell(notification, most);
        }
        Ok(has_added)
    }

    async fn claim(&self, claim: &Claim) -> Result<Vec<NotificationRow>, JournalError> {
        self.before_write().await;
        Ok(self.rows().notifications.claim(claim))
    }

    async fn settle(&self, settled: &Settlement) -> Result<bool, JournalError> {
        self.before_write().await;
        Ok(self.rows().notifications.settle(settled))
    }

    async fn turn_stands(
        &self,
        table: TableId,
        seat: Seat,
        seq: u64,
    ) -> Result<bool, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let is_on = rows.tables.get(&table).is_some_and(|one| one.status == Status::Playing);
        let mut since = rows.entries.range((table, seq.saturating_add(1))..=(table, u64::MAX));
        Ok(is_on && !since.any(|(_, entry)| entry.seat == Some(seat)))
    }
}
