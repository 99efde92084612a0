//! `RULES.md` has every rule and card, and a test for each of them.

use std::collections::BTreeSet;

use abyss::cards::{Location, Lord};
use gueridon_game::Kind;
use gueridon_game::testkit::RulesTable;

/// Rules that are numbered by letter.
const LETTERED: [&str; 14] = [
    "E1a", "E6a", "E6b", "E28a", "E32a", "E63a", "E64a", "E66a", "E71a", "E72a", "E74a", "E81a",
    "H", "I",
];

/// Every rule that the table has to have.
fn rules() -> BTreeSet<String> {
    let numbered = |letter: char, numbers: std::ops::RangeInclusive<u8>| {
        numbers.map(move |number| format!("{letter}{number}"))
    };
    numbered('E', 1..=92)
        .chain(numbered('F', 1..=6))
        .chain(numbered('G', 1..=22))
        .chain(numbered('D', 3..=3))
        .chain(LETTERED.into_iter().map(str::to_owned))
        .collect()
}

#[test]
fn every_rule_and_card_is_in_the_table_and_has_a_test() {
    let table = RulesTable::of(env!("CARGO_MANIFEST_DIR")).rules(rules());
    let table = table.things("lord", Lord::ALL.iter().map(|lord| lord.id()));
    table.things("location", Location::ALL.iter().map(|location| location.id())).check();
}
