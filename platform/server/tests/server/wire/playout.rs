//! Random games, played across the C border; every position is kept with its past.

use std::collections::BTreeMap;
use std::sync::Arc;

use gueridon_game::{Eyes, Seat, Seed};
use gueridon_host::table::{Fixture, FixtureEntry};
use gueridon_modules::module::{Handle, Module, RawJson};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use crate::support::server::module;
use crate::wire::side::BEGINNING_MS;

/// The module of a file as cargo has built it with this test.
pub(crate) fn open(file: &str) -> Arc<Module> {
    let bytes = std::fs::read(module(file)).unwrap();
    Module::open(&bytes, Sha256::digest(&bytes).into()).unwrap()
}

/// A game from the deal to the end.
#[derive(Debug)]
pub(crate) struct Playout {
    pub(crate) module: Arc<Module>,
    pub(crate) seats: u8,
    pub(crate) number: u64,
    /// The saved game before each entry, and the entries at which each seat last played or its
    /// question last changed.
    moments: Vec<(RawJson, Vec<u64>)>,
    past: Vec<FixtureEntry>,
}

impl Playout {
    /// Plays a game with random steps; the same for the same number.
    pub(crate) fn play(module: &Arc<Module>, seats: u8, number: u64) -> Self {
        let mut dice = ChaCha8Rng::seed_from_u64(number);
        let (mut game, mut summary) = module.deal(None, seats, &Seed::of_test(number)).unwrap();
        let mut decided = vec![0; usize::from(seats)];
        let (mut moments, mut past) = (Vec::new(), Vec::new());
        loop {
            moments.push((game.save().unwrap(), decided.clone()));
            let acting: Vec<Seat> = summary.to_act.iter().collect();
            if acting.is_empty() {
                break;
            }
            let seat = acting[dice.random_range(0..acting.len())];
            let steps = moves(&mut game, seat);
            let steps = vec![steps[dice.random_range(0..steps.len())].clone()];
            let seq = past.len() as u64 + 1;
            let played = game.play(seat, seq, &raw(&steps)).unwrap();
            game.keep().unwrap();
            for (nth, decided) in decided.iter_mut().enumerate() {
                if nth == seat.index() || played.summary.decisions[nth] != summary.decisions[nth] {
                    *decided = seq;
                }
            }
            summary = played.summary;
            let at_ms = BEGINNING_MS + past.len() as i64;
            past.push(FixtureEntry {
                seat,
                key: format!("past {seq}"),
                steps: steps.into(),
                at_ms,
                told: played.told,
            });
        }
        Self { module: Arc::clone(module), seats, number, moments, past }
    }

    /// How many positions it has, the deal and the end among them.
    pub(crate) fn len(&self) -> usize {
        self.moments.len()
    }

    pub(crate) fn seed(&self) -> Seed {
        Seed::of_test(self.number)
    }

    /// The position after so many entries.
    pub(crate) fn position(&self, after: usize) -> Fixture {
        let (state, decided) = self.moments[after].clone();
        Fixture { state, decided, past: self.past[..after].to_vec() }
    }

    /// Adds every step that was played to those of its kind.
    pub(crate) fn collect(&self, steps: &mut BTreeMap<String, Vec<Json>>) {
        let read = |past: &FixtureEntry| {
            serde_json::from_str::<Vec<Json>>(past.steps.json().get()).unwrap()
        };
        for step in self.past.iter().flat_map(read) {
            let kind = step.as_object().unwrap().keys().next().unwrap();
            let known = steps.entry(kind.clone()).or_default();
            if !known.contains(&step) {
                known.push(step);
            }
        }
    }
}

/// The steps open to a seat.
pub(crate) fn moves(game: &mut Handle, seat: Seat) -> Vec<Json> {
    let listed = game.moves(seat, gueridon_game::Language::En).unwrap();
    listed.iter().map(|choice| serde_json::from_str(choice.step.get()).unwrap()).collect()
}

/// A list of steps as the border takes it.
pub(crate) fn raw(steps: &[Json]) -> RawJson {
    serde_json::value::to_raw_value(steps).unwrap()
}

/// The eyes of a seat, or of the public.
pub(crate) fn eyes(viewer: Option<u8>) -> Eyes {
    viewer.map_or(Eyes::Public, |seat| Eyes::Seat(Seat(seat)))
}
