//! Webhooks, mail and notifications.

use gueridon_game::{Language, Seat};

use super::{Bytes32, Number, from_row, row};
use crate::{
    JournalError, MailPreferences, NotificationId, NotificationKind, NotificationRow, PlayerId,
    TableId, WebhookId, WebhookOfTable, WebhookRow, WebhookSecret,
};

/// The word under which a journal keeps a language.
pub(crate) const fn word(language: Language) -> &'static str {
    match language {
        Language::En => "EN",
        Language::Fr => "FR",
    }
}

row! {
    /// A row of `webhooks`.
    struct WebhookColumns {
        id: WebhookId,
        owner: PlayerId,
        table_id: Option<TableId>,
        url: String,
        secret: Bytes32,
        created_ms: i64,
        failing_ms: Option<i64>,
        fault: Option<String>,
        disabled_ms: Option<i64>,
    }
}

impl From<WebhookColumns> for WebhookRow {
    fn from(row: WebhookColumns) -> Self {
        Self {
            id: row.id,
            owner: row.owner,
            table: row.table_id,
            url: row.url,
            secret: WebhookSecret(row.secret.0),
            created_ms: row.created_ms,
            failing_ms: row.failing_ms,
            fault: row.fault,
            disabled_ms: row.disabled_ms,
        }
    }
}

from_row!(WebhookOfTable { webhook, owner, of_table });

row! {
    /// A row of `mailings`.
    struct MailingColumns {
        player: PlayerId,
        turns: bool,
        rest_ms: i64,
        language: Option<String>,
        mailed_ms: Option<i64>,
        confirmed: Option<String>,
    }
}

impl TryFrom<MailingColumns> for MailPreferences {
    type Error = JournalError;

    fn try_from(row: MailingColumns) -> Result<Self, JournalError> {
        let known = |text: String| {
            let found = Language::ALL.into_iter().find(|&language| word(language) == text);
            found.ok_or_else(|| JournalError::Broken(format!("{text} is no language")))
        };
        Ok(Self {
            player: row.player,
            turns: row.turns,
            rest_ms: row.rest_ms,
            language: row.language.map(known).transpose()?,
            mailed_ms: row.mailed_ms,
            confirmed: row.confirmed,
        })
    }
}

row! {
    /// A row of `notices`.
    struct NotificationColumns {
        id: NotificationId,
        player: PlayerId,
        kind: NotificationKind,
        table_id: Option<TableId>,
        seq: Number<u64>,
        seat: Option<Number<u8>>,
        webhook: Option<WebhookId>,
        at_ms: i64,
        due_ms: i64,
        attempts: Number<u32>,
    }
}

impl From<NotificationColumns> for NotificationRow {
    fn from(row: NotificationColumns) -> Self {
        Self {
            id: row.id,
            player: row.player,
            kind: row.kind,
            table: row.table_id,
            seq: row.seq.0,
            seat: row.seat.map(|seat| Seat(seat.0)),
            webhook: row.webhook,
            at_ms: row.at_ms,
            due_ms: row.due_ms,
            attempts: row.attempts.0,
        }
    }
}
