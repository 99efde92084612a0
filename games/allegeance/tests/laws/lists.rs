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

/// A list that ends the turn, discards the first card of the hand and refills; and how many kinds
/// of card can be played.
fn whole_end(moves: &[Value]) -> Option<([Value; 3], usize)> {
    let end = json!({"endTurn": "YES"});
    let hand: Vec<&str> = moves.iter().filter_map(|step| step["play"]["card"].as_str()).collect();
    let card = hand.first().filter(|_| moves.contains(&end))?;
    let discard = json!({"discard": {"card": card}});
    Some(([end, discard, json!({"refill": "YES"})], hand.len()))
}

#[test]
fn a_turn_without_news_is_one_move_from_its_end_to_the_refill() {
    let mut met = 0;
    walk(3, |desk, seat, moves| {
        if let Some((list, 2..)) = whole_end(moves) {
            assert!(!desk.copy().play(seat, &list).unwrap().is_empty());
            met += 1;
        }
    });
    assert!(met > 50, "{met}");
}

#[test]
fn the_last_card_of_a_hand_is_discarded_with_the_refill_and_no_list_goes_on_after_it() {
    let mut met = 0;
    walk(2, |desk, seat, moves| {
        let Some((list, _)) = whole_end(moves) else { return };
        let (mut alone, mut whole) = (desk.copy(), vec![list[0].clone()]);
        alone.play(seat, &whole).unwrap();
        while let Some((_, open)) = alone.asked().filter(|(next, _)| *next == seat) {
            let Some(discard) = open.iter().find(|step| step["discard"].is_object()) else { break };
            whole.push(discard.clone());
            alone.play(seat, std::slice::from_ref(discard)).unwrap();
        }
        assert!(desk.copy().play(seat, &whole).is_ok());
        whole.push(list[2].clone());
        let refused = desk.copy().play(seat, &whole).unwrap_err();
        let step = Some(whole.len() - 1);
        assert_eq!((refused.code.as_str(), refused.step), ("TOO_FAR", step));
        met += 1;
    });
    assert!(met > 50, "{met}");
}

#[test]
fn a_list_ends_with_the_refill_after_which_all_allegiances_are_revealed() {
    let mut met = 0;
    walk(12, |desk, seat, moves| {
        let refill = json!({"refill": "YES"});
        if !moves.contains(&refill) {
            return;
        }
        let told = desk.copy().play(seat, std::slice::from_ref(&refill)).unwrap();
        if told.iter().any(|told| told["event"]["__typename"] == "OathRevealed") {
            assert_eq!(desk.play(seat, &[refill, json!({"endTurn": "YES"})]), too_far());
            met += 1;
        }
    });
    assert!(met > 5, "{met}");
}

#[test]
fn a_sacrifice_and_the_use_of_what_it_copies_are_one_move() {
    let mut met = 0;
    walk(8, |desk, seat, moves| {
        for step in moves.iter().filter(|step| step["sacrifice"].is_object()) {
            let mut alone = desk.copy();
            assert!(alone.play(seat, std::slice::from_ref(step)).is_ok());
            let Some((next, open)) = alone.asked() else { continue };
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
        let refusals = [0, 1].map(|choice| {
            let mut desk: Desk<Allegeance> = Desk::deal(&Value::Null, 4, number);
            let Some((first, moves)) = desk.asked() else { panic!("somebody chooses") };
            assert!(desk.play(first, &moves[choice..=choice]).is_ok());
            let Some((seat, moves)) = desk.asked() else { panic!("others choose") };
            let list = [moves[0].clone(), json!({"endTurn": "YES"})];
            let refused = desk.play(seat, &list).unwrap_err();
            assert_eq!(desk.asked(), Some((seat, moves)), "nothing was played");
            refused
        });
        assert_eq!((refusals[0].code.as_str(), refusals[0].step), ("NOT_YOUR_TURN", Some(1)));
        assert_eq!(refusals[0], refusals[1], "whatever the one before has kept");
    }
}
