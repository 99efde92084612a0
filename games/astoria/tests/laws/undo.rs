//! What can be taken back without asking: what nobody has learned anything by.

use astoria::Astoria;
use gueridon_game::testkit::{Revealing, Sample};

const SAMPLE: Sample = Sample { seats: 3, games: 3, plays: 40 };

/// Plays of a kind after which the turn goes on.
fn revealing(kind: &str) -> Revealing {
    SAMPLE.revealing::<Astoria>(kind, |desk, seat, steps| {
        let mut alone = desk.copy();
        alone.play(seat, steps).is_ok() && alone.asked().is_some_and(|(next, _)| next == seat)
    })
}

#[test]
fn what_draws_a_card_or_finds_out_a_role_cannot_be_taken_back() {
    for kind in ["draw", "accuse"] {
        revealing(kind).all(6);
    }
}

#[test]
fn what_is_done_in_the_open_can_be_taken_back_while_the_turn_goes_on() {
    for kind in ["reinforce", "destroy", "create", "tribute"] {
        revealing(kind).none(3);
    }
}
