//! One run of the kit: what it has met so far, and where it stands.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::conform::{self, Conform};
use super::failure::{Failure, Law, Place};
use super::honesty::Honesty;
use super::leaks::Position;
use super::playout::{Playout, choices};
use super::speech::Speech;
use super::steps::Steps;
use super::{Laws, Report, json, labels, leaks, legality, odd, phrases, playout, rebuild, undo};
use crate::{Dice, Eyes, Game, Seed};

/// Games of each number of seats that are played before any position is chosen, to learn what
/// steps and sorts of position there are.
const WARM: u64 = 6;
/// Steps of each kind that are tried where they do not belong, and bent ones beside them.
const EACH: usize = 2;
const BENT: usize = 12;
/// Games of each number of seats that odd input is sent to.
const ODD: u64 = 2;

/// A run of the kit over all its playouts.
pub(super) struct Run<'a, G: Game> {
    pub(super) laws: &'a Laws<G>,
    pub(super) speech: Speech,
    pub(super) conform: Conform,
    pub(super) honesty: Honesty,
    pub(super) steps: Steps<G>,
    pub(super) report: Report,
    met: BTreeSet<u64>,
    sorts: BTreeMap<u64, u32>,
    place: &'a Cell<Option<Place>>,
}

impl<'a, G: Game> Run<'a, G> {
    pub(super) fn new(laws: &'a Laws<G>, place: &'a Cell<Option<Place>>) -> Result<Self, Failure> {
        Ok(Self {
            laws,
            speech: Speech::default(),
            conform: Conform::new::<G>(&laws.options)?,
            honesty: Honesty::new(&laws.deducible),
            steps: Steps::new(),
            report: Report::default(),
            met: BTreeSet::new(),
            sorts: BTreeMap::new(),
            place,
        })
    }

    /// Plays and checks everything.
    ///
    /// What is met in one playout is forgotten before the next, down to what the warm-up taught:
    /// so that a playout is checked alike whichever went before it, and a failure replays.
    pub(super) fn all(mut self) -> Result<Report, Failure> {
        if let Some(book) = &self.laws.book {
            phrases::check(&G::ABOUT, book)?;
        }
        labels::check::<G>(&self.laws.options, &self.laws.never)?;
        legality::check_seats(&mut self)?;
        let tables: Vec<u8> = self.laws.tables().collect();
        for &seats in &tables {
            for number in 0..WARM {
                let playout = playout::play(&mut self, number, seats)?;
                playout.sorts.iter().for_each(|&sort| *self.sorts.entry(sort).or_default() += 1);
            }
        }
        self.report = Report::default();
        self.conform.forget();
        self.conform.options(&json::tree(&self.laws.options))?;
        let (steps, met) = (self.steps.clone(), self.met.clone());
        for (number, seats) in self.laws.plan(&tables) {
            self.steps.clone_from(&steps);
            self.met.clone_from(&met);
            self.one(number, seats)?;
        }
        self.place.set(None);
        self.report.unjudged = self.honesty.judge()?;
        self.report.reached = self.conform.reached();
        self.report.enums = self.conform.enums();
        conform::never_reached(&self.report.reached, &self.laws.never)?;
        if !self.laws.is_sample {
            conform::all_reached(&self.report.reached, &self.laws.met_elsewhere, &self.laws.never)?;
            self.report.at_least(&self.laws.least, &self.laws.never)?;
        }
        if self.laws.strict && !self.report.unjudged.is_empty() {
            let what = format!("seen too rarely to judge:\n{}", self.report.unjudged.join("\n"));
            return Err(Failure::new(Law::NothingLeaks, "imagine is honest", what));
        }
        Ok(self.report)
    }

    /// Sends odd input to a few games of each number of seats.
    pub(super) fn odd(mut self) -> Result<(), Failure> {
        for seats in self.laws.tables() {
            for number in 0..ODD {
                odd::check(&mut self, number, seats)?;
            }
        }
        Ok(())
    }

    fn one(&mut self, number: u64, seats: u8) -> Result<(), Failure> {
        let playout = playout::play(self, number, seats)?;
        let mut dice = choices(number, 1);
        let positions = self.choose_positions(&playout, &mut dice);
        rebuild::replay(self, &playout, &positions)?;
        rebuild::go_on(self, &playout)?;
        for (nth, &position) in positions.iter().enumerate() {
            self.stand(position, None);
            let game = &playout.games[position];
            let mut seed = Seed::of_test(number);
            seed.0[16..24].copy_from_slice(&(nth as u64 + 1).to_le_bytes());
            rebuild::restore(&playout, position)?;
            playout::look(self, game, seats)?;
            undo::check(self, game, seats, &seed)?;
            let candidates = self.steps.candidates(EACH, BENT, &mut dice);
            legality::check(self, game, seats, &candidates, &seed)?;
            let here = Position { game, seats, playout: number, candidates: &candidates, seed };
            leaks::check(self, &here, &mut dice)?;
        }
        self.report.playouts += 1;
        self.report.steps += playout.entries.len() as u64;
        self.report.positions += positions.len() as u64;
        Ok(())
    }

    /// The end, and others by chance, each sort of position as likely as the others.
    fn choose_positions(&self, playout: &Playout<G>, dice: &mut Dice) -> Vec<usize> {
        let mut counts = self.sorts.clone();
        playout.sorts.iter().for_each(|&sort| *counts.entry(sort).or_default() += 1);
        let mut weights: Vec<usize> =
            playout.sorts.iter().map(|sort| 1 + 100_000 / counts[sort] as usize).collect();
        let end = weights.len() - 1;
        weights[end] = 0;
        let mut chosen = vec![end];
        while chosen.len() < self.laws.positions {
            let total: usize = weights.iter().sum();
            if total == 0 {
                break;
            }
            let mut throw = dice.below(total);
            for (index, weight) in weights.iter_mut().enumerate() {
                if throw < *weight {
                    chosen.push(index);
                    *weight = 0;
                    break;
                }
                throw -= *weight;
            }
        }
        chosen.sort_unstable();
        chosen
    }

    /// A playout begins, or goes on to its next step.
    pub(super) fn arrive(&self, seed: u64, seats: u8, step: usize) {
        self.place.set(Some(Place { seed, seats, step, eyes: None }));
    }

    /// The kit looks at another step of the same playout.
    pub(super) fn stand(&self, step: usize, eyes: Option<Eyes>) {
        self.place.set(self.place.get().map(|place| Place { step, eyes, ..place }));
    }

    /// The kit looks through other eyes.
    pub(super) fn look_through(&self, eyes: Eyes) {
        self.place.set(self.place.get().map(|place| Place { eyes: Some(eyes), ..place }));
    }

    /// The kit is done looking through somebody's eyes.
    pub(super) fn look_at_all(&self) {
        self.place.set(self.place.get().map(|place| Place { eyes: None, ..place }));
    }

    /// Whether such a step was not met before.
    pub(super) fn is_new_step(&mut self, written: &Value) -> bool {
        self.met.insert(json::digest(written.to_string().as_bytes()))
    }

    pub(super) fn met_step(&mut self, tag: &str) {
        count(&mut self.report.steps_by_kind, tag);
    }

    pub(super) fn met_refusal(&mut self, code: &str) {
        count(&mut self.report.refusals_by_code, code);
    }

    pub(super) fn met_event(&mut self, tag: &str) {
        count(&mut self.report.events_by_kind, tag);
    }
}

fn count(counts: &mut BTreeMap<String, u64>, tag: &str) {
    match counts.get_mut(tag) {
        Some(count) => *count += 1,
        None => {
            counts.insert(tag.to_owned(), 1);
        }
    }
}
