//! The cards and suits, their names and all texts, made of `data/*.toml` by `build.rs`; and what a
//! card is by its place in the deck.

use gueridon_game::{Bag, Kind};

include!(concat!(env!("OUT_DIR"), "/cards.rs"));

/// Any number of cards.
pub type Cards = Bag<Card, { Card::ALL.len() }>;

/// How many ranks a suit has, from the ace to the king.
const RANKS: usize = 13;
/// The rank that may be played on any card.
const EIGHT: usize = 8;

impl Card {
    /// Its suit: the deck is ordered by suits.
    #[must_use]
    pub fn suit(self) -> Suit {
        Suit::ALL[self.index() / RANKS]
    }

    /// Its rank, from 1 for the ace to 13 for the king.
    #[must_use]
    pub fn rank(self) -> usize {
        self.index() % RANKS + 1
    }

    /// Whether it is an eight, which may be played on any card.
    #[must_use]
    pub fn is_eight(self) -> bool {
        self.rank() == EIGHT
    }

    /// What it counts for another player when it is left in a hand (E10).
    #[must_use]
    pub fn worth(self) -> i32 {
        match self.rank() {
            EIGHT => 50,
            rank => i32::try_from(rank.min(10)).unwrap_or_default(),
        }
    }
}

/// What a hand counts for another player.
#[must_use]
pub fn worth(hand: &Cards) -> i32 {
    hand.each().map(Card::worth).sum()
}
