//! Selections of all fields of a type, written from the served schema: a new field is selected
//! automatically, and no game is known by name.

use std::collections::BTreeMap;

use async_graphql_parser::types::{
    FieldDefinition, InputObjectType, TypeDefinition, TypeKind, TypeSystemDefinition,
};
use async_graphql_parser::{Positioned, parse_schema};

/// How deep objects are selected inside objects; far less than the server allows.
const DEPTH: usize = 12;

/// The types of a schema by name.
#[derive(Debug)]
pub(crate) struct Schema(BTreeMap<String, TypeDefinition>);

/// What is selected of a type.
#[derive(Debug, Clone, Copy)]
struct Wanted<'a> {
    /// Fields that are left out everywhere.
    but: &'a [&'a str],
    /// How much deeper objects are followed.
    depth: usize,
}

impl Schema {
    pub(crate) fn of(sdl: &str) -> Self {
        let types = parse_schema(sdl).unwrap().definitions.into_iter().filter_map(|definition| {
            let TypeSystemDefinition::Type(ty) = definition else { return None };
            Some((ty.node.name.node.to_string(), ty.node))
        });
        Self(types.collect())
    }

    /// A selection of all fields of a type except some.
    pub(crate) fn all(&self, ty: &str, but: &[&str]) -> String {
        self.inside(ty, Wanted { but, depth: DEPTH })
    }

    /// A selection of all fields of the types of one game that implement an interface.
    pub(crate) fn of_game(&self, game: &str, interface: &str) -> String {
        self.of_objects(interface, &self.prefix(game), Wanted { but: &[], depth: DEPTH })
    }

    /// The prefix of a game's type names, found by the type of its field of `Move`.
    fn prefix(&self, game: &str) -> String {
        let TypeKind::InputObject(InputObjectType { fields }) = &self.0["Move"].kind else {
            panic!("Move is an input");
        };
        let own = fields.iter().find(|field| field.node.name.node == game);
        let ty = own.unwrap_or_else(|| panic!("{game} is served")).node.ty.node.to_string();
        ty.strip_suffix("Move").unwrap_or_else(|| panic!("{ty} is a game's Move")).to_owned()
    }

    fn inside(&self, ty: &str, wanted: Wanted<'_>) -> String {
        match &self.0[ty].kind {
            TypeKind::Object(object) => self.fields(&object.fields, "", wanted),
            TypeKind::Interface(interface) => {
                let own = self.fields(&interface.fields, "", wanted);
                format!("__typename {own} {}", self.of_objects(ty, "", wanted))
            }
            other => panic!("{ty} has no fields: {other:?}"),
        }
    }

    /// The fields of the objects that implement an interface, under aliases that do not clash.
    fn of_objects(&self, interface: &str, prefix: &str, wanted: Wanted<'_>) -> String {
        let of_object = |(name, ty): (&String, &TypeDefinition)| {
            let TypeKind::Object(object) = &ty.kind else { return None };
            object.implements.iter().find(|implemented| implemented.node == interface)?;
            // A game has one type of view, which needs no aliases.
            let is_alone = !prefix.is_empty() && interface == "View";
            let clashes = if is_alone { String::new() } else { format!("{name}_") };
            let fields = self.fields(&object.fields, &clashes, wanted);
            name.starts_with(prefix).then(|| format!("... on {name} {{ {fields} }}"))
        };
        self.0.iter().filter_map(of_object).collect::<Vec<_>>().join(" ")
    }

    fn fields(
        &self,
        fields: &[Positioned<FieldDefinition>],
        prefix: &str,
        wanted: Wanted<'_>,
    ) -> String {
        let asked = fields.iter().map(|field| &field.node).filter(|field| {
            // A game's catalogue is long and the same for all; a chain of rematches has no end; a
            // snapshot is selected separately; what can be taken back is found by playing anew.
            let name = field.name.node.as_str();
            !["catalogue", "rematch", "snapshot", "undoable"].contains(&name)
                && !wanted.but.contains(&name)
        });
        asked.filter_map(|field| self.field(field, prefix, wanted)).collect::<Vec<_>>().join(" ")
    }

    /// A field with everything inside it; none if that would be too deep.
    fn field(&self, field: &FieldDefinition, prefix: &str, wanted: Wanted<'_>) -> Option<String> {
        let name = &field.name.node;
        let ty = field.ty.node.to_string();
        let ty = ty.trim_matches(['[', ']', '!']);
        let inside = match self.0.get(ty).map(|ty| &ty.kind) {
            Some(TypeKind::Object(_) | TypeKind::Interface(_)) => {
                let deeper = Wanted { depth: wanted.depth.checked_sub(1)?, ..wanted };
                format!(" {{ {} }}", self.inside(ty, deeper))
            }
            _ => String::new(),
        };
        let takes =
            |argument: &str| field.arguments.iter().any(|one| one.node.name.node == argument);
        Some(if takes("language") {
            let in_one = |language| {
                format!("{prefix}{name}_{language}: {name}(language: {language}){inside}")
            };
            ["EN", "FR"].map(in_one).join(" ")
        } else if takes("after") {
            format!("{prefix}{name}: {name}(first: 8, after: $after){inside}")
        } else if prefix.is_empty() {
            format!("{name}{inside}")
        } else {
            format!("{prefix}{name}: {name}{inside}")
        })
    }
}
