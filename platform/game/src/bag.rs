//! Cards by kind: how many of each, and no order.

use serde::de::Error;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Dice;

/// One of a fixed list of kinds of card, token or other thing. Two cards of a kind are the same
/// to the rules.
pub trait Kind: Copy + Eq + std::fmt::Debug + 'static {
    /// What one of them is called in views and events: the field beside `count` where a bag is
    /// written as a list (see [`as_list`]).
    const NOUN: &'static str;

    /// Every kind, in the order of [`Kind::index`].
    const ALL: &'static [Self];

    /// The kind's place in [`Kind::ALL`].
    fn index(self) -> usize;

    /// The kind's name in the data, in the API and in the catalogue.
    fn id(self) -> &'static str;
}

/// How many things there are of each of `N` kinds: a hand, a discard, what is left of a deck.
///
/// `N` is the number of kinds, and at most 255 things of a kind fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bag<K, const N: usize> {
    counts: [u8; N],
    len: u16,
    kinds: std::marker::PhantomData<K>,
}

impl<K: Kind, const N: usize> Default for Bag<K, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Kind, const N: usize> Bag<K, N> {
    const FITS: () = assert!(K::ALL.len() == N, "a bag has one count for each kind");

    /// An empty bag.
    #[must_use]
    pub const fn new() -> Self {
        let () = Self::FITS;
        Self { counts: [0; N], len: 0, kinds: std::marker::PhantomData }
    }

    /// How many things there are in all.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many there are of `kind`.
    #[must_use]
    pub fn count(&self, kind: K) -> u8 {
        self.counts[kind.index()]
    }

    /// How many there are of each kind, in the order of the kinds.
    #[must_use]
    pub const fn counts(&self) -> &[u8; N] {
        &self.counts
    }

    /// Whether there is one of `kind`.
    #[must_use]
    pub fn has(&self, kind: K) -> bool {
        self.count(kind) > 0
    }

    /// Adds one of `kind`.
    pub fn add(&mut self, kind: K) {
        self.add_many(kind, 1);
    }

    /// Adds `count` of `kind`.
    pub fn add_many(&mut self, kind: K, count: u8) {
        self.counts[kind.index()] += count;
        self.len += u16::from(count);
    }

    /// Adds everything that `other` holds.
    pub fn add_all(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self.len += other.len;
    }

    /// Takes one of `kind`; says whether there was one.
    pub fn take(&mut self, kind: K) -> bool {
        let count = &mut self.counts[kind.index()];
        let had = *count > 0;
        *count -= u8::from(had);
        self.len -= u16::from(had);
        had
    }

    /// Takes everything that `other` holds, as far as there is of it.
    pub fn take_all(&mut self, other: &Self) {
        for (count, less) in self.counts.iter_mut().zip(other.counts) {
            let taken = less.min(*count);
            *count -= taken;
            self.len -= u16::from(taken);
        }
    }

    /// Takes one thing at random, each as likely as the others.
    pub fn draw(&mut self, dice: &mut Dice) -> Option<K> {
        if self.is_empty() {
            return None;
        }
        let mut place = dice.below(self.len());
        for (index, count) in self.counts.iter_mut().enumerate() {
            match place.checked_sub(usize::from(*count)) {
                Some(further) => place = further,
                None => {
                    *count -= 1;
                    self.len -= 1;
                    return Some(K::ALL[index]);
                }
            }
        }
        None
    }

    /// Takes one thing at random among those of the kinds that `fits` accepts.
    pub fn draw_where(&mut self, dice: &mut Dice, fits: impl Fn(K) -> bool) -> Option<K> {
        self.draw_many_where(1, dice, fits).each().next()
    }

    /// Takes `count` things at random, or all if there are fewer.
    pub fn draw_many(&mut self, count: usize, dice: &mut Dice) -> Self {
        self.draw_many_where(count, dice, |_| true)
    }

    /// Takes `count` things at random among those of the kinds that `fits` accepts, or all of
    /// them if there are fewer.
    pub fn draw_many_where(
        &mut self,
        count: usize,
        dice: &mut Dice,
        fits: impl Fn(K) -> bool,
    ) -> Self {
        let mut fitting = *self;
        for kind in K::ALL.iter().copied().filter(|&kind| !fits(kind)) {
            fitting.len -= u16::from(fitting.counts[kind.index()]);
            fitting.counts[kind.index()] = 0;
        }
        let drawn = (0..count).map_while(|_| fitting.draw(dice)).collect();
        self.take_all(&drawn);
        drawn
    }

    /// The kinds there are, each with how many there are of it, in the order of the kinds.
    pub fn iter(&self) -> impl Iterator<Item = (K, u8)> {
        K::ALL.iter().copied().zip(self.counts).filter(|&(_, count)| count > 0)
    }

    /// Every thing, one by one, in the order of the kinds.
    pub fn each(&self) -> impl Iterator<Item = K> {
        self.iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, usize::from(count)))
    }
}

/// Writes a bag as people and clients read it: a list of `{"card": .., "count": ..}`, where `card`
/// is the [`Kind::NOUN`]. For use with serde's `serialize_with`; the bag's own serialisation is for
/// saving.
///
/// # Errors
/// Those of the serializer.
pub fn as_list<K: Kind, const N: usize, S: Serializer>(
    bag: &Bag<K, N>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(bag.iter().map(|(kind, count)| Counted { kind, count }))
}

/// Some things of one kind, as a client reads them.
struct Counted<K> {
    kind: K,
    count: u8,
}

impl<K: Kind> Serialize for Counted<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Counted", 2)?;
        fields.serialize_field(K::NOUN, self.kind.id())?;
        fields.serialize_field("count", &self.count)?;
        fields.end()
    }
}

/// Writes a bag as [`as_list`] does, or null for `None`.
///
/// # Errors
/// Those of the serializer.
pub fn as_optional_list<K: Kind, const N: usize, S: Serializer>(
    bag: &Option<Bag<K, N>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match bag {
        Some(bag) => as_list(bag, serializer),
        None => serializer.serialize_none(),
    }
}

/// Writes a bag as the ids of what is in it, one for each thing.
///
/// # Errors
/// Those of the serializer.
pub fn as_ids<K: Kind, const N: usize, S: Serializer>(
    bag: &Bag<K, N>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(bag.each().map(Kind::id))
}

/// Writes a bag as [`as_ids`] does, or null for `None`.
///
/// # Errors
/// Those of the serializer.
pub fn as_optional_ids<K: Kind, const N: usize, S: Serializer>(
    bag: &Option<Bag<K, N>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match bag {
        Some(bag) => as_ids(bag, serializer),
        None => serializer.serialize_none(),
    }
}

impl<K: Kind, const N: usize> FromIterator<K> for Bag<K, N> {
    fn from_iter<I: IntoIterator<Item = K>>(kinds: I) -> Self {
        let mut bag = Self::new();
        kinds.into_iter().for_each(|kind| bag.add(kind));
        bag
    }
}

impl<K: Kind, const N: usize> Serialize for Bag<K, N> {
    /// The counts, in the order of the kinds.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.counts)
    }
}

impl<'de, K: Kind, const N: usize> Deserialize<'de> for Bag<K, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let counts = arrayvec::ArrayVec::<u8, N>::deserialize(deserializer)?;
        let counts =
            counts.into_inner().map_err(|_| D::Error::custom("a bag has one count a kind"))?;
        let len = counts.iter().map(|&count| u16::from(count)).sum();
        Ok(Self { counts, len, kinds: std::marker::PhantomData })
    }
}
