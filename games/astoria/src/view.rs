//! What one pair of eyes may know of the table (section E).

use arrayvec::ArrayVec;
use gueridon_game::bag::as_list;
use gueridon_game::{Eyes, Kind, Seat, Seats};
use serde::{Serialize, Serializer};

use crate::cards::{
    Artefact, Card, Cause, Domain, Faction, Gems, Invasion, Objective, PILES, Role,
};
use crate::decision::Decision;
use crate::kind_set::KindSet;
use crate::options::Options;
use crate::state::{ArtefactPile, Astoria, MOST_CHIEFS, MOST_HAND, MOST_PILE, Mage, Objectives};

/// What one pair of eyes may know of the table. What is hidden from them is null.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct View {
    pub to_act: Seats,
    pub active: Seat,
    pub question: Question,
    pub options: Options,
    pub round: u8,
    pub first: Seat,
    pub turn: u8,
    pub turns: u8,
    pub actions: u8,
    #[serde(serialize_with = "as_list")]
    pub glyphs: Gems,
    pub has_helped: bool,
    pub was_agitated: bool,
    pub flux: ArrayVec<Flux, 6>,
    pub current: Option<Invasion>,
    pub dragon: u8,
    pub populace: u8,
    pub agitation: u8,
    pub barbarians: u8,
    pub reinforcements: u8,
    pub health: u8,
    pub is_traitor_found: bool,
    #[serde(serialize_with = "as_list")]
    pub reserve: Gems,
    pub piles: ArrayVec<PileView, PILES>,
    pub undealt: Option<KindSet<Artefact>>,
    pub deck: KindSet<Invasion>,
    pub looked_at: ArrayVec<Place, { Invasion::COUNT }>,
    pub discard: KindSet<Invasion>,
    pub chiefs: ArrayVec<Invasion, MOST_CHIEFS>,
    pub chief: Option<Invasion>,
    pub guard_of: Option<Seat>,
    pub receiver: Option<Seat>,
    pub defenders: Seats,
    #[serde(serialize_with = "as_list")]
    pub defence: Gems,
    #[serde(serialize_with = "each_id")]
    pub objectives_in_play: Objectives,
    #[serde(serialize_with = "as_ids")]
    pub undealt_objectives: Option<Objectives>,
    pub roles_left: ArrayVec<Role, 6>,
    pub ending: Option<EndingView>,
    pub mages: ArrayVec<Side, 6>,
}

/// The flux of a domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct Flux {
    pub domain: Domain,
    pub flux: u8,
}

/// A pile of artefacts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct PileView {
    pub size: u8,
    pub backs: ArrayVec<Domain, MOST_PILE>,
}

/// A place of the invasion deck that somebody has looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct Place {
    pub depth: u16,
    pub seats: Seats,
    pub card: Option<Invasion>,
}

/// How the game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct EndingView {
    pub cause: Cause,
    pub faction: Option<Faction>,
    pub seat: Option<Seat>,
}

/// One mage's side of the table.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct Side {
    pub seat: Seat,
    pub domain: Domain,
    pub role: Option<Role>,
    pub objective: Option<Objective>,
    pub is_revealed: bool,
    pub cleared: KindSet<Faction>,
    pub is_exiled: bool,
    pub power: u8,
    #[serde(serialize_with = "as_list")]
    pub stock: Gems,
    pub has_flask: bool,
    #[serde(serialize_with = "as_list")]
    pub flask: Gems,
    pub guards: u8,
    pub chiefs: KindSet<Invasion>,
    pub hand: ArrayVec<HandCard, MOST_HAND>,
    pub started: ArrayVec<Started, MOST_HAND>,
    pub cards: ArrayVec<FinishedCard, 32>,
    pub to_ready: u8,
}

/// A card of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct HandCard {
    pub back: Domain,
    pub artefact: Option<Artefact>,
}

/// An artefact that is begun and not finished.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct Started {
    pub artefact: Artefact,
    #[serde(serialize_with = "as_list")]
    pub gems: Gems,
    #[serde(serialize_with = "as_list")]
    pub missing: Gems,
}

/// A finished artefact or a Talent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub struct FinishedCard {
    pub card: Card,
    pub is_tilted: bool,
}

/// What is asked, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[expect(missing_docs, reason = "the values are described in the SDL, where clients read them")]
pub enum Question {
    Nothing,
    ChooseRole,
    Act,
    ShapeAgain,
    GiveAnother,
    Fight,
    Assault,
    Defend,
    SaveGuard,
    Counter,
    Ready,
}

impl Astoria {
    pub(crate) fn seen_by(&self, eyes: Eyes) -> View {
        let (city, turn) = (&self.city, &self.turn);
        let all = eyes == Eyes::All;
        let (chief, guard_of, receiver) = match self.decision {
            Decision::Fight { chief } | Decision::Counter { chief, .. } => {
                (Some(chief), None, None)
            }
            Decision::SaveGuard { owner, .. } => (None, Some(owner), None),
            Decision::GiveAnother { to } => (None, None, Some(to)),
            _ => (None, None, None),
        };
        let (defenders, defence) = match self.decision {
            Decision::Defend { defenders, glyphs, .. } => (defenders, glyphs),
            _ => (Seats::NONE, Gems::new()),
        };
        let flux = |&domain: &Domain| Flux { domain, flux: self.flux(domain) };
        let ending = self.ending.map(|ending| EndingView {
            cause: ending.cause,
            faction: ending.faction,
            seat: ending.seat,
        });
        View {
            to_act: self.asked(),
            active: turn.active,
            question: self.question(),
            options: self.options,
            round: turn.round,
            first: turn.first,
            turn: turn.taken,
            turns: self.turns_a_round(),
            actions: turn.actions,
            glyphs: turn.pool,
            has_helped: turn.has_helped,
            was_agitated: turn.was_agitated,
            flux: Domain::ALL.iter().map(flux).collect(),
            current: city.current,
            dragon: city.dragon,
            populace: city.populace,
            agitation: city.agitation,
            barbarians: city.barbarians,
            reinforcements: city.reinforcements,
            health: city.health,
            is_traitor_found: city.discovered,
            reserve: city.reserve,
            piles: city.piles.iter().map(PileView::from).collect(),
            undealt: all.then_some(city.undealt),
            deck: city.deck.cards().each().collect(),
            looked_at: self.looked_at(eyes),
            discard: city.discard,
            chiefs: city.chiefs.clone(),
            chief,
            guard_of,
            receiver,
            defenders,
            defence,
            objectives_in_play: self.objectives_in_play(),
            // Before they are dealt, these are all there are.
            undealt_objectives: (all || self.is_over() || turn.round == 0)
                .then_some(city.objectives_out),
            roles_left: city.roles_out.each().collect(),
            ending,
            mages: (0..self.seat_count()).map(|seat| self.side(Seat(seat), eyes)).collect(),
        }
    }

    /// The places of the invasion deck that somebody has looked at, the topmost first. That they
    /// were looked at, everybody knows.
    fn looked_at(&self, eyes: Eyes) -> ArrayVec<Place, { Invasion::COUNT }> {
        let places = self.city.deck.seen_by(Eyes::All);
        let mut places: ArrayVec<Place, { Invasion::COUNT }> = places
            .map(|place| Place {
                depth: place.depth,
                seats: place.knowers,
                card: eyes.know(place.knowers).then_some(place.kind),
            })
            .collect();
        places.sort_unstable_by_key(|place| place.depth);
        places
    }

    fn side(&self, seat: Seat, eyes: Eyes) -> Side {
        let mage = self.mage(seat);
        let shown = mage.is_revealed || self.is_over() || eyes.are_of(seat);
        let to_ready = match self.decision {
            Decision::Ready { due } => due[seat.index()],
            _ => 0,
        };
        let started = |artefact: Artefact| Started {
            artefact,
            gems: self.city.placed[artefact as usize].gems(),
            missing: self.missing(artefact),
        };
        Side {
            seat,
            domain: mage.domain,
            role: mage.role,
            objective: mage.objective.filter(|_| shown),
            is_revealed: mage.is_revealed,
            cleared: mage.cleared,
            is_exiled: mage.is_exiled,
            power: mage.power,
            stock: mage.stock,
            has_flask: mage.has_flask,
            flask: mage.flask,
            guards: mage.guards,
            chiefs: mage.chiefs,
            hand: self.hand_seen_by(seat, eyes),
            started: mage.started.iter().map(started).collect(),
            cards: mage.finished_cards(),
            to_ready,
        }
    }

    /// The hand of `seat`, back by back: first the cards that `eyes` know to be in it.
    fn hand_seen_by(&self, seat: Seat, eyes: Eyes) -> ArrayVec<HandCard, MOST_HAND> {
        let mut hand = ArrayVec::new();
        for &back in Domain::ALL {
            let cards = self.mage(seat).hand_of(back);
            let known = match eyes.seat() {
                _ if eyes.are_of(seat) => cards,
                Some(own) => self.memories[own.index()].certain(seat, back),
                None => KindSet::new(),
            };
            hand.extend(known.iter().map(|artefact| HandCard { back, artefact: Some(artefact) }));
            let hidden = cards.len() - known.len();
            hand.extend(std::iter::repeat_n(HandCard { back, artefact: None }, hidden));
        }
        hand
    }

    fn missing(&self, artefact: Artefact) -> Gems {
        let mut missing = Gems::new();
        for &domain in Domain::ALL {
            missing.add_many(domain, self.city.lacks(artefact, domain));
        }
        missing
    }

    fn question(&self) -> Question {
        match self.decision {
            Decision::Over => Question::Nothing,
            Decision::ChooseRole { .. } => Question::ChooseRole,
            Decision::Act => Question::Act,
            Decision::ShapeAgain { .. } => Question::ShapeAgain,
            Decision::GiveAnother { .. } => Question::GiveAnother,
            Decision::Fight { .. } => Question::Fight,
            Decision::Assault => Question::Assault,
            Decision::Defend { .. } => Question::Defend,
            Decision::SaveGuard { .. } => Question::SaveGuard,
            Decision::Counter { .. } => Question::Counter,
            Decision::Ready { .. } => Question::Ready,
        }
    }
}

impl Mage {
    fn finished_cards(&self) -> ArrayVec<FinishedCard, 32> {
        let card = |card| FinishedCard { card, is_tilted: self.tilted.has(card) };
        self.cards.iter().map(card).collect()
    }
}

impl From<&ArtefactPile> for PileView {
    fn from(pile: &ArtefactPile) -> Self {
        Self { size: pile.size, backs: pile.backs.clone() }
    }
}

fn each_id<S: Serializer>(cards: &Objectives, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cards.each().map(Kind::id))
}

fn as_ids<S: Serializer>(cards: &Option<Objectives>, serializer: S) -> Result<S::Ok, S::Error> {
    match cards {
        Some(cards) => each_id(cards, serializer),
        None => serializer.serialize_none(),
    }
}
