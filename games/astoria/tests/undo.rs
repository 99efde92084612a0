//! What can be taken back without asking: what nobody has learned anything by.

use astoria::Astoria;
use gueridon_game::testkit::Desk;
use serde_json::Value;

/// How many plays of one kind are asked about.
const ENOUGH: usize = 40;

/// Of so many plays of this kind in random games of three, whose turn goes on after them, how
/// many reveal something.
fn revealing(kind: &str) -> (usize, usize) {
    let (mut asked, mut revealing) = (0, 0);
    Desk::<Astoria>::walk(&Value::Null, 3, 3, |desk, seat, moves| {
        let step = moves.iter().find(|step| !step[kind].is_null() && asked < ENOUGH);
        let Some(step) = step else { return };
        let steps = std::slice::from_ref(step);
        let mut alone = desk.copy();
        if alone.play(seat, steps).is_err() || alone.asked().is_none_or(|(next, _)| next != seat) {
            return;
        }
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
fn what_draws_a_card_or_finds_out_a_role_cannot_be_taken_back() {
    for kind in ["draw", "accuse"] {
        all_reveal(kind, 6);
    }
}

#[test]
fn what_is_done_in_the_open_can_be_taken_back_while_the_turn_goes_on() {
    for kind in ["reinforce", "destroy", "create", "tribute"] {
        none_reveals(kind, 3);
    }
}
