//! Law 1 on the wire: a viewer who cannot tell two games apart is sent the same bytes for both,
//! until what they may see differs.
//!
//! A failure names the game's seed, its seats, the entry, the viewer and the first bytes that
//! differ; everything is drawn from fixed seeds, so the same test fails there again.

mod document;
mod outcome;
mod playout;
mod side;
mod twins;

use std::collections::BTreeMap;
use std::sync::Arc;

use document::Documents;
use gueridon_modules::module::Module;
use outcome::{Channel, Compared};
use playout::{Playout, open};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::Value as Json;
use side::Side;
use twins::{Spot, Table, compare, compare_at_end};

/// What is compared: a game, with so many players.
struct Plan {
    module: Arc<Module>,
    fleeting: &'static [&'static str],
    seats: u8,
    playouts: u64,
    /// Positions of each playout.
    positions: usize,
    /// Viewers of each position.
    viewers: u8,
}

fn abyss(seats: u8) -> Plan {
    let module = open("libabyss.so");
    // As in the game's own tests of the laws.
    let fleeting = &["CardRevealed", "AllyTaken", "CardsDiscarded"];
    Plan { module, fleeting, seats, playouts: 6, positions: 6, viewers: 2 }
}

fn allegeance(seats: u8) -> Plan {
    let module = open("liballegeance.so");
    Plan { module, fleeting: &[], seats, playouts: 6, positions: 6, viewers: 2 }
}

fn astoria(seats: u8) -> Plan {
    let module = open("libastoria.so");
    Plan { module, fleeting: &[], seats, playouts: 6, positions: 6, viewers: 2 }
}

fn sealed(seats: u8) -> Plan {
    let module = open("libsealed.so");
    Plan { module, fleeting: &[], seats, playouts: 3, positions: 4, viewers: 2 }
}

/// Two servers, and the games that are compared on them.
struct Stage {
    sides: [Side; 2],
    documents: Documents,
    playouts: Vec<Playout>,
    steps: Vec<Json>,
    fleeting: &'static [&'static str],
}

impl Stage {
    async fn of(plan: &Plan) -> Self {
        let side = || Side::start(vec![Arc::clone(&plan.module)], plan.seats);
        let sides = [side().await, side().await];
        let documents = Documents::of(&sides[0].sdl);
        let numbers = (0..plan.playouts).map(|number| number + 100 * u64::from(plan.seats));
        let play = |number| Playout::play(&plan.module, plan.seats, number);
        let playouts: Vec<Playout> = numbers.map(play).collect();
        let mut by_kind = BTreeMap::new();
        playouts.iter().for_each(|playout| playout.collect(&mut by_kind));
        let mut dice = plan.dice();
        // No kind of step is rare here, however rare it is in play.
        let some = |steps: Vec<Json>| {
            (0..12).map(|_| steps[dice.random_range(0..steps.len())].clone()).collect::<Vec<_>>()
        };
        let steps = by_kind.into_values().flat_map(some).collect();
        Self { sides, documents, playouts, steps, fleeting: plan.fleeting }
    }

    fn table(&self) -> Table<'_> {
        let Self { sides, documents, steps, fleeting, .. } = self;
        Table { sides, documents, steps, fleeting }
    }
}

impl Plan {
    fn dice(&self) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(u64::from(self.seats))
    }

    /// Positions spread over the games, the one before the last step among them in every other
    /// game, each through the eyes of some seats or of the public.
    fn spots<'a>(&self, playouts: &'a [Playout]) -> Vec<Spot<'a>> {
        let mut dice = self.dice();
        let mut spots = Vec::new();
        for playout in playouts {
            for nth in 0..self.positions {
                let last = playout.len() - 2;
                let is_last = nth == 0 && playout.number % 2 == 0;
                let after = if is_last { last } else { dice.random_range(0..=last) };
                let first = dice.random_range(0..=self.seats);
                for viewer in (first..first + self.viewers).map(|next| next % (self.seats + 1)) {
                    let viewer = Some(viewer).filter(|&seat| seat < self.seats);
                    spots.push(Spot { playout, after, viewer });
                }
            }
        }
        spots
    }
}

async fn nothing_leaks(plan: Plan, least: usize) {
    let stage = Stage::of(&plan).await;
    let spots = plan.spots(&stage.playouts);
    assert!(spots.len() >= least, "{} positions are too few", spots.len());
    let mut sum = Compared::default();
    for &spot in &spots {
        match compare(&stage.table(), spot, None).await {
            Ok(compared) => sum += compared,
            Err(difference) => panic!("{difference}"),
        }
    }
    // Otherwise there would have been nothing to leak.
    assert!(sum.answers > 10 * spots.len() && sum.steps > 0 && sum.uncertain > 0, "{sum:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn abyss_leaks_nothing_to_two() {
    nothing_leaks(abyss(2), 72).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn abyss_leaks_nothing_to_three() {
    nothing_leaks(abyss(3), 72).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn abyss_leaks_nothing_to_four() {
    nothing_leaks(abyss(4), 72).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn allegeance_leaks_nothing() {
    for seats in 2..=4 {
        nothing_leaks(allegeance(seats), 36).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn astoria_leaks_nothing_to_two_or_six() {
    for seats in [2, 6] {
        nothing_leaks(astoria(seats), 48).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_example_leaks_nothing() {
    for seats in 2..=4 {
        nothing_leaks(sealed(seats), 24).await;
    }
}

/// Puts another player into the viewer's place on one channel, where the test has to find a
/// difference.
async fn is_caught(plan: Plan, channels: &[Channel]) {
    let plan = Plan { playouts: 3, positions: 2, viewers: 1, ..plan };
    let stage = Stage::of(&plan).await;
    for &channel in channels {
        let mut caught = 0;
        for spot in plan.spots(&stage.playouts) {
            if let Err(difference) = compare(&stage.table(), spot, Some(channel)).await {
                assert_eq!(difference.channel, channel, "{difference}");
                let said = difference.to_string();
                assert!(said.contains("with seed") && said.contains("at byte"), "{said}");
                caught += 1;
            }
        }
        assert!(caught > 0, "nobody noticed that {channel:?} leaked");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leak_on_one_channel_is_found_on_that_channel() {
    use Channel::{Listen, Look, Play, Preview, Refusal};
    is_caught(sealed(3), &[Look, Refusal, Preview, Play, Listen]).await;
    is_caught(abyss(3), &[Look, Preview, Play, Listen]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_the_end_only_all_seeing_eyes_can_tell_twins_apart() {
    let plan = Plan { playouts: 3, ..abyss(2) };
    let stage = Stage::of(&plan).await;
    for playout in &stage.playouts {
        for viewer in [Some(0), Some(1), None] {
            let spot = Spot { playout, after: playout.len() - 1, viewer };
            let [own, all] = compare_at_end(&stage.table(), spot).await;
            if let Err(difference) = own {
                panic!("{difference}");
            }
            assert!(all.is_err(), "with all-seeing eyes no twin is like the other");
        }
    }
}
