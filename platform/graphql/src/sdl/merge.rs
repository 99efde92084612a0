//! Adds parts to a base: one list of types, in the order of the files, with every `extend` merged into
//! its type.

use async_graphql_parser::Positioned;
use async_graphql_parser::types::{
    FieldDefinition, InputValueDefinition, TypeDefinition, TypeKind, TypeSystemDefinition,
};

use super::check;
use super::error::SdlError;
use super::merged::{Merged, not_allowed, parse};
use super::part::{Part, PartRules};

impl Merged {
    /// A schema of one text: the base to which parts are added.
    ///
    /// # Errors
    /// When the text is not a sound schema.
    pub fn base(sdl: &str) -> Result<Self, SdlError> {
        let mut merged = Self::empty();
        for definition in parse(sdl)? {
            match definition {
                TypeSystemDefinition::Type(definition) => merged.define(definition)?,
                TypeSystemDefinition::Schema(other) => return Err(not_allowed("schema", &other)),
                TypeSystemDefinition::Directive(other) => {
                    return Err(not_allowed("a directive", &other));
                }
            }
        }
        check::sound(&merged)?;
        Ok(merged)
    }

    /// Adds a part. The schema stays as it was if the part is refused.
    ///
    /// # Errors
    /// When the part is not in GraphQL's schema language, defines what `rules` do not let it, or
    /// does not fit.
    pub fn add(&mut self, part: Part<'_>, rules: &PartRules) -> Result<(), SdlError> {
        let mut grown = self.clone();
        let first = grown.types.len();
        for definition in parse(part.sdl)? {
            grown.take(part, rules, definition)?;
        }
        grown.fill(rules, first);
        check::sound(&grown)?;
        check::own(&grown, part, rules, first)?;
        *self = grown;
        Ok(())
    }

    fn take(
        &mut self,
        part: Part<'_>,
        rules: &PartRules,
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
            if !rules.inputs.contains(&name) {
                return Err(not_allowed(&format!("an extension of {name}"), &definition));
            }
            return self.extend(part, &definition);
        }
        if !name.starts_with(part.prefix) {
            let what = format!("type {name}, which does not begin with {}", part.prefix);
            return Err(not_allowed(&what, &definition));
        }
        if let TypeKind::Union(_) | TypeKind::Scalar = definition.node.kind {
            return Err(not_allowed(&format!("{name}, a union or scalar,"), &definition));
        }
        self.define(definition)
    }

    fn extend(
        &mut self,
        part: Part<'_>,
        extension: &Positioned<TypeDefinition>,
    ) -> Result<(), SdlError> {
        let TypeKind::InputObject(added) = &extension.node.kind else {
            return Err(not_allowed("an extension that is not an input", extension));
        };
        let is_own = |field: &Positioned<InputValueDefinition>| field.node.name.node == part.id;
        if !added.fields.iter().all(is_own) || !extension.node.directives.is_empty() {
            let what = format!("anything but the field {} of {}", part.id, extension.node.name);
            return Err(not_allowed(&what, extension));
        }
        let name = extension.node.name.node.as_str();
        let into = self.get_mut(name).map(|definition| &mut definition.kind);
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

    /// Adds to the types from `first` on the fields of the base's interfaces that they implement but
    /// do not define.
    fn fill(&mut self, rules: &PartRules, first: usize) {
        for &filled in rules.interfaces {
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
