//! One run of the kit: what it has met so far, and where it is.

use std::cell::Cell;
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
use crate::{Eyes, Game};

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
    pub(super) place: &'a Cell<Option<FailureLocation>>,
}

impl<'a, G: Game> Run<'a, G> {
    pub(super) fn new(
        laws: &'a Laws<G>,
        place: &'a Cell<Option<FailureLocation>>,
    ) -> Result<Self, Failure> {
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

    /// Notes that a playout begins, or goes on to its next step.
    pub(super) fn arrive(&self, seed: u64, seats: u8, step: usize) {
        self.place.set(Some(FailureLocation { seed, seats, step, eyes: None }));
    }

    /// Notes that the kit looks at another step of the same playout.
    pub(super) fn stand(&self, step: usize, eyes: Option<Eyes>) {
        self.place.set(self.place.get().map(|place| FailureLocation { step, eyes, ..place }));
    }

    /// Notes that the kit looks through these eyes.
    pub(super) fn look_through(&self, eyes: Eyes) {
        self.place.set(self.place.get().map(|place| FailureLocation { eyes: Some(eyes), ..place }));
    }

    /// Notes that the kit no longer looks through particular eyes.
    pub(super) fn look_at_all(&self) {
        self.place.set(self.place.get().map(|place| FailureLocation { eyes: None, ..place }));
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
