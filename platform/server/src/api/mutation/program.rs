//! The fields of `Mutation` about programs: whose they are, what they are ready for, and how they
//! are asked to tables.

use gueridon_host::refusal::{Code as RefusalCode, Failure};
use gueridon_journal::{DeclineReason, PlayerId, TableId};
use serde::Deserialize;

use super::Mutation;
use crate::api::arguments::{AtTable, Id, SeatNumber};
use crate::api::program::{ProgramObject, ReadinessInput};
use crate::api::refused::NotDone;
use crate::api::results::{ProgramChanged, ProgramMade, SignedOut, TableChanged, TokenMade};
use crate::api::state::{Context, Fields};

pub(in crate::api) fn register(fields: &mut Fields) {
    fields
        .object::<Mutation>()
        .field("makeProgram", make_program)
        .field("renewProgramToken", renew_program_token)
        .field("deleteProgram", delete_program)
        .field("switchProgram", switch_program)
        .field("setReady", set_ready)
        .field("withdrawReady", withdraw_ready)
        .field("challenge", challenge)
        .field("acceptChallenge", accept_challenge)
        .field("declineChallenge", decline_challenge);
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MakeProgramArguments {
    name: String,
}

async fn make_program(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: MakeProgramArguments,
) -> Result<ProgramMade, NotDone> {
    let me = ctx.me_now().await?;
    let made = ctx.host().programs().make(&me, &arguments.name).await?;
    let program = ctx.host().lobby().program(made.player.id).await?;
    let program = program.ok_or_else(|| Failure::from(RefusalCode::UnknownProgram.refused(&[])))?;
    Ok(ProgramMade(ProgramObject::now(ctx, program), made.issued))
}

/// The argument of a field about a program.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OfProgram {
    program: Id<PlayerId>,
}

async fn renew_program_token(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: OfProgram,
) -> Result<TokenMade, NotDone> {
    let me = ctx.me_now().await?;
    let program = arguments.program.or(RefusalCode::UnknownProgram)?;
    Ok(TokenMade(ctx.host().programs().renew_token(&me, program).await?))
}

async fn delete_program(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: OfProgram,
) -> Result<SignedOut, NotDone> {
    let me = ctx.me_now().await?;
    let program = arguments.program.or(RefusalCode::UnknownProgram)?;
    ctx.host().programs().delete(&me, program).await?;
    Ok(SignedOut())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SwitchProgramArguments {
    program: Id<PlayerId>,
    is_off: bool,
}

async fn switch_program(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: SwitchProgramArguments,
) -> Result<ProgramChanged, NotDone> {
    let me = ctx.me_now().await?;
    let id = arguments.program.or(RefusalCode::UnknownProgram)?;
    let program = ctx.host().programs().switch(&me, id, arguments.is_off).await?;
    let is_off = arguments.is_off;
    tracing::info!(by = %me.player.id.0, program = %id.0, is_off, "a program was switched");
    Ok(ProgramChanged(ProgramObject::now(ctx, program)))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SetReadyArguments {
    ready: ReadinessInput,
    seconds: i32,
}

async fn set_ready(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: SetReadyArguments,
) -> Result<ProgramChanged, NotDone> {
    let me = ctx.me_now().await?;
    let seconds = u64::try_from(arguments.seconds).unwrap_or_default();
    let ready = ctx.host().lobby().set_ready(&me, arguments.ready.offer()?, seconds).await?;
    Ok(ProgramChanged(ProgramObject::now(ctx, ready.program)))
}

async fn withdraw_ready(ctx: Context<'_>, _: &Mutation) -> Result<ProgramChanged, NotDone> {
    let me = ctx.me_now().await?;
    let program = ctx.host().lobby().withdraw_ready(&me).await?;
    Ok(ProgramChanged(ProgramObject::now(ctx, program)))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ChallengeArguments {
    table: Id<TableId>,
    seat: SeatNumber,
    program: Id<PlayerId>,
}

async fn challenge(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: ChallengeArguments,
) -> Result<TableChanged, NotDone> {
    let caller = ctx.caller_now().await?;
    let me = caller.known()?.player.id;
    let id = arguments.table.or(RefusalCode::UnknownTable)?;
    let program = arguments.program.or(RefusalCode::UnknownProgram)?;
    ctx.host().lobby().challenge(id, me, arguments.seat.into(), program).await?;
    Ok(TableChanged::of(&ctx.state, &caller, id))
}

async fn accept_challenge(
    ctx: Context<'_>,
    _: &Mutation,
    table: AtTable,
) -> Result<TableChanged, NotDone> {
    let caller = ctx.caller_now().await?;
    let me = caller.known()?.player.id;
    let id = table.table.or(RefusalCode::ChallengeOver)?;
    ctx.host().lobby().accept_challenge(id, me).await?;
    Ok(TableChanged::of(&ctx.state, &caller, id))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DeclineChallengeArguments {
    table: Id<TableId>,
    reason: DeclineReason,
}

async fn decline_challenge(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: DeclineChallengeArguments,
) -> Result<ProgramChanged, NotDone> {
    let me = ctx.me_now().await?.player.id;
    let id = arguments.table.or(RefusalCode::ChallengeOver)?;
    ctx.host().lobby().decline_challenge(id, me, arguments.reason).await?;
    let program = ctx.host().lobby().program(me).await?;
    let program = program.ok_or_else(|| Failure::from(RefusalCode::NotAProgram.refused(&[])))?;
    Ok(ProgramChanged(ProgramObject::now(ctx, program)))
}
