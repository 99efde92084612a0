//! What the kit says of a `learning.json` that does not fit its game.

use std::panic::catch_unwind;

use gueridon_game::testkit::check_learning;
use serde_json::{Value, json};

use crate::example::Sealed;

/// A file that fits the example.
fn whole() -> Value {
    let text = json!({ "en": "A.", "fr": "B." });
    let step = |id: &str, when: Value| json!({ "id": id, "when": when, "say": text });
    json!({
        "version": 1,
        "minutes": [5, 10],
        "weight": 1,
        "picture": "<svg></svg>",
        "summary": [text, text, text],
        "howToPlay": [{ "heading": text, "text": [text] }],
        "glossary": [],
        "beginnerOptions": ["rounds"],
        "firstGame": {
            "seats": 2,
            "options": { "rounds": 2 },
            "steps": [
                { "id": "welcome", "point": ["#hand", "move:bid"], "say": text },
                step("bid", json!({ "move": "bid" })),
                step("hand", json!({ "path": "seats.own.hand", "atLeast": 5 })),
                step("over", json!({ "path": "prize", "exists": false })),
                step("first", json!({ "path": "seats.*.hasBid", "equals": true })),
            ],
        },
    })
}

/// What is said of the file after a change; empty where it fits.
fn said(change: impl FnOnce(&mut Value)) -> String {
    let mut file = whole();
    change(&mut file);
    let text = file.to_string();
    match catch_unwind(move || check_learning::<Sealed>(&text, 5)) {
        Ok(()) => String::new(),
        Err(why) => why.downcast_ref::<String>().cloned().unwrap_or_default(),
    }
}

#[test]
fn a_file_that_fits_passes() {
    assert_eq!(said(|_| {}), "");
}

#[test]
fn what_the_game_does_not_have_is_named() {
    for (at, value, expected) in [
        ("/howToPlay/0/cards", json!(["dragon"]), "there is no card \"dragon\""),
        ("/beginnerOptions/0", json!("draft"), "there is no option \"draft\""),
        ("/firstGame/seats", json!(7), "the first game has 7 seats"),
        ("/firstGame/options", json!({ "draft": true }), "the options of the first game"),
        ("/firstGame/steps/0/point/1", json!("move:pass"), "no kind of step \"pass\""),
        ("/firstGame/steps/1/when/move", json!("pass"), "no kind of step \"pass\""),
        ("/firstGame/steps/2/when/path", json!("seats.own.gems"), "there is no \"gems\""),
        ("/firstGame/steps/2/when/path", json!("seats.hand"), "there is no \"hand\""),
        ("/firstGame/steps/2/when/path", json!("seats.own.hasBid"), "neither a number nor a list"),
        ("/firstGame/steps/4/when/equals", json!("yes"), "can never be \"yes\""),
    ] {
        let said = said(|file| {
            let (parent, key) = at.rsplit_once('/').unwrap();
            match file.pointer_mut(parent).unwrap() {
                Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
                object => object[key] = value,
            }
        });
        assert!(said.contains(expected), "{at}: {said}");
    }
}

#[test]
fn an_explanation_that_never_comes_up_is_named() {
    let said = said(|file| {
        file["firstGame"]["steps"][2]["when"]["atLeast"] = json!(6);
    });
    assert!(said.contains("step \"hand\" came up in none of 5 games"), "{said}");
}

#[test]
fn a_test_that_tests_two_things_or_nothing_is_named() {
    let two = said(|file| file["firstGame"]["steps"][2]["when"]["exists"] = json!(true));
    assert!(two.contains("seats.own.hand is tested in 2 ways"), "{two}");
    let none = said(|file| {
        file["firstGame"]["steps"][2]["when"] = json!({ "path": "prize" });
    });
    assert!(none.contains("prize is tested in 0 ways"), "{none}");
}
