//! Projection: a selection, compiled once, is applied to JSON text, and what it asks for is copied out
//! in its order.
//!
//! Objects of an interface say in `__typename` of what type they are. A leaf that is asked for with an
//! argument of an enum type may be an object in the JSON, with a member for each value of the enum: a
//! text in several languages, for instance. The member that the argument names is its value.

mod copier;

use gueridon_json::{JsonIndex, JsonKind, JsonSlice, JsonTree, ValueId};
use serde_json::Value as Json;

use self::copier::Copier;
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
        let tree = index.tree();
        self.value(field, shape, (tree, tree.root()), None, out)
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
        let (tree, at) = slice.in_tree();
        self.value(field, shape, (tree, at), Some((at, given)), out)
    }

    fn value(
        &self,
        field: &Selected,
        shape: &Shape,
        (tree, at): (JsonTree<'_>, ValueId),
        given: Option<(ValueId, &Given)>,
        out: &mut Answer,
    ) -> Result<(), PropagateNull> {
        let projector = Projector { projection: self, tree, given };
        projector.shaped(field, shape, at, &mut Copier::new(tree.text(), out))
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
    tree: JsonTree<'a>,
    /// What is said of one of the objects.
    given: Option<(ValueId, &'a Given)>,
}

impl Projector<'_> {
    #[inline]
    fn shaped(
        &self,
        field: &Selected,
        shape: &Shape,
        at: ValueId,
        out: &mut Copier<'_>,
    ) -> Result<(), PropagateNull> {
        out.count()?;
        let kind = self.tree.kind(at);
        if matches!(shape.base, Base::Named(_)) && self.try_copy_leaf(field, at, kind, out) {
            return Ok(());
        }
        self.any_value(field, shape, at, kind, out)
    }

    /// Copies a leaf if it is what most are, a value of the very kind of JSON that its type has; says
    /// whether it did.
    #[inline]
    fn try_copy_leaf(
        &self,
        field: &Selected,
        at: ValueId,
        kind: JsonKind,
        out: &mut Copier<'_>,
    ) -> bool {
        let Content::Scalar(scalar) = field.content else { return false };
        // An object may be one of several values.
        let fits =
            !matches!(kind, JsonKind::Null | JsonKind::Object) && self.is_of_kind(scalar, at, kind);
        if fits {
            out.copy(self.tree.place(at));
        }
        fits
    }

    /// Whether a value is written in JSON as it is in an answer.
    #[inline]
    fn is_of_kind(&self, scalar: Scalar, at: ValueId, kind: JsonKind) -> bool {
        match scalar {
            Scalar::Json => true,
            Scalar::Int => kind == JsonKind::Number && self.tree.raw(at).parse::<i32>().is_ok(),
            Scalar::Float => kind == JsonKind::Number,
            Scalar::String | Scalar::Id => kind == JsonKind::String,
            Scalar::Boolean => kind == JsonKind::Bool,
        }
    }

    #[inline(never)]
    fn any_value(
        &self,
        field: &Selected,
        shape: &Shape,
        at: ValueId,
        kind: JsonKind,
        out: &mut Copier<'_>,
    ) -> Result<(), PropagateNull> {
        if kind == JsonKind::Null {
            let may_be_null = self.may_be_null(field, shape, out);
            return may_be_null.map(|()| out.copy(self.tree.place(at)));
        }
        let before = out.mark();
        let done = match &shape.base {
            Base::Named(_) => self.named(field, at, kind, out),
            Base::List(inner) => self.list(field, inner, at, kind, out),
        };
        if done.is_ok() { Ok(()) } else { out.or_null_from(before, shape.nullable) }
    }

    /// Whether a value that is null, or is not there, may be.
    fn may_be_null(
        &self,
        field: &Selected,
        shape: &Shape,
        out: &mut Copier<'_>,
    ) -> Result<(), PropagateNull> {
        if shape.nullable {
            return Ok(());
        }
        let message = format!("{} may not be null, and is", self.coordinate(field));
        Err(out.answer().fail(field, Fault::new(Code::INTERNAL, message)))
    }

    fn list(
        &self,
        field: &Selected,
        inner: &Shape,
        at: ValueId,
        kind: JsonKind,
        out: &mut Copier<'_>,
    ) -> Result<(), PropagateNull> {
        if kind != JsonKind::Array {
            return Err(self.type_mismatch(field, "a list", at, out));
        }
        let place = self.tree.place(at);
        out.copy(place.start..place.start + 1);
        for (index, element) in self.tree.elements(at).enumerate() {
            if index > 0 {
                out.put_before(",", self.tree.place(element).start);
            }
            let before = out.faults();
            let done = self.shaped(field, inner, element, out);
            if out.faults() > before {
                out.answer().prefix_paths(before, || Step::Index(index));
            }
            done?;
        }
        out.put_before("]", place.end);
        Ok(())
    }

    fn named(
        &self,
        field: &Selected,
        at: ValueId,
        kind: JsonKind,
        out: &mut Copier<'_>,
    ) -> Result<(), PropagateNull> {
        match &field.content {
            Content::Scalar(scalar) if kind == JsonKind::Object => {
                let at = self.variant(field, at);
                self.scalar(field, *scalar, at, self.tree.kind(at), out)
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
        out: &mut Copier<'_>,
    ) -> Result<(), PropagateNull> {
        let mut members = self.tree.members(at);
        let given = self.given(at);
        let place = self.tree.place(at);
        out.copy(place.start..place.start + 1);
        for (index, field) in fields.iter().enumerate() {
            let key = field.key.at(index);
            if field.is_typename() {
                out.put(key);
                out.put("\"");
                out.put(&self.projection.types.get(id).name);
                out.put("\"");
                continue;
            }
            let before = out.faults();
            let done = if let Some(text) = given.and_then(|given| given.member(&field.name)) {
                out.put(key);
                self.projection.text(field, &field.ty, text, out.answer())
            } else {
                let next = members.peek().filter(|_| !field.is_alias);
                let next = next.map(|next| self.tree.place(next).start);
                let value = if next.is_some_and(|place| out.try_copy_before(key, place)) {
                    members.next()
                } else {
                    out.put(key);
                    members.find(&field.name)
                };
                match value {
                    Some(value) => self.shaped(field, &field.ty, value, out),
                    None => self.may_be_null(field, &field.ty, out).map(|()| out.put("null")),
                }
            };
            if out.faults() > before {
                out.answer().prefix_paths(before, || Step::Key(field.key.name().into()));
            }
            done?;
        }
        out.put_before("}", place.end);
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
                let tag = self.tree.members(at).find("__typename")?;
                self.tree.raw_string(tag)?
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
        chosen.and_then(|name| self.tree.members(at).find(name)).unwrap_or(at)
    }

    fn name(
        &self,
        field: &Selected,
        id: TypeId,
        at: ValueId,
        out: &mut Copier<'_>,
    ) -> Result<(), PropagateNull> {
        let Kind::Enum(names) = &self.projection.types.get(id).kind else {
            return Err(self.type_mismatch(field, "an output", at, out));
        };
        let name = self.tree.raw_string(at);
        if name.is_some_and(|name| names.iter().any(|known| &**known == name)) {
            out.copy(self.tree.place(at));
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
        out: &mut Copier<'_>,
    ) -> Result<(), PropagateNull> {
        if self.is_of_kind(scalar, at, kind) {
            out.copy(self.tree.place(at));
            return Ok(());
        }
        let wanted = match scalar {
            Scalar::Id if kind == JsonKind::Number && is_whole(self.tree.raw(at)) => {
                out.put("\"");
                out.copy(self.tree.place(at));
                out.put("\"");
                return Ok(());
            }
            Scalar::Id => "an ID",
            Scalar::Json => "JSON",
            Scalar::Int => "an Int",
            Scalar::Float => "a Float",
            Scalar::String => "a String",
            Scalar::Boolean => "a Boolean",
        };
        Err(self.type_mismatch(field, wanted, at, out))
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
        out: &mut Copier<'_>,
    ) -> PropagateNull {
        // Neither the client nor the log gets the value: it may be a secret.
        let (coordinate, kind) = (self.coordinate(field), self.tree.kind(at));
        let message = format!("{coordinate} is not {wanted}, but {kind:?}");
        out.answer().fail(field, Fault::new(Code::INTERNAL, message))
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
        type AView implements View { toAct: [Int!]! none: Int size: Int inner: AInner } \
        type AInner { toAct: [Int!]! }";

    /// What is answered to a selection from the view in a look.
    fn selected(text: &str, look: &str) -> String {
        let types = Types::new(&Merged::base(SCHEMA).unwrap());
        let document = async_graphql_parser::parse_query(text).unwrap();
        let operation = document.operations.iter().next().unwrap().1;
        let variables = Values::new();
        let plan = plan::compile(&types, &document, &operation.node, &variables).unwrap();
        let look = JsonSlice::read(look.to_owned()).unwrap();
        let (tree, root) = look.in_tree();
        let view = look.value(tree.members(root).find("view").unwrap());
        let given = Given { type_name: "View", members: vec![("toAct", "[7]".to_owned())] };
        let projection = Projection { types: &types, variables: &variables, prefix: "A" };
        let (field, mut answer) = (&plan.root[0], Answer::default());
        let done = projection.slice(field, &field.ty, &view, &given, &mut answer);
        assert!(done.is_ok() || !answer.faults.is_empty());
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
    fn what_stands_in_the_order_of_the_document_and_what_does_not_is_answered_in_its_order() {
        let view = r#"{"inner":{"toAct":[1,2],"more":{}},"none":null,"size":3}"#;
        let spaced =
            view.replace(',', " ,").replace(':', ": ").replace('[', "[ ").replace('}', " }");
        for (fields, answer) in [
            ("size", r#"{"size":3}"#),
            ("inner { toAct } none size", r#"{"inner":{"toAct":[1,2]},"none":null,"size":3}"#),
            ("none size toAct", r#"{"none":null,"size":3,"toAct":[7]}"#),
            ("size none inner { toAct }", r#"{"size":3,"none":null,"inner":{"toAct":[1,2]}}"#),
            ("none: size size: none", r#"{"none":3,"size":null}"#),
            ("inner { toAct again: toAct }", r#"{"inner":{"toAct":[1,2],"again":[1,2]}}"#),
            ("inner { __typename toAct }", r#"{"inner":{"__typename":"AInner","toAct":[1,2]}}"#),
        ] {
            let text = format!("{{ view {{ ... on AView {{ {fields} }} }} }}");
            for view in [view, &spaced] {
                let look = format!(r#"{{"view":{view}}}"#);
                let written = selected(&text, &look).replace(' ', "");
                assert_eq!(written, answer, "{fields} of {view}");
            }
        }
    }

    #[test]
    fn what_is_wrong_is_null_and_what_stands_around_it_is_answered() {
        let text = "{ view { ... on AView { none size inner { toAct } more: size } } }";
        for (view, answer) in [
            (
                r#"{"none":1,"size":"large","inner":{"toAct":[1]}}"#,
                r#"{"none":1,"size":null,"inner":{"toAct":[1]},"more":null}"#,
            ),
            (
                r#"{"none":1,"size":3,"inner":{"toAct":[1,2,null]}}"#,
                r#"{"none":1,"size":3,"inner":null,"more":3}"#,
            ),
            (
                r#"{"none":1,"size":3,"inner":{"toAct":{}}}"#,
                r#"{"none":1,"size":3,"inner":null,"more":3}"#,
            ),
            (r#"{"none":[],"inner":{}}"#, r#"{"none":null,"size":null,"inner":null,"more":null}"#),
        ] {
            assert_eq!(selected(text, &format!(r#"{{"view":{view}}}"#)), answer, "{view}");
        }
    }

    #[test]
    fn what_is_no_object_has_no_fields_whatever_is_said_of_it() {
        assert_eq!(selected("{ view { toAct } }", r#"{"view":[7]}"#), "");
        assert_eq!(selected("{ view { toAct } }", r#"{"view":null}"#), "");
    }
}
