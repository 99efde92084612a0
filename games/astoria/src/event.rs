//! What happens in a game, in the past tense.

#![expect(missing_docs, reason = "what has no comment is described by its type and name")]

use arrayvec::ArrayVec;
use gueridon_game::bag::as_list;
use gueridon_game::{Sdl, Seat};
use serde::Serialize;

use crate::cards::{Artefact, Card, Cause, Domain, Faction, Gems, Invasion, Objective, Role};
use crate::moves::Force;

/// Something that happened. Every change of Power, of gems, of a track and of who has a card is
/// told by exactly one event; a role that is chosen brings its gems and its Power with it.
#[derive(Debug, Clone, PartialEq, Serialize, Sdl)]
#[serde(tag = "__typename", rename_all_fields = "camelCase")]
pub enum Event {
    /// A mage chose a role, and has the gems, the Power and the flask that come with it (86 to 91).
    RoleChosen { seat: Seat, role: Role },
    /// A round began (5).
    RoundStarted {
        /// The round's first player.
        seat: Seat,
        /// Its number.
        round: u8,
    },
    /// The discarded invasion cards became the new deck (48).
    DeckReshuffled {
        /// How many there are.
        cards: u8,
    },
    /// The round's invasion card was turned up (6).
    InvasionDrawn {
        seat: Seat,
        /// The card: its flux is in force.
        card: Invasion,
    },
    /// A hammer raised the reinforcements (6).
    ReinforcementsRose {
        /// What they come to.
        reinforcements: u8,
    },
    /// The dragon moved on (6).
    DragonMoved {
        /// Its square.
        dragon: u8,
    },
    /// A chief came into the field (6).
    ChiefArrived { chief: Invasion },
    /// A turn began.
    TurnStarted {
        seat: Seat,
        /// How many actions it has.
        actions: u8,
    },
    /// A mage ended the turn (11).
    TurnEnded { seat: Seat },
    /// An artefact was drawn (12).
    CardDrawn {
        seat: Seat,
        /// From which pile, from 1.
        pile: u8,
        /// The domain of its back.
        back: Domain,
        artefact: Option<Artefact>,
        /// The back that lies on top of the pile now; null if it is empty.
        next: Option<Domain>,
    },
    /// Power was gained by the action for it (13).
    Reinforced {
        seat: Seat,
        /// How much.
        power: u8,
    },
    /// A gem of the stock went to the Reserve (14).
    GemDestroyed {
        seat: Seat,
        gem: Domain,
        /// The Power gained.
        power: u8,
    },
    /// A gem of the Reserve came into a stock (15).
    GemCreated {
        seat: Seat,
        gem: Domain,
        /// The Power spent.
        power: u8,
    },
    /// A gem of the stock was put on an artefact (16).
    GemPlaced {
        /// Whose gem.
        seat: Seat,
        /// Whose artefact.
        owner: Seat,
        /// Whose artefact it is, if another's (93); null for an own one.
        helped: Option<Seat>,
        artefact: Artefact,
        gem: Domain,
        /// Whether it started the artefact, which came from the hand.
        starts: bool,
    },
    /// An artefact was finished (17).
    ArtefactFinished {
        seat: Seat,
        /// Whose artefact.
        owner: Seat,
        /// Whose artefact it is, if another's (93); null for an own one.
        helped: Option<Seat>,
        artefact: Artefact,
        /// The gems that were on it.
        #[serde(serialize_with = "as_list")]
        gems: Gems,
        /// Whether they went to the owner's flask, and not back to the stock.
        to_flask: bool,
        /// The Power that finishing it cost.
        power: u8,
    },
    /// The King gained a point of health.
    KingHealed {
        /// His health.
        health: u8,
        /// By whose doing, if by somebody's.
        seat: Option<Seat>,
    },
    /// The King lost a point of health by a mage's hand (29).
    KingWounded {
        seat: Seat,
        /// His health.
        health: u8,
    },
    /// The King's illness took a point of health (72).
    KingAiled {
        /// His health.
        health: u8,
    },
    /// A card was tilted for its glyphs.
    CardTilted {
        seat: Seat,
        card: Card,
        /// The domain of the glyphs.
        domain: Domain,
        glyphs: u8,
    },
    /// Glyphs went unused (22).
    GlyphsLost {
        seat: Seat,
        #[serde(serialize_with = "as_list")]
        glyphs: Gems,
    },
    /// Barbarians or Populace lost a point of force (25, 27).
    ForceWeakened {
        seat: Seat,
        /// Whose force.
        force: Force,
        /// With which glyphs.
        domain: Domain,
        /// What the force comes to.
        strength: u8,
    },
    /// The Populace became more agitated (25).
    AgitationRose {
        /// What the agitation comes to.
        agitation: u8,
    },
    /// A guard was attacked (25, 29).
    GuardAttacked {
        seat: Seat,
        /// Whose guard.
        owner: Seat,
        /// With which glyphs.
        domain: Domain,
    },
    /// A guard was saved (38).
    GuardSaved {
        seat: Seat,
        /// Whose guard.
        owner: Seat,
    },
    /// A guard died (37).
    GuardKilled {
        seat: Seat,
        /// Its gem.
        gem: Domain,
        /// Whether the gem went to the Reserve, and not to the owner's stock.
        to_reserve: bool,
    },
    /// A gem went from the flask back to the stock (28).
    GemRecovered { seat: Seat, gem: Domain },
    /// Solar glyphs became Power (24).
    Empowered {
        seat: Seat,
        /// The glyphs spent.
        glyphs: u8,
        /// The Power gained.
        power: u8,
    },
    /// A card was stolen from a hand (29).
    CardStolen {
        /// The thief.
        seat: Seat,
        /// The victim.
        from: Seat,
        /// The domain of its back.
        back: Domain,
        artefact: Option<Artefact>,
    },
    /// A finished artefact was stolen (29).
    ArtefactStolen {
        /// The thief.
        seat: Seat,
        /// The victim.
        from: Seat,
        artefact: Artefact,
    },
    /// Invasion cards to come were looked at (30).
    InvasionPeeked {
        seat: Seat,
        count: u8,
        /// Which ones, the next one first; null for the eyes of others.
        cards: Option<ArrayVec<Invasion, { Invasion::COUNT }>>,
    },
    /// The dragon was paid a tribute (42).
    TributePaid {
        seat: Seat,
        /// The gem, which went to the Reserve.
        gem: Domain,
        /// The dragon's square.
        dragon: u8,
    },
    /// A mage went out against a chief (43).
    FightStarted { seat: Seat, chief: Invasion },
    /// An invasion card decides a fight, without its effects (43).
    CombatCardDrawn { card: Invasion },
    /// A chief was beaten (44).
    ChiefBeaten {
        seat: Seat,
        chief: Invasion,
        /// What the attack came to.
        attack: u16,
        /// What it had to come to.
        strength: u8,
    },
    /// A fight against a chief was lost, and with it the turn (44).
    FightLost {
        seat: Seat,
        chief: Invasion,
        /// What the attack came to.
        attack: u16,
        /// What it had to come to.
        strength: u8,
    },
    /// A guard was placed (34).
    GuardPlaced {
        seat: Seat,
        /// The Power spent.
        power: u8,
    },
    /// A mage was accused (49).
    MageAccused {
        seat: Seat,
        /// Whom.
        target: Seat,
        /// Of working for whom.
        faction: Faction,
        /// Whether it is so.
        is_right: bool,
    },
    /// An objective was turned up: by an accusation, or at the end.
    ObjectiveRevealed { seat: Seat, objective: Objective },
    /// A mage went into exile.
    MageExiled { seat: Seat },
    /// An exile went out against the palace (65).
    AssaultStarted { seat: Seat },
    /// An attack on the palace was settled on; the others may defend it now (70a).
    PalaceStruck {
        seat: Seat,
        /// With how many guards.
        guards: u8,
    },
    /// A mage came to defend the palace (66).
    DefenceAnnounced {
        seat: Seat,
        /// With how many guards.
        guards: u8,
    },
    /// A mage who had come to defend the palace added nothing more (66).
    DefenceSettled { seat: Seat },
    /// A mage did not come to defend the palace (66).
    DefenceDeclined { seat: Seat },
    /// A mage did not save a guard (38).
    GuardForsaken {
        seat: Seat,
        /// Whose guard it is.
        owner: Seat,
    },
    /// A mage did not counter a chief's curse (72).
    MaleficeAllowed { seat: Seat, chief: Invasion },
    /// A mage straightened no more cards (75).
    CardsLeftTilted { seat: Seat },
    /// A mage did without a second gem (90, 93).
    Declined { seat: Seat },
    /// The palace was held (67).
    AssaultRepelled {
        seat: Seat,
        /// What the attack came to.
        attack: u16,
        /// What the defence came to.
        defence: u16,
    },
    /// The palace was taken (68).
    PalaceTaken {
        seat: Seat,
        /// What the attack came to.
        attack: u16,
        /// What the defence came to.
        defence: u16,
    },
    /// A Preparer's Power went with the turn (89).
    PowerFaded {
        seat: Seat,
        /// How much.
        power: u8,
    },
    /// Populace and Barbarians gained force (71).
    SiegeAdvanced {
        /// The force of the Populace.
        populace: u8,
        /// The force of the Barbarians.
        barbarians: u8,
    },
    /// A chief's curse was countered (72).
    MaleficeCountered { seat: Seat, chief: Invasion },
    /// A chief's curse hit the King (72).
    MaleficeHit {
        chief: Invasion,
        /// The King's health.
        health: u8,
    },
    /// A card was straightened (75).
    CardReadied { seat: Seat, card: Card },
    /// A Preparer made a gem out of the Reserve.
    GemPrepared {
        seat: Seat,
        /// Who got it.
        to: Seat,
        gem: Domain,
    },
    /// A Saboteur took a gem off an artefact; it went to the Reserve.
    GemRemoved {
        seat: Seat,
        /// Whose artefact.
        owner: Seat,
        artefact: Artefact,
        gem: Domain,
    },
    /// A Saboteur tilted an artefact of another.
    ArtefactDisabled {
        seat: Seat,
        /// Whose artefact.
        owner: Seat,
        artefact: Artefact,
    },
    /// A card of the hand was given away (93).
    CardGiven {
        seat: Seat,
        /// To whom.
        to: Seat,
        /// The domain of its back.
        back: Domain,
        artefact: Option<Artefact>,
    },
    /// A gem was given away (93).
    GemGiven {
        seat: Seat,
        /// To whom.
        to: Seat,
        gem: Domain,
    },
    /// A finished artefact was given away (93).
    ArtefactGiven {
        seat: Seat,
        /// To whom.
        to: Seat,
        artefact: Artefact,
    },
    /// The game ended.
    GameEnded {
        /// Who took the palace, if somebody did.
        seat: Option<Seat>,
        /// What ended it.
        cause: Cause,
        /// The faction that won, if one did.
        faction: Option<Faction>,
    },
}
