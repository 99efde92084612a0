//! The cards: what is printed on them, from `data/cards.toml`.
//!
//! The kinds, the numbers and the names are made of that file by `build.rs`; here stands what a
//! fact of each sort is.

use gueridon_game::{Bag, Kind};

use crate::kind_set::KindSet;

include!(concat!(env!("OUT_DIR"), "/cards.rs"));

/// The most players.
pub(crate) const MOST_SEATS: usize = 6;
/// Gems, or glyphs, by domain.
pub type Gems = Bag<Domain, { Domain::ALL.len() }>;
/// Cards that can be tilted.
pub type Cards = KindSet<Card>;

/// How many artefacts there are of each domain.
pub(crate) const ARTEFACTS_A_DOMAIN: usize = Artefact::ALL.len() / Domain::ALL.len();

/// What an objective asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ObjectiveFacts {
    /// The faction that is to win; none for those who save the King.
    pub faction: Option<Faction>,
    /// How many cards there are with 2, with 3, and with 4 players or more.
    pub copies: [u8; 3],
}

impl Objective {
    /// What the card asks for.
    #[must_use]
    pub const fn facts(self) -> &'static ObjectiveFacts {
        &OBJECTIVE_FACTS[self as usize]
    }

    /// The faction that is to win; none for those who save the King.
    #[must_use]
    pub const fn faction(self) -> Option<Faction> {
        self.facts().faction
    }

    /// How many cards of it are dealt from at a table of `seats`.
    #[must_use]
    pub const fn copies(self, seats: u8) -> u8 {
        let column = if seats > 4 { 2 } else { seats.saturating_sub(2) as usize };
        self.facts().copies[column]
    }
}

/// What is printed on an artefact, besides its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArtefactFacts {
    /// The domain of its glyphs, and of its back.
    pub domain: Domain,
    /// How many glyphs it makes.
    pub glyphs: u8,
    /// The gems it takes, by domain.
    pub needs: [u8; 6],
    /// The Power that its last gem costs besides; a Grimoire is an artefact where it is not 0.
    pub power: u8,
}

impl Artefact {
    /// What is printed on the card.
    #[must_use]
    pub const fn facts(self) -> &'static ArtefactFacts {
        &ARTEFACT_FACTS[self as usize]
    }

    /// The domain of its glyphs, which its back shows.
    #[must_use]
    pub const fn domain(self) -> Domain {
        self.facts().domain
    }

    /// Whether it is a Grimoire.
    #[must_use]
    pub const fn is_grimoire(self) -> bool {
        self.facts().power > 0
    }

    /// The card that lies in front of a mage once it is finished.
    #[must_use]
    pub fn card(self) -> Card {
        Card::ALL[self as usize]
    }

    /// The gems it takes.
    #[must_use]
    pub fn needs(self) -> Placed {
        NEEDS[self as usize]
    }
}

static NEEDS: [Placed; Artefact::ALL.len()] = {
    let mut needs = [Placed(0); Artefact::ALL.len()];
    let mut index = 0;
    while index < needs.len() {
        let mut domain = 0;
        while domain < Domain::ALL.len() {
            let count = Artefact::ALL[index].facts().needs[domain] as u16;
            needs[index].0 |= count << (Placed::BITS * domain as u16);
            domain += 1;
        }
        index += 1;
    }
    needs
};

impl Domain {
    /// The artefacts whose back shows this domain.
    #[must_use]
    pub const fn artefacts(self) -> KindSet<Artefact> {
        let five = (1 << ARTEFACTS_A_DOMAIN) - 1;
        KindSet::of_bits(five << (self as usize * ARTEFACTS_A_DOMAIN))
    }

    /// The cards that make glyphs of this domain.
    #[must_use]
    pub const fn cards(self) -> Cards {
        let talent = 1 << (Artefact::ALL.len() + self as usize);
        KindSet::of_bits(self.artefacts().bits() | talent)
    }

    /// The Talent of the mage of this domain.
    #[must_use]
    pub fn character(self) -> Card {
        Card::ALL[Artefact::ALL.len() + self as usize]
    }
}

impl Card {
    /// The artefact that the card is; none for a Talent.
    #[must_use]
    pub fn artefact(self) -> Option<Artefact> {
        Artefact::ALL.get(self as usize).copied()
    }

    /// The domain and number of its glyphs; none for roles, which make others or none.
    #[must_use]
    pub fn glyphs(self) -> Option<(Domain, u8)> {
        match self.artefact() {
            Some(artefact) => Some((artefact.domain(), artefact.facts().glyphs)),
            None => {
                let domain = Domain::ALL.get(self as usize - Artefact::ALL.len())?;
                Some((*domain, 1))
            }
        }
    }

    /// The finished artefacts among all cards.
    pub const ARTEFACTS: Cards = KindSet::of_bits((1 << Artefact::ALL.len()) - 1);
    /// The cards that make glyphs of a domain printed on them.
    pub const GLYPH_MAKERS: Cards =
        KindSet::of_bits((1 << (Artefact::ALL.len() + Domain::ALL.len())) - 1);
}

impl Role {
    /// The Talent that the role card is.
    #[must_use]
    pub fn card(self) -> Card {
        Card::ALL[Artefact::ALL.len() + Domain::ALL.len() + self as usize]
    }

    /// How many cards there are of it.
    #[must_use]
    pub const fn copies(self) -> u8 {
        ROLE_COPIES[self as usize]
    }
}

/// What is printed on an invasion card, besides its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvasionFacts {
    /// The flux of each domain: what its gems are worth, and its glyphs in a fight.
    pub flux: [u8; 6],
    /// How much the reinforcements rise.
    pub hammers: u8,
    /// How many squares the dragon moves.
    pub dragon: u8,
    /// The chief on the card.
    pub chief: Option<ChiefFacts>,
}

/// What is printed on a chief.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChiefFacts {
    /// What an attack has to come to.
    pub strength: u8,
    /// The domain that counters its malefice.
    pub malefice: Domain,
}

impl Invasion {
    /// How many invasion cards there are.
    pub const COUNT: usize = Self::ALL.len();

    /// What is printed on the card.
    #[must_use]
    pub const fn facts(self) -> &'static InvasionFacts {
        &INVASION_FACTS[self as usize]
    }

    /// The flux of `domain`.
    #[must_use]
    pub const fn flux(self, domain: Domain) -> u8 {
        self.facts().flux[domain as usize]
    }

    /// What `glyphs` come to in a fight.
    #[must_use]
    pub fn strength_of(self, glyphs: &Gems) -> u16 {
        let each = glyphs.counts().iter().zip(self.facts().flux);
        each.map(|(&glyphs, flux)| u16::from(glyphs) * u16::from(flux)).sum()
    }
}

/// Gems on the slots of an artefact, by domain: no artefact has more than 3 slots of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Placed(u16);

impl Placed {
    const BITS: u16 = 2;

    /// How many gems of `domain` there are.
    #[must_use]
    pub const fn count(self, domain: Domain) -> u8 {
        (self.0 >> (Self::BITS * domain as u16) & 3) as u8
    }

    /// Adds a gem.
    pub(crate) const fn add(&mut self, gem: Domain) {
        self.0 += 1 << (Self::BITS * gem as u16);
    }

    /// Takes a gem that is there.
    pub(crate) const fn take(&mut self, gem: Domain) {
        self.0 -= 1 << (Self::BITS * gem as u16);
    }

    /// How many gems there are in all.
    #[must_use]
    pub fn len(self) -> u8 {
        Domain::ALL.iter().map(|&domain| self.count(domain)).sum()
    }

    /// Whether there is no gem.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The gems.
    #[must_use]
    pub fn gems(self) -> Gems {
        let mut gems = Gems::new();
        Domain::ALL.iter().for_each(|&domain| gems.add_many(domain, self.count(domain)));
        gems
    }
}
