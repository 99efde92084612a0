//! Lists of steps, as clients send them: a whole recruitment is one move, and no list goes on after
//! something new has come to light.

use abyss::Abyss;
use gueridon_game::testkit::{Desk, NotPlayed};
use serde_json::{Value, json};

/// So many random games of three without Kraken, and as many with it.
fn walk(games: u64, mut visit: impl FnMut(&mut Desk<Abyss>, u64, &[Value])) {
    for kraken in [false, true] {
        Desk::walk(&json!({ "kraken": kraken }), 3, games, &mut visit);
    }
}

/// What a list is refused with whose second step goes too far.
fn too_far() -> Result<Vec<Value>, NotPlayed> {
    Err(NotPlayed { code: "TOO_FAR".to_owned(), step: Some(1) })
}

#[test]
fn a_list_ends_with_the_card_it_turns_up_whatever_comes_after() {
    let explore = json!({"explore": "YES"});
    let after = [
        json!({"takeAlly": "YES"}),
        json!({"fight": "YES"}),
        json!({"reveal": "YES"}),
        json!({"spend": {"ally": "crab_1"}}),
        json!({"endTurn": "YES"}),
    ];
    let mut met = 0;
    walk(2, |desk, seat, moves| {
        if moves.contains(&explore) {
            for next in &after {
                assert_eq!(desk.play(seat, &[explore.clone(), next.clone()]), too_far());
            }
            met += 1;
        }
    });
    assert!(met > 20, "{met}");
}

#[test]
fn a_list_ends_with_the_loot_it_draws_whatever_comes_after() {
    let after = [json!({"stopSearch": "YES"}), json!({"continueSearch": "YES"})];
    let mut met = 0;
    walk(10, |desk, seat, moves| {
        if moves.contains(&after[1]) {
            for next in &after {
                assert_eq!(desk.play(seat, &[after[1].clone(), next.clone()]), too_far());
            }
            met += 1;
        }
    });
    assert!(met > 2, "{met}");
}

#[test]
fn a_list_ends_with_the_lord_that_the_recipient_brings() {
    let invite = json!({"inviteLord": "YES"});
    let mut met = 0;
    walk(6, |desk, seat, moves| {
        if moves.contains(&invite) {
            let steps = [invite.clone(), json!({"recruit": {"lord": "sage"}})];
            assert_eq!(desk.play(seat, &steps), too_far());
            met += 1;
        }
    });
    assert!(met > 2, "{met}");
}

#[test]
fn a_list_ends_with_the_stack_it_takes_whatever_comes_after() {
    let mut met = 0;
    walk(3, |desk, seat, moves| {
        for stack in moves.iter().filter(|step| step["takeStack"].is_object()) {
            let steps = [stack.clone(), json!({"spend": {"ally": "crab_1"}})];
            assert_eq!(desk.play(seat, &steps), too_far());
            met += 1;
        }
    });
    assert!(met > 20, "{met}");
}

#[test]
fn a_recruitment_from_the_choice_to_the_last_card_is_one_move() {
    let mut met = 0;
    walk(6, |desk, seat, moves| {
        let Some(recruit) = moves.iter().find(|step| step["recruit"].is_object()) else { return };
        let mut steps = vec![recruit.clone()];
        let mut alone = desk.copy();
        alone.play(seat, &steps).unwrap();
        while let Some((_, open)) = alone.asked() {
            let pays = |step: &&Value| {
                ["pay", "payWithNebulis", "affiliate", "spend"]
                    .iter()
                    .any(|word| !step[word].is_null())
            };
            let Some(step) = open.iter().find(pays) else { break };
            steps.push(step.clone());
            let told = alone.play(seat, std::slice::from_ref(step)).unwrap();
            if told.iter().any(|told| told["event"]["__typename"] == "LordArrived") {
                break;
            }
        }
        let told = desk.copy().play(seat, &steps).unwrap();
        let arrived = told.iter().any(|told| told["event"]["__typename"] == "LordArrived");
        assert!(arrived, "{steps:?}: {told:?}");
        met += 1;
    });
    assert!(met > 30, "{met}");
}
