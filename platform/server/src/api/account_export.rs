//! The type `AccountExport`: everything that is kept about a player.

use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_journal::talk::{Mute, Report};
use gueridon_journal::{Account, Message, Program};
use serde::Deserialize;
use serde_json::{Value as JsonValue, json};
use std::sync::atomic::Ordering;

use gueridon_graphql::fault::Code;

use super::account::{mail_json, webhook_json};
use super::connection::{PageInfo, cursor, page_size};
use super::refused::fault;
use super::state::{Context, Fields};

pub(super) fn register(fields: &mut Fields) {
    fields.json(&["AccountExport"]);
}

/// The arguments of `Query.exportAccount`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ExportArguments {
    first: i32,
    after: Option<String>,
    after_message: Option<String>,
}

/// Everything that is kept about the caller.
pub(super) async fn export(
    ctx: Context<'_>,
    arguments: ExportArguments,
) -> Result<Json<JsonValue>, Fault> {
    let me = ctx.me()?;
    if ctx.is_exported.swap(true, Ordering::Relaxed) {
        let message = "exportAccount can be asked for once in a request";
        return Err(Fault::over_limit(Code::TOO_COSTLY, message, 2, 1));
    }
    let first = page_size(arguments.first)?;
    let before = cursor(arguments.after.as_deref())?;
    let after = cursor(arguments.after_message.as_deref())?;
    let export = ctx.host().people().export(me.player.id, before, first, after).await;
    let export = export.map_err(fault)?;
    let Account { player, email, role, registered_ms, .. } = &export.account;
    let tokens = export.tokens.iter().map(|token| {
        json!({
            "id": token.id.0, "purpose": token.purpose, "label": token.label,
            "scopes": token.scopes.iter().collect::<Vec<_>>(), "client": token.client,
            "createdMs": token.created_ms, "usedMs": token.used_ms,
            "expiresMs": token.expires_ms,
        })
    });
    let data = json!({
        "account": {
            "id": player.id, "name": player.name, "standing": player.standing, "role": role,
            "email": email, "createdMs": player.created_ms, "registeredMs": registered_ms,
            "silencedUntilMs": export.silenced_until_ms,
        },
        "tokens": tokens.collect::<Vec<_>>(),
        "programs": export.programs.iter().map(exported_program).collect::<Vec<_>>(),
        "webhooks": export.webhooks.iter().map(webhook_json).collect::<Vec<_>>(),
        "mail": mail_json(&export.mail),
        "tables": export.tables,
        "messages": export.messages.iter().map(exported_message).collect::<Vec<_>>(),
        "mutes": export.mutes.iter().map(exported_mute).collect::<Vec<_>>(),
        "reports": export.reports.iter().map(exported_report).collect::<Vec<_>>(),
    });
    let page = PageInfo {
        has_next_page: export.has_more,
        has_previous_page: before.is_some(),
        start_cursor: export.tables.first().map(|table| table.id.to_string()),
        end_cursor: export.tables.last().map(|table| table.id.to_string()),
    };
    let messages = PageInfo {
        has_next_page: export.has_more_messages,
        has_previous_page: after.is_some(),
        start_cursor: export.messages.first().map(|message| message.id.to_string()),
        end_cursor: export.messages.last().map(|message| message.id.to_string()),
    };
    Ok(Json(json!({ "data": data, "pageInfo": page, "messagePageInfo": messages })))
}

/// A message for the player who wrote it.
fn exported_message(message: &Message) -> JsonValue {
    json!({
        "id": message.id, "table": message.table, "atMs": message.at_ms, "text": message.text,
        "removedMs": message.removed.as_ref().map(|removed| removed.at_ms),
    })
}

/// A program for its owner.
fn exported_program(program: &Program) -> JsonValue {
    let offer = program.ready.as_ref().map(|ready| &ready.offer);
    let offer = offer.and_then(|text| serde_json::from_str::<JsonValue>(text).ok());
    json!({
        "player": program.player.id, "name": program.player.name,
        "createdMs": program.player.created_ms, "offMs": program.off_ms, "offer": offer,
    })
}

/// A player whom another has muted.
fn exported_mute(mute: &Mute) -> JsonValue {
    json!({ "player": mute.player.id, "atMs": mute.at_ms })
}

/// A report for the player who made it.
fn exported_report(report: &Report) -> JsonValue {
    json!({
        "id": report.id, "player": report.player.id, "table": report.table,
        "message": report.message, "reason": report.reason, "atMs": report.at_ms,
        "isResolved": report.resolution.is_some(),
    })
}
