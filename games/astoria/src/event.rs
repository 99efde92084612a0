//! What happens in a game, in the past tense.

use arrayvec::ArrayVec;
use gueridon_game::Seat;
use gueridon_game::bag::as_list;
use serde::Serialize;

use crate::cards::{Artefact, Card, Cause, Domain, Faction, Gems, Invasion, Objective, Role};
use crate::moves::Force;

/// Something that happened. Every change of Power, of gems, of a track and of who has a card is
/// told by exactly one event; a role that is chosen brings its gems and its Power with it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "__typename", rename_all_fields = "camelCase")]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub enum Event {
    /// A mage chose a role (86), and has what comes with it (87 to 91).
    RoleChosen { seat: Seat, role: Role },
    /// A round began (5).
    RoundStarted { seat: Seat, round: u8 },
    /// The discarded invasion cards became the new deck (48).
    DeckReshuffled { cards: u8 },
    /// The round's invasion card was turned up (6).
    InvasionDrawn { seat: Seat, card: Invasion },
    /// A hammer raised the reinforcements (6).
    ReinforcementsRose { reinforcements: u8 },
    /// The dragon moved on (6).
    DragonMoved { dragon: u8 },
    /// A chief came into the field (6).
    ChiefArrived { chief: Invasion },
    /// A turn began.
    TurnStarted { seat: Seat, actions: u8 },
    /// A mage ended the turn (11).
    TurnEnded { seat: Seat },
    /// An artefact was drawn; only its owner sees which (12).
    CardDrawn {
        seat: Seat,
        pile: u8,
        back: Domain,
        artefact: Option<Artefact>,
        /// The back that came up below it.
        next: Option<Domain>,
    },
    /// Power was gained by the action for it (13).
    Reinforced { seat: Seat, power: u8 },
    /// A gem of the stock went to the Reserve for Power (14).
    GemDestroyed { seat: Seat, gem: Domain, power: u8 },
    /// A gem came from the Reserve for Power (15).
    GemCreated { seat: Seat, gem: Domain, power: u8 },
    /// A gem was put on an artefact (16).
    GemPlaced {
        seat: Seat,
        owner: Seat,
        /// The owner, if another.
        helped: Option<Seat>,
        artefact: Artefact,
        gem: Domain,
        starts: bool,
    },
    /// An artefact was finished (17).
    ArtefactFinished {
        seat: Seat,
        owner: Seat,
        /// The owner, if another.
        helped: Option<Seat>,
        artefact: Artefact,
        #[serde(serialize_with = "as_list")]
        gems: Gems,
        to_flask: bool,
        power: u8,
    },
    /// The King gained health.
    KingHealed { health: u8, seat: Option<Seat> },
    /// The King lost health by a mage's hand.
    KingWounded { seat: Seat, health: u8 },
    /// The King's illness took health (72).
    KingAiled { health: u8 },
    /// A card was tilted for its glyphs (21).
    CardTilted { seat: Seat, card: Card, domain: Domain, glyphs: u8 },
    /// Glyphs went unused (22).
    GlyphsLost {
        seat: Seat,
        #[serde(serialize_with = "as_list")]
        glyphs: Gems,
    },
    /// Barbarians or Populace lost force (25, 27).
    ForceWeakened { seat: Seat, force: Force, domain: Domain, strength: u8 },
    /// The Populace became more agitated (25).
    AgitationRose { agitation: u8 },
    /// A guard was attacked (25, 29).
    GuardAttacked { seat: Seat, owner: Seat, domain: Domain },
    /// A guard was saved (38).
    GuardSaved { seat: Seat, owner: Seat },
    /// A guard died (37).
    GuardKilled { seat: Seat, gem: Domain, to_reserve: bool },
    /// A gem went from the flask back to the stock (28).
    GemRecovered { seat: Seat, gem: Domain },
    /// Solar glyphs became Power (24).
    Empowered { seat: Seat, glyphs: u8, power: u8 },
    /// A card was stolen from a hand; only thief and victim see which (29).
    CardStolen { seat: Seat, from: Seat, back: Domain, artefact: Option<Artefact> },
    /// A finished artefact was stolen (29).
    ArtefactStolen { seat: Seat, from: Seat, artefact: Artefact },
    /// Invasion cards to come were looked at; only by one mage (30).
    InvasionPeeked { seat: Seat, count: u8, cards: Option<ArrayVec<Invasion, { Invasion::COUNT }>> },
    /// The dragon was paid a tribute (42).
    TributePaid { seat: Seat, gem: Domain, dragon: u8 },
    /// A mage went out against a chief (43).
    FightStarted { seat: Seat, chief: Invasion },
    /// An invasion card decided a fight, without its effects (43, 70b).
    CombatCardDrawn { card: Invasion },
    /// A chief was beaten (44).
    ChiefBeaten { seat: Seat, chief: Invasion, attack: u16, strength: u8 },
    /// A fight against a chief was lost, and with it the turn (44).
    FightLost { seat: Seat, chief: Invasion, attack: u16, strength: u8 },
    /// A guard was placed (34).
    GuardPlaced { seat: Seat, power: u8 },
    /// A mage was accused (49).
    MageAccused { seat: Seat, target: Seat, faction: Faction, is_right: bool },
    /// An objective was turned up.
    ObjectiveRevealed { seat: Seat, objective: Objective },
    /// A mage went into exile.
    MageExiled { seat: Seat },
    /// An exile went out against the palace (65).
    AssaultStarted { seat: Seat },
    /// An attack on the palace was settled on; the others may defend it now (70a).
    PalaceStruck { seat: Seat, guards: u8 },
    /// A mage came to defend the palace, with so many guards (66).
    DefenceAnnounced { seat: Seat, guards: u8 },
    /// A mage who had come to defend the palace added nothing more (66).
    DefenceSettled { seat: Seat },
    /// A mage did not come to defend the palace (66).
    DefenceDeclined { seat: Seat },
    /// A mage did not save a guard (38).
    GuardForsaken { seat: Seat, owner: Seat },
    /// A mage did not counter a chief's malefice (72).
    MaleficeAllowed { seat: Seat, chief: Invasion },
    /// A mage straightened no more cards (75).
    CardsLeftTilted { seat: Seat },
    /// A mage did without a second gem (90, 93).
    Declined { seat: Seat },
    /// The palace was held (67).
    AssaultRepelled { seat: Seat, attack: u16, defence: u16 },
    /// The palace was taken (68).
    PalaceTaken { seat: Seat, attack: u16, defence: u16 },
    /// A Preparer's Power was gone with the turn (89).
    PowerFaded { seat: Seat, power: u8 },
    /// Populace and Barbarians gained force (71).
    SiegeAdvanced { populace: u8, barbarians: u8 },
    /// A chief's malefice was countered (72).
    MaleficeCountered { seat: Seat, chief: Invasion },
    /// A chief's malefice hit the King (72).
    MaleficeHit { chief: Invasion, health: u8 },
    /// A card was straightened (75).
    CardReadied { seat: Seat, card: Card },
    /// A Preparer made a gem for somebody (C4).
    GemPrepared { seat: Seat, to: Seat, gem: Domain },
    /// A Saboteur took a gem off an artefact (C4).
    GemRemoved { seat: Seat, owner: Seat, artefact: Artefact, gem: Domain },
    /// A Saboteur tilted an artefact (C4).
    ArtefactDisabled { seat: Seat, owner: Seat, artefact: Artefact },
    /// A card of the hand was given away; only giver and receiver see which (93).
    CardGiven { seat: Seat, to: Seat, back: Domain, artefact: Option<Artefact> },
    /// A gem was given away (93).
    GemGiven { seat: Seat, to: Seat, gem: Domain },
    /// A finished artefact was given away (93).
    ArtefactGiven { seat: Seat, to: Seat, artefact: Artefact },
    /// The game ended: with the faction that won, if one did, and who took the palace.
    GameEnded { seat: Option<Seat>, cause: Cause, faction: Option<Faction> },
}
