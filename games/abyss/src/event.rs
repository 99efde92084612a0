//! What happens in a game, in the past tense.

#![expect(missing_docs, reason = "what has no comment is described by its type and name")]

use arrayvec::ArrayVec;
use gueridon_game::bag::{as_list, as_optional_list};
use gueridon_game::{Sdl, Seat, Seats};
use serde::Serialize;

use crate::cards::{COURT_SPACES, Card, Cards, Location, Loot, Lord, MOST_TOKENS, Race, Token};

/// Something that happened. Every change of Pearls, of Nebulis and of Key tokens is told by
/// exactly one event, with its amount.
#[derive(Debug, Clone, PartialEq, Serialize, Sdl)]
#[serde(tag = "__typename", rename_all_fields = "camelCase")]
pub enum Event {
    /// The first turn began; its player was drawn by lot (E1).
    GameStarted { seat: Seat },
    /// A turn began that is not the first.
    TurnStarted {
        seat: Seat,
        /// Whether it is the extra turn of the Invoker.
        extra: bool,
    },
    /// A turn was ended, with powers left that could still have been used (E6).
    TurnEnded { seat: Seat },
    /// A Lord was added to the Court for a Pearl (E4).
    LordPlotted {
        seat: Seat,
        lord: Lord,
        /// What was paid.
        pearls: u16,
    },
    /// A Lord was added to the Court for nothing, with the Recipient.
    LordInvited { seat: Seat, lord: Lord },
    /// An exploration card was turned up (E8).
    CardRevealed {
        seat: Seat,
        card: Card,
        /// Its space on the track, 1 to 5.
        space: u8,
    },
    /// An opponent bought the revealed Ally (E10).
    AllyBought {
        /// The buyer.
        seat: Seat,
        /// The seat that explores and is paid.
        seller: Seat,
        /// The Ally.
        card: Card,
        /// The Pearls paid.
        pearls: u16,
        /// The Nebulis paid; null when there were none.
        nebulis: Option<u16>,
    },
    /// An opponent did not want the revealed Ally (E9).
    AllyDeclined {
        seat: Seat,
        /// The Ally.
        card: Card,
    },
    /// The explorer took the revealed Ally (E14).
    AllyTaken {
        seat: Seat,
        /// The Ally.
        card: Card,
    },
    /// A Monster was left on its space, and the threat marker moved (E17).
    MonsterPassed {
        seat: Seat,
        /// The square of the marker now, 1 to 6.
        threat: u8,
    },
    /// A Monster was fought and beaten (E16).
    MonsterFought {
        seat: Seat,
        /// The square whose reward is due, 1 to 6.
        square: u8,
    },
    /// What was left on the track was cleared away (E20).
    ExplorationEnded {
        seat: Seat,
        /// The Allies that went to the Council.
        #[serde(serialize_with = "as_list")]
        to_council: Cards,
        /// How many Monsters went to the discard.
        monsters: u8,
    },
    /// The exploration discard became the new deck (E21).
    DeckReshuffled {
        /// How many cards it has.
        cards: u8,
    },
    /// Pearls came from the Treasury, all in one gain.
    PearlsGained { seat: Seat, pearls: u16, source: Source },
    /// Pearls went to the Treasury because of an opponent's Lord.
    PearlsLost { seat: Seat, pearls: u16, source: Source },
    /// Key tokens were gained (E16).
    KeysGained { seat: Seat, keys: u8 },
    /// Monster tokens were drawn (E19).
    TokensDrawn { seat: Seat, count: u8, tokens: Option<ArrayVec<Token, 2>> },
    /// A Monster token was stolen with the Hunter.
    TokenStolen {
        /// The thief.
        seat: Seat,
        /// The victim's seat.
        from: Seat,
        /// Which one; null for all but thief and victim.
        token: Option<Token>,
    },
    /// A stack of the Council was taken (E23).
    StackTaken {
        seat: Seat,
        /// Whose stack.
        race: Race,
        count: u8,
        #[serde(serialize_with = "as_optional_list")]
        cards: Option<Cards>,
    },
    /// A stack of the Council was discarded unseen with the Oracle.
    StackDiscarded {
        seat: Seat,
        /// Whose stack.
        race: Race,
        count: u8,
    },
    /// A Lord was chosen for recruitment; the payment follows.
    LordChosen { seat: Seat, lord: Lord },
    /// An Ally was laid down for a payment (E25).
    AllySpent { seat: Seat, ally: Card },
    /// A Lord was paid for and left the Court (E25, E26).
    LordPaid {
        seat: Seat,
        lord: Lord,
        /// The Allies spent.
        #[serde(serialize_with = "as_list")]
        cards: Cards,
        /// The Pearls paid.
        pearls: u16,
        /// The Nebulis paid; null when there were none.
        nebulis: Option<u16>,
    },
    /// One of the Allies spent was affiliated; the others were discarded (E29).
    AllyAffiliated { seat: Seat, ally: Card },
    /// A Lord came into play, free.
    LordArrived {
        /// In front of whom.
        seat: Seat,
        lord: Lord,
    },
    /// A Lord was given up to the Traitor or the Schemer and left the game (E37).
    LordGivenUp { seat: Seat, lord: Lord },
    /// A Lord was disabled by the Assassin (E47).
    LordTurned {
        /// Whose Assassin it was.
        seat: Seat,
        /// The seat of the Lord's owner.
        owner: Seat,
        lord: Lord,
    },
    /// A Lord of the Court was replaced with the Opportunist and left the game (E37).
    LordReplaced {
        seat: Seat,
        /// The Lord that left.
        lord: Lord,
        /// The Lord that came.
        by: Lord,
    },
    /// The Court was filled from the deck (E33).
    CourtRefilled {
        /// The Lords that came, in their order.
        lords: ArrayVec<Lord, COURT_SPACES>,
    },
    /// An Ally was discarded for Pearls with the Slaver.
    AllySold { seat: Seat, ally: Card },
    /// A player chose one of the cards to discard.
    DiscardChosen {
        seat: Seat,
        /// Which one; null for everybody else until all have chosen.
        ally: Option<Card>,
    },
    /// Cards left a hand because of the Jailer or the Commander.
    CardsDiscarded {
        seat: Seat,
        #[serde(serialize_with = "as_list")]
        cards: Cards,
        source: Source,
    },
    /// Locations were drawn to choose from (E39).
    LocationsDrawn { seat: Seat, locations: ArrayVec<Location, 4> },
    /// A Location came under control; those drawn and not chosen are available (E39).
    LocationTaken { seat: Seat, location: Location },
    /// A Key was chosen to pay for a Location (E42).
    KeyChosen {
        seat: Seat,
        /// The Lord whose Key it is; null for a Key token.
        lord: Option<Lord>,
    },
    /// A Location was paid for with three Keys (E42).
    LocationPaid {
        seat: Seat,
        location: Location,
        /// The Lords that went under it.
        lords: ArrayVec<Lord, 3>,
        /// The Key tokens used.
        keys: u8,
    },
    /// A Location was exchanged for another; its Lords moved under that one.
    LocationSwapped {
        seat: Seat,
        /// The Location given.
        own: Location,
        /// The Location taken.
        other: Location,
    },
    /// The Black Smokers were kept, and the deck not searched (E46).
    BlackSmokersKept { seat: Seat },
    /// A power that may be declined was declined.
    PowerDeclined {
        seat: Seat,
        /// The Lord whose power it is.
        lord: Lord,
    },
    /// The Invoker gave its owner another turn after this one.
    ExtraTurnGained { seat: Seat },
    /// The end of the game was announced: the others have one more turn (E53).
    EndAnnounced {
        seat: Seat,
        /// Whether by a seventh Lord (E51); otherwise the Court could not be completed (E56).
        seventh_lord: bool,
    },
    /// The weakest Ally of each race in hand was affiliated, the rest discarded (E62).
    HandAffiliated {
        seat: Seat,
        /// The Allies affiliated.
        #[serde(serialize_with = "as_list")]
        affiliated: Cards,
    },
    /// The Monster tokens of a player were turned up for the count.
    TokensRevealed {
        seat: Seat,
        /// The tokens, in the order in which they came.
        tokens: ArrayVec<Token, MOST_TOKENS>,
    },
    /// Nebulis came from the supply, all in one gain.
    NebulisGained { seat: Seat, nebulis: u16, source: Source },
    /// Nebulis went back to the supply for a Pearl, with the Ferryman.
    NebulisReturned { seat: Seat, nebulis: u16 },
    /// An opponent was chosen to receive a Nebulis with the Fence.
    ReceiverChosen {
        /// Whose Fence it is.
        seat: Seat,
        /// The seat of the opponent.
        to: Seat,
    },
    /// One Nebulis each went to opponents with the Fence.
    NebulisGiven {
        /// Whose Fence it was.
        seat: Seat,
        /// The seats that received one.
        to: Seats,
        /// How many were given in all.
        nebulis: u16,
    },
    /// The Kraken figure moved (E74).
    FigureMoved {
        /// The seat that has it now; null when it was put aside.
        seat: Option<Seat>,
        /// The seat that had it; null when nobody did.
        from: Option<Seat>,
    },
    /// The Highwayman took a Pearl of an opponent who had gained several at once.
    PearlSkimmed {
        /// Whose Highwayman it was.
        seat: Seat,
        /// The seat of the opponent.
        from: Seat,
        pearls: u16,
    },
    /// A Kraken left on the track was put on a stack of the Council (E68).
    KrakenPlaced {
        seat: Seat,
        /// The Kraken.
        card: Card,
        /// Whose stack.
        race: Race,
    },
    /// The Krakens of a hand were discarded before the count (E69).
    HandConverted {
        seat: Seat,
        /// The Krakens.
        #[serde(serialize_with = "as_list")]
        cards: Cards,
        /// The Nebulis that they brought.
        nebulis: u16,
    },
    /// A Sentinel was taken with its Lord (E78).
    SentinelTaken {
        seat: Seat,
        /// The Lord that it came with.
        sentinel: Lord,
    },
    /// A Sentinel was placed on one thing (E78).
    SentinelPlaced {
        seat: Seat,
        /// The Lord that it came with.
        sentinel: Lord,
        /// The Lord reserved.
        lord: Option<Lord>,
        /// The race whose stack is reserved.
        race: Option<Race>,
        /// The Location reserved.
        location: Option<Location>,
    },
    /// A Sentinel came back to its owner (E81).
    SentinelReturned {
        /// Its owner.
        seat: Seat,
        /// The Lord that it came with.
        sentinel: Lord,
    },
    /// A Loot was found on a Location (E84).
    LootDrawn { seat: Seat, location: Location, loot: Loot },
    /// The Loot was of a value that lay there already: both were discarded, and the search was over
    /// (E85).
    LootDiscarded {
        seat: Seat,
        location: Location,
        /// The Loot, of which two were discarded.
        loot: Loot,
    },
    /// A search was stopped, and the Loot kept (E85).
    SearchStopped { seat: Seat, location: Location },
    /// An Ally of the exploration deck went to a hand because of Loot (E86).
    AllyFound {
        seat: Seat,
        /// The Ally.
        card: Card,
    },
    /// A Monster was met on the way to that Ally and discarded; the threat marker moved (E86).
    MonsterMet {
        seat: Seat,
        /// The square of the marker now, 1 to 6.
        threat: u8,
    },
    /// An Ally was taken from the exploration discard with the Healer.
    AllyHealed { seat: Seat, ally: Card },
    /// The Executioner named a race.
    RaceNamed { seat: Seat, race: Race },
    /// An affiliated Ally was discarded because of the Executioner.
    AffiliatedDiscarded { seat: Seat, ally: Card },
    /// A Lord under a Location was freed with the Liberator.
    LordFreed { seat: Seat, lord: Lord },
    /// The last turn is over.
    GameEnded {},
}

/// The Lords whose powers bring or take Pearls or Nebulis, or make cards be discarded.
const SOURCES: [Lord; 15] = [
    Lord::Landlord,
    Lord::ShipMaster,
    Lord::Slaver,
    Lord::Trader,
    Lord::Peddler,
    Lord::Shopkeeper,
    Lord::Seeker,
    Lord::Jailer,
    Lord::Commander,
    Lord::Inheritor,
    Lord::Ferryman,
    Lord::Shareholder,
    Lord::Watcher,
    Lord::Vigil,
    Lord::Lookout,
];

/// Where Pearls and Nebulis come from or go to, or what makes cards be discarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Sdl)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The last space of the exploration track (E15, E18).
    LastSpace,
    /// The threat track (E16).
    ThreatTrack,
    /// The Court, when it was refilled (E33).
    Court,
    /// Krakens that were spent (E66).
    KrakenAllies,
    /// Loot (E84).
    Loot,
    /// A Lord's power.
    #[serde(untagged)]
    #[sdl(only = SOURCES)]
    Lord(Lord),
}
