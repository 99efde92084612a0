//! What lies in the middle of the table.

use arrayvec::ArrayVec;
use gueridon_game::{Deck, Kind, Seat};
use serde::{Deserialize, Serialize};

use crate::cards::{
    COURT_SPACES, Card, Cards, Location, Locations, Loot, Loots, Lord, Lords, Race, TRACK_SPACES,
    Tokens,
};

/// The middle of the table: decks, Court, Council, threat track and Sentinels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Board {
    pub(crate) deck: Deck<Card, { Card::ALL.len() }>,
    pub(crate) discard: Cards,
    /// The exploration track, the space nearest the deck first. Only its last card is ever bought
    /// or taken before the exploration ends, so there are no gaps.
    pub(crate) track: ArrayVec<Card, TRACK_SPACES>,
    /// The five stacks, by race. Each holds Allies of its race, and Krakens put there (E68).
    pub(crate) council: [Cards; Race::ALL.len()],
    pub(crate) lord_deck: Deck<Lord, { Lord::ALL.len() }>,
    /// The Allies laid down for the Lord that is being recruited.
    pub(crate) payment: Cards,
    /// The Court, the space farthest from the deck first.
    pub(crate) court: ArrayVec<Lord, COURT_SPACES>,
    /// Lords that left the game.
    pub(crate) lords_out: Lords,
    pub(crate) location_deck: Deck<Location, { Location::ALL.len() }>,
    /// Locations face up and available.
    pub(crate) available: Locations,
    /// Locations that left the game.
    pub(crate) locations_out: Locations,
    pub(crate) token_pool: Tokens,
    /// The square of the threat marker, from 0.
    pub(crate) threat: u8,
    /// Who has the Kraken figure (E74).
    pub(crate) figure: Option<Seat>,
    pub(crate) loot_deck: Deck<Loot, { Loot::ALL.len() }>,
    /// Loot that was discarded.
    pub(crate) loot_out: Loots,
    /// The Loot that lies on each of [`Location::SITES`], wherever the tile is.
    pub(crate) site_loot: [Loots; Location::SITES.len()],
    /// The Sentinels that somebody owns.
    pub(crate) sentinels: ArrayVec<Sentinel, 3>,
}

/// A Sentinel that somebody owns, until the end of the game (E82).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sentinel {
    /// The Lord it came with, whose picture it shows.
    pub(crate) lord: Lord,
    pub(crate) owner: Seat,
    pub(crate) post: Post,
}

/// Where a Sentinel stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Post {
    /// In front of its owner, to be placed (E79).
    Waiting,
    /// In front of its owner, to be placed from the next turn on (E81).
    Returned,
    /// On a Lord of the Court.
    Lord(Lord),
    /// On a stack of the Council.
    Stack(Race),
    /// On an available Location.
    Location(Location),
}

/// Where there may be one Sentinel at most (E78).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Zone {
    Court,
    Council,
    Locations,
}

impl Post {
    /// Of which zone the Sentinel is, once it is placed.
    pub(crate) fn zone(self) -> Option<Zone> {
        match self {
            Self::Waiting | Self::Returned => None,
            Self::Lord(_) => Some(Zone::Court),
            Self::Stack(_) => Some(Zone::Council),
            Self::Location(_) => Some(Zone::Locations),
        }
    }

    /// What stands under the Sentinel, by sort.
    pub(crate) fn parts(self) -> (Option<Lord>, Option<Race>, Option<Location>) {
        match self {
            Self::Waiting | Self::Returned => (None, None, None),
            Self::Lord(lord) => (Some(lord), None, None),
            Self::Stack(race) => (None, Some(race), None),
            Self::Location(location) => (None, None, Some(location)),
        }
    }
}

impl Board {
    /// How many cards the Council's stack of `race` has.
    pub(crate) fn stack_len(&self, race: Race) -> u8 {
        self.council[race.index()].len() as u8
    }

    /// The Council's stack of `race`.
    pub(crate) fn stack(&self, race: Race) -> Cards {
        self.council[race.index()]
    }

    /// Takes the Council's stack of `race`.
    pub(crate) fn take_stack(&mut self, race: Race) -> Cards {
        std::mem::take(&mut self.council[race.index()])
    }

    /// The races whose stack has a card.
    pub(crate) fn stacks(&self) -> impl Iterator<Item = Race> {
        Race::ALL.iter().copied().filter(|&race| self.stack_len(race) > 0)
    }

    /// Shuffles the discard into a new deck if the deck is empty; says how many cards that were.
    pub(crate) fn reshuffle(&mut self) -> Option<u8> {
        let cards = self.discard.len() as u8;
        self.deck.renew(&mut self.discard).then_some(cards)
    }
}
