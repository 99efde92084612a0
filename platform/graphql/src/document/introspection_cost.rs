//! What introspection costs: as much as it lists. What it lists depends only on the schema and the
//! document, so it can be counted before anything runs.

use std::collections::HashMap;

use async_graphql_parser::types::{
    ExecutableDocument, Field as Asked, OperationDefinition, OperationType, Selection, SelectionSet,
};
use async_graphql_value::Value as Literal;

use super::cost::MOST;
use crate::sdl::types::{Base, Field, Input, Kind, Named, Shape, TypeId, Types};

/// How many values a document may list for each definition of the schema; the standard introspection
/// query lists about 14.
const LISTED: usize = 50;
/// How many directives the schema has.
const DIRECTIVES: usize = 5;

/// What the introspection in a document costs, over all its operations. The document has to be within
/// the limits of depth, and none of its fragments may contain itself.
pub(super) fn cost(types: &Types, document: &ExecutableDocument) -> usize {
    listed(types, document, document.operations.iter().map(|(_, operation)| &operation.node))
}

/// What the introspection in one of its operations costs.
pub(super) fn cost_of(
    types: &Types,
    document: &ExecutableDocument,
    operation: &OperationDefinition,
) -> usize {
    listed(types, document, [operation])
}

fn listed<'a>(
    types: &'a Types,
    document: &'a ExecutableDocument,
    operations: impl IntoIterator<Item = &'a OperationDefinition>,
) -> usize {
    let most = LISTED * types.iter().map(definitions).sum::<usize>();
    let interfaces = Interfaces::default();
    let mut count = Count { types, document, known: HashMap::new(), interfaces, listed: 0, most };
    for operation in operations {
        if operation.ty == OperationType::Query {
            let set = &operation.selection_set.node;
            if count.selected(set, At::Query).is_err() {
                return MOST + 1;
            }
        }
    }
    (count.listed * MOST).div_ceil(most.max(1))
}

/// How many definitions a type has: itself, its fields and arguments, or its values.
fn definitions(named: &Named) -> usize {
    let of_field = |field: &Field| 1 + field.arguments.len();
    1 + match &named.kind {
        Kind::Scalar(_) => 0,
        Kind::Enum(names) => names.len(),
        Kind::Object(fields) | Kind::Interface { fields, .. } => fields.iter().map(of_field).sum(),
        Kind::Input { fields, .. } => fields.len(),
    }
}

/// The interfaces of each object type.
#[derive(Default)]
struct Interfaces(HashMap<TypeId, Vec<TypeId>>);

impl Interfaces {
    fn of(&mut self, types: &Types, object: TypeId) -> Vec<TypeId> {
        let find = || types.ids().filter(|&id| id != object && types.is(object, id)).collect();
        self.0.entry(object).or_insert_with(find).clone()
    }
}

/// A value of introspection.
#[derive(Clone, Copy)]
enum At<'a> {
    Query,
    Schema,
    Type(&'a Shape),
    /// The same, without the exclamation mark that it may have.
    Nullable(&'a Shape),
    Definition(TypeId),
    Field(&'a Field),
    Input(&'a Input),
    /// Any other value; each field of it counts as one value.
    Other,
}

/// The document lists more than any may.
struct TooMuch;

struct Count<'a> {
    types: &'a Types,
    document: &'a ExecutableDocument,
    /// How many values a selection lists of a type.
    known: HashMap<(*const SelectionSet, TypeId), usize>,
    interfaces: Interfaces,
    listed: usize,
    most: usize,
}

impl<'a> Count<'a> {
    fn add(&mut self, values: usize) -> Result<(), TooMuch> {
        self.listed += values;
        if self.listed > self.most { Err(TooMuch) } else { Ok(()) }
    }

    fn selected(&mut self, set: &'a SelectionSet, at: At<'a>) -> Result<(), TooMuch> {
        let document = self.document;
        for selection in &set.items {
            match &selection.node {
                Selection::Field(field) => self.field(&field.node, at)?,
                Selection::InlineFragment(inline) => {
                    self.selected(&inline.node.selection_set.node, at)?;
                }
                Selection::FragmentSpread(spread) => {
                    if let Some(fragment) = document.fragments.get(&spread.node.fragment_name.node)
                    {
                        self.selected(&fragment.node.selection_set.node, at)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn field(&mut self, asked: &'a Asked, at: At<'a>) -> Result<(), TooMuch> {
        let (types, set, name) = (self.types, &asked.selection_set.node, &*asked.name.node);
        match (at, name) {
            (At::Query, "__schema") => self.selected(set, At::Schema),
            (At::Query, "__type") => self.dearest(asked, set),
            (At::Query, _) => Ok(()),
            (At::Schema, "types") => {
                types.ids().try_for_each(|id| self.value(set, At::Definition(id)))
            }
            (At::Schema, "directives") => {
                (0..DIRECTIVES).try_for_each(|_| self.value(set, At::Other))
            }
            (At::Schema, "queryType") => self.root(set, OperationType::Query),
            (At::Schema, "mutationType") => self.root(set, OperationType::Mutation),
            (At::Schema, "subscriptionType") => self.root(set, OperationType::Subscription),
            (At::Type(shape), _) if shape.nullable => self.field(asked, At::Nullable(shape)),
            (At::Type(shape), "ofType") => self.value(set, At::Nullable(shape)),
            (At::Nullable(shape), _) => match &shape.base {
                Base::Named(id) => self.definition(asked, *id),
                Base::List(inner) if name == "ofType" => self.value(set, At::Type(inner)),
                Base::List(_) => self.add(1),
            },
            (At::Definition(id), _) => self.definition(asked, id),
            (At::Field(field), "args") => {
                field.arguments.iter().try_for_each(|input| self.value(set, At::Input(input)))
            }
            (At::Field(field), "type") => self.value(set, At::Type(&field.ty)),
            (At::Input(input), "type") => self.value(set, At::Type(&input.ty)),
            (At::Other, _) => self.value(set, At::Other),
            (At::Schema | At::Type(_) | At::Field(_) | At::Input(_), _) => self.add(1),
        }
    }

    fn definition(&mut self, asked: &'a Asked, id: TypeId) -> Result<(), TooMuch> {
        let (types, set) = (self.types, &asked.selection_set.node);
        match (&*asked.name.node, &types.get(id).kind) {
            ("fields", Kind::Object(fields) | Kind::Interface { fields, .. }) => {
                fields.iter().try_for_each(|field| self.value(set, At::Field(field)))
            }
            ("inputFields", Kind::Input { fields, .. }) => {
                fields.iter().try_for_each(|input| self.value(set, At::Input(input)))
            }
            ("enumValues", Kind::Enum(names)) => {
                names.iter().try_for_each(|_| self.value(set, At::Other))
            }
            ("possibleTypes", Kind::Interface { possible, .. }) => {
                possible.iter().try_for_each(|&one| self.value(set, At::Definition(one)))
            }
            ("interfaces", Kind::Object(_)) => {
                let interfaces = self.interfaces.of(types, id);
                interfaces.into_iter().try_for_each(|one| self.value(set, At::Definition(one)))
            }
            _ => self.add(1),
        }
    }

    /// Counts one value and what is selected of it.
    fn value(&mut self, set: &'a SelectionSet, at: At<'a>) -> Result<(), TooMuch> {
        let At::Definition(id) = at else {
            self.add(1)?;
            return self.selected(set, at);
        };
        let key = (std::ptr::from_ref(set), id);
        if let Some(&known) = self.known.get(&key) {
            return self.add(known);
        }
        let before = self.listed;
        self.add(1)?;
        self.selected(set, at)?;
        self.known.insert(key, self.listed - before);
        Ok(())
    }

    fn root(&mut self, set: &'a SelectionSet, ty: OperationType) -> Result<(), TooMuch> {
        self.types.root(ty).map_or(Ok(()), |id| self.value(set, At::Definition(id)))
    }

    /// Counts what `__type` lists of the type that it names; where a variable names it, of the type
    /// of which it lists the most.
    fn dearest(&mut self, asked: &'a Asked, set: &'a SelectionSet) -> Result<(), TooMuch> {
        if let Some(Literal::String(name)) = asked.get_argument("name").map(|name| &name.node) {
            let named = self.types.find(name);
            return named.map_or(Ok(()), |id| self.value(set, At::Definition(id)));
        }
        let (before, mut most) = (self.listed, 0);
        for id in self.types.ids() {
            self.listed = before;
            self.value(set, At::Definition(id))?;
            most = most.max(self.listed - before);
        }
        self.listed = before + most;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sdl::Merged;

    /// A schema of 80 types, of which 60 share an interface.
    fn types() -> Types {
        let mut sdl = String::from("type Query { one: Shared }\ninterface Shared { id: Int }\n");
        for n in 0..60 {
            sdl +=
                &format!("type Of{n} implements Shared {{ id: Int text(of: [Int!]!): String }}\n");
        }
        Types::new(&Merged::base(&sdl).unwrap().with_introspection().unwrap())
    }

    fn cost_of(text: &str) -> usize {
        cost(&types(), &async_graphql_parser::parse_query(text).unwrap())
    }

    #[test]
    fn a_list_costs_as_much_as_it_has_values() {
        assert_eq!(cost_of("{ one { id } }"), 0);
        let [few, many] = ["{ name }", "{ fields { type { ofType { name } } } }"]
            .map(|of| cost_of(&format!("{{ __schema {{ types {of} }} }}")));
        assert!(0 < few && few < many && many < MOST / 2, "{few}, {many}");
        let named = cost_of(r#"{ __type(name: "Of1") { fields { name } } }"#);
        let any = cost_of("query($n: String!) { __type(name: $n) { fields { name } } }");
        assert!(0 < named && named <= any && any < few, "{named}, {any}");
    }

    #[test]
    fn lists_in_circles_cost_too_much_even_if_nothing_is_answered() {
        let circle = |leaf: &str| {
            let turn = "possibleTypes { interfaces { ";
            format!("{{ __schema {{ types {{ {} {leaf} {} }} }} }}", turn.repeat(3), "}".repeat(6))
        };
        assert_eq!(cost_of(&circle("name")), MOST + 1);
        assert_eq!(cost_of(&circle("name @skip(if: true)")), MOST + 1);
        let spread = circle("...F") + " fragment F on __Type { name }";
        assert_eq!(cost_of(&spread), MOST + 1);
    }

    #[test]
    fn the_standard_query_costs_a_fraction_of_what_a_document_may() {
        let standard = cost_of(include_str!("../../tests/conformance/introspection.graphql"));
        assert!((MOST / 20..MOST / 2).contains(&standard), "{standard}");
    }
}
