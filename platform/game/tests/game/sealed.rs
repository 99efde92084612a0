//! The example that module authors read first is a lawful game.

use crate::example::{self, Sealed};

gueridon_game::testkit!(
    Sealed,
    schema: "examples/sealed",
    playouts: 60,
    phrasebook: example::BOOK,
    at_least: (100, &["move.bid", "event.Bid", "event.Opened", "refusal.NOT_YOUR_TURN"]),
);
