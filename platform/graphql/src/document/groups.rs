//! Fields grouped by response key.

use std::collections::HashMap;

/// Fields by response key, in the order in which the keys first appear.
#[derive(Debug)]
pub(super) struct FieldGroups<'a, T> {
    all: Vec<(&'a str, Vec<T>)>,
    positions: HashMap<&'a str, usize>,
}

impl<T> Default for FieldGroups<'_, T> {
    fn default() -> Self {
        Self { all: Vec::new(), positions: HashMap::new() }
    }
}

impl<'a, T> FieldGroups<'a, T> {
    /// Adds a field to the group of its key.
    pub(super) fn push(&mut self, key: &'a str, one: T) {
        let position = *self.positions.entry(key).or_insert(self.all.len());
        match self.all.get_mut(position) {
            Some(group) => group.1.push(one),
            None => self.all.push((key, vec![one])),
        }
    }

    /// The keys with their fields.
    pub(super) fn into_vec(self) -> Vec<(&'a str, Vec<T>)> {
        self.all
    }
}
