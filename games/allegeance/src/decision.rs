//! What is asked, and of whom.

use gueridon_game::{Seat, Seats};
use serde::{Deserialize, Serialize};

use crate::cards::Guild;
use crate::moves::Move;

/// What is asked now. Of the active player, unless it says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Decision {
    /// The game is over.
    Over,
    /// Of all at once: which of the Allegiances dealt to keep (F0).
    ChooseOath,
    /// Of one drafter: which Allegiance of the packet to keep (F30).
    DraftOath { seat: Seat },
    /// Of one drafter: which Allegiance of the packet to put back into the box (F30).
    DraftDiscard { seat: Seat },
    /// To play a card, to use a power, or to end the turn (F0a).
    Act,
    /// Whether and how to use the power of the chief just played (F6).
    ChiefPower { chief: Guild },
    /// How to use the power of `guild` that was copied (F20, F20a).
    AimCopied { guild: Guild },
    /// Of the player it is aimed at: whether to cancel this use of a power (F22).
    React { seat: Seat, step: Move },
    /// Which of the cards foreseen to keep.
    KeepForeseen,
    /// Which cards to discard before the hand is refilled (F15).
    DiscardCards,
    /// Of one player: how to use the effect of their Allegiance (F24): how often it may still be
    /// used, and who was struck already.
    UseOath { seat: Seat, left: u8, struck: Seats },
}
