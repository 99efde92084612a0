//! The type `Query`.

use std::sync::Arc;

use gueridon_game::Language;
use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::ObjectType;
use gueridon_host::host::Perspective;
use gueridon_journal::talk::ReportPage;
use gueridon_journal::{PlayerId, ResultPage, Status, TableId, TablePage};
use serde::Deserialize;
use serde_json::Value as JsonValue;

use super::account::AccountObject;
use super::account_export::{self, ExportArguments};
use super::arguments::{Id, PageArguments};
use super::connection::{Connection, bad_cursor, cursor, one_more, page_size};
use super::finished_game::{self, FinishedGame};
use super::game::GameObject;
use super::hint::Hint;
use super::invitation::InvitationObject;
use super::player::shown;
use super::previewed::Previewed;
use super::refused::{NotDone, fault};
use super::report::ReportObject;
use super::state::{Context, Fields};
use super::steps::{self, Step};
use super::table::TableObject;
use crate::errors;

/// The root of queries.
pub(super) struct Query;

impl ObjectType for Query {
    const NAME: &'static str = "Query";
}

pub(super) fn register(fields: &mut Fields) {
    fields
        .object::<Query>()
        .field("games", games)
        .field("game", game)
        .field("me", me)
        .field("account", account)
        .field("exportAccount", export_account)
        .field("table", table)
        .field("tables", tables)
        .field("results", results)
        .field("reports", reports)
        .field("myTables", my_tables)
        .field("invitations", invitations)
        .field("player", player)
        .field("preview", preview)
        .field("hint", hint);
}

async fn games(ctx: Context<'_>, _: &Query) -> Vec<GameObject> {
    ctx.state.games.iter().cloned().map(GameObject).collect()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct GameArguments {
    id: String,
}

async fn game(ctx: Context<'_>, _: &Query, arguments: GameArguments) -> Option<GameObject> {
    ctx.state.game(&arguments.id).cloned().map(GameObject)
}

async fn me(ctx: Context<'_>, _: &Query) -> Result<Json<Option<JsonValue>>, Fault> {
    match &ctx.caller.known {
        Some(known) => Ok(Json(Some(shown(ctx.host(), &known.player).await?))),
        None => Ok(Json(None)),
    }
}

async fn account(ctx: Context<'_>, _: &Query) -> Result<Option<AccountObject>, Fault> {
    let Some(player) = ctx.caller.player() else { return Ok(None) };
    let read = async || {
        let account = ctx.host().people().accounts().account(player).await.map_err(fault)?;
        Ok::<_, Fault>(Arc::new(account))
    };
    let account = ctx.account.get_or_try_init(read).await?.clone();
    Ok(Some(AccountObject { caller: ctx.caller.clone(), account }))
}

async fn export_account(
    ctx: Context<'_>,
    _: &Query,
    arguments: ExportArguments,
) -> Result<Json<JsonValue>, Fault> {
    account_export::export(ctx, arguments).await
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TableArguments {
    id: Id<TableId>,
}

async fn table(
    ctx: Context<'_>,
    _: &Query,
    arguments: TableArguments,
) -> Result<Option<TableObject>, Fault> {
    let Some(id) = arguments.id.parsed() else { return Ok(None) };
    let table = TableObject::new(ctx.state.clone(), id, ctx.caller.viewer(Perspective::Own));
    let ty = ctx.types.find("Table").expect("the platform has this type");
    match table.look_for(ctx, ctx.field.fields(ty)).await {
        Ok(()) => Ok(Some(table)),
        Err(fault) if fault.code == errors::NOT_FOUND => Ok(None),
        Err(fault) => Err(fault),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TablesArguments {
    first: i32,
    after: Option<String>,
    status: Option<Status>,
    game: Option<String>,
    mine: bool,
}

async fn tables(
    ctx: Context<'_>,
    _: &Query,
    arguments: TablesArguments,
) -> Result<Connection<TableObject>, Fault> {
    let first = page_size(arguments.first)?;
    let before = cursor(arguments.after.as_deref())?;
    let player = if arguments.mine { Some(ctx.me()?.player.id) } else { None };
    let viewer = ctx.caller.viewer(Perspective::Own);
    let page = TablePage {
        before,
        first: one_more(first),
        status: arguments.status,
        game: arguments.game,
        player,
        reader: viewer.reader(),
    };
    let found = ctx.host().lobby().tables(&page).await.map_err(fault)?;
    let nodes = found.into_iter().map(|info| {
        let cursor = info.id.to_string();
        (cursor, TableObject::listed(ctx.state.clone(), Arc::new(info), viewer))
    });
    Ok(Connection::of(nodes.collect(), first, before.is_some()))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ResultsArguments {
    player: Id<PlayerId>,
    first: i32,
    after: Option<String>,
    game: Option<String>,
}

async fn results(
    ctx: Context<'_>,
    _: &Query,
    arguments: ResultsArguments,
) -> Result<Connection<FinishedGame>, Fault> {
    let first = page_size(arguments.first)?;
    let viewer = ctx.caller.viewer(Perspective::Own);
    let after = arguments.after.as_deref();
    let read = |cursor| finished_game::read_cursor(cursor).ok_or_else(|| bad_cursor(cursor));
    let before = after.map(read).transpose()?;
    let page = ResultPage {
        // An id that cannot be parsed becomes the default id, which no player has.
        player: arguments.player.parsed().unwrap_or_default(),
        asker: viewer.player,
        game: arguments.game,
        before,
        first: one_more(first),
    };
    let found = ctx.host().lobby().results(&page).await.map_err(fault)?;
    let nodes = found.into_iter().map(|finished| {
        let (cursor, info) = (finished_game::cursor(&finished), finished.table.clone());
        let table = TableObject::listed(ctx.state.clone(), info, viewer);
        (cursor, FinishedGame { finished: Arc::new(finished), table })
    });
    Ok(Connection::of(nodes.collect(), first, before.is_some()))
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum ReportStatus {
    Open,
    Resolved,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ReportsArguments {
    first: i32,
    after: Option<String>,
    status: Option<ReportStatus>,
}

async fn reports(
    ctx: Context<'_>,
    _: &Query,
    arguments: ReportsArguments,
) -> Result<Connection<ReportObject>, Fault> {
    let (me, first) = (ctx.me()?, page_size(arguments.first)?);
    let after = cursor(arguments.after.as_deref())?;
    let is_resolved = arguments.status.map(|status| status == ReportStatus::Resolved);
    let page = ReportPage { is_resolved, reporter: None, after, first: one_more(first) };
    let found = ctx.host().moderation().reports(me, page).await.map_err(fault)?;
    let nodes = found.into_iter().map(|report| {
        let cursor = report.id.to_string();
        (cursor, ReportObject { moderator: me.clone(), report: Arc::new(report) })
    });
    Ok(Connection::of(nodes.collect(), first, after.is_some()))
}

/// The caller's tables, those at which it is the caller's turn first.
async fn my_tables(
    ctx: Context<'_>,
    _: &Query,
    arguments: PageArguments,
) -> Result<Connection<TableObject>, Fault> {
    let me = ctx.me()?.player.id;
    let first = page_size(arguments.first)?;
    let read = |cursor| read_turn(cursor).ok_or_else(|| bad_cursor(cursor));
    let after = arguments.after.as_deref().map(read).transpose()?;
    let found = ctx.host().lobby().my_tables(me, after, first + 1).await.map_err(fault)?;
    let viewer = ctx.caller.viewer(Perspective::Own);
    let nodes = found.into_iter().map(|one| {
        let cursor = format!("{}{}", if one.is_turn { 't' } else { 'w' }, one.table.id);
        (cursor, TableObject::listed(ctx.state.clone(), Arc::new(one.table), viewer))
    });
    Ok(Connection::of(nodes.collect(), first, after.is_some()))
}

fn read_turn(cursor: &str) -> Option<(bool, TableId)> {
    let is_turn = match cursor.chars().next()? {
        't' => true,
        'w' => false,
        _ => return None,
    };
    Some((is_turn, cursor.get(1..)?.parse().ok()?))
}

async fn invitations(
    ctx: Context<'_>,
    _: &Query,
    arguments: PageArguments,
) -> Result<Connection<InvitationObject>, Fault> {
    let me = ctx.me()?.player.id;
    let first = page_size(arguments.first)?;
    let after = cursor(arguments.after.as_deref())?;
    let found = ctx.host().lobby().invitations(me, after, first + 1).await.map_err(fault)?;
    let viewer = ctx.caller.viewer(Perspective::Own);
    let nodes = found.into_iter().map(|invited| {
        let (cursor, info) = (invited.table.id.to_string(), Arc::new(invited.table.clone()));
        let table = TableObject::listed(ctx.state.clone(), info, viewer);
        (cursor, InvitationObject { invited: Arc::new(invited), table })
    });
    Ok(Connection::of(nodes.collect(), first, after.is_some()))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PlayerArguments {
    id: Option<Id<PlayerId>>,
    name: Option<String>,
}

async fn player(
    ctx: Context<'_>,
    _: &Query,
    arguments: PlayerArguments,
) -> Result<Json<Option<JsonValue>>, Fault> {
    let found = match (arguments.id, arguments.name) {
        (Some(_), Some(_)) | (None, None) => {
            return Err(Fault::bad_input("player is asked for by id or by name"));
        }
        (Some(id), None) => match id.parsed() {
            Some(id) => ctx.host().lobby().player_by(Some(id), None).await,
            None => Ok(None),
        },
        (None, Some(name)) => ctx.host().lobby().player_by(None, Some(&name)).await,
    };
    match found.map_err(fault)? {
        Some(found) => Ok(Json(Some(shown(ctx.host(), &found).await?))),
        None => Ok(Json(None)),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PreviewArguments {
    table: Id<TableId>,
    steps: Vec<Step>,
    language: Language,
}

async fn preview(
    ctx: Context<'_>,
    _: &Query,
    arguments: PreviewArguments,
) -> Result<Previewed, NotDone> {
    let me = ctx.me()?.player.id;
    let id = arguments.table.or(gueridon_host::refusal::Code::UnknownTable)?;
    let viewer = ctx.caller.viewer(Perspective::Own);
    let steps = steps::of_game(&ctx.state, id, viewer, arguments.steps).await?;
    let foreseen = ctx.host().tables().preview(id, me, steps, arguments.language).await?;
    let game = ctx.state.game_at(id).await?;
    Ok(Previewed { foreseen, game })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct HintArguments {
    table: Id<TableId>,
    language: Language,
}

async fn hint(ctx: Context<'_>, _: &Query, arguments: HintArguments) -> Result<Hint, NotDone> {
    let me = ctx.me()?.player.id;
    let id = arguments.table.or(gueridon_host::refusal::Code::UnknownTable)?;
    let advice = ctx.host().tables().hint(id, me, arguments.language).await?;
    let game = ctx.state.game_at(id).await?;
    Ok(Hint { advice, game })
}
