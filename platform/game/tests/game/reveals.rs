//! Which plays reveal something, and so cannot be taken back without asking.

pub(crate) mod toy;

use gueridon_game::border::Op;
use gueridon_game::table::{Failure, Table};
use serde_json::{Value, json};
use toy::Toy;

const SEED: &str = "0101010101010101010101010101010101010101010101010101010101010101";
const OTHER: &str = "0202020202020202020202020202020202020202020202020202020202020202";

fn dealt() -> Table<Toy> {
    let request = json!({"deal": {"seats": 3, "seed": SEED}});
    Table::open(request.to_string().as_bytes()).unwrap().0
}

fn call(table: &mut Table<Toy>, op: Op, request: &Value) -> Result<Value, Failure> {
    let reply = table.call(op as u32, request.to_string().as_bytes())?;
    Ok(serde_json::from_slice(&reply).unwrap())
}

fn asked(table: &mut Table<Toy>, steps: &Value) -> Result<Value, Failure> {
    call(table, Op::Reveals, &json!({"seat": 0, "entry": 1, "steps": steps, "dice": OTHER}))
}

#[track_caller]
fn reveals(table: &mut Table<Toy>, steps: &Value) -> bool {
    let revealed = asked(table, steps).unwrap();
    assert_eq!(revealed.as_object().unwrap().len(), 1, "nothing else is said: {revealed}");
    revealed["reveals"].as_bool().unwrap()
}

fn play(table: &mut Table<Toy>, seat: u8, steps: &Value) {
    call(table, Op::Play, &json!({"seat": seat, "entry": 1, "steps": steps})).unwrap();
    call(table, Op::Keep, &json!({})).unwrap();
}

/// The number of the card that a seat holds.
fn card(table: &mut Table<Toy>, seat: usize) -> Value {
    call(table, Op::Save, &json!({})).unwrap()["hands"][seat]["number"].clone()
}

#[test]
fn steps_that_only_move_open_things_reveal_nothing() {
    let mut table = dealt();
    assert!(!reveals(&mut table, &json!([{"push": "YES"}])));
    assert!(!reveals(&mut table, &json!([{"push": "YES"}, {"pop": "YES"}, {"push": "YES"}])));
}

#[test]
fn a_hidden_card_is_revealed_whoever_sees_it_in_whatever_way() {
    let mut table = dealt();
    let (mover, other, third) = (json!({"seat": 0}), json!({"seat": 1}), json!({"seat": 2}));
    let public = json!("public");
    let everybody = [&mover, &other, &third, &public];
    for (way, whose) in [
        ("view", &everybody[..]),
        ("score", &everybody),
        ("moves", &everybody[..3]),
        ("promptInEnglish", &everybody),
        ("promptInFrench", &everybody),
        ("toAct", &everybody[3..]),
        ("told", &everybody),
    ] {
        for to in whose {
            let leak = json!({"leak": {"by": way, "to": to}});
            assert!(reveals(&mut table, &json!([leak])), "{leak}");
            assert!(reveals(&mut table, &json!([{"push": "YES"}, leak])), "{leak} as the last");
            assert!(reveals(&mut table, &json!([leak, {"push": "YES"}])), "{leak} as the first");
        }
    }
    // Nobody has these eyes until the game is over.
    assert!(!reveals(&mut table, &json!([{"leak": {"by": "view", "to": "all"}}])));
}

#[test]
fn a_card_of_ones_own_that_another_seat_is_shown_is_revealed() {
    let mut table = dealt();
    let show = json!([{"show": {"to": 2}}]);
    assert!(reveals(&mut table, &show));
    play(&mut table, 0, &show);
    assert!(!reveals(&mut table, &show), "it is known by now");
    assert!(reveals(&mut table, &json!([{"show": {"to": 1}}])), "by one, and not by the other");
}

#[test]
fn a_card_of_another_that_everybody_is_told_of_is_revealed() {
    assert!(reveals(&mut dealt(), &json!([{"betray": "YES"}])));
}

#[test]
fn a_step_that_only_a_hidden_hand_makes_legal_reveals_the_hand() {
    let mut table = dealt();
    let claim = json!([{"claim": {"number": card(&mut table, 0)}}]);
    assert!(reveals(&mut table, &claim));
    play(&mut table, 0, &json!([{"show": {"to": 1}}]));
    assert!(reveals(&mut table, &claim), "seat 2 and the public do not know it");
    play(&mut table, 0, &json!([{"show": {"to": 2}}]));
    assert!(reveals(&mut table, &claim), "the public does not know it");
}

#[test]
fn dice_and_uncovering_count_even_if_nobody_sees_a_difference() {
    let mut table = dealt();
    for steps in [
        json!([{"roll": "YES"}]),
        json!([{"uncover": "YES"}]),
        json!([{"push": "YES"}, {"roll": "YES"}]),
        json!([{"uncover": "YES"}, {"push": "YES"}]),
    ] {
        assert!(reveals(&mut table, &steps), "{steps}");
    }
}

#[test]
fn later_steps_are_played_after_the_earlier_ones() {
    let mut table = dealt();
    let code = |asked: Result<Value, Failure>| match asked {
        Err(Failure::Refused(refused)) => (refused.code, refused.step),
        other => panic!("{other:?}"),
    };
    let pop = json!({"pop": "YES"});
    assert_eq!(code(asked(&mut table, &json!([pop]))), ("NOT_SO".to_owned(), Some(0)));
    let list = json!([{"push": "YES"}, pop, pop]);
    assert_eq!(code(asked(&mut table, &list)), ("NOT_SO".to_owned(), Some(2)));
    assert!(!reveals(&mut table, &json!([{"push": "YES"}, pop])));
}

#[test]
fn asking_changes_neither_the_kept_nor_the_tried_game() {
    let mut table = dealt();
    let before = call(&mut table, Op::Save, &json!({})).unwrap();
    let steps = json!([{"push": "YES"}]);
    call(&mut table, Op::Play, &json!({"seat": 1, "entry": 1, "steps": steps})).unwrap();
    assert!(!reveals(&mut table, &steps));
    assert!(reveals(&mut table, &json!([{"show": {"to": 1}}])));
    assert!(asked(&mut table, &json!([{"pop": "YES"}])).is_err());
    assert_eq!(call(&mut table, Op::Save, &json!({})).unwrap(), before);
    call(&mut table, Op::Keep, &json!({})).unwrap();
    assert_eq!(call(&mut table, Op::Save, &json!({})).unwrap()["count"], 1);
}

#[test]
fn the_deal_is_not_a_play_that_could_be_taken_back() {
    let mut table = dealt();
    let request = json!({"seat": 0, "entry": 0, "steps": [{"push": "YES"}], "dice": OTHER});
    assert!(matches!(call(&mut table, Op::Reveals, &request), Err(Failure::BadRequest(_))));
}
