//! What still happens in a turn, the next thing last.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::cards::{Location, Lord};

/// Things to happen once nothing is asked any more, in reverse order. There are six at most: the
/// four that end every turn, the refill of the Court, and one arrival of a chain or one search.
pub(crate) type Agenda = ArrayVec<Task, 8>;

/// Something that happens by itself, or asks a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Task {
    /// Turn up the next card of the exploration.
    Reveal,
    /// End the exploration (E20).
    EndExploration,
    /// The arrow power, or the effect on arrival, of a Lord that came into play (E32).
    Arrival(Lord),
    /// The Krakens of the payment are discarded for their Nebulis (E66a).
    SpentKrakens,
    /// Opponents' Shareholders are paid (E66a).
    Shareholders,
    /// Choose which of the Allies spent on a Lord is affiliated (E29).
    Affiliation(Lord),
    /// The Location just taken is searched for Loot (E84).
    Search(Location),
    /// Look whether the Court must be refilled (E33).
    RefillCourt,
    /// Look whether three Keys are together (E38).
    CheckKeys,
    /// Powers that may still be used (E6).
    LastPowers,
    /// The Commander's limit at the end of a turn (E49).
    CutHand,
    /// Pass the turn on.
    PassTurn,
    /// The last turn is over: hands and Monster tokens are laid open (E62).
    Count,
}
