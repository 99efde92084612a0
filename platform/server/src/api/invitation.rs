//! The type `Invitation`: that a player may come to a table.

use std::sync::Arc;

use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::ObjectType;
use gueridon_host::host::Invited;
use gueridon_host::timestamp::rfc3339;
use serde_json::Value;

use super::connection::{self, Node};
use super::player;
use super::state::{Context, Fields};
use super::table::TableObject;

/// An invitation of the caller's.
#[derive(Clone)]
pub(super) struct InvitationObject {
    pub(super) invited: Arc<Invited>,
    pub(super) table: TableObject,
}

impl ObjectType for InvitationObject {
    const NAME: &'static str = "Invitation";
}

impl Node for InvitationObject {
    const CONNECTION: &'static str = "InvitationConnection";
    const EDGE: &'static str = "InvitationEdge";
}

pub(super) fn register(fields: &mut Fields) {
    fields
        .object::<InvitationObject>()
        .property("table", |invitation| invitation.table.clone())
        .field("inviter", inviter)
        .property("at", |invitation| Json(rfc3339(invitation.invited.at_ms)));
    connection::register::<InvitationObject>(fields);
}

async fn inviter(
    ctx: Context<'_>,
    invitation: &InvitationObject,
) -> Result<Json<Option<Value>>, Fault> {
    match &invitation.invited.inviter {
        Some(inviter) => player::shown_sitter(ctx.host(), inviter).await.map(Json),
        None => Ok(Json(None)),
    }
}
