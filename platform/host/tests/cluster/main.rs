//! A whole cluster in one process and one thread, in which everything goes wrong that can: the
//! journal is slow, refuses, loses acknowledgements after it has committed, and commits after it
//! has refused; hosts are killed and started again; notices are lost, doubled and reordered.
//!
//! All of it follows from one seed, time included, so a failure can be reproduced, except in the
//! few worlds that call modules on other threads: `SEED=17 cargo test -p gueridon-host --test
//! cluster`. `SEEDS=100000` runs more of them.

#[path = "../games/marathon.rs"]
mod marathon;

mod accounts;
mod faults;
mod faulty_interventions;
mod faulty_lobby;
mod faulty_notices;
mod faulty_notifications;
mod faulty_programs;
mod faulty_talk;
mod people;
mod talk;
mod world;

use std::env;
use std::ops::Range;
use std::panic;
use std::thread;

use faults::TALLY;
use gueridon_modules::executor::Execution;

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().map(|text| text.parse().expect("a number"))
}

fn run(seed: u64) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime needs no more than memory");
    runtime.block_on(world::play(seed));
}

fn run_all(seeds: Range<u64>) {
    for seed in seeds {
        if let Err(failure) = panic::catch_unwind(|| run(seed)) {
            eprintln!("failed with SEED={seed}");
            panic::resume_unwind(failure);
        }
    }
}

#[test]
fn entries_are_whole_answers_hold_and_streams_have_no_gaps_despite_faults() {
    if let Some(seed) = number("SEED") {
        return run(seed);
    }
    let seeds = number("SEEDS").unwrap_or(500);
    let half = seeds / 2;
    thread::scope(|scope| {
        scope.spawn(|| run_all(0..half));
        scope.spawn(|| run_all(half..seeds));
    });
    if seeds >= 200 {
        TALLY.check();
    }
}

#[test]
fn the_same_seed_gives_the_same_world() {
    let story = |seed| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .expect("a runtime needs no more than memory");
        runtime.block_on(world::play(seed))
    };
    for seed in (0..20).filter(|&seed| world::execution(seed) == Execution::Inline) {
        assert_eq!(story(seed), story(seed), "SEED={seed}");
    }
}

#[test]
fn account_changes_are_atomic_and_serial_despite_faults() {
    for seed in number("SEED").map_or(0..number("SEEDS").unwrap_or(300), |seed| seed..seed + 1) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .expect("a runtime needs no more than memory");
        let told = panic::catch_unwind(|| runtime.block_on(accounts::play(seed)));
        if let Err(failure) = told {
            eprintln!("failed with SEED={seed}");
            panic::resume_unwind(failure);
        }
    }
}

#[test]
fn messages_exist_once_and_reach_all_subscribers_despite_faults() {
    for seed in number("SEED").map_or(0..number("SEEDS").unwrap_or(200), |seed| seed..seed + 1) {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .expect("a runtime needs no more than memory");
        let told = panic::catch_unwind(|| runtime.block_on(talk::play(seed)));
        if let Err(failure) = told {
            eprintln!("failed with SEED={seed}");
            panic::resume_unwind(failure);
        }
    }
}
