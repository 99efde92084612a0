//! What happens in a game, in the past tense.

use arrayvec::ArrayVec;
use gueridon_game::bag::{as_list, as_optional_list};
use gueridon_game::{Seat, Seats};
use serde::Serialize;

use crate::cards::{COURT_SPACES, Card, Cards, Location, Loot, Lord, MOST_TOKENS, Race, Token};

/// Something that happened. Every change of Pearls, of Nebulis and of Key tokens is told by
/// exactly one event, with its amount.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "__typename", rename_all_fields = "camelCase")]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub enum Event {
    /// The first turn began; its player was drawn by lot (E1).
    GameStarted { seat: Seat },
    /// A turn began that is not the first.
    TurnStarted { seat: Seat, extra: bool },
    /// A turn was ended, with powers left that could still have been used (E6).
    TurnEnded { seat: Seat },
    /// A Lord was added to the Court for a Pearl (E4).
    LordPlotted { seat: Seat, lord: Lord, pearls: u16 },
    /// A Lord was added to the Court for nothing, with the Recipient.
    LordInvited { seat: Seat, lord: Lord },
    /// An exploration card was turned up (E8).
    CardRevealed { seat: Seat, card: Card, space: u8 },
    /// An opponent bought the revealed Ally (E10).
    AllyBought { seat: Seat, seller: Seat, card: Card, pearls: u16, nebulis: Option<u16> },
    /// An opponent did not want the revealed Ally (E9).
    AllyDeclined { seat: Seat, card: Card },
    /// The explorer took the revealed Ally (E14).
    AllyTaken { seat: Seat, card: Card },
    /// A Monster was left on its space; the marker moved (E17).
    MonsterPassed { seat: Seat, threat: u8 },
    /// A Monster was fought (E16).
    MonsterFought { seat: Seat, square: u8 },
    /// The Allies left on the track went to the Council, the Monsters to the discard (E20).
    ExplorationEnded {
        seat: Seat,
        #[serde(serialize_with = "as_list")]
        to_council: Cards,
        monsters: u8,
    },
    /// The exploration discard became the new deck (E21).
    DeckReshuffled { cards: u8 },
    /// Pearls came from the Treasury.
    PearlsGained { seat: Seat, pearls: u16, source: Source },
    /// Pearls went to the Treasury because of an opponent's Lord.
    PearlsLost { seat: Seat, pearls: u16, source: Source },
    /// Key tokens were gained (E16).
    KeysGained { seat: Seat, keys: u8 },
    /// Monster tokens were drawn; only the one who drew them sees which (E19).
    TokensDrawn { seat: Seat, count: u8, tokens: Option<ArrayVec<Token, 2>> },
    /// A Monster token was stolen with the Hunter; only thief and victim see which.
    TokenStolen { seat: Seat, from: Seat, token: Option<Token> },
    /// A stack of the Council was taken; only the taker sees the cards (E23).
    StackTaken {
        seat: Seat,
        race: Race,
        count: u8,
        #[serde(serialize_with = "as_optional_list")]
        cards: Option<Cards>,
    },
    /// A stack of the Council was discarded unseen with the Oracle.
    StackDiscarded { seat: Seat, race: Race, count: u8 },
    /// A Lord was chosen for recruitment; the payment follows.
    LordChosen { seat: Seat, lord: Lord },
    /// An Ally was laid down for a payment (E25).
    AllySpent { seat: Seat, ally: Card },
    /// A Lord was paid for (E25, E26).
    LordPaid {
        seat: Seat,
        lord: Lord,
        #[serde(serialize_with = "as_list")]
        cards: Cards,
        pearls: u16,
        nebulis: Option<u16>,
    },
    /// One of the Allies spent was affiliated (E29).
    AllyAffiliated { seat: Seat, ally: Card },
    /// A Lord came into play in front of a player.
    LordArrived { seat: Seat, lord: Lord },
    /// A Lord was given up to the Traitor or the Schemer and left the game (E37).
    LordGivenUp { seat: Seat, lord: Lord },
    /// A Lord was disabled by the Assassin (E47).
    LordTurned { seat: Seat, owner: Seat, lord: Lord },
    /// A Lord of the Court was replaced with the Opportunist (E37).
    LordReplaced { seat: Seat, lord: Lord, by: Lord },
    /// The Court was filled from the deck (E33).
    CourtRefilled { lords: ArrayVec<Lord, COURT_SPACES> },
    /// An Ally was discarded for Pearls with the Slaver.
    AllySold { seat: Seat, ally: Card },
    /// A player has chosen one of the cards to discard; only that player sees which.
    DiscardChosen { seat: Seat, ally: Option<Card> },
    /// Cards left a hand because of the Jailer or the Commander (E49).
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
    /// A Key was chosen to pay for a Location: a Lord's, or a token (E42).
    KeyChosen { seat: Seat, lord: Option<Lord> },
    /// A Location was paid for with Keys (E42).
    LocationPaid { seat: Seat, location: Location, lords: ArrayVec<Lord, 3>, keys: u8 },
    /// A Location was exchanged for another, and its Lords moved under that one.
    LocationSwapped { seat: Seat, own: Location, other: Location },
    /// The Black Smokers were kept, and the deck not searched (E46).
    BlackSmokersKept { seat: Seat },
    /// A power that may be declined was declined.
    PowerDeclined { seat: Seat, lord: Lord },
    /// The Invoker gave its owner another turn after this one.
    ExtraTurnGained { seat: Seat },
    /// The end of the game was announced: the others have one more turn (E53).
    EndAnnounced { seat: Seat, seventh_lord: bool },
    /// The weakest Ally of each race in hand was affiliated, the rest discarded (E62).
    HandAffiliated {
        seat: Seat,
        #[serde(serialize_with = "as_list")]
        affiliated: Cards,
    },
    /// The Monster tokens of a player were turned up for the count.
    TokensRevealed { seat: Seat, tokens: ArrayVec<Token, MOST_TOKENS> },
    /// Nebulis came from the supply.
    NebulisGained { seat: Seat, nebulis: u16, source: Source },
    /// A Nebulis went back to the supply for a Pearl, with the Ferryman.
    NebulisReturned { seat: Seat, nebulis: u16 },
    /// An opponent was chosen to receive a Nebulis with the Fence.
    ReceiverChosen { seat: Seat, to: Seat },
    /// These opponents each received a Nebulis with the Fence, so many in all.
    NebulisGiven { seat: Seat, to: Seats, nebulis: u16 },
    /// The Kraken figure went to another seat, or was put aside (E74).
    FigureMoved { seat: Option<Seat>, from: Option<Seat> },
    /// The Highwayman took a Pearl of an opponent who had gained several.
    PearlSkimmed { seat: Seat, from: Seat, pearls: u16 },
    /// A Kraken left on the track was put on a stack of the Council (E68).
    KrakenPlaced { seat: Seat, card: Card, race: Race },
    /// The Krakens of a hand were discarded for the count, and brought Nebulis (E69).
    HandConverted {
        seat: Seat,
        #[serde(serialize_with = "as_list")]
        cards: Cards,
        nebulis: u16,
    },
    /// A Sentinel was taken with its Lord (E78).
    SentinelTaken { seat: Seat, sentinel: Lord },
    /// A Sentinel was placed: on a Lord, on a stack or on a Location (E78).
    SentinelPlaced {
        seat: Seat,
        sentinel: Lord,
        lord: Option<Lord>,
        race: Option<Race>,
        location: Option<Location>,
    },
    /// A Sentinel came back to its owner (E81).
    SentinelReturned { seat: Seat, sentinel: Lord },
    /// A Loot was found on a Location (E84).
    LootDrawn { seat: Seat, location: Location, loot: Loot },
    /// Both Loot of a value were discarded, and the search was over (E85).
    LootDiscarded { seat: Seat, location: Location, loot: Loot },
    /// The search was stopped, and the Loot kept (E85).
    SearchStopped { seat: Seat, location: Location },
    /// An Ally of the exploration deck was found with a Loot (E86).
    AllyFound { seat: Seat, card: Card },
    /// A Monster was met on the way to that Ally; the marker moved (E86).
    MonsterMet { seat: Seat, threat: u8 },
    /// An Ally was taken from the discard with the Healer.
    AllyHealed { seat: Seat, ally: Card },
    /// The Executioner named a race.
    RaceNamed { seat: Seat, race: Race },
    /// An affiliated Ally was discarded because of the Executioner.
    AffiliatedDiscarded { seat: Seat, ally: Card },
    /// A Lord was freed from its Location with the Liberator.
    LordFreed { seat: Seat, lord: Lord },
    /// The last turn is over.
    GameEnded {},
}

/// Where Pearls come from or go to, or what makes cards be discarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
    Lord(Lord),
}
