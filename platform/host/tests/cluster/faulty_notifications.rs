//! Notifications, passed through without faults of their own: the tests of tables send none.

use async_trait::async_trait;
use gueridon_game::Seat;
use gueridon_journal::{
    Claim, Confirmation, JournalError, MailPreferences, NotificationRow, Notifications, PlayerId,
    Precondition, Recipients, Settlement, TableId, TokenHash, WebhookId, WebhookRow,
};

use crate::faults::Faulty;

#[async_trait]
impl Notifications for Faulty {
    async fn add_webhook(
        &self,
        webhook: &WebhookRow,
        most: u32,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.truth.add_webhook(webhook, most, precondition).await
    }

    async fn webhooks(&self, owner: PlayerId) -> Result<Vec<WebhookRow>, JournalError> {
        self.truth.webhooks(owner).await
    }

    async fn webhook(&self, id: WebhookId) -> Result<Option<WebhookRow>, JournalError> {
        self.truth.webhook(id).await
    }

    async fn remove_webhook(
        &self,
        owner: PlayerId,
        id: WebhookId,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.truth.remove_webhook(owner, id, precondition).await
    }

    async fn mailing(&self, player: PlayerId) -> Result<MailPreferences, JournalError> {
        self.truth.mailing(player).await
    }

    async fn set_mailing(
        &self,
        mailing: &MailPreferences,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.truth.set_mailing(mailing, precondition).await
    }

    async fn ask_to_confirm(&self, asked: &Confirmation) -> Result<bool, JournalError> {
        self.truth.ask_to_confirm(asked).await
    }

    async fn confirm(&self, hash: TokenHash, now_ms: i64) -> Result<bool, JournalError> {
        self.truth.confirm(hash, now_ms).await
    }

    async fn confirmed(&self, email: &str) -> Result<Vec<PlayerId>, JournalError> {
        self.truth.confirmed(email).await
    }

    async fn receivers(
        &self,
        table: TableId,
        seated: &[PlayerId],
    ) -> Result<Recipients, JournalError> {
        self.truth.receivers(table, seated).await
    }

    async fn tell(
        &self,
        notifications: &[NotificationRow],
        most: u32,
    ) -> Result<bool, JournalError> {
        self.truth.tell(notifications, most).await
    }

    async fn claim(&self, claim: &Claim) -> Result<Vec<NotificationRow>, JournalError> {
        self.truth.claim(claim).await
    }

    async fn settle(&self, settled: &Settlement) -> Result<bool, JournalError> {
        self.truth.settle(settled).await
    }

    async fn turn_stands(
        &self,
        table: TableId,
        seat: Seat,
        seq: u64,
    ) -> Result<bool, JournalError> {
        self.truth.turn_stands(table, seat, seq).await
    }
}
