//! Whether fields with the same response key can be merged: "Field Selection Merging" of the
//! GraphQL specification, of which async-graphql 7.2.1 checks only a part.

use async_graphql_parser::types::{ExecutableDocument, Field, Selection, SelectionSet};
use async_graphql_parser::{Pos, Positioned};

use super::budget::Budget;
use super::groups::FieldGroups;
use super::plan::same_arguments;
use super::walk::{Visitor, Walk};
use crate::fault::Fault;
use crate::sdl::types::{Base, Kind, Shape, TypeId, Types};

/// Refuses fields of one response key that cannot be merged.
///
/// # Errors
/// `BAD_INPUT` for the first two that conflict; `TOO_COSTLY` when the budget is spent.
pub(super) fn check(
    types: &Types,
    document: &ExecutableDocument,
    root: TypeId,
    set: &SelectionSet,
    budget: &Budget,
) -> Result<(), Fault> {
    Overlap { types, document, budget }.check(&[(root, set)], Merge::Field)
}

/// What two fields of one response key have to agree in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Merge {
    /// Name and arguments: both can be selected on one object.
    Field,
    /// Only the shape of their types: they are selected on different objects.
    Shape,
}

/// A field with the type that it is selected on.
#[derive(Clone, Copy)]
struct FieldInType<'a> {
    parent: TypeId,
    field: &'a Positioned<Field>,
    /// None for `__typename`.
    shape: Option<&'a Shape>,
}

/// A selection with the type that it is of.
type SetInType<'a> = (TypeId, &'a SelectionSet);

struct Overlap<'a> {
    types: &'a Types,
    document: &'a ExecutableDocument,
    budget: &'a Budget,
}

impl<'a> Overlap<'a> {
    fn check(&self, sets: &[SetInType<'a>], same: Merge) -> Result<(), Fault> {
        self.budget.spend()?;
        let mut collect = Collect { overlap: self, groups: FieldGroups::default() };
        for (ty, set) in sets {
            Walk::of(self.document).through(*ty, set, &mut collect)?;
        }
        for (key, group) in collect.groups.into_vec() {
            for (index, one) in group.iter().enumerate() {
                for other in &group[..index] {
                    self.budget.spend()?;
                    self.compare(key, one, other, same)?;
                }
            }
            self.inside(&group, same)?;
        }
        Ok(())
    }

    /// Checks the selections of the fields of one key together, as they are merged too.
    fn inside(&self, group: &[FieldInType<'a>], same: Merge) -> Result<(), Fault> {
        if group.iter().all(|one| one.field.node.selection_set.node.items.is_empty()) {
            return Ok(());
        }
        let sets_of = |fields: &mut dyn Iterator<Item = &FieldInType<'a>>| -> Vec<SetInType<'a>> {
            fields
                .filter_map(|one| Some((one.shape?.named(), &one.field.node.selection_set.node)))
                .collect()
        };
        self.check(&sets_of(&mut group.iter()), Merge::Shape)?;
        if same == Merge::Shape {
            return Ok(());
        }
        // For each object type, the fields that can be selected on one object: those on the type and on
        // interfaces.
        let mut objects: Vec<TypeId> = group.iter().map(|one| one.parent).collect();
        objects.retain(|&parent| self.is_object(parent));
        objects.sort_unstable();
        objects.dedup();
        if objects.is_empty() {
            return self.check(&sets_of(&mut group.iter()), Merge::Field);
        }
        for object in objects {
            let can_be =
                |one: &&FieldInType<'a>| one.parent == object || !self.is_object(one.parent);
            self.check(&sets_of(&mut group.iter().filter(can_be)), Merge::Field)?;
        }
        Ok(())
    }

    fn compare(
        &self,
        key: &str,
        one: &FieldInType<'_>,
        other: &FieldInType<'_>,
        same: Merge,
    ) -> Result<(), Fault> {
        let can_be_one_object = one.parent == other.parent
            || !self.is_object(one.parent)
            || !self.is_object(other.parent);
        let (a, b) = (&one.field.node, &other.field.node);
        if same == Merge::Field
            && can_be_one_object
            && (a.name.node != b.name.node || !same_arguments(a, b))
        {
            return Err(conflict(key, "asked for in different ways", one.field.pos));
        }
        let fits = match (one.shape, other.shape) {
            (Some(a), Some(b)) => self.is_same_shape(a, b),
            (None, None) => true,
            (Some(shape), None) | (None, Some(shape)) => self.is_typename(shape),
        };
        if fits { Ok(()) } else { Err(conflict(key, "of different types", one.field.pos)) }
    }

    fn is_same_shape(&self, a: &Shape, b: &Shape) -> bool {
        a.nullable == b.nullable
            && match (&a.base, &b.base) {
                (Base::List(a), Base::List(b)) => self.is_same_shape(a, b),
                (Base::Named(a), Base::Named(b)) => {
                    a == b || !(self.is_leaf(*a) || self.is_leaf(*b))
                }
                _ => false,
            }
    }

    fn is_typename(&self, shape: &Shape) -> bool {
        !shape.nullable
            && matches!(shape.base, Base::Named(id) if self.types.find("String") == Some(id))
    }

    fn is_leaf(&self, id: TypeId) -> bool {
        matches!(self.types.get(id).kind, Kind::Scalar(_) | Kind::Enum(_))
    }

    fn is_object(&self, id: TypeId) -> bool {
        matches!(self.types.get(id).kind, Kind::Object(_))
    }
}

/// Collects the fields of selections by response key.
struct Collect<'c, 'a> {
    overlap: &'c Overlap<'a>,
    groups: FieldGroups<'a, FieldInType<'a>>,
}

impl<'a> Visitor<'a> for Collect<'_, 'a> {
    fn enter(&mut self, _: &'a Selection) -> Result<bool, Fault> {
        self.overlap.budget.spend().map(|()| true)
    }

    fn narrow(&self, ty: TypeId, condition: &str) -> Option<TypeId> {
        self.overlap.types.find(condition).or(Some(ty))
    }

    fn field(
        &mut self,
        parent: TypeId,
        field: &'a Positioned<Field>,
        _: &mut Walk<'a>,
    ) -> Result<(), Fault> {
        let found = self.overlap.types.field(parent, &field.node.name.node);
        let asked = FieldInType { parent, field, shape: found.map(|found| &found.ty) };
        self.groups.push(&field.node.response_key().node, asked);
        Ok(())
    }
}

fn conflict(key: &str, how: &str, place: Pos) -> Fault {
    Fault::bad_input(format!("{key} stands for fields {how}: give one another alias")).at(place)
}
