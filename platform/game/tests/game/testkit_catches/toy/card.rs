//! The cards of a toy.

use gueridon_game::{Bag, Kind};
use serde::{Deserialize, Serialize};

use super::{Fault, READING};

pub(super) const CARDS: [Card; 12] = {
    let mut cards = [Card(0); 12];
    let mut index = 0;
    while index < 12 {
        cards[index] = Card(index as u8);
        index += 1;
    }
    cards
};
pub(super) const COPIES: u8 = 3;
pub(super) const HAND: usize = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub(crate) struct Card(pub(super) u8);

impl TryFrom<u8> for Card {
    type Error = String;
    fn try_from(number: u8) -> Result<Self, String> {
        assert!(number < 12 || READING.get() != Fault::PanicsOnOddJson, "no such card");
        if number < 12 { Ok(Self(number)) } else { Err(format!("there is no card {number}")) }
    }
}

impl Kind for Card {
    const NOUN: &'static str = "card";
    const ALL: &'static [Self] = &CARDS;
    fn index(self) -> usize {
        usize::from(self.0)
    }
    fn id(self) -> &'static str {
        ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10", "c11"][self.index()]
    }
}

pub(super) type Cards = Bag<Card, 12>;
