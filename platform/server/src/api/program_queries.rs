//! The fields of `Query` that find programs.

use gueridon_graphql::fault::Fault;
use gueridon_host::host::{ClockKind, TableKind};
use gueridon_host::refusal::Answer;
use gueridon_journal::PlayerId;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::arguments::Id;
use super::connection::{Connection, cursor, page_size};
use super::program::{ProgramObject, only};
use super::query::Query;
use super::refused::fault;
use super::state::{Context, Fields};

pub(super) fn register(fields: &mut Fields) {
    fields.object::<Query>().field("programs", programs).field("program", program);
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ProgramsArguments {
    first: i32,
    after: Option<String>,
    game: Option<String>,
    fitting: Option<TableKindInput>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TableKindInput {
    options: Map<String, Value>,
    seats: i32,
    clock: ClockKind,
}

impl TableKindInput {
    fn kind(self) -> Answer<TableKind> {
        let (game, options) = only(self.options)?;
        let seats = u8::try_from(self.seats).unwrap_or(u8::MAX);
        Ok(TableKind { game, options, seats, clock: self.clock })
    }
}

/// The programs that are ready.
async fn programs(
    ctx: Context<'_>,
    _: &Query,
    arguments: ProgramsArguments,
) -> Result<Connection<ProgramObject>, Fault> {
    let first = page_size(arguments.first)?;
    let after: Option<PlayerId> = cursor(arguments.after.as_deref())?;
    let fitting = arguments.fitting.map(TableKindInput::kind).transpose().map_err(fault)?;
    let (game, fitting) = (arguments.game.as_deref(), fitting.as_ref());
    let found = ctx.host().lobby().ready_programs(game, fitting, after, first + 1).await;
    let nodes = found.map_err(fault)?.into_iter().map(|ready| {
        let cursor = ready.program.player.id.to_string();
        (cursor, ProgramObject::now(ctx, ready.program))
    });
    Ok(Connection::of(nodes.collect(), first, after.is_some()))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ProgramArguments {
    player: Id<PlayerId>,
}

async fn program(
    ctx: Context<'_>,
    _: &Query,
    arguments: ProgramArguments,
) -> Result<Option<ProgramObject>, Fault> {
    let Some(player) = arguments.player.parsed() else { return Ok(None) };
    let found = ctx.host().lobby().program(player).await.map_err(fault)?;
    Ok(found.map(|program| ProgramObject::now(ctx, program)))
}
