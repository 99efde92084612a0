//! What one pair of eyes may know of the table (section E).

#![expect(missing_docs, reason = "what has no comment is described by its type and name")]

use arrayvec::ArrayVec;
use gueridon_game::bag::{as_ids, as_list, as_optional_ids};
use gueridon_game::{Eyes, Kind, Sdl, Seat, Seats};
use serde::Serialize;

use crate::cards::{
    Artefact, Card, Cause, Domain, Faction, Gems, Invasion, Objective, PILES, Role,
};
use crate::decision::Decision;
use crate::kind_set::KindSet;
use crate::options::Options;
use crate::state::{ArtefactPile, Astoria, MOST_CHIEFS, MOST_HAND, MOST_PILE, Mage, Objectives};

/// What one pair of eyes may know of a game of Astoria. What is hidden from them is null.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase")]
pub struct View {
    pub to_act: Seats,
    /// The seat whose turn it is; while roles are chosen, the one that chooses.
    pub active: Seat,
    /// What is asked of the seats that are to act.
    pub question: Question,
    /// The variant and the open points of this table.
    pub options: Options,
    /// The number of the round, from 1; 0 while roles are chosen.
    pub round: u8,
    /// The seat of the round's first player.
    pub first: Seat,
    /// How many turns of the round are over.
    pub turn: u8,
    /// How many turns the round has.
    pub turns: u8,
    /// How many actions the active mage has left.
    pub actions: u8,
    /// The glyphs that wait to be spent; in a fight, those of the one who attacks.
    #[serde(serialize_with = "as_list")]
    pub glyphs: Gems,
    /// Whether the helping action of this turn was taken (93).
    pub has_helped: bool,
    /// Whether the agitation has risen in this round (25).
    pub was_agitated: bool,
    /// What a gem of each domain is worth in this round; 0 before the first.
    pub flux: ArrayVec<Flux, 6>,
    /// The invasion card whose flux is in force; null while roles are chosen.
    pub current: Option<Invasion>,
    /// The square of the dragon, 1 to 8.
    pub dragon: u8,
    /// The force of the Populace, up to 10.
    pub populace: u8,
    /// By how much it grows each round, 1 to 4.
    pub agitation: u8,
    /// The force of the Barbarians, up to 10.
    pub barbarians: u8,
    /// By how much it grows each round, 1 to 4.
    pub reinforcements: u8,
    /// The King's health; at 0 he dies.
    pub health: u8,
    /// Whether an accusation has discovered a traitor: the natural illness has stopped (53).
    pub is_traitor_found: bool,
    /// The gems of the Reserve.
    #[serde(serialize_with = "as_list")]
    pub reserve: Gems,
    /// The three piles of artefacts.
    pub piles: ArrayVec<PileView, PILES>,
    /// The artefacts in the piles; only for all-seeing eyes after the end.
    pub undealt: Option<KindSet<Artefact>>,
    /// The cards left in the invasion deck, in no order: what is seen nowhere else.
    pub deck: KindSet<Invasion>,
    /// The places of the invasion deck that somebody has looked at, the topmost first.
    pub looked_at: ArrayVec<Place, { Invasion::COUNT }>,
    /// The discarded invasion cards, in no order.
    pub discard: KindSet<Invasion>,
    /// The chiefs in the field, the latest last.
    pub chiefs: ArrayVec<Invasion, MOST_CHIEFS>,
    /// The chief that is being fought, or whose curse is to be countered.
    pub chief: Option<Invasion>,
    /// Whose guard is under attack.
    pub guard_of: Option<Seat>,
    /// Who may be given a second gem.
    pub receiver: Option<Seat>,
    /// Those who defend the palace so far.
    pub defenders: Seats,
    /// Their glyphs.
    #[serde(serialize_with = "as_list")]
    pub defence: Gems,
    /// The objectives that were dealt from, which follow from the number of players (49). Each mage
    /// has one of them; who has which, and which are left over, is secret.
    #[serde(serialize_with = "as_ids")]
    #[sdl(like = Vec<Objective>)]
    pub objectives_in_play: Objectives,
    /// The objectives that nobody has: all of them while roles are chosen, then null until the game
    /// is over.
    #[serde(serialize_with = "as_optional_ids")]
    #[sdl(like = Option<Vec<Objective>>)]
    pub undealt_objectives: Option<Objectives>,
    /// The roles that nobody has: those still to be chosen, then the one left over.
    pub roles_left: ArrayVec<Role, 6>,
    /// How the game ended; null as long as it has not.
    pub ending: Option<EndingView>,
    /// The mages' sides of the table, in the order of the seats.
    pub mages: ArrayVec<Side, 6>,
}

/// The flux of a domain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Sdl)]
pub struct Flux {
    pub domain: Domain,
    /// Its flux, 1 to 6; 0 before the first round.
    pub flux: u8,
}

/// A pile of artefacts, face down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Sdl)]
#[serde(rename = "Pile")]
pub struct PileView {
    /// How many cards it has.
    pub size: u8,
    /// The backs that everybody has seen, from the top down.
    pub backs: ArrayVec<Domain, MOST_PILE>,
}

/// A place of the invasion deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Sdl)]
pub struct Place {
    /// How many cards lie on top of it.
    pub depth: u16,
    /// Who has looked at it.
    pub seats: Seats,
    /// The card that lies there; null for eyes that have not looked.
    pub card: Option<Invasion>,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Sdl)]
#[serde(rename = "Ending")]
pub struct EndingView {
    /// What ended it.
    pub cause: Cause,
    /// The faction that won, if one did.
    pub faction: Option<Faction>,
    /// Who took the palace, if somebody did.
    pub seat: Option<Seat>,
}

/// One mage's side of the table.
#[derive(Debug, Serialize, Sdl)]
#[serde(rename_all = "camelCase", rename = "Mage")]
pub struct Side {
    pub seat: Seat,
    /// The domain of the character, and of the own gems.
    pub domain: Domain,
    /// The role, in the variant.
    pub role: Option<Role>,
    /// The objective; null for the eyes of others until it is turned up, or the game over.
    pub objective: Option<Objective>,
    /// Whether an accusation has turned the objective up.
    pub is_revealed: bool,
    /// The factions that a failed accusation has shown this mage not to work for.
    pub cleared: KindSet<Faction>,
    /// Whether the mage is in exile.
    pub is_exiled: bool,
    /// Power, 0 to 20.
    pub power: u8,
    /// The gems of the stock.
    #[serde(serialize_with = "as_list")]
    pub stock: Gems,
    /// Whether there is a flask.
    pub has_flask: bool,
    /// The gems in the flask.
    #[serde(serialize_with = "as_list")]
    pub flask: Gems,
    /// Guards placed.
    pub guards: u8,
    /// Chiefs beaten.
    pub chiefs: KindSet<Invasion>,
    /// The cards in hand, back by back: cards with the same back are in no order.
    pub hand: ArrayVec<HandCard, MOST_HAND>,
    /// The artefacts that are started.
    pub started: ArrayVec<Started, MOST_HAND>,
    /// Finished artefacts and Talents.
    pub cards: ArrayVec<FinishedCard, 32>,
    /// How many cards the mage is still asked to straighten, at most.
    pub to_ready: u8,
}

/// A card of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Sdl)]
pub struct HandCard {
    /// The domain that its back shows.
    pub back: Domain,
    /// Which one; null for eyes that do not know it, or not for certain.
    pub artefact: Option<Artefact>,
}

/// An artefact that is started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Sdl)]
pub struct Started {
    pub artefact: Artefact,
    /// The gems on it.
    #[serde(serialize_with = "as_list")]
    pub gems: Gems,
    /// The gems that it still takes.
    #[serde(serialize_with = "as_list")]
    pub missing: Gems,
}

/// A finished artefact or a Talent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Sdl)]
#[serde(rename_all = "camelCase", rename = "Finished")]
pub struct FinishedCard {
    pub card: Card,
    /// Whether it is tilted, and so not available.
    pub is_tilted: bool,
}

/// What is asked of the seats that are to act. The prompt says the same in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Sdl)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Question {
    /// Nothing: the game is over.
    Nothing,
    /// Which role to play (86).
    ChooseRole,
    /// Which action to take, or how to spend glyphs.
    Act,
    /// Whether to place a second gem, as a Preparer (90).
    ShapeAgain,
    /// Whether to give a second gem (93).
    GiveAnother,
    /// Which cards to tilt against a chief (43).
    Fight,
    /// Which cards to tilt against the palace (65).
    Assault,
    /// Whether to defend the palace, and with which cards (65).
    Defend,
    /// Whether to save a guard (38).
    SaveGuard,
    /// Whether to counter a chief's curse (72).
    Counter,
    /// Which cards to straighten; asked of several seats at once (75).
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
