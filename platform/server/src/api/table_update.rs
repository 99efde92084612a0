//! The type `TableUpdate`: what a subscriber to a table is sent.

use std::sync::Arc;

use gueridon_graphql::fault::Fault;
use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::{ObjectType, Value};
use gueridon_host::table::EntryView;
use gueridon_journal::Message;

use super::entry::entry_json;
use super::message::shown_message;
use super::state::{Context, Fields};
use super::table::TableObject;

/// An entry or a message, if there is one, with the table after it.
#[derive(Clone)]
pub(super) struct TableUpdate {
    pub(super) seq: u64,
    pub(super) entry: Option<Arc<EntryView>>,
    pub(super) message: Option<Arc<Message>>,
    /// The table; entries need it even if it is not sent.
    pub(super) table: TableObject,
    /// Whether the table is sent: of several missed entries, only with the last.
    pub(super) has_table: bool,
}

impl ObjectType for TableUpdate {
    const NAME: &'static str = "TableUpdate";
}

pub(super) fn register(fields: &mut Fields) {
    fields
        .object::<TableUpdate>()
        .property("seq", |update| Json(update.seq))
        .field("entry", entry)
        .field("message", message)
        .property("table", |update| update.has_table.then(|| update.table.clone()));
}

async fn message(ctx: Context<'_>, update: &TableUpdate) -> Result<Value, Fault> {
    let Some(message) = &update.message else { return Ok(Value::Null) };
    let viewer = update.table.looks.viewer;
    Value::of(&shown_message(ctx.host(), message, viewer).await?)
}

async fn entry(_: Context<'_>, update: &TableUpdate) -> Result<Value, Fault> {
    let Some(entry) = &update.entry else { return Ok(Value::Null) };
    let prefix = update.table.prefix().await?;
    let seated = &update.table.info().await?.seated;
    Ok(Value::OfPart { prefix, text: entry_json(entry, seated)? })
}
