//! The fields of `Mutation` about messages at tables, and for moderators.
//!
//! The log has what moderators do, by ids, and never the text of a message.

use gueridon_graphql::fault::Fault;
use gueridon_host::moderation::ReportDraft;
use gueridon_host::refusal::Code as RefusalCode;
use gueridon_host::timestamp;
use gueridon_journal::talk::Outcome;
use gueridon_journal::{MessageId, PlayerId, ReportId, TableId};
use serde::Deserialize;
use serde_json::Value;

use super::Mutation;
use crate::api::arguments::Id;
use crate::api::refused::NotDone;
use crate::api::results::{PlayerChanged, ReportResolved, Reported, Said};
use crate::api::state::{Context, Fields};

pub(in crate::api) fn register(fields: &mut Fields) {
    fields
        .object::<Mutation>()
        .field("say", say)
        .field("removeMessage", remove_message)
        .field("mute", mute)
        .field("unmute", unmute)
        .field("report", report)
        .field("resolveReport", resolve_report)
        .field("silence", silence);
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SayArguments {
    table: Id<TableId>,
    text: String,
    key: String,
}

async fn say(ctx: Context<'_>, _: &Mutation, arguments: SayArguments) -> Result<Said, NotDone> {
    let me = ctx.me_now().await?;
    let table = arguments.table.or(RefusalCode::UnknownTable)?;
    let message = ctx.host().talk().say(&me, table, &arguments.text, arguments.key).await?;
    Ok(Said(message, me))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RemoveMessageArguments {
    message: Id<MessageId>,
}

async fn remove_message(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: RemoveMessageArguments,
) -> Result<Said, NotDone> {
    let me = ctx.me_now().await?;
    let id = arguments.message.or(RefusalCode::UnknownMessage)?;
    let message = ctx.host().moderation().remove_message(&me, id).await?;
    tracing::info!(by = %me.player.id.0, message = %id.0, "a message was removed");
    Ok(Said(message, me))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MuteArguments {
    player: Id<PlayerId>,
}

async fn mute(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: MuteArguments,
) -> Result<PlayerChanged, NotDone> {
    let me = ctx.me_now().await?;
    let player = arguments.player.or(RefusalCode::UnknownPlayer)?;
    Ok(PlayerChanged(ctx.host().talk().mute(&me, player).await?))
}

async fn unmute(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: MuteArguments,
) -> Result<PlayerChanged, NotDone> {
    let me = ctx.me_now().await?;
    let player = arguments.player.or(RefusalCode::UnknownPlayer)?;
    Ok(PlayerChanged(ctx.host().talk().unmute(&me, player).await?))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ReportArguments {
    player: Id<PlayerId>,
    reason: String,
    table: Option<Id<TableId>>,
    message: Option<Id<MessageId>>,
}

async fn report(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: ReportArguments,
) -> Result<Reported, NotDone> {
    let me = ctx.me_now().await?;
    let ReportArguments { player, reason, table, message } = arguments;
    let draft = ReportDraft {
        player: player.or(RefusalCode::UnknownPlayer)?,
        table: table.map(|table| table.or(RefusalCode::UnknownTable)).transpose()?,
        message: message.map(|message| message.or(RefusalCode::UnknownMessage)).transpose()?,
        reason,
    };
    Ok(Reported(ctx.host().moderation().report(&me, draft).await?.id))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ResolveReportArguments {
    id: Id<ReportId>,
    outcome: Outcome,
    note: String,
}

async fn resolve_report(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: ResolveReportArguments,
) -> Result<ReportResolved, NotDone> {
    let me = ctx.me_now().await?;
    let ResolveReportArguments { id, outcome, note } = arguments;
    let id = id.or(RefusalCode::UnknownReport)?;
    let report = ctx.host().moderation().resolve(&me, id, outcome, &note).await?;
    let outcome = outcome.word();
    tracing::info!(by = %me.player.id.0, report = %id.0, outcome, "a report was resolved");
    Ok(ReportResolved::of(report, me))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SilenceArguments {
    player: Id<PlayerId>,
    /// A `Time`, which the executor accepts as any JSON.
    until: Option<Value>,
}

async fn silence(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: SilenceArguments,
) -> Result<PlayerChanged, NotDone> {
    let me = ctx.me_now().await?;
    let wrong = || Fault::bad_input("until: not a Time, such as 2027-01-31T18:00:00Z");
    let read = |until: Value| until.as_str().and_then(timestamp::from_rfc3339).ok_or_else(wrong);
    let until_ms = arguments.until.map(read).transpose()?;
    let player = arguments.player.or(RefusalCode::UnknownPlayer)?;
    let silenced = ctx.host().moderation().silence(&me, player, until_ms).await?;
    let until = until_ms.map(timestamp::rfc3339);
    tracing::info!(by = %me.player.id.0, player = %player.0, until, "a player was silenced");
    Ok(PlayerChanged(silenced))
}
