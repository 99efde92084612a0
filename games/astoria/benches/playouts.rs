//! How fast Astoria is: random playouts on one core with every legal step listed at every decision,
//! and what hosts and bots do with one position.

use astoria::{Astoria, Options};
use divan::Bencher;
use divan::counter::ItemsCount;
use gueridon_game::testkit::random_game;

fn main() {
    divan::main();
}

/// A position from the middle of a game.
fn middle() -> Astoria {
    random_game(&Options::default(), 4, 7, 20).0
}

/// Plays games of a table, one after the other; items are decisions.
fn playouts(bencher: Bencher, options: Options, seats: u8) {
    let play_out = move |number| random_game::<Astoria>(&options, seats, number, usize::MAX);
    let mut number = 0;
    bencher
        .with_inputs(|| {
            number = (number + 1) % 100;
            number
        })
        .input_counter(move |&number| ItemsCount::new(play_out(number).1))
        .bench_local_values(play_out);
}

#[divan::bench(sample_count = 200)]
fn playout_of_two(bencher: Bencher) {
    playouts(bencher, Options::default(), 2);
}

#[divan::bench(sample_count = 200)]
fn playout_of_four(bencher: Bencher) {
    playouts(bencher, Options::default(), 4);
}

#[divan::bench(sample_count = 200)]
fn playout_of_six_with_roles(bencher: Bencher) {
    playouts(bencher, Options { grand_alchemist: true, ..Options::default() }, 6);
}

gueridon_game::position_benches!(middle());
