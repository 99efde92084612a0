//! Lists of steps, as clients send them: what belongs together is one move, and no list goes on
//! after something new has come to light.

use allegeance::Allegeance;
use gueridon_game::testkit::{Desk, NotPlayed};
use serde_json::{Value, json};

/// Random games of three.
fn walk(games: u64, visit: impl FnMut(&mut Desk<Allegeance>, u64, &[Value])) {
    Desk::walk(&Value::Null, 3, games, visit);
}

fn too_far() -> Result<Vec<Value>, NotPlayed> {
    Err(NotPlayed { code: "TOO_FAR".to_owned(), step: Some(1) })
}

#[test]
fn a_list_ends_with_the_cards_it_looks_at_or_draws_whatever_comes_after() {
    let (foresee, draw) = (json!({"foresee": "YES"}), json!({"draw": "YES"}));
    let cards = ["damnes", "colosses", "valdyr"];
    let after: Vec<Value> = cards
        .iter()
        .flat_map(|card| [json!({"keepCard": {"card": card}}), json!({"play": {"card": card}})])
        .chain([json!({"endTurn": "YES"})])
        .collect();
    let mut met = 0;
    walk(6, |desk, seat, moves| {
        for first in [&foresee, &draw].into_iter().filter(|step| moves.contains(step)) {
            for next in &after {
                assert_eq!(desk.play(seat, &[first.clone(), next.clone()]), too_far());
            }
            met += 1;
        }
    });
    assert!(met > 10, "{met}");
}

#[test]
fn a_list_ends_with_the_gems_that_a_card_brings() {
    let mut met = 0;
    walk(2, |desk, seat, moves| {
        let card = json!({"play": {"card": "excavateurs"}});
        if moves.contains(&card) {
            let list = [card, json!({"extraPlay": "YES"})];
            assert_eq!(desk.play(seat, &list), too_far());
            met += 1;
        }
    });
    assert!(met > 10, "{met}");
}

#[test]
fn a_turn_without_news_is_one_move_from_its_end_to_the_refill() {
    let mut met = 0;
    walk(3, |desk, seat, moves| {
        let end = json!({"endTurn": "YES"});
        if !moves.contains(&end) {
            return;
        }
        let hand = moves.iter().find_map(|step| step["play"]["card"].as_str());
        let Some(card) = hand else { return };
        let list = [end, json!({"discard": {"card": card}}), json!({"refill": "YES"})];
        let played = desk.copy().play(seat, &list);
        // Whoever holds that card alone refills at once, and is asked no more.
        let is_next = |code: &str| ["NOT_YOUR_TURN", "TOO_FAR", "GAME_OVER"].contains(&code);
        match played {
            Ok(told) => assert!(!told.is_empty()),
            Err(refused) => assert!(is_next(&refused.code), "{refused:?}"),
        }
        met += 1;
    });
    assert!(met > 50, "{met}");
}

#[test]
fn a_sacrifice_and_the_use_of_what_it_copies_are_one_move() {
    let mut met = 0;
    walk(8, |desk, seat, moves| {
        for step in moves.iter().filter(|step| step["sacrifice"].is_object()) {
            let mut alone = desk.copy();
            assert!(alone.play(seat, std::slice::from_ref(step)).is_ok());
            let Some((next, open)) = alone.asked() else { return };
            if next != seat || open.iter().any(|step| !step["endTurn"].is_null()) {
                continue;
            }
            let used = open.iter().find(|step| step["keepCard"].is_null());
            let Some(used) = used else { continue };
            let told = desk.copy().play(seat, &[step.clone(), used.clone()]);
            assert!(told.is_ok(), "{step} {used}: {told:?}");
            met += 1;
        }
    });
    assert!(met > 10, "{met}");
}

#[test]
fn a_list_of_the_chooser_never_tells_what_others_have_chosen() {
    for number in 0..6 {
        let mut desk: Desk<Allegeance> = Desk::deal(&Value::Null, 4, number);
        let Some((seat, moves)) = desk.asked() else { panic!("somebody chooses") };
        let list = [moves[0].clone(), json!({"endTurn": "YES"})];
        let refused = desk.play(seat, &list).unwrap_err();
        assert_eq!((refused.code.as_str(), refused.step), ("NOT_YOUR_TURN", Some(1)));
        assert_eq!(desk.asked(), Some((seat, moves)), "and nothing was played");
    }
}
