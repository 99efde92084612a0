//! The cards, tiles and tokens: what is printed on them, from `data/cards.toml`.
//!
//! The kinds, the numbers and the names are made of that file by `build.rs`; here stands what a
//! fact of each sort is.

#[cfg(test)]
mod tests;

use gueridon_game::{Bag, Kind};

include!(concat!(env!("OUT_DIR"), "/cards.rs"));

/// Exploration cards, by kind.
pub(crate) type Cards = Bag<Card, { Card::ALL.len() }>;
/// Lords, by kind: there is one of each.
pub(crate) type Lords = Bag<Lord, { Lord::ALL.len() }>;
/// Locations, by kind: there is one of each.
pub(crate) type Locations = Bag<Location, { Location::ALL.len() }>;
/// Loot, by value.
pub(crate) type Loots = Bag<Loot, { Loot::ALL.len() }>;
/// Monster tokens, by value.
pub(crate) type Tokens = Bag<Token, { Token::ALL.len() }>;

/// How many Monster tokens there are.
pub(crate) const MOST_TOKENS: usize = 20;
/// The most players.
pub(crate) const MOST_SEATS: usize = 4;
/// What is printed on a Lord, besides its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LordFacts {
    /// The guild it belongs to.
    pub guild: Guild,
    /// The value of Allies and Pearls that recruits it.
    pub cost: u8,
    /// How many peoples the Allies must come from, no more and no fewer.
    pub races: u8,
    /// The people that must be among them.
    pub required: Option<Race>,
    /// Its Keys.
    pub keys: u8,
    /// Its influence points.
    pub points: u8,
    /// Whether its power acts once, when it arrives.
    pub arrow: bool,
    /// Whether it belongs to the extension Kraken.
    pub kraken: bool,
}

impl Lord {
    /// What is printed on the card.
    #[must_use]
    pub const fn facts(self) -> &'static LordFacts {
        &LORD_FACTS[self as usize]
    }
}

/// What is printed on a Location, besides its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocationFacts {
    /// What it is worth when the game is over.
    pub formula: Formula,
    /// Whether it belongs to the extension Kraken.
    pub kraken: bool,
}

/// What a Location is worth to the player who controls it.
///
/// "Your Lords" are all of them, free or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Formula {
    /// `base`, and `per` for each of your Lords of a guild.
    PerGuildLord {
        /// What it is worth at least.
        base: u8,
        /// What each of them adds.
        per: u8,
        /// The guild that counts.
        guild: Guild,
    },
    /// `base`, and `per` for each of your affiliated Allies of a people.
    PerAffiliatedAlly {
        /// What it is worth at least.
        base: u8,
        /// What each of them adds.
        per: u8,
        /// The people that counts.
        race: Race,
    },
    /// `per` for each guild among your Lords.
    PerGuild {
        /// What each of them adds.
        per: u8,
    },
    /// As much as one Location of an opponent.
    CopyOpponent,
    /// Nothing.
    Nothing,
    /// The points of your Lord with the fewest, `times` over; nothing without a Lord.
    LowestLord {
        /// How often they count.
        times: u8,
    },
    /// The points of your Lord with the most, `times` over; nothing without a Lord.
    HighestLord {
        /// How often they count.
        times: u8,
    },
    /// `base`, less 1 for each of your Lords.
    BaseMinusLords {
        /// What it is worth at most.
        base: u8,
    },
    /// `base`, less 1 for each of your affiliated Allies.
    BaseMinusAffiliated {
        /// What it is worth at most.
        base: u8,
    },
    /// `per` for each of your Lords with a Key printed on it.
    PerLordWithKey {
        /// What each of them adds.
        per: u8,
    },
    /// `per` for each of your Lords without a Key printed on it.
    PerLordWithoutKey {
        /// What each of them adds.
        per: u8,
    },
    /// `base`, and for each people the value of your lowest affiliated Ally of it.
    LowestAffiliatedPerRace {
        /// What it is worth at least.
        base: u8,
    },
    /// `base`, less `per` for each of your Nebulis; it may be less than nothing.
    BaseMinusNebulis {
        /// What it is worth at most.
        base: u8,
        /// What each of them takes away.
        per: u8,
    },
    /// The values of the Loot that lies on it.
    Loot,
}

impl Location {
    /// The Locations that are searched for Loot when they come under control.
    pub const SITES: [Self; 4] =
        [Self::CetaceanGraveyard, Self::AbandonedConvoy, Self::Megalodon, Self::Battlefield];

    /// What is printed on the tile.
    #[must_use]
    pub const fn facts(self) -> &'static LocationFacts {
        &LOCATION_FACTS[self as usize]
    }

    /// Its place in [`Location::SITES`], if it is searched for Loot.
    #[must_use]
    pub fn site(self) -> Option<usize> {
        Self::SITES.iter().position(|&site| site == self)
    }
}

impl Race {
    /// The Allies of this people, in the order of their values, the lowest first.
    pub fn cards(self) -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator + Clone {
        let values = usize::from(Card::MOST_VALUE);
        let first = self as usize * values;
        Card::ALL[first..first + values].iter().copied()
    }
}

impl Card {
    /// The highest value of an Ally; the lowest is 1.
    pub const MOST_VALUE: u8 = 5;

    /// The Ally of `race` with `value`, from 1 to [`Card::MOST_VALUE`]; a value out of bounds
    /// counts as the nearest one within.
    #[must_use]
    pub fn ally(race: Race, value: u8) -> Self {
        let value = value.clamp(1, Self::MOST_VALUE);
        Self::ALL[race as usize * usize::from(Self::MOST_VALUE) + usize::from(value - 1)]
    }

    /// The Allies that stand in for any people, the lowest value first.
    pub const KRAKENS: [Self; 3] = [Self::Kraken2, Self::Kraken3, Self::Kraken4];

    /// Whether it is an Ally that stands in for any people.
    #[must_use]
    pub const fn is_kraken(self) -> bool {
        self as u8 > Self::Monster as u8
    }

    /// The Nebulis that it brings when it is spent.
    #[must_use]
    pub const fn nebulis(self) -> u8 {
        if self.is_kraken() {
            KRAKEN_VALUES_AND_NEBULIS[self as usize - Self::Kraken2 as usize].1
        } else {
            0
        }
    }

    /// The people of the Ally; none for a Kraken and for the Monster.
    #[must_use]
    pub fn race(self) -> Option<Race> {
        Race::ALL.get(self as usize / usize::from(Self::MOST_VALUE)).copied()
    }

    /// The value of the Ally; 0 for the Monster.
    #[must_use]
    pub const fn value(self) -> u8 {
        match self {
            Self::Monster => 0,
            Self::Kraken2 | Self::Kraken3 | Self::Kraken4 => {
                KRAKEN_VALUES_AND_NEBULIS[self as usize - Self::Kraken2 as usize].0
            }
            ally => ally as u8 % Self::MOST_VALUE + 1,
        }
    }

    /// How many of them there are in the game.
    #[must_use]
    pub const fn copies(self) -> u8 {
        CARD_COPIES[self as usize]
    }
}

impl Token {
    /// The points that the token is worth.
    #[must_use]
    pub const fn value(self) -> u8 {
        TOKEN_VALUES_AND_COPIES[self as usize].0
    }

    /// How many of them there are in the game.
    #[must_use]
    pub const fn copies(self) -> u8 {
        TOKEN_VALUES_AND_COPIES[self as usize].1
    }
}

impl Loot {
    /// The points that the card is worth.
    #[must_use]
    pub const fn value(self) -> u8 {
        LOOT_VALUES_AND_COPIES[self as usize].0
    }

    /// How many of them there are in the game.
    #[must_use]
    pub const fn copies(self) -> u8 {
        LOOT_VALUES_AND_COPIES[self as usize].1
    }
}

/// Whether the thing of this id belongs to the extension Kraken.
#[must_use]
pub fn is_of_kraken(id: &str) -> bool {
    KRAKEN_IDS.binary_search(&id).is_ok()
}

/// What a fight brings: one choice on a square of the Threat track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reward {
    /// Key tokens.
    pub keys: u8,
    /// Pearls.
    pub pearls: u8,
    /// Monster tokens, drawn at random.
    pub monsters: u8,
}
