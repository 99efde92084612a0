//! Lists of steps, as clients send them: a whole recruitment is one move, and no list goes on after
//! something new has come to light.

use abyss::Abyss;
use gueridon_game::border::Op;
use gueridon_game::table::{Failure, Table};
use gueridon_game::{Dice, Seed};
use serde_json::{Value, json};

const SEED: &str = "0707070707070707070707070707070707070707070707070707070707070707";

fn call(table: &mut Table<Abyss>, op: Op, request: &Value) -> Result<Value, Failure> {
    let reply = table.call(op as u32, request.to_string().as_bytes())?;
    Ok(serde_json::from_slice(&reply).expect("replies are JSON"))
}

fn open(request: &Value) -> Table<Abyss> {
    Table::open(request.to_string().as_bytes()).expect("a table").0
}

/// Plays one move and keeps it; gives back what happened.
fn play(table: &mut Table<Abyss>, seat: u64, entry: u64, steps: &[Value]) -> Vec<Value> {
    let request = json!({"seat": seat, "entry": entry, "steps": steps});
    let played = call(table, Op::Play, &request).expect("a legal move");
    call(table, Op::Keep, &json!({})).expect("something to keep");
    played["told"].as_array().cloned().unwrap_or_default()
}

/// Who is to act first, and what it may do; nobody when the game is over.
fn asked(table: &mut Table<Abyss>) -> Option<(u64, Vec<Value>)> {
    let look = json!({"eyes": "public", "language": "EN"});
    let seat = call(table, Op::Look, &look).expect("a look")["toAct"][0].as_u64()?;
    let moves = call(table, Op::Moves, &json!({"seat": seat, "language": "EN"})).expect("moves");
    let moves = moves.as_array().cloned().unwrap_or_default();
    Some((seat, moves.iter().map(|choice| choice["move"].clone()).collect()))
}

fn copy_of(table: &mut Table<Abyss>) -> Table<Abyss> {
    let state = call(table, Op::Save, &json!({})).expect("a state");
    open(&json!({"restore": {"state": state, "seats": 3, "seed": SEED}}))
}

/// Random games of three, without and with Kraken, with `visit` called before every move.
fn walk(mut visit: impl FnMut(&mut Table<Abyss>, u64, u64, &[Value])) {
    for number in 0..12 {
        let seed = format!("{number:064x}");
        let mut dice = Dice::new(&Seed::of_test(number), 0);
        let options = json!({"kraken": number % 2 == 1});
        let deal = json!({"deal": {"options": options, "seats": 3, "seed": seed}});
        let mut table = open(&deal);
        let mut entry = 0;
        while let Some((seat, moves)) = asked(&mut table) {
            entry += 1;
            visit(&mut table, seat, entry, &moves);
            let step = dice.pick(&moves).expect("a move").clone();
            play(&mut table, seat, entry, &[step]);
        }
    }
}

/// What a list is refused with: code and step.
fn refused(
    table: &mut Table<Abyss>,
    seat: u64,
    entry: u64,
    steps: &Value,
) -> (String, Option<usize>) {
    let request = json!({"seat": seat, "entry": entry, "steps": steps});
    match call(table, Op::Play, &request) {
        Err(Failure::Refused(refused)) => (refused.code, refused.step),
        other => panic!("{steps} was not refused: {other:?}"),
    }
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
    walk(|table, seat, entry, moves| {
        if entry % 5 == 0 && moves.contains(&explore) {
            for next in &after {
                let steps = json!([explore, next]);
                assert_eq!(refused(table, seat, entry, &steps), ("TOO_FAR".to_owned(), Some(1)));
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
    walk(|table, seat, entry, moves| {
        if moves.contains(&after[1]) {
            for next in &after {
                let steps = json!([after[1], next]);
                assert_eq!(refused(table, seat, entry, &steps), ("TOO_FAR".to_owned(), Some(1)));
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
    walk(|table, seat, entry, moves| {
        if moves.contains(&invite) {
            let steps = json!([invite, {"recruit": {"lord": "sage"}}]);
            assert_eq!(refused(table, seat, entry, &steps), ("TOO_FAR".to_owned(), Some(1)));
            met += 1;
        }
    });
    assert!(met > 2, "{met}");
}

#[test]
fn a_list_ends_with_the_stack_it_takes_unless_its_cards_are_sure() {
    let mut met = 0;
    walk(|table, seat, entry, moves| {
        for stack in moves.iter().filter(|step| step["takeStack"].is_object()) {
            let steps = json!([stack, {"spend": {"ally": "crab_1"}}]);
            let (code, step) = refused(table, seat, entry, &steps);
            assert!(code == "TOO_FAR" || code == "NOT_YOUR_TURN" || code == "NOT_NOW", "{code}");
            assert_eq!(step, Some(1));
            met += usize::from(code == "TOO_FAR");
        }
    });
    assert!(met > 20, "{met}");
}

#[test]
fn a_recruitment_from_the_choice_to_the_last_card_is_one_move() {
    let mut met = 0;
    walk(|table, seat, entry, moves| {
        let Some(recruit) = moves.iter().find(|step| step["recruit"].is_object()) else { return };
        let mut steps = vec![recruit.clone()];
        let mut alone = copy_of(table);
        play(&mut alone, seat, entry, &steps);
        while let Some((_, open)) = asked(&mut alone) {
            let pays = |step: &&Value| {
                ["pay", "payWithNebulis", "affiliate", "spend"]
                    .iter()
                    .any(|word| !step[word].is_null())
            };
            let Some(step) = open.iter().find(pays) else { break };
            steps.push(step.clone());
            let told = play(&mut alone, seat, entry, std::slice::from_ref(step));
            if told.iter().any(|told| told["event"]["__typename"] == "LordArrived") {
                break;
            }
        }
        let mut whole = copy_of(table);
        let told = play(&mut whole, seat, entry, &steps);
        let arrived = told.iter().any(|told| told["event"]["__typename"] == "LordArrived");
        assert!(arrived, "{steps:?}: {told:?}");
        met += 1;
    });
    assert!(met > 30, "{met}");
}
