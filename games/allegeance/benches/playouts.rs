//! How fast Allégeance is: random playouts of four players on one core with every legal step
//! listed at every decision, and what hosts and bots do with one position.

use allegeance::{Allegeance, Options};
use divan::Bencher;
use divan::counter::ItemsCount;
use gueridon_game::testkit::random_game;
use gueridon_game::{Dice, Eyes, Game, Seat, Seed};

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
