//! How fast Abyss is: random playouts of four players on one core with every legal step listed at
//! every decision, and what hosts and bots do with one position.

use abyss::{Abyss, Options};
use divan::Bencher;
use divan::counter::ItemsCount;
use gueridon_game::testkit::random_game;

fn main() {
    divan::main();
}

const WITHOUT_KRAKEN: Options = Options { return_black_smokers: false, kraken: false };
const WITH_KRAKEN: Options = Options { return_black_smokers: false, kraken: true };

/// A position from the middle of a game.
fn middle() -> Abyss {
    random_game(&WITHOUT_KRAKEN, 4, 7, 200).0
}

/// Items are decisions; the rate of the whole is games.
#[divan::bench(sample_count = 200)]
fn playout_of_four(bencher: Bencher) {
    bench_playouts(bencher, &WITHOUT_KRAKEN);
}

#[divan::bench(sample_count = 200)]
fn playout_of_four_with_kraken(bencher: Bencher) {
    bench_playouts(bencher, &WITH_KRAKEN);
}

fn bench_playouts(bencher: Bencher, options: &'static Options) {
    let play_out = |number| random_game::<Abyss>(options, 4, number, usize::MAX);
    let mut number = 0;
    bencher
        .with_inputs(|| {
            number = (number + 1) % 100;
            number
        })
        .input_counter(move |&number| ItemsCount::new(play_out(number).1))
        .bench_local_values(play_out);
}

gueridon_game::position_benches!(middle());
