//! The steps a player can make, one choice each.

use gueridon_game::{Sdl, Seat, Yes};
use serde::{Deserialize, Serialize};

use crate::cards::{Card, Guild, Oath, Power};

/// One step of one seat. Choices of several cards are made one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Sdl)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Move {
    /// Keep an Allegiance, in secret: one of those dealt (F0), or of the packet (F30). If a single
    /// one is left of the packet then, it goes into the box unasked.
    KeepOath {
        /// One of those dealt, or of the packet.
        oath: Oath,
    },
    /// Put an Allegiance of the packet back into the box, in secret (F30).
    DiscardOath {
        /// One of the packet.
        oath: Oath,
    },
    /// Play a card of the hand (F9).
    Play {
        /// A card of the hand.
        card: Card,
    },
    /// Turn one's Protection to its active side; with Ervane: take the fifth one.
    Protect(Yes),
    /// Take a free card of an opponent: Diplomats, Aldemar.
    Steal {
        /// The seat of its owner.
        seat: Seat,
        /// The guild in whose stack it lies.
        guild: Guild,
    },
    /// Look at the next cards of the pile: Mediums, Oniria. If there is but one, it is kept
    /// unasked.
    Foresee(Yes),
    /// Keep one of the cards foreseen; the others go under the pile.
    KeepCard {
        /// One of those foreseen.
        card: Card,
    },
    /// Discard cards of one guild of an opponent: Colossi, Grundak.
    Crush {
        /// The seat of their owner.
        seat: Seat,
        /// The guild in whose stack they lie.
        guild: Guild,
        /// How many, at least 1.
        count: u8,
    },
    /// Gain another play in this turn: Excavators, Torvik.
    ExtraPlay(Yes),
    /// Discard a free card of an opponent: Assassins, Sireth, the Allegiance of the Blade.
    Strike {
        /// The seat of its owner.
        seat: Seat,
        /// The guild in whose stack it lies.
        guild: Guild,
    },
    /// Exchange a free card for one of an opponent: Illusionists, Mirvane.
    Swap {
        /// The guild of the card given.
        own: Guild,
        /// The seat of the other owner.
        seat: Seat,
        /// The guild of the card taken, another one.
        guild: Guild,
    },
    /// Add a card of the discard to the field: Gravediggers, Deexos (F18).
    Exhume {
        /// A card of the discard.
        card: Card,
    },
    /// Let a Gravedigger count for another guild until the end of the turn: Gravediggers, Deexos
    /// (F19).
    Disguise {
        /// One of the eight in play.
        guild: Guild,
    },
    /// Sacrifice a Damned to copy a power (F20).
    Sacrifice {
        /// The guild whose power it is.
        guild: Guild,
    },
    /// Copy a power with Valdyr (F20a).
    Copy {
        /// The guild whose power it is.
        guild: Guild,
    },
    /// Draw cards: Ysaline.
    Draw(Yes),
    /// Do without: a chief's power, or what is left of an Allegiance's effect.
    Decline(Yes),
    /// Cancel the power aimed at one's field with a Protection (F22).
    Cancel(Yes),
    /// Let the power aimed at one's field happen (F22).
    Allow(Yes),
    /// End the actions of the turn; discards follow (F15). Without a card in hand the refill comes
    /// at once, unasked.
    EndTurn(Yes),
    /// Discard a card of the hand before it is refilled (F15). After the last one the refill comes
    /// unasked.
    Discard {
        /// A card of the hand.
        card: Card,
    },
    /// Refill the hand without another discard, which ends the turn (F15).
    Refill(Yes),
    /// Put a card of the hand on the field: the Allegiance of the Grimoire.
    Place {
        /// A card of the hand.
        card: Card,
    },
    /// Let a partisan count for another guild: the Allegiance of the Mirror.
    Mirror {
        /// The guild for which it counted.
        from: Guild,
        /// The guild for which it counts from now on: another one of the eight in play.
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
