//! What a table's invite code leads to.

use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::ObjectType;
use gueridon_host::host::{TableInfo, TableStatus};
use serde::Deserialize;
use serde_json::Value;

use super::game::GameObject;
use super::player;
use super::query::Query;
use super::refused::fault;
use super::state::{Context, Fields};

/// What a table's code invites to, for whoever has it.
struct InviteObject {
    table: TableInfo,
    game: Option<GameObject>,
    owner: Option<Value>,
}

impl ObjectType for InviteObject {
    const NAME: &'static str = "Invite";
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct InviteArguments {
    code: String,
}

/// What a code leads to; nothing for one that is nobody's. It says no more than who invites to what,
/// as the table may be private.
async fn invite(
    ctx: Context<'_>,
    _: &Query,
    arguments: InviteArguments,
) -> Result<Option<InviteObject>, Fault> {
    let lobby = ctx.host().lobby();
    let Some(table) = lobby.invited_to(&arguments.code).await.map_err(fault)? else {
        return Ok(None);
    };
    let game = ctx.state.game(&table.game).cloned().map(GameObject);
    let owner = lobby.player_by(Some(table.owner), None).await.map_err(fault)?;
    let owner = match &owner {
        Some(owner) => Some(player::shown(ctx.host(), owner).await?),
        None => None,
    };
    Ok(Some(InviteObject { owner, table, game }))
}

pub(super) fn register(fields: &mut Fields) {
    fields.object::<Query>().field("invite", invite);
    fields
        .object::<InviteObject>()
        .property("game", |invite| invite.game.clone())
        .property("owner", |invite| Json(invite.owner.clone()))
        .property("seats", |invite| Json(invite.table.seats))
        .property("taken", |invite| Json(invite.table.seated.len()))
        .property("isOpen", |invite| Json(invite.table.state == TableStatus::Open));
}
