//! One player's side of the table.

use arrayvec::ArrayVec;
use gueridon_game::{Eyes, Kind, Pile};
use serde::{Deserialize, Serialize};

use crate::cards::{Cards, Location, Lord, MOST_TOKENS, Token};

/// More Lords than one player can ever have: six, then one in each of the last turn and its extra
/// turn, and one more with the Corruptor.
const MOST_LORDS: usize = 12;

/// What one player has.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Player {
    pub(crate) pearls: u16,
    pub(crate) nebulis: u16,
    /// Key tokens; the Keys of Lords are counted apart.
    pub(crate) key_tokens: u16,
    pub(crate) hand: Cards,
    /// Cards of the hand chosen for a discard, while others still choose.
    pub(crate) chosen: Cards,
    pub(crate) affiliated: Cards,
    pub(crate) tokens: Pile<Token, MOST_TOKENS>,
    pub(crate) lords: ArrayVec<OwnedLord, MOST_LORDS>,
    pub(crate) locations: ArrayVec<Location, { Location::ALL.len() }>,
}

/// A Lord in front of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OwnedLord {
    pub(crate) lord: Lord,
    pub(crate) place: LordPlace,
}

/// Whether a Lord is free.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum LordPlace {
    /// Free, with its power and its Keys.
    Free,
    /// Free, but disabled by the Assassin (E47).
    Turned,
    /// Under a Location (E43).
    Covered(Location),
}

impl Player {
    /// Whether the player has `lord`, free and not turned.
    pub(crate) fn has_active(&self, lord: Lord) -> bool {
        self.lords.iter().any(|owned| owned.lord == lord && owned.place == LordPlace::Free)
    }

    /// The Lords that are free and not turned.
    pub(crate) fn active_lords(&self) -> impl Iterator<Item = Lord> {
        self.lords.iter().filter(|owned| owned.place == LordPlace::Free).map(|owned| owned.lord)
    }

    /// The Lords that are free, turned or not.
    pub(crate) fn free_lords(&self) -> impl Iterator<Item = Lord> {
        let free = |owned: &&OwnedLord| !matches!(owned.place, LordPlace::Covered(_));
        self.lords.iter().filter(free).map(|owned| owned.lord)
    }

    /// Keys that can pay for a Location: tokens, and those of active Lords (E38).
    pub(crate) fn keys(&self) -> u16 {
        self.key_tokens + self.active_lords().map(|lord| u16::from(lord.facts().keys)).sum::<u16>()
    }

    /// How many cards the player holds, chosen for a discard or not.
    pub(crate) fn hand_len(&self) -> usize {
        self.hand.len() + self.chosen.len()
    }

    /// The values of the Monster tokens that `eyes` know, added up.
    pub(crate) fn known_tokens(&self, eyes: Eyes) -> i32 {
        self.tokens.seen_by(eyes).flatten().map(|token| i32::from(token.value())).sum()
    }

    /// Finds a Lord in front of the player.
    pub(crate) fn lord_mut(&mut self, lord: Lord) -> Option<&mut OwnedLord> {
        self.lords.iter_mut().find(|owned| owned.lord == lord)
    }

    /// Moves every Lord under `from` to under `to`, and `to` into the place of `from`.
    pub(crate) fn exchange_location(&mut self, from: Location, to: Location) {
        for location in self.locations.iter_mut().filter(|location| **location == from) {
            *location = to;
        }
        for owned in self.lords.iter_mut().filter(|owned| owned.place == LordPlace::Covered(from)) {
            owned.place = LordPlace::Covered(to);
        }
    }
}
