//! A broken law: which, where, and how to see it again.

use std::fmt;

use crate::{Eyes, Seat};

/// What a game has to guarantee; the test kit checks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Law {
    /// Law 1: what eyes are shown and told does not depend on what they may not know, and
    /// `imagine` redraws all of that.
    NothingLeaks,
    /// Law 2: options, seats, seed and entries rebuild any state byte for byte, and a saved game
    /// goes on as if it had never been saved.
    SameJournalSameGame,
    /// Law 3: `play` accepts exactly what `moves` lists, and what it refuses changes nothing.
    IllegalMeansUnchanged,
    /// The game is over within `ABOUT.longest` steps, and until then somebody can move.
    Ends,
    /// Everything has a sentence in every language, every refusal is listed in the catalogue, and every
    /// part of the SDL that people are shown has a label, if any has one.
    HasWords,
    /// Views, events, steps, options, score pads and the catalogue are what the SDL says, and
    /// everything that the SDL speaks of is met.
    FitsSchema,
    /// The score pad has a column a seat, and its sums and ranks agree with its lines.
    ScoreAddsUp,
    /// The conditions of [`Laws::conserves`](super::Laws::conserves) and
    /// [`Laws::each_step`](super::Laws::each_step) hold.
    Conserved,
    /// A play that reveals nothing by [`Op::Reveals`](crate::border::Op::Reveals) can be taken back:
    /// everybody is then shown what they were shown before, and nobody has learned anything.
    TakenBack,
    /// What is previewed as certain comes about, and no list of steps goes on after its player has
    /// learned something by it.
    Foreseen,
    /// No method panics.
    NeverPanics,
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NothingLeaks => "law 1, nothing leaks",
            Self::SameJournalSameGame => "law 2, the same journal gives the same game",
            Self::IllegalMeansUnchanged => "law 3, illegal means unchanged",
            Self::Ends => "the game ends",
            Self::HasWords => "everything has words",
            Self::FitsSchema => "everything fits the schema",
            Self::ScoreAddsUp => "the score adds up",
            Self::Conserved => "what is counted is conserved",
            Self::TakenBack => "what reveals nothing can be taken back",
            Self::Foreseen => "what is certain comes about",
            Self::NeverPanics => "nothing panics",
        })
    }
}

/// Where in the playouts something was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FailureLocation {
    /// Number of the playout's seed, as [`crate::Seed::of_test`] takes it.
    pub seed: u64,
    /// Players at the table.
    pub seats: u8,
    /// Entries played before the position; 0 is the deal.
    pub step: usize,
    /// Whose eyes looked, if it was about eyes.
    pub eyes: Option<Eyes>,
}

/// A law that a game breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The law.
    pub law: Law,
    /// The part of it, in a word or two: `view`, `refusal`, `events`, `imagine is honest`.
    pub clause: &'static str,
    /// Where it was broken; none if only all playouts together show it.
    pub place: Option<FailureLocation>,
    /// What is wrong, for a person to act on.
    pub what: String,
    /// The steps from the deal to the place, as the seat and the step's JSON.
    pub steps: Vec<(Seat, String)>,
    /// The step that was being taken, if it was about one of the playout's own.
    pub taking: Option<Box<(Seat, String)>>,
}

/// How many of the last steps are printed.
const STEPS: usize = 40;

impl Failure {
    /// A broken clause of a law, not yet placed.
    pub(super) fn new(law: Law, clause: &'static str, what: impl Into<String>) -> Self {
        Self { law, clause, place: None, what: what.into(), steps: Vec::new(), taking: None }
    }

    /// The same failure at a place, unless it has one.
    pub(super) fn at(mut self, place: FailureLocation) -> Self {
        self.place.get_or_insert(place);
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} ({})", self.law, self.clause)?;
        match self.place {
            Some(place) => {
                write!(f, "  {} seats, seed {}, step {}", place.seats, place.seed, place.step)?;
                if let Some(eyes) = place.eyes {
                    write!(f, ", eyes {eyes:?}")?;
                }
                writeln!(f)?;
            }
            None => writeln!(f, "  over all playouts together")?,
        }
        for line in self.what.lines() {
            writeln!(f, "  {line}")?;
        }
        let hidden = self.steps.len().saturating_sub(STEPS);
        if !self.steps.is_empty() || self.taking.is_some() {
            writeln!(f, "  after the deal:")?;
        }
        if hidden > 0 {
            writeln!(f, "    the first {hidden} are not shown")?;
        }
        for (nth, (seat, step)) in (1..).zip(&self.steps).skip(hidden) {
            writeln!(f, "    {nth}. seat {}: {step}", seat.0)?;
        }
        if let Some((seat, step)) = self.taking.as_deref() {
            writeln!(f, "    now seat {}: {step}", seat.0)?;
        }
        match self.place {
            Some(place) => write!(
                f,
                "  replay: the setting `replay: ({}, {})`, or .replay(({}, {}))",
                place.seed, place.seats, place.seed, place.seats
            ),
            None => write!(f, "  replay: the same playouts; they are drawn from fixed seeds"),
        }
    }
}

impl std::error::Error for Failure {}
