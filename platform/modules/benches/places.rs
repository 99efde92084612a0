//! What a call and a move cost inside the host and in a worker, with a real module. `make bench`
//! builds the module first.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a bench prints, or has failed")]

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gueridon_game::{Eyes, Language, Seat, Seed};
use gueridon_modules::module::{Handle, Module};
use gueridon_modules::{IsolatedGames, Isolation, WorkerLimits};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

const SEATS: u8 = 4;
/// How many entries the game has that is called.
const STEPS: u64 = 150;

fn main() {
    let worker = Path::new(env!("CARGO_BIN_EXE_gueridon-worker"));
    let file = worker.with_file_name("deps/libabyss.so");
    let bytes = fs::read(&file);
    let bytes = bytes.unwrap_or_else(|_| panic!("{} is missing: see make bench", file.display()));
    let sha256 = Sha256::digest(&bytes).into();
    let limits = WorkerLimits { workers: 1, ..WorkerLimits::default() };
    let isolation = Isolation { command: vec![worker.into()], games: IsolatedGames::All, limits };
    let inside = Module::open(&bytes, sha256).unwrap();
    let bytes: Arc<[u8]> = bytes.into();
    let began = Instant::now();
    let isolated = Module::open_isolated(&bytes, sha256, &Arc::new(isolation)).unwrap();
    println!("a worker is started in {:?}", began.elapsed());
    for (place, module) in [("inside", inside), ("in a worker", isolated)] {
        println!("{place}: {}", costs(&module));
    }
}

/// The best of many short windows, which other processes disturb least.
fn best_of(mut once: impl FnMut()) -> Duration {
    const WINDOWS: usize = 200;
    const CALLS: u32 = 50;
    let window = || {
        let began = Instant::now();
        (0..CALLS).for_each(|_| once());
        began.elapsed() / CALLS
    };
    std::iter::repeat_with(window).take(WINDOWS).min().unwrap()
}

/// A random step of a seat that is to act. Recruiting ends a game of Abyss: it is left out.
fn step(game: &mut Handle, dice: &mut ChaCha8Rng) -> (Seat, Box<RawValue>) {
    let found = (0..SEATS).map(Seat).find_map(|seat| {
        let moves = game.moves(seat, Language::En).unwrap();
        let mut steps: Vec<&str> = moves.iter().map(|choice| choice.step.get()).collect();
        if steps.iter().any(|step| !step.contains("recruit")) {
            steps.retain(|step| !step.contains("recruit"));
        }
        let chosen = steps.get(dice.random_range(0..steps.len().max(1)))?;
        Some((seat, RawValue::from_string(format!("[{chosen}]")).unwrap()))
    });
    found.unwrap()
}

fn costs(module: &Arc<Module>) -> String {
    let (mut game, _) = module.deal(None, SEATS, &Seed::of_test(1)).unwrap();
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    for entry in 1..=STEPS {
        let (seat, steps) = step(&mut game, &mut dice);
        game.play(seat, entry, &steps).unwrap();
        game.keep().unwrap();
    }
    let (seat, steps) = step(&mut game, &mut dice);
    let eyes = Eyes::Seat(seat);
    // The smallest call there is: nothing is tried, so nothing is dropped.
    let call = best_of(|| game.drop_tried().unwrap());
    let view = best_of(|| drop(game.view(eyes).unwrap()));
    let look = best_of(|| drop(game.look(eyes, Language::En).unwrap()));
    // As a table has it: the play, what its four players will be shown, and what becomes of it.
    let a_move = best_of(|| {
        assert!(game.hold());
        game.play(seat, STEPS + 1, &steps).unwrap();
        for seat in 0..SEATS {
            game.look_ahead(Eyes::Seat(Seat(seat)), Language::En).unwrap();
        }
        game.drop_tried().unwrap();
        game.let_go();
    });
    format!("an empty call {call:?}; a view {view:?}; a look {look:?}; a move {a_move:?}")
}
