//! Projection: a selection, compiled once, is applied to JSON text, and what it asks for is copied out
//! in its order.
//!
//! Objects of an interface say in `__typename` of what type they are. A leaf that is asked for with an
//! argument of an enum type may be an object in the JSON, with a member for each value of the enum: a
//! text in several languages, for instance. The member that the argument names is its value.

use gueridon_json::{JsonIndex, JsonKind, JsonSlice, ValueId};
use serde_json::Value as Json;

use crate::answer::{Answer, PropagateNull};
use crate::document::coerce::{self, Values};
use crate::document::plan::{Content, Selected};
use crate::fault::{Code, Fault, Step};
use crate::sdl::types::{Base, Input, Kind, Scalar, Shape, TypeId, Types};

/// What a selection is projected with.
#[derive(Debug, Clone, Copy)]
pub struct Projection<'a> {
    /// The types of the schema.
    pub types: &'a Types,
    /// The variables of the request.
    pub variables: &'a Values,
    /// The prefix that the short names in `__typename` lack; empty for types of the base.
    pub prefix: &'a str,
}

impl Projection<'_> {
    /// Writes the value of a field, or one in its lists, from a JSON text.
    ///
    /// # Errors
    /// [`PropagateNull`] when it could not be given and may not be null.
    pub fn text(
        &self,
        field: &Selected,
        shape: &Shape,
        text: &str,
        out: &mut Answer,
    ) -> Result<(), PropagateNull> {
        let index = match JsonIndex::read(text) {
            Ok(index) => index,
            Err(error) => {
                let propagate = out.fail(field, Fault::internal(error));
                return out.or_null(shape.nullable, |_| Err(propagate));
            }
        };
        let at = index.root();
        Projector { projection: self, index: &index, given: None }.shaped(field, shape, at, out)
    }

    /// Writes the value of a field from one that was read before.
    ///
    /// # Errors
    /// As of [`Projection::text`].
    pub fn slice(
        &self,
        field: &Selected,
        shape: &Shape,
        slice: &JsonSlice,
        given: &Given,
        out: &mut Answer,
    ) -> Result<(), PropagateNull> {
        let (index, at) = slice.indexed();
        let given = Some((at, given));
        Projector { projection: self, index, given }.shaped(field, shape, at, out)
    }
}

/// What the application says of an object itself. It counts, whatever the JSON of the object has in
/// that place.
#[derive(Debug, Clone)]
pub struct Given {
    /// The short name of its type.
    pub type_name: &'static str,
    /// Members by name, as JSON.
    pub members: Vec<(&'static str, String)>,
}

impl Given {
    fn member(&self, name: &str) -> Option<&str> {
        let found = self.members.iter().find(|(given, _)| *given == name);
        found.map(|(_, text)| text.as_str())
    }
}

/// A selection applied to one JSON text.
struct Projector<'a> {
    projection: &'a Projection<'a>,
    index: &'a JsonIndex<'a>,
    /// What is said of one of the objects.
    given: Option<(ValueId, &'a Given)>,
}

impl Projector<'_> {
    fn shaped(
        &self,
        field: &Selected,
        shape: &Shape,
        at: ValueId,
        out: &mut Answer,
    ) -> Result<(), PropagateNull> {
        out.count()?;
        let kind = self.index.kind(at);
        if kind == JsonKind::Null {
            return self.null(field, shape, out);
        }
        out.or_null(shape.nullable, |out| match &shape.base {
            Base::Named(_) => self.named(field, at, kind, out),
            Base::List(inner) => self.list(field, inner, at, kind, out),
        })
    }

    fn null(&self, field: &Selected, shape: &Shape, out: &mut Answer) -> Result<(), PropagateNull> {
        if shape.nullable {
            out.put("null");
            return Ok(());
        }
        let message = format!("{} may not be null, and is", self.coordinate(field));
        Err(out.fail(field, Fault::new(Code::INTERNAL, message)))
    }

    fn list(
        &self,
        field: &Selected,
        inner: &Shape,
        at: ValueId,
        kind: JsonKind,
        out: &mut Answer,
    ) -> Result<(), PropagateNull> {
        if kind != JsonKind::Array {
            return Err(self.type_mismatch(field, "a list", at, out));
        }
        out.put_byte(b'[');
        for (index, element) in self.index.elements(at).enumerate() {
            if index > 0 {
                out.put_byte(b',');
            }
            let before = out.faults.len();
            let done = self.shaped(field, inner, element, out);
            if out.faults.len() > before {
                out.prefix_paths(before, || Step::Index(index));
            }
            done?;
        }
        out.put_byte(b']');
        Ok(())
    }

    fn named(
        &self,
        field: &Selected,
        at: ValueId,
        kind: JsonKind,
        out: &mut Answer,
    ) -> Result<(), PropagateNull> {
        match &field.content {
            Content::Scalar(scalar) if kind == JsonKind::Object => {
                let at = self.variant(field, at);
                self.scalar(field, *scalar, at, self.index.kind(at), out)
            }
            Content::Scalar(scalar) => self.scalar(field, *scalar, at, kind, out),
            Content::Enum(id) => self.name(field, *id, at, out),
            Content::Fields(by_type) => {
                let found = match &by_type[..] {
                    [only] if !self.is_abstract(field) => Some(only),
                    _ => self.of_type(at, by_type),
                };
                let (Some((id, fields)), JsonKind::Object) = (found, kind) else {
                    let name = &self.projection.types.get(field.ty.named()).name;
                    return Err(self.type_mismatch(field, name, at, out));
                };
                self.object(*id, fields, at, out)
            }
        }
    }

    fn object(
        &self,
        id: TypeId,
        fields: &[Selected],
        at: ValueId,
        out: &mut Answer,
    ) -> Result<(), PropagateNull> {
        let mut hint = 0;
        let given = self.given(at);
        out.put_byte(b'{');
        for (index, field) in fields.iter().enumerate() {
            out.put(field.key.at(index));
            if field.is_typename() {
                out.put_byte(b'"');
                out.put(&self.projection.types.get(id).name);
                out.put_byte(b'"');
                continue;
            }
            let before = out.faults.len();
            let done = if let Some(text) = given.and_then(|given| given.member(&field.name)) {
                self.projection.text(field, &field.ty, text, out)
            } else {
                match self.index.member(at, &field.name, &mut hint) {
                    Some(value) => self.shaped(field, &field.ty, value, out),
                    None => self.null(field, &field.ty, out),
                }
            };
            if out.faults.len() > before {
                out.prefix_paths(before, || Step::Key(field.key.name().into()));
            }
            done?;
        }
        out.put_byte(b'}');
        Ok(())
    }

    /// What is said of this object.
    fn given(&self, at: ValueId) -> Option<&Given> {
        self.given.filter(|(of, _)| *of == at).map(|(_, given)| given)
    }

    fn is_abstract(&self, field: &Selected) -> bool {
        matches!(self.projection.types.get(field.ty.named()).kind, Kind::Interface { .. })
    }

    /// What is selected of the object type that a value says it is of.
    fn of_type<'f>(
        &self,
        at: ValueId,
        by_type: &'f [(TypeId, Vec<Selected>)],
    ) -> Option<&'f (TypeId, Vec<Selected>)> {
        let name = match self.given(at) {
            Some(given) => given.type_name,
            None => {
                let tag = self.index.member(at, "__typename", &mut 0)?;
                self.index.raw_string(tag)?
            }
        };
        let Projection { types, prefix, .. } = self.projection;
        let is_named = |id| types.get(id).name.strip_prefix(prefix) == Some(name);
        by_type.iter().find(|one| is_named(one.0))
    }

    /// The member that an enum argument names of the object that the value of a leaf is.
    fn variant(&self, field: &Selected, at: ValueId) -> ValueId {
        let Projection { types, variables, .. } = self.projection;
        let is_enum = |input: &Input| matches!(types.get(input.ty.named()).kind, Kind::Enum(_));
        let mut arguments = field.arguments.iter();
        let Some(chosen) = arguments.find(|one| is_enum(&one.input)) else { return at };
        let chosen = coerce::argument(types, chosen, variables).ok().flatten();
        let chosen = chosen.as_deref().and_then(Json::as_str);
        chosen.and_then(|name| self.index.member(at, name, &mut 0)).unwrap_or(at)
    }

    fn name(
        &self,
        field: &Selected,
        id: TypeId,
        at: ValueId,
        out: &mut Answer,
    ) -> Result<(), PropagateNull> {
        let Kind::Enum(names) = &self.projection.types.get(id).kind else {
            return Err(self.type_mismatch(field, "an output", at, out));
        };
        let name = self.index.raw_string(at);
        if name.is_some_and(|name| names.iter().any(|known| &**known == name)) {
            out.put(self.index.raw(at));
            return Ok(());
        }
        Err(self.type_mismatch(field, &self.projection.types.get(id).name, at, out))
    }

    fn scalar(
        &self,
        field: &Selected,
        scalar: Scalar,
        at: ValueId,
        kind: JsonKind,
        out: &mut Answer,
    ) -> Result<(), PropagateNull> {
        let raw = self.index.raw(at);
        let (fits, name) = match (scalar, kind) {
            (Scalar::Json, _) => (true, "JSON"),
            (Scalar::Int, kind) => {
                (kind == JsonKind::Number && raw.parse::<i32>().is_ok(), "an Int")
            }
            (Scalar::Float, kind) => (kind == JsonKind::Number, "a Float"),
            (Scalar::String, kind) => (kind == JsonKind::String, "a String"),
            (Scalar::Boolean, kind) => (kind == JsonKind::Bool, "a Boolean"),
            (Scalar::Id, JsonKind::Number) if is_whole(raw) => {
                out.put_byte(b'"');
                out.put(raw);
                out.put_byte(b'"');
                return Ok(());
            }
            (Scalar::Id, kind) => (kind == JsonKind::String, "an ID"),
        };
        if fits {
            out.put(raw);
            return Ok(());
        }
        Err(self.type_mismatch(field, name, at, out))
    }

    /// The field as the schema has it: `Type.field`.
    fn coordinate(&self, field: &Selected) -> String {
        let types = self.projection.types;
        match field.id.and_then(|id| types.parent(id)) {
            Some(parent) => format!("{}.{}", parent.name, field.name),
            None => field.name.to_string(),
        }
    }

    fn type_mismatch(
        &self,
        field: &Selected,
        wanted: &str,
        at: ValueId,
        out: &mut Answer,
    ) -> PropagateNull {
        // Neither the client nor the log gets the value: it may be a secret.
        let (coordinate, kind) = (self.coordinate(field), self.index.kind(at));
        let message = format!("{coordinate} is not {wanted}, but {kind:?}");
        out.fail(field, Fault::new(Code::INTERNAL, message))
    }
}

fn is_whole(number: &str) -> bool {
    number.strip_prefix('-').unwrap_or(number).bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::plan;
    use crate::sdl::Merged;

    const SCHEMA: &str = "type Query { view: View! } interface View { toAct: [Int!]! } \
        type AView implements View { toAct: [Int!]! size: Int inner: AInner } \
        type AInner { toAct: [Int!]! }";

    /// What is answered to a selection from the view in a look.
    fn selected(text: &str, look: &str) -> String {
        let types = Types::new(&Merged::base(SCHEMA).unwrap());
        let document = async_graphql_parser::parse_query(text).unwrap();
        let operation = document.operations.iter().next().unwrap().1;
        let variables = Values::new();
        let plan = plan::compile(&types, &document, &operation.node, &variables).unwrap();
        let look = JsonSlice::read(look.to_owned()).unwrap();
        let (index, root) = look.indexed();
        let view = look.value(index.member(root, "view", &mut 0).unwrap());
        let given = Given { type_name: "View", members: vec![("toAct", "[7]".to_owned())] };
        let projection = Projection { types: &types, variables: &variables, prefix: "A" };
        let (field, mut answer) = (&plan.root[0], Answer::default());
        let done = projection.slice(field, &field.ty, &view, &given, &mut answer);
        assert_eq!(done.is_ok(), answer.faults.is_empty());
        String::from_utf8(answer.bytes).unwrap()
    }

    #[test]
    fn what_the_application_says_of_an_object_counts_and_of_that_object_alone() {
        let all = "{ view { __typename toAct ... on AView { size inner { toAct } } } }";
        let view = r#"{"__typename":"Other","toAct":[1],"size":3,"inner":{"toAct":[2]}}"#;
        let look = format!(r#"{{"toAct":[0],"view":{view},"over":false}}"#);
        let answer = r#"{"__typename":"AView","toAct":[7],"size":3,"inner":{"toAct":[2]}}"#;
        assert_eq!(selected(all, &look), answer);
        let bare = r#"{"__typename":"AView","toAct":[7],"size":null,"inner":null}"#;
        assert_eq!(selected(all, r#"{"view":{}}"#), bare);
    }

    #[test]
    fn what_is_no_object_has_no_fields_whatever_is_said_of_it() {
        assert_eq!(selected("{ view { toAct } }", r#"{"view":[7]}"#), "");
        assert_eq!(selected("{ view { toAct } }", r#"{"view":null}"#), "");
    }
}
