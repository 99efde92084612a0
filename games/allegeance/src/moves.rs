//! The steps a player can make, one choice each.

use gueridon_game::{Seat, Yes};
use serde::{Deserialize, Serialize};

use crate::cards::{Card, Guild, Oath, Power};

/// One step of one seat. Choices of several cards are made one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Move {
    /// Keeps an Allegiance, in secret (F0, F30).
    KeepOath {
        /// One of those dealt, or of the packet.
        oath: Oath,
    },
    /// Puts an Allegiance of the packet back into the box, in secret (F30).
    DiscardOath {
        /// One of the packet.
        oath: Oath,
    },
    /// Plays a card of the hand (F9).
    Play {
        /// The card.
        card: Card,
    },
    /// Turns one's Protection to its active side, or takes the fifth one.
    Protect(Yes),
    /// Takes a free card of an opponent.
    Steal {
        /// From whom.
        seat: Seat,
        /// A card of which guild.
        guild: Guild,
    },
    /// Looks at the next cards of the pile.
    Foresee(Yes),
    /// Keeps one of the cards foreseen.
    KeepCard {
        /// Which one.
        card: Card,
    },
    /// Discards cards of one guild of an opponent.
    Crush {
        /// Of whom.
        seat: Seat,
        /// Cards of which guild.
        guild: Guild,
        /// How many, 1 or more.
        count: u8,
    },
    /// Gains another play in this turn.
    ExtraPlay(Yes),
    /// Discards a free card of an opponent.
    Strike {
        /// Of whom.
        seat: Seat,
        /// A card of which guild.
        guild: Guild,
    },
    /// Exchanges a free card for one of an opponent.
    Swap {
        /// The guild of one's own card.
        own: Guild,
        /// With whom.
        seat: Seat,
        /// The guild of the opponent's card.
        guild: Guild,
    },
    /// Adds a card of the discard to the field (F18).
    Exhume {
        /// Which one.
        card: Card,
    },
    /// Lets a Fossoyeur count for another guild until the end of the turn (F19).
    Disguise {
        /// For which guild.
        guild: Guild,
    },
    /// Sacrifices a Damné to copy a power (F20).
    Sacrifice {
        /// The guild whose power is copied.
        guild: Guild,
    },
    /// Copies a power with Valdyr (F20a).
    Copy {
        /// The guild whose power is copied.
        guild: Guild,
    },
    /// Draws cards.
    Draw(Yes),
    /// Does without: a chief's power, or what is left of an Allegiance's effect.
    Decline(Yes),
    /// Cancels the power aimed at one's field with a Protection (F22).
    Cancel(Yes),
    /// Lets the power aimed at one's field happen (F22).
    Allow(Yes),
    /// Ends the actions of the turn; discards follow (F15).
    EndTurn(Yes),
    /// Discards a card of the hand before the refill (F15).
    Discard {
        /// Which one.
        card: Card,
    },
    /// Refills the hand, which ends the turn (F15).
    Refill(Yes),
    /// Puts a card of the hand on the field with an Allegiance.
    Place {
        /// Which one.
        card: Card,
    },
    /// Lets a partisan count for another guild with an Allegiance.
    Mirror {
        /// The guild it counted for.
        from: Guild,
        /// The guild it counts for.
        to: Guild,
    },
}

impl Move {
    /// Whether the step is how a power of this sort is used.
    pub(crate) fn uses(self, power: Power) -> bool {
        matches!(
            (power, self),
            (Power::RaiseProtection {} | Power::TakeProtection {}, Self::Protect(_))
                | (Power::Steal {}, Self::Steal { .. })
                | (Power::Foresee { .. }, Self::Foresee(_))
                | (Power::Crush { .. }, Self::Crush { .. })
                | (Power::ExtraPlay { .. }, Self::ExtraPlay(_))
                | (Power::Strike {}, Self::Strike { .. })
                | (Power::Swap {}, Self::Swap { .. })
                | (Power::Gravedig {}, Self::Exhume { .. } | Self::Disguise { .. })
                | (Power::Sacrifice {}, Self::Sacrifice { .. })
                | (Power::Draw { .. }, Self::Draw(_))
                | (Power::Copy {}, Self::Copy { .. })
        )
    }

    /// The guild of the card that the step gives for another, if it gives one.
    pub(crate) fn offered(self) -> Option<Guild> {
        if let Self::Swap { own, .. } = self { Some(own) } else { None }
    }

    /// The guild whose power the step copies, if it copies one.
    pub(crate) fn copied(self) -> Option<Guild> {
        match self {
            Self::Sacrifice { guild } | Self::Copy { guild } => Some(guild),
            _ => None,
        }
    }

    /// What the step is aimed at, if it is aimed at a field: whose, the guild, and how many cards.
    pub(crate) fn target(self) -> Option<(Seat, Guild, u8)> {
        match self {
            Self::Crush { seat, guild, count } => Some((seat, guild, count)),
            Self::Steal { seat, guild }
            | Self::Strike { seat, guild }
            | Self::Swap { seat, guild, .. } => Some((seat, guild, 1)),
            _ => None,
        }
    }
}
