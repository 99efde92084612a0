//! Benches that every game has: what hosts and bots do with one position.

/// Benches of a position: `clone`, `view` and `imagine` of seat 1, both the game and that view as
/// JSON, and a `search` of 1,000 iterations with the eyes of whoever is to act. For the top of a bench whose crate has `divan` and `serde_json`, with an expression for
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

        #[divan::bench(sample_count = 20, sample_size = 1)]
        fn search_of_1000(bencher: divan::Bencher) {
            let game = $position;
            let seat = $crate::Game::to_act(&game).lowest().unwrap_or($crate::Seat(0));
            let dice = $crate::Seed::of_test(1);
            bencher.bench(|| {
                let eyes = $crate::Eyes::Seat(seat);
                let mut search = $crate::search::Search::new(divan::black_box(&game), eyes, &dice);
                search.advance(1000);
                search
            });
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
