//! The laws that every game must keep, as a test.
//!
//! A game's test is a few lines:
//!
//! ```ignore
//! Laws::<Abyss>::new(Options::default())
//!     .playouts(200)
//!     .seats(2..=4)
//!     .fleeting(&["CardPeeked"])
//!     .deducible(&["locationDeck"])
//!     .conserves(|game| game.cards().count())
//!     .check();
//! ```
//!
//! Games are played to their end by chance from seeds that are always the same; at positions of
//! all sorts the three laws of [`crate::Game`] are checked word for word. What fails is told with
//! the seed and the number of seats, which `.replay(seed, seats)` plays again.
//!
//! What the kit cannot see: a game that tells its dice by something that is the same on every run
//! of this process. [`Report::digest`] can be written down in a test to see that too.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Eyes, Game, Told};

mod failure;
mod honesty;
mod json;
mod leaks;
mod legality;
mod pad;
mod playout;
mod rebuild;
mod run;
mod speech;
mod steps;

pub use failure::{Failure, Law, Place};

type Invariant<G> = Box<dyn Fn(&G) -> String>;
type Bookkeeping<G> = Box<dyn Fn(&G, &[Told<<G as Game>::Event>], &G) -> Result<(), String>>;

/// The laws of a game, and how thoroughly to check them.
pub struct Laws<G: Game> {
    options: G::Options,
    playouts: u64,
    seats: RangeInclusive<u8>,
    positions: usize,
    fleeting: Vec<String>,
    deducible: Vec<String>,
    invariants: Vec<Invariant<G>>,
    bookkeeping: Vec<Bookkeeping<G>>,
    replayed: Option<(u64, u8)>,
    strict: bool,
}

impl<G: Game> fmt::Debug for Laws<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Laws")
            .field("game", &G::ABOUT.id)
            .field("playouts", &self.playouts)
            .field("seats", &self.seats)
            .field("positions", &self.positions)
            .field("fleeting", &self.fleeting)
            .field("deducible", &self.deducible)
            .field("replayed", &self.replayed)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Laws<G> {
    /// The laws for a game under these options: 100 playouts over all numbers of seats, 8
    /// positions of each looked at closely.
    #[must_use]
    pub fn new(options: G::Options) -> Self {
        Self {
            options,
            playouts: 100,
            seats: G::ABOUT.fewest_seats..=G::ABOUT.most_seats,
            positions: 8,
            fleeting: Vec::new(),
            deducible: Vec::new(),
            invariants: Vec::new(),
            bookkeeping: Vec::new(),
            replayed: None,
            strict: false,
        }
    }

    /// How many games to play, in turn at each number of seats.
    #[must_use]
    pub fn playouts(mut self, playouts: u64) -> Self {
        self.playouts = playouts;
        self
    }

    /// For how many players.
    #[must_use]
    pub fn seats(mut self, seats: RangeInclusive<u8>) -> Self {
        self.seats = seats;
        self
    }

    /// How many positions of each playout to look at closely: the end, and others of all sorts.
    /// Most of the time goes there.
    #[must_use]
    pub fn positions(mut self, positions: usize) -> Self {
        self.positions = positions.max(1);
        self
    }

    /// Kinds of event (their `__typename`) that are told once and then only remembered, so that
    /// the view after them need not show them.
    #[must_use]
    pub fn fleeting(mut self, kinds: &[&str]) -> Self {
        self.fleeting.extend(kinds.iter().map(|&kind| kind.to_owned()));
        self
    }

    /// Paths of `view(All)`, with all below them, that eyes to whom they are not shown can work
    /// out; `*` stands for any one key or index: `players.*.lastCard`.
    #[must_use]
    pub fn deducible(mut self, paths: &[&str]) -> Self {
        self.deducible.extend(paths.iter().map(|&path| path.to_owned()));
        self
    }

    /// Something that no step may change, nor `imagine`.
    #[must_use]
    pub fn conserves<V: fmt::Debug>(mut self, counted: impl Fn(&G) -> V + 'static) -> Self {
        self.invariants.push(Box::new(move |game| format!("{:?}", counted(game))));
        self
    }

    /// Something that must hold of every step: the game before it, what was told of it, and the
    /// game after it.
    #[must_use]
    pub fn each_step(
        mut self,
        holds: impl Fn(&G, &[Told<G::Event>], &G) -> Result<(), String> + 'static,
    ) -> Self {
        self.bookkeeping.push(Box::new(holds));
        self
    }

    /// Fails also when a hidden path was seen too rarely to be judged.
    #[must_use]
    pub fn judge_all(mut self) -> Self {
        self.strict = true;
        self
    }

    /// Only the playout of that seed at a table of that many, as a failure told it.
    #[must_use]
    pub fn replay(mut self, seed: u64, seats: u8) -> Self {
        self.replayed = Some((seed, seats));
        self
    }

    /// Checks the laws. The environment variable `PLAYOUTS` overrides the number of playouts.
    ///
    /// # Panics
    /// When the game breaks a law, with which, where, and how to see it again.
    pub fn check(mut self) -> Report {
        if let Some(playouts) = std::env::var("PLAYOUTS").ok().and_then(|text| text.parse().ok()) {
            self.playouts = playouts;
        }
        match self.try_check() {
            Ok(report) => report,
            Err(failure) => panic!("{} breaks {failure}", G::ABOUT.id),
        }
    }

    /// Checks the laws.
    ///
    /// # Errors
    /// The first law found broken.
    pub fn try_check(&self) -> Result<Report, Failure> {
        let place = Cell::new(None);
        let run = run::Run::new(self, &place);
        let result = catch_unwind(AssertUnwindSafe(|| run.all())).unwrap_or_else(|panic| {
            let said = panic.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
            let said = said.unwrap_or("no message");
            Err(Failure::new(Law::NeverPanics, "panic", said))
        });
        result.map_err(|failure| match place.get() {
            Some(place) => failure.at(place),
            None => failure,
        })
    }

    /// Seed and seats of every playout.
    fn plan(&self, tables: &[u8]) -> Vec<(u64, u8)> {
        match self.replayed {
            Some(one) => vec![one],
            None => (0..self.playouts).zip(tables.iter().copied().cycle()).collect(),
        }
    }

    fn tables(&self) -> impl Iterator<Item = u8> + use<G> {
        self.seats.clone()
    }

    fn count(&self, game: &G) -> Vec<String> {
        self.invariants.iter().map(|counted| counted(game)).collect()
    }

    fn recount(&self, was: &[String], game: &G) -> Result<(), Failure> {
        let now = self.count(game);
        match was.iter().zip(&now).find(|(was, now)| was != now) {
            Some((was, now)) => {
                let what = format!("{was}\nhas become\n{now}");
                Err(Failure::new(Law::Conserved, "conserves", what))
            }
            None => Ok(()),
        }
    }

    fn book(&self, before: &G, told: &[Told<G::Event>], after: &G) -> Result<(), Failure> {
        self.bookkeeping.iter().try_for_each(|holds| {
            holds(before, told, after).map_err(|what| {
                let told = json::text(&told);
                Failure::new(Law::Conserved, "each step", format!("{what}\ntold: {told}"))
            })
        })
    }

    /// What eyes are told for good, as JSON.
    fn told(&self, told: &[Told<G::Event>], eyes: Eyes) -> Vec<u8> {
        let events = told.iter().filter_map(|told| told.to(eyes));
        let lasting = events
            .filter(|event| !self.fleeting.contains(&json::tag_of(event)))
            .collect::<Vec<_>>();
        json::bytes(&lasting)
    }
}

/// What a run has seen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played and replayed.
    pub playouts: u64,
    /// Steps in them.
    pub steps: u64,
    /// Positions looked at closely.
    pub positions: u64,
    /// Games imagined at them.
    pub imaginings: u64,
    /// Steps tried that had to be refused, and were.
    pub refusals: u64,
    /// How often each kind of step was taken.
    pub steps_by_kind: BTreeMap<String, u64>,
    /// How often each kind of event was told.
    pub events_by_kind: BTreeMap<String, u64>,
    /// Hidden paths that were seen too rarely to judge whether `imagine` redraws them.
    pub unjudged: Vec<String>,
    /// A number made of all final states: the same on every machine and in every process.
    pub digest: u64,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { playouts, steps, positions, imaginings, refusals, digest, .. } = self;
        writeln!(
            f,
            "{playouts} playouts, {steps} steps, {positions} positions looked at closely,"
        )?;
        writeln!(f, "{imaginings} imaginings, {refusals} refusals, digest {digest:016x}")?;
        writeln!(f, "steps: {:?}", self.steps_by_kind)?;
        writeln!(f, "events: {:?}", self.events_by_kind)?;
        for path in &self.unjudged {
            writeln!(f, "seen too rarely to judge: {path}")?;
        }
        Ok(())
    }
}
