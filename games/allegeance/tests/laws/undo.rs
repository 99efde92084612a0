//! What can be taken back without asking: what nobody has learned anything by.

use allegeance::Allegeance;
use gueridon_game::testkit::{Revealing, Sample};

const SAMPLE: Sample = Sample { seats: 3, games: 2, plays: 40 };

fn revealing(kind: &str) -> Revealing {
    SAMPLE.revealing::<Allegeance>(kind, |_, _, _| true)
}

#[test]
fn what_draws_or_shows_a_card_cannot_be_taken_back() {
    for kind in ["foresee", "play", "discard"] {
        revealing(kind).all(6);
    }
}

#[test]
fn a_card_that_is_kept_in_secret_can_be_taken_back() {
    for kind in ["keepCard", "keepOath"] {
        revealing(kind).none(6);
    }
}

#[test]
fn what_is_done_with_partisans_that_lie_open_can_be_taken_back() {
    for kind in ["endTurn", "protect", "steal", "crush", "swap", "disguise", "exhume"] {
        revealing(kind).none(6);
    }
}
