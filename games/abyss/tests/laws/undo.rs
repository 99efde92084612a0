//! What can be taken back without asking: what nobody has learned anything by.

use abyss::Abyss;
use gueridon_game::testkit::{Revealing, Sample};

const SAMPLE: Sample = Sample { seats: 3, games: 4, plays: 40 };

fn revealing(kind: &str) -> Revealing {
    SAMPLE.revealing::<Abyss>(kind, |_, _, _| true)
}

#[test]
fn what_turns_up_a_card_cannot_be_taken_back() {
    for kind in ["explore", "reveal", "plot", "drawLocations"] {
        revealing(kind).all(6);
    }
}

#[test]
fn what_tells_of_a_hand_cannot_be_taken_back() {
    // A Lord can be chosen only by a hand that can pay for it.
    revealing("recruit").all(6);
}

#[test]
fn a_card_to_discard_that_is_chosen_in_secret_can_be_taken_back_until_all_have_chosen() {
    let Revealing { asked, revealing, .. } = revealing("discard");
    assert!(asked > 6 && (1..asked).contains(&revealing), "{revealing} of {asked}");
}

#[test]
fn a_card_that_all_have_seen_and_a_fight_can_be_taken_back() {
    for kind in ["takeAlly", "fight", "takeReward"] {
        revealing(kind).none(8);
    }
}

#[test]
fn a_card_of_the_hand_can_be_taken_back_from_a_payment_only_if_it_was_known_to_be_there() {
    let Revealing { asked, revealing, .. } = revealing("spend");
    assert!(asked == SAMPLE.plays && revealing < asked && revealing > asked / 2, "{revealing}");
}
