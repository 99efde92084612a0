//! One run of the kit: what it has met so far, and where it is.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::conform::Conform;
use super::coverage::Report;
use super::failure::{Failure, FailureLocation};
use super::honesty::Honesty;
use super::json;
use super::laws::Laws;
use super::likelihood::Likelihood;
use super::refusals::Refusals;
use super::speech::Speech;
use super::steps::Steps;
use crate::{Eyes, Game, Seat};

/// A run of the kit over all its playouts.
pub(super) struct Run<'a, G: Game> {
    pub(super) laws: &'a Laws<G>,
    pub(super) speech: Speech,
    pub(super) conform: Conform,
    pub(super) honesty: Honesty,
    pub(super) likelihood: Likelihood,
    pub(super) steps: Steps<G>,
    pub(super) report: Report,
    pub(super) met: BTreeSet<u64>,
    pub(super) sorts: BTreeMap<u64, u32>,
    pub(super) place: &'a Place,
}

/// Where a run is: kept outside of it, so that it outlives a panic.
#[derive(Debug, Default)]
pub(super) struct Place {
    at: Cell<Option<FailureLocation>>,
    /// The steps of the playout so far, and the one that is being taken.
    steps: RefCell<Vec<(Seat, String)>>,
    taking: RefCell<Option<(Seat, String)>>,
}

impl Place {
    /// Where the run is, if it is at one place.
    pub(super) fn get(&self) -> Option<FailureLocation> {
        self.at.get()
    }

    /// A failure with the place where the run is.
    pub(super) fn of(&self, failure: Failure) -> Failure {
        let Some(place) = self.at.get() else { return failure };
        let mut failure = failure.at(place);
        failure.steps = self.steps.borrow().iter().take(place.step).cloned().collect();
        failure.taking = self.taking.borrow().clone().map(Box::new);
        failure
    }
}

impl<'a, G: Game> Run<'a, G> {
    pub(super) fn new(laws: &'a Laws<G>, place: &'a Place) -> Result<Self, Failure> {
        Ok(Self {
            laws,
            speech: Speech::new(Refusals::listed_by::<G>(&laws.options)?),
            conform: Conform::new::<G>(&laws.options)?,
            honesty: Honesty::new(&laws.deducible),
            likelihood: Likelihood::default(),
            steps: Steps::new(),
            report: Report::default(),
            met: BTreeSet::new(),
            sorts: BTreeMap::new(),
            place,
        })
    }

    /// Notes that a playout begins.
    pub(super) fn begin(&self, seed: u64, seats: u8) {
        self.place.steps.borrow_mut().clear();
        self.place.taking.replace(None);
        self.place.at.set(Some(FailureLocation { seed, seats, step: 0, eyes: None }));
    }

    /// Notes that the playout takes this step now.
    pub(super) fn take(&self, seat: Seat, step: &Value) {
        self.place.taking.replace(Some((seat, step.to_string())));
    }

    /// Notes that the step was taken, and the playout has come further by it.
    pub(super) fn arrive(&self) {
        let mut steps = self.place.steps.borrow_mut();
        steps.extend(self.place.taking.take());
        self.place.at.set(self.place.at.get().map(|place| FailureLocation {
            step: steps.len(),
            eyes: None,
            ..place
        }));
    }

    /// Notes that what follows is about all playouts together.
    pub(super) fn leave(&self) {
        self.place.at.set(None);
    }

    /// How many seats the table has at which the run is; 0 before the first.
    pub(super) fn seats(&self) -> u8 {
        self.place.at.get().map_or(0, |place| place.seats)
    }

    /// Notes that the kit looks at another step of the same playout.
    pub(super) fn stand(&self, step: usize, eyes: Option<Eyes>) {
        self.place.at.set(self.place.at.get().map(|place| FailureLocation { step, eyes, ..place }));
    }

    /// Notes that the kit looks through these eyes.
    pub(super) fn look_through(&self, eyes: Eyes) {
        self.place
            .at
            .set(self.place.at.get().map(|place| FailureLocation { eyes: Some(eyes), ..place }));
    }

    /// Notes that the kit no longer looks through particular eyes.
    pub(super) fn look_at_all(&self) {
        self.place.at.set(self.place.at.get().map(|place| FailureLocation { eyes: None, ..place }));
    }

    /// Whether this step is met for the first time.
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
