//! Every way in which a toy goes wrong.

use std::cell::Cell;

use serde::{Deserialize, Serialize};

/// How a toy goes wrong. It is an option of the toy, so that the kit is compiled for one game only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) enum Fault {
    #[default]
    None,
    LeakyView,
    LeakyScore,
    LeakyRefusal,
    LeakyEvent,
    LeakyPrompt,
    LeakyMoves,
    LeakyWeight,
    LeakyEventOrder,
    ImagineClones,
    ImagineDeckOnly,
    ImagineForgetsAHand,
    ImagineForgetsBids,
    ImagineForgesACard,
    ImagineForgetsWhatWasSeen,
    ImagineIsStuck,
    ImagineForgetsThePeeked,
    ImagineFavoursTheTruth,
    ImagineKeepsHowHigh,
    ImagineKnowsWhichLeft,
    ForeignDice,
    SaveLoses,
    RefusalChanges,
    RefusalTells,
    ListedButRefused,
    AcceptedButUnlisted,
    AcceptedOutOfTurn,
    AcceptedAfterTheEnd,
    ListedTwice,
    AnySeats,
    AcceptedFromNobody,
    NeverEnds,
    Stuck,
    NoWords,
    PeekTellsNobody,
    PeekTellsOne,
    PlaceholderLeft,
    WrongRank,
    LosesACard,
    Panics,
    UnknownField,
    UnknownEvent,
    ScoreWithoutAName,
    NeverFoggy,
    TakesUnknownFields,
    PanicsOnOddJson,
    CountsElsewhere,
    RefusesUnlisted,
    ListsFewerRefusals,
    ListsARefusalOfTheTable,
    TellsOfARareCard,
    TellsAllOfAGlimpse,
    ShowsAllWhatOnePeekedAt,
    RefusesForAStranger,
    ImagineLosesACard,
}

/// How a toy is played.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    pub(crate) fault: Fault,
}

thread_local! {
    /// The fault with which steps are read and views are shown on this thread: reading does not know
    /// the options, and a playthrough has them written in it.
    pub(crate) static READING: Cell<Fault> = const { Cell::new(Fault::None) };
    /// What a toy keeps outside of the game: how many steps there were.
    pub(super) static STEPS: Cell<u8> = const { Cell::new(0) };
}
