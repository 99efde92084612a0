//! Documents that select everything, written from the served schema, so that new fields are
//! compared automatically.

use crate::support::schema::Schema;

/// The documents.
#[derive(Debug)]
pub(crate) struct Documents {
    /// A table with all its fields, and the newest entries.
    pub(crate) table: String,
    /// The newest table of the list, in short.
    pub(crate) listed: String,
    /// The table with all-seeing eyes.
    pub(crate) all: String,
    /// Every entry from one on, with the table after it.
    pub(crate) listen: String,
    pub(crate) play: String,
    pub(crate) preview: String,
}

impl Documents {
    pub(crate) fn of(sdl: &str) -> Self {
        let schema = Schema::of(sdl);
        let (table, played) =
            (schema.all("Table", &[]), schema.all("Table", &["entries", "messages"]));
        let everything = schema.all("Snapshot", &["entries"]);
        let update = schema.all("TableUpdate", &["entries", "messages"]);
        let (refused, previewed) = (schema.all("Refused", &[]), schema.all("Previewed", &[]));
        let short = "id status seq since toAct prompt seats { number toAct player { id name } }";
        Self {
            table: format!(
                "query($id: ID!, $after: ID) {{ me {{ id name }} table(id: $id) {{ {table} }} }}"
            ),
            listed: format!(
                "{{ tables(first: 1) {{ nodes {{ {short} }} edges {{ cursor }} \
                 pageInfo {{ hasNextPage endCursor }} }} }}"
            ),
            all: format!(
                "query($id: ID!) {{ table(id: $id) {{ snapshot(sight: ALL) {{ {everything} }} }} }}"
            ),
            listen: format!(
                "subscription($id: ID!, $from: Int!) {{ table(id: $id, after: $from) {{ {update} }} }}"
            ),
            play: format!(
                "mutation($id: ID!, $since: Int!, $key: ID!, $steps: [Move!]!) {{ play(table: $id, \
                 since: $since, key: $key, steps: $steps) {{ __typename ok ... on Played {{ seq \
                 table {{ {played} }} }} ... on Refused {{ {refused} }} }} }}"
            ),
            preview: format!(
                "query($id: ID!, $steps: [Move!]!) {{ preview(table: $id, steps: $steps, \
                 language: FR) {{ __typename ... on Previewed {{ {previewed} }} \
                 ... on Refused {{ {refused} }} }} }}"
            ),
        }
    }
}
