//! The example that module authors read first is a lawful game.

#[path = "../examples/sealed.rs"]
#[expect(unreachable_pub, reason = "public in a module of its own")]
mod game;

use game::{Options, Sealed};
use gueridon_game::testkit::Laws;

#[test]
fn the_example_keeps_the_three_laws() {
    Laws::<Sealed>::new(Options::default()).playouts(60).check();
}
