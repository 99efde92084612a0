//! The type `TablesUpdate`: what a subscriber to a list of tables is sent.

use gueridon_graphql::resolver::Json;
use gueridon_graphql::value::ObjectType;
use gueridon_journal::TableId;

use super::state::Fields;
use super::table::TableObject;

/// A table that has come, changed or gone (then without `table`); empty in the first update.
#[derive(Clone)]
pub(super) struct TablesUpdate {
    pub(super) table_id: Option<TableId>,
    pub(super) table: Option<TableObject>,
}

impl ObjectType for TablesUpdate {
    const NAME: &'static str = "TablesUpdate";
}

pub(super) fn register(fields: &mut Fields) {
    fields
        .object::<TablesUpdate>()
        .property("tableId", |update| Json(update.table_id))
        .property("table", |update| update.table.clone());
}
