//! The example that module authors read first is a lawful game.

use gueridon_game::testkit::Desk;
use serde_json::Value;

use crate::example::{self, Sealed};

gueridon_game::testkit!(
    Sealed,
    schema: "examples/sealed",
    playouts: 60,
    phrasebook: example::BOOK,
    at_least: (100, &["move.bid", "event.Bid", "event.Opened", "refusal.NOT_YOUR_TURN"]),
);

/// The first seat that is to act, and its first step.
fn first_step(desk: &mut Desk<Sealed>) -> (u64, Vec<Value>) {
    let (seat, moves) = desk.asked().unwrap();
    (seat, moves[..1].to_vec())
}

#[test]
fn a_secret_bid_reveals_nothing_until_the_bids_are_opened() {
    for number in 0..20 {
        let mut desk = Desk::<Sealed>::deal(&Value::Null, 3, number);
        for bid in 1..=3 {
            let (seat, step) = first_step(&mut desk);
            assert_eq!(desk.reveals(seat, &step), bid == 3, "deal {number}, bid {bid}");
            desk.play(seat, &step).unwrap();
        }
    }
}
