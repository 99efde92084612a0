//! The merged schema as async-graphql knows it. It validates documents against it and never runs a
//! field, so the fields here answer nothing.

use async_graphql::dynamic::{
    Enum, EnumItem, Field, FieldFuture, InputObject, InputValue, Interface, InterfaceField, Object,
    Scalar, Schema, SchemaError, Subscription, SubscriptionField, SubscriptionFieldFuture, TypeRef,
};
use async_graphql_parser::Positioned;
use async_graphql_parser::types::{
    BaseType, ConstDirective, EnumType, FieldDefinition, InputObjectType, InputValueDefinition,
    InterfaceType, ObjectType, Type, TypeDefinition, TypeKind,
};

use super::Merged;
use super::merge::is_one_of;

/// A schema for validation.
///
/// # Errors
/// When async-graphql finds a fault that [`Merged`] did not.
pub fn build(merged: &Merged, stop: crate::document::Stop) -> Result<Schema, SchemaError> {
    let root = |name: &'static str| merged.get(name).map(|_| name);
    let mut builder = Schema::build("Query", root("Mutation"), root("Subscription"));
    for definition in merged.types() {
        builder = match &definition.kind {
            TypeKind::Scalar | TypeKind::Union(_) => builder.register(scalar(definition)),
            TypeKind::Object(object) if definition.name.node == "Subscription" => {
                builder.register(subscription(definition, object))
            }
            TypeKind::Object(object) => builder.register(self::object(definition, object)),
            TypeKind::Interface(one) => builder.register(interface(definition, one)),
            TypeKind::Enum(one) => builder.register(self::one_of_names(definition, one)),
            TypeKind::InputObject(input) => builder.register(self::input(definition, input)),
        };
    }
    // The document was measured before it comes here.
    builder.extension(stop).limit_recursive_depth(crate::document::limits::NESTING).finish()
}

/// Describes and deprecates whatever has the methods for it.
macro_rules! annotate {
    ($built:expr, $description:expr, $directives:expr) => {{
        let mut built = $built;
        if let Some(description) = $description {
            built = built.description(description.node.trim());
        }
        if let Some(reason) = deprecation($directives) {
            built = built.deprecation(reason.as_deref());
        }
        built
    }};
    ($built:expr, $description:expr) => {{
        let built = $built;
        match $description {
            Some(description) => built.description(description.node.trim()),
            None => built,
        }
    }};
}

fn scalar(definition: &TypeDefinition) -> Scalar {
    annotate!(Scalar::new(definition.name.node.as_str()), &definition.description)
}

fn object(definition: &TypeDefinition, object: &ObjectType) -> Object {
    let built = Object::new(definition.name.node.as_str());
    let mut built = annotate!(built, &definition.description);
    for interface in &object.implements {
        built = built.implement(interface.node.as_str());
    }
    for Positioned { node: field, .. } in &object.fields {
        let name = field.name.node.as_str();
        let one = Field::new(name, ty(&field.ty.node), |_| FieldFuture::from_value(None));
        let one = annotate!(one, &field.description, &field.directives);
        built = built.field(field.arguments.iter().fold(one, |one, arg| one.argument(value(arg))));
    }
    built
}

fn subscription(definition: &TypeDefinition, object: &ObjectType) -> Subscription {
    let built = Subscription::new(definition.name.node.as_str());
    let mut built = annotate!(built, &definition.description);
    for Positioned { node: field, .. } in &object.fields {
        let one = SubscriptionField::new(field.name.node.as_str(), ty(&field.ty.node), |_| {
            SubscriptionFieldFuture::new(async {
                Ok(futures_util::stream::empty::<async_graphql::Result<async_graphql::Value>>())
            })
        });
        let one = annotate!(one, &field.description, &field.directives);
        built = built.field(field.arguments.iter().fold(one, |one, arg| one.argument(value(arg))));
    }
    built
}

fn interface(definition: &TypeDefinition, interface: &InterfaceType) -> Interface {
    let built = Interface::new(definition.name.node.as_str());
    let mut built = annotate!(built, &definition.description);
    for parent in &interface.implements {
        built = built.implement(parent.node.as_str());
    }
    for Positioned { node: field, .. } in &interface.fields {
        built = built.field(interface_field(field));
    }
    built
}

fn interface_field(field: &FieldDefinition) -> InterfaceField {
    // async-graphql 7.2.1 has it the wrong way round: it takes a field that may be null for one
    // that may not, and refuses the reverse. Where none may be null, it takes both; whether they
    // fit is checked before, and no validation of a document asks.
    let one = InterfaceField::new(field.name.node.as_str(), never_null(&field.ty.node));
    let one = annotate!(one, &field.description, &field.directives);
    field.arguments.iter().fold(one, |one, argument| one.argument(value(argument)))
}

fn never_null(ty: &Type) -> TypeRef {
    let base = match &ty.base {
        BaseType::Named(name) => TypeRef::Named(name.to_string().into()),
        BaseType::List(inner) => TypeRef::List(Box::new(never_null(inner))),
    };
    TypeRef::NonNull(Box::new(base))
}

fn one_of_names(definition: &TypeDefinition, one: &EnumType) -> Enum {
    let mut built = annotate!(Enum::new(definition.name.node.as_str()), &definition.description);
    for Positioned { node: item, .. } in &one.values {
        let name = EnumItem::new(item.value.node.as_str());
        built = built.item(annotate!(name, &item.description, &item.directives));
    }
    built
}

fn input(definition: &TypeDefinition, input: &InputObjectType) -> InputObject {
    let built = InputObject::new(definition.name.node.as_str());
    let mut built = annotate!(built, &definition.description);
    if is_one_of(&definition.directives) {
        built = built.oneof();
    }
    input.fields.iter().fold(built, |built, field| built.field(value(field)))
}

fn value(Positioned { node: input, .. }: &Positioned<InputValueDefinition>) -> InputValue {
    let built = InputValue::new(input.name.node.as_str(), ty(&input.ty.node));
    let built = annotate!(built, &input.description);
    match &input.default_value {
        Some(default) => built.default_value(default.node.clone()),
        None => built,
    }
}

fn ty(ty: &Type) -> TypeRef {
    let base = match &ty.base {
        BaseType::Named(name) => TypeRef::Named(name.to_string().into()),
        BaseType::List(inner) => TypeRef::List(Box::new(self::ty(inner))),
    };
    if ty.nullable { base } else { TypeRef::NonNull(Box::new(base)) }
}

/// The reason that `@deprecated` gives, if it is there.
fn deprecation(directives: &[Positioned<ConstDirective>]) -> Option<Option<String>> {
    let found = directives.iter().find(|directive| directive.node.name.node == "deprecated")?;
    Some(match found.node.get_argument("reason").map(|reason| &reason.node) {
        Some(async_graphql::Value::String(reason)) => Some(reason.clone()),
        _ => None,
    })
}
