//! The steps a player can make, one choice each.

#![expect(missing_docs, reason = "what has no comment is described by its type and name")]

use gueridon_game::{Sdl, Seat, Yes};
use serde::{Deserialize, Serialize};

use crate::cards::{Card, Location, Lord, Race};

/// One step of one seat. Choices of several cards or Keys are made one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Move {
    /// Pay 1 Pearl for one more Lord at Court (E4).
    Plot(Yes),
    /// Explore the depths: reveal the first card (E8).
    Explore(Yes),
    /// Take a whole stack of the Council: as the action, with the Alchemist, or with the Apprentice
    /// (E23).
    TakeStack {
        /// The race whose stack it is.
        race: Race,
    },
    /// Choose the Lord to recruit; the payment follows (E25). With the Corruptor: the second Lord,
    /// for 5 Pearls.
    Recruit {
        /// A Lord of the Court.
        lord: Lord,
    },
    /// Buy the Ally that was just revealed (E9).
    Buy(Yes),
    /// Do without: an Ally on offer, or a power that may be declined.
    Decline(Yes),
    /// Take the last revealed Ally and so end the exploration (E14).
    TakeAlly(Yes),
    /// Reveal another card (E14), leaving a Monster behind if there was one (E17).
    Reveal(Yes),
    /// Fight the Monster (E16).
    Fight(Yes),
    /// Take one of the rewards for a Monster (E16).
    TakeReward {
        /// Key tokens in it.
        keys: u8,
        /// Pearls in it.
        pearls: u8,
        /// Monster tokens in it.
        monsters: u8,
    },
    /// Add an Ally of the hand to the payment (E25).
    Spend {
        /// An Ally of the hand.
        ally: Card,
    },
    /// Close the payment; Pearls make up what the Allies lack (E26).
    Pay(Yes),
    /// Keep one of the Allies just spent (E29).
    Affiliate {
        /// One of the Allies spent that is no Kraken: of the lowest value, unless the Master of
        /// Magic lets choose.
        ally: Card,
    },
    /// Choose an Ally of the hand to discard, as the Jailer or the Commander demands.
    Discard {
        /// An Ally of the hand.
        ally: Card,
    },
    /// Disable an opponent's free Lord with the Assassin.
    TurnLord {
        /// The seat of the victim.
        seat: Seat,
        /// A free Lord of theirs.
        lord: Lord,
    },
    /// Steal a Monster token at random with the Hunter.
    Rob {
        /// The seat of the victim.
        seat: Seat,
    },
    /// Exchange a Location of one's own for an available one with the Illusionist.
    SwapLocation {
        /// The Location given.
        own: Location,
        /// The available Location taken.
        other: Location,
    },
    /// Give up a free Lord of one's own to the Traitor or the Schemer.
    GiveUp {
        /// A free Lord of one's own, disabled or not.
        lord: Lord,
    },
    /// Take the Lord of the Court that replaces the one given up to the Traitor.
    TakeLord {
        /// A Lord of the Court.
        lord: Lord,
    },
    /// Take a Location: an available one, one of those drawn, or any one of the deck after the
    /// Black Smokers (E39, E46).
    TakeLocation { location: Location },
    /// Draw Locations to keep one of them (E39).
    DrawLocations {
        /// 1 to 4, and no more than the deck has.
        count: u8,
    },
    /// Use the Key of a Lord for the Location just taken (E42).
    UseLord {
        /// A free Lord of one's own with a Key.
        lord: Lord,
    },
    /// Use a Key token for the Location just taken (E42).
    UseToken(Yes),
    /// Discard an Ally for 2 Pearls with the Slaver.
    SellAlly {
        /// An Ally of the hand.
        ally: Card,
    },
    /// Discard a stack of the Council, unseen, with the Oracle.
    DiscardStack {
        /// The race whose stack it is.
        race: Race,
    },
    /// Replace a Lord of the Court by the top one of the deck with the Opportunist.
    ReplaceLord {
        /// A Lord of the Court.
        lord: Lord,
    },
    /// End the turn without using what powers are left.
    EndTurn(Yes),
    /// Buy the Ally that was just revealed, with Nebulis as a part of its price (E71).
    #[sdl(content = "Nebulis", doc = "How many Nebulis to pay with; Pearls pay the rest.")]
    BuyWithNebulis {
        /// 1, or with the Outlaw up to 2.
        count: u8,
    },
    /// Close the payment, with Nebulis as a part of what the Allies lack (E71).
    #[sdl(content = "Nebulis")]
    PayWithNebulis {
        /// 1, or with the Outlaw up to 2.
        count: u8,
    },
    /// Recruit the Corruptor's second Lord, with Nebulis as a part of its price (E70).
    RecruitWithNebulis {
        /// A Lord of the Court.
        lord: Lord,
        /// 1, or with the Outlaw up to 2.
        count: u8,
    },
    /// Put the first Kraken left on the track on a stack of the Council (E68).
    PlaceKraken {
        /// The race whose stack it is.
        race: Race,
    },
    /// Choose who has the Kraken figure from now on (E74).
    ChooseHolder {
        /// The seat of one of those who are tied.
        seat: Seat,
    },
    /// Reserve a Lord of the Court with a Sentinel (E78).
    ReserveLord {
        /// The Lord that the Sentinel came with.
        sentinel: Lord,
        /// A Lord of the Court.
        lord: Lord,
    },
    /// Reserve a stack of the Council with a Sentinel (E78).
    ReserveStack {
        /// The Lord that the Sentinel came with.
        sentinel: Lord,
        /// The race whose stack it is; the stack may be empty.
        race: Race,
    },
    /// Reserve an available Location with a Sentinel (E78).
    ReserveLocation {
        /// The Lord that the Sentinel came with.
        sentinel: Lord,
        /// An available Location.
        location: Location,
    },
    /// Draw another Loot (E85).
    ContinueSearch(Yes),
    /// Stop the search and keep the Loot found (E85).
    StopSearch(Yes),
    /// Give a Nebulis to an opponent with the Fence.
    GiveNebulis {
        /// The seat of an opponent.
        seat: Seat,
    },
    /// Take an Ally of the exploration discard with the Healer.
    TakeDiscarded {
        /// An Ally of the exploration discard.
        ally: Card,
    },
    /// Name a race with the Executioner.
    NameRace { race: Race },
    /// Choose which affiliated Ally to discard, as the Executioner demands.
    DiscardAffiliated {
        /// An affiliated Ally of the race named.
        ally: Card,
    },
    /// Free a Lord that lies under a Location with the Liberator.
    FreeLord {
        /// A Lord of one's own under a Location.
        lord: Lord,
    },
    /// Exchange a Nebulis for a Pearl with the Ferryman.
    SwapNebulis(Yes),
    /// Add the top Lord of the deck to the Court, without paying, with the Recipient.
    InviteLord(Yes),
}
