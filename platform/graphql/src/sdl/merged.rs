//! The definitions of a schema, in the order in which they were added.

use std::collections::{BTreeMap, BTreeSet};

use async_graphql_parser::types::{
    BaseType, ConstDirective, Type, TypeDefinition, TypeKind, TypeSystemDefinition,
};
use async_graphql_parser::{Positioned, parse_schema};

use super::error::SdlError;

/// The definitions of a schema.
#[derive(Debug, Clone)]
pub struct Merged {
    pub(super) types: Vec<TypeDefinition>,
    positions: BTreeMap<String, usize>,
}

impl Merged {
    /// No definitions.
    pub(super) fn empty() -> Self {
        Self { types: Vec::new(), positions: BTreeMap::new() }
    }

    /// The types, in the order of the files.
    #[must_use]
    pub fn types(&self) -> &[TypeDefinition] {
        &self.types
    }

    /// One type by its name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&TypeDefinition> {
        self.positions.get(name).map(|&position| &self.types[position])
    }

    /// One type by its name, to be extended.
    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut TypeDefinition> {
        let &position = self.positions.get(name)?;
        self.types.get_mut(position)
    }

    /// The input type that is the field `field` of the input `of`.
    #[must_use]
    pub fn input_of(&self, of: &str, field: &str) -> Option<&TypeDefinition> {
        let TypeKind::InputObject(input) = &self.get(of)?.kind else { return None };
        let found = input.fields.iter().find(|other| other.node.name.node == field)?;
        self.get(base(&found.node.ty.node))
    }

    /// The schema as it can be served. GraphQL allows no input without fields, so an input to which no
    /// part has added one is left out, and so is whatever needs it.
    #[must_use]
    pub fn served(&self) -> Self {
        let left_out = self.left_out();
        let is_left_out = |ty: &Type| left_out.contains(base(ty));
        let mut served = Self::empty();
        for definition in &self.types {
            if left_out.contains(definition.name.node.as_str()) {
                continue;
            }
            let mut definition = definition.clone();
            match &mut definition.kind {
                TypeKind::Object(object) => {
                    object.fields.retain(|field| {
                        let mut needed =
                            field.node.arguments.iter().map(|argument| &argument.node.ty);
                        !needed.any(|ty| !ty.node.nullable && is_left_out(&ty.node))
                    });
                    for field in &mut object.fields {
                        field
                            .node
                            .arguments
                            .retain(|argument| !is_left_out(&argument.node.ty.node));
                    }
                }
                TypeKind::InputObject(input) => {
                    input.fields.retain(|field| !is_left_out(&field.node.ty.node));
                }
                _ => {}
            }
            served.positions.insert(definition.name.node.to_string(), served.types.len());
            served.types.push(definition);
        }
        served
    }

    /// The inputs that cannot be served: those in which no field is left, and those that need one that
    /// cannot be.
    fn left_out(&self) -> BTreeSet<&str> {
        let mut left_out = BTreeSet::new();
        loop {
            let without = |definition: &&TypeDefinition| {
                let TypeKind::InputObject(input) = &definition.kind else { return false };
                let is_left_out = |ty: &Type| left_out.contains(base(ty));
                let mut fields = input.fields.iter().map(|field| &field.node.ty.node);
                fields.clone().all(is_left_out) || fields.any(|ty| !ty.nullable && is_left_out(ty))
            };
            let found: Vec<&str> =
                self.types.iter().filter(without).map(|found| found.name.node.as_str()).collect();
            let known = left_out.len();
            left_out.extend(found);
            if left_out.len() == known {
                return left_out;
            }
        }
    }

    /// The schema with the types of introspection, which GraphQL adds to every schema.
    ///
    /// # Errors
    /// Never, as long as `introspection.graphql` is sound.
    pub fn with_introspection(&self) -> Result<Self, SdlError> {
        let mut whole = self.clone();
        for definition in parse(include_str!("introspection.graphql"))? {
            if let TypeSystemDefinition::Type(definition) = definition {
                let name = definition.node.name.node.to_string();
                whole.positions.insert(name, whole.types.len());
                whole.types.push(definition.node);
            }
        }
        Ok(whole)
    }

    /// Adds a definition.
    ///
    /// # Errors
    /// For an extension, and for a name that is taken.
    pub(super) fn define(
        &mut self,
        definition: Positioned<TypeDefinition>,
    ) -> Result<(), SdlError> {
        let name = definition.node.name.node.to_string();
        if definition.node.extend {
            return Err(not_allowed(&format!("an extension of {name}"), &definition));
        }
        if self.positions.contains_key(&name) || is_built_in(&name) {
            return Err(SdlError::Clash { name, line: definition.pos.line });
        }
        self.positions.insert(name, self.types.len());
        self.types.push(definition.node);
        Ok(())
    }
}

/// The definitions in a text.
///
/// # Errors
/// When it is not in GraphQL's schema language.
pub(super) fn parse(sdl: &str) -> Result<Vec<TypeSystemDefinition>, SdlError> {
    let named = |error: async_graphql_parser::Error| SdlError::Syntax(error.to_string());
    Ok(parse_schema(sdl).map_err(named)?.definitions)
}

pub(super) fn not_allowed<T>(what: &str, at: &Positioned<T>) -> SdlError {
    SdlError::NotAllowed { what: what.to_owned(), line: at.pos.line }
}

/// The name of a type without its list and non-null wrappers.
pub(super) fn base(ty: &Type) -> &str {
    match &ty.base {
        BaseType::Named(name) => name,
        BaseType::List(inner) => base(inner),
    }
}

/// Whether GraphQL itself defines the type.
#[must_use]
pub(crate) fn is_built_in(name: &str) -> bool {
    matches!(name, "Int" | "Float" | "String" | "Boolean" | "ID") || name.starts_with("__")
}

/// Whether an input object takes exactly one of its fields.
#[must_use]
pub(crate) fn is_one_of(directives: &[Positioned<ConstDirective>]) -> bool {
    directives.iter().any(|directive| directive.node.name.node == "oneOf")
}
