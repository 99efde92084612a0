//! Values that the schema allows, from which argument structs are read.

use serde_json::{Map, Value as Json, json};

use crate::sdl::types::{Base, Input, Kind, Scalar, Shape, Types};

/// Makes enough values of each input to cover every variant of it once.
pub(super) struct Samples<'a> {
    pub(super) types: &'a Types,
}

/// Inputs that contain themselves are followed no deeper than this.
const DEEPEST: usize = 8;

impl Samples<'_> {
    /// Objects with these fields: with all, with as few as possible, and with each value of each.
    pub(super) fn objects(&self, inputs: &[Input], one_of: bool, depth: usize) -> Vec<Json> {
        if depth > DEEPEST {
            return Vec::new();
        }
        let of = |input: &Input| self.values(&input.ty, depth + 1);
        let choices: Vec<(&Input, Vec<Json>)> =
            inputs.iter().map(|input| (input, of(input))).collect();
        if one_of {
            let one = |input: &Input, value: &Json| json!({ &*input.name: value });
            let each = choices.iter().flat_map(|(input, values)| {
                values.iter().filter(|value| !value.is_null()).map(|value| one(input, value))
            });
            return each.collect();
        }
        let all: Map<String, Json> = choices
            .iter()
            .filter_map(|(input, values)| Some((input.name.to_string(), values.first()?.clone())))
            .collect();
        // A coerced object has every field that has a default.
        let is_needed = |input: &Input| !input.ty.nullable || input.default.is_some();
        let few = choices.iter().filter(|(input, _)| is_needed(input));
        let few = few.filter_map(|(input, _)| all.get_key_value(&*input.name));
        let few: Map<_, _> = few.map(|(name, value)| (name.clone(), value.clone())).collect();
        let mut objects = vec![Json::Object(all.clone()), Json::Object(few)];
        for (input, values) in &choices {
            for value in values.iter().skip(1) {
                let mut other = all.clone();
                other.insert(input.name.to_string(), value.clone());
                objects.push(Json::Object(other));
            }
        }
        objects
    }

    /// Values of a type; the first is not null.
    fn values(&self, shape: &Shape, depth: usize) -> Vec<Json> {
        let mut values = match &shape.base {
            Base::List(inner) => {
                let items = self.values(inner, depth);
                vec![Json::Array(items), json!([])]
            }
            Base::Named(id) => match &self.types.get(*id).kind {
                Kind::Scalar(Scalar::Int) => vec![json!(1), json!(-1), json!(i32::MAX)],
                Kind::Scalar(Scalar::Float) => vec![json!(0.5), json!(1)],
                Kind::Scalar(Scalar::Boolean) => vec![json!(true), json!(false)],
                Kind::Scalar(Scalar::String | Scalar::Id) => vec![json!("text"), json!("")],
                Kind::Scalar(Scalar::Json) => vec![json!({ "any": ["JSON"] }), json!("JSON")],
                Kind::Enum(names) => names.iter().map(|name| json!(name)).collect(),
                Kind::Input { fields, one_of } => self.objects(fields, *one_of, depth),
                Kind::Object(_) | Kind::Interface { .. } => Vec::new(),
            },
        };
        if shape.nullable {
            values.push(Json::Null);
        }
        values
    }
}
