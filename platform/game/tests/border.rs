//! The module's side of the border, from its JSON, without a library around it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../examples/sealed.rs"]
#[expect(unreachable_pub, reason = "public in a module of its own")]
mod game;

use game::Sealed;
use gueridon_game::border::Op;
use gueridon_game::table::{Failure, Table, ask};
use gueridon_game::{Dice, Seed};
use serde_json::{Value, json};

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
fn whatever_bytes_are_sent_nothing_panics_and_nothing_changes() {
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
    let mut dice = Dice::new(&Seed::of_test(4), 0);
    for round in 0..20_000 {
        let mut request = Vec::new();
        for _ in 0..dice.below(16) {
            request.extend_from_slice(parts[dice.below(parts.len())].as_bytes());
        }
        if dice.below(4) == 0 {
            request.push(u8::try_from(dice.below(256)).unwrap());
        }
        let op = Op::ALL[round % Op::ALL.len()] as u32;
        // An answer of whatever kind will do; a panic fails the test.
        let _ = table.call(op, &request);
        let _ = ask::<Sealed>(op, &request);
        let _ = Table::<Sealed>::open(&request);
        table.drop_tried();
    }
    assert_eq!(call(&mut table, Op::Save, &json!({})).unwrap(), before);
}

#[test]
fn well_formed_requests_with_absurd_values_are_answered() {
    let mut table = dealt(3);
    let values = [
        json!(null),
        json!(-1),
        json!(3),
        json!(255),
        json!(1e300),
        json!("x"),
        json!([]),
        json!({}),
        json!("all"),
        json!({"seat": 7}),
        json!({"seat": 255}),
        json!([[]]),
        json!([{"bid": {"card": 11}}]),
        json!([{"bid": {"card": 1}, "x": 1}]),
    ];
    for op in Op::ALL.into_iter().filter(|op| !matches!(op, Op::Keep | Op::Drop | Op::Save)) {
        for one in &values {
            for other in &values {
                let request = json!({
                    "seat": one, "eyes": one, "entry": other, "steps": other, "dice": other,
                    "language": "EN", "options": one, "said": {"move": other},
                });
                match call(&mut table, op, &request) {
                    Err(Failure::BadRequest(reason)) => assert!(!reason.is_empty()),
                    Err(Failure::Refused(refused)) => assert!(!refused.code.is_empty()),
                    Err(Failure::Unsupported) => panic!("{op:?} is supported"),
                    Ok(_) => {}
                }
            }
        }
    }
}

#[test]
fn an_operation_of_a_later_version_is_unsupported() {
    assert_eq!(dealt(2).call(40, b"{}"), Err(Failure::Unsupported));
    assert_eq!(ask::<Sealed>(9999, b"{}"), Err(Failure::Unsupported));
    assert!(matches!(ask::<Sealed>(Op::View as u32, b"{}"), Err(Failure::BadRequest(_))));
}

#[test]
fn a_seed_is_sixty_four_digits_or_refused() {
    for seed in ["", "01", &SEED[1..], &format!("{SEED}0"), &SEED.replace('1', "g")] {
        let request = json!({"deal": {"seats": 2, "seed": seed}}).to_string();
        let refused = Table::<Sealed>::open(request.as_bytes()).map(|_| ());
        assert!(matches!(refused, Err(Failure::BadRequest(_))), "{seed}");
    }
}
