//! The type `RegisteredPlayer`, and the field of `Query` that lists such players.

use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_host::timestamp::rfc3339;
use gueridon_journal::{Account, AccountPage};
use serde::Deserialize;
use serde_json::{Value, json};

use super::connection::{PageInfo, bad_cursor, json_page, one_more, page_size};
use super::player::person_json;
use super::query::Query;
use super::refused::fault;
use super::state::{Context, Fields};

pub(super) fn register(fields: &mut Fields) {
    fields.object::<Query>().field("registeredPlayers", registered_players);
    fields.json(&["RegisteredPlayerConnection", "RegisteredPlayerEdge", "RegisteredPlayer"]);
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RegisteredPlayersArguments {
    first: i32,
    after: Option<String>,
    begins: String,
    has_role: bool,
}

async fn registered_players(
    ctx: Context<'_>,
    _: &Query,
    arguments: RegisteredPlayersArguments,
) -> Result<Json<Value>, Fault> {
    let RegisteredPlayersArguments { first, after, begins, has_role } = arguments;
    let (first, is_later) = (page_size(first)?, after.is_some());
    if let Some(after) = after.as_deref().filter(|after| after.contains(char::is_control)) {
        return Err(bad_cursor(after));
    }
    let page = AccountPage { begins, has_role, after, first: one_more(first) };
    let mut found = ctx.host().operations().players(ctx.me()?, page).await.map_err(fault)?;
    let cursor = |account: &Account| account.name_key.clone().unwrap_or_default();
    let page = PageInfo::cut(&mut found, first, is_later, cursor);
    let nodes = found.iter().map(|account| (cursor(account), registered_player(account)));
    Ok(Json(json_page(nodes.collect(), &page)))
}

fn registered_player(account: &Account) -> Value {
    json!({
        "player": person_json(&account.player),
        "role": account.role,
        "since": rfc3339(account.registered_ms.unwrap_or(account.player.created_ms)),
    })
}
