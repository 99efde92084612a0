//! The three laws of every game, kept by Abyss at tables of 2, 3 and 4.

use abyss::{Abyss, Options};
use gueridon_game::testkit::{Laws, Report};

/// What only memory knows after the step that told it: a card that is turned up on the last space
/// and goes to a hand at once, and what others chose in secret to discard.
const FLEETING: [&str; 3] = ["CardRevealed", "AllyTaken", "CardsDiscarded"];

/// The Black Smokers let their new owner search the Location deck: it holds what is seen nowhere
/// else.
const DEDUCIBLE: [&str; 1] = ["searched"];

fn check(options: Options, playouts: u64) -> Report {
    Laws::<Abyss>::new(options)
        .playouts(playouts)
        .seats(2..=4)
        .positions(3)
        .fleeting(&FLEETING)
        .deducible(&DEDUCIBLE)
        .check()
}

#[test]
fn abyss_keeps_the_laws() {
    // Every kind of step and of event that there is was among them.
    let report = check(Options::default(), 150);
    assert_eq!(report.steps_by_kind.len(), 27, "{report}");
    assert_eq!(report.events_by_kind.len(), 41, "{report}");
}

#[test]
fn abyss_keeps_the_laws_when_the_black_smokers_return_to_the_deck() {
    let options = Options { return_black_smokers: true };
    let report = check(options, 60);
    assert!(report.events_by_kind.contains_key("LocationSwapped"), "{report}");
}
