//! What has become of hidden cards, from the deal on: the ways that cards went from the pile, into
//! hands and out of them. That a card went there everybody saw; which one it was, whoever drew it.

use gueridon_game::Seat;
use serde::{Deserialize, Serialize};

use crate::cards::{Card, Cards};

/// The ways of all cards that were ever hidden, in order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct History {
    passages: Vec<Passage>,
}

/// A card went from one place to another, or all of a discard did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Passage {
    /// These cards, which everybody knows, became the pile; there was none left before.
    Shuffled(Cards),
    /// A seat drew the top card of the pile into its hand.
    Drawn(Seat, Card),
    /// A seat looked at the top card of the pile and laid it before itself (F14).
    Foreseen(Seat, Card),
    /// Of the cards before it a seat took the one at this place into its hand; the others went
    /// under the pile in order.
    Kept(Seat, u8),
    /// The top card of the pile went where everybody sees it.
    Shown(Card),
    /// A card left a hand for where everybody sees it.
    Left(Seat, Card),
}

impl History {
    /// The history of a pile of these cards from which nothing was drawn yet.
    pub(crate) fn of(cards: Cards) -> Self {
        Self { passages: vec![Passage::Shuffled(cards)] }
    }

    pub(crate) fn note(&mut self, passage: Passage) {
        self.passages.push(passage);
    }

    pub(crate) fn passages(&self) -> &[Passage] {
        &self.passages
    }
}
