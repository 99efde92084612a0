//! Introspection: the schema's own types as objects whose fields have functions like any others.

use std::sync::Arc;

use async_graphql_parser::Positioned;
use async_graphql_parser::types::{
    BaseType, ConstDirective, FieldDefinition, InputValueDefinition, Type, TypeDefinition, TypeKind,
};
use async_graphql_value::ConstValue;
use serde::Deserialize;
use serde_json::json;

use crate::fault::Fault;
use crate::resolver::{Context, Fields, Json};
use crate::sdl::merged::{Merged, is_one_of};
use crate::value::{ObjectType, Value};

const SCALARS: [(&str, &str); 5] = [
    ("Int", "A whole number of 32 bits."),
    ("Float", "A number."),
    ("String", "Text."),
    ("Boolean", "True or false."),
    ("ID", "Text that names something."),
];

/// Registers `__schema` and `__type` of `Query` and the fields of their types, answered from
/// `schema`. The types are in [`Merged::with_introspection`].
pub fn register<C: Send + Sync + 'static>(fields: &mut Fields<C>, schema: &Arc<Merged>) {
    let merged = schema.clone();
    fields.query("__schema", move |()| Schema(merged.clone()));
    let merged = schema.clone();
    fields.query("__type", move |(asked,): (TypeArguments,)| TypeOf::named(&merged, &asked.name));
    fields
        .object::<Schema>()
        .property("description", |_| Value::Null)
        .property("types", Schema::types)
        .property("queryType", |schema| TypeOf::named(&schema.0, "Query"))
        .property("mutationType", |schema| TypeOf::named(&schema.0, "Mutation"))
        .property("subscriptionType", |schema| TypeOf::named(&schema.0, "Subscription"))
        .property("directives", |schema| Directive::all(&schema.0));
    fields
        .object::<TypeOf>()
        .property("kind", |ty| Json(ty.kind()))
        .property("name", |ty| Value::of(&ty.name()))
        .property("description", |ty| Value::of(&ty.description()))
        .field("fields", of_fields)
        .property("interfaces", TypeOf::interfaces)
        .property("possibleTypes", TypeOf::possible_types)
        .field("enumValues", of_enum_values)
        .field("inputFields", of_input_fields)
        .property("ofType", TypeOf::inner)
        .property("isOneOf", |ty| Json(ty.is_one_of()))
        .property("specifiedByURL", |ty| Json(ty.definition().and_then(specified_by)));
    fields
        .object::<Field>()
        .property("name", |one| Value::of(&one.field.name.node.as_str()))
        .property("description", |one| Value::of(&text(&one.field.description)))
        .field("args", of_field_arguments)
        .property("type", |one| TypeOf::new(&one.merged, &one.field.ty.node))
        .property("isDeprecated", |one| Json(deprecation(&one.field.directives).is_some()))
        .property("deprecationReason", |one| Json(deprecation(&one.field.directives)));
    fields
        .object::<Input>()
        .property("name", |one| Value::of(&one.input.name.node.as_str()))
        .property("description", |one| Value::of(&text(&one.input.description)))
        .property("type", |one| TypeOf::new(&one.merged, &one.input.ty.node))
        .property("defaultValue", |one| Json(one.default()))
        .property("isDeprecated", |one| Json(deprecation(&one.input.directives).is_some()))
        .property("deprecationReason", |one| Json(deprecation(&one.input.directives)));
    fields
        .object::<Directive>()
        .property("name", |one| Json(one.name))
        .property("description", |one| Json(one.description))
        .property("isRepeatable", |_| Json(false))
        .property("locations", |one| Json(one.locations))
        .field("args", of_directive_arguments);
    fields.json(&["__EnumValue"]);
}

/// The arguments of `Query.__type`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypeArguments {
    name: String,
}

/// The arguments of fields that list what can be deprecated.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Listing {
    include_deprecated: Option<bool>,
}

impl Listing {
    /// Whether something with these directives is listed.
    fn has(&self, directives: &[Positioned<ConstDirective>]) -> bool {
        self.include_deprecated == Some(true) || deprecation(directives).is_none()
    }
}

struct Schema(Arc<Merged>);

impl ObjectType for Schema {
    const NAME: &'static str = "__Schema";
}

impl Schema {
    fn types(&self) -> Vec<TypeOf> {
        let scalars = SCALARS.iter().map(|scalar| scalar.0);
        let types = self.0.types().iter().map(|ty| ty.name.node.as_str());
        types.chain(scalars).filter_map(|name| TypeOf::named(&self.0, name)).collect()
    }
}

/// A type as a field has it: with its list and non-null wrappers.
struct TypeOf {
    merged: Arc<Merged>,
    ty: Type,
}

impl ObjectType for TypeOf {
    const NAME: &'static str = "__Type";
}

impl TypeOf {
    fn new(merged: &Arc<Merged>, ty: &Type) -> Self {
        Self { merged: merged.clone(), ty: ty.clone() }
    }

    /// A type by its name, if there is one.
    fn named(merged: &Arc<Merged>, name: &str) -> Option<Self> {
        let is_there = merged.get(name).is_some() || SCALARS.iter().any(|scalar| scalar.0 == name);
        let base = BaseType::Named(async_graphql::Name::new(name));
        is_there.then(|| Self { merged: merged.clone(), ty: Type { base, nullable: true } })
    }

    /// The definition of a type that is no list, may be null, and is not built in.
    fn definition(&self) -> Option<&TypeDefinition> {
        self.merged.get(self.name()?)
    }

    fn definition_kind(&self) -> Option<&TypeKind> {
        self.definition().map(|definition| &definition.kind)
    }

    fn kind(&self) -> &'static str {
        match (&self.ty.base, self.definition_kind()) {
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
            return text(&definition.description);
        }
        let name = self.name()?;
        SCALARS.iter().find(|scalar| scalar.0 == name).map(|scalar| scalar.1)
    }

    /// The type inside a non-null type or a list.
    fn inner(&self) -> Option<Self> {
        match &self.ty {
            Type { nullable: false, base } => {
                Some(Self::new(&self.merged, &Type { nullable: true, base: base.clone() }))
            }
            Type { base: BaseType::List(inner), .. } => Some(Self::new(&self.merged, inner)),
            _ => None,
        }
    }

    fn interfaces(&self) -> Option<Vec<Self>> {
        let names = match self.definition_kind()? {
            TypeKind::Object(object) => &object.implements,
            TypeKind::Interface(interface) => &interface.implements,
            _ => return None,
        };
        Some(names.iter().filter_map(|name| Self::named(&self.merged, &name.node)).collect())
    }

    fn possible_types(&self) -> Option<Vec<Self>> {
        let (TypeKind::Interface(_), name) = (self.definition_kind()?, self.name()?) else {
            return None;
        };
        let implements = |definition: &&TypeDefinition| match &definition.kind {
            TypeKind::Object(object) => object.implements.iter().any(|one| one.node == name),
            _ => false,
        };
        let possible = self.merged.types().iter().filter(implements);
        let named = |definition: &TypeDefinition| Self::named(&self.merged, &definition.name.node);
        Some(possible.filter_map(named).collect())
    }

    fn is_one_of(&self) -> Option<bool> {
        let definition = self.definition()?;
        matches!(definition.kind, TypeKind::InputObject(_))
            .then(|| is_one_of(&definition.directives))
    }
}

async fn of_fields<C: Sync>(
    _: Context<'_, C>,
    ty: &TypeOf,
    listing: Listing,
) -> Option<Vec<Field>> {
    let fields = match ty.definition_kind()? {
        TypeKind::Object(object) => &object.fields,
        TypeKind::Interface(interface) => &interface.fields,
        _ => return None,
    };
    let listed = fields.iter().filter(|field| listing.has(&field.node.directives));
    let field = |field: &Positioned<FieldDefinition>| Field {
        merged: ty.merged.clone(),
        field: field.node.clone(),
    };
    Some(listed.map(field).collect())
}

async fn of_enum_values<C: Sync>(
    _: Context<'_, C>,
    ty: &TypeOf,
    listing: Listing,
) -> Result<Value, Fault> {
    let Some(TypeKind::Enum(one)) = ty.definition_kind() else { return Ok(Value::Null) };
    let values = one.values.iter().map(|value| &value.node);
    let listed = values.filter(|value| listing.has(&value.directives)).map(|value| {
        let reason = deprecation(&value.directives);
        json!({
            "name": value.value.node.as_str(),
            "description": text(&value.description),
            "isDeprecated": reason.is_some(),
            "deprecationReason": reason,
        })
    });
    Value::of(&listed.collect::<Vec<_>>())
}

async fn of_input_fields<C: Sync>(
    _: Context<'_, C>,
    ty: &TypeOf,
    listing: Listing,
) -> Option<Vec<Input>> {
    let TypeKind::InputObject(input) = ty.definition_kind()? else { return None };
    Some(Input::all(&ty.merged, &input.fields, &listing))
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

struct Field {
    merged: Arc<Merged>,
    field: FieldDefinition,
}

impl ObjectType for Field {
    const NAME: &'static str = "__Field";
}

async fn of_field_arguments<C: Sync>(
    _: Context<'_, C>,
    one: &Field,
    listing: Listing,
) -> Vec<Input> {
    Input::all(&one.merged, &one.field.arguments, &listing)
}

/// An argument, or a field of an input.
struct Input {
    merged: Arc<Merged>,
    input: InputValueDefinition,
}

impl ObjectType for Input {
    const NAME: &'static str = "__InputValue";
}

impl Input {
    fn all(
        merged: &Arc<Merged>,
        inputs: &[Positioned<InputValueDefinition>],
        listing: &Listing,
    ) -> Vec<Self> {
        let listed = inputs.iter().filter(|input| listing.has(&input.node.directives));
        listed.map(|input| Self { merged: merged.clone(), input: input.node.clone() }).collect()
    }

    fn default(&self) -> Option<String> {
        self.input.default_value.as_ref().map(|value| value.node.to_string())
    }
}

/// A directive that GraphQL itself defines; schemas here have no others.
struct Directive {
    merged: Arc<Merged>,
    name: &'static str,
    description: &'static str,
    locations: &'static [&'static str],
    /// Its arguments in GraphQL's schema language.
    arguments: &'static str,
}

impl ObjectType for Directive {
    const NAME: &'static str = "__Directive";
}

impl Directive {
    fn all(merged: &Arc<Merged>) -> Vec<Self> {
        let new = |name, description, locations, arguments| {
            let merged = merged.clone();
            Self { merged, name, description, locations, arguments }
        };
        let selections = &["FIELD", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"];
        let members =
            &["FIELD_DEFINITION", "ARGUMENT_DEFINITION", "INPUT_FIELD_DEFINITION", "ENUM_VALUE"];
        let reason = "reason: String = \"No longer supported\"";
        vec![
            new(
                "include",
                "Selects this only if the argument is true.",
                selections,
                "if: Boolean!",
            ),
            new("skip", "Leaves this out if the argument is true.", selections, "if: Boolean!"),
            new("deprecated", "Marks what should no longer be used.", members, reason),
            new("specifiedBy", "Says where a scalar is specified.", &["SCALAR"], "url: String!"),
            new("oneOf", "Takes exactly one of its fields.", &["INPUT_OBJECT"], ""),
        ]
    }
}

async fn of_directive_arguments<C: Sync>(
    _: Context<'_, C>,
    one: &Directive,
    listing: Listing,
) -> Result<Vec<Input>, Fault> {
    if one.arguments.is_empty() {
        return Ok(Vec::new());
    }
    // The arguments are parsed as those of a field.
    let sdl = format!("type Directive {{ of({}): Int }}", one.arguments);
    let parsed = Merged::base(&sdl).map_err(Fault::internal)?;
    let found = match parsed.get("Directive").map(|ty| &ty.kind) {
        Some(TypeKind::Object(object)) => &object.fields[0].node.arguments[..],
        _ => &[],
    };
    Ok(Input::all(&one.merged, found, &listing))
}

fn text(description: &Option<Positioned<String>>) -> Option<&str> {
    description.as_ref().map(|text| text.node.trim())
}

/// Why something is deprecated, if it is.
fn deprecation(directives: &[Positioned<ConstDirective>]) -> Option<String> {
    let found = directives.iter().find(|directive| directive.node.name.node == "deprecated")?;
    Some(match found.node.get_argument("reason").map(|reason| &reason.node) {
        Some(ConstValue::String(reason)) => reason.clone(),
        _ => "No longer supported".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sdl::Types;

    struct Query;

    impl ObjectType for Query {
        const NAME: &'static str = "Query";
    }

    #[test]
    fn every_field_of_introspection_has_one_function_and_the_arguments_that_it_says() {
        let base = Merged::base("type Query { plain: Int }").unwrap();
        let schema = Arc::new(base.with_introspection().unwrap());
        let mut fields = Fields::<()>::default();
        let _ = fields.object::<Query>().property("plain", |_| Json(1));
        register(&mut fields, &schema);
        assert_eq!(fields.check(&Types::new(&schema)), [""; 0]);
    }
}
