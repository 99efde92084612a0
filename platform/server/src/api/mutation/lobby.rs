//! The fields of `Mutation` about tables before they begin and after they have ended.

use gueridon_host::host::OpenTable;
use gueridon_host::refusal::{Code as RefusalCode, Failure};
use gueridon_journal::{Bot, PlayerId, TableId};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::Mutation;
use crate::api::arguments::{AtTable, Id, SeatNumber};
use crate::api::caller::Caller;
use crate::api::refused::NotDone;
use crate::api::results::{InvitationDeclined, TableChanged};
use crate::api::settings::TableSettingsInput;
use crate::api::state::{Context, Fields};

pub(in crate::api) fn register(fields: &mut Fields) {
    fields
        .object::<Mutation>()
        .field("openTable", open_table)
        .field("sit", sit)
        .field("leave", leave)
        .field("start", start)
        .field("handOver", hand_over)
        .field("removeFromSeat", remove_from_seat)
        .field("seatBot", seat_bot)
        .field("closeTable", close_table)
        .field("invite", invite)
        .field("useInvite", use_invite)
        .field("declineInvitation", decline_invitation)
        .field("rematch", rematch)
        .field("analyse", analyse);
}

/// The calling player, as of now.
struct Asker<'a> {
    ctx: Context<'a>,
    caller: Caller,
    me: PlayerId,
}

impl<'a> Asker<'a> {
    async fn of(ctx: Context<'a>) -> Result<Self, NotDone> {
        let caller = ctx.caller_now().await?;
        let me = caller.known()?.player.id;
        Ok(Self { ctx, caller, me })
    }

    fn changed(&self, table: TableId) -> TableChanged {
        TableChanged::of(&self.ctx.state, &self.caller, table)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OpenTableArguments {
    options: Map<String, Value>,
    seats: i32,
    settings: TableSettingsInput,
}

async fn open_table(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: OpenTableArguments,
) -> Result<TableChanged, NotDone> {
    let asker = Asker::of(ctx).await?;
    let chosen = arguments.options.into_iter().next();
    let Some((game, options)) = chosen else {
        return Err(Failure::from(RefusalCode::UnknownGame.refused(&[])).into());
    };
    let seats = u8::try_from(arguments.seats).unwrap_or(u8::MAX);
    let settings = arguments.settings.settings()?;
    let table = OpenTable { settings, ..OpenTable::of(&game, Some(options), seats) };
    Ok(asker.changed(ctx.host().lobby().open(asker.me, table).await?))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SitArguments {
    table: Id<TableId>,
    seat: Option<SeatNumber>,
}

async fn sit(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: SitArguments,
) -> Result<TableChanged, NotDone> {
    let asker = Asker::of(ctx).await?;
    let id = arguments.table.or(RefusalCode::UnknownTable)?;
    ctx.host().lobby().sit(id, asker.me, arguments.seat.map(Into::into)).await?;
    Ok(asker.changed(id))
}

async fn leave(ctx: Context<'_>, _: &Mutation, table: AtTable) -> Result<TableChanged, NotDone> {
    let asker = Asker::of(ctx).await?;
    let id = table.id()?;
    ctx.host().lobby().leave(id, asker.me).await?;
    Ok(asker.changed(id))
}

async fn start(ctx: Context<'_>, _: &Mutation, table: AtTable) -> Result<TableChanged, NotDone> {
    let asker = Asker::of(ctx).await?;
    let id = table.id()?;
    ctx.host().lobby().start_table(id, asker.me).await?;
    Ok(asker.changed(id))
}

/// The arguments of a field about a player at a table.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PlayerAtTable {
    table: Id<TableId>,
    player: Id<PlayerId>,
}

impl PlayerAtTable {
    fn ids(self) -> Result<(TableId, PlayerId), NotDone> {
        let table = self.table.or(RefusalCode::UnknownTable)?;
        Ok((table, self.player.or(RefusalCode::UnknownPlayer)?))
    }
}

async fn hand_over(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: PlayerAtTable,
) -> Result<TableChanged, NotDone> {
    let asker = Asker::of(ctx).await?;
    let (id, player) = arguments.ids()?;
    ctx.host().lobby().hand_over(id, asker.me, player).await?;
    Ok(asker.changed(id))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SeatAtTable {
    table: Id<TableId>,
    seat: SeatNumber,
}

async fn remove_from_seat(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: SeatAtTable,
) -> Result<TableChanged, NotDone> {
    let asker = Asker::of(ctx).await?;
    let id = arguments.table.or(RefusalCode::UnknownTable)?;
    ctx.host().lobby().remove_from_seat(id, asker.me, arguments.seat.into()).await?;
    Ok(asker.changed(id))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SeatBotArguments {
    table: Id<TableId>,
    seat: SeatNumber,
    bot: Bot,
}

async fn seat_bot(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: SeatBotArguments,
) -> Result<TableChanged, NotDone> {
    let asker = Asker::of(ctx).await?;
    let id = arguments.table.or(RefusalCode::UnknownTable)?;
    ctx.host().lobby().seat_bot(id, asker.me, arguments.seat.into(), arguments.bot).await?;
    Ok(asker.changed(id))
}

async fn close_table(
    ctx: Context<'_>,
    _: &Mutation,
    table: AtTable,
) -> Result<TableChanged, NotDone> {
    let asker = Asker::of(ctx).await?;
    let id = table.id()?;
    ctx.host().lobby().close_table(id, asker.me).await?;
    Ok(asker.changed(id))
}

async fn invite(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: PlayerAtTable,
) -> Result<TableChanged, NotDone> {
    let asker = Asker::of(ctx).await?;
    let (id, player) = arguments.ids()?;
    ctx.host().lobby().invite(id, asker.me, player).await?;
    Ok(asker.changed(id))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UseInviteArguments {
    code: String,
}

async fn use_invite(
    ctx: Context<'_>,
    _: &Mutation,
    arguments: UseInviteArguments,
) -> Result<TableChanged, NotDone> {
    let asker = Asker::of(ctx).await?;
    Ok(asker.changed(ctx.host().lobby().use_invite(asker.me, &arguments.code).await?))
}

async fn decline_invitation(
    ctx: Context<'_>,
    _: &Mutation,
    table: AtTable,
) -> Result<InvitationDeclined, NotDone> {
    let asker = Asker::of(ctx).await?;
    ctx.host().lobby().decline_invitation(table.id()?, asker.me).await?;
    Ok(InvitationDeclined())
}

async fn rematch(ctx: Context<'_>, _: &Mutation, table: AtTable) -> Result<TableChanged, NotDone> {
    let asker = Asker::of(ctx).await?;
    Ok(asker.changed(ctx.host().lobby().rematch(table.id()?, asker.me).await?))
}

async fn analyse(ctx: Context<'_>, _: &Mutation, table: AtTable) -> Result<TableChanged, NotDone> {
    let asker = Asker::of(ctx).await?;
    let id = table.id()?;
    ctx.host().analyses().analyse(id, asker.me).await?;
    Ok(asker.changed(id))
}
