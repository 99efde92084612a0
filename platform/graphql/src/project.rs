//! Answers from values: a selection, compiled once, is laid over the JSON of a game or of the
//! platform, and what it asks for is copied out in its order.

pub mod json_index;

use serde_json::Value as Json;

use crate::document::coerce::Values;
use crate::document::plan::{Content, Selected};
use crate::fault::{Code, Fault, Step};
use crate::sdl::types::{Base, Kind, Scalar, Shape, TypeId, Types};
use json_index::{At, JsonIndex, Kind as Is};

/// The most bytes of an answer.
pub const MOST_BYTES: usize = 8 * 1024 * 1024;
/// The most faults of an answer.
const MOST_FAULTS: usize = 1_000;

/// The field that the platform gives every view.
const OURS: &str = "toAct";

/// An answer in the making.
#[derive(Debug, Default)]
pub struct Answer {
    /// The bytes of it, so far.
    pub bytes: Vec<u8>,
    /// What went wrong in it, so far.
    pub faults: Vec<Fault>,
    /// Whether it grew too large, and nothing more is written.
    is_full: bool,
}

/// A value could not be given where null may not stand: whoever contains it is null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bubble;

impl Answer {
    /// Writes what `write` writes, or null if it bubbles and null may stand here.
    ///
    /// # Errors
    /// [`Bubble`] when null may not stand here.
    pub fn or_null(
        &mut self,
        nullable: bool,
        write: impl FnOnce(&mut Self) -> Result<(), Bubble>,
    ) -> Result<(), Bubble> {
        let start = self.bytes.len();
        let done = write(self);
        self.or_null_from(start, nullable, done)
    }

    /// Null in place of what was written from `start` on, if that bubbles and null may stand here.
    ///
    /// # Errors
    /// [`Bubble`] when null may not stand here.
    pub fn or_null_from(
        &mut self,
        start: usize,
        nullable: bool,
        done: Result<(), Bubble>,
    ) -> Result<(), Bubble> {
        if done.is_err() && nullable && !self.is_full {
            self.bytes.truncate(start);
            self.put("null");
            return Ok(());
        }
        done
    }

    /// Goes on if it has not become too large.
    ///
    /// # Errors
    /// [`Bubble`] for whoever writes it, up to the root: null nowhere makes it small again.
    pub fn go_on(&mut self) -> Result<(), Bubble> {
        self.is_full |= self.bytes.len() > MOST_BYTES || self.faults.len() > MOST_FAULTS;
        if self.is_full { Err(Bubble) } else { Ok(()) }
    }

    /// The answer as it is given: null and nothing else if it became too large.
    #[must_use]
    pub fn or_too_large(self) -> Self {
        if !self.is_full {
            return self;
        }
        let message = format!("the answer is over {} MiB: ask for less at once", MOST_BYTES >> 20);
        let faults = vec![Fault::new(Code::TooLarge, message)];
        Self { bytes: b"null".to_vec(), faults, is_full: true }
    }

    /// Adds text to the bytes.
    pub fn put(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Starts a member of an object: its key, after a comma if it is not the first.
    pub fn key(&mut self, index: usize, key: &str) {
        self.put(if index == 0 { "\"" } else { ",\"" });
        self.put(key);
        self.put("\":");
    }

    /// Puts a step before the paths of all faults since there were `before`.
    pub fn within(&mut self, before: usize, step: impl Fn() -> Step) {
        for fault in &mut self.faults[before..] {
            fault.path.push(step());
        }
    }

    /// Notes a fault of a field.
    pub fn fail(&mut self, field: &Selected, fault: Fault) -> Bubble {
        self.faults.push(fault.at(field.place));
        Bubble
    }
}

/// A selection to be laid over values.
#[derive(Debug, Clone, Copy)]
pub struct Projection<'a> {
    /// The types of the schema.
    pub types: &'a Types,
    /// The variables of the request.
    pub variables: &'a Values,
    /// What the short names of types in `__typename` begin with; empty for the platform's own.
    pub prefix: &'a str,
}

impl Projection<'_> {
    /// Writes the value of a field, or one in its lists, from a JSON text.
    ///
    /// # Errors
    /// [`Bubble`] when it could not be given and may not be null.
    pub fn text(
        &self,
        field: &Selected,
        shape: &Shape,
        text: &str,
        out: &mut Answer,
    ) -> Result<(), Bubble> {
        let tape = match JsonIndex::read(text) {
            Ok(tape) => tape,
            Err(error) => {
                let bubble = out.fail(field, Fault::internal(error));
                return out.or_null(shape.nullable, |_| Err(bubble));
            }
        };
        Laid { projection: self, tape: &tape }.shaped(field, shape, tape.root(), out)
    }
}

/// A selection laid over one tape.
struct Laid<'a> {
    projection: &'a Projection<'a>,
    tape: &'a JsonIndex<'a>,
}

impl Laid<'_> {
    fn shaped(
        &self,
        field: &Selected,
        shape: &Shape,
        at: At,
        out: &mut Answer,
    ) -> Result<(), Bubble> {
        out.go_on()?;
        if self.tape.kind(at) == Is::Null {
            return self.null(field, shape, out);
        }
        out.or_null(shape.nullable, |out| match &shape.base {
            Base::Named(_) => self.named(field, at, out),
            Base::List(inner) => self.list(field, inner, at, out),
        })
    }

    fn null(&self, field: &Selected, shape: &Shape, out: &mut Answer) -> Result<(), Bubble> {
        if shape.nullable {
            out.put("null");
            return Ok(());
        }
        let message = format!("{} may not be null, and is", field.name);
        Err(out.fail(field, Fault::new(Code::Internal, message)))
    }

    fn list(
        &self,
        field: &Selected,
        inner: &Shape,
        at: At,
        out: &mut Answer,
    ) -> Result<(), Bubble> {
        if self.tape.kind(at) != Is::Array {
            return Err(self.unfit(field, "a list", at, out));
        }
        out.put("[");
        for (index, element) in self.tape.elements(at).enumerate() {
            if index > 0 {
                out.put(",");
            }
            let before = out.faults.len();
            let done = self.shaped(field, inner, element, out);
            if out.faults.len() > before {
                out.within(before, || Step::Index(index));
            }
            done?;
        }
        out.put("]");
        Ok(())
    }

    fn named(&self, field: &Selected, at: At, out: &mut Answer) -> Result<(), Bubble> {
        match &field.content {
            Content::Scalar(scalar) => self.scalar(field, *scalar, self.spoken(field, at), out),
            Content::Enum(id) => self.name(field, *id, at, out),
            Content::Fields(by_type) => {
                let found = match &by_type[..] {
                    [only] if !self.is_abstract(field) => Some(only),
                    _ => self.type_of(at).and_then(|id| by_type.iter().find(|one| one.0 == id)),
                };
                let (Some((id, fields)), Is::Object) = (found, self.tape.kind(at)) else {
                    let name = &self.projection.types.get(field.ty.named()).name;
                    return Err(self.unfit(field, name, at, out));
                };
                self.object(*id, fields, at, out)
            }
        }
    }

    fn object(
        &self,
        id: TypeId,
        fields: &[Selected],
        at: At,
        out: &mut Answer,
    ) -> Result<(), Bubble> {
        let mut hint = 0;
        out.put("{");
        for (index, field) in fields.iter().enumerate() {
            out.key(index, &field.key);
            if field.is_typename() {
                out.put("\"");
                out.put(&self.projection.types.get(id).name);
                out.put("\"");
                continue;
            }
            let before = out.faults.len();
            if &*field.name == OURS {
                hint = 0; // It stands first, and wins over a member of the module's own.
            }
            let done = match self.tape.member(at, &field.name, &mut hint) {
                Some(value) => self.shaped(field, &field.ty, value, out),
                None => self.null(field, &field.ty, out),
            };
            if out.faults.len() > before {
                out.within(before, || Step::Key(field.key.clone()));
            }
            done?;
        }
        out.put("}");
        Ok(())
    }

    fn is_abstract(&self, field: &Selected) -> bool {
        matches!(self.projection.types.get(field.ty.named()).kind, Kind::Interface { .. })
    }

    /// The object type that a value says it is of.
    fn type_of(&self, at: At) -> Option<TypeId> {
        let tag = self.tape.member(at, "__typename", &mut 0)?;
        let name = self.tape.raw_string(tag)?;
        let Projection { types, prefix, .. } = self.projection;
        if prefix.is_empty() {
            return types.find(name);
        }
        types.find(&format!("{prefix}{name}"))
    }

    /// The value in the language that the field is asked in, if it is there in several.
    fn spoken(&self, field: &Selected, at: At) -> At {
        if self.tape.kind(at) != Is::Object {
            return at;
        }
        let asked = field.arguments.iter().any(|(input, _)| &*input.name == "language");
        if !asked {
            return at;
        }
        let arguments = field.arguments(self.projection.types, self.projection.variables);
        let language = arguments.ok().and_then(|mut values| values.remove("language"));
        let language = language.as_ref().and_then(Json::as_str).unwrap_or("EN");
        self.tape.member(at, language, &mut 0).unwrap_or(at)
    }

    fn name(&self, field: &Selected, id: TypeId, at: At, out: &mut Answer) -> Result<(), Bubble> {
        let Kind::Enum(names) = &self.projection.types.get(id).kind else {
            return Err(self.unfit(field, "an output", at, out));
        };
        let name = self.tape.raw_string(at);
        if name.is_some_and(|name| names.iter().any(|known| &**known == name)) {
            out.put(self.tape.raw(at));
            return Ok(());
        }
        Err(self.unfit(field, &self.projection.types.get(id).name, at, out))
    }

    fn scalar(
        &self,
        field: &Selected,
        scalar: Scalar,
        at: At,
        out: &mut Answer,
    ) -> Result<(), Bubble> {
        let raw = self.tape.raw(at);
        let (fits, name) = match (scalar, self.tape.kind(at)) {
            (Scalar::Json, _) => (true, "JSON"),
            (Scalar::Int, kind) => (kind == Is::Number && raw.parse::<i32>().is_ok(), "an Int"),
            (Scalar::Float, kind) => (kind == Is::Number, "a Float"),
            (Scalar::String, kind) => (kind == Is::String, "a String"),
            (Scalar::Boolean, kind) => (kind == Is::Bool, "a Boolean"),
            (Scalar::Id, Is::Number) if is_whole(raw) => {
                out.put("\"");
                out.put(raw);
                out.put("\"");
                return Ok(());
            }
            (Scalar::Id, kind) => (kind == Is::String, "an ID"),
        };
        if fits {
            out.put(raw);
            return Ok(());
        }
        Err(self.unfit(field, name, at, out))
    }

    fn unfit(&self, field: &Selected, wanted: &str, at: At, out: &mut Answer) -> Bubble {
        // The value itself may be a secret, and goes to nobody.
        let message = format!("{} is not {wanted}", field.name);
        tracing::error!(message, kind = ?self.tape.kind(at), "a value does not fit the schema");
        out.fail(field, Fault::new(Code::Internal, message))
    }
}

fn is_whole(number: &str) -> bool {
    number.strip_prefix('-').unwrap_or(number).bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::plan;
    use crate::sdl::{Merged, PLATFORM};

    #[test]
    fn who_is_to_act_is_the_platforms_to_say() {
        let types = Types::new(&Merged::platform(PLATFORM).unwrap());
        let text = "{ table(id: 1) { seats { number toAct } } }";
        let document = async_graphql_parser::parse_query(text).unwrap();
        let operation = document.operations.iter().next().unwrap().1;
        let variables = Values::new();
        let plan = plan::compile(&types, &document, &operation.node, &variables).unwrap();
        let seats = &plan.root[0].fields(types.find("Table").unwrap())[0];
        let projection = Projection { types: &types, variables: &variables, prefix: "" };
        let mut answer = Answer::default();
        let given = r#"[{"toAct": true, "number": 0, "toAct": false}]"#;
        projection.text(seats, &seats.ty, given, &mut answer).unwrap();
        assert_eq!(answer.bytes, br#"[{"number":0,"toAct":true}]"#);
    }
}
