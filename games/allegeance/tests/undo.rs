//! What can be taken back without asking: what nobody has learned anything by.

use allegeance::Allegeance;
use gueridon_game::testkit::Desk;
use serde_json::Value;

/// How many plays of one kind are asked about.
const ENOUGH: usize = 40;

/// Of so many plays of this kind in random games of three, the first of each position, how
/// many reveal something.
fn revealing(kind: &str) -> (usize, usize) {
    let (mut asked, mut revealing) = (0, 0);
    Desk::<Allegeance>::walk(&Value::Null, 3, 2, |desk, seat, moves| {
        let step = moves.iter().find(|step| !step[kind].is_null() && asked < ENOUGH);
        let Some(step) = step else { return };
        let steps = std::slice::from_ref(step);
        asked += 1;
        revealing += usize::from(desk.reveals(seat, steps));
    });
    (asked, revealing)
}

#[track_caller]
fn all_reveal(kind: &str, least: usize) {
    let (asked, revealing) = revealing(kind);
    assert!(asked >= least && revealing == asked, "{kind}: {revealing} of {asked}");
}

#[track_caller]
fn none_reveals(kind: &str, least: usize) {
    let (asked, revealing) = revealing(kind);
    assert!(asked >= least && revealing == 0, "{kind}: {revealing} of {asked}");
}

#[test]
fn what_draws_or_shows_a_card_cannot_be_taken_back() {
    for kind in ["foresee", "keepCard", "play", "discard", "keepOath"] {
        all_reveal(kind, 6);
    }
}

#[test]
fn what_is_done_with_partisans_that_lie_open_can_be_taken_back() {
    for kind in ["endTurn", "protect", "steal", "crush", "swap", "disguise", "exhume"] {
        none_reveals(kind, 6);
    }
}
