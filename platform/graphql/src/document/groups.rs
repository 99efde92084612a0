//! Fields by the key that they are answered under.

use std::collections::HashMap;

/// Fields by key, in the order in which the keys first came.
#[derive(Debug)]
pub(super) struct Groups<'a, T> {
    all: Vec<(&'a str, Vec<T>)>,
    places: HashMap<&'a str, usize>,
}

impl<T> Default for Groups<'_, T> {
    fn default() -> Self {
        Self { all: Vec::new(), places: HashMap::new() }
    }
}

impl<'a, T> Groups<'a, T> {
    /// Adds one to those of its key.
    pub(super) fn push(&mut self, key: &'a str, one: T) {
        let place = *self.places.entry(key).or_insert(self.all.len());
        match self.all.get_mut(place) {
            Some(group) => group.1.push(one),
            None => self.all.push((key, vec![one])),
        }
    }

    /// The keys, each with all of its own.
    pub(super) fn into_vec(self) -> Vec<(&'a str, Vec<T>)> {
        self.all
    }
}
