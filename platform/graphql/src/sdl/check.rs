//! Whether types fit together, by the rules of GraphQL and by those of a base for its parts.

use std::collections::BTreeSet;

use async_graphql_parser::Positioned;
use async_graphql_parser::types::{
    BaseType, FieldDefinition, InputValueDefinition, ObjectType, Type, TypeKind,
};

use super::error::SdlError;
use super::merged::{Merged, base, is_built_in, is_one_of};
use super::part::{Part, PartRules};

/// Checks every type of the schema against every other.
///
/// # Errors
/// The first violation of GraphQL's rules, with its place.
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
            TypeKind::Union(_) => {
                return unsound(name, "an interface is supported here, a union is not");
            }
            TypeKind::Scalar => {}
        }
    }
    Ok(())
}

/// Checks that the types from `first` on are connected to the rest of the schema only by the inputs,
/// interfaces and shared types that the rules name.
///
/// # Errors
/// The first violation, with its place.
pub(super) fn own(
    merged: &Merged,
    part: Part<'_>,
    rules: &PartRules,
    first: usize,
) -> Result<(), SdlError> {
    let is_known = |name: &str| {
        name.starts_with(part.prefix) || is_built_in(name) || rules.shared.contains(&name)
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
                return unsound(&place, "a part's fields take no arguments");
            }
            if !is_known(base(&field.node.ty.node)) {
                return unsound(&place, "a part's fields are of its own types");
            }
        }
        for interface in interfaces {
            if !is_known(&interface.node) && !rules.interfaces.contains(&interface.node.as_str()) {
                let open = rules.interfaces.join(", ");
                return unsound(name, &format!("a part implements {open} or its own interfaces"));
            }
        }
    }
    for &interface in rules.required {
        let name = format!("{}{interface}", part.prefix);
        let found = merged.get(&name).map(|found| &found.kind);
        let is_implemented = matches!(found, Some(TypeKind::Object(object))
            if object.implements.iter().any(|one| one.node == interface));
        if !is_implemented {
            return unsound(&name, &format!("a part has this type, and it implements {interface}"));
        }
    }
    for input in rules.inputs {
        if merged.input_of(input, part.id).is_none() {
            return unsound(&format!("{input}.{}", part.id), "a part adds this field");
        }
    }
    Ok(())
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
            return unsound(name, &format!("what implements {interface} implements {parent}"));
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
