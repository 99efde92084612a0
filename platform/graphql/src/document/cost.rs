//! What the fields of a document cost, as the application defines it.

use async_graphql_parser::types::Field;
use async_graphql_value::{ConstValue, Value as Literal};

use crate::sdl::types::{TypeId, Types};

/// How much the fields of a document may cost together, over all its operations; the standard
/// introspection query costs about a third of it.
pub const MOST: usize = 2_000;

/// What a field costs: its own cost, plus that of its selection [`Cost::times`] times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// The cost of the field itself.
    pub own: usize,
    /// How many times the cost of what is selected in the field is added: the number of items for a
    /// page of a list.
    pub times: usize,
}

impl Default for Cost {
    /// The cost of a field that is read from memory.
    fn default() -> Self {
        Self { own: 1, times: 1 }
    }
}

/// How an application says what a field costs.
pub type CostOf = fn(&Call<'_>) -> Cost;

/// A field as a document asks for it, before its variables are known.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    types: &'a Types,
    parent: TypeId,
    field: &'a Field,
}

impl<'a> Call<'a> {
    /// A field that is asked for in a selection of type `parent`.
    #[must_use]
    pub fn new(types: &'a Types, parent: TypeId, field: &'a Field) -> Self {
        Self { types, parent, field }
    }

    /// The name of the type in whose selection the field stands.
    #[must_use]
    pub fn parent(&self) -> &'a str {
        &self.types.get(self.parent).name
    }

    /// The name of the field.
    #[must_use]
    pub fn name(&self) -> &'a str {
        &self.field.name.node
    }

    /// The number of items that an argument asks for, from 1 to `most`: the literal in the document or
    /// the default, and `most` for a variable.
    #[must_use]
    pub fn page(&self, argument: &str, most: usize) -> usize {
        let number = match self.field.get_argument(argument).map(|given| &given.node) {
            Some(Literal::Number(number)) => number.as_u64(),
            Some(_) => None,
            None => self.default_of(argument),
        };
        number.and_then(|number| usize::try_from(number).ok()).unwrap_or(most).clamp(1, most)
    }

    /// The number of items in a list argument, from 1 to `most`: those in the document, and `most` for
    /// a variable.
    #[must_use]
    pub fn items(&self, argument: &str, most: usize) -> usize {
        match self.field.get_argument(argument).map(|given| &given.node) {
            Some(Literal::List(items)) => items.len().clamp(1, most),
            Some(Literal::Variable(_)) | None => most,
            // Any other value is coerced to a list of one.
            Some(_) => 1,
        }
    }

    fn default_of(&self, argument: &str) -> Option<u64> {
        let field = self.types.field(self.parent, self.name())?;
        match &field.arguments.iter().find(|input| &*input.name == argument)?.default {
            Some(ConstValue::Number(number)) => number.as_u64(),
            _ => None,
        }
    }
}
