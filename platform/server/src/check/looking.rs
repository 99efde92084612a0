//! A game that is played again, to be looked at closely.

use std::sync::Arc;

use gueridon_game::border::Op;
use gueridon_game::{Dice, Seed};
use gueridon_modules::{Handle, Module};
use serde_json::value::RawValue;

use super::conformity::Schema;
use super::coverage::Coverage;
use super::distributions::Imaginings;
use super::findings::{Findings, Lost};
use super::playouts::{Playout, Rules, Stream, seed_of};

/// A game that is played again.
pub(super) struct Looking<'a> {
    pub(super) rules: &'a Rules<'a>,
    pub(super) module: &'a Arc<Module>,
    pub(super) playout: &'a Playout,
    pub(super) handle: Handle,
    pub(super) findings: &'a mut Findings,
    pub(super) coverage: &'a mut Coverage,
    pub(super) imaginings: &'a mut Imaginings,
    pub(super) dice: Dice,
}

impl Looking<'_> {
    pub(super) fn schema(&self) -> &Schema {
        self.rules.schema
    }

    /// A seed for what is imagined at this position.
    pub(super) fn imagined_seed(&self, taken: usize, nth: u64) -> Seed {
        let Playout { seats, number, .. } = self.playout;
        let mut seed = seed_of(self.rules.seed, *seats, *number, Stream::Imagined);
        seed.0[17..24].copy_from_slice(&(taken as u64).to_le_bytes()[..7]);
        seed.0[24..32].copy_from_slice(&nth.to_le_bytes());
        seed
    }

    /// Opens an imagined game.
    pub(super) fn open_imagined(&mut self, state: &RawValue) -> Result<Option<Handle>, Lost> {
        let opened = self.module.restore(state, self.playout.seats, &Seed([7; 32]));
        Ok(self.findings.heard(Op::Imagine, opened)?.map(|(handle, _)| handle))
    }
}
