//! What every game owes its players, kept by Abyss at tables of 2, 3 and 4.

use abyss::{Abyss, Options, cards};
use gueridon_game::Phrasebook;
use gueridon_game::testkit::Laws;

/// What only memory knows after the step that told it: a card that is turned up on the last space
/// and goes to a hand at once, and what others chose in secret to discard.
const FLEETING: [&str; 3] = ["CardRevealed", "AllyTaken", "CardsDiscarded"];

/// The Black Smokers let their new owner search the Location deck: it holds what is seen nowhere
/// else.
const DEDUCIBLE: [&str; 1] = ["searched"];

/// Questions that chance hardly ever leads to. Met by `lord_sage_takes_an_available_location_when_\
/// the_deck_is_empty` and `lord_corruptor_recruits_a_second_lord_for_5_pearls_without_allies`.
const MET_ELSEWHERE: [&str; 2] = ["AbyssQuestion.AMBASSADOR_LOCATION", "AbyssQuestion.SECOND_LORD"];

/// What no 60 games may miss.
const MET_OFTEN: [&str; 4] = ["AbyssCard.*", "AbyssLocation.*", "AbyssLord.*", "AbyssToken.*"];

gueridon_game::testkit!(
    Abyss,
    seats: 2..=4,
    playouts: 60,
    positions: 3,
    fleeting: &FLEETING,
    deducible: &DEDUCIBLE,
    met_elsewhere: &MET_ELSEWHERE,
    at_least: (10, &MET_OFTEN),
    phrasebook: Phrasebook { phrases: cards::PHRASES, names: cards::CATALOGUE },
);

#[test]
fn the_laws_are_kept_when_the_black_smokers_return_to_the_deck() {
    let report = Laws::<Abyss>::new(Options { return_black_smokers: true })
        .playouts(20)
        .positions(3)
        .fleeting(&FLEETING)
        .deducible(&DEDUCIBLE)
        .sample()
        .check();
    assert!(report.events_by_kind.contains_key("LocationSwapped"), "{report}");
}
