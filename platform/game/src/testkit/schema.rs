//! A game's part of the API's schema, merged with the platform's: what JSON may look like.

use std::collections::{BTreeMap, BTreeSet};

use async_graphql_parser::Positioned;
use async_graphql_parser::parse_schema;
use async_graphql_parser::types::{
    BaseType, FieldDefinition, InputValueDefinition, Type, TypeDefinition, TypeKind,
    TypeSystemDefinition,
};
use serde_json::Value;

use super::json;

/// What every game's schema is merged with.
const PLATFORM: &str = include_str!("../../schema/platform.graphql");

/// Types by name, extensions folded in.
#[derive(Debug)]
pub(super) struct Schema {
    types: BTreeMap<String, Kind>,
}

/// One type.
#[derive(Debug)]
pub(super) enum Kind {
    Scalar,
    Enum(BTreeSet<String>),
    Object { fields: Fields, implements: Vec<String> },
    Interface(Fields),
    Input { fields: Fields, one_of: bool },
}

/// The fields of a type by name.
pub(super) type Fields = BTreeMap<String, Field>;

/// One field, and whether it may be left out.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) kind: Type,
    pub(super) optional: bool,
}

/// Where JSON differs from the schema, and how.
#[derive(Debug, Default)]
pub(super) struct Misfit {
    path: String,
    what: String,
}

impl Misfit {
    fn new(what: impl Into<String>) -> Self {
        Self { path: String::new(), what: what.into() }
    }

    /// The same, with `key` before the path.
    fn under(mut self, key: &str) -> Self {
        self.path =
            if self.path.is_empty() { key.to_owned() } else { json::under(key, &self.path) };
        self
    }
}

impl std::fmt::Display for Misfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let path = if self.path.is_empty() { "(all of it)" } else { &self.path };
        write!(f, "{path}: {}", self.what)
    }
}

/// Called with each part of the schema that some JSON uses: a type, or a type and its field or
/// value.
pub(super) type Met<'a> = &'a mut dyn FnMut(&str, &str);

impl Schema {
    /// A game's SDL merged with the platform's.
    pub(super) fn merge(sdl: &str) -> Result<Self, String> {
        let mut schema = Self { types: BTreeMap::new() };
        for name in ["Int", "Float", "String", "Boolean", "ID"] {
            schema.types.insert(name.to_owned(), Kind::Scalar);
        }
        for (whose, text) in [("the platform's schema", PLATFORM), ("ABOUT.sdl", sdl)] {
            if text.trim().is_empty() {
                return Err(format!("{whose} is empty"));
            }
            let document = parse_schema(text).map_err(|error| format!("{whose}: {error}"))?;
            for definition in document.definitions {
                if let TypeSystemDefinition::Type(defined) = definition {
                    if text == sdl {
                        check_identity(&defined.node)?;
                    }
                    schema.define(defined.node)?;
                }
            }
        }
        schema.check_names()?;
        schema.check_interfaces()?;
        Ok(schema)
    }

    pub(super) fn types(&self) -> impl Iterator<Item = (&str, &Kind)> {
        self.types.iter().map(|(name, kind)| (name.as_str(), kind))
    }

    pub(super) fn get(&self, name: &str) -> Option<&Kind> {
        self.types.get(name)
    }

    fn define(&mut self, defined: TypeDefinition) -> Result<(), String> {
        let name = defined.name.node.to_string();
        let one_of = defined.directives.iter().any(|found| found.node.name.node == "oneOf");
        let kind = match defined.kind {
            TypeKind::Scalar => Kind::Scalar,
            TypeKind::Union(_) => return Err(format!("{name} is a union: use an interface")),
            TypeKind::Enum(values) => {
                let values = values.values.iter().map(|value| value.node.value.node.to_string());
                Kind::Enum(values.collect())
            }
            TypeKind::Object(object) => Kind::Object {
                fields: object.fields.iter().map(output).collect(),
                implements: object.implements.iter().map(|name| name.node.to_string()).collect(),
            },
            TypeKind::Interface(interface) => {
                Kind::Interface(interface.fields.iter().map(output).collect())
            }
            TypeKind::InputObject(object) => {
                Kind::Input { fields: object.fields.iter().map(input).collect(), one_of }
            }
        };
        match (defined.extend, self.types.get_mut(&name), kind) {
            (false, None, kind) => {
                self.types.insert(name, kind);
            }
            (true, Some(Kind::Input { fields, .. }), Kind::Input { fields: more, .. }) => {
                fields.extend(more);
            }
            (true, _, _) => return Err(format!("{name} cannot be extended")),
            (false, Some(_), _) => return Err(format!("{name} is defined twice")),
        }
        Ok(())
    }

    fn check_names(&self) -> Result<(), String> {
        for (name, kind) in &self.types {
            let (Kind::Object { fields, .. }
            | Kind::Interface(fields)
            | Kind::Input { fields, .. }) = kind
            else {
                continue;
            };
            for (field, Field { kind, .. }) in fields {
                if !self.types.contains_key(base_of(kind)) {
                    return Err(format!("{name}.{field}: there is no type {kind}"));
                }
            }
        }
        Ok(())
    }

    fn check_interfaces(&self) -> Result<(), String> {
        for (name, kind) in &self.types {
            let Kind::Object { fields, implements } = kind else { continue };
            for interface in implements {
                let Some(Kind::Interface(wanted)) = self.types.get(interface) else {
                    return Err(format!("{name} implements {interface}, which is no interface"));
                };
                for (field, wanted) in wanted {
                    let fits = fields.get(field).is_some_and(|field| {
                        field.kind == wanted.kind
                            || (field.kind.base == wanted.kind.base && wanted.kind.nullable)
                    });
                    if !fits {
                        let wanted = &wanted.kind;
                        return Err(format!("{interface} wants {name}.{field} to be {wanted}"));
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether an object type is a kind of this interface.
    pub(super) fn implements(&self, name: &str, interface: &str) -> bool {
        matches!(self.get(name), Some(Kind::Object { implements, .. })
            if implements.iter().any(|found| found == interface))
    }

    /// Checks that a value is one of the type `name`.
    pub(super) fn check(&self, name: &str, value: &Value, met: Met<'_>) -> Result<(), Misfit> {
        match self.types.get(name) {
            None => Err(Misfit::new(format!("there is no type {name}"))),
            Some(Kind::Scalar) => check_scalar(name, value),
            Some(Kind::Enum(values)) => match value {
                Value::String(word) if values.contains(word) => {
                    met(name, word);
                    Ok(())
                }
                other => Err(Misfit::new(format!("{name} has no value {other}"))),
            },
            Some(Kind::Interface(_)) => match value.get("__typename").and_then(Value::as_str) {
                Some(tag) if self.implements(tag, name) => self.check(tag, value, met),
                Some(tag) => Err(Misfit::new(format!("{tag} does not implement {name}"))),
                None => Err(Misfit::new(format!("a {name} without __typename"))),
            },
            Some(Kind::Object { fields, .. }) => self.check_object(name, fields, value, met),
            Some(Kind::Input { fields, one_of }) => {
                let given = |value: &&Value| !value.is_null();
                let count = value.as_object().map(|object| object.values().filter(given).count());
                if *one_of && (count != Some(1) || value.as_object().is_some_and(|o| o.len() != 1))
                {
                    return Err(Misfit::new(format!(
                        "{name} is @oneOf: one field and not {value}"
                    )));
                }
                self.check_object(name, fields, value, met)
            }
        }
    }

    /// Checks a value that may be null or a list.
    pub(super) fn check_kind(
        &self,
        kind: &Type,
        value: &Value,
        met: Met<'_>,
    ) -> Result<(), Misfit> {
        match (&kind.base, value) {
            (_, Value::Null) if kind.nullable => Ok(()),
            (_, Value::Null) => Err(Misfit::new(format!("null, and it is {kind}"))),
            (BaseType::Named(name), value) => self.check(name.as_str(), value, met),
            (BaseType::List(of), Value::Array(list)) => {
                list.iter().enumerate().try_for_each(|(index, one)| {
                    self.check_kind(of, one, &mut *met)
                        .map_err(|misfit| misfit.under(&index.to_string()))
                })
            }
            (BaseType::List(_), other) => Err(Misfit::new(format!("{other}, and it is {kind}"))),
        }
    }

    fn check_object(
        &self,
        name: &str,
        fields: &Fields,
        value: &Value,
        met: Met<'_>,
    ) -> Result<(), Misfit> {
        let Value::Object(object) = value else {
            return Err(Misfit::new(format!("{value}, and it is {name}")));
        };
        met(name, "");
        for (key, value) in object.iter().filter(|(key, _)| *key != "__typename") {
            let Some(field) = fields.get(key) else {
                return Err(Misfit::new(format!("{name} has no field {key}")).under(key));
            };
            if !value.is_null() {
                met(name, key);
            }
            self.check_kind(&field.kind, value, &mut *met).map_err(|misfit| misfit.under(key))?;
        }
        match fields.iter().find(|(key, field)| !field.optional && !object.contains_key(*key)) {
            Some((key, _)) => Err(Misfit::new(format!("{name} without {key}"))),
            None => Ok(()),
        }
    }
}

/// Refuses a field `id` in what a game shows, as a host does: clients take it for the identity of an
/// entity, and a game has none.
fn check_identity(defined: &TypeDefinition) -> Result<(), String> {
    let fields = match &defined.kind {
        TypeKind::Object(object) => &object.fields,
        TypeKind::Interface(interface) => &interface.fields,
        _ => return Ok(()),
    };
    match fields.iter().find(|field| field.node.name.node == "id") {
        Some(field) => Err(format!(
            "{}.id (line {} of ABOUT.sdl): call it by what it names, such as `card`; to clients an \
             `id` is the identity of an entity",
            defined.name.node, field.pos.line
        )),
        None => Ok(()),
    }
}

fn output(field: &Positioned<FieldDefinition>) -> (String, Field) {
    let FieldDefinition { name, ty, .. } = &field.node;
    (name.node.to_string(), Field { kind: ty.node.clone(), optional: ty.node.nullable })
}

fn input(field: &Positioned<InputValueDefinition>) -> (String, Field) {
    let InputValueDefinition { name, ty, default_value, .. } = &field.node;
    let optional = ty.node.nullable || default_value.is_some();
    (name.node.to_string(), Field { kind: ty.node.clone(), optional })
}

/// The name of the type that a list, a list of lists or a plain type is of.
pub(super) fn base_of(kind: &Type) -> &str {
    match &kind.base {
        BaseType::Named(name) => name.as_str(),
        BaseType::List(of) => base_of(of),
    }
}

fn check_scalar(name: &str, value: &Value) -> Result<(), Misfit> {
    let fits = match name {
        "Int" => value.as_i64().is_some_and(|number| i32::try_from(number).is_ok()),
        "Float" => value.is_number(),
        "Boolean" => value.is_boolean(),
        "String" => value.is_string(),
        "ID" => value.is_string() || value.is_i64(),
        _ => true,
    };
    if fits { Ok(()) } else { Err(Misfit::new(format!("{value}, and it is {name}"))) }
}

/// Checks that a value is one of a type of a game's SDL, as merged with the platform's schema:
/// no null or absent field that is not nullable, no unknown field, enum value or type, no `Int`
/// beyond 32 bits, and exactly one field of a `@oneOf` input.
///
/// # Errors
/// Where the value does not fit, and how; or what is wrong with the SDL.
pub fn conform(sdl: &str, name: &str, value: &Value) -> Result<(), String> {
    Schema::merge(sdl)?.check(name, value, &mut |_, _| {}).map_err(|misfit| misfit.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const SDL: &str = r#"
        interface XThing { name: String! }
        type XCup implements XThing { name: String!  full: Boolean  sips: [Int!]! }
        type XTray { things: [XThing!]!  on: XPlace }
        enum XPlace { TABLE FLOOR }
        input XMove @oneOf { drink: XDrink  pass: Yes }
        input XDrink { sips: Int!  from: XPlace  loud: Boolean! = false }
        extend input Move { x: XMove }
    "#;

    #[track_caller]
    fn misfits(name: &str, value: &Value, what: &str) {
        let found = conform(SDL, name, value).expect_err("it does not fit");
        assert!(found.contains(what), "{found}");
    }

    #[test]
    fn what_fits_passes() {
        let cup = json!({"__typename": "XCup", "name": "a", "full": null, "sips": [1, 2]});
        for (name, value) in [
            ("XTray", json!({"things": [cup], "on": "FLOOR"})),
            ("XTray", json!({"things": []})),
            ("XMove", json!({"pass": "YES"})),
            ("Move", json!({"x": {"drink": {"sips": 1}}})),
        ] {
            conform(SDL, name, &value).unwrap();
        }
    }

    #[test]
    fn what_does_not_fit_is_reported_with_its_path() {
        misfits(
            "XTray",
            &json!({"things": [{"name": "a"}]}),
            "things.0: a XThing without __typename",
        );
        misfits("XTray", &json!({"things": [], "on": "ROOF"}), "on: XPlace has no value \"ROOF\"");
        misfits("XTray", &json!({"things": [], "by": 1}), "by: XTray has no field by");
        misfits("XTray", &json!({"things": null}), "things: null, and it is [XThing!]!");
        misfits("XTray", &json!({}), "XTray without things");
        misfits("XCup", &json!({"name": "a", "sips": [2_147_483_648_u32]}), "sips.0: 2147483648");
        misfits("XCup", &json!({"name": "a", "sips": 1}), "sips: 1, and it is [Int!]!");
        misfits("XMove", &json!({"pass": "YES", "drink": {"sips": 1}}), "@oneOf");
        misfits("XMove", &json!({"pass": "YES", "drink": null}), "@oneOf");
        misfits("XMove", &json!({"drink": {"sips": 1, "loud": null}}), "drink.loud: null");
        misfits("XSpoon", &json!({}), "there is no type XSpoon");
    }

    #[test]
    fn text_that_is_no_schema_is_reported() {
        for (sdl, what) in [
            ("", "is empty"),
            ("type X {", "ABOUT.sdl"),
            ("type X { a: Y }", "X.a: there is no type Y"),
            ("type X implements Event { a: Int }", "Event wants X.seat to be Int"),
            ("union X = Table | Seat", "use an interface"),
            ("extend type Query { a: Int }", "Query cannot be extended"),
            ("type Query { a: Int }", "defined twice"),
            ("type XCups {\n  id: ID! }", "XCups.id (line 2 of ABOUT.sdl)"),
            ("interface XCup { id: ID! }", "XCup.id (line 1 of ABOUT.sdl)"),
        ] {
            let found = conform(sdl, "Query", &json!({})).expect_err("it is none");
            assert!(found.contains(what), "{found}");
        }
    }
}
