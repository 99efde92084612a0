//! The laws that every game must keep, as a test.
//!
//! A game's test is one line:
//!
//! ```ignore
//! gueridon_game::testkit!(
//!     Mine,
//!     playouts: 200,
//!     seats: 2..=4,
//!     fleeting: &["CardPeeked"],
//!     deducible: &["locationDeck"],
//!     conserves: |game| game.cards().count(),
//! );
//! ```
//!
//! Random games are played to their end from fixed seeds, and the three laws of [`crate::Game`]
//! are checked at positions of every sort. A failure names its seed and number of seats, which
//! `replay: (seed, seats)` plays again, and the steps that led there. `gueridon dev --replay` opens a
//! table there.
//!
//! The kit cannot see that a game takes chance from something other than its dice if that stays the
//! same throughout the process. A test can see that, too, by comparing [`Report::digest`] with a value
//! that it has written down.

mod as_written;
mod check;
mod conform;
mod coverage;
mod desk;
mod failure;
mod honesty;
mod json;
mod labels;
mod laws;
mod leaks;
mod learning;
mod legality;
mod likelihood;
mod odd;
mod pad;
mod phrases;
mod playout;
mod playthrough;
mod position_benches;
mod prospects;
mod random_game;
mod rebuild;
mod refusals;
mod replays;
mod revealing;
mod rules;
mod run;
mod schema;
mod searching;
mod speech;
mod steps;
mod twins;
mod undo;

pub use conform::Reach;
pub use coverage::Report;
pub use desk::{Desk, NotPlayed};
pub use failure::{Failure, FailureLocation, Law};
pub use laws::Laws;
pub use learning::check_learning;
pub use random_game::random_game;
pub use revealing::{Revealing, Sample};
pub use rules::RulesTable;
pub use schema::conform;

/// All tests of a game, in one line of its tests:
///
/// ```ignore
/// gueridon_game::testkit!(Mine, seats: 2..=4, playouts: 100, fleeting: &["CardPeeked"]);
/// ```
///
/// Each setting is the method of [`Laws`](crate::testkit::Laws) of that name. A game whose options
/// change much has such a line for each of them, in a module of its own, with `options`, `named`, and
/// `never` for what they leave out. The tests are
/// `the_laws_are_kept` (which prints its [`Report`](crate::testkit::Report) with
/// `cargo test -- --nocapture`), `odd_input_changes_nothing`, `playthroughs_are_as_written` and
/// `the_schema_is_as_written`.
#[macro_export]
macro_rules! testkit {
    ($game:ty $(, $setting:ident : $value:expr)* $(,)?) => {
        fn the_laws() -> $crate::testkit::Laws<$game> {
            $crate::testkit::Laws::<$game>::new(::std::default::Default::default())
                .playthroughs(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs"))
                .schema(concat!(env!("CARGO_MANIFEST_DIR"), "/schema"))
                $(.$setting($value))*
        }

        #[test]
        fn the_laws_are_kept() {
            ::std::eprintln!("{}", the_laws().check());
        }

        #[test]
        fn odd_input_changes_nothing() {
            the_laws().check_odd_input();
        }

        #[test]
        fn playthroughs_are_as_written() {
            the_laws().check_playthroughs();
        }

        #[test]
        fn the_schema_is_as_written() {
            the_laws().check_schema();
        }
    };
}
