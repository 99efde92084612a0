//! Input coercion: variables and arguments are checked against the schema and get their defaults, as
//! JSON.
//!
//! async-graphql 7.2.1 fills in no defaults inside input objects and takes any whole number for an
//! `Int`; so this is done here, for literals and for variables alike.

use std::borrow::Cow;

use async_graphql_parser::types::OperationDefinition;
use async_graphql_value::Value as Literal;
use serde_json::{Map, Value as Json};

use crate::fault::Fault;
use crate::sdl::types::{Base, Input, Kind, Scalar, Shape, Types};

/// Coerced variables or arguments by name; one that was left out and has no default is absent.
pub type Values = Map<String, Json>;

/// An argument that a field declares.
#[derive(Debug)]
pub struct Argument {
    /// Its declaration.
    pub input: Input,
    /// What stands in the document.
    pub literal: Option<Literal>,
    /// The coerced value, if no variable stands in it, and if it has one.
    pub constant: Option<Json>,
}

/// What a client gave: a literal in the document, or a variable.
#[derive(Clone, Copy)]
enum Given<'a> {
    Literal(&'a Literal),
    Json(&'a Json),
}

/// Coerces the variables of an operation.
///
/// # Errors
/// The first variable that is missing or of a wrong shape, with the path into it.
pub fn variables(
    types: &Types,
    operation: &OperationDefinition,
    given: &Map<String, Json>,
) -> Result<Values, Fault> {
    let mut values = Values::new();
    for definition in &operation.variable_definitions {
        let name = definition.node.name.node.as_str();
        let fail = |message: String| Fault::bad_input(message).at(definition.pos);
        let shape = types.shape(&definition.node.var_type.node);
        let Some(shape) = shape else { return Err(fail(format!("${name}: no such type"))) };
        let coercion = Coercion { types, variables: Variables::Absent };
        let value = match (given.get(name), &definition.node.default_value) {
            (Some(value), _) => coercion.value(&shape, Given::Json(value)),
            (None, Some(default)) => {
                let literal = default.node.clone().into_value();
                coercion.value(&shape, Given::Literal(&literal))
            }
            (None, None) if shape.nullable => continue,
            (None, None) => Err(InputError::new("it is missing")),
        };
        values.insert(name.to_owned(), value.map_err(|wrong| fail(wrong.at(&format!("${name}"))))?);
    }
    Ok(values)
}

/// Reads the arguments of a field from the document. Literals are coerced; variables in them are taken
/// to fit.
///
/// # Errors
/// The first argument that is missing or of a wrong shape, with the path into it.
pub fn read_arguments<'a>(
    types: &Types,
    arguments: impl Iterator<Item = (&'a Input, Option<&'a Literal>)> + Clone,
) -> Result<Vec<Argument>, Fault> {
    let coercion = Coercion { types, variables: Variables::Unknown };
    let given = arguments.clone().map(|(input, value)| (input, value.map(Given::Literal)));
    let coerced = coercion.fields(given);
    let mut coerced = coerced.map_err(|wrong| Fault::bad_input(wrong.at("")))?;
    let argument = |(input, literal): (&Input, Option<&Literal>)| {
        let constant = coerced.remove(&*input.name);
        let constant = constant.filter(|_| !literal.is_some_and(has_variable));
        Argument { input: input.clone(), literal: literal.cloned(), constant }
    };
    Ok(arguments.map(argument).collect())
}

/// Whether a variable stands in a literal.
fn has_variable(literal: &Literal) -> bool {
    match literal {
        Literal::Variable(_) => true,
        Literal::List(items) => items.iter().any(has_variable),
        Literal::Object(members) => members.values().any(has_variable),
        _ => false,
    }
}

/// Coerces the arguments of a field, with the coerced variables. What is constant, and a variable that
/// is a whole argument, is borrowed.
///
/// # Errors
/// The first argument that is missing or of a wrong shape, with the path into it.
pub fn arguments<'a>(
    types: &Types,
    arguments: &'a [Argument],
    variables: &'a Values,
) -> Result<Vec<(&'a str, Cow<'a, Json>)>, Fault> {
    let mut values = Vec::with_capacity(arguments.len());
    for argument in arguments {
        let value = self::argument(types, argument, variables)?;
        values.extend(value.map(|value| (&*argument.input.name, value)));
    }
    Ok(values)
}

/// Coerces one argument of a field, as [`arguments`] does; none if it has no value.
///
/// # Errors
/// When it is missing or of a wrong shape, with the path into it.
pub fn argument<'a>(
    types: &Types,
    Argument { input, literal, constant }: &'a Argument,
    variables: &'a Values,
) -> Result<Option<Cow<'a, Json>>, Fault> {
    let known = match literal {
        _ if constant.is_some() => constant.as_ref(),
        Some(Literal::Variable(name)) => variables.get(name.as_str()),
        _ => None,
    };
    // The validation has matched a variable's type with this place.
    if let Some(value) = known.filter(|value| input.ty.nullable || !value.is_null()) {
        return Ok(Some(Cow::Borrowed(value)));
    }
    let coercion = Coercion { types, variables: Variables::Given(variables) };
    let coerced = coercion.fields([(input, literal.as_ref().map(Given::Literal))]);
    let mut coerced = coerced.map_err(|wrong| Fault::bad_input(wrong.at("")))?;
    Ok(coerced.remove(&*input.name).map(Cow::Owned))
}

/// The defaults of an input object's fields.
#[must_use]
pub fn defaults(types: &Types, input: &str) -> Values {
    let fields = match types.find(input).map(|id| &types.get(id).kind) {
        Some(Kind::Input { fields, .. }) => &fields[..],
        _ => &[],
    };
    let coercion = Coercion { types, variables: Variables::Absent };
    let with_default = fields.iter().filter(|input| input.default.is_some());
    coercion.fields(with_default.map(|input| (input, None))).unwrap_or_default()
}

/// What is wrong with a value, and the path to it, innermost first.
struct InputError {
    path: Vec<String>,
    reason: String,
}

impl InputError {
    fn new(reason: impl Into<String>) -> Self {
        Self { path: Vec::new(), reason: reason.into() }
    }

    fn inside(mut self, step: String) -> Self {
        self.path.push(step);
        self
    }

    fn at(self, root: &str) -> String {
        let path: String = self.path.iter().rev().map(String::as_str).collect();
        let path = format!("{root}{path}");
        format!("{}: {}", path.trim_start_matches('.'), self.reason)
    }
}

/// What is known of the variables that may stand in a literal.
#[derive(Clone, Copy)]
enum Variables<'a> {
    /// None may stand there.
    Absent,
    /// Their coerced values.
    Given(&'a Values),
    /// Their values come later, and are taken to fit.
    Unknown,
}

#[derive(Clone, Copy)]
struct Coercion<'a> {
    types: &'a Types,
    variables: Variables<'a>,
}

impl Coercion<'_> {
    fn value(&self, shape: &Shape, given: Given<'_>) -> Result<Json, InputError> {
        if let Given::Literal(Literal::Variable(name)) = given {
            // The validation has matched the variable's type with this place.
            let value = match self.variables {
                Variables::Given(values) => values.get(name.as_str()),
                Variables::Absent => None,
                // Stands for any value but null.
                Variables::Unknown => Some(&Json::Bool(true)),
            };
            return match value.cloned().unwrap_or(Json::Null) {
                Json::Null if !shape.nullable => Err(InputError::new("it may not be null")),
                value => Ok(value),
            };
        }
        if given.is_null() {
            if shape.nullable {
                return Ok(Json::Null);
            }
            return Err(InputError::new("it may not be null"));
        }
        match &shape.base {
            Base::Named(id) => match &self.types.get(*id).kind {
                Kind::Scalar(scalar) => given.scalar(*scalar),
                Kind::Enum(names) => given.name(names),
                Kind::Input { fields, one_of } => self.object(fields, *one_of, given),
                Kind::Object(_) | Kind::Interface { .. } => Err(InputError::new("it is no input")),
            },
            Base::List(inner) => match given.list() {
                Some(items) => {
                    let item = |(index, item)| {
                        self.value(inner, item).map_err(|wrong| wrong.inside(format!("[{index}]")))
                    };
                    items.into_iter().enumerate().map(item).collect::<Result<_, _>>()
                }
                None => Ok(Json::Array(vec![self.value(inner, given)?])),
            },
        }
    }

    fn object(&self, fields: &[Input], one_of: bool, given: Given<'_>) -> Result<Json, InputError> {
        let Some(members) = given.object() else {
            return Err(InputError::new(format!("{} is not an object", given.shown())));
        };
        if let Some((name, _)) =
            members.iter().find(|member| !fields.iter().any(|field| &*field.name == member.0))
        {
            return Err(InputError::new(format!("there is no field {name}")));
        }
        let find = |field: &Input| {
            members.iter().find(|member| member.0 == &*field.name).map(|member| member.1)
        };
        let values = self.fields(fields.iter().map(|field| (field, find(field))))?;
        if one_of && (values.len() != 1 || values.values().any(Json::is_null)) {
            let names: Vec<&str> = fields.iter().map(|field| &*field.name).collect();
            let message = format!("give exactly one of {}, and not as null", names.join(", "));
            return Err(InputError::new(message));
        }
        Ok(Json::Object(values))
    }

    fn fields<'i, 'g>(
        &self,
        fields: impl IntoIterator<Item = (&'i Input, Option<Given<'g>>)>,
    ) -> Result<Values, InputError> {
        let mut values = Values::new();
        for (input, given) in fields {
            let is_unset = match given {
                Some(Given::Literal(Literal::Variable(name))) => match self.variables {
                    Variables::Given(values) => !values.contains_key(name.as_str()),
                    Variables::Absent => true,
                    Variables::Unknown => false,
                },
                Some(_) => false,
                None => true,
            };
            let value = match (given, &input.default) {
                (Some(given), _) if !is_unset => self.value(&input.ty, given),
                (_, Some(default)) => {
                    let literal = default.clone().into_value();
                    self.value(&input.ty, Given::Literal(&literal))
                }
                _ if input.ty.nullable => continue,
                _ => Err(InputError::new("it is missing")),
            };
            let value = value.map_err(|wrong| wrong.inside(format!(".{}", input.name)))?;
            values.insert(input.name.to_string(), value);
        }
        Ok(values)
    }
}

impl<'a> Given<'a> {
    fn is_null(self) -> bool {
        matches!(self, Self::Literal(Literal::Null) | Self::Json(Json::Null))
    }

    fn list(self) -> Option<Vec<Self>> {
        match self {
            Self::Literal(Literal::List(items)) => Some(items.iter().map(Self::Literal).collect()),
            Self::Json(Json::Array(items)) => Some(items.iter().map(Self::Json).collect()),
            _ => None,
        }
    }

    fn object(self) -> Option<Vec<(&'a str, Self)>> {
        match self {
            Self::Literal(Literal::Object(members)) => Some(
                members.iter().map(|(name, value)| (name.as_str(), Self::Literal(value))).collect(),
            ),
            Self::Json(Json::Object(members)) => Some(
                members.iter().map(|(name, value)| (name.as_str(), Self::Json(value))).collect(),
            ),
            _ => None,
        }
    }

    fn name(self, names: &[Box<str>]) -> Result<Json, InputError> {
        let name = match self {
            Self::Literal(Literal::Enum(name)) => name.as_str(),
            Self::Json(Json::String(name)) => name,
            _ => {
                return Err(InputError::new(format!(
                    "{} is not {}",
                    self.shown(),
                    names.join(" or ")
                )));
            }
        };
        if names.iter().any(|known| &**known == name) {
            return Ok(Json::String(name.to_owned()));
        }
        Err(InputError::new(format!("{name} is not {}", names.join(" or "))))
    }

    fn scalar(self, scalar: Scalar) -> Result<Json, InputError> {
        if scalar == Scalar::Json {
            return self.json();
        }
        let json = match self {
            Self::Json(json) => json.clone(),
            Self::Literal(Literal::Number(number)) => Json::Number(number.clone()),
            Self::Literal(Literal::String(text)) => Json::String(text.clone()),
            Self::Literal(Literal::Boolean(value)) => Json::Bool(*value),
            Self::Literal(_) => Json::Null,
        };
        let (coerced, name) = match (scalar, &json) {
            (Scalar::Int, Json::Number(number)) => (as_i32(number), "an Int"),
            (Scalar::Int, _) => (None, "an Int"),
            (Scalar::Float, Json::Number(_)) => (Some(json), "a Float"),
            (Scalar::Float, _) => (None, "a Float"),
            (Scalar::String, Json::String(_)) => (Some(json), "a String"),
            (Scalar::String, _) => (None, "a String"),
            (Scalar::Boolean, Json::Bool(_)) => (Some(json), "a Boolean"),
            (Scalar::Boolean, _) => (None, "a Boolean"),
            (Scalar::Id, Json::String(_)) => (Some(json), "an ID"),
            (Scalar::Id, Json::Number(number)) if number.is_i64() || number.is_u64() => {
                (Some(Json::String(number.to_string())), "an ID")
            }
            (Scalar::Id | Scalar::Json, _) => (None, "an ID"),
        };
        coerced.ok_or_else(|| InputError::new(format!("{} is not {name}", self.shown())))
    }

    fn json(self) -> Result<Json, InputError> {
        match self {
            Self::Json(json) => Ok(json.clone()),
            Self::Literal(literal) => literal
                .clone()
                .into_const()
                .and_then(|constant| constant.into_json().ok())
                .ok_or_else(|| InputError::new("a variable cannot stand inside a JSON value")),
        }
    }

    /// The value for a message, cut where it is long.
    fn shown(self) -> String {
        let text = match self {
            Self::Literal(literal) => literal.to_string(),
            Self::Json(json) => json.to_string(),
        };
        match text.char_indices().nth(60) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }
}

/// The number as an `Int`, if it is whole and has 32 bits.
fn as_i32(number: &serde_json::Number) -> Option<Json> {
    let whole = number.as_i64().or_else(|| {
        let float = number.as_f64()?;
        (float.fract() == 0.0 && float.abs() < 1e10).then_some(float as i64)
    })?;
    i32::try_from(whole).ok().map(Json::from)
}
