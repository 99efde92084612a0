//! Whether types fit together: what GraphQL asks of a schema, and what the platform asks of a
//! game's part.

use std::collections::BTreeSet;

use async_graphql_parser::Positioned;
use async_graphql_parser::types::{
    BaseType, FieldDefinition, InputValueDefinition, ObjectType, Type, TypeDefinition, TypeKind,
};

use super::merge::{GamePart, Merged, SdlError, is_built_in, is_one_of};

/// Checks every type of the schema against every other.
///
/// # Errors
/// The first thing that is not as GraphQL asks, with its place.
pub(super) fn sound(merged: &Merged) -> Result<(), SdlError> {
    for definition in merged.types() {
        let name = definition.name.node.as_str();
        if name.starts_with("__") {
            return unsound(name, "names with two underscores are GraphQL's own");
        }
        match &definition.kind {
            TypeKind::Object(object) => {
                fields(merged, name, &object.fields)?;
                for interface in &object.implements {
                    implements(merged, name, object, &interface.node)?;
                }
            }
            TypeKind::Interface(interface) => fields(merged, name, &interface.fields)?,
            TypeKind::InputObject(input) => {
                inputs(merged, name, &input.fields)?;
                if is_one_of(&definition.directives) {
                    one_of(name, &input.fields)?;
                }
            }
            TypeKind::Enum(one) => {
                let mut seen = BTreeSet::new();
                if one.values.is_empty() {
                    return unsound(name, "an enum has at least one value");
                }
                if !one.values.iter().all(|value| seen.insert(&value.node.value.node)) {
                    return unsound(name, "a value is there twice");
                }
            }
            TypeKind::Union(_) => return unsound(name, "the platform has interfaces, not unions"),
            TypeKind::Scalar => {}
        }
    }
    Ok(())
}

/// Checks that the types from `first` on are a game's alone: projected from its own values, and
/// known to the rest of the schema only as a view, an event, a move or options.
///
/// # Errors
/// The first thing that is not, with its place.
pub(super) fn own(merged: &Merged, game: GamePart<'_>, first: usize) -> Result<(), SdlError> {
    let known = |name: &str| {
        name.starts_with(game.prefix) || is_built_in(name) || matches!(name, "Language" | "JSON")
    };
    for definition in &merged.types()[first..] {
        let name = definition.name.node.as_str();
        let (outputs, interfaces) = match &definition.kind {
            TypeKind::Object(object) => (&object.fields[..], &object.implements[..]),
            TypeKind::Interface(interface) => (&interface.fields[..], &interface.implements[..]),
            _ => (&[][..], &[][..]),
        };
        for field in outputs {
            let place = format!("{name}.{}", field.node.name.node);
            if !field.node.arguments.is_empty() {
                return unsound(&place, "a game's fields take no arguments");
            }
            if !known(base(&field.node.ty.node)) {
                return unsound(&place, "a game's fields are of its own types");
            }
        }
        for interface in interfaces {
            if !known(&interface.node) && !matches!(interface.node.as_str(), "View" | "Event") {
                return unsound(name, "a game's types are views, events or its own interfaces");
            }
        }
    }
    let view = format!("{}View", game.prefix);
    let found = merged.get(&view).map(|found| &found.kind);
    let is_view = matches!(found, Some(TypeKind::Object(object))
        if object.implements.iter().any(|interface| interface.node == "View"));
    if !is_view {
        return unsound(&view, "a game has this type, and it implements View");
    }
    for open in ["Move", "Options"] {
        if input_of(merged, open, game.id).is_none() {
            return unsound(&format!("{open}.{}", game.id), "a game adds this field");
        }
    }
    Ok(())
}

/// The input type that is the field `field` of the input `of`.
pub(super) fn input_of<'a>(
    merged: &'a Merged,
    of: &str,
    field: &str,
) -> Option<&'a TypeDefinition> {
    let TypeKind::InputObject(input) = &merged.get(of)?.kind else { return None };
    let found = input.fields.iter().find(|other| other.node.name.node == field)?;
    merged.get(base(&found.node.ty.node))
}

/// The name of a type without its lists and exclamation marks.
pub(super) fn base(ty: &Type) -> &str {
    match &ty.base {
        BaseType::Named(name) => name,
        BaseType::List(inner) => base(inner),
    }
}

fn fields(
    merged: &Merged,
    name: &str,
    fields: &[Positioned<FieldDefinition>],
) -> Result<(), SdlError> {
    if fields.is_empty() {
        return unsound(name, "a type has at least one field");
    }
    let mut seen = BTreeSet::new();
    for field in fields {
        let place = format!("{name}.{}", field.node.name.node);
        if !seen.insert(&field.node.name.node) {
            return unsound(&place, "the field is there twice");
        }
        let ty = base(&field.node.ty.node);
        match merged.get(ty).map(|found| &found.kind) {
            None if is_built_in(ty) => {}
            None => return unsound(&place, &format!("there is no type {ty}")),
            Some(TypeKind::InputObject(_)) => {
                return unsound(&place, &format!("{ty} is an input"));
            }
            Some(_) => {}
        }
        inputs(merged, &place, &field.node.arguments)?;
    }
    Ok(())
}

fn inputs(
    merged: &Merged,
    name: &str,
    inputs: &[Positioned<InputValueDefinition>],
) -> Result<(), SdlError> {
    let mut seen = BTreeSet::new();
    for input in inputs {
        let place = format!("{name}.{}", input.node.name.node);
        if !seen.insert(&input.node.name.node) {
            return unsound(&place, "it is there twice");
        }
        let ty = base(&input.node.ty.node);
        match merged.get(ty).map(|found| &found.kind) {
            Some(TypeKind::Object(_) | TypeKind::Interface(_)) => {
                return unsound(&place, &format!("{ty} is not an input"));
            }
            None if !is_built_in(ty) => {
                return unsound(&place, &format!("there is no type {ty}"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn one_of(name: &str, fields: &[Positioned<InputValueDefinition>]) -> Result<(), SdlError> {
    for field in fields {
        let place = format!("{name}.{}", field.node.name.node);
        if !field.node.ty.node.nullable || field.node.default_value.is_some() {
            return unsound(&place, "a field of a oneOf input is nullable and has no default");
        }
    }
    Ok(())
}

fn implements(
    merged: &Merged,
    name: &str,
    object: &ObjectType,
    interface: &str,
) -> Result<(), SdlError> {
    let Some(TypeKind::Interface(wanted)) = merged.get(interface).map(|found| &found.kind) else {
        return unsound(name, &format!("there is no interface {interface}"));
    };
    for parent in &wanted.implements {
        if !object.implements.iter().any(|other| other.node == parent.node) {
            return unsound(name, &format!("whoever implements {interface} implements {parent}"));
        }
    }
    for want in &wanted.fields {
        let place = format!("{name}.{}", want.node.name.node);
        let have = object.fields.iter().find(|have| have.node.name.node == want.node.name.node);
        let Some(have) = have else {
            return unsound(&place, &format!("{interface} has this field"));
        };
        if !is_subtype(&have.node.ty.node, &want.node.ty.node) {
            let reason = format!("in {interface} it is {}", want.node.ty.node);
            return unsound(&place, &reason);
        }
    }
    Ok(())
}

fn is_subtype(have: &Type, want: &Type) -> bool {
    if have.nullable && !want.nullable {
        return false;
    }
    match (&have.base, &want.base) {
        (BaseType::List(have), BaseType::List(want)) => is_subtype(have, want),
        // GraphQL would take an implementing type here; async-graphql 7.2.1 does not.
        (BaseType::Named(have), BaseType::Named(want)) => have == want,
        _ => false,
    }
}

fn unsound<T>(place: &str, reason: &str) -> Result<T, SdlError> {
    Err(SdlError::Unsound { place: place.to_owned(), reason: reason.to_owned() })
}
