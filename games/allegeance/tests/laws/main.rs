//! What every game owes its players, kept by Allégeance at tables of 2, 3 and 4, and in both
//! variants.

mod learning;
mod lists;
mod rules_table;
mod undo;

use allegeance::{Allegeance, Options, cards};
use gueridon_game::catalogue::{LABEL, REFUSAL};
use gueridon_game::testkit::Laws;
use gueridon_game::{Game, Language, Phrasebook, Seat};

/// What only the variants show; the tests below meet it.
const OF_VARIANTS: [&str; 8] = [
    "AllegeanceMove.discardOath",
    "AllegeanceDiscardOath.oath",
    "AllegeanceOathDiscarded",
    "AllegeanceOathDiscarded.oath",
    "AllegeanceQuestion.DRAFT_OATH",
    "AllegeanceQuestion.DRAFT_DISCARD",
    "AllegeanceOptions.first",
    "AllegeanceTableOptions.first",
];

/// The Oaths that nobody took are laid out for all when the draft is over, whose last step tells only that
/// it was taken.
const UNCLAIMED: [&str; 1] = ["unclaimed"];

gueridon_game::testkit!(
    Allegeance,
    schema: "../../schema",
    seats: 2..=4,
    playouts: 90,
    public: &UNCLAIMED,
    positions: 4,
    met_elsewhere: &OF_VARIANTS,
    at_least: (10, &["AllegeanceCard.*", "AllegeanceGuild.*", "AllegeanceOath.*"]),
    phrasebook: Phrasebook { phrases: cards::PHRASES, names: cards::CATALOGUE },
);

fn variant(options: Options, seats: std::ops::RangeInclusive<u8>) -> Laws<Allegeance> {
    let laws = Laws::<Allegeance>::new(options).seats(seats).playouts(20).positions(4).sample();
    laws.public(&UNCLAIMED)
}

#[test]
fn the_laws_are_kept_when_allegiances_are_drafted() {
    let report = variant(Options { draft: true, ..Options::default() }, 2..=3).check();
    let met = |part: &str| report.reached[part].told + report.reached[part].shown > 0;
    assert!(OF_VARIANTS.iter().filter(|part| !part.ends_with(".first")).all(|part| met(part)));
}

#[test]
fn the_laws_are_kept_when_two_play_with_guilds_drawn_by_lot() {
    variant(Options { random_guilds: true, ..Options::default() }, 2..=2).check();
    let both = Options {
        draft: true,
        random_guilds: true,
        capped_diplomats: true,
        dear_protection: true,
        first: Some(Seat(1)),
    };
    let report = variant(both, 2..=2).check();
    assert!(report.reached["AllegeanceOptions.first"].told > 0, "{report}");
    assert!(report.reached["AllegeanceTableOptions.first"].shown > 0, "{report}");
}

/// By what everybody had seen of this game, the card was very likely in the hand: likelier than what
/// imagined games can tell from certain.
#[test]
fn a_card_that_was_very_likely_in_a_hand_cannot_be_taken_back_when_it_is_shown() {
    let by_lot = Options { random_guilds: true, ..Options::default() };
    variant(by_lot, 2..=2).replay((154, 2)).check();
}

#[test]
fn playthroughs_of_the_variants_are_as_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs");
    let draft = Options { draft: true, ..Options::default() };
    variant(draft, 3..=3).playthroughs(format!("{folder}/draft")).check_playthroughs();
    let by_lot = Options { random_guilds: true, ..Options::default() };
    variant(by_lot, 2..=2).playthroughs(format!("{folder}/random-guilds")).check_playthroughs();
}

#[test]
fn the_refusals_and_then_the_labels_stand_in_the_catalogue_after_all_things() {
    for language in Language::ALL {
        let entries = Allegeance::catalogue(&Options::default(), language);
        let others = cards::REFUSALS.iter().chain(cards::LABELS);
        let others: Vec<_> = others.map(|named| named.entry(language)).collect();
        assert!(entries.ends_with(&others), "{language:?}");
        let things = &entries[..entries.len() - others.len()];
        let is_thing = |kind| kind != LABEL && kind != REFUSAL;
        assert!(things.iter().all(|thing| is_thing(thing.kind)), "{language:?}");
    }
}
