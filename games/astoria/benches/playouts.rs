//! How fast Astoria is: random playouts on one core with every legal step listed at every decision,
//! and what hosts and bots do with one position.

use astoria::{Astoria, Options};
use divan::Bencher;
use divan::counter::ItemsCount;
use gueridon_game::testkit::random_game;
use gueridon_game::{Dice, Eyes, Game, Seat, Seed};

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
