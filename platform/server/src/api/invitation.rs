//! The type `Invitation`: that a player may come to a table.

use std::sync::Arc;

use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::ObjectType;
use gueridon_host::host::Invited;
use gueridon_host::timestamp::rfc3339;

use super::connection::{self, Node};
use super::player::sitter_json;
use super::state::Fields;
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
        .property("inviter", |invitation| {
            Json(invitation.invited.inviter.as_ref().and_then(sitter_json))
        })
        .property("at", |invitation| Json(rfc3339(invitation.invited.at_ms)));
    connection::register::<InvitationObject>(fields);
}
