//! The type `Account`: what only the player may see of their account.

use std::sync::Arc;

use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::{ObjectType, Value};
use gueridon_host::notifications::Mail;
use gueridon_host::timestamp::rfc3339;
use gueridon_journal::{Account, PlayerId, TokenId, TokenRow, WebhookRow};
use serde_json::{Value as JsonValue, json};

use super::arguments::PageArguments;
use super::caller::Caller;
use super::connection::{PageInfo, cursor, json_page, one_more, page_size};
use super::message;
use super::player;
use super::program::ProgramObject;
use super::refused::fault;
use super::state::{Context, Fields};

/// The caller's account.
#[derive(Clone)]
pub(super) struct AccountObject {
    pub(super) caller: Caller,
    pub(super) account: Arc<Account>,
}

impl ObjectType for AccountObject {
    const NAME: &'static str = "Account";
}

pub(super) fn register(fields: &mut Fields) {
    fields
        .object::<AccountObject>()
        .field("player", player)
        .property("role", |one| Json(one.account.role))
        .field("email", email)
        .property("createdAt", |one| Json(rfc3339(one.account.player.created_ms)))
        .property("registeredAt", |one| Json(one.account.registered_ms.map(rfc3339)))
        .field("tokens", tokens)
        .field("mutes", mutes)
        .field("silencedUntil", silenced_until)
        .field("webhooks", webhooks)
        .field("mail", mail)
        .field("programs", programs);
    fields.json(&["Token", "TokenConnection", "TokenEdge", "Webhook", "MailSettings"]);
}

impl AccountObject {
    fn player(&self) -> PlayerId {
        self.account.player.id
    }
}

async fn player(ctx: Context<'_>, one: &AccountObject) -> Result<Json<JsonValue>, Fault> {
    player::shown(ctx.host(), &one.account.player).await.map(Json)
}

/// The programs of the player, in the order in which they were made.
async fn programs(ctx: Context<'_>, one: &AccountObject) -> Result<Vec<ProgramObject>, Fault> {
    let programs = ctx.host().programs().of(one.player()).await.map_err(fault)?;
    Ok(programs.into_iter().map(|program| ProgramObject::now(ctx, program)).collect())
}

async fn email(_: Context<'_>, one: &AccountObject) -> Result<Value, Fault> {
    Value::of(&one.account.email)
}

async fn tokens(
    ctx: Context<'_>,
    one: &AccountObject,
    arguments: PageArguments,
) -> Result<Json<JsonValue>, Fault> {
    let first = page_size(arguments.first)?;
    let after = cursor(arguments.after.as_deref())?;
    let found = ctx.host().people().accounts().tokens(one.player(), after, one_more(first)).await;
    let mut found = found.map_err(fault)?;
    let page = PageInfo::cut(&mut found, first, after.is_some(), |token| token.id.to_string());
    let own = one.caller.known.as_ref().map(|known| known.token);
    let node = |token: &TokenRow| (token.id.to_string(), token_json(token, own));
    Ok(Json(json_page(found.iter().map(node).collect(), &page)))
}

async fn mutes(
    ctx: Context<'_>,
    one: &AccountObject,
    arguments: PageArguments,
) -> Result<Json<JsonValue>, Fault> {
    message::mutes(ctx.host(), one.player(), arguments).await.map(Json)
}

async fn silenced_until(
    ctx: Context<'_>,
    one: &AccountObject,
) -> Result<Json<Option<String>>, Fault> {
    let until_ms = ctx.host().talk().silenced_until(one.player()).await.map_err(fault)?;
    Ok(Json(until_ms.map(rfc3339)))
}

async fn webhooks(ctx: Context<'_>, one: &AccountObject) -> Result<Json<Vec<JsonValue>>, Fault> {
    let webhooks = ctx.host().notifications().webhooks(one.player()).await.map_err(fault)?;
    Ok(Json(webhooks.iter().map(webhook_json).collect()))
}

async fn mail(ctx: Context<'_>, one: &AccountObject) -> Result<Json<JsonValue>, Fault> {
    Ok(Json(mail_json(&ctx.host().notifications().mail(one.player()).await.map_err(fault)?)))
}

/// A token without its secret; `own` is the one that came with the request.
pub(super) fn token_json(token: &TokenRow, own: Option<TokenId>) -> JsonValue {
    json!({
        "id": token.id,
        "purpose": token.purpose,
        "scopes": token.scopes.iter().collect::<Vec<_>>(),
        "client": token.client,
        "label": token.label,
        "createdAt": rfc3339(token.created_ms),
        "usedAt": rfc3339(token.used_ms),
        "expiresAt": rfc3339(token.expires_ms),
        "isOwn": own == Some(token.id),
    })
}

/// A webhook without its secret.
pub(super) fn webhook_json(webhook: &WebhookRow) -> JsonValue {
    json!({
        "id": webhook.id,
        "url": webhook.url,
        "tableId": webhook.table,
        "createdAt": rfc3339(webhook.created_ms),
        "failingSince": webhook.failing_ms.map(rfc3339),
        "fault": webhook.fault,
        "disabledAt": webhook.disabled_ms.map(rfc3339),
    })
}

/// A player's settings for mail.
pub(super) fn mail_json(mail: &Mail) -> JsonValue {
    json!({
        "isHere": mail.is_here,
        "isConfirmed": mail.is_confirmed,
        "turns": mail.mailing.turns,
        "restMinutes": mail.mailing.rest_ms / 60_000,
        "language": mail.mailing.language,
    })
}
