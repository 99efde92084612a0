//! What lies on the table: the city in the middle, the mages around it, whose turn it is, and who
//! is asked.

use arrayvec::ArrayVec;
use gueridon_game::{Bag, Deck, Kind, Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::cards::{
    ACTIONS_BY_SEATS, Artefact, Card, Cards, Cause, Domain, Faction, Gems, Invasion, MOST_SEATS,
    OWN_DOMAIN_GLYPHS, Objective, PILES, Placed, Role,
};
use crate::decision::Decision;
use crate::kind_set::KindSet;
use crate::memory::Memory;
use crate::moves::Force;
use crate::options::Options;

/// The most artefacts that one hand can come to: all of them.
pub(crate) const MOST_HAND: usize = Artefact::ALL.len();
/// The most cards of a pile of artefacts: at a table of two.
pub(crate) const MOST_PILE: usize = 8;
/// How many chiefs there are.
pub(crate) const MOST_CHIEFS: usize = 6;

/// The invasion deck; every place of it can be looked at.
pub(crate) type InvasionDeck = Deck<Invasion, { Invasion::ALL.len() }, { Invasion::ALL.len() }>;
/// Objective cards by kind.
pub(crate) type Objectives = Bag<Objective, { Objective::ALL.len() }>;
/// Role cards by kind.
pub(crate) type Roles = Bag<Role, { Role::ALL.len() }>;
/// Artefacts in hand: a set, since those with the same back are one like another to all but their
/// owner.
pub(crate) type Hand = KindSet<Artefact>;

/// A game of Astoria, between two steps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Astoria {
    pub(crate) options: Options,
    pub(crate) city: City,
    pub(crate) mages: ArrayVec<Mage, MOST_SEATS>,
    /// What each mage remembers of the hands of the others.
    pub(crate) memories: [Memory; MOST_SEATS],
    pub(crate) turn: Turn,
    /// What is asked, and of whom.
    pub(crate) decision: Decision,
    /// How the game ended, once it has.
    pub(crate) ending: Option<Ending>,
}

/// What lies in the middle of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct City {
    pub(crate) reserve: Gems,
    pub(crate) piles: [ArtefactPile; PILES],
    /// The artefacts in the piles. Which of them lies where comes into being when it is drawn.
    pub(crate) undealt: KindSet<Artefact>,
    /// The gems on started artefacts, by artefact.
    pub(crate) placed: [Placed; Artefact::ALL.len()],
    pub(crate) deck: InvasionDeck,
    pub(crate) discard: KindSet<Invasion>,
    /// The card whose flux is in force; none before the first round.
    pub(crate) current: Option<Invasion>,
    /// The chiefs in the field, in the order in which they came.
    pub(crate) chiefs: ArrayVec<Invasion, MOST_CHIEFS>,
    pub(crate) dragon: u8,
    pub(crate) populace: u8,
    pub(crate) agitation: u8,
    pub(crate) barbarians: u8,
    pub(crate) reinforcements: u8,
    pub(crate) health: u8,
    /// Whether an accusation has discovered a traitor (52).
    pub(crate) discovered: bool,
    /// Objectives that nobody has: those still to be dealt, then those left over.
    pub(crate) objectives_out: Objectives,
    /// Roles that nobody has: those still to be chosen, then the one left over.
    pub(crate) roles_out: Roles,
}

/// A pile of artefacts, face down.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct ArtefactPile {
    pub(crate) size: u8,
    /// The backs that everybody has seen, from the top down: always the topmost, and more where
    /// the search for the first player went on (2).
    pub(crate) backs: ArrayVec<Domain, MOST_PILE>,
}

/// One mage's side of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mage {
    pub(crate) domain: Domain,
    pub(crate) role: Option<Role>,
    /// None as long as roles are being chosen.
    pub(crate) objective: Option<Objective>,
    /// Whether an accusation turned the objective up.
    pub(crate) is_revealed: bool,
    pub(crate) is_exiled: bool,
    /// The factions that a failed accusation has shown the objective not to be.
    pub(crate) cleared: KindSet<Faction>,
    pub(crate) power: u8,
    pub(crate) stock: Gems,
    pub(crate) has_flask: bool,
    pub(crate) flask: Gems,
    pub(crate) guards: u8,
    pub(crate) hand: Hand,
    /// Artefacts begun and not finished.
    pub(crate) started: KindSet<Artefact>,
    /// Finished artefacts and Talents.
    pub(crate) cards: Cards,
    /// Those of them that are tilted.
    pub(crate) tilted: Cards,
    /// Chiefs beaten.
    pub(crate) chiefs: KindSet<Invasion>,
}

/// Whose turn it is, and what has happened in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Turn {
    /// The round, from 1; 0 before the first.
    pub(crate) round: u8,
    /// The round's first player.
    pub(crate) first: Seat,
    pub(crate) active: Seat,
    /// How many turns of the round are over.
    pub(crate) taken: u8,
    /// Actions left.
    pub(crate) actions: u8,
    /// Glyphs that wait to be spent; in a fight, those of the one who attacks.
    pub(crate) pool: Gems,
    /// Whether the turn's helping action was taken (93).
    pub(crate) has_helped: bool,
    /// Whether the agitation has risen in this round (25).
    pub(crate) was_agitated: bool,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Ending {
    pub(crate) cause: Cause,
    /// The faction that won, if one did.
    pub(crate) faction: Option<Faction>,
    /// Who took the palace, if somebody did.
    pub(crate) seat: Option<Seat>,
}

impl Astoria {
    pub(crate) fn seat_count(&self) -> u8 {
        self.mages.len() as u8
    }

    pub(crate) fn mage(&self, seat: Seat) -> &Mage {
        &self.mages[seat.index()]
    }

    pub(crate) fn mage_mut(&mut self, seat: Seat) -> &mut Mage {
        &mut self.mages[seat.index()]
    }

    pub(crate) fn active(&self) -> &Mage {
        self.mage(self.turn.active)
    }

    pub(crate) fn active_mut(&mut self) -> &mut Mage {
        self.mage_mut(self.turn.active)
    }

    /// Every seat, clockwise, beginning with `seat`.
    pub(crate) fn clockwise(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.seat_count();
        (0..seats).map(move |further| Seat((seat.0 + further) % seats))
    }

    /// Every other seat, clockwise from the left of `seat`.
    pub(crate) fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        self.clockwise(seat).skip(1)
    }

    /// Whether a seat is at the table.
    pub(crate) fn is_seat(&self, seat: Seat) -> bool {
        seat.0 < self.seat_count()
    }

    /// Whether there is exile, and with it accusations and guards (84).
    pub(crate) fn has_exile(&self) -> bool {
        self.seat_count() > 2
    }

    /// How many actions a turn has (7).
    pub(crate) fn actions_a_turn(&self) -> u8 {
        let index = usize::from(self.seat_count()).saturating_sub(2);
        ACTIONS_BY_SEATS[index.min(ACTIONS_BY_SEATS.len() - 1)]
    }

    /// How many turns a round has: with two players, two each (9).
    pub(crate) fn turns_a_round(&self) -> u8 {
        if self.seat_count() == 2 { 4 } else { self.seat_count() }
    }

    /// Whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.ending.is_some()
    }

    /// The objectives that were dealt from at a table of so many; all know which these are (49).
    pub(crate) fn objectives_in_play(&self) -> Objectives {
        let mut objectives = Objectives::new();
        for &objective in Objective::ALL {
            objectives.add_many(objective, objective.copies(self.seat_count()));
        }
        objectives
    }

    /// Whether one of the objectives that were dealt from is that of `faction`.
    pub(crate) fn is_in_play(&self, faction: Faction) -> bool {
        let objectives = self.objectives_in_play();
        objectives.iter().any(|(objective, _)| objective.faction() == Some(faction))
    }

    /// The flux of a domain now (11b).
    pub(crate) fn flux(&self, domain: Domain) -> u8 {
        self.city.current.map_or(0, |card| card.flux(domain))
    }

    /// Who has `artefact` begun and not finished.
    pub(crate) fn starter_of(&self, artefact: Artefact) -> Option<Seat> {
        self.clockwise(self.turn.active).find(|&seat| self.mage(seat).started.has(artefact))
    }

    /// Who has `artefact` finished.
    pub(crate) fn owner_of(&self, artefact: Artefact) -> Option<Seat> {
        let card = artefact.card();
        self.clockwise(self.turn.active).find(|&seat| self.mage(seat).cards.has(card))
    }
    /// Who is to act.
    pub(crate) fn asked(&self) -> Seats {
        match self.decision {
            Decision::Over => Seats::NONE,
            Decision::ChooseRole { seat }
            | Decision::Defend { seat, .. }
            | Decision::SaveGuard { seat, .. }
            | Decision::Counter { seat, .. } => Seats::just(seat),
            Decision::Ready { due } => {
                let due = (0..).map(Seat).zip(due).filter(|&(_, due)| due > 0);
                due.map(|(seat, _)| seat).collect()
            }
            Decision::Act
            | Decision::ShapeAgain { .. }
            | Decision::GiveAnother { .. }
            | Decision::Fight { .. }
            | Decision::Assault => Seats::just(self.turn.active),
        }
    }
}

impl City {
    /// The force of Populace or Barbarians.
    pub(crate) fn force(&self, force: Force) -> u8 {
        match force {
            Force::Populace => self.populace,
            Force::Barbarians => self.barbarians,
        }
    }

    pub(crate) fn force_mut(&mut self, force: Force) -> &mut u8 {
        match force {
            Force::Populace => &mut self.populace,
            Force::Barbarians => &mut self.barbarians,
        }
    }

    /// The slots of `artefact` that are still empty, for a gem of `domain`.
    pub(crate) fn lacks(&self, artefact: Artefact, domain: Domain) -> u8 {
        artefact.needs().count(domain) - self.placed[artefact as usize].count(domain)
    }

    /// How many slots of `artefact` are still empty.
    pub(crate) fn empty_slots(&self, artefact: Artefact) -> u8 {
        artefact.needs().len() - self.placed[artefact as usize].len()
    }
}

impl Mage {
    /// Cards that can be tilted.
    pub(crate) fn ready(&self) -> Cards {
        self.cards.without(self.tilted)
    }

    /// Ready cards that make glyphs of a domain that is printed on them: not those of roles.
    pub(crate) fn ready_makers(&self) -> Cards {
        self.ready().and(Card::GLYPH_MAKERS)
    }

    /// Whether the Talent of that role is there and ready.
    pub(crate) fn has_ready(&self, role: Role) -> bool {
        self.role == Some(role) && self.ready().has(role.card())
    }

    /// Whether a ready card makes glyphs at all.
    pub(crate) fn can_make_glyphs(&self) -> bool {
        !self.ready_makers().is_empty() || self.has_ready(Role::GrandAlchemist)
    }

    /// Whether a ready card makes glyphs of `domain`.
    pub(crate) fn can_make(&self, domain: Domain) -> bool {
        !self.ready().and(domain.cards()).is_empty() || self.has_ready(Role::GrandAlchemist)
    }

    /// How many glyphs of `domain` the Grand Alchemist's Talent makes (C4).
    pub(crate) fn channelled(&self, domain: Domain) -> u8 {
        if domain == self.domain { OWN_DOMAIN_GLYPHS } else { 1 }
    }

    /// The cards in hand with that back.
    pub(crate) fn hand_of(&self, back: Domain) -> Hand {
        self.hand.and(back.artefacts())
    }

    /// Where the gems of a finished artefact go.
    pub(crate) fn store_mut(&mut self) -> &mut Gems {
        if self.has_flask { &mut self.flask } else { &mut self.stock }
    }
}
