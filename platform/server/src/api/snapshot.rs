//! The type `Snapshot`: a table at a past moment, or through other eyes than the caller's. It has
//! no id, since it is not the table.

use std::sync::Arc;

use gueridon_game::{Seat, Seats};
use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::{ObjectType, Value};
use gueridon_host::host::{Perspective, Viewer};
use serde::Deserialize;
use serde_json::Value as JsonValue;

use super::arguments::{LanguageArguments, PageArguments, SeatNumber};
use super::looks::{Looks, status_word};
use super::seat::{proposal_json, seat_snapshot_json};
use super::state::{Context, Fields};

/// A table that was looked at once.
pub(super) struct Snapshot(Looks);

impl ObjectType for Snapshot {
    const NAME: &'static str = "Snapshot";
}

#[derive(Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Sight {
    Own,
    All,
}

/// The arguments of `Table.snapshot`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SnapshotArguments {
    at: Option<i32>,
    sight: Sight,
    seat: Option<SeatNumber>,
}

impl SnapshotArguments {
    fn viewer(&self, caller: Viewer) -> Result<Viewer, Fault> {
        let at = self.at.map(u64::try_from).transpose();
        let at = at.map_err(|_| Fault::bad_input("at is 0 or more"))?;
        let perspective = match (&self.sight, self.seat.map(Seat::from)) {
            (Sight::Own, None) => Perspective::Own,
            (Sight::Own, Some(seat)) => Perspective::Of(seat),
            (Sight::All, None) => Perspective::All,
            (Sight::All, Some(_)) => {
                return Err(Fault::bad_input("eyes that see everything sit at no seat"));
            }
        };
        Ok(Viewer { at, perspective, ..caller })
    }
}

/// A snapshot of a table; none if it has not begun, the caller may not watch, or it does not have
/// that entry yet.
///
/// # Errors
/// When these eyes may not look, or the game failed.
pub(super) async fn take(
    ctx: Context<'_>,
    table: &Looks,
    arguments: SnapshotArguments,
) -> Result<Option<Snapshot>, Fault> {
    let viewer = arguments.viewer(table.viewer)?;
    let looks = Looks::new(Arc::clone(&table.state), table.id, viewer);
    let ty = ctx.types.find("Snapshot").expect("the platform has this type");
    let look = looks.look_for(ctx, ctx.field.fields(ty)).await?;
    let is_there = viewer.at.is_none_or(|at| look.seq == at) && look.seen.is_some();
    Ok(is_there.then_some(Snapshot(looks)))
}

pub(super) fn register(fields: &mut Fields) {
    fields
        .object::<Snapshot>()
        .field("status", status)
        .field("seat", seat)
        .field("seq", seq)
        .field("toAct", to_act)
        .field("prompt", prompt)
        .field("view", view)
        .field("moves", moves)
        .field("score", score)
        .field("seats", seats)
        .field("isPaused", is_paused)
        .field("proposal", proposal)
        .field("entries", entries);
    fields.json(&["SeatSnapshot"]);
}

async fn status(_: Context<'_>, then: &Snapshot) -> Result<Json<Option<&'static str>>, Fault> {
    Ok(Json(status_word(&then.0.any().await?.table.state)))
}

async fn seat(_: Context<'_>, then: &Snapshot) -> Result<Json<Option<Seat>>, Fault> {
    then.0.seat().await.map(Json)
}

async fn seq(_: Context<'_>, then: &Snapshot) -> Result<Json<u64>, Fault> {
    then.0.seq().await.map(Json)
}

async fn to_act(_: Context<'_>, then: &Snapshot) -> Result<Json<Seats>, Fault> {
    then.0.to_act().await.map(Json)
}

async fn prompt(
    _: Context<'_>,
    then: &Snapshot,
    arguments: LanguageArguments,
) -> Result<Value, Fault> {
    Value::of(&then.0.prompt(arguments.language).await?)
}

async fn view(_: Context<'_>, then: &Snapshot) -> Result<Value, Fault> {
    then.0.view().await
}

async fn moves(
    ctx: Context<'_>,
    then: &Snapshot,
    arguments: LanguageArguments,
) -> Result<Value, Fault> {
    then.0.moves(ctx.field, arguments.language).await
}

async fn score(_: Context<'_>, then: &Snapshot) -> Result<Value, Fault> {
    Value::of(&then.0.score().await?)
}

async fn seats(_: Context<'_>, then: &Snapshot) -> Result<Json<Vec<JsonValue>>, Fault> {
    let (seats, standing) = (then.0.any().await?.table.seats, then.0.standing().await?);
    Ok(Json((0..seats).map(|seat| seat_snapshot_json(standing, Seat(seat))).collect()))
}

async fn is_paused(_: Context<'_>, then: &Snapshot) -> Result<Json<bool>, Fault> {
    Ok(Json(then.0.standing().await?.is_some_and(|standing| standing.is_paused)))
}

async fn proposal(_: Context<'_>, then: &Snapshot) -> Result<Json<Option<JsonValue>>, Fault> {
    let proposed = then.0.standing().await?.and_then(|standing| standing.proposed.as_ref());
    Ok(Json(proposed.map(proposal_json)))
}

async fn entries(
    _: Context<'_>,
    then: &Snapshot,
    arguments: PageArguments,
) -> Result<Value, Fault> {
    let table = &then.0.any().await?.table;
    then.0.entries(&table.game, &table.seated, arguments).await
}
