//! The fields of `Mutation` for operators.

use gueridon_host::refusal::{Code as RefusalCode, Failure};
use gueridon_journal::{Intervention, PlayerId, Role, TableId};
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
    decision: Decision,
    subject: String,
    reason: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Decision {
    Quarantine,
    Release,
    Stop,
    Reopen,
    Close,
    Closed,
}

async fn decide(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: DecideArguments,
) -> Result<Decided, NotDone> {
    let me = ctx.me_now().await?;
    me.check_role(Role::Operator)?;
    let DecideArguments { decision, subject, reason } = arguments;
    let refused = |code: RefusalCode| Failure::from(code.refused(&[]));
    let build = || from_hex(&subject).ok_or_else(|| refused(RefusalCode::UnknownBuild));
    let table = || subject.parse().map(TableId).map_err(|_| refused(RefusalCode::UnknownTable));
    let decided = match decision {
        Decision::Quarantine => Intervention::Quarantine { build: build()?, reason },
        Decision::Release => Intervention::Release { build: build()? },
        Decision::Stop => Intervention::Stop { table: table()?, reason },
        Decision::Reopen => Intervention::Reopen { table: table()? },
        Decision::Close => Intervention::Close { table: table()?, reason },
        // Only servers note it.
        Decision::Closed => return Err(refused(RefusalCode::NoChange).into()),
    };
    ctx.host().operations().decide(&me, &decided).await?;
    Ok(Decided())
}

/// The SHA-256 of a build, written as 64 hexadecimal digits.
fn from_hex(digits: &str) -> Option<[u8; 32]> {
    let pairs = digits.as_bytes().chunks_exact(2);
    let is_whole = digits.len() == 64 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let bytes: Option<Vec<u8>> = pairs.map(byte).collect();
    bytes.filter(|_| is_whole)?.try_into().ok()
}
