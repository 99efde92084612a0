//! Places at the table: one, and any number of them.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A place at the table, counted from 0 in the order of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat's number as an index into arrays with one element a seat.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat in the order of play, at a table of `seats`.
    #[must_use]
    pub const fn next(self, seats: u8) -> Self {
        Self((self.0 + 1) % seats)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{seat:{}}}", self.0)
    }
}

/// A set of seats, and whether the public is among them. As JSON it is the list of their numbers,
/// in order; the public's is [`Seats::MOST`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Seats(u8);

impl Seats {
    /// The most seats that any table has.
    pub const MOST: u8 = 7;
    /// No seat at all.
    pub const NONE: Self = Self(0);
    /// Every seat and the public: the knowers of what is open.
    pub const EVERYONE: Self = Self(u8::MAX);

    /// The seats of a table of `seats`.
    #[must_use]
    pub const fn first(seats: u8) -> Self {
        let seats = if seats > Self::MOST { Self::MOST } else { seats };
        Self((1 << seats) - 1)
    }

    /// The set of one seat.
    #[must_use]
    pub const fn just(seat: Seat) -> Self {
        Self(if seat.0 < Self::MOST { 1 << seat.0 } else { 0 })
    }

    /// The set as a number: the bit of each seat that is in it, the public's the highest.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The set of that number.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// Whether no seat is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set, the public not counted.
    #[must_use]
    pub const fn len(self) -> u8 {
        (self.0 & Self::first(Self::MOST).0).count_ones() as u8
    }

    /// Whether the public is in the set.
    #[must_use]
    pub const fn has_public(self) -> bool {
        self.0 & (1 << Self::MOST) != 0
    }

    /// Whether `seat` is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & Self::just(seat).0 != 0
    }

    /// The set with `seat` in it.
    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | Self::just(seat).0)
    }

    /// The set with `seat` not in it.
    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !Self::just(seat).0)
    }

    /// The seats that are in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The seats that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The seats of this set that are not in the other.
    #[must_use]
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether every seat of this set is in the other, and the public if it is in this one.
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.difference(other).is_empty()
    }

    /// The seats of this set in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..Self::MOST).map(Seat).filter(move |&seat| self.contains(seat))
    }

    /// The lowest seat of the set.
    #[must_use]
    pub const fn lowest(self) -> Option<Seat> {
        let lowest = self.0.trailing_zeros() as u8;
        if lowest < Self::MOST { Some(Seat(lowest)) } else { None }
    }
}

impl BitOr for Seats {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitAnd for Seats {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.intersection(other)
    }
}

impl Sub for Seats {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.difference(other)
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

impl Serialize for Seats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = (0..=Self::MOST).filter(|number| self.0 & (1 << number) != 0);
        serializer.collect_seq(members.collect::<arrayvec::ArrayVec<_, { u8::BITS as usize }>>())
    }
}

impl<'de> Deserialize<'de> for Seats {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let listed = arrayvec::ArrayVec::<u8, { u8::BITS as usize }>::deserialize(deserializer)?;
        if listed.iter().any(|&number| number > Self::MOST) {
            return Err(D::Error::custom("a seat's number is below 7, and the public's is 7"));
        }
        Ok(Self(listed.into_iter().fold(0, |set, number| set | (1 << number))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_written_as_its_seats_in_order() {
        let seats: Seats = [Seat(5), Seat(0), Seat(2)].into_iter().collect();
        assert_eq!(serde_json::to_string(&seats).unwrap(), "[0,2,5]");
        assert_eq!(serde_json::from_str::<Seats>("[2,5,0]").unwrap(), seats);
        assert!(serde_json::from_str::<Seats>("[8]").is_err());
    }

    #[test]
    fn a_seat_out_of_range_is_in_no_set() {
        assert!(!Seats::EVERYONE.contains(Seat(7)));
        assert!(!Seats::EVERYONE.contains(Seat(255)));
        assert_eq!(Seats::first(4).len(), 4);
        assert_eq!(Seats::first(8).len(), 7);
        assert_eq!(Seats::first(3).without(Seat(0)).lowest(), Some(Seat(1)));
    }

    #[test]
    fn the_set_of_all_seats_does_not_have_the_public() {
        assert!(!Seats::first(Seats::MOST).has_public());
        assert!(Seats::EVERYONE.has_public());
        let written = serde_json::to_string(&Seats::EVERYONE).unwrap();
        assert_eq!(serde_json::from_str::<Seats>(&written).unwrap(), Seats::EVERYONE);
    }

    #[test]
    fn sets_are_united_cut_and_taken_away_from_each_other_with_the_public() {
        let (low, odd) = (Seats::first(3), [Seat(1), Seat(3)].into_iter().collect::<Seats>());
        assert_eq!(low | odd, Seats::first(4));
        assert_eq!(low & odd, Seats::just(Seat(1)));
        assert_eq!(low - odd, [Seat(0), Seat(2)].into_iter().collect());
        assert!((low & odd).is_subset(odd) && !low.is_subset(odd) && Seats::NONE.is_subset(odd));
        assert_eq!(Seats::EVERYONE & low, low);
        assert!((Seats::EVERYONE - low).has_public() && !Seats::EVERYONE.is_subset(low));
    }

    #[test]
    fn the_last_seat_is_followed_by_the_first() {
        assert_eq!(Seat(3).next(4), Seat(0));
        assert_eq!(Seat(0).next(2), Seat(1));
    }
}
