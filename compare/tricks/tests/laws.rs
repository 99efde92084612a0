//! The rules, and the laws that every game keeps. Whole games stand in `playthroughs/`, which
//! `UPDATE_PLAYTHROUGHS=1 cargo test -p tricks` writes again.

mod rules;

/// What two players do without.
const HIGH: [&str; 8] = [
    "TricksCard.eight_of_hearts",
    "TricksCard.eight_of_spades",
    "TricksCard.nine*",
    "TricksCard.ten*",
    "TricksCard.jack*",
    "TricksCard.queen*",
    "TricksCard.king*",
    "TricksCard.ace*",
];

/// Of two players each has what the other has not.
mod for_two {
    use super::HIGH;
    use tricks::*;

    gueridon_game::testkit!(
        Tricks,
        seats: 2..=2,
        playouts: 20,
        phrasebook: BOOK,
        deducible: &["players.*.hand"],
        never: &HIGH,
    );
}

mod for_more {
    use tricks::*;

    gueridon_game::testkit!(Tricks, seats: 3..=4, playouts: 20, phrasebook: BOOK);
}

#[test]
fn every_rule_is_in_the_table_and_has_a_test() {
    gueridon_game::testkit::RulesTable::of(env!("CARGO_MANIFEST_DIR"))
        .rules((1..=6).map(|number| format!("T{number}")))
        .check();
}
