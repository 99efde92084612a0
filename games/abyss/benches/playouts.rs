//! How fast Abyss is: random playouts of four players on one core with every legal step listed at
//! every decision, and what hosts and bots do with one position.

use abyss::{Abyss, Options};
use divan::Bencher;
use divan::counter::ItemsCount;
use gueridon_game::testkit::random_game;
use gueridon_game::{Dice, Eyes, Game, Seat, Seed};

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

#[divan::bench]
fn clone(bencher: Bencher) {
    let game = middle();
    bencher.bench(|| divan::black_box(&game).clone());
}

#[divan::bench]
fn view(bencher: Bencher) {
    let game = middle();
    bencher.bench(|| divan::black_box(&game).view(Eyes::Seat(Seat(1))));
}

#[divan::bench]
fn imagine(bencher: Bencher) {
    let game = middle();
    let mut dice = Dice::new(&Seed::of_test(1), 0);
    bencher.bench_local(|| divan::black_box(&game).imagine(Eyes::Seat(Seat(1)), &mut dice));
}

#[divan::bench]
fn serialise(bencher: Bencher) {
    let game = middle();
    bencher.bench(|| serde_json::to_vec(divan::black_box(&game)));
}

#[divan::bench]
fn serialise_view(bencher: Bencher) {
    let view = middle().view(Eyes::Seat(Seat(1)));
    bencher.bench(|| serde_json::to_vec(divan::black_box(&view)));
}
