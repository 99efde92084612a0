//! The fields of `Mutation` about webhooks and mail.

use gueridon_game::Language;
use gueridon_host::notifications::MailChange;
use gueridon_host::refusal::Code as RefusalCode;
use gueridon_journal::{TableId, WebhookId};
use serde::Deserialize;

use super::Mutation;
use crate::api::arguments::Id;
use crate::api::refused::NotDone;
use crate::api::results::{
    EmailConfirmed, LetterAsked, MailChanged, WebhookMade, WebhookRemoved, WebhookTested,
};
use crate::api::state::{Context, Fields};

pub(in crate::api) fn register(fields: &mut Fields) {
    fields
        .object::<Mutation>()
        .field("addWebhook", add_webhook)
        .field("removeWebhook", remove_webhook)
        .field("testWebhook", test_webhook)
        .field("setMail", set_mail)
        .field("sendConfirmation", send_confirmation)
        .field("confirmEmail", confirm_email)
        .field("requestPasswordReset", request_password_reset);
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AddWebhookArguments {
    url: String,
    table: Option<Id<TableId>>,
}

async fn add_webhook(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: AddWebhookArguments,
) -> Result<WebhookMade, NotDone> {
    let me = ctx.me_now().await?;
    let table = arguments.table.map(|table| table.or(RefusalCode::UnknownTable)).transpose()?;
    Ok(WebhookMade(ctx.host().notifications().add_webhook(&me, &arguments.url, table).await?))
}

/// The arguments of a field that names a webhook.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct WebhookArguments {
    id: Id<WebhookId>,
}

async fn remove_webhook(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: WebhookArguments,
) -> Result<WebhookRemoved, NotDone> {
    let me = ctx.me_now().await?;
    let id = arguments.id.or(RefusalCode::UnknownWebhook)?;
    ctx.host().notifications().remove_webhook(&me, id).await?;
    Ok(WebhookRemoved())
}

async fn test_webhook(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: WebhookArguments,
) -> Result<WebhookTested, NotDone> {
    let me = ctx.me_now().await?;
    let id = arguments.id.or(RefusalCode::UnknownWebhook)?;
    Ok(WebhookTested(ctx.host().notifications().test_webhook(&me, id).await?))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SetMailArguments {
    turns: Option<bool>,
    rest_minutes: Option<i32>,
    language: Option<Language>,
}

async fn set_mail(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: SetMailArguments,
) -> Result<MailChanged, NotDone> {
    let me = ctx.me_now().await?;
    let SetMailArguments { turns, rest_minutes, language } = arguments;
    let change = MailChange { turns, rest_minutes: rest_minutes.map(i64::from), language };
    Ok(MailChanged(ctx.host().notifications().set_mail(&me, change).await?))
}

async fn send_confirmation(ctx: Context<'_>, _: &Mutation) -> Result<LetterAsked, NotDone> {
    let me = ctx.me_now().await?;
    ctx.host().notifications().send_confirmation(&me, ctx.caller.from).await?;
    Ok(LetterAsked())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ConfirmEmailArguments {
    token: String,
}

/// Needs no token besides its argument.
async fn confirm_email(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: ConfirmEmailArguments,
) -> Result<EmailConfirmed, NotDone> {
    ctx.host().notifications().confirm_email(&arguments.token, ctx.caller.from).await?;
    Ok(EmailConfirmed())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RequestPasswordResetArguments {
    who: String,
}

/// Needs no token.
async fn request_password_reset(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: RequestPasswordResetArguments,
) -> Result<LetterAsked, NotDone> {
    ctx.host().notifications().request_reset(&arguments.who, ctx.caller.from)?;
    Ok(LetterAsked())
}
