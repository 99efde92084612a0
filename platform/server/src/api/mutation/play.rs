//! The field `Mutation.play`.

use std::time::Instant;

use gueridon_host::host::Perspective;
use gueridon_host::refusal::Code as RefusalCode;
use gueridon_journal::TableId;
use serde::Deserialize;

use super::Mutation;
use crate::api::arguments::Id;
use crate::api::refused::NotDone;
use crate::api::results::{self, Played};
use crate::api::state::{Context, Fields};
use crate::api::steps::{self, Step};

pub(in crate::api) fn register(fields: &mut Fields) {
    fields.object::<Mutation>().field("play", play);
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PlayArguments {
    table: Id<TableId>,
    since: i32,
    key: String,
    steps: Vec<Step>,
}

async fn play(ctx: Context<'_>, _: &Mutation, arguments: PlayArguments) -> Result<Played, NotDone> {
    let played = try_to_play(&ctx, arguments).await;
    if let Err(NotDone::Failure(failure)) = &played {
        ctx.host().metrics().plays.refused(failure);
    }
    played
}

async fn try_to_play(ctx: &Context<'_>, arguments: PlayArguments) -> Result<Played, NotDone> {
    let PlayArguments { table, since, key, steps } = arguments;
    let caller = ctx.caller_now().await?;
    let me = caller.known()?.player.id;
    let id = table.or(RefusalCode::UnknownTable)?;
    let viewer = caller.viewer(Perspective::Own);
    let steps = steps::of_game(&ctx.state, id, viewer, steps).await?;
    // A negative number becomes an entry that is never written, at which no seat was asked
    // anything.
    let since = u64::try_from(since).unwrap_or(u64::MAX);
    let played = ctx.host().tables().play(id, me, since, key, steps).await?;
    ctx.host().metrics().plays.accepted();
    // Only the first play of a document is measured. Everything after it counts as its answer.
    let _ = ctx.played.set(Instant::now());
    Ok(Played(played.seq, results::table(&ctx.state, &caller, id)))
}
