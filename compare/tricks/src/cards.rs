//! The cards, their names and all texts, made of `data/*.toml` by `build.rs`.

use gueridon_game::{Bag, Kind};

include!(concat!(env!("OUT_DIR"), "/cards.rs"));

/// Any number of cards.
pub type Cards = Bag<Card, { Card::ALL.len() }>;

/// How many cards have the same rank.
const SUITS: usize = 4;

impl Card {
    /// Its rank, from 2 to 14 for the ace: the deck is ordered by ranks.
    #[must_use]
    pub fn rank(self) -> usize {
        self.index() / SUITS + 2
    }
}
