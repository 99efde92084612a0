//! The cards: what is printed on them, from `data/cards.toml`.
//!
//! The kinds, the numbers and the names are made of that file by `build.rs`; here stands what a
//! fact of each sort is.

use gueridon_game::{Bag, Kind, Sdl};
use serde::Serialize;

include!(concat!(env!("OUT_DIR"), "/cards.rs"));

/// Cards of the main pile, by kind.
pub(crate) type Cards = Bag<Card, { Card::ALL.len() }>;
/// Guilds, by kind.
pub(crate) type Guilds = Bag<Guild, GUILDS>;
/// Allegiances: there is one of each.
pub(crate) type Oaths = Bag<Oath, { Oath::ALL.len() }>;
/// Gem cards, by kind.
pub(crate) type Gems = Bag<Gem, { Gem::ALL.len() }>;

/// How many guilds there are.
pub const GUILDS: usize = Guild::ALL.len();

/// To whom a guild lends its allegiance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Sdl)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE", rename = "Loyalty")]
pub enum Allegiance {
    /// To the crown: a royal guild.
    Royal,
    /// To itself: an independent guild.
    Independent,
    /// To nobody: a guild without an Allegiance.
    None,
}

/// What depends on how many play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableFacts {
    /// How many turns everybody has (rule 23).
    pub rounds: u8,
    /// The loose gems that players begin with, the first player's first (section C).
    pub starting_gems: [u8; MOST_SEATS],
}

impl TableFacts {
    /// What holds for a table of `seats`, 2 to 4; out of bounds counts as the nearest.
    #[must_use]
    pub fn of(seats: u8) -> &'static Self {
        &TABLE_FACTS[usize::from(seats.clamp(2, 4)) - 2]
    }
}

/// What a power does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Power {
    /// Turns one's own Protection to its active side.
    RaiseProtection {},
    /// Passive: raises the limit to which a hand is refilled.
    RefillMore {
        /// The limit.
        cards: u8,
    },
    /// Takes a free card of an opponent.
    Steal {},
    /// Looks at the next cards of the pile and keeps one.
    Foresee {
        /// How many.
        cards: u8,
    },
    /// Discards cards of one guild of one opponent.
    Crush {
        /// How many at most.
        cards: u8,
    },
    /// Allows more cards to be played.
    ExtraPlay {
        /// How many more.
        plays: u8,
    },
    /// Discards a free card of an opponent.
    Strike {},
    /// Exchanges a free card for one of an opponent.
    Swap {},
    /// Exhumes a card of the discard, or disguises a Fossoyeur.
    Gravedig {},
    /// Sacrifices a Damné to copy another power.
    Sacrifice {},
    /// Takes the fifth Protection, active.
    TakeProtection {},
    /// Draws cards.
    Draw {
        /// How many.
        cards: u8,
    },
    /// Copies another power without a sacrifice.
    Copy {},
}

/// What a guild is worth at the end to whoever may score it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Points {
    /// `base`, and `bonus` with an active Protection.
    Protected {
        /// What it is worth in any case.
        base: u8,
        /// What an active Protection adds.
        bonus: u8,
    },
    /// `per` for each card in hand.
    Hand {
        /// What each adds.
        per: u8,
    },
    /// `per` for each card of the guilds held.
    MajorityCards {
        /// What each adds.
        per: u8,
    },
    /// `per` for each guild held that is of one allegiance.
    Majorities {
        /// What each adds.
        per: u8,
        /// The allegiance.
        of: Allegiance,
    },
    /// `per` for each gem by value, `most` at most.
    Gems {
        /// What each adds.
        per: u8,
        /// What it is worth at most.
        most: u8,
    },
    /// `base`, and `per` for each own card of a guild, `most` at most.
    CardsOfGuild {
        /// What it is worth in any case.
        base: u8,
        /// What each adds.
        per: u8,
        /// The guild.
        of: Guild,
        /// What it is worth at most.
        most: u8,
    },
    /// As much as the best other guild held.
    CopyBest {},
    /// Nothing.
    Nothing {},
    /// `per` for each Damné that one sacrificed.
    Sacrificed {
        /// What each adds.
        per: u8,
    },
}

/// What a chief is worth besides its guild.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChiefPoints {
    /// Nothing: the guild is scored once, chief or not.
    AsGuild {},
    /// `per` for each Damné sacrificed by anybody, majority or not.
    SacrificedByAnyone {
        /// What each adds.
        per: u8,
    },
}

/// What an Allegiance does when it is revealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OathEffect {
    /// Gives `per` points for each chief on the field.
    PointsPerChief {
        /// What each adds.
        per: u8,
    },
    /// Puts cards of the hand on the field.
    Place {
        /// How many at most.
        cards: u8,
    },
    /// Gives `per` points for each guild on the field beyond the first `minus`.
    PointsPerGuild {
        /// What each adds.
        per: u8,
        /// How many do not count.
        minus: u8,
    },
    /// Puts the next cards of the pile on the field.
    Reveal {
        /// How many.
        cards: u8,
    },
    /// Nothing but what it counts for.
    Nothing {},
    /// Gives `per` points for each gem by value, `most` at most.
    PointsPerGem {
        /// What each adds.
        per: u8,
        /// What it is worth at most.
        most: u8,
    },
    /// Discards a free card of each of several opponents.
    Strike {
        /// How many opponents at most.
        opponents: u8,
    },
    /// Lets one partisan count for another guild.
    Mirror {},
}

impl OathEffect {
    /// Whether it gives points, and so acts after all others (rule 24).
    #[must_use]
    pub const fn gives_points(self) -> bool {
        matches!(
            self,
            Self::PointsPerChief { .. } | Self::PointsPerGuild { .. } | Self::PointsPerGem { .. }
        )
    }
}

/// What is printed on the cards of a guild, besides its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GuildFacts {
    /// Its allegiance.
    pub allegiance: Allegiance,
    /// How many partisans it has.
    pub copies: u8,
    /// How many gem cards are drawn for each that is played.
    pub gems: u8,
    /// What its power costs, in gems by value.
    pub cost: u8,
    /// Whether its power and its points need the majority.
    pub needs_majority: bool,
    /// Whether it leaves a game of two, unless other guilds are drawn for that (rule 29).
    pub removed_for_two: bool,
    /// Its power.
    pub power: Power,
    /// What it is worth at the end.
    pub points: Points,
}

/// What is printed on a chief, besides its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChiefFacts {
    /// How many gem cards are drawn when it is played.
    pub gems: u8,
    /// Its power.
    pub power: Power,
    /// What it is worth at the end.
    pub points: ChiefPoints,
}

/// What is printed on an Allegiance, besides its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OathFacts {
    /// The guild that swears it.
    pub guild: Guild,
    /// For how many partisans it counts once its effect is done.
    pub counts_as: u8,
    /// Its effect.
    pub effect: OathEffect,
}

impl Guild {
    /// What is printed on its cards.
    #[must_use]
    pub const fn facts(self) -> &'static GuildFacts {
        &GUILD_FACTS[self as usize]
    }

    /// One of its partisans: they are all alike.
    #[must_use]
    pub fn partisan(self) -> Card {
        Card::ALL[self as usize]
    }

    /// Its chief.
    #[must_use]
    pub fn chief(self) -> Card {
        Card::ALL[GUILDS + self as usize]
    }

    /// The Allegiance that it swears.
    #[must_use]
    pub fn oath(self) -> Option<Oath> {
        Oath::ALL.iter().copied().find(|oath| oath.facts().guild == self)
    }

    /// Whether it is one of the eight that lend their allegiance.
    #[must_use]
    pub fn is_of_the_eight(self) -> bool {
        self.facts().allegiance != Allegiance::None
    }
}

impl Card {
    /// The guild it belongs to.
    #[must_use]
    pub fn guild(self) -> Guild {
        Guild::ALL[self as usize % GUILDS]
    }

    /// What is printed on it if it is a chief.
    #[must_use]
    pub fn chief_facts(self) -> Option<&'static ChiefFacts> {
        (self as usize).checked_sub(GUILDS).map(|chief| &CHIEF_FACTS[chief])
    }

    /// How many gem cards are drawn when it is played.
    #[must_use]
    pub fn gems(self) -> u8 {
        self.chief_facts().map_or(self.guild().facts().gems, |chief| chief.gems)
    }

    /// How many of it there are.
    #[must_use]
    pub fn copies(self) -> u8 {
        if self.chief_facts().is_some() { 1 } else { self.guild().facts().copies }
    }
}

impl Oath {
    /// What is printed on it.
    #[must_use]
    pub const fn facts(self) -> &'static OathFacts {
        &OATH_FACTS[self as usize]
    }
}

impl Gem {
    /// What it pays.
    #[must_use]
    pub const fn value(self) -> u8 {
        GEM_VALUES_AND_COPIES[self as usize].0
    }

    /// How many of it the gem pile has.
    #[must_use]
    pub const fn copies(self) -> u8 {
        GEM_VALUES_AND_COPIES[self as usize].1
    }
}
