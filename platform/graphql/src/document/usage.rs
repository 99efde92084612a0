//! What async-graphql 7.2.1 leaves out of the GraphQL specification's validation: some cases of
//! "All Variable Usages Are Allowed", and what stands at `__typename` and at variable definitions.

use std::collections::HashMap;

use async_graphql_parser::types::{
    Directive, ExecutableDocument, Field, OperationDefinition, Selection,
};
use async_graphql_parser::{Pos, Positioned};
use async_graphql_value::{ConstValue, Value as Literal};

use super::walk::{Visitor, Walk};
use crate::fault::Fault;
use crate::sdl::types::{Base, Input, Kind, Shape, TypeId, Types};

/// Refuses a variable in a position whose type it does not have, a directive on a variable's
/// definition, and arguments, a selection or other directives on `__typename`.
///
/// # Errors
/// `BAD_INPUT` for the first.
pub(super) fn check<'a>(
    types: &'a Types,
    document: &'a ExecutableDocument,
    operation: &'a OperationDefinition,
    root: TypeId,
) -> Result<(), Fault> {
    let mut variables = HashMap::new();
    for definition in &operation.variable_definitions {
        if let Some(directive) = definition.node.directives.first() {
            let message = format!("@{} does not belong on a variable", directive.node.name.node);
            return Err(Fault::bad_input(message).at(directive.pos));
        }
        let Some(shape) = types.shape(&definition.node.var_type.node) else { continue };
        let default = definition.node.default_value.as_ref().map(|value| &value.node);
        let has_default = default.is_some_and(|value| *value != ConstValue::Null);
        variables.insert(definition.node.name.node.as_str(), (shape, has_default));
    }
    let boolean = types.find("Boolean").expect("Boolean is built in");
    let condition = Shape { nullable: false, base: Base::Named(boolean) };
    let mut usage = Usage { types, variables, condition };
    Walk::of(document).through(root, &operation.selection_set.node, &mut usage)
}

struct Usage<'a> {
    types: &'a Types,
    /// The variables with their types, and whether they have a default.
    variables: HashMap<&'a str, (Shape, bool)>,
    /// The type of the `if` of a directive.
    condition: Shape,
}

impl<'a> Visitor<'a> for Usage<'a> {
    fn enter(&mut self, selection: &'a Selection) -> Result<bool, Fault> {
        self.directives(selection.directives()).map(|()| true)
    }

    fn narrow(&self, ty: TypeId, condition: &str) -> Option<TypeId> {
        self.types.find(condition).or(Some(ty))
    }

    fn field(
        &mut self,
        ty: TypeId,
        field: &'a Positioned<Field>,
        walk: &mut Walk<'a>,
    ) -> Result<(), Fault> {
        if field.node.name.node == "__typename" {
            return typename(field);
        }
        let Some(found) = self.types.field(ty, &field.node.name.node) else { return Ok(()) };
        for (name, value) in &field.node.arguments {
            let input = found.arguments.iter().find(|one| *one.name == *name.node);
            if let Some(input) = input {
                self.input(input, &value.node, value.pos)?;
            }
        }
        walk.through(found.ty.named(), &field.node.selection_set.node, self)
    }
}

impl Usage<'_> {
    fn directives(&self, directives: &[Positioned<Directive>]) -> Result<(), Fault> {
        for directive in directives {
            if let Some(value) = directive.node.get_argument("if") {
                self.value(&self.condition, false, false, &value.node, value.pos)?;
            }
        }
        Ok(())
    }

    fn input(&self, input: &Input, value: &Literal, place: Pos) -> Result<(), Fault> {
        self.value(&input.ty, input.default.is_some(), false, value, place)
    }

    /// Checks the variables in a value in a position of type `shape`.
    fn value(
        &self,
        shape: &Shape,
        has_default: bool,
        is_one_of: bool,
        value: &Literal,
        place: Pos,
    ) -> Result<(), Fault> {
        match (value, &shape.base) {
            (Literal::Variable(name), _) => match self.variables.get(name.as_str()) {
                Some((own, has_own_default)) => {
                    let may_be_null =
                        own.nullable && !shape.nullable && !has_own_default && !has_default;
                    let strict = is_one_of && own.nullable;
                    if may_be_null || strict || !fits(own, shape) {
                        let message = format!("${name} is not of the type that belongs here");
                        return Err(Fault::bad_input(message).at(place));
                    }
                    Ok(())
                }
                None => Ok(()),
            },
            (Literal::List(items), Base::List(inner)) => {
                items.iter().try_for_each(|item| self.value(inner, false, false, item, place))
            }
            (value, Base::List(inner)) => self.value(inner, false, false, value, place),
            (Literal::Object(members), Base::Named(id)) => {
                let Kind::Input { fields, one_of } = &self.types.get(*id).kind else {
                    return Ok(());
                };
                members.iter().try_for_each(|(name, value)| {
                    match fields.iter().find(|field| *field.name == *name.as_str()) {
                        Some(field) => {
                            let has_default = field.default.is_some();
                            self.value(&field.ty, has_default, *one_of, value, place)
                        }
                        None => Ok(()),
                    }
                })
            }
            _ => Ok(()),
        }
    }
}

/// Refuses arguments, a selection and unknown directives of a `__typename`.
fn typename(field: &Positioned<Field>) -> Result<(), Fault> {
    let Field { arguments, directives, selection_set, .. } = &field.node;
    let refuse =
        |what: &str| Err(Fault::bad_input(format!("__typename has no {what}")).at(field.pos));
    if !arguments.is_empty() {
        return refuse("arguments");
    }
    if !selection_set.node.items.is_empty() {
        return refuse("fields");
    }
    let names = || directives.iter().map(|directive| directive.node.name.node.as_str());
    for (index, name) in names().enumerate() {
        if !matches!(name, "skip" | "include") || names().take(index).any(|before| before == name) {
            return refuse(&format!("@{name} here"));
        }
    }
    Ok(())
}

/// Whether a variable of type `own` has the type of a position, null aside.
fn fits(own: &Shape, there: &Shape) -> bool {
    match (&own.base, &there.base) {
        (Base::Named(own), Base::Named(there)) => own == there,
        (Base::List(own), Base::List(there)) => {
            (there.nullable || !own.nullable) && fits(own, there)
        }
        _ => false,
    }
}
