//! How fast Allégeance is: random playouts of four players on one core with every legal step
//! listed at every decision, and what hosts and bots do with one position.

use allegeance::{Allegeance, Options};
use divan::Bencher;
use divan::counter::ItemsCount;
use gueridon_game::testkit::random_game;

fn main() {
    divan::main();
}

fn play_out(number: u64, most: usize) -> (Allegeance, usize) {
    random_game(&Options::default(), 4, number, most)
}

/// A position from the middle of a game.
fn middle() -> Allegeance {
    play_out(7, 200).0
}

/// Items are decisions; the rate of the whole is games.
#[divan::bench(sample_count = 200)]
fn playout_of_four(bencher: Bencher) {
    let mut number = 0;
    bencher
        .with_inputs(|| {
            number = (number + 1) % 100;
            number
        })
        .input_counter(|&number| ItemsCount::new(play_out(number, usize::MAX).1))
        .bench_local_values(|number| play_out(number, usize::MAX));
}

gueridon_game::position_benches!(middle());
