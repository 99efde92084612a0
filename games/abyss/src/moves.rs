//! The steps a player can make, one choice each.

use gueridon_game::{Seat, Yes};
use serde::{Deserialize, Serialize};

use crate::cards::{Card, Location, Lord, Race};

/// One step of one seat. Choices of several cards or Keys are made one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Move {
    /// Pays 1 Pearl for one more Lord at Court (E4).
    Plot(Yes),
    /// Explores the depths: reveals the first card (E8).
    Explore(Yes),
    /// Takes a whole stack of the Council (E23).
    TakeStack {
        /// Whose stack.
        race: Race,
    },
    /// Chooses the Lord to recruit; the payment follows (E25). After the Corruptor, the second
    /// Lord, for 5 Pearls.
    Recruit {
        /// A Lord of the Court.
        lord: Lord,
    },
    /// Buys the Ally that was just revealed (E9).
    Buy(Yes),
    /// Does without: an Ally on offer, or a power that may be declined.
    Decline(Yes),
    /// Takes the last revealed Ally and so ends the exploration (E14).
    TakeAlly(Yes),
    /// Reveals another card (E14), leaving a Monster behind if there was one (E17).
    Reveal(Yes),
    /// Fights the Monster (E16).
    Fight(Yes),
    /// Takes one of the rewards for a Monster (E16).
    TakeReward {
        /// Key tokens.
        keys: u8,
        /// Pearls.
        pearls: u8,
        /// Monster tokens.
        monsters: u8,
    },
    /// Adds an Ally of the hand to the payment (E25).
    Spend {
        /// The Ally.
        ally: Card,
    },
    /// Closes the payment; Pearls make up what the Allies lack (E26).
    Pay(Yes),
    /// Keeps one of the Allies just spent (E29).
    Affiliate {
        /// The Ally.
        ally: Card,
    },
    /// Chooses an Ally of the hand to discard, as the Jailer or the Commander demands.
    Discard {
        /// The Ally.
        ally: Card,
    },
    /// Disables an opponent's free Lord with the Assassin.
    TurnLord {
        /// Whose Lord.
        seat: Seat,
        /// The Lord.
        lord: Lord,
    },
    /// Steals a Monster token with the Hunter.
    Rob {
        /// From whom.
        seat: Seat,
    },
    /// Exchanges a Location of one's own for one that is available, with the Illusionist.
    SwapLocation {
        /// The Location given.
        own: Location,
        /// The Location taken.
        other: Location,
    },
    /// Gives up a free Lord of one's own to the Traitor or the Schemer.
    GiveUp {
        /// The Lord that leaves the game.
        lord: Lord,
    },
    /// Takes the Lord of the Court that replaces the one given up to the Traitor.
    TakeLord {
        /// The Lord.
        lord: Lord,
    },
    /// Takes a Location: one that is available, one of those drawn, or any one of the deck after
    /// the Black Smokers (E39, E46).
    TakeLocation {
        /// The Location.
        location: Location,
    },
    /// Draws Locations to keep one of them (E39).
    DrawLocations {
        /// How many, from 1 to 4.
        count: u8,
    },
    /// Uses the Key of a Lord for the Location just taken (E42).
    UseLord {
        /// A free Lord with a Key.
        lord: Lord,
    },
    /// Uses a Key token for the Location just taken (E42).
    UseToken(Yes),
    /// Discards an Ally for 2 Pearls with the Slaver.
    SellAlly {
        /// The Ally.
        ally: Card,
    },
    /// Discards a stack of the Council with the Oracle.
    DiscardStack {
        /// Whose stack.
        race: Race,
    },
    /// Replaces a Lord of the Court with the Opportunist.
    ReplaceLord {
        /// The Lord that leaves the game.
        lord: Lord,
    },
    /// Ends the turn.
    EndTurn(Yes),
    /// Buys the Ally that was just revealed, and pays some of it with Nebulis (E71).
    BuyWithNebulis {
        /// How many Nebulis.
        count: u8,
    },
    /// Closes the payment; Nebulis, and Pearls for the rest, make up what the Allies lack (E71).
    PayWithNebulis {
        /// How many Nebulis.
        count: u8,
    },
    /// Recruits the Corruptor's second Lord, and pays some of it with Nebulis (E70).
    RecruitWithNebulis {
        /// A Lord of the Court.
        lord: Lord,
        /// How many Nebulis.
        count: u8,
    },
    /// Puts the Kraken left on the track on a stack of the Council (E68).
    PlaceKraken {
        /// Whose stack.
        race: Race,
    },
    /// Chooses who has the Kraken figure from now on (E74).
    ChooseHolder {
        /// Whose it is.
        seat: Seat,
    },
    /// Reserves a Lord of the Court with a Sentinel (E78).
    ReserveLord {
        /// The Lord that the Sentinel came with.
        sentinel: Lord,
        /// The Lord reserved.
        lord: Lord,
    },
    /// Reserves a stack of the Council with a Sentinel (E78).
    ReserveStack {
        /// The Lord that the Sentinel came with.
        sentinel: Lord,
        /// Whose stack.
        race: Race,
    },
    /// Reserves an available Location with a Sentinel (E78).
    ReserveLocation {
        /// The Lord that the Sentinel came with.
        sentinel: Lord,
        /// The Location reserved.
        location: Location,
    },
    /// Draws another Loot (E85).
    ContinueSearch(Yes),
    /// Keeps the Loot found (E85).
    StopSearch(Yes),
    /// Gives a Nebulis to an opponent with the Fence.
    GiveNebulis {
        /// To whom.
        seat: Seat,
    },
    /// Takes an Ally of the discard with the Healer.
    TakeDiscarded {
        /// The Ally.
        ally: Card,
    },
    /// Names the race of which opponents discard an affiliated Ally, with the Executioner.
    NameRace {
        /// The race.
        race: Race,
    },
    /// Chooses which affiliated Ally to discard, as the Executioner demands.
    DiscardAffiliated {
        /// The Ally.
        ally: Card,
    },
    /// Frees a Lord that lies under a Location, with the Liberator.
    FreeLord {
        /// The Lord.
        lord: Lord,
    },
    /// Exchanges a Nebulis for a Pearl with the Ferryman.
    SwapNebulis(Yes),
    /// Adds a Lord to the Court without paying, with the Recipient.
    InviteLord(Yes),
}
