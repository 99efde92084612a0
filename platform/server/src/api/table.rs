//! The type `Table`: a table as the caller sees it now. A field has the same value whether the
//! table comes from a list or from a look.
//!
//! Subscribers share payloads: see `updates::table` before adding a field that depends on more than
//! the entry, the eyes and the arguments.

mod object;

use std::sync::Arc;

use gueridon_game::{Seat, Seats};
use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::{ObjectType, Value};
use gueridon_host::host::TableStatus;
use gueridon_host::refusal::Failure;
use gueridon_host::timestamp::rfc3339;
use serde_json::{Value as JsonValue, json};

use super::analysis::AnalysisObject;
use super::arguments::{LanguageArguments, PageArguments};
use super::connection::{self, Node};
use super::game::GameObject;
use super::looks::{Looks, status_word};
use super::message::{self, MessagesArguments};
use super::player::{owners, owners_at, shown, shown_sitter};
use super::program::decline_json;
use super::refused::fault;
use super::seat::{proposal_json, seat_json};
use super::settings::settings_json;
use super::snapshot::{self, Snapshot, SnapshotArguments};
use super::state::{Context, Fields};

use object::IS_LIVE;
pub(super) use object::TableObject;

impl ObjectType for TableObject {
    const NAME: &'static str = "Table";
}

impl Node for TableObject {
    const CONNECTION: &'static str = "TableConnection";
    const EDGE: &'static str = "TableEdge";
}

pub(super) fn register(fields: &mut Fields) {
    fields
        .object::<TableObject>()
        .property("id", |table| Json(table.looks.id))
        .field("game", game)
        .field("rulesVersion", rules_version)
        .field("status", status)
        .field("stoppedReason", stopped_reason)
        .field("options", options)
        .field("settings", settings)
        .field("owner", owner)
        .field("inviteCode", invite_code)
        .field("rematch", rematch)
        .field("openedAt", opened_at)
        .field("startedAt", started_at)
        .field("seats", seats)
        .field("declines", declines)
        .field("seat", seat)
        .field("seq", seq)
        .field("since", since)
        .field("toAct", to_act)
        .field("prompt", prompt)
        .field("view", view)
        .field("moves", moves)
        .field("score", score)
        .field("result", result)
        .field("stoodIn", stood_in)
        .field("undoable", undoable)
        .property("spectators", |table| {
            Json(table.state().host.watching().spectators(table.looks.id))
        })
        .field("hasHints", has_hints)
        .field("isPaused", is_paused)
        .field("proposal", proposal)
        .field("closedReason", closed_reason)
        .field("endedAt", ended_at)
        .field("entries", entries)
        .field("messages", messages)
        .field("snapshot", snapshot)
        .field("canAnalyse", can_analyse)
        .field("analysis", analysis);
    connection::register::<TableObject>(fields);
    fields.json(&["LegalMove", "Score", "SeatScore", "ScoreLine", "Undoable"]);
}

async fn game(_: Context<'_>, table: &TableObject) -> Result<Option<GameObject>, Fault> {
    Ok(table.state().game(&table.info().await?.game).cloned().map(GameObject))
}

/// None if the build is not open: a look opens it, a list does not.
async fn rules_version(ctx: Context<'_>, table: &TableObject) -> Result<Json<Option<u32>>, Fault> {
    let build = table.info().await?.build;
    Ok(Json(build.and_then(|build| ctx.host().games().rules_version(build))))
}

async fn status(_: Context<'_>, table: &TableObject) -> Result<Json<&'static str>, Fault> {
    let word = status_word(table.status().await?);
    word.map(Json).ok_or_else(|| Fault::internal("the journal has a table that is stopped"))
}

async fn stopped_reason(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    match &table.looks.any().await?.table.state {
        TableStatus::Stopped { reason } => Value::of(reason),
        _ => Ok(Value::Null),
    }
}

async fn options(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    let info = table.info().await?;
    match (&info.options, table.state().game(&info.game)) {
        (JsonValue::Null, Some(game)) => Value::of(&game.options),
        (options, _) => Value::of(&json!({ info.game.as_str(): options })),
    }
}

async fn settings(_: Context<'_>, table: &TableObject) -> Result<Json<JsonValue>, Fault> {
    Ok(Json(settings_json(&table.info().await?.settings)))
}

async fn owner(_: Context<'_>, table: &TableObject) -> Result<Json<Option<JsonValue>>, Fault> {
    let info = table.info().await?;
    let sits = info.seated.iter().find(|one| one.player() == Some(info.owner));
    if let Some(sits) = sits {
        return shown_sitter(&table.state().host, &sits.who).await.map(Json);
    }
    let owner =
        table.state().host.lobby().player_by(Some(info.owner), None).await.map_err(fault)?;
    match owner {
        Some(owner) => Ok(Json(Some(shown(&table.state().host, &owner).await?))),
        None => Ok(Json(None)),
    }
}

async fn invite_code(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    let code = table.state().host.lobby().invite_code(table.looks.id, table.looks.viewer).await;
    Value::of(&code.map_err(fault)?)
}

async fn rematch(_: Context<'_>, table: &TableObject) -> Result<Option<TableObject>, Fault> {
    let Looks { id, viewer, .. } = *table.looks;
    let next = table.state().host.lobby().rematch_of(id, viewer).await.map_err(fault)?;
    Ok(next.map(|next| TableObject::listed(table.state().clone(), Arc::new(next), viewer)))
}

async fn opened_at(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    Value::of(&rfc3339(table.info().await?.created_ms))
}

async fn started_at(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    Value::of(&table.info().await?.started_ms.map(rfc3339))
}

async fn ended_at(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    Value::of(&table.info().await?.ended_ms.map(rfc3339))
}

async fn closed_reason(
    _: Context<'_>,
    table: &TableObject,
) -> Result<Json<Option<&'static str>>, Fault> {
    Ok(Json(match table.status().await? {
        TableStatus::Closed { why } => Some(why.word()),
        _ => None,
    }))
}

async fn seats(ctx: Context<'_>, table: &TableObject) -> Result<Json<Vec<JsonValue>>, Fault> {
    let id = ctx.types.find("Seat").expect("the platform has this type");
    let info = table.info().await?;
    let mut asked = ctx.field.fields(id).iter();
    let look = if asked.any(|field| IS_LIVE.contains(&&*field.name)) {
        table.looks.any().await.ok()
    } else {
        None
    };
    let asks_for_kept = ctx.field.fields(id).iter().any(|field| &*field.name == "keptFor");
    let kept = if asks_for_kept && info.state == TableStatus::Open {
        let lobby = table.state().host.lobby();
        lobby.kept_seats(info.id, info.rematch_of, &info.seated).await.map_err(fault)?
    } else {
        Vec::new()
    };
    let all: Vec<_> = info.seated.iter().chain(&kept).cloned().collect();
    let owners = owners_at(&table.state().host, &all).await?;
    let seats = (0..info.seats).map(|seat| seat_json(info, &owners, look, &kept, Seat(seat)));
    Ok(Json(seats.collect()))
}

/// Why programs do not sit there; nothing of that matters once the game has begun.
async fn declines(_: Context<'_>, table: &TableObject) -> Result<Json<Vec<JsonValue>>, Fault> {
    let host = &table.state().host;
    if table.info().await?.state != TableStatus::Open {
        return Ok(Json(Vec::new()));
    }
    let declines = host.lobby().declines(table.looks.id).await.map_err(fault)?;
    let programs: Vec<_> =
        declines.iter().map(|one| (one.program.id, one.program.standing)).collect();
    let owners = owners(host, &programs).await?;
    Ok(Json(declines.iter().map(|one| decline_json(one, &owners)).collect()))
}

async fn seat(_: Context<'_>, table: &TableObject) -> Result<Json<Option<Seat>>, Fault> {
    table.looks.seat().await.map(Json)
}

async fn seq(_: Context<'_>, table: &TableObject) -> Result<Json<u64>, Fault> {
    table.looks.seq().await.map(Json)
}

async fn since(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    Value::of(&table.looks.any().await?.since)
}

async fn to_act(_: Context<'_>, table: &TableObject) -> Result<Json<Seats>, Fault> {
    table.looks.to_act().await.map(Json)
}

async fn prompt(
    _: Context<'_>,
    table: &TableObject,
    arguments: LanguageArguments,
) -> Result<Value, Fault> {
    Value::of(&table.looks.prompt(arguments.language).await?)
}

async fn view(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    table.looks.view().await
}

async fn moves(
    ctx: Context<'_>,
    table: &TableObject,
    arguments: LanguageArguments,
) -> Result<Value, Fault> {
    table.looks.moves(ctx.field, arguments.language).await
}

async fn score(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    Value::of(&table.looks.score().await?)
}

/// The final score, from the journal.
async fn result(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    Value::of(&table.in_journal().await?.result(table.looks.viewer))
}

/// The seats that a stand-in has mostly played, from the journal.
async fn stood_in(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    // While the game goes on nothing has to be read.
    if *table.status().await? != TableStatus::Over {
        return Ok(Value::Null);
    }
    Value::of(&table.in_journal().await?.stood_in(table.looks.viewer))
}

async fn undoable(_: Context<'_>, table: &TableObject) -> Result<Json<Option<JsonValue>>, Fault> {
    let Looks { id, viewer, .. } = *table.looks;
    let Some(player) = viewer.player else { return Ok(Json(None)) };
    match table.state().host.tables().undoable(id, player).await {
        Ok(undoable) => Ok(Json(undoable.map(|one| json!({"entry": one.entry, "asks": one.asks})))),
        // Who does not play here can take nothing back.
        Err(Failure::Refused(_)) => Ok(Json(None)),
        Err(failure) => Err(fault(failure)),
    }
}

async fn has_hints(_: Context<'_>, table: &TableObject) -> Result<Json<bool>, Fault> {
    Ok(Json(table.info().await?.allows_hints(table.looks.viewer)))
}

async fn is_paused(_: Context<'_>, table: &TableObject) -> Json<bool> {
    // At a table that cannot be loaded, nobody can play anyway.
    let standing = table.looks.standing().await.ok().flatten();
    Json(standing.is_some_and(|standing| standing.is_paused))
}

async fn proposal(_: Context<'_>, table: &TableObject) -> Result<Json<Option<JsonValue>>, Fault> {
    let proposed = table.looks.standing().await?.and_then(|standing| standing.proposed.as_ref());
    Ok(Json(proposed.map(proposal_json)))
}

async fn entries(
    _: Context<'_>,
    table: &TableObject,
    arguments: PageArguments,
) -> Result<Value, Fault> {
    let info = table.info().await?;
    table.looks.entries(&info.game, &info.seated, arguments).await
}

async fn snapshot(
    ctx: Context<'_>,
    table: &TableObject,
    arguments: SnapshotArguments,
) -> Result<Option<Snapshot>, Fault> {
    snapshot::take(ctx, &table.looks, arguments).await
}

async fn can_analyse(_: Context<'_>, table: &TableObject) -> Result<Json<bool>, Fault> {
    let info = table.in_journal().await?;
    let player = table.looks.viewer.player;
    let sat = info.seated.iter().any(|one| player.is_some() && one.player() == player);
    Ok(Json(sat && info.state == TableStatus::Over))
}

async fn analysis(_: Context<'_>, table: &TableObject) -> Result<Option<AnalysisObject>, Fault> {
    let Looks { id, viewer, .. } = *table.looks;
    let stage = table.state().host.analyses().of(id, viewer).await.map_err(fault)?;
    let Some(stage) = stage else { return Ok(None) };
    let names = table.in_journal().await?.names.clone();
    Ok(Some(AnalysisObject { stage, names }))
}

async fn messages(
    _: Context<'_>,
    table: &TableObject,
    arguments: MessagesArguments,
) -> Result<Json<JsonValue>, Fault> {
    let Looks { id, viewer, .. } = *table.looks;
    message::page(&table.state().host, id, viewer, arguments).await.map(Json)
}
