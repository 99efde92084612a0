//! `RULES.md` has every rule and card, and a test for each of them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use astoria::cards::{Artefact, Card, Invasion, Objective};
use gueridon_game::Kind;

/// Rules that are numbered by letter.
const LETTERED: [&str; 34] = [
    "11a", "11b", "11c", "20a", "20b", "20c", "20d", "33a", "33b", "33c", "33d", "33e", "39a",
    "39b", "48a", "48b", "64a", "64b", "64c", "64d", "70a", "70b", "77a", "81a", "100a", "100b",
    "100c", "100d", "100e", "100f", "100g", "100h", "100i", "100j",
];
/// What else the table has: role talents, the King's health, what eyes may know.
const BESIDES: [&str; 3] = ["C4", "C5", "E"];

/// Every id that the table has to have.
fn rules() -> BTreeSet<String> {
    let numbers = (1..=100).map(|number: u8| number.to_string());
    let fixtures = (1..=8).map(|number: u8| format!("G{number}"));
    numbers
        .chain(fixtures)
        .chain(LETTERED.iter().chain(&BESIDES).map(|&id| id.to_owned()))
        .chain(cards())
        .collect()
}

/// Every card: artefacts, Talents, invasion cards and objectives.
fn cards() -> BTreeSet<String> {
    let ids = Card::ALL.iter().map(|card| card.id());
    let ids = ids.chain(Artefact::ALL.iter().map(|card| card.id()));
    let ids = ids.chain(Invasion::ALL.iter().map(|card| card.id()));
    ids.chain(Objective::ALL.iter().map(|card| card.id())).map(str::to_owned).collect()
}

/// A row of the table.
struct Row {
    what: String,
    tests: Vec<String>,
}

/// The rows of the table by id.
fn table() -> BTreeMap<String, Row> {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/RULES.md")).unwrap();
    let mut rows = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| id ")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [id, what, tests] = cells[..] else { panic!("not three cells: {line}") };
        let tests = tests.split("<br>").map(|test| test.trim_matches('`').to_owned());
        let row = Row { what: what.to_owned(), tests: tests.collect() };
        let id = id.trim_matches('`').to_owned();
        assert!(rows.insert(id.clone(), row).is_none(), "{id} has two rows");
    }
    rows
}

/// The names of all tests in `src/tests`.
fn tests() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests"));
    for entry in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for test in text.split("#[test]").skip(1) {
            let name = test.split_once("fn ").and_then(|(_, rest)| rest.split_once('('));
            names.extend(name.map(|(name, _)| name.to_owned()));
        }
    }
    names
}

/// The id that a test is named after: `r28_…` shows rule 28, `c4_…` C4, `g1_…` G1, `e_…` E,
/// `card_calm` the card; none if it is named after no rule.
fn id_of(test: &str) -> Option<String> {
    if let Some(card) = test.strip_prefix("card_") {
        return Some(card.to_owned());
    }
    let first = test.split('_').next()?;
    let (letter, number) = first.split_at_checked(1)?;
    match letter {
        "r" if number.starts_with(|c: char| c.is_ascii_digit()) => Some(number.to_owned()),
        "c" | "g" if number.starts_with(|c: char| c.is_ascii_digit()) => {
            Some(letter.to_uppercase() + number)
        }
        "e" if number.is_empty() => Some("E".to_owned()),
        _ => None,
    }
}

#[test]
fn every_refusal_that_has_words_is_met_by_a_test() {
    let words =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/data/words.toml")).unwrap();
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests"));
    let files = fs::read_dir(folder).unwrap();
    let tests: String =
        files.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    for code in words.lines().filter_map(|line| line.strip_prefix("[refusal.")) {
        let code = code.trim_end_matches(']');
        assert!(tests.contains(&format!("\"{code}\"")), "no test is refused with {code}");
    }
}

#[test]
fn every_rule_and_card_has_a_row_that_says_what_is_done() {
    let (table, rules) = (table(), rules());
    let missing: Vec<&String> = rules.iter().filter(|id| !table.contains_key(*id)).collect();
    assert!(missing.is_empty(), "RULES.md has no row for {missing:?}");
    for (id, row) in &table {
        assert!(rules.contains(id), "{id} is no rule and no card");
        assert!(row.what.ends_with('.'), "{id} says {:?}", row.what);
    }
}

#[test]
fn every_row_is_shown_by_tests_that_exist_and_are_named_after_it() {
    let tests = tests();
    for (id, row) in table() {
        for test in &row.tests {
            assert!(tests.contains(test), "{id}: there is no test {test:?} in src/tests");
            assert_eq!(id_of(test).as_ref(), Some(&id), "{test} is not named after {id}");
        }
        assert!(!row.tests.is_empty(), "{id} has no test");
    }
}

#[test]
fn every_test_that_is_named_after_a_rule_is_in_its_row() {
    let table = table();
    for test in tests() {
        let Some(id) = id_of(&test) else { continue };
        let row = table.get(&id).unwrap_or_else(|| panic!("{test}: RULES.md has no row for {id}"));
        assert!(row.tests.contains(&test), "RULES.md does not name {test} under {id}");
    }
}
