//! Whether what a condition speaks of is in the game's SDL.

use std::collections::BTreeSet;

use async_graphql_parser::types::{BaseType, Type};

use super::super::schema::{Kind, Schema, base_of};
use super::condition::{All, Any, Condition, Not, OpenMove, Test};

/// Where paths lead.
#[derive(Debug)]
pub(super) struct Paths<'a> {
    pub(super) schema: &'a Schema,
    /// The type of the view.
    pub(super) view: &'a str,
    /// The kinds of steps.
    pub(super) moves: BTreeSet<String>,
}

impl Paths<'_> {
    /// What a condition speaks of that the game does not have.
    pub(super) fn faults(&self, condition: &Condition) -> Vec<String> {
        match condition {
            Condition::All(All { all: list }) | Condition::Any(Any { any: list }) => {
                list.iter().flat_map(|one| self.faults(one)).collect()
            }
            Condition::Not(Not { not }) => self.faults(not),
            Condition::Move(OpenMove { kind }) if self.moves.contains(kind) => Vec::new(),
            Condition::Move(OpenMove { kind }) => {
                vec![format!("there is no kind of step {kind:?}")]
            }
            Condition::Test(test) => self.fault(test).into_iter().collect(),
        }
    }

    fn fault(&self, test: &Test) -> Option<String> {
        let path = &test.path;
        if test.kinds() != 1 {
            return Some(format!("{path} is tested in {} ways, not in one", test.kinds()));
        }
        let end = match self.end(path) {
            Ok(end) => end,
            Err(part) => return Some(format!("{path}: there is no {part:?}")),
        };
        let is_list = matches!(end.base, BaseType::List(_));
        let name = base_of(&end);
        if let Some(value) = &test.equals {
            if is_list {
                return Some(format!("{path} is a list, and equals nothing"));
            }
            let mut met = |_: &str, _: &str| {};
            return self
                .schema
                .check(name, value, &mut met)
                .err()
                .map(|misfit| format!("{path} can never be {value}: {misfit}"));
        }
        if test.at_least.is_some() && !is_list && name != "Int" {
            return Some(format!("{path} is neither a number nor a list"));
        }
        if test.is_own.is_some() && (is_list || name != "Int") {
            return Some(format!("{path} is no seat"));
        }
        None
    }

    /// The type at the end of a path, or the part at which it leads nowhere.
    fn end(&self, path: &str) -> Result<Type, String> {
        let mut parts = path.split('.');
        let first = parts.next().unwrap_or_default();
        let mut here = self.field(self.view, first).ok_or_else(|| first.to_owned())?;
        for part in parts {
            here = self.next(&here, part).ok_or_else(|| part.to_owned())?;
        }
        Ok(here)
    }

    fn next(&self, here: &Type, part: &str) -> Option<Type> {
        match &here.base {
            BaseType::List(item) => {
                let has_seat = || self.field(base_of(item), "seat").is_some();
                let fits = match part {
                    "*" => true,
                    "own" | "others" => has_seat(),
                    _ => false,
                };
                fits.then(|| (**item).clone())
            }
            BaseType::Named(name) => self.field(name, part),
        }
    }

    fn field(&self, name: &str, field: &str) -> Option<Type> {
        match self.schema.get(name)? {
            Kind::Object { fields, .. } => Some(fields.get(field)?.kind.clone()),
            _ => None,
        }
    }
}
