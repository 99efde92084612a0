//! Cards in order, each with who knows it.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{Bag, Dice, Eyes, Kind, Seats};

/// Up to `MOST` cards in order, each with the seats that know which one it is: tokens drawn in
/// secret, cards that somebody stole, gave or peeked at.
///
/// A card that the rules have shown stays known; only [`Pile::shuffle`] makes it unknown again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent, bound(serialize = "K: Serialize", deserialize = "K: Deserialize<'de>"))]
pub struct Pile<K, const MOST: usize> {
    cards: ArrayVec<KnownCard<K>, MOST>,
}

/// A card and who knows which one it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownCard<K> {
    /// Which one it is.
    pub kind: K,
    /// Who knows.
    pub knowers: Seats,
}

/// The places of a pile whose cards some eyes do not know, while those cards are being redrawn.
#[derive(Debug)]
#[must_use = "the pile is short of these cards until they are put back"]
pub struct Holes(Vec<usize>);

impl<K: Kind, const MOST: usize> Default for Pile<K, MOST> {
    fn default() -> Self {
        Self { cards: ArrayVec::new() }
    }
}

impl<K: Kind, const MOST: usize> Pile<K, MOST> {
    /// How many cards there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there is no card.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The cards in order, the oldest first.
    #[must_use]
    pub fn cards(&self) -> &[KnownCard<K>] {
        &self.cards
    }

    /// The cards in order as `eyes` see them: `None` for a back.
    pub fn seen_by(&self, eyes: Eyes) -> impl Iterator<Item = Option<K>> {
        self.cards.iter().map(move |card| eyes.know(card.knowers).then_some(card.kind))
    }

    /// Puts a card on top; gives it back if the pile is full.
    ///
    /// # Errors
    /// The card itself, when there are `MOST` already.
    pub fn put(&mut self, kind: K, knowers: Seats) -> Result<(), K> {
        self.cards.try_push(KnownCard { kind, knowers }).map_err(|full| full.element().kind)
    }

    /// Takes the card at `place`, counted from the oldest.
    pub fn take(&mut self, place: usize) -> Option<KnownCard<K>> {
        self.cards.pop_at(place)
    }

    /// Takes a card at random, each as likely as the others.
    pub fn draw(&mut self, dice: &mut Dice) -> Option<KnownCard<K>> {
        if self.is_empty() { None } else { self.take(dice.below(self.len())) }
    }

    /// Shows the card at `place` to `seats`.
    pub fn show(&mut self, place: usize, seats: Seats) {
        if let Some(card) = self.cards.get_mut(place) {
            card.knowers = card.knowers.union(seats);
        }
    }

    /// Mixes the cards, so that nobody knows any of them by its place.
    pub fn shuffle(&mut self, dice: &mut Dice) {
        dice.shuffle(&mut self.cards);
        self.cards.iter_mut().for_each(|card| card.knowers = Seats::NONE);
    }

    /// Puts the cards that `eyes` do not know into `unseen`, to be redrawn by [`Pile::refill`].
    pub fn lift<const N: usize>(&mut self, eyes: Eyes, unseen: &mut Bag<K, N>) -> Holes {
        let places = (0..self.len()).filter(|&place| !eyes.know(self.cards[place].knowers));
        let holes: Vec<usize> = places.collect();
        holes.iter().for_each(|&place| unseen.add(self.cards[place].kind));
        Holes(holes)
    }

    /// Draws a card out of `unseen` for every place that [`Pile::lift`] lifted one from.
    pub fn refill<const N: usize>(
        &mut self,
        holes: Holes,
        unseen: &mut Bag<K, N>,
        dice: &mut Dice,
    ) {
        self.refill_where(holes, unseen, dice, |_, _| true);
    }

    /// As [`Pile::refill`], for cards whose back tells something: each place gets a card that `fits`
    /// accepts there, given the card that was there before. Two cards that fit one place must fit the
    /// same places, as cards with the same back do.
    pub fn refill_where<const N: usize>(
        &mut self,
        holes: Holes,
        unseen: &mut Bag<K, N>,
        dice: &mut Dice,
        fits: impl Fn(K, K) -> bool,
    ) {
        for place in holes.0 {
            let was = self.cards[place].kind;
            if let Some(kind) = unseen.draw_where(dice, |kind| fits(was, kind)) {
                self.cards[place].kind = kind;
            }
        }
    }
}
