//! A walk through a selection with its fragments in their places: each fragment once, and never
//! deeper than a document may be.

use async_graphql_parser::Positioned;
use async_graphql_parser::types::{ExecutableDocument, Field, Selection, SelectionSet};

use super::budget::{LEVELS, too_deep};
use crate::fault::Fault;
use crate::sdl::types::TypeId;

/// What is done at each selection of a walk.
pub(super) trait Visitor<'a> {
    /// Enters a selection of any kind; says whether to go on with it.
    ///
    /// # Errors
    /// Any fault ends the walk.
    fn enter(&mut self, _: &'a Selection) -> Result<bool, Fault> {
        Ok(true)
    }

    /// The type as which the fields of a fragment on `condition` are visited, inside a selection of
    /// type `ty`; none to skip them.
    fn narrow(&self, ty: TypeId, condition: &str) -> Option<TypeId>;

    /// Visits a field in a selection of type `ty`. What is selected in it is visited only if this calls
    /// [`Walk::through`] for it.
    ///
    /// # Errors
    /// Any fault ends the walk.
    fn field(
        &mut self,
        ty: TypeId,
        field: &'a Positioned<Field>,
        walk: &mut Walk<'a>,
    ) -> Result<(), Fault>;
}

/// The state of a walk.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    document: &'a ExecutableDocument,
    /// The fragments that were visited, each once.
    spread: Vec<&'a str>,
    level: usize,
}

impl<'a> Walk<'a> {
    pub(super) fn of(document: &'a ExecutableDocument) -> Self {
        Self { document, spread: Vec::new(), level: 0 }
    }

    /// Walks through a selection of type `ty`.
    ///
    /// # Errors
    /// The fault of the visitor, or `TOO_DEEP`.
    pub(super) fn through<V: Visitor<'a>>(
        &mut self,
        ty: TypeId,
        set: &'a SelectionSet,
        visitor: &mut V,
    ) -> Result<(), Fault> {
        let Some(first) = set.items.first() else { return Ok(()) };
        if self.level >= LEVELS {
            return Err(too_deep(first.pos));
        }
        self.level += 1;
        for selection in &set.items {
            if !visitor.enter(&selection.node)? {
                continue;
            }
            let (condition, inner) = match &selection.node {
                Selection::Field(field) => {
                    visitor.field(ty, field, self)?;
                    continue;
                }
                Selection::InlineFragment(inline) => {
                    let condition = inline.node.type_condition.as_ref();
                    (condition.map(|one| &one.node.on.node), &inline.node.selection_set.node)
                }
                Selection::FragmentSpread(one) => {
                    let name = one.node.fragment_name.node.as_str();
                    let Some(fragment) = self.document.fragments.get(name) else { continue };
                    if self.spread.contains(&name) {
                        continue;
                    }
                    self.spread.push(name);
                    let condition = &fragment.node.type_condition.node.on.node;
                    (Some(condition), &fragment.node.selection_set.node)
                }
            };
            let narrowed = condition.map_or(Some(ty), |condition| visitor.narrow(ty, condition));
            if let Some(ty) = narrowed {
                self.through(ty, inner, visitor)?;
            }
        }
        self.level -= 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Code;
    use crate::sdl::{Merged, Types};

    const SCHEMA: &str = include_str!("../../tests/conformance/schema.graphql");

    /// The names of all fields, with the type that each was met on.
    struct Names<'t> {
        types: &'t Types,
        met: Vec<String>,
    }

    impl<'a> Visitor<'a> for Names<'_> {
        fn enter(&mut self, selection: &'a Selection) -> Result<bool, Fault> {
            Ok(selection.directives().is_empty())
        }

        fn narrow(&self, _: TypeId, condition: &str) -> Option<TypeId> {
            self.types.find(condition)
        }

        fn field(
            &mut self,
            ty: TypeId,
            field: &'a Positioned<Field>,
            walk: &mut Walk<'a>,
        ) -> Result<(), Fault> {
            self.met.push(format!("{}.{}", self.types.get(ty).name, field.node.name.node));
            walk.through(ty, &field.node.selection_set.node, self)
        }
    }

    fn walked(text: &str) -> Result<Vec<String>, Code> {
        let types = Types::new(&Merged::base(SCHEMA).unwrap());
        let document = async_graphql_parser::parse_query(text).unwrap();
        let (_, operation) = document.operations.iter().next().unwrap();
        let set = &operation.node.selection_set.node;
        let mut names = Names { types: &types, met: Vec::new() };
        let walk = Walk::of(&document).through(types.find("Query").unwrap(), set, &mut names);
        walk.map(|()| names.met).map_err(|fault| fault.code)
    }

    #[test]
    fn fragments_are_in_their_places_each_once_and_with_their_types() {
        let text = "{ a ... on Thing { b ... { c } } ...F ...F ...None ... on None { d } \
                    e @skip(if: true) f { ...F g } } fragment F on Circle { h ...F }";
        let met = walked(text).unwrap();
        assert_eq!(met, ["Query.a", "Thing.b", "Thing.c", "Circle.h", "Query.f", "Query.g"]);
    }

    #[test]
    fn no_walk_is_deeper_than_a_document_may_be() {
        let inline = |depth| format!("{}{{a}}{}", "{...".repeat(depth), "}".repeat(depth));
        let fields = |depth| format!("{}{}", "{a".repeat(depth), "}".repeat(depth));
        assert!(walked(&inline(LEVELS - 1)).is_ok());
        assert_eq!(walked(&inline(LEVELS)), Err(Code::TOO_DEEP));
        assert!(walked(&fields(LEVELS)).is_ok());
        assert_eq!(walked(&fields(LEVELS + 1)), Err(Code::TOO_DEEP));
    }
}
