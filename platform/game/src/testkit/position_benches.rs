//! Benches that every game has: what hosts and bots do with one position.

/// Benches of a position: `clone`, `view` and `imagine` of seat 1, and both the game and that view
/// as JSON. For the top of a bench whose crate has `divan` and `serde_json`, with an expression for
/// the position: `gueridon_game::position_benches!(middle());`.
#[macro_export]
macro_rules! position_benches {
    ($position:expr) => {
        const VIEWER: $crate::Eyes = $crate::Eyes::Seat($crate::Seat(1));

        #[divan::bench]
        fn clone(bencher: divan::Bencher) {
            let game = $position;
            bencher.bench(|| divan::black_box(&game).clone());
        }

        #[divan::bench]
        fn view(bencher: divan::Bencher) {
            let game = $position;
            bencher.bench(|| $crate::Game::view(divan::black_box(&game), VIEWER));
        }

        #[divan::bench]
        fn imagine(bencher: divan::Bencher) {
            let game = $position;
            let mut dice = $crate::Dice::new(&$crate::Seed::of_test(1), 0);
            bencher
                .bench_local(|| $crate::Game::imagine(divan::black_box(&game), VIEWER, &mut dice));
        }

        #[divan::bench]
        fn serialise(bencher: divan::Bencher) {
            let game = $position;
            bencher.bench(|| serde_json::to_vec(divan::black_box(&game)));
        }

        #[divan::bench]
        fn serialise_view(bencher: divan::Bencher) {
            let view = $crate::Game::view(&$position, VIEWER);
            bencher.bench(|| serde_json::to_vec(divan::black_box(&view)));
        }
    };
}
