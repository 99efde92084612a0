//! Validation by async-graphql: it checks a document against the schema and runs no field, so the
//! fields that it knows answer nothing.

use std::sync::Arc;

use async_graphql::dynamic::{
    Enum, EnumItem, Field, FieldFuture, InputObject, InputValue, Interface, InterfaceField, Object,
    Scalar, Schema, SchemaError, Subscription, SubscriptionField, SubscriptionFieldFuture, TypeRef,
};
use async_graphql::extensions::{Extension, ExtensionContext, ExtensionFactory, NextExecute};
use async_graphql::{Request, Response, ServerError, async_trait};
use async_graphql_parser::Positioned;
use async_graphql_parser::types::{
    BaseType, ConstDirective, EnumType, ExecutableDocument, FieldDefinition, InputObjectType,
    InputValueDefinition, InterfaceType, ObjectType, Type, TypeDefinition, TypeKind,
};

use super::limits::NESTING;
use crate::fault::Fault;
use crate::sdl::merged::Merged;

/// A schema as async-graphql knows it.
#[derive(Clone)]
pub(super) struct Validator(Schema);

impl std::fmt::Debug for Validator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Validator").finish_non_exhaustive()
    }
}

impl Validator {
    /// A validator for documents of this schema.
    ///
    /// # Errors
    /// When async-graphql finds a fault that [`Merged`] did not.
    pub(super) fn new(merged: &Merged) -> Result<Self, SchemaError> {
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
                TypeKind::Enum(one) => builder.register(enumeration(definition, one)),
                TypeKind::InputObject(input) => builder.register(self::input(definition, input)),
            };
        }
        // The depth of the document has been measured before.
        builder.extension(ValidateOnly).limit_recursive_depth(NESTING).finish().map(Self)
    }

    /// Validates a document.
    ///
    /// # Errors
    /// Everything that async-graphql finds.
    pub(super) async fn check(
        &self,
        document: ExecutableDocument,
        operation: Option<&str>,
    ) -> Result<(), Vec<Fault>> {
        let response = self.0.execute(request(document, operation)).await;
        if response.errors.is_empty() {
            return Ok(());
        }
        Err(response.errors.into_iter().map(fault).collect())
    }
}

/// The extension that ends a request after its validation.
struct ValidateOnly;

impl ExtensionFactory for ValidateOnly {
    fn create(&self) -> Arc<dyn Extension> {
        Arc::new(Self)
    }
}

#[async_trait::async_trait]
impl Extension for ValidateOnly {
    async fn execute(
        &self,
        _: &ExtensionContext<'_>,
        _: Option<&str>,
        _: NextExecute<'_>,
    ) -> Response {
        Response::new(async_graphql::Value::Null)
    }
}

fn request(document: ExecutableDocument, operation: Option<&str>) -> Request {
    let mut request = Request::new("");
    request.set_parsed_query(document);
    match operation {
        Some(name) => request.operation_name(name),
        None => request,
    }
}

fn fault(error: ServerError) -> Fault {
    let place = error.locations.first().copied();
    let fault = Fault::bad_input(error.message);
    match place {
        Some(place) => fault.at(place),
        None => fault,
    }
}

/// Sets the description and the deprecation of a builder.
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
    // async-graphql 7.2.1 has this check the wrong way round: it accepts a nullable field for a
    // non-null one and refuses the reverse. With a non-null field in the interface it accepts both.
    // The merge has checked that they fit, and validating a document does not look at it.
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

fn enumeration(definition: &TypeDefinition, one: &EnumType) -> Enum {
    let mut built = annotate!(Enum::new(definition.name.node.as_str()), &definition.description);
    for Positioned { node: item, .. } in &one.values {
        let name = EnumItem::new(item.value.node.as_str());
        built = built.item(annotate!(name, &item.description, &item.directives));
    }
    built
}

fn input(definition: &TypeDefinition, input: &InputObjectType) -> InputObject {
    let built = InputObject::new(definition.name.node.as_str());
    // That exactly one field of a `@oneOf` input is given is checked by coercion, which names the path.
    let built = annotate!(built, &definition.description);
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
