//! The laws that every game keeps. Whole games stand in `playthroughs/`, which
//! `UPDATE_PLAYTHROUGHS=1 cargo test -p crazyeights` writes again.

use crazyeights::*;

/// Steps are weighed, because a game in which every second step is a draw does not end.
fn weight(_: &CrazyEights, step: &Move) -> u32 {
    if matches!(step, Move::Play { .. }) { 40 } else { 1 }
}

gueridon_game::testkit!(
    CrazyEights,
    playouts: 60,
    phrasebook: BOOK,
    weigh: weight,
    fleeting: &["HandShown.*"],
    conserves: |game| game.cards().len(),
    at_least: (10, &["move.play", "move.draw", "move.pass", "CrazyEightsSuit.*"]),
);

#[test]
fn every_rule_is_in_the_table_and_has_a_test() {
    gueridon_game::testkit::RulesTable::of(env!("CARGO_MANIFEST_DIR"))
        .rules((1..=14).map(|number| format!("E{number}")))
        .check();
}
