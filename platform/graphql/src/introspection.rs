//! Introspection: the schema's own types as objects whose fields are resolved like any others.

use std::sync::Arc;

use async_graphql_parser::Positioned;
use async_graphql_parser::types::{
    BaseType, ConstDirective, FieldDefinition, InputValueDefinition, Type, TypeDefinition, TypeKind,
};
use async_graphql_value::ConstValue;
use async_trait::async_trait;
use serde_json::{Value as Json, json};

use crate::document::plan::Selected;
use crate::fault::Fault;
use crate::sdl::merged::{Merged, is_one_of};
use crate::value::{Object, Run, Value};

const SCALARS: [(&str, &str); 5] = [
    ("Int", "A whole number of 32 bits."),
    ("Float", "A number."),
    ("String", "Text."),
    ("Boolean", "True or false."),
    ("ID", "Text that names something."),
];

/// The answer to `__schema` or `__type`.
///
/// # Errors
/// When the arguments do not fit.
pub fn answer(merged: &Arc<Merged>, field: &Selected, run: &Run<'_>) -> Result<Value, Fault> {
    if &*field.name == "__schema" {
        return Ok(Value::object(Schema(merged.clone())));
    }
    let arguments = run.arguments(field)?;
    let name = arguments.get("name").and_then(Json::as_str).unwrap_or_default();
    Ok(named(merged, name))
}

fn named(merged: &Arc<Merged>, name: &str) -> Value {
    let is_there = merged.get(name).is_some() || SCALARS.iter().any(|scalar| scalar.0 == name);
    if !is_there {
        return Value::Null;
    }
    let base = BaseType::Named(async_graphql::Name::new(name));
    of_type(merged, &Type { base, nullable: true })
}

fn of_type(merged: &Arc<Merged>, ty: &Type) -> Value {
    Value::object(OfType { merged: merged.clone(), ty: ty.clone() })
}

fn list<T>(items: impl IntoIterator<Item = T>, value: impl Fn(T) -> Value) -> Value {
    Value::List(items.into_iter().map(value).collect())
}

#[derive(Debug)]
struct Schema(Arc<Merged>);

#[async_trait]
impl Object for Schema {
    fn type_name(&self) -> &'static str {
        "__Schema"
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        let merged = &self.0;
        Ok(match &*field.name {
            "types" => {
                let scalars = SCALARS.iter().map(|scalar| scalar.0);
                let types = merged.types().iter().map(|ty| ty.name.node.as_str());
                list(types.chain(scalars), |name| named(merged, name))
            }
            "queryType" => named(merged, "Query"),
            "mutationType" => named(merged, "Mutation"),
            "subscriptionType" => named(merged, "Subscription"),
            "directives" => list(directives(), |directive| {
                Value::object(Directive { merged: merged.clone(), directive })
            }),
            _ => Value::Null,
        })
    }
}

#[derive(Debug)]
struct OfType {
    merged: Arc<Merged>,
    ty: Type,
}

impl OfType {
    /// The definition of a type that is no list, may be null, and is not built in.
    fn definition(&self) -> Option<&TypeDefinition> {
        match &self.ty.base {
            BaseType::Named(name) if self.ty.nullable => self.merged.get(name),
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        match (&self.ty.base, self.definition().map(|definition| &definition.kind)) {
            _ if !self.ty.nullable => "NON_NULL",
            (BaseType::List(_), _) => "LIST",
            (_, None | Some(TypeKind::Scalar)) => "SCALAR",
            (_, Some(TypeKind::Object(_))) => "OBJECT",
            (_, Some(TypeKind::Interface(_))) => "INTERFACE",
            (_, Some(TypeKind::Union(_))) => "UNION",
            (_, Some(TypeKind::Enum(_))) => "ENUM",
            (_, Some(TypeKind::InputObject(_))) => "INPUT_OBJECT",
        }
    }

    fn name(&self) -> Option<&str> {
        match &self.ty.base {
            BaseType::Named(name) if self.ty.nullable => Some(name),
            _ => None,
        }
    }

    fn description(&self) -> Option<&str> {
        if let Some(definition) = self.definition() {
            return definition.description.as_ref().map(|text| text.node.trim());
        }
        let name = self.name()?;
        SCALARS.iter().find(|scalar| scalar.0 == name).map(|scalar| scalar.1)
    }

    fn of(&self) -> Value {
        match &self.ty {
            Type { nullable: false, base } => {
                of_type(&self.merged, &Type { nullable: true, base: base.clone() })
            }
            Type { base: BaseType::List(inner), .. } => of_type(&self.merged, inner),
            _ => Value::Null,
        }
    }

    fn fields(&self, with_deprecated: bool) -> Value {
        let fields = match self.definition().map(|definition| &definition.kind) {
            Some(TypeKind::Object(object)) => &object.fields,
            Some(TypeKind::Interface(interface)) => &interface.fields,
            _ => return Value::Null,
        };
        let shown = fields.iter().filter(|field| is_shown(&field.node.directives, with_deprecated));
        list(shown, |field| {
            Value::object(OfField { merged: self.merged.clone(), field: field.node.clone() })
        })
    }

    fn possible_types(&self) -> Value {
        let (Some(TypeKind::Interface(_)), Some(name)) =
            (self.definition().map(|definition| &definition.kind), self.name())
        else {
            return Value::Null;
        };
        let implements = |definition: &&TypeDefinition| match &definition.kind {
            TypeKind::Object(object) => object.implements.iter().any(|one| one.node == name),
            _ => false,
        };
        let possible = self.merged.types().iter().filter(implements);
        list(possible, |definition| named(&self.merged, &definition.name.node))
    }

    fn enum_values(&self, with_deprecated: bool) -> Result<Value, Fault> {
        let Some(TypeKind::Enum(one)) = self.definition().map(|definition| &definition.kind) else {
            return Ok(Value::Null);
        };
        let shown = one.values.iter().map(|value| &value.node);
        let shown = shown.filter(|value| is_shown(&value.directives, with_deprecated));
        let values = shown.map(|value| {
            json!({
                "name": value.value.node.as_str(),
                "description": value.description.as_ref().map(|text| text.node.trim()),
                "isDeprecated": deprecation(&value.directives).is_some(),
                "deprecationReason": deprecation(&value.directives),
            })
        });
        Value::of(&values.collect::<Vec<_>>())
    }
}

#[async_trait]
impl Object for OfType {
    fn type_name(&self) -> &'static str {
        "__Type"
    }

    async fn field(&self, field: &Selected, run: &Run<'_>) -> Result<Value, Fault> {
        let kind = self.definition().map(|definition| &definition.kind);
        match &*field.name {
            "kind" => Value::of(&self.kind()),
            "name" => Value::of(&self.name()),
            "description" => Value::of(&self.description()),
            "fields" => Ok(self.fields(with_deprecated(field, run)?)),
            "interfaces" => Ok(match kind {
                Some(TypeKind::Object(object)) => {
                    list(&object.implements, |name| named(&self.merged, &name.node))
                }
                Some(TypeKind::Interface(interface)) => {
                    list(&interface.implements, |name| named(&self.merged, &name.node))
                }
                _ => Value::Null,
            }),
            "possibleTypes" => Ok(self.possible_types()),
            "enumValues" => self.enum_values(with_deprecated(field, run)?),
            "inputFields" => Ok(match kind {
                Some(TypeKind::InputObject(input)) => {
                    inputs(&self.merged, &input.fields, with_deprecated(field, run)?)
                }
                _ => Value::Null,
            }),
            "ofType" => Ok(self.of()),
            "isOneOf" => Value::of(&match (kind, self.definition()) {
                (Some(TypeKind::InputObject(_)), Some(one)) => Some(is_one_of(&one.directives)),
                _ => None,
            }),
            "specifiedByURL" => Value::of(&self.definition().and_then(specified_by)),
            _ => Ok(Value::Null),
        }
    }
}

/// Where a scalar is specified, if its definition says so.
fn specified_by(definition: &TypeDefinition) -> Option<String> {
    let is_it = |name: &str| name == "specifiedBy";
    let one = definition.directives.iter().find(|one| is_it(&one.node.name.node))?;
    match &one.node.get_argument("url")?.node {
        ConstValue::String(url) => Some(url.clone()),
        _ => None,
    }
}

fn inputs(
    merged: &Arc<Merged>,
    inputs: &[Positioned<InputValueDefinition>],
    with_deprecated: bool,
) -> Value {
    let shown = inputs.iter().filter(|one| is_shown(&one.node.directives, with_deprecated));
    list(shown, |input| {
        Value::object(OfInput { merged: merged.clone(), input: input.node.clone() })
    })
}

#[derive(Debug)]
struct OfField {
    merged: Arc<Merged>,
    field: FieldDefinition,
}

#[async_trait]
impl Object for OfField {
    fn type_name(&self) -> &'static str {
        "__Field"
    }

    async fn field(&self, field: &Selected, run: &Run<'_>) -> Result<Value, Fault> {
        match &*field.name {
            "name" => Value::of(&self.field.name.node.as_str()),
            "description" => Value::of(&self.field.description.as_ref().map(|one| one.node.trim())),
            "args" => {
                let with_deprecated = with_deprecated(field, run)?;
                Ok(inputs(&self.merged, &self.field.arguments, with_deprecated))
            }
            "type" => Ok(of_type(&self.merged, &self.field.ty.node)),
            "isDeprecated" => Value::of(&deprecation(&self.field.directives).is_some()),
            _ => Value::of(&deprecation(&self.field.directives)),
        }
    }
}

#[derive(Debug)]
struct OfInput {
    merged: Arc<Merged>,
    input: InputValueDefinition,
}

#[async_trait]
impl Object for OfInput {
    fn type_name(&self) -> &'static str {
        "__InputValue"
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        match &*field.name {
            "name" => Value::of(&self.input.name.node.as_str()),
            "description" => Value::of(&self.input.description.as_ref().map(|one| one.node.trim())),
            "type" => Ok(of_type(&self.merged, &self.input.ty.node)),
            "defaultValue" => {
                let default = self.input.default_value.as_ref();
                Value::of(&default.map(|value| value.node.to_string()))
            }
            "isDeprecated" => Value::of(&deprecation(&self.input.directives).is_some()),
            _ => Value::of(&deprecation(&self.input.directives)),
        }
    }
}

/// A directive that every server here knows: name, what it is about, locations, arguments.
type DirectiveParts = (&'static str, &'static str, &'static [&'static str], &'static str);

/// The directives that GraphQL itself defines.
fn directives() -> [DirectiveParts; 5] {
    let document = &["FIELD", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"];
    [
        ("include", "Asks for this only if it is true.", document, "if: Boolean!"),
        ("skip", "Does not ask for this if it is true.", document, "if: Boolean!"),
        (
            "deprecated",
            "It is better not used any more.",
            &["FIELD_DEFINITION", "ARGUMENT_DEFINITION", "INPUT_FIELD_DEFINITION", "ENUM_VALUE"],
            "reason: String = \"No longer supported\"",
        ),
        ("specifiedBy", "Where a scalar is specified.", &["SCALAR"], "url: String!"),
        ("oneOf", "Exactly one field is given.", &["INPUT_OBJECT"], ""),
    ]
}

#[derive(Debug)]
struct Directive {
    merged: Arc<Merged>,
    directive: DirectiveParts,
}

#[async_trait]
impl Object for Directive {
    fn type_name(&self) -> &'static str {
        "__Directive"
    }

    async fn field(&self, field: &Selected, _: &Run<'_>) -> Result<Value, Fault> {
        let (name, description, locations, arguments) = self.directive;
        match &*field.name {
            "name" => Value::of(&name),
            "description" => Value::of(&description),
            "isRepeatable" => Value::of(&false),
            "locations" => Value::of(&locations),
            _ if arguments.is_empty() => Ok(Value::List(Vec::new())),
            _ => {
                // Read like any other argument: as that of a field.
                let arguments = format!("type Directive {{ of({arguments}): Int }}");
                let parsed = Merged::base(&arguments).map_err(Fault::internal)?;
                match parsed.get("Directive").map(|ty| &ty.kind) {
                    Some(TypeKind::Object(object)) => {
                        Ok(inputs(&self.merged, &object.fields[0].node.arguments, true))
                    }
                    _ => Ok(Value::Null),
                }
            }
        }
    }
}

fn with_deprecated(field: &Selected, run: &Run<'_>) -> Result<bool, Fault> {
    let arguments = run.arguments(field)?;
    Ok(arguments.get("includeDeprecated").and_then(Json::as_bool) == Some(true))
}

fn is_shown(directives: &[Positioned<ConstDirective>], with_deprecated: bool) -> bool {
    with_deprecated || deprecation(directives).is_none()
}

/// Why something is deprecated, if it is.
fn deprecation(directives: &[Positioned<ConstDirective>]) -> Option<String> {
    let found = directives.iter().find(|directive| directive.node.name.node == "deprecated")?;
    Some(match found.node.get_argument("reason").map(|reason| &reason.node) {
        Some(async_graphql::Value::String(reason)) => reason.clone(),
        _ => "No longer supported".to_owned(),
    })
}
