//! `RULES.md` has every rule and card, and a test for each of them.

use std::fs;
use std::path::Path;

use astoria::cards::{Artefact, Card, Invasion, Objective, REFUSALS};
use gueridon_game::Kind;
use gueridon_game::testkit::RulesTable;

/// Rules that are numbered by letter.
const LETTERED: [&str; 34] = [
    "11a", "11b", "11c", "20a", "20b", "20c", "20d", "33a", "33b", "33c", "33d", "33e", "39a",
    "39b", "48a", "48b", "64a", "64b", "64c", "64d", "70a", "70b", "77a", "81a", "100a", "100b",
    "100c", "100d", "100e", "100f", "100g", "100h", "100i", "100j",
];
/// What else the table has: role talents, the King's health, what eyes may know.
const BESIDES: [&str; 3] = ["C4", "C5", "E"];

#[test]
fn every_rule_and_card_is_in_the_table_and_has_a_test() {
    RulesTable::of(env!("CARGO_MANIFEST_DIR"))
        .rules((1..=100).map(|number| number.to_string()))
        .rules((1..=8).map(|number| format!("G{number}")))
        .rules(LETTERED)
        .rules(BESIDES)
        .things("card", Card::ALL.iter().map(|card| card.id()))
        .things("card", Artefact::ALL.iter().map(|card| card.id()))
        .things("card", Invasion::ALL.iter().map(|card| card.id()))
        .things("card", Objective::ALL.iter().map(|card| card.id()))
        .check();
}

#[test]
fn every_refusal_of_the_catalogue_is_met_by_a_test() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests"));
    let files = fs::read_dir(folder).unwrap();
    let tests: String =
        files.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    for code in REFUSALS.iter().map(|refusal| refusal.key) {
        assert!(tests.contains(&format!("\"{code}\"")), "no test is refused with {code}");
    }
}
