//! Notifications, and the webhooks and addresses they go to, in a PostgreSQL database.

use async_trait::async_trait;
use gueridon_game::Seat;
use uuid::Uuid;

use super::Postgres;
use super::connection::InTime;
use super::statement::can_be_kept;
use crate::columns::integer;
use crate::columns::notifications::{MailingColumns, NotificationColumns, WebhookColumns};
use crate::writes::NotificationsWrite;
use crate::{
    Claim, Confirmation, JournalError, MailPreferences, NotificationRow, Notifications, PlayerId,
    Precondition, Recipients, Settlement, TableId, TokenHash, WebhookId, WebhookOfTable,
    WebhookRow,
};

#[async_trait]
impl Notifications for Postgres {
    async fn add_webhook(
        &self,
        webhook: &WebhookRow,
        most: u32,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.write(NotificationsWrite::AddWebhook(webhook.clone(), most, precondition.clone()))
            .await
    }

    async fn webhooks(&self, owner: PlayerId) -> Result<Vec<WebhookRow>, JournalError> {
        let rows: Vec<WebhookColumns> =
            sqlx::query_as("select * from webhooks where owner = $1 order by id")
                .bind(owner)
                .fetch_all(&self.pool())
                .in_time()
                .await?;
        Ok(rows.into_iter().map(WebhookRow::from).collect())
    }

    async fn webhook(&self, id: WebhookId) -> Result<Option<WebhookRow>, JournalError> {
        let row: Option<WebhookColumns> = sqlx::query_as("select * from webhooks where id = $1")
            .bind(id)
            .fetch_optional(&self.pool())
            .in_time()
            .await?;
        Ok(row.map(WebhookRow::from))
    }

    async fn remove_webhook(
        &self,
        owner: PlayerId,
        id: WebhookId,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.write(NotificationsWrite::RemoveWebhook(owner, id, precondition.clone())).await
    }

    async fn mailing(&self, player: PlayerId) -> Result<MailPreferences, JournalError> {
        let row: Option<MailingColumns> =
            sqlx::query_as("select * from mailings where player = $1")
                .bind(player)
                .fetch_optional(&self.pool())
                .in_time()
                .await?;
        row.map_or_else(|| Ok(MailPreferences::new(player)), MailPreferences::try_from)
    }

    async fn set_mailing(
        &self,
        mailing: &MailPreferences,
        precondition: &Precondition,
    ) -> Result<bool, JournalError> {
        self.write(NotificationsWrite::SetMailing(mailing.clone(), precondition.clone())).await
    }

    async fn ask_to_confirm(&self, asked: &Confirmation) -> Result<bool, JournalError> {
        self.write(NotificationsWrite::AskToConfirm(asked.clone())).await
    }

    async fn confirm(&self, hash: TokenHash, now_ms: i64) -> Result<bool, JournalError> {
        self.write(NotificationsWrite::Confirm(hash, now_ms)).await
    }

    async fn confirmed(&self, email: &str) -> Result<Vec<PlayerId>, JournalError> {
        if !can_be_kept(email) {
            return Ok(Vec::new());
        }
        let confirmed = sqlx::query_scalar(
            "select player from mailings join players on players.id = player
             where lower(confirmed) = lower($1 collate \"C\") and confirmed = email and standing = 'REGISTERED'
             order by player limit 10",
        );
        Ok(confirmed.bind(email).fetch_all(&self.pool()).in_time().await?)
    }

    async fn receivers(
        &self,
        table: TableId,
        seated: &[PlayerId],
    ) -> Result<Recipients, JournalError> {
        let seated: Vec<Uuid> = seated.iter().map(|player| player.0).collect();
        let webhooks: Vec<WebhookOfTable> = sqlx::query_as(
            "select id as webhook, owner, table_id is not null as of_table from webhooks
             where disabled_ms is null
               and ((table_id = $1 and owner = (select owner from tables where id = $1))
                    or (table_id is null and owner = any($2)))
             order by id",
        )
        .bind(table)
        .bind(&seated)
        .fetch_all(&self.pool())
        .in_time()
        .await?;
        let mail = sqlx::query_scalar(
            "select player from mailings join players on players.id = player
             where turns and confirmed = email and player = any($1) order by player",
        );
        let mail = mail.bind(&seated).fetch_all(&self.pool()).in_time().await?;
        Ok(Recipients { webhooks, mail })
    }

    async fn tell(
        &self,
        notifications: &[NotificationRow],
        most: u32,
    ) -> Result<bool, JournalError> {
        self.write(NotificationsWrite::Add(notifications.to_vec(), most)).await
    }

    async fn claim(&self, claim: &Claim) -> Result<Vec<NotificationRow>, JournalError> {
        // Usually nothing is due, and then nothing is written.
        let due = sqlx::query(
            "select 1 from notices where due_ms <= $1 and claimed_until_ms <= $1 limit 1",
        );
        let due = due.bind(claim.now_ms).fetch_optional(&self.pool()).in_time().await?;
        if due.is_none() || !self.write(NotificationsWrite::Claim(*claim)).await? {
            return Ok(Vec::new());
        }
        let claimed: Vec<NotificationColumns> =
            sqlx::query_as("select * from notices where claim = $1 order by id")
                .bind(claim.id)
                .fetch_all(&self.pool())
                .in_time()
                .await?;
        Ok(claimed.into_iter().map(NotificationRow::from).collect())
    }

    async fn settle(&self, settled: &Settlement) -> Result<bool, JournalError> {
        self.write(NotificationsWrite::Settle(settled.clone())).await
    }

    async fn turn_stands(
        &self,
        table: TableId,
        seat: Seat,
        seq: u64,
    ) -> Result<bool, JournalError> {
        let stands = sqlx::query(
            "select 1 from tables where id = $1 and status = 'PLAYING' and not exists
             (select 1 from entries where table_id = $1 and seq > $2 and seat = $3)",
        );
        let stands = stands.bind(table).bind(integer(seq)).bind(i64::from(seat.0));
        Ok(stands.fetch_optional(&self.pool()).in_time().await?.is_some())
    }
}
