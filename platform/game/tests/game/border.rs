//! The module's side of the border, called with JSON, without a library around it.

use gueridon_game::border::Op;
use gueridon_game::table::{Failure, Table, ask};
use gueridon_game::{Dice, Seed};
use serde_json::{Value, json};

use crate::example::Sealed;

const SEED: &str = "0101010101010101010101010101010101010101010101010101010101010101";

fn dealt(seats: u8) -> Table<Sealed> {
    let request = json!({"deal": {"options": null, "seats": seats, "seed": SEED}});
    Table::open(request.to_string().as_bytes()).unwrap().0
}

fn call(table: &mut Table<Sealed>, op: Op, request: &Value) -> Result<Value, Failure> {
    let reply = table.call(op as u32, request.to_string().as_bytes())?;
    Ok(serde_json::from_slice(&reply).unwrap())
}

#[test]
fn a_deal_answers_where_the_game_stands() {
    let request = json!({"deal": {"seats": 2, "seed": SEED}});
    let (_, summary) = Table::<Sealed>::open(request.to_string().as_bytes()).unwrap();
    let summary: Value = serde_json::from_slice(&summary).unwrap();
    assert_eq!(summary["toAct"], json!([0, 1]));
    assert_eq!(summary["over"], json!(false));
    assert_eq!(summary["digest"].as_str().unwrap().len(), 16);
    assert_eq!(summary["decisions"].as_array().unwrap().len(), 2);
}

#[test]
fn what_happened_is_written_with_its_audience_and_in_both_languages() {
    let mut table = dealt(2);
    let mut told = Vec::new();
    for seat in 0..2 {
        let moves = call(&mut table, Op::Moves, &json!({"seat": seat, "language": "EN"})).unwrap();
        let step = json!({"seat": seat, "entry": seat + 1, "steps": [moves[0]["move"]]});
        told.push(call(&mut table, Op::Play, &step).unwrap()["told"].clone());
        assert_eq!(call(&mut table, Op::Keep, &json!({})).unwrap(), json!({}));
    }
    let (secret, open) = (&told[0][0], &told[1][1]);
    assert_eq!((&secret["seats"], &secret["everyone"]), (&json!([0]), &Value::Null));
    assert_eq!(secret["event"]["__typename"], "Bid");
    assert_eq!(secret["others"]["event"], json!({"__typename": "Bid", "seat": 0, "card": null}));
    assert_eq!(secret["others"]["words"], json!({"EN": "{seat:0} bids.", "FR": "{seat:0} mise."}));
    assert_eq!((&open["seats"], &open["everyone"]), (&Value::Null, &json!(true)));
    assert_eq!(open["others"], Value::Null);
}

#[test]
fn looking_ahead_shows_what_will_be_shown_once_the_play_is_kept() {
    let mut table = dealt(2);
    let eyes = json!({"eyes": {"seat": 1}, "language": "FR"});
    assert!(matches!(call(&mut table, Op::LookAhead, &eyes), Err(Failure::BadRequest(_))));
    let moves = call(&mut table, Op::Moves, &json!({"seat": 0, "language": "EN"})).unwrap();
    let step = json!({"seat": 0, "entry": 1, "steps": [moves[0]["move"]]});
    let before = call(&mut table, Op::Look, &eyes).unwrap();
    call(&mut table, Op::Play, &step).unwrap();
    let ahead = call(&mut table, Op::LookAhead, &eyes).unwrap();
    assert_eq!(call(&mut table, Op::Look, &eyes).unwrap(), before);
    call(&mut table, Op::Keep, &json!({})).unwrap();
    assert_eq!(call(&mut table, Op::Look, &eyes).unwrap(), ahead);
    assert_ne!(ahead, before);
    assert!(matches!(call(&mut table, Op::LookAhead, &eyes), Err(Failure::BadRequest(_))));
}

/// A request that each operation takes: of `one` seat (or eyes) and with the `other` values.
fn request(op: Op, one: &Value, other: &Value) -> Value {
    let eyes = if one.is_number() { json!({ "seat": one }) } else { one.clone() };
    match op {
        Op::About | Op::Keep | Op::Drop | Op::Save => json!({}),
        Op::Catalogue => json!({"options": other, "language": "FR"}),
        Op::Play => json!({"seat": one, "entry": 1, "steps": other}),
        Op::Moves => json!({"seat": one, "language": "EN"}),
        Op::View | Op::Score | Op::Look | Op::LookAhead => json!({"eyes": eyes, "language": "EN"}),
        Op::Words if other.is_array() => json!({"said": {"move": other[0]}, "language": "EN"}),
        Op::Words => json!({"said": {"prompt": eyes}, "language": "EN"}),
        Op::Preview => json!({"seat": one, "steps": other, "dice": SEED, "language": "EN"}),
        Op::Imagine => json!({"eyes": eyes, "dice": SEED}),
        Op::Reveals => json!({"seat": one, "entry": 1, "steps": other, "dice": SEED}),
        Op::Search if other.is_object() => {
            json!({"eyes": eyes, "dice": SEED, "method": {"greedy": {"worlds": 2}}})
        }
        Op::Search => {
            json!({"eyes": eyes, "dice": SEED, "method": {"tree": {"iterations": 3}}})
        }
    }
}

#[test]
fn malformed_requests_neither_panic_nor_change_anything() {
    let mut table = dealt(3);
    let before = call(&mut table, Op::Save, &json!({})).unwrap();
    let parts = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "null",
        "true",
        "-1",
        "1e400",
        "255",
        "\"seat\"",
        "\"eyes\"",
        "\"steps\"",
        "\"entry\"",
        "\"dice\"",
        "\"language\"",
        "\"EN\"",
        "\"public\"",
        "\"bid\"",
        "\"card\"",
        "\"said\"",
        "\"move\"",
        "\"prompt\"",
        "\u{fe0f}",
        "\"\\ud800\"",
        "\0",
    ];
    let steps = json!([
        call(&mut table, Op::Moves, &json!({"seat": 1, "language": "EN"})).unwrap()[0]["move"]
    ]);
    let deal = json!({"deal": {"options": {"rounds": 2}, "seats": 3, "seed": SEED}}).to_string();
    let mut dice = Dice::new(&Seed::of_test(4), 0);
    let mut understood = 0;
    for round in 0..20_000 {
        let op = Op::ALL[round % Op::ALL.len()];
        // Half are random parts, half a sound request with a few bytes replaced by such parts.
        let mut request = Vec::new();
        let mut opening = deal.clone().into_bytes();
        if dice.below(2) == 0 {
            request = request_of(op, &steps);
            for bytes in [&mut request, &mut opening] {
                for _ in 0..dice.below(3) {
                    let at = dice.below(bytes.len());
                    let end = (at + dice.below(4)).min(bytes.len());
                    let part = parts[dice.below(parts.len())].bytes();
                    drop(bytes.splice(at..end, part.take(dice.below(8))));
                }
            }
        } else {
            for _ in 0..dice.below(16) {
                request.extend_from_slice(parts[dice.below(parts.len())].as_bytes());
            }
            if dice.below(4) == 0 {
                request.push(u8::try_from(dice.below(256)).unwrap());
            }
            opening.clone_from(&request);
        }
        // Any answer will do; a panic fails the test.
        let answer = table.call(op as u32, &request);
        understood += usize::from(!matches!(answer, Err(Failure::BadRequest(_))));
        let _ = ask::<Sealed>(op as u32, &request);
        let _ = Table::<Sealed>::open(&opening);
        table.drop_tried();
    }
    assert!(understood > 4000, "only {understood} were requests");
    assert_eq!(call(&mut table, Op::Save, &json!({})).unwrap(), before);
}

fn request_of(op: Op, steps: &Value) -> Vec<u8> {
    request(op, &json!(1), steps).to_string().into_bytes()
}

#[test]
fn well_formed_requests_with_absurd_values_are_answered() {
    let mut table = dealt(3);
    let seats = [
        json!(0),
        json!(2),
        json!(3),
        json!(255),
        json!(-1),
        json!(1e300),
        json!(null),
        json!([]),
        json!("all"),
        json!("public"),
        json!({"seat": 7}),
    ];
    let values = [
        json!(null),
        json!(3),
        json!("x"),
        json!([]),
        json!({}),
        json!({"rounds": 3}),
        json!({"rounds": -3}),
        json!([[]]),
        json!(["pass"]),
        json!([{"bid": {"card": 11}}]),
        json!([{"bid": {"card": 1}, "x": 1}]),
        json!([{"bid": {"card": 1}}]),
        json!([{"bid": {"card": 1}}, {"bid": {"card": 1}}]),
    ];
    let before = call(&mut table, Op::Save, &json!({})).unwrap();
    let moves = call(&mut table, Op::Moves, &json!({"seat": 0, "language": "EN"})).unwrap();
    let tried = json!({"seat": 0, "entry": 1, "steps": [moves[0]["move"]]});
    for op in Op::ALL.into_iter().filter(|op| !matches!(op, Op::Keep)) {
        let mut understood = 0;
        if matches!(op, Op::LookAhead) {
            call(&mut table, Op::Play, &tried).unwrap();
        }
        for (one, other) in seats.iter().flat_map(|one| values.iter().map(move |v| (one, v))) {
            match call(&mut table, op, &request(op, one, other)) {
                Err(Failure::BadRequest(reason)) => assert!(!reason.is_empty()),
                Err(Failure::Refused(refused)) => {
                    assert!(!refused.code.is_empty());
                    understood += 1;
                }
                Err(Failure::Unsupported) => panic!("{op:?} is supported"),
                Ok(_) => understood += 1,
            }
        }
        assert!(understood > 0, "{op:?} was never more than a bad request");
    }
    assert_eq!(call(&mut table, Op::Save, &json!({})).unwrap(), before);
}

#[test]
fn a_play_is_no_deal() {
    let mut table = dealt(2);
    let moves = call(&mut table, Op::Moves, &json!({"seat": 0, "language": "EN"})).unwrap();
    let play = |entry: u64| json!({"seat": 0, "entry": entry, "steps": [moves[0]["move"]]});
    call(&mut table, Op::Play, &play(1)).unwrap();
    let refused = call(&mut table, Op::Play, &play(0));
    assert!(matches!(refused, Err(Failure::BadRequest(_))), "{refused:?}");
    let kept = call(&mut table, Op::Keep, &json!({}));
    assert!(matches!(kept, Err(Failure::BadRequest(_))), "the tried one is forgotten");
}

#[test]
fn an_operation_of_a_later_version_is_unsupported() {
    assert_eq!(dealt(2).call(40, b"{}"), Err(Failure::Unsupported));
    assert_eq!(ask::<Sealed>(9999, b"{}"), Err(Failure::Unsupported));
    assert!(matches!(ask::<Sealed>(Op::View as u32, b"{}"), Err(Failure::BadRequest(_))));
}

#[test]
fn a_seed_that_is_not_sixty_four_digits_is_refused() {
    for seed in ["", "01", &SEED[1..], &format!("{SEED}0"), &SEED.replace('1', "g")] {
        let request = json!({"deal": {"seats": 2, "seed": seed}}).to_string();
        let refused = Table::<Sealed>::open(request.as_bytes()).map(|_| ());
        assert!(matches!(refused, Err(Failure::BadRequest(_))), "{seed}");
    }
}
