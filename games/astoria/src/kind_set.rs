//! Cards of which there is one each, as a set: which of them, and no order.

use std::marker::PhantomData;

use arrayvec::ArrayVec;
use gueridon_game::{Kind, Sdl, sdl};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A set of kinds; there are at most `MOST_KINDS` of them. As JSON it is the list of their ids.
#[derive(Debug, PartialEq, Eq)]
pub struct KindSet<K> {
    bits: u64,
    kinds: PhantomData<K>,
}

/// How many kinds a set has room for.
const MOST_KINDS: usize = 64;

impl<K> Clone for KindSet<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for KindSet<K> {}

impl<K: Kind> Default for KindSet<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Kind> KindSet<K> {
    const FITS: () = assert!(K::ALL.len() <= MOST_KINDS, "a set has a bit for each kind");

    /// The empty set.
    #[must_use]
    pub const fn new() -> Self {
        Self::of_bits(0)
    }

    /// The set of every kind.
    #[must_use]
    pub fn all() -> Self {
        K::ALL.iter().copied().collect()
    }

    /// The set whose kinds have their index among the bits of `bits`.
    pub(crate) const fn of_bits(bits: u64) -> Self {
        let () = Self::FITS;
        Self { bits, kinds: PhantomData }
    }

    pub(crate) const fn bits(self) -> u64 {
        self.bits
    }

    /// How many kinds are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether nothing is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether `kind` is in the set.
    #[must_use]
    pub fn has(self, kind: K) -> bool {
        self.bits & (1 << kind.index()) != 0
    }

    /// Puts `kind` in.
    pub fn add(&mut self, kind: K) {
        self.bits |= 1 << kind.index();
    }

    /// Takes `kind` out; says whether it was in.
    pub fn take(&mut self, kind: K) -> bool {
        let had = self.has(kind);
        self.bits &= !(1 << kind.index());
        had
    }

    /// The kinds that are in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self::of_bits(self.bits & other.bits)
    }

    /// The kinds that are in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self::of_bits(self.bits | other.bits)
    }

    /// The kinds of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self::of_bits(self.bits & !other.bits)
    }

    /// The kinds of the set, in the order of the kinds.
    pub fn iter(self) -> impl Iterator<Item = K> {
        let mut left = self.bits;
        std::iter::from_fn(move || {
            let kind = *K::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(kind)
        })
    }
}

impl<K: Kind> FromIterator<K> for KindSet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(kinds: I) -> Self {
        let mut set = Self::new();
        kinds.into_iter().for_each(|kind| set.add(kind));
        set
    }
}

impl<K: Kind> Serialize for KindSet<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Kind::id))
    }
}

impl<K: Kind + Sdl> Sdl for KindSet<K> {
    fn shape() -> sdl::Shape {
        sdl::Shape::list::<K>()
    }
}

impl<'de, K: Kind + Deserialize<'de>> Deserialize<'de> for KindSet<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let listed = ArrayVec::<K, MOST_KINDS>::deserialize(deserializer)?;
        Ok(listed.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::Domain;

    #[test]
    fn a_set_is_written_as_its_ids_and_read_again() {
        let set: KindSet<Domain> = [Domain::Cobalt, Domain::Fire].into_iter().collect();
        let written = serde_json::to_string(&set).unwrap();
        assert_eq!(written, r#"["fire","cobalt"]"#);
        assert_eq!(serde_json::from_str::<KindSet<Domain>>(&written).unwrap(), set);
    }

    #[test]
    fn sets_are_taken_together_and_apart() {
        let all = KindSet::<Domain>::all();
        let mut some: KindSet<Domain> = [Domain::Fire, Domain::Solar].into_iter().collect();
        assert_eq!((all.len(), some.len()), (6, 2));
        assert_eq!(all.and(some), some);
        assert_eq!(all.without(some).len(), 4);
        assert_eq!(some.or(all), all);
        assert!(some.take(Domain::Fire) && !some.take(Domain::Fire));
        assert_eq!(some.iter().collect::<Vec<_>>(), [Domain::Solar]);
        assert!(KindSet::<Domain>::new().is_empty());
    }
}
