//! What happens in a game, in the past tense.

#![expect(missing_docs, reason = "what has no comment is described by its type and name")]

use arrayvec::ArrayVec;
use gueridon_game::bag::{as_list, as_optional_list};
use gueridon_game::{Sdl, Seat};
use serde::Serialize;

use crate::cards::{Card, Cards, Gems, Guild, MOST_FORESEEN, Oath};

/// Cards foreseen, in the order in which they were seen.
pub(crate) type Preview = ArrayVec<Card, MOST_FORESEEN>;

/// Something that happened. Every card and gem that goes from one place to another is told by
/// exactly one event.
#[derive(Debug, Clone, PartialEq, Serialize, Sdl)]
#[serde(tag = "__typename", rename_all_fields = "camelCase")]
pub enum Event {
    /// An Allegiance was kept, in secret (F0, F30).
    OathKept { seat: Seat, oath: Option<Oath> },
    /// An Allegiance of the packet went back into the box, in secret (F30).
    OathDiscarded { seat: Seat, oath: Option<Oath> },
    /// A turn began.
    TurnStarted {
        seat: Seat,
        /// The round, from 1.
        round: u8,
    },
    /// A card was played (F9).
    CardPlayed { seat: Seat, card: Card },
    /// Gem cards were drawn for a card that was played (F11).
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
        /// Whose power.
        guild: Guild,
        /// What it cost, by value.
        cost: u8,
        /// The gem cards spent.
        #[serde(serialize_with = "as_list")]
        gems: Gems,
        /// How many double-sided gems came back.
        change: u8,
    },
    /// The power of a chief just played could change nothing (F6).
    ChiefPowerLost { seat: Seat, chief: Card },
    /// The power of a chief just played was declined (F6).
    ChiefPowerDeclined { seat: Seat, chief: Card },
    /// A power was aimed at a player who can cancel it (F22).
    PowerAimed {
        seat: Seat,
        /// The seat it is aimed at.
        at: Seat,
        /// The guild that has such a power; null if only a chief does.
        power: Option<Guild>,
        /// The guild in whose stack the cards lie.
        guild: Guild,
        count: u8,
        /// The guild of the card given in exchange; null when none is.
        own: Option<Guild>,
    },
    /// A power was cancelled with a Protection (F22).
    PowerCancelled {
        /// The seat it was aimed at.
        seat: Seat,
        /// Whether it was the fifth Protection, which is gone for good (F22a).
        fifth: bool,
    },
    /// A power was let happen that could have been cancelled (F22).
    PowerAllowed {
        /// The seat it was aimed at.
        seat: Seat,
    },
    /// A Protection was turned to its active side.
    ProtectionRaised { seat: Seat },
    /// The fifth Protection was taken.
    ProtectionTaken { seat: Seat },
    /// A free card was stolen.
    CardStolen {
        seat: Seat,
        /// The seat it was stolen from.
        from: Seat,
        /// The guild in whose stack it lay.
        guild: Guild,
    },
    /// Free cards were discarded from an opponent's field.
    CardsStruck {
        seat: Seat,
        /// The seat whose cards they were.
        from: Seat,
        /// The guild in whose stack they lay.
        guild: Guild,
        count: u8,
    },
    /// Two free cards were exchanged.
    CardsSwapped {
        seat: Seat,
        /// The guild of the card given.
        own: Guild,
        /// The seat of the other owner.
        with: Seat,
        /// The guild of the card taken.
        guild: Guild,
    },
    /// More cards may be played in this turn.
    PlaysGained {
        seat: Seat,
        /// How many more.
        plays: u8,
    },
    /// The hand will be refilled to more cards in this turn (F20).
    RefillRaised {
        seat: Seat,
        /// To how many.
        cards: u8,
    },
    /// Cards of the pile were drawn to keep one of them.
    CardsForeseen {
        seat: Seat,
        count: u8,
        /// Which ones, in their order; null for the eyes of others.
        cards: Option<Preview>,
    },
    /// One of the cards foreseen was kept; the others went under the pile, in their order (F14).
    CardKept {
        seat: Seat,
        card: Option<Card>,
        /// How many went under the pile.
        under: u8,
    },
    /// A card of the discard joined a field (F18).
    CardExhumed { seat: Seat, card: Card },
    /// A Gravedigger counts for another guild until the end of the turn (F19).
    FossoyeurDisguised {
        seat: Seat,
        /// For which guild.
        guild: Guild,
    },
    /// Disguises ended with the turn (F16).
    DisguisesDropped {
        /// The seat whose turn it was.
        seat: Seat,
        count: u8,
    },
    /// A Damned was sacrificed to copy a power (F20).
    DamnedSacrificed {
        seat: Seat,
        /// The guild whose power is copied.
        guild: Guild,
    },
    /// A power was copied with Valdyr (F20a).
    PowerCopied {
        seat: Seat,
        /// The guild whose power is copied.
        guild: Guild,
    },
    /// The actions of a turn were ended; discards and the refill follow (F15).
    ActionsEnded { seat: Seat },
    /// A card of a hand was discarded (F15).
    CardDiscarded { seat: Seat, card: Card },
    /// Cards were drawn into a hand.
    CardsDrawn {
        seat: Seat,
        count: u8,
        #[serde(serialize_with = "as_optional_list")]
        cards: Option<Cards>,
    },
    /// The main discard became the new pile (F14).
    DeckReshuffled { cards: u8 },
    /// An Allegiance was revealed (F24).
    OathRevealed {
        seat: Seat,
        oath: Oath,
        /// The guild that it joins on its owner's field.
        guild: Guild,
        /// For how many partisans it counts there once its effect is done (F24a).
        partisans: u8,
    },
    /// Cards of the pile joined a field because of the Allegiance of the Veil.
    CardsRevealed {
        seat: Seat,
        #[serde(serialize_with = "as_list")]
        cards: Cards,
    },
    /// A card of a hand joined the field because of the Allegiance of the Grimoire.
    CardPlaced { seat: Seat, card: Card },
    /// A partisan counts for another guild because of the Allegiance of the Mirror.
    PartisanMirrored {
        seat: Seat,
        /// The guild for which it counted.
        from: Guild,
        /// The guild for which it counts.
        to: Guild,
    },
    /// What was left of an Allegiance's effect was declined.
    OathDeclined { seat: Seat },
    /// The game is over.
    GameEnded {},
}
