//! What can be taken back without asking: what nobody has learned anything by.

use abyss::Abyss;
use gueridon_game::testkit::Desk;
use serde_json::Value;

/// How many plays of one kind are asked about.
const ENOUGH: usize = 40;

/// Of so many plays of this kind in random games of three, the first of each position, how
/// many reveal something.
fn revealing(kind: &str) -> (usize, usize) {
    let (mut asked, mut revealing) = (0, 0);
    Desk::<Abyss>::walk(&Value::Null, 3, 4, |desk, seat, moves| {
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
fn what_turns_up_a_card_cannot_be_taken_back() {
    for kind in ["explore", "reveal", "plot", "drawLocations"] {
        all_reveal(kind, 6);
    }
}

#[test]
fn what_tells_of_a_hand_cannot_be_taken_back() {
    // A Lord can be chosen only by a hand that can pay for it.
    for kind in ["recruit", "discard"] {
        all_reveal(kind, 6);
    }
}

#[test]
fn a_card_that_all_have_seen_and_a_fight_can_be_taken_back() {
    for kind in ["takeAlly", "fight", "takeReward"] {
        none_reveals(kind, 8);
    }
}

#[test]
fn a_card_of_the_hand_can_be_taken_back_from_a_payment_only_if_it_was_known_to_be_there() {
    let (asked, revealing) = revealing("spend");
    assert!(asked == ENOUGH && revealing < asked && revealing > asked / 2, "{revealing}");
}
