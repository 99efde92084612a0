//! The type `Report`: what a player told the moderators about another.

use std::sync::Arc;

use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::{ObjectType, Value};
use gueridon_host::host::Viewer;
use gueridon_host::people::Identity;
use gueridon_host::refusal::{Code as RefusalCode, Failure};
use gueridon_host::timestamp::rfc3339;
use gueridon_journal::talk::Report;
use serde_json::Value as JsonValue;

use super::connection::{self, Node};
use super::message::shown_message;
use super::player::{person_json, shown};
use super::refused::fault;
use super::state::{Context, Fields};
use super::table::TableObject;

/// A report as a moderator sees it.
#[derive(Clone)]
pub(super) struct ReportObject {
    pub(super) moderator: Arc<Identity>,
    pub(super) report: Arc<Report>,
}

impl ObjectType for ReportObject {
    const NAME: &'static str = "Report";
}

impl Node for ReportObject {
    const CONNECTION: &'static str = "ReportConnection";
    const EDGE: &'static str = "ReportEdge";
}

pub(super) fn register(fields: &mut Fields) {
    fields
        .object::<ReportObject>()
        .property("id", |one| Json(one.report.id))
        .property("status", |one| {
            Json(if one.report.resolution.is_some() { "RESOLVED" } else { "OPEN" })
        })
        .field("player", player)
        .field("reporter", reporter)
        .property("reason", |one| Value::of(&one.report.reason))
        .property("at", |one| Json(rfc3339(one.report.at_ms)))
        .field("table", table)
        .field("message", message)
        .property("text", |one| Value::of(&one.report.text))
        .property("outcome", |one| {
            Json(one.report.resolution.as_ref().map(|resolution| resolution.outcome))
        })
        .property("note", |one| {
            Value::of(&one.report.resolution.as_ref().map(|resolution| &resolution.note))
        })
        .property("resolvedBy", |one| {
            Json(one.report.resolution.as_ref().map(|resolution| person_json(&resolution.by)))
        })
        .property("resolvedAt", |one| {
            Json(one.report.resolution.as_ref().map(|resolution| rfc3339(resolution.at_ms)))
        });
    connection::register::<ReportObject>(fields);
}

async fn player(ctx: Context<'_>, one: &ReportObject) -> Result<Json<JsonValue>, Fault> {
    shown(ctx.host(), &one.report.player).await.map(Json)
}

async fn reporter(ctx: Context<'_>, one: &ReportObject) -> Result<Json<JsonValue>, Fault> {
    shown(ctx.host(), &one.report.reporter).await.map(Json)
}

async fn table(ctx: Context<'_>, one: &ReportObject) -> Result<Option<TableObject>, Fault> {
    let Some(id) = one.report.table else { return Ok(None) };
    let viewer = Viewer::from(&*one.moderator);
    match ctx.host().lobby().table(id, viewer).await {
        Ok(_) => Ok(Some(TableObject::new(ctx.state.clone(), id, viewer))),
        Err(Failure::Refused(refused)) if refused.code == RefusalCode::UnknownTable => Ok(None),
        Err(failure) => Err(fault(failure)),
    }
}

async fn message(ctx: Context<'_>, one: &ReportObject) -> Result<Value, Fault> {
    let Some(id) = one.report.message else { return Ok(Value::Null) };
    let message = ctx.host().moderation().message(&one.moderator, id).await.map_err(fault)?;
    let viewer = Viewer::from(&*one.moderator);
    match message {
        Some(message) => Value::of(&shown_message(ctx.host(), &message, viewer).await?),
        None => Ok(Value::Null),
    }
}
