//! Whether tables of an older build can be served through the SDL of a newer one.

use std::collections::BTreeSet;

use async_graphql_parser::Positioned;
use async_graphql_parser::types::{
    EnumValueDefinition, FieldDefinition, InputValueDefinition, Type, TypeKind,
};

use super::error::ContractError;

/// Checks a type that both builds have.
pub(super) fn check_type(new: &TypeKind, old: &TypeKind) -> Result<(), ContractError> {
    match (new, old) {
        (TypeKind::Scalar, TypeKind::Scalar) => Ok(()),
        (TypeKind::Object(new), TypeKind::Object(old)) => {
            check_interfaces(&new.implements, &old.implements)?;
            check_outputs(&new.fields, &old.fields)
        }
        (TypeKind::Interface(new), TypeKind::Interface(old)) => {
            check_interfaces(&new.implements, &old.implements)?;
            check_outputs(&new.fields, &old.fields)
        }
        (TypeKind::Enum(new), TypeKind::Enum(old)) => {
            let value = |value: &Positioned<EnumValueDefinition>| value.node.value.node.to_string();
            let kept: BTreeSet<String> = new.values.iter().map(value).collect();
            match old.values.iter().map(value).find(|value| !kept.contains(value)) {
                Some(value) => Err(ContractError(format!(".{value} is gone"))),
                None => Ok(()),
            }
        }
        (TypeKind::InputObject(new), TypeKind::InputObject(old)) => {
            check_inputs(&new.fields, &old.fields)
        }
        _ => Err(ContractError(" is another kind of type now".to_owned())),
    }
}

fn check_interfaces<N: PartialEq + std::fmt::Display>(
    new: &[Positioned<N>],
    old: &[Positioned<N>],
) -> Result<(), ContractError> {
    match old.iter().find(|old| !new.iter().any(|new| new.node == old.node)) {
        Some(gone) => Err(ContractError(format!(" implements `{}` no more", gone.node))),
        None => Ok(()),
    }
}

fn check_outputs(
    new: &[Positioned<FieldDefinition>],
    old: &[Positioned<FieldDefinition>],
) -> Result<(), ContractError> {
    let field = |field: &'_ Positioned<FieldDefinition>| Field {
        name: field.node.name.node.to_string(),
        ty: field.node.ty.node.clone(),
        has_default: false,
    };
    check_fields(&new.iter().map(field).collect::<Vec<_>>(), old.iter().map(field))
}

fn check_inputs(
    new: &[Positioned<InputValueDefinition>],
    old: &[Positioned<InputValueDefinition>],
) -> Result<(), ContractError> {
    let field = |field: &'_ Positioned<InputValueDefinition>| Field {
        name: field.node.name.node.to_string(),
        ty: field.node.ty.node.clone(),
        has_default: field.node.default_value.is_some(),
    };
    check_fields(&new.iter().map(field).collect::<Vec<_>>(), old.iter().map(field))
}

/// The part of a field that must be the same in both builds.
struct Field {
    name: String,
    ty: Type,
    has_default: bool,
}

fn check_fields(new: &[Field], old: impl Iterator<Item = Field>) -> Result<(), ContractError> {
    let mut known = BTreeSet::new();
    for Field { name, ty, .. } in old {
        let Some(now) = new.iter().find(|field| field.name == name) else {
            return Err(ContractError(format!(".{name} is gone")));
        };
        if now.ty != ty {
            return Err(ContractError(format!(".{name} was {ty} and is {}", now.ty)));
        }
        known.insert(name);
    }
    let mut added = new.iter().filter(|field| !known.contains(&field.name));
    match added.find(|field| !field.ty.nullable && !field.has_default) {
        Some(Field { name, .. }) => {
            Err(ContractError(format!(".{name} is new and may not be null")))
        }
        None => Ok(()),
    }
}
