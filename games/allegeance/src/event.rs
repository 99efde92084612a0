//! What happens in a game, in the past tense.

use arrayvec::ArrayVec;
use gueridon_game::Seat;
use gueridon_game::bag::{as_list, as_optional_list};
use serde::Serialize;

use crate::cards::{Card, Cards, Gems, Guild, MOST_FORESEEN, Oath};

/// Cards foreseen, in the order in which they were seen.
pub(crate) type Preview = ArrayVec<Card, MOST_FORESEEN>;

/// Something that happened. Every card and gem that goes from one place to another is told by
/// exactly one event.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "__typename", rename_all_fields = "camelCase")]
#[expect(missing_docs, reason = "the fields are described in the SDL, where clients read them")]
pub enum Event {
    /// An Allegiance was kept; only its owner sees which (F0, F30).
    OathKept { seat: Seat, oath: Option<Oath> },
    /// An Allegiance of the packet went back into the box; only who did it sees which (F30).
    OathDiscarded { seat: Seat, oath: Option<Oath> },
    /// A turn began.
    TurnStarted { seat: Seat, round: u8 },
    /// A card was played (F9).
    CardPlayed { seat: Seat, card: Card },
    /// Gem cards were drawn for it (F11).
    GemsDrawn {
        seat: Seat,
        #[serde(serialize_with = "as_list")]
        gems: Gems,
    },
    /// The gem discard became the new gem pile (F13).
    GemsReshuffled { gems: u8 },
    /// A power was paid for (F12).
    GemsPaid {
        seat: Seat,
        guild: Guild,
        cost: u8,
        #[serde(serialize_with = "as_list")]
        gems: Gems,
        change: u8,
    },
    /// A chief's power could change nothing (F6).
    ChiefPowerLost { seat: Seat, chief: Card },
    /// A chief's power was declined (F6).
    ChiefPowerDeclined { seat: Seat, chief: Card },
    /// A power was aimed at a player who can cancel it (F22).
    PowerAimed {
        seat: Seat,
        at: Seat,
        power: Option<Guild>,
        guild: Guild,
        count: u8,
        own: Option<Guild>,
    },
    /// It was cancelled with a Protection (F22).
    PowerCancelled { seat: Seat, fifth: bool },
    /// It was let happen (F22).
    PowerAllowed { seat: Seat },
    /// A Protection was turned to its active side.
    ProtectionRaised { seat: Seat },
    /// The fifth Protection was taken.
    ProtectionTaken { seat: Seat },
    /// A free card was stolen.
    CardStolen { seat: Seat, from: Seat, guild: Guild },
    /// Free cards were discarded.
    CardsStruck { seat: Seat, from: Seat, guild: Guild, count: u8 },
    /// Free cards were exchanged.
    CardsSwapped { seat: Seat, own: Guild, with: Seat, guild: Guild },
    /// More plays were gained for this turn.
    PlaysGained { seat: Seat, plays: u8 },
    /// The refill of this turn will go to more cards (F20).
    RefillRaised { seat: Seat, cards: u8 },
    /// Cards of the pile were looked at; only who did sees them.
    CardsForeseen { seat: Seat, count: u8, cards: Option<Preview> },
    /// One of them was kept, and the others went under the pile; only who did sees which.
    CardKept { seat: Seat, card: Option<Card>, under: u8 },
    /// A card of the discard joined a field (F18).
    CardExhumed { seat: Seat, card: Card },
    /// A Fossoyeur counts for another guild until the end of the turn (F19).
    FossoyeurDisguised { seat: Seat, guild: Guild },
    /// Disguises ended with the turn (F16).
    DisguisesDropped { seat: Seat, count: u8 },
    /// A Damné was sacrificed to copy a power (F20).
    DamnedSacrificed { seat: Seat, guild: Guild },
    /// A power was copied without a sacrifice (F20a).
    PowerCopied { seat: Seat, guild: Guild },
    /// The actions of a turn were ended; discards and the refill follow (F15).
    ActionsEnded { seat: Seat },
    /// A card of a hand was discarded (F15).
    CardDiscarded { seat: Seat, card: Card },
    /// Cards were drawn; only who drew them sees which.
    CardsDrawn {
        seat: Seat,
        count: u8,
        #[serde(serialize_with = "as_optional_list")]
        cards: Option<Cards>,
    },
    /// The main discard became the new pile (F14).
    DeckReshuffled { cards: u8 },
    /// An Allegiance was revealed: whose, and for how many partisans it counts (F24).
    OathRevealed { seat: Seat, oath: Oath, guild: Guild, partisans: u8 },
    /// Cards of the pile joined a field because of an Allegiance.
    CardsRevealed {
        seat: Seat,
        #[serde(serialize_with = "as_list")]
        cards: Cards,
    },
    /// A card of a hand joined the field because of an Allegiance.
    CardPlaced { seat: Seat, card: Card },
    /// A partisan counts for another guild because of an Allegiance.
    PartisanMirrored { seat: Seat, from: Guild, to: Guild },
    /// What was left of an Allegiance's effect was declined.
    OathDeclined { seat: Seat },
    /// The game is over.
    GameEnded {},
}
