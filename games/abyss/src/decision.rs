//! What is asked, and of whom.

use arrayvec::ArrayVec;
use gueridon_game::{Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::cards::{Location, Lord, MOST_LOCATIONS_DRAWN, MOST_SEATS, Race};

/// What is asked now. Of the active player, unless it says otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Decision {
    /// Nothing: the agenda goes on.
    Nothing,
    /// The game is over.
    Over,
    /// To plot, or to act (E3).
    Act,
    /// Of one opponent: whether to buy the revealed Ally (E9).
    BuyAlly { seat: Seat },
    /// To take the revealed Ally or to reveal another card (E14).
    TakeOrReveal,
    /// To fight the revealed Monster or to go on (E16).
    FightOrReveal,
    /// Which reward of the threat track to take (E16).
    ChooseReward,
    /// Which second stack to take with the Alchemist (E24).
    SecondStack,
    /// Which Allies to spend on `lord` (E25).
    PayLord { lord: Lord },
    /// Which of the Allies spent to keep (E29).
    Affiliate { lord: Lord },
    /// Of several at once: which cards to discard, so many a seat.
    DiscardCards { due: [u8; MOST_SEATS], source: Demand },
    /// Which Lord of each of these victims to turn, with the Assassin.
    TurnLord { victims: Seats },
    /// Whom to rob with the Hunter.
    Rob,
    /// Which stack to take with the Apprentice.
    ApprenticeStack,
    /// Which Locations to exchange with the Illusionist, if any.
    SwapLocation,
    /// Which Lord to recruit with the Corruptor, if any.
    SecondLord,
    /// Which own Lord to give up to the Traitor or the Schemer, if any.
    GiveUpLord { to: Lord },
    /// Which Lord of the Court to take with the Traitor.
    ReplaceLord,
    /// Which Location to take for three Keys, or how many to draw (E39).
    ControlLocation,
    /// Which of the drawn Locations to keep (E39); for an Ambassador or for Keys.
    KeepLocation { drawn: ArrayVec<Location, MOST_LOCATIONS_DRAWN>, ambassador: Option<Lord> },
    /// Which available Location an Ambassador takes when the deck is empty (A.1).
    AmbassadorLocation { ambassador: Lord },
    /// Which Keys to use for `location` (E42), besides those already chosen.
    UseKeys { location: Location, lords: ArrayVec<Lord, 3>, tokens: u8 },
    /// Which Location of the deck to take instead of the Black Smokers, if any (E46).
    SearchLocation,
    /// To use a power, or to end the turn (E6).
    EndTurn,
    /// On which stack to put the Kraken that comes first on the track (E68).
    PlaceKraken,
    /// What to reserve with the Sentinel that came with `lord` (E78).
    PlaceSentinel { lord: Lord },
    /// To search on, or to keep the Loot found (E85).
    SearchLoot { site: Location },
    /// Which opponents receive a Nebulis with the Fence, besides `to`.
    GiveNebulis { to: Seats },
    /// Which Ally of the discard to take with the Healer.
    TakeDiscarded,
    /// Which race to name with the Executioner.
    NameRace,
    /// Of each of these victims: which affiliated Ally of `race` to discard.
    DiscardAffiliated { victims: Seats, race: Race },
    /// Which covered Lord to free with the Liberator.
    FreeLord,
}

/// Whose power demands discards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Demand {
    /// The Jailer's.
    Jailer,
    /// The Commander's.
    Commander,
}

impl Demand {
    pub(crate) fn lord(self) -> Lord {
        match self {
            Self::Jailer => Lord::Jailer,
            Self::Commander => Lord::Commander,
        }
    }
}
