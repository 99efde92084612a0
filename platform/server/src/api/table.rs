//! The type `Table`: a table as somebody sees it.
//!
//! A table is looked at only when a field needs it. Everything that is the same for all who look at the
//! same entry is answered the same whenever they do: what is sent to one subscriber may be sent to
//! others.

mod game_view;
mod object;

use std::sync::Arc;

use gueridon_game::Seats;
use gueridon_graphql::document::plan::Selected;
use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::{ObjectType, Value};
use gueridon_host::host::TableStatus;
use gueridon_host::timestamp::rfc3339;
use serde_json::{Value as JsonValue, json};

use super::arguments::{LanguageArguments, PageArguments};
use super::connection::{self, Node, PageInfo, bad_cursor, page_size};
use super::entry::entry_json;
use super::game::GameObject;
use super::message::{self, MessagesArguments};
use super::player::{player_json, sitter_json};
use super::refused::fault;
use super::seat::{proposal_json, seat_json};
use super::settings::settings_json;
use super::state::{Context, Fields};
use game_view::json_text;

pub(super) use game_view::{legal_moves, view_json};
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
        .property("id", |table| Json(table.id))
        .field("game", game)
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
        .field("seat", seat)
        .field("seq", seq)
        .field("since", since)
        .field("toAct", to_act)
        .field("prompt", prompt)
        .field("view", view)
        .field("moves", moves)
        .field("score", score)
        .field("result", result)
        .property("spectators", |table| Json(table.state.host.watching().spectators(table.id)))
        .field("isPaused", is_paused)
        .field("proposal", proposal)
        .field("closedReason", closed_reason)
        .field("endedAt", ended_at)
        .field("entries", entries)
        .field("messages", messages);
    connection::register::<TableObject>(fields);
    fields.json(&["LegalMove", "Score", "SeatScore", "ScoreLine"]);
}

async fn game(_: Context<'_>, table: &TableObject) -> Result<Option<GameObject>, Fault> {
    Ok(table.state.game(&table.info().await?.game).cloned().map(GameObject))
}

async fn status(_: Context<'_>, table: &TableObject) -> Result<Json<&'static str>, Fault> {
    Ok(Json(match &table.info().await?.state {
        TableStatus::Open => "OPEN",
        TableStatus::Playing => "PLAYING",
        TableStatus::Over => "OVER",
        TableStatus::Closed { .. } => "CLOSED",
        TableStatus::Stopped { .. } => "STOPPED",
    }))
}

async fn stopped_reason(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    match &table.info().await?.state {
        TableStatus::Stopped { reason } => Value::of(reason),
        _ => Ok(Value::Null),
    }
}

async fn options(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    let info = table.info().await?;
    match (&info.options, table.state.game(&info.game)) {
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
    if let Some(player) = sits.and_then(|one| sitter_json(&one.who)) {
        return Ok(Json(Some(player)));
    }
    let owner = table.state.host.lobby().player_by(Some(info.owner), None).await.map_err(fault)?;
    Ok(Json(owner.as_ref().map(player_json)))
}

async fn invite_code(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    let code = table.state.host.lobby().invite_code(table.id, table.viewer).await;
    Value::of(&code.map_err(fault)?)
}

async fn rematch(_: Context<'_>, table: &TableObject) -> Result<Option<TableObject>, Fault> {
    let next = table.state.host.lobby().rematch_of(table.id, table.viewer).await.map_err(fault)?;
    Ok(next.map(|next| TableObject::listed(table.state.clone(), Arc::new(next), table.viewer)))
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
    Ok(Json(match &table.info().await?.state {
        TableStatus::Closed { why } => Some(why.word()),
        _ => None,
    }))
}

async fn seats(ctx: Context<'_>, table: &TableObject) -> Result<Json<Vec<JsonValue>>, Fault> {
    let id = ctx.types.find("Seat").expect("the platform has this type");
    let info = table.info().await?;
    let mut asked = ctx.field.fields(id).iter();
    // Only these need the table to be loaded.
    let is_live = |field: &Selected| matches!(&*field.name, "toAct" | "condition" | "clock");
    let look = if asked.any(is_live) { table.any_look().await.ok() } else { None };
    Ok(Json((0..info.seats).map(|seat| seat_json(info, look, gueridon_game::Seat(seat))).collect()))
}

async fn seat(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    Value::of(&table.any_look().await?.seat)
}

async fn seq(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    Value::of(&table.any_look().await?.seq)
}

async fn since(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    Value::of(&table.any_look().await?.since)
}

async fn to_act(_: Context<'_>, table: &TableObject) -> Result<Json<Seats>, Fault> {
    Ok(Json(table.any_look().await?.seen.as_ref().map(|seen| seen.to_act).unwrap_or_default()))
}

async fn prompt(
    _: Context<'_>,
    table: &TableObject,
    arguments: LanguageArguments,
) -> Result<Value, Fault> {
    let seen = table.look(arguments.language).await?.seen.as_ref();
    // Where nothing is asked, the host leaves it empty.
    Value::of(&seen.map(|seen| &seen.prompt).filter(|prompt| !prompt.is_empty()))
}

async fn view(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    let look = table.any_look().await?;
    let Some(seen) = &look.seen else { return Ok(Value::Null) };
    let prefix = table.game(&look.table.game)?.prefix.clone();
    Ok(Value::OfPart { prefix, text: view_json(seen)? })
}

async fn moves(
    _: Context<'_>,
    table: &TableObject,
    arguments: LanguageArguments,
) -> Result<Value, Fault> {
    let look = table.look(arguments.language).await?;
    match &look.seen {
        Some(seen) => legal_moves(seen, &look.table.game),
        None => Ok(Value::Json("[]".into())),
    }
}

async fn score(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    Value::of(&table.any_look().await?.seen.as_ref().map(|seen| &seen.score))
}

/// The final score, as the journal has it.
async fn result(_: Context<'_>, table: &TableObject) -> Result<Value, Fault> {
    let info = match &table.listed {
        Some(info) => info,
        None => table.in_journal().await?,
    };
    Value::of(&info.result(table.viewer))
}

async fn is_paused(_: Context<'_>, table: &TableObject) -> Json<bool> {
    // Where the table cannot be followed, nobody can go on anyway.
    let standing = table.any_look().await.ok().and_then(|look| look.standing.as_ref());
    Json(standing.is_some_and(|standing| standing.is_paused))
}

async fn proposal(_: Context<'_>, table: &TableObject) -> Result<Json<Option<JsonValue>>, Fault> {
    let standing = table.any_look().await?.standing.as_ref();
    Ok(Json(standing.and_then(|standing| standing.proposed.as_ref()).map(proposal_json)))
}

async fn entries(
    _: Context<'_>,
    table: &TableObject,
    arguments: PageArguments,
) -> Result<Value, Fault> {
    let first = page_size(arguments.first)?;
    let after = match arguments.after {
        Some(cursor) => cursor.parse().map_err(|_| bad_cursor(&cursor))?,
        None => 0,
    };
    let found = table.state.host.watching().entries(table.id, table.viewer, after, first + 1).await;
    let mut found = found.map_err(fault)?;
    let page = PageInfo::cut(&mut found, first, after > 0, |entry| entry.seq.to_string());
    let prefix = table.prefix().await?;
    let seated = &table.info().await?.seated;
    let nodes: Vec<String> =
        found.iter().map(|entry| entry_json(entry, seated)).collect::<Result<_, _>>()?;
    let edges: Vec<String> = found
        .iter()
        .zip(&nodes)
        .map(|(entry, node)| format!("{{\"cursor\":\"{}\",\"node\":{node}}}", entry.seq))
        .collect();
    let page = json_text(&page)?;
    let (edges, nodes) = (edges.join(","), nodes.join(","));
    let text = format!("{{\"edges\":[{edges}],\"nodes\":[{nodes}],\"pageInfo\":{page}}}");
    Ok(Value::OfPart { prefix, text })
}

async fn messages(
    _: Context<'_>,
    table: &TableObject,
    arguments: MessagesArguments,
) -> Result<Json<JsonValue>, Fault> {
    message::page(&table.state.host, table.id, table.viewer, arguments).await.map(Json)
}
