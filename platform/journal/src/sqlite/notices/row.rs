//! What is told, as rows of an SQLite file have it.

use gueridon_game::{Language, Seat};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use uuid::Uuid;

use crate::sqlite::people::unknown;
use crate::sqlite::tables::bytes_32;
use crate::{
    JournalError, Kind, Mailing, NoticeId, NoticeRow, PlayerId, TableId, WebhookId, WebhookRow,
    WebhookSecret,
};

/// The word under which a journal keeps a language.
pub(super) const fn word(language: Language) -> &'static str {
    match language {
        Language::En => "EN",
        Language::Fr => "FR",
    }
}

pub(super) fn webhook(row: &SqliteRow) -> Result<WebhookRow, JournalError> {
    let secret = bytes_32(row.try_get("secret")?)?.unwrap_or_default();
    Ok(WebhookRow {
        id: WebhookId(row.try_get("id")?),
        owner: PlayerId(row.try_get("owner")?),
        table: row.try_get::<Option<Uuid>, _>("table_id")?.map(TableId),
        url: row.try_get("url")?,
        secret: WebhookSecret(secret),
        created_ms: row.try_get("created_ms")?,
        failing_ms: row.try_get("failing_ms")?,
        fault: row.try_get("fault")?,
        disabled_ms: row.try_get("disabled_ms")?,
    })
}

pub(super) fn mailing(row: &SqliteRow) -> Result<Mailing, JournalError> {
    let language: Option<String> = row.try_get("language")?;
    let known = |text: String| {
        let found = Language::ALL.into_iter().find(|&language| word(language) == text);
        found.ok_or_else(|| unknown("language", &text))
    };
    Ok(Mailing {
        player: PlayerId(row.try_get("player")?),
        turns: row.try_get("turns")?,
        rest_ms: row.try_get("rest_ms")?,
        language: language.map(known).transpose()?,
        mailed_ms: row.try_get("mailed_ms")?,
        confirmed: row.try_get("confirmed")?,
    })
}

pub(super) fn notice(row: &SqliteRow) -> Result<NoticeRow, JournalError> {
    let kind: String = row.try_get("kind")?;
    Ok(NoticeRow {
        id: NoticeId(row.try_get("id")?),
        player: PlayerId(row.try_get("player")?),
        kind: Kind::from_word(&kind).ok_or_else(|| unknown("kind", &kind))?,
        table: row.try_get::<Option<Uuid>, _>("table_id")?.map(TableId),
        seq: u64::try_from(row.try_get::<i64, _>("seq")?)
            .map_err(|error| JournalError::Broken(error.to_string()))?,
        seat: row.try_get::<Option<u8>, _>("seat")?.map(Seat),
        webhook: row.try_get::<Option<Uuid>, _>("webhook")?.map(WebhookId),
        at_ms: row.try_get("at_ms")?,
        due_ms: row.try_get("due_ms")?,
        attempts: row.try_get("attempts")?,
    })
}
