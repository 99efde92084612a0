//! Notifications in memory, with the webhooks and addresses they go to.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use crate::{
    Account, Channel, Claim, Confirmation, DeliveryNews, MailPreferences, NotificationId,
    NotificationKind, NotificationRow, PlayerId, Settlement, TableId, WebhookId, WebhookRow,
};

#[derive(Debug, Default)]
pub(super) struct Outbox {
    pub(super) webhooks: BTreeMap<WebhookId, WebhookRow>,
    pub(super) notifications: BTreeMap<NotificationId, StoredNotification>,
    pub(super) mailings: BTreeMap<PlayerId, MailPreferences>,
    pub(super) confirmations: BTreeMap<PlayerId, Confirmation>,
}

#[derive(Debug)]
pub(super) struct StoredNotification {
    pub(super) row: NotificationRow,
    pub(super) claim: Option<Uuid>,
    pub(super) claimed_until_ms: i64,
}

impl StoredNotification {
    /// Whether it has the same id, or says the same to the same player in the same way.
    fn is_same(&self, other: &NotificationRow) -> bool {
        let subject = |row: &NotificationRow| {
            (row.player, row.kind, row.table, row.seq, row.seat, row.webhook)
        };
        self.row.id == other.id || subject(&self.row) == subject(other)
    }
}

impl Outbox {
    /// Deletes what a player no longer has once they have another address or are deleted.
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

    /// Deletes the webhooks and notifications of a table that is deleted.
    pub(super) fn forget_table(&mut self, table: TableId) {
        self.webhooks.retain(|_, webhook| webhook.table != Some(table));
        self.notifications.retain(|_, notification| notification.row.table != Some(table));
        self.forget_orphans();
    }

    /// Deletes the notifications of webhooks that are deleted.
    pub(super) fn forget_orphans(&mut self) {
        let Self { webhooks, notifications, .. } = self;
        notifications
            .retain(|_, one| one.row.webhook.is_none_or(|webhook| webhooks.contains_key(&webhook)));
    }

    pub(super) fn tell(&mut self, notification: &NotificationRow, most: u32) -> bool {
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
                StoredNotification { row: notification.clone(), claim: None, claimed_until_ms: 0 };
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

    pub(super) fn claim(&mut self, claim: &Claim) -> Vec<NotificationRow> {
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

    pub(super) fn settle(&mut self, settled: &Settlement) -> bool {
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
        self.record(&settled.news);
        is_settled
    }

    fn record(&mut self, news: &DeliveryNews) {
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
