//! `RULES.md` has every rule and card, and a test for each of them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use abyss::cards::{Location, Lord};
use gueridon_game::Kind;

/// Rules that are numbered by letter.
const LETTERED: [&str; 14] = [
    "E1a", "E6a", "E6b", "E28a", "E32a", "E63a", "E64a", "E66a", "E71a", "E72a", "E74a", "E81a",
    "H", "I",
];

/// Every id that the table has to have.
fn rules() -> BTreeSet<String> {
    let numbered = |letter: char, numbers: std::ops::RangeInclusive<u8>| {
        numbers.map(move |number| format!("{letter}{number}"))
    };
    let cards = Lord::ALL.iter().map(|lord| lord.id());
    let cards = cards.chain(Location::ALL.iter().map(|location| location.id()));
    numbered('E', 1..=92)
        .chain(numbered('F', 1..=6))
        .chain(numbered('G', 1..=22))
        .chain(numbered('D', 3..=3))
        .chain(LETTERED.into_iter().chain(cards).map(str::to_owned))
        .collect()
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
    collect(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests")), &mut names);
    names
}

fn collect(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, names);
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        for test in text.split("#[test]").skip(1) {
            let name = test.split_once("fn ").and_then(|(_, rest)| rest.split_once('('));
            names.extend(name.map(|(name, _)| name.to_owned()));
        }
    }
}

/// The ids that a test is named after: `e28_g6_…` shows E28 and G6, `lord_sage_…` the Sage.
fn ids_of(test: &str, cards: &BTreeSet<String>) -> Vec<String> {
    let card = test.split_once('_').filter(|(kind, _)| ["lord", "location"].contains(kind));
    if let Some((_, rest)) = card {
        let named =
            |id: &&String| rest.starts_with(&format!("{id}_")) || rest.contains(&format!("_{id}_"));
        return cards.iter().filter(named).cloned().collect();
    }
    let segments = test.split('_').map_while(|segment| {
        let (letter, number) = segment.split_at_checked(1)?;
        let is_id = match letter {
            "d" | "e" | "f" | "g" => number.starts_with(|c: char| c.is_ascii_digit()),
            "h" | "i" => number.is_empty(),
            _ => false,
        };
        is_id.then(|| letter.to_uppercase() + number)
    });
    segments.collect()
}

fn cards() -> BTreeSet<String> {
    let is_card = |id: &String| id.starts_with(|c: char| c.is_ascii_lowercase());
    rules().into_iter().filter(is_card).collect()
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
    let (tests, cards) = (tests(), cards());
    for (id, row) in table() {
        for test in &row.tests {
            assert!(tests.contains(test), "{id}: there is no test {test:?} in src/tests");
            assert!(ids_of(test, &cards).contains(&id), "{id}: {test} is not named after it");
        }
        assert!(!row.tests.is_empty(), "{id} has no test");
    }
}

#[test]
fn every_test_that_is_named_after_a_rule_shows_one_of_the_table() {
    let (table, cards) = (table(), cards());
    for test in tests() {
        let is_of_a_card = ["lord_", "location_"].iter().any(|kind| test.starts_with(kind));
        let ids = ids_of(&test, &cards);
        assert!(!is_of_a_card || !ids.is_empty(), "{test}: there is no such card");
        for id in ids {
            assert!(table.contains_key(&id), "{test}: RULES.md has no row for {id}");
        }
    }
}
