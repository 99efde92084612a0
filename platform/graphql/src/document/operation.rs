//! Which operation of a document runs, and the rule that a subscription has one root field.

use std::collections::BTreeSet;

use async_graphql_parser::Positioned;
use async_graphql_parser::types::{
    DocumentOperations, ExecutableDocument, Field, OperationDefinition,
};

use super::walk::{Visitor, Walk};
use crate::fault::Fault;
use crate::sdl::types::{TypeId, Types};

/// The operation of that name; without a name, the only one.
///
/// # Errors
/// `BAD_INPUT` when there is none, or several to choose from.
pub(super) fn chosen<'a>(
    operations: &'a DocumentOperations,
    name: Option<&str>,
) -> Result<&'a Positioned<OperationDefinition>, Fault> {
    let mut all = operations.iter();
    match (name, all.next(), all.next()) {
        (None, Some((_, only)), None) => Ok(only),
        (None, None, _) => Err(Fault::bad_input("the document has no operation")),
        (None, Some(_), Some(_)) => {
            let message = "the document has several operations: say which in operationName";
            Err(Fault::bad_input(message))
        }
        (Some(name), ..) => operations
            .iter()
            .find(|(other, _)| other.is_some_and(|other| other == name))
            .map(|(_, found)| found)
            .ok_or_else(|| Fault::bad_input(format!("the document has no operation {name}"))),
    }
}

/// Refuses a subscription with several root fields, which async-graphql 7.2.1 accepts.
///
/// # Errors
/// `BAD_INPUT` unless there is exactly one.
pub(super) fn one_root_field(
    types: &Types,
    document: &ExecutableDocument,
    operation: &OperationDefinition,
) -> Result<(), Fault> {
    let Some(root) = types.root(operation.ty) else { return Ok(()) };
    let mut keys = Keys::default();
    Walk::of(document).through(root, &operation.selection_set.node, &mut keys)?;
    if keys.0.len() == 1 {
        return Ok(());
    }
    Err(Fault::bad_input("a subscription listens to exactly one field"))
}

/// The response keys of a selection's fields, without regard to `@skip` and `@include`.
#[derive(Default)]
struct Keys<'a>(BTreeSet<&'a str>);

impl<'a> Visitor<'a> for Keys<'a> {
    fn narrow(&self, ty: TypeId, _: &str) -> Option<TypeId> {
        Some(ty)
    }

    fn field(
        &mut self,
        _: TypeId,
        field: &'a Positioned<Field>,
        _: &mut Walk<'a>,
    ) -> Result<(), Fault> {
        self.0.insert(&field.node.response_key().node);
        Ok(())
    }
}
