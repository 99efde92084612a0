//! A face-down deck, whose order is drawn only when somebody looks.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::pile::KnownCard;
use crate::{Bag, Dice, Eyes, Kind, Seats};

/// A face-down deck: the cards left in it, and the few places that somebody has looked at.
///
/// Its order is chosen at random when a card is drawn or peeked at. It does not exist before, so no
/// view can leak it. At most `LOOKED` places are remembered at a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    try_from = "Saved<K, N, LOOKED>",
    bound(serialize = "K: Serialize", deserialize = "K: Kind + Deserialize<'de>")
)]
pub struct Deck<K: Kind, const N: usize, const LOOKED: usize = 0> {
    unordered: Bag<K, N>,
    places: ArrayVec<KnownPlace<K>, LOOKED>,
}

/// A place in a deck that somebody has looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownPlace<K> {
    /// How many cards lie on top of it.
    pub depth: u16,
    /// The card that lies there.
    pub kind: K,
    /// Who knows.
    pub knowers: Seats,
}

/// A deck as it was read, before its places are checked.
#[derive(Deserialize)]
#[serde(bound(deserialize = "K: Kind + Deserialize<'de>"))]
struct Saved<K: Kind, const N: usize, const LOOKED: usize> {
    unordered: Bag<K, N>,
    places: ArrayVec<KnownPlace<K>, LOOKED>,
}

impl<K: Kind, const N: usize, const LOOKED: usize> TryFrom<Saved<K, N, LOOKED>>
    for Deck<K, N, LOOKED>
{
    type Error = &'static str;

    fn try_from(saved: Saved<K, N, LOOKED>) -> Result<Self, Self::Error> {
        let Saved { unordered, places } = saved;
        let deck = Self { unordered, places };
        for (index, place) in deck.places.iter().enumerate() {
            let is_taken = deck.places[..index].iter().any(|other| other.depth == place.depth);
            if is_taken || usize::from(place.depth) >= deck.len() {
                return Err("the places of a deck lie in it, each at a depth of its own");
            }
        }
        Ok(deck)
    }
}

impl<K: Kind, const N: usize, const LOOKED: usize> Default for Deck<K, N, LOOKED> {
    fn default() -> Self {
        Self::from(Bag::new())
    }
}

impl<K: Kind, const N: usize, const LOOKED: usize> From<Bag<K, N>> for Deck<K, N, LOOKED> {
    /// The shuffled deck of these cards.
    fn from(cards: Bag<K, N>) -> Self {
        Self { unordered: cards, places: ArrayVec::new() }
    }
}

impl<K: Kind, const N: usize, const LOOKED: usize> Deck<K, N, LOOKED> {
    /// How many cards are left.
    #[must_use]
    pub fn len(&self) -> usize {
        self.unordered.len() + self.places.len()
    }

    /// Whether no card is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The cards left, wherever they lie.
    #[must_use]
    pub fn cards(&self) -> Bag<K, N> {
        let mut cards = self.unordered;
        self.places.iter().for_each(|place| cards.add(place.kind));
        cards
    }

    /// The places that `eyes` know.
    pub fn seen_by(&self, eyes: Eyes) -> impl Iterator<Item = &KnownPlace<K>> {
        self.places.iter().filter(move |place| eyes.know(place.knowers))
    }

    /// Draws the top card.
    pub fn draw(&mut self, dice: &mut Dice) -> Option<K> {
        self.take(dice).map(|card| card.kind)
    }

    /// Draws the top card, with those who knew that it lay there.
    pub fn take(&mut self, dice: &mut Dice) -> Option<KnownCard<K>> {
        let drawn = match self.places.iter().position(|place| place.depth == 0) {
            Some(known) => {
                let KnownPlace { kind, knowers, .. } = self.places.swap_remove(known);
                // Which card it is was decided when somebody looked; others learn it only now.
                if knowers != Seats::EVERYONE {
                    dice.uncover();
                }
                Some(KnownCard { kind, knowers })
            }
            None => self.unordered.draw(dice).map(|kind| {
                // The last card is drawn without dice, but is also revealed.
                dice.uncover();
                KnownCard { kind, knowers: Seats::NONE }
            }),
        };
        self.places.iter_mut().for_each(|place| place.depth = place.depth.saturating_sub(1));
        drawn
    }

    /// Shows the card under `depth` others to `seats`; none when the deck is not that deep, or when the
    /// place is new and no more places can be remembered.
    pub fn peek(&mut self, depth: usize, seats: Seats, dice: &mut Dice) -> Option<K> {
        let depth = u16::try_from(depth).ok().filter(|&depth| usize::from(depth) < self.len())?;
        if let Some(place) = self.places.iter_mut().find(|place| place.depth == depth) {
            place.knowers = place.knowers.union(seats);
            return Some(place.kind);
        }
        if self.places.is_full() {
            return None;
        }
        let kind = self.unordered.draw(dice)?;
        self.places.push(KnownPlace { depth, kind, knowers: seats });
        Some(kind)
    }

    /// Puts a card on top, known to `knowers`.
    ///
    /// # Errors
    /// The card itself, when no more places can be remembered.
    pub fn put_on_top(&mut self, kind: K, knowers: Seats) -> Result<(), K> {
        if self.places.is_full() {
            return Err(kind);
        }
        self.places.iter_mut().for_each(|place| place.depth += 1);
        self.places.push(KnownPlace { depth: 0, kind, knowers });
        Ok(())
    }

    /// Puts a card under all others, known to `knowers`.
    ///
    /// # Errors
    /// The card itself, when no more places can be remembered.
    pub fn put_under(&mut self, kind: K, knowers: Seats) -> Result<(), K> {
        let Ok(depth) = u16::try_from(self.len()) else { return Err(kind) };
        self.places
            .try_push(KnownPlace { depth, kind, knowers })
            .map_err(|full| full.element().kind)
    }

    /// Shuffles the discard into an empty deck; the discard is then empty. Returns whether it did:
    /// not if there are still cards in the deck, or none in the discard.
    pub fn renew(&mut self, discard: &mut Bag<K, N>) -> bool {
        let can = self.is_empty() && !discard.is_empty();
        if can {
            self.unordered = std::mem::take(discard);
        }
        can
    }

    /// Shuffles these cards and the deck into one; what was known of places is forgotten.
    pub fn shuffle_in(&mut self, cards: &Bag<K, N>) {
        self.places.drain(..).for_each(|place| self.unordered.add(place.kind));
        self.unordered.add_all(cards);
    }

    /// Searches the deck for one card of `kind` and takes it; the rest is shuffled. Says whether
    /// there was one.
    pub fn search(&mut self, kind: K) -> bool {
        self.shuffle_in(&Bag::new());
        self.unordered.take(kind)
    }

    /// Puts the cards whose place `eyes` do not know into `unseen`, to be redrawn by
    /// [`Deck::refill`].
    pub fn lift(&mut self, unseen: &mut Bag<K, N>, eyes: Eyes) -> Unseen {
        let unordered = self.unordered.len();
        unseen.add_all(&std::mem::take(&mut self.unordered));
        let looked = self.places.iter().filter(|place| !eyes.know(place.knowers));
        looked.for_each(|place| unseen.add(place.kind));
        Unseen { unordered, eyes }
    }

    /// Draws a card out of `cards` for every one that [`Deck::lift`] lifted, among those of the
    /// kinds that `fits` accepts.
    pub fn refill(
        &mut self,
        lifted: &Unseen,
        cards: &mut Bag<K, N>,
        dice: &mut Dice,
        fits: impl Fn(K) -> bool + Copy,
    ) {
        for place in self.places.iter_mut().filter(|place| !lifted.eyes.know(place.knowers)) {
            if let Some(kind) = cards.draw_where(dice, fits) {
                place.kind = kind;
            }
        }
        self.unordered = cards.draw_many_where(lifted.unordered, dice, fits);
    }
}

/// How much of a deck some eyes do not know, while those cards are being redrawn.
#[derive(Debug)]
#[must_use = "the deck is short of these cards until they are put back"]
pub struct Unseen {
    unordered: usize,
    eyes: Eyes,
}
