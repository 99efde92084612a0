//! Folds the games' parts into the platform's: one list of types, in the order of the files, with
//! every `extend` put where it belongs.

use std::collections::BTreeMap;

use async_graphql_parser::types::{
    ConstDirective, FieldDefinition, Type, TypeDefinition, TypeKind, TypeSystemDefinition,
};
use async_graphql_parser::{Positioned, parse_schema};

use super::check;

/// What one game brings to the schema.
#[derive(Debug, Clone, Copy)]
pub struct GamePart<'a> {
    /// The game's id: the only field it may add to `Move` and to `Options`.
    pub id: &'a str,
    /// What the name of every type of the game begins with.
    pub prefix: &'a str,
    /// The types, in GraphQL's schema language.
    pub sdl: &'a str,
}

/// Why a part cannot be in the schema.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SdlError {
    /// It is not GraphQL's schema language.
    #[error("not a GraphQL schema: {0}")]
    Syntax(String),
    /// It defines something that a game may not.
    #[error("line {line}: {what} is not for a game to define")]
    NotAllowed {
        /// What it is.
        what: String,
        /// Where it stands in the part.
        line: usize,
    },
    /// A type of that name is there already.
    #[error("line {line}: type {name} is defined twice")]
    Clash {
        /// The type.
        name: String,
        /// Where the second one stands.
        line: usize,
    },
    /// The types do not fit together.
    #[error("{place}: {reason}")]
    Unsound {
        /// The type, or the type and its field.
        place: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// The folded schema.
#[derive(Debug, Clone)]
pub struct Merged {
    types: Vec<TypeDefinition>,
    places: BTreeMap<String, usize>,
}

/// The interfaces whose fields the platform fills in, so that a game's types need not repeat them.
const FILLED: [&str; 2] = ["View", "Event"];

/// The inputs that a game adds itself to.
const OPEN: [&str; 2] = ["Move", "Options"];

impl Merged {
    /// The platform's part alone.
    ///
    /// # Errors
    /// When the text is not a sound schema.
    pub fn platform(sdl: &str) -> Result<Self, SdlError> {
        let mut merged = Self { types: Vec::new(), places: BTreeMap::new() };
        for definition in parse(sdl)? {
            match definition {
                TypeSystemDefinition::Type(definition) => merged.define(definition)?,
                TypeSystemDefinition::Schema(other) => return Err(not_allowed("schema", &other)),
                TypeSystemDefinition::Directive(other) => {
                    return Err(not_allowed("a directive", &other));
                }
            }
        }
        Ok(merged)
    }

    /// Adds a game's part, or refuses it and stays as it was.
    ///
    /// # Errors
    /// When the part is no schema language, defines what is not its own, or does not fit.
    pub fn add(&mut self, game: GamePart<'_>) -> Result<(), SdlError> {
        let mut grown = self.clone();
        let first = grown.types.len();
        for definition in parse(game.sdl)? {
            grown.take(game, definition)?;
        }
        grown.fill(first);
        check::sound(&grown)?;
        check::own(&grown, game, first)?;
        *self = grown;
        Ok(())
    }

    /// The types, in the order of the files.
    #[must_use]
    pub fn types(&self) -> &[TypeDefinition] {
        &self.types
    }

    /// One type by its name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&TypeDefinition> {
        self.places.get(name).map(|&place| &self.types[place])
    }

    /// The input type that is the field `field` of the input `of`.
    #[must_use]
    pub fn input_of(&self, of: &str, field: &str) -> Option<&TypeDefinition> {
        check::input_of(self, of, field)
    }

    /// The schema as it can be served: while there is no game, `Move` and `Options` have no
    /// fields, which GraphQL does not allow, and whatever needs them is left out.
    #[must_use]
    pub fn served(&self) -> Self {
        let is_empty = |definition: &TypeDefinition| match &definition.kind {
            TypeKind::InputObject(input) => input.fields.is_empty(),
            _ => false,
        };
        let is_left_out = |ty: &Type| self.get(check::base(ty)).is_some_and(is_empty);
        let mut served = Self { types: Vec::new(), places: BTreeMap::new() };
        for definition in self.types.iter().filter(|definition| !is_empty(definition)) {
            let mut definition = definition.clone();
            if let TypeKind::Object(object) = &mut definition.kind {
                object.fields.retain(|field| {
                    let mut needed = field.node.arguments.iter().map(|argument| &argument.node.ty);
                    !needed.any(|ty| !ty.node.nullable && is_left_out(&ty.node))
                });
                for field in &mut object.fields {
                    field.node.arguments.retain(|argument| !is_left_out(&argument.node.ty.node));
                }
            }
            served.places.insert(definition.name.node.to_string(), served.types.len());
            served.types.push(definition);
        }
        served
    }

    /// The schema with the types of introspection, which GraphQL adds to every one.
    ///
    /// # Errors
    /// Never, as long as `introspection.graphql` is sound.
    pub fn with_introspection(&self) -> Result<Self, SdlError> {
        let mut whole = self.clone();
        for definition in parse(include_str!("introspection.graphql"))? {
            if let TypeSystemDefinition::Type(definition) = definition {
                let name = definition.node.name.node.to_string();
                whole.places.insert(name, whole.types.len());
                whole.types.push(definition.node);
            }
        }
        Ok(whole)
    }

    fn take(
        &mut self,
        game: GamePart<'_>,
        definition: TypeSystemDefinition,
    ) -> Result<(), SdlError> {
        let definition = match definition {
            TypeSystemDefinition::Type(definition) => definition,
            TypeSystemDefinition::Schema(other) => return Err(not_allowed("schema", &other)),
            TypeSystemDefinition::Directive(other) => {
                return Err(not_allowed("a directive", &other));
            }
        };
        let name = definition.node.name.node.as_str();
        if definition.node.extend {
            if !OPEN.contains(&name) {
                return Err(not_allowed(&format!("an extension of {name}"), &definition));
            }
            return self.extend(game, &definition);
        }
        if !name.starts_with(game.prefix) {
            let what = format!("type {name}, which does not begin with {}", game.prefix);
            return Err(not_allowed(&what, &definition));
        }
        if let TypeKind::Union(_) | TypeKind::Scalar = definition.node.kind {
            return Err(not_allowed(&format!("{name}, a union or scalar,"), &definition));
        }
        self.define(definition)
    }

    fn define(&mut self, definition: Positioned<TypeDefinition>) -> Result<(), SdlError> {
        let name = definition.node.name.node.to_string();
        if definition.node.extend {
            return Err(not_allowed(&format!("an extension of {name}"), &definition));
        }
        if self.places.contains_key(&name) || is_built_in(&name) {
            return Err(SdlError::Clash { name, line: definition.pos.line });
        }
        self.places.insert(name, self.types.len());
        self.types.push(definition.node);
        Ok(())
    }

    fn extend(
        &mut self,
        game: GamePart<'_>,
        extension: &Positioned<TypeDefinition>,
    ) -> Result<(), SdlError> {
        let TypeKind::InputObject(added) = &extension.node.kind else {
            return Err(not_allowed("an extension that is not an input", extension));
        };
        let ours = |field: &Positioned<_>| -> bool {
            let field: &async_graphql_parser::types::InputValueDefinition = &field.node;
            field.name.node == game.id
        };
        if !added.fields.iter().all(ours) || !extension.node.directives.is_empty() {
            let what = format!("anything but the field {} of {}", game.id, extension.node.name);
            return Err(not_allowed(&what, extension));
        }
        let name = extension.node.name.node.as_str();
        let place = self.places.get(name).copied();
        let into = place.map(|place| &mut self.types[place].kind);
        let Some(TypeKind::InputObject(into)) = into else {
            return Err(not_allowed(&format!("an extension of {name}"), extension));
        };
        for field in &added.fields {
            if into.fields.iter().any(|other| other.node.name.node == field.node.name.node) {
                let name = format!("{name}.{}", field.node.name.node);
                return Err(SdlError::Clash { name, line: field.pos.line });
            }
            into.fields.push(field.clone());
        }
        Ok(())
    }

    /// Gives the types from `first` on the fields of the platform's interfaces that they implement
    /// and do not define.
    fn fill(&mut self, first: usize) {
        for filled in FILLED {
            let fields = match self.get(filled).map(|found| &found.kind) {
                Some(TypeKind::Interface(interface)) => interface.fields.clone(),
                _ => continue,
            };
            for definition in &mut self.types[first..] {
                let TypeKind::Object(object) = &mut definition.kind else { continue };
                if object.implements.iter().any(|name| name.node == filled) {
                    add_missing(&mut object.fields, &fields);
                }
            }
        }
    }
}

fn add_missing(
    fields: &mut Vec<Positioned<FieldDefinition>>,
    wanted: &[Positioned<FieldDefinition>],
) {
    for field in wanted {
        if !fields.iter().any(|other| other.node.name.node == field.node.name.node) {
            fields.push(field.clone());
        }
    }
}

fn parse(sdl: &str) -> Result<Vec<TypeSystemDefinition>, SdlError> {
    let named = |error: async_graphql_parser::Error| SdlError::Syntax(error.to_string());
    Ok(parse_schema(sdl).map_err(named)?.definitions)
}

fn not_allowed<T>(what: &str, at: &Positioned<T>) -> SdlError {
    SdlError::NotAllowed { what: what.to_owned(), line: at.pos.line }
}

/// Whether GraphQL itself defines the type.
#[must_use]
pub fn is_built_in(name: &str) -> bool {
    matches!(name, "Int" | "Float" | "String" | "Boolean" | "ID") || name.starts_with("__")
}

/// Whether an input object takes exactly one of its fields.
#[must_use]
pub fn is_one_of(directives: &[Positioned<ConstDirective>]) -> bool {
    directives.iter().any(|directive| directive.node.name.node == "oneOf")
}
