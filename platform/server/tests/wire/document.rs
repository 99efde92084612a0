//! Documents that ask for everything: written from the served schema, so that a field that is
//! added is compared without anybody thinking of it.

use std::collections::BTreeMap;

use async_graphql_parser::types::{
    FieldDefinition, TypeDefinition, TypeKind, TypeSystemDefinition,
};
use async_graphql_parser::{Positioned, parse_schema};

/// What is asked through.
#[derive(Debug)]
pub(crate) struct Documents {
    /// A table with all there is to it, and the newest entries.
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
        let (table, played) = (schema.all("Table", &[]), schema.all("Table", &["entries"]));
        let update = schema.all("TableUpdate", &["entries"]);
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
            all: format!("query($id: ID!) {{ table(id: $id, sight: ALL) {{ {played} }} }}"),
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

/// The types of a schema by name.
struct Schema(BTreeMap<String, TypeDefinition>);

impl Schema {
    fn of(sdl: &str) -> Self {
        let types = parse_schema(sdl).unwrap().definitions.into_iter().filter_map(|definition| {
            let TypeSystemDefinition::Type(ty) = definition else { return None };
            Some((ty.node.name.node.to_string(), ty.node))
        });
        Self(types.collect())
    }

    /// A selection of all there is to a type but some fields.
    fn all(&self, ty: &str, but: &[&str]) -> String {
        match &self.0[ty].kind {
            TypeKind::Object(object) => self.fields(&object.fields, "", but),
            TypeKind::Interface(interface) => {
                let own = self.fields(&interface.fields, "", but);
                format!("__typename {own} {}", self.of_objects(ty, but))
            }
            other => panic!("{ty} has no fields: {other:?}"),
        }
    }

    /// What the objects have that implement an interface, under names that do not clash.
    fn of_objects(&self, interface: &str, but: &[&str]) -> String {
        let of_object = |(name, ty): (&String, &TypeDefinition)| {
            let TypeKind::Object(object) = &ty.kind else { return None };
            object.implements.iter().find(|implemented| implemented.node == interface)?;
            let fields = self.fields(&object.fields, &format!("{name}_"), but);
            Some(format!("... on {name} {{ {fields} }}"))
        };
        self.0.iter().filter_map(of_object).collect::<Vec<_>>().join(" ")
    }

    fn fields(&self, fields: &[Positioned<FieldDefinition>], prefix: &str, but: &[&str]) -> String {
        let wanted = fields.iter().map(|field| &field.node).filter(|field| {
            // A game's catalogue is the same for all, and long.
            let name = field.name.node.as_str();
            name != "catalogue" && !but.contains(&name)
        });
        wanted.map(|field| self.field(field, prefix, but)).collect::<Vec<_>>().join(" ")
    }

    fn field(&self, field: &FieldDefinition, prefix: &str, but: &[&str]) -> String {
        let name = &field.name.node;
        let ty = field.ty.node.to_string();
        let ty = ty.trim_matches(['[', ']', '!']);
        let inside = match self.0.get(ty).map(|ty| &ty.kind) {
            Some(TypeKind::Object(_) | TypeKind::Interface(_)) => {
                format!(" {{ {} }}", self.all(ty, but))
            }
            _ => String::new(),
        };
        let takes =
            |wanted: &str| field.arguments.iter().any(|argument| argument.node.name.node == wanted);
        if takes("language") {
            return ["EN", "FR"]
                .map(|language| {
                    format!("{prefix}{name}_{language}: {name}(language: {language}){inside}")
                })
                .join(" ");
        }
        if takes("after") {
            return format!("{prefix}{name}: {name}(first: 8, after: $after){inside}");
        }
        if prefix.is_empty() {
            format!("{name}{inside}")
        } else {
            format!("{prefix}{name}: {name}{inside}")
        }
    }
}
