//! The interface `Node`: an object found by its id alone.
//!
//! An id does not contain the type of its object, so the journal is asked for one type after the
//! other, the most frequent first.

use std::sync::Arc;

use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::{IntoValue, Json};
use gueridon_graphql::value::Value;
use gueridon_host::host::{LONGEST_PAGE, Perspective, Viewer};
use gueridon_host::people::Identity;
use gueridon_host::refusal::{Answer, Failure};
use gueridon_journal::{MessageId, PlayerId, ReportId, Role, Scope, TableId, TokenId, WebhookId};
use serde::Deserialize;
use serde_json::Value as JsonValue;

use super::account::{token_json, webhook_json};
use super::game::GameObject;
use super::message::shown_message;
use super::player;
use super::query::Query;
use super::refused::fault;
use super::report::ReportObject;
use super::state::{Context, Fields};
use super::table::TableObject;

/// The most ids in one field.
const MOST: usize = 100;

pub(super) fn register(fields: &mut Fields) {
    fields.object::<Query>().field("node", node).field("nodes", nodes);
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NodeArguments {
    id: String,
}

async fn node(ctx: Context<'_>, _: &Query, arguments: NodeArguments) -> Result<Value, Fault> {
    find(ctx, &arguments.id).await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NodesArguments {
    ids: Vec<String>,
}

async fn nodes(
    ctx: Context<'_>,
    _: &Query,
    arguments: NodesArguments,
) -> Result<Vec<Value>, Fault> {
    if arguments.ids.len() > MOST {
        return Err(Fault::bad_input(format!("ids has at most {MOST} items")));
    }
    let mut found = Vec::with_capacity(arguments.ids.len());
    for id in &arguments.ids {
        found.push(find(ctx, id).await?);
    }
    Ok(found)
}

/// The object with this id, as the caller may see it.
async fn find(ctx: Context<'_>, id: &str) -> Result<Value, Fault> {
    // Ids in the journal are UUIDs; those of games are words.
    let Ok(TableId(id)) = id.parse() else {
        return ctx.state.game(id).cloned().map(GameObject).into_value();
    };
    let viewer = ctx.caller.viewer(Perspective::Own);
    if let Some(table) = seen(ctx.host().lobby().table(TableId(id), viewer).await)? {
        return TableObject::listed(ctx.state.clone(), Arc::new(table), viewer).into_value();
    }
    if let Some(account) = seen(ctx.host().people().accounts().account(PlayerId(id)).await)? {
        return typed("Player", player::shown(ctx.host(), &account.player).await?);
    }
    let message = ctx.host().talk().message(MessageId(id), viewer).await.map_err(fault)?;
    if let Some(message) = message {
        return typed("Message", shown_message(ctx.host(), &message, viewer).await?);
    }
    match &ctx.caller.known {
        Some(me) if me.scopes.has(Scope::Account) => find_own(ctx, me, TokenId(id)).await,
        _ => Ok(Value::Null),
    }
}

/// The object with this id, among those that only their owner or moderators may see.
async fn find_own(ctx: Context<'_>, me: &Arc<Identity>, id: TokenId) -> Result<Value, Fault> {
    let player = me.player.id;
    let most = u32::try_from(LONGEST_PAGE).unwrap_or(u32::MAX);
    let tokens = ctx.host().people().accounts().tokens(player, None, most).await.map_err(fault)?;
    if let Some(token) = tokens.iter().find(|token| token.id == id) {
        return typed("Token", token_json(token, Some(me.token)));
    }
    let webhooks = ctx.host().notifications().webhooks(player).await.map_err(fault)?;
    if let Some(webhook) = webhooks.iter().find(|webhook| webhook.id == WebhookId(id.0)) {
        return typed("Webhook", webhook_json(webhook));
    }
    if Viewer::from(&**me).role < Role::Moderator {
        return Ok(Value::Null);
    }
    let report = ctx.host().moderation().report_by_id(me, ReportId(id.0)).await.map_err(fault)?;
    let report = report.map(Arc::new);
    report.map(|report| ReportObject { moderator: me.clone(), report }).into_value()
}

/// What was found; none if the caller is refused, so that the answer does not show that it exists.
fn seen<T>(found: Answer<T>) -> Result<Option<T>, Fault> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Failure::Refused(_)) => Ok(None),
        Err(failure) => Err(fault(failure)),
    }
}

/// An object as JSON with its type name, which cannot be told from the interface.
fn typed(type_name: &'static str, mut object: JsonValue) -> Result<Value, Fault> {
    object["__typename"] = type_name.into();
    Json(object).into_value()
}
