//! Notifications and webhooks in memory: how they are read and written.

use std::collections::BTreeSet;

use async_trait::async_trait;
use gueridon_game::Seat;

use super::Memory;
use super::rows::Rows;
use crate::{
    Claim, Confirmation, JournalError, MailPreferences, NotificationRow, Notifications, PlayerId,
    Precondition, Recipients, Settlement, Standing, Status, TableId, TokenHash, WebhookId,
    WebhookOfTable, WebhookRow,
};

impl Rows {
    fn is_registered(&self, player: PlayerId) -> bool {
        let account = self.players.get(&player);
        account.is_some_and(|account| account.player.standing == Standing::Registered)
    }

    /// Whether a player has a name of their own, and may have webhooks.
    fn is_named(&self, player: PlayerId) -> bool {
        self.players.get(&player).is_some_and(|account| account.name_key.is_some())
    }

    fn has_email(&self, player: PlayerId, email: &str) -> bool {
        let account = self.players.get(&player);
        account.is_some_and(|account| account.email.as_deref() == Some(email))
    }

    fn add_webhook(&mut self, webhook: &WebhookRow, most: u32) -> bool {
        let Self { tables, outbox, .. } = self;
        let is_open = |id: TableId| {
            tables.get(&id).filter(|table| table.ended_ms.is_none()).map(|table| table.owner)
        };
        if webhook.table.is_some() {
            let waiting: BTreeSet<_> =
                outbox.notifications.values().filter_map(|one| one.row.webhook).collect();
            outbox.webhooks.retain(|id, other| {
                other.owner != webhook.owner
                    || other.table.is_none_or(|table| is_open(table).is_some())
                    || waiting.contains(id)
            });
        }
        let others = outbox.webhooks.values();
        let alike = others.clone().filter(|other| {
            other.owner == webhook.owner && other.table.is_none() == webhook.table.is_none()
        });
        let is_free = webhook.table.is_none_or(|table| {
            is_open(table) == Some(webhook.owner)
                && others.clone().all(|other| other.table != Some(table))
        });
        let fits = is_free
            && alike.count() < most as usize
            && !outbox.webhooks.contains_key(&webhook.id)
            && self.is_named(webhook.owner);
        if fits {
            self.outbox.webhooks.insert(webhook.id, webhook.clone());
        }
        fits
    }

    fn confirm(&mut self, hash: &TokenHash, now_ms: i64) -> bool {
        let asked = self.outbox.confirmations.values().find(|asked| asked.hash == *hash);
        let asked = asked.filter(|asked| asked.expires_ms > now_ms);
        let asked = asked.filter(|asked| self.has_email(asked.player, &asked.email)).cloned();
        let Some(Confirmation { player, email, .. }) = asked else { return false };
        self.outbox.confirmations.remove(&player);
        let mailing = self.outbox.mailings.entry(player);
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
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        Ok(rows.holds(webhook.owner, precondition) && rows.add_webhook(webhook, most))
    }

    async fn webhooks(&self, owner: PlayerId) -> Result<Vec<WebhookRow>, JournalError> {
        self.before_read().await;
        let rows = self.rows();
        let of = rows.outbox.webhooks.values().filter(|webhook| webhook.owner == owner);
        Ok(of.cloned().collect())
    }

    async fn webhook(&self, id: WebhookId) -> Result<Option<WebhookRow>, JournalError> {
        self.before_read().await;
        Ok(self.rows().outbox.webhooks.get(&id).cloned())
    }

    async fn remove_webhook(
        &self,
        owner: PlayerId,
        id: WebhookId,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let holds = rows.holds(owner, precondition);
        let own = rows.outbox.webhooks.get(&id).is_some_and(|webhook| webhook.owner == owner);
        if holds && own {
            rows.outbox.webhooks.remove(&id);
            rows.outbox.forget_orphans();
        }
        Ok(holds && own)
    }

    async fn mailing(&self, player: PlayerId) -> Result<MailPreferences, JournalError> {
        self.before_read().await;
        let found = self.rows().outbox.mailings.get(&player).cloned();
        Ok(found.unwrap_or_else(|| MailPreferences::new(player)))
    }

    async fn set_mailing(
        &self,
        mailing: &MailPreferences,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.before_write().await;
        let mut rows = self.rows();
        let player = mailing.player;
        let may = rows.holds(player, precondition) && rows.is_registered(player);
        if may {
            let kept = rows.outbox.mailings.entry(player);
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
            rows.outbox.confirmations.insert(asked.player, asked.clone());
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
        let found = rows.outbox.mailings.values().filter(is_theirs);
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
        let mail = rows.outbox.mailings.values().filter(wants).map(|one| one.player).collect();
        let webhooks = rows.outbox.webhooks.values().filter(is_told).map(told).collect();
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
            has_added |= is_there && rows.outbox.tell(notification, most);
        }
        Ok(has_added)
    }

    async fn claim(&self, claim: &Claim) -> Result<Vec<NotificationRow>, JournalError> {
        self.before_write().await;
        Ok(self.rows().outbox.claim(claim))
    }

    async fn settle(&self, settled: &Settlement) -> Result<bool, JournalError> {
        self.before_write().await;
        Ok(self.rows().outbox.settle(settled))
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
