//! Whether JSON is as a game's SDL says, and which parts of the SDL it uses.

use std::collections::BTreeSet;

use gueridon_graphql::sdl::Merged;
use gueridon_graphql::sdl::types::{Base, Input, Kind, Scalar, Shape, TypeId, Types};
use gueridon_modules::module::About;
use serde_json::{Map, Value};

/// At most so many faults of one value are reported.
const MOST: usize = 8;

/// The schema of one game, merged with the platform's.
#[derive(Debug)]
pub(super) struct Schema {
    pub(super) types: Types,
    prefix: String,
    /// What a step is.
    pub(super) step: Shape,
    /// What options are.
    pub(super) options: Shape,
    view: Shape,
    event: TypeId,
}

/// Where a value is not as the SDL says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Misfit {
    /// The place in the value, such as `seats.0.hand`; empty for all of it.
    pub(super) path: String,
    /// What is wrong, in a sentence that names the part of the SDL.
    pub(super) what: String,
}

/// Called with each part of the SDL that a value uses: a type with nothing, or with its field or value.
pub(super) type Met<'a> = &'a mut dyn FnMut(&str, &str);

impl Schema {
    /// The schema of a game whose SDL is in `merged`.
    pub(super) fn of(about: &About, merged: &Merged) -> Result<Self, String> {
        let types = Types::new(merged);
        let field_of = |input: &str| {
            let found = types.find(input).map(|id| &types.get(id).kind);
            let Some(Kind::Input { fields, .. }) = found else { return None };
            fields.iter().find(|field| *field.name == *about.id).map(|field| field.ty.clone())
        };
        let missing = |what: &str| format!("its SDL has no {what}");
        let step = field_of("Move").ok_or_else(|| missing("field of Move"))?;
        let options = field_of("Options").ok_or_else(|| missing("field of Options"))?;
        let view = format!("{}View", about.prefix);
        let view = types.find(&view).ok_or_else(|| missing(&view))?;
        let event = types.find("Event").ok_or_else(|| missing("Event"))?;
        let of_view = Shape { nullable: false, base: Base::Named(view) };
        Ok(Self { prefix: about.prefix.clone(), step, options, view: of_view, event, types })
    }

    /// What is wrong with a view.
    pub(super) fn view(&self, value: &Value, met: Met<'_>) -> Vec<Misfit> {
        self.misfits(&self.view, value, met)
    }

    /// What is wrong with a step.
    pub(super) fn step(&self, value: &Value, met: Met<'_>) -> Vec<Misfit> {
        let whole = Shape { nullable: false, ..self.step.clone() };
        self.misfits(&whole, value, met)
    }

    /// What is wrong with an event.
    pub(super) fn event(&self, value: &Value, met: Met<'_>) -> Vec<Misfit> {
        let tag = value.get("__typename").and_then(Value::as_str).unwrap_or_default();
        let name = format!("{}{tag}", self.prefix);
        match self.types.find(&name) {
            Some(id) if !tag.is_empty() && self.types.is(id, self.event) => {
                self.misfits(&Shape { nullable: false, base: Base::Named(id) }, value, met)
            }
            _ if tag.is_empty() => vec![misfit("", "an event has no `__typename`")],
            _ => vec![misfit("", format!("there is no `type {name} implements Event`"))],
        }
    }

    /// What is wrong with a value of this shape.
    pub(super) fn misfits(&self, shape: &Shape, value: &Value, met: Met<'_>) -> Vec<Misfit> {
        let mut looking = Looking { schema: self, met, path: Vec::new(), found: Vec::new() };
        looking.shape(shape, value, "it");
        looking.found
    }

    /// Every part of the game's own types that can be met: `Type`, `Type.field` or `Type.VALUE`. A field
    /// that a type has only because of an interface is none: it may always be null.
    pub(super) fn parts(&self) -> BTreeSet<String> {
        let mut parts = BTreeSet::new();
        for named in self.types.iter().filter(|named| named.name.starts_with(&*self.prefix)) {
            let name = &named.name;
            match &named.kind {
                Kind::Enum(values) => {
                    parts.extend(values.iter().map(|value| format!("{name}.{value}")));
                }
                Kind::Input { fields, .. } => {
                    parts.extend(fields.iter().map(|field| format!("{name}.{}", field.name)));
                }
                Kind::Object(fields) => {
                    parts.insert(name.to_string());
                    let own = fields.iter().filter(|field| !field.is_inherited);
                    parts.extend(own.map(|field| format!("{name}.{}", field.name)));
                }
                Kind::Scalar(_) | Kind::Interface { .. } => {}
            }
        }
        parts
    }

    /// The kinds of step: the fields of a step's type.
    pub(super) fn kinds_of_step(&self) -> Vec<String> {
        match &self.types.get(self.step.named()).kind {
            Kind::Input { fields, .. } => {
                fields.iter().map(|field| field.name.to_string()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The kinds of event, without the prefix.
    pub(super) fn kinds_of_event(&self) -> Vec<String> {
        let Kind::Interface { possible, .. } = &self.types.get(self.event).kind else {
            return Vec::new();
        };
        let names = possible.iter().map(|&id| &self.types.get(id).name);
        names.filter_map(|name| name.strip_prefix(&*self.prefix)).map(str::to_owned).collect()
    }
}

fn misfit(path: &str, what: impl Into<String>) -> Misfit {
    Misfit { path: path.to_owned(), what: what.into() }
}

/// A value on the way through it.
struct Looking<'a> {
    schema: &'a Schema,
    met: Met<'a>,
    path: Vec<String>,
    found: Vec<Misfit>,
}

impl Looking<'_> {
    fn wrong(&mut self, what: String) {
        if self.found.len() < MOST {
            self.found.push(Misfit { path: self.path.join("."), what });
        }
    }

    /// Checks a value that may be null or a list; `whose` names it.
    fn shape(&mut self, shape: &Shape, value: &Value, whose: &str) {
        match (&shape.base, value) {
            (_, Value::Null) if shape.nullable => {}
            (_, Value::Null) => self.wrong(format!("{whose} is null, which its type forbids")),
            (Base::Named(id), value) => self.named(*id, value, whose),
            (Base::List(of), Value::Array(list)) => {
                for (index, one) in list.iter().enumerate() {
                    self.path.push(index.to_string());
                    self.shape(of, one, whose);
                    self.path.pop();
                }
            }
            (Base::List(_), other) => {
                self.wrong(format!("{whose} is {}, and its type is a list", sort_of(other)));
            }
        }
    }

    fn named(&mut self, id: TypeId, value: &Value, whose: &str) {
        let schema = self.schema;
        let named = schema.types.get(id);
        match &named.kind {
            Kind::Scalar(scalar) => {
                if !is_scalar(*scalar, value) {
                    let (name, sort) = (&named.name, sort_of(value));
                    self.wrong(format!("{whose} is {sort}, and its type is {name}"));
                }
            }
            Kind::Enum(values) => match value.as_str() {
                Some(word) if values.iter().any(|value| **value == *word) => {
                    (self.met)(&named.name, word);
                }
                Some(word) => self.wrong(format!("{} has no value `{word}`", named.name)),
                None => {
                    let sort = sort_of(value);
                    self.wrong(format!("{whose} is {sort}, and its type is {}", named.name));
                }
            },
            Kind::Interface { possible, .. } => {
                let tag = value.get("__typename").and_then(Value::as_str).unwrap_or_default();
                match possible.iter().find(|&&id| *schema.types.get(id).name == *tag) {
                    Some(&id) => self.named(id, value, whose),
                    None if tag.is_empty() => {
                        self.wrong(format!("{whose} is a {} without `__typename`", named.name));
                    }
                    None => self.wrong(format!("`{tag}` does not implement {}", named.name)),
                }
            }
            Kind::Object(fields) => {
                let Some(object) = self.object(&named.name, value, whose) else { return };
                for (key, value) in object.iter().filter(|(key, _)| *key != "__typename") {
                    match fields.iter().find(|field| *field.name == **key) {
                        Some(field) => self.field(&named.name, key, &field.ty, value),
                        None => self.unknown(&named.name, key),
                    }
                }
                for field in fields {
                    if !field.ty.nullable && !object.contains_key(&*field.name) {
                        self.missing(&named.name, &field.name);
                    }
                }
            }
            Kind::Input { fields, one_of } => {
                let Some(object) = self.object(&named.name, value, whose) else { return };
                self.input(&named.name, fields, *one_of, object);
            }
        }
    }

    fn input(&mut self, name: &str, fields: &[Input], one_of: bool, object: &Map<String, Value>) {
        if one_of && (object.len() != 1 || object.values().any(Value::is_null)) {
            self.wrong(format!("{name} is @oneOf, and not exactly one field is given"));
        }
        for (key, value) in object {
            match fields.iter().find(|field| *field.name == **key) {
                Some(field) => self.field(name, key, &field.ty, value),
                None => self.unknown(name, key),
            }
        }
        for field in fields {
            let may_miss = field.ty.nullable || field.default.is_some();
            if !may_miss && !object.contains_key(&*field.name) {
                self.missing(name, &field.name);
            }
        }
    }

    fn object<'v>(
        &mut self,
        name: &str,
        value: &'v Value,
        whose: &str,
    ) -> Option<&'v Map<String, Value>> {
        let Value::Object(object) = value else {
            self.wrong(format!("{whose} is {}, and its type is {name}", sort_of(value)));
            return None;
        };
        (self.met)(name, "");
        Some(object)
    }

    fn field(&mut self, name: &str, key: &str, shape: &Shape, value: &Value) {
        if !value.is_null() {
            (self.met)(name, key);
        }
        self.path.push(key.to_owned());
        self.shape(shape, value, &format!("{name}.{key}"));
        self.path.pop();
    }

    fn unknown(&mut self, name: &str, key: &str) {
        self.path.push(key.to_owned());
        self.wrong(format!("{name} has no field `{key}`"));
        self.path.pop();
    }

    fn missing(&mut self, name: &str, field: &str) {
        self.wrong(format!("{name}.{field} is missing, and its type forbids null"));
    }
}

fn is_scalar(scalar: Scalar, value: &Value) -> bool {
    match scalar {
        Scalar::Int => value.as_i64().is_some_and(|number| i32::try_from(number).is_ok()),
        Scalar::Float => value.is_number(),
        Scalar::String => value.is_string(),
        Scalar::Boolean => value.is_boolean(),
        Scalar::Id => value.is_string() || value.is_i64(),
        Scalar::Json => true,
    }
}

/// What sort of value this is, in words.
fn sort_of(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) => "a boolean".to_owned(),
        Value::Number(number) => format!("the number {number}"),
        Value::String(_) => "a text".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use gueridon_graphql::sdl::Part;
    use serde_json::json;

    use super::*;
    use crate::schema::{GAMES, PLATFORM};

    const SDL: &str = "
        extend input Move { abc: AbcMove }
        extend input Options { abc: AbcOptions }
        input AbcMove @oneOf { take: AbcTake pass: Yes }
        input AbcTake { cards: [Int!]! colour: AbcColour much: Int! = 1 }
        input AbcOptions { size: Int }
        enum Yes2 { YES }
    ";

    fn schema(more: &str) -> Schema {
        let sdl = SDL.replace("enum Yes2 { YES }", more);
        let about = About {
            id: "abc".to_owned(),
            prefix: "Abc".to_owned(),
            rules_version: 1,
            fewest_seats: 1,
            most_seats: 2,
            sdl: sdl.clone(),
            longest: 9,
            ..About::default()
        };
        let mut merged = Merged::base(PLATFORM).unwrap();
        merged.add(Part { id: "abc", prefix: "Abc", sdl: &sdl }, &GAMES).unwrap();
        Schema::of(&about, &merged).unwrap()
    }

    fn sound() -> Schema {
        schema(
            "enum AbcColour { RED BLUE }
             type AbcView implements View { toAct: [Int!]! prize: Int thing: AbcThing }
             interface AbcThing { name: String! }
             type AbcStone implements AbcThing { name: String! colour: AbcColour! }
             type AbcTaken implements Event { seat: Int sum: Int! }",
        )
    }

    fn said(misfits: Vec<Misfit>) -> String {
        misfits.into_iter().map(|one| format!("{}: {}; ", one.path, one.what)).collect()
    }

    #[test]
    fn what_is_as_the_sdl_says_fits_and_is_counted() {
        let schema = sound();
        let mut met = BTreeSet::new();
        let mut meet = |name: &str, part: &str| {
            met.insert(format!("{name}.{part}"));
        };
        let view = json!({
            "__typename": "AbcView", "toAct": [0],
            "thing": {"__typename": "AbcStone", "name": "a", "colour": "RED"},
        });
        assert_eq!(schema.view(&view, &mut meet), []);
        let step = json!({"take": {"cards": [1, 2], "colour": null}});
        assert_eq!(schema.step(&step, &mut meet), []);
        assert_eq!(schema.event(&json!({"__typename": "Taken", "sum": 1}), &mut meet), []);
        for wanted in
            ["AbcColour.RED", "AbcView.thing", "AbcTake.cards", "AbcTaken.sum", "AbcStone."]
        {
            assert!(met.contains(wanted), "{wanted}: {met:?}");
        }
        assert!(!met.contains("AbcTake.colour") && !met.contains("AbcView.prize"), "{met:?}");
        let parts = schema.parts();
        assert!(parts.contains("AbcColour.BLUE") && parts.contains("AbcView"), "{parts:?}");
        assert!(!parts.contains("AbcView.toAct"), "it is the interface's: {parts:?}");
        assert_eq!(schema.kinds_of_step(), ["take", "pass"]);
        assert_eq!(schema.kinds_of_event(), ["Taken"]);
    }

    #[test]
    fn each_way_to_differ_is_named() {
        let schema = sound();
        for (view, wanted) in [
            (json!({"toAct": [0], "prise": 1}), "prise: AbcView has no field `prise`"),
            (json!({"prize": 1}), "AbcView.toAct is missing"),
            (json!({"toAct": [0, null]}), "toAct.1: AbcView.toAct is null"),
            (json!({"toAct": 0}), "AbcView.toAct is the number 0, and its type is a list"),
            (json!({"toAct": [], "prize": "1"}), "prize: AbcView.prize is a text"),
            (json!({"toAct": [], "prize": 3_000_000_000_u32}), "its type is Int"),
            (json!({"toAct": [], "thing": {"name": "a"}}), "without `__typename`"),
            (json!({"toAct": [], "thing": {"__typename": "AbcTaken"}}), "does not implement"),
            (
                json!({"toAct": [], "thing":
                    {"__typename": "AbcStone", "name": "a", "colour": "GREEN"}}),
                "AbcColour has no value `GREEN`",
            ),
            (json!([]), "it is a list, and its type is AbcView"),
        ] {
            let said = said(schema.view(&view, &mut |_, _| {}));
            assert!(said.contains(wanted), "{view}: {said}");
        }
        for (step, wanted) in [
            (json!({}), "@oneOf"),
            (json!({"pass": "YES", "take": {"cards": []}}), "@oneOf"),
            (json!({"take": {"cards": [], "loud": 1}}), "AbcTake has no field `loud`"),
            (json!({"take": {}}), "AbcTake.cards is missing"),
            (json!(null), "null"),
        ] {
            let said = said(schema.step(&step, &mut |_, _| {}));
            assert!(said.contains(wanted), "{step}: {said}");
        }
        for (event, wanted) in [
            (json!({"sum": 1}), "no `__typename`"),
            (json!({"__typename": "Lost"}), "no `type AbcLost implements Event`"),
            (json!({"__typename": "View"}), "no `type AbcView implements Event`"),
            (json!({"__typename": "Taken"}), "AbcTaken.sum is missing"),
        ] {
            let said = said(schema.event(&event, &mut |_, _| {}));
            assert!(said.contains(wanted), "{event}: {said}");
        }
    }
}
