//! The fields of `Mutation` for operators.

use gueridon_host::refusal::Code as RefusalCode;
use gueridon_journal::{InterventionKind, PlayerId, Role};
use serde::Deserialize;

use super::Mutation;
use crate::api::arguments::Id;
use crate::api::refused::NotDone;
use crate::api::results::{Decided, PlayerChanged, TokenMade};
use crate::api::state::{Context, Fields};

pub(in crate::api) fn register(fields: &mut Fields) {
    fields
        .object::<Mutation>()
        .field("setRole", set_role)
        .field("makePasswordReset", make_password_reset)
        .field("decide", decide);
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SetRoleArguments {
    player: Id<PlayerId>,
    role: Role,
}

async fn set_role(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: SetRoleArguments,
) -> Result<PlayerChanged, NotDone> {
    let me = ctx.me_now().await?;
    me.check_role(Role::Operator)?;
    let (player, role) = (arguments.player.or(RefusalCode::UnknownPlayer)?, arguments.role);
    let account = ctx.host().people().accounts().set_role(Some(&me), player, role).await?;
    tracing::info!(by = %me.player.id.0, player = %player.0, role = role.word(), "a role was given");
    Ok(PlayerChanged(account.player))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MakePasswordResetArguments {
    player: Id<PlayerId>,
}

async fn make_password_reset(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: MakePasswordResetArguments,
) -> Result<TokenMade, NotDone> {
    let me = ctx.me_now().await?;
    me.check_role(Role::Operator)?;
    let player = arguments.player.or(RefusalCode::UnknownPlayer)?;
    let token = ctx.host().people().accounts().issue_reset_token(Some(&me), player).await?;
    tracing::info!(by = %me.player.id.0, player = %player.0, "a password reset was made");
    Ok(TokenMade(token))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DecideArguments {
    decision: InterventionKind,
    subject: String,
    reason: String,
}

async fn decide(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: DecideArguments,
) -> Result<Decided, NotDone> {
    let me = ctx.me_now().await?;
    let DecideArguments { decision, subject, reason } = arguments;
    ctx.host().operations().decide(&me, decision, &subject, &reason).await?;
    Ok(Decided())
}
