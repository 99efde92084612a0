//! The example that module authors read first is a lawful game.

#[path = "../examples/sealed.rs"]
#[expect(unreachable_pub, reason = "public in a module of its own")]
mod game;

use game::Sealed;

gueridon_game::testkit!(
    Sealed,
    playouts: 60,
    phrasebook: game::BOOK,
    at_least: (100, &["move.bid", "event.Bid", "event.Opened", "refusal.NOT_YOUR_TURN"]),
);
