//! An operation compiled for execution: fragments spread, fields merged, `@skip` and `@include`
//! evaluated, every field with its type.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_graphql_parser::types::{
    Directive, ExecutableDocument, Field, OperationDefinition, Selection, SelectionSet,
};
use async_graphql_parser::{Pos, Positioned};
use async_graphql_value::Value as Literal;
use serde_json::Value as Json;

use super::budget::Budget;
use super::coerce::{self, Argument, Values};
use super::groups::FieldGroups;
use super::limits::SPELLED_OUT;
use super::walk::{Visitor, Walk};
use crate::fault::Fault;
use crate::sdl::types::{
    self, Base, FieldId, Input, Kind, Scalar, Shape, TypeId, Types, root_name,
};

/// An operation ready to run.
#[derive(Debug)]
pub struct Plan {
    /// Its number, unique in this process.
    pub id: u64,
    /// How many fields it has in total.
    pub nodes: usize,
    /// The fields of the root, in the order of the answer.
    pub root: Vec<Selected>,
}

/// The arguments that a field declares.
pub type Arguments = Arc<[Argument]>;

/// A selected field.
#[derive(Debug)]
pub struct Selected {
    /// Its response key.
    pub key: ResponseKey,
    /// Whether that is another than its name.
    pub is_alias: bool,
    /// Its name in the schema.
    pub name: Box<str>,
    /// Its number in the schema; none for `__typename`.
    pub id: Option<FieldId>,
    /// Its arguments.
    pub arguments: Arguments,
    /// Its type.
    pub ty: Shape,
    /// What is selected in its value.
    pub content: Content,
    /// Its position in the document.
    pub place: Pos,
}

/// The key of a field in the response, kept as it is written there: a comma, the key and a colon.
#[derive(Debug)]
pub struct ResponseKey(Box<str>);

impl ResponseKey {
    fn of(key: &str) -> Self {
        Self(format!(",\"{key}\":").into())
    }

    /// The key itself.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0[2..self.0.len() - 2]
    }

    /// The key as the member of an object begins, with a comma unless it is the first.
    pub(crate) fn at(&self, index: usize) -> &str {
        &self.0[usize::from(index == 0)..]
    }
}

/// What is selected in a field's value.
#[derive(Debug)]
pub enum Content {
    /// Nothing: it is a scalar.
    Scalar(Scalar),
    /// Nothing: it is an enum.
    Enum(TypeId),
    /// Its fields, for each object type that the value can have.
    Fields(Vec<(TypeId, Vec<Selected>)>),
}

impl Selected {
    /// Whether it is `__typename`.
    #[must_use]
    pub fn is_typename(&self) -> bool {
        self.id.is_none()
    }

    /// What is selected in the field's value if that is of the object type `id`.
    #[must_use]
    pub fn fields(&self, id: TypeId) -> &[Selected] {
        match &self.content {
            Content::Fields(by_type) => {
                by_type.iter().find(|entry| entry.0 == id).map_or(&[], |entry| &entry.1)
            }
            _ => &[],
        }
    }
}

/// The variables in `@skip` and `@include`, in the order of their names.
#[must_use]
pub fn conditions(document: &ExecutableDocument, operation: &OperationDefinition) -> Vec<String> {
    fn visit(set: &SelectionSet, found: &mut Vec<String>) {
        for selection in &set.items {
            for directive in selection.node.directives() {
                if let Some(Literal::Variable(name)) = condition(&directive.node) {
                    found.push(name.to_string());
                }
            }
            match &selection.node {
                Selection::Field(field) => visit(&field.node.selection_set.node, found),
                Selection::InlineFragment(inline) => {
                    visit(&inline.node.selection_set.node, found);
                }
                Selection::FragmentSpread(_) => {}
            }
        }
    }
    let mut found = Vec::new();
    visit(&operation.selection_set.node, &mut found);
    for fragment in document.fragments.values() {
        visit(&fragment.node.selection_set.node, &mut found);
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Compiles a validated operation.
///
/// # Errors
/// `BAD_INPUT` when a literal does not fit the schema, `TOO_COSTLY` when it has too many fields.
pub fn compile(
    types: &Types,
    document: &ExecutableDocument,
    operation: &OperationDefinition,
    variables: &Values,
) -> Result<Plan, Fault> {
    let Some(root) = types.root(operation.ty) else {
        return Err(Fault::bad_input(format!("there is no {}", root_name(operation.ty))));
    };
    static IDS: AtomicU64 = AtomicU64::new(0);
    let (nodes, visits) = (Budget::new(SPELLED_OUT), Budget::new(10 * SPELLED_OUT));
    let arguments = RefCell::default();
    let compiler = Compiler { types, document, variables, nodes, visits, arguments };
    let root = compiler.fields(root, &[&operation.selection_set.node])?;
    let id = IDS.fetch_add(1, Ordering::Relaxed);
    Ok(Plan { id, nodes: SPELLED_OUT - compiler.nodes.left(), root })
}

struct Compiler<'a> {
    types: &'a Types,
    document: &'a ExecutableDocument,
    variables: &'a Values,
    nodes: Budget,
    visits: Budget,
    /// The arguments of the fields compiled so far, by the addresses of the field in the document and
    /// in the schema: those of a fragment that is spread often are compiled once.
    arguments: RefCell<HashMap<(*const Field, *const types::Field), Arguments>>,
}

/// The fields of one key, to be merged into one.
type Group<'a> = (&'a str, Vec<&'a Positioned<Field>>);

impl<'a> Compiler<'a> {
    fn fields(&self, object: TypeId, sets: &[&'a SelectionSet]) -> Result<Vec<Selected>, Fault> {
        let mut collect = Collect { compiler: self, groups: FieldGroups::default() };
        for set in sets {
            Walk::of(self.document).through(object, set, &mut collect)?;
        }
        collect.groups.into_vec().into_iter().map(|group| self.field(object, group)).collect()
    }

    fn field(&self, object: TypeId, (key, group): Group<'a>) -> Result<Selected, Fault> {
        self.nodes.spend()?;
        let (place, first) = (group[0].pos, &group[0].node);
        let name = first.name.node.as_str();
        let named = |ty: Shape, content| Selected {
            key: ResponseKey::of(key),
            is_alias: key != name,
            name: name.into(),
            id: None,
            arguments: Arc::default(),
            ty,
            content,
            place,
        };
        if name == "__typename" {
            return Ok(named(self.text(), Content::Scalar(Scalar::String)));
        }
        let Some(field) = self.types.field(object, name) else {
            let ty = &self.types.get(object).name;
            return Err(Fault::bad_input(format!("{ty} has no field {name}")).at(place));
        };
        let arguments = self.arguments(first, field, place)?;
        let content = self.content(field.ty.named(), &group)?;
        let id = Some(field.id);
        Ok(Selected { id, arguments, ..named(field.ty.clone(), content) })
    }

    fn arguments(
        &self,
        asked: &Field,
        field: &types::Field,
        place: Pos,
    ) -> Result<Arguments, Fault> {
        if field.arguments.is_empty() {
            return Ok(Arc::default());
        }
        let key = (std::ptr::from_ref(asked), std::ptr::from_ref(field));
        if let Some(known) = self.arguments.borrow().get(&key) {
            return Ok(known.clone());
        }
        let given = |input: &Input| asked.get_argument(&input.name).map(|value| &value.node);
        // Literals are checked before anything runs.
        let given = field.arguments.iter().map(|input| (input, given(input)));
        let arguments = coerce::read_arguments(self.types, given);
        let arguments: Arguments = arguments.map_err(|fault| fault.at(place))?.into();
        self.arguments.borrow_mut().insert(key, arguments.clone());
        Ok(arguments)
    }

    fn content(&self, id: TypeId, group: &[&'a Positioned<Field>]) -> Result<Content, Fault> {
        let possible = match &self.types.get(id).kind {
            Kind::Scalar(scalar) => return Ok(Content::Scalar(*scalar)),
            Kind::Enum(_) | Kind::Input { .. } => return Ok(Content::Enum(id)),
            Kind::Object(_) => &[id][..],
            Kind::Interface { possible, .. } => possible,
        };
        let sets: Vec<_> = group.iter().map(|field| &field.node.selection_set.node).collect();
        let of = |&id: &TypeId| Ok((id, self.fields(id, &sets)?));
        Ok(Content::Fields(possible.iter().map(of).collect::<Result<_, Fault>>()?))
    }

    fn text(&self) -> Shape {
        let id = self.types.find("String").expect("String is built in");
        Shape { nullable: false, base: Base::Named(id) }
    }

    fn is_included(&self, directives: &[Positioned<Directive>]) -> bool {
        directives.iter().all(|Positioned { node: directive, .. }| {
            let value = match condition(directive) {
                Some(Literal::Boolean(value)) => *value,
                Some(Literal::Variable(name)) => {
                    self.variables.get(name.as_str()).and_then(Json::as_bool) == Some(true)
                }
                _ => return true,
            };
            value == (directive.name.node == "include")
        })
    }
}

/// Collects the fields that are selected on an object type, by response key.
struct Collect<'c, 'a> {
    compiler: &'c Compiler<'a>,
    groups: FieldGroups<'a, &'a Positioned<Field>>,
}

impl<'a> Visitor<'a> for Collect<'_, 'a> {
    fn enter(&mut self, selection: &'a Selection) -> Result<bool, Fault> {
        self.compiler.visits.spend()?;
        Ok(self.compiler.is_included(selection.directives()))
    }

    fn narrow(&self, object: TypeId, condition: &str) -> Option<TypeId> {
        let types = self.compiler.types;
        types.find(condition).filter(|&condition| types.is(object, condition)).map(|_| object)
    }

    fn field(
        &mut self,
        _: TypeId,
        field: &'a Positioned<Field>,
        _: &mut Walk<'a>,
    ) -> Result<(), Fault> {
        self.groups.push(&field.node.response_key().node, field);
        Ok(())
    }
}

/// The `if` of a `@skip` or `@include`.
fn condition(directive: &Directive) -> Option<&Literal> {
    if !matches!(directive.name.node.as_str(), "skip" | "include") {
        return None;
    }
    directive.get_argument("if").map(|value| &value.node)
}

pub(super) fn same_arguments(one: &Field, other: &Field) -> bool {
    one.arguments.len() == other.arguments.len()
        && one.arguments.iter().all(|(name, value)| {
            other.get_argument(&name.node).is_some_and(|also| also.node == value.node)
        })
}
