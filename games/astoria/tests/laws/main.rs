//! What every game owes its players, kept by Astoria at tables of 2 to 6, and in the variant.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod books;
mod elsewhere;
mod learning;
mod lists;
mod rules_table;
mod undo;
mod weights;

use astoria::{Astoria, Options, cards};
use gueridon_game::catalogue::{LABEL, REFUSAL};
use gueridon_game::{Game, Language, Phrasebook};

/// What no 160 games may miss.
const MET_OFTEN: [&str; 4] =
    ["AstoriaArtefact.*", "AstoriaInvasion.*", "AstoriaObjective.*", "AstoriaDomain.*"];

const BOOK: Phrasebook = Phrasebook { phrases: cards::PHRASES, names: cards::CATALOGUE };

/// The base game.
mod base {
    use super::*;

    gueridon_game::testkit!(
        Astoria,
        schema: "../../schema",
        seats: 2..=6,
        playouts: 160,
        positions: 2,
        weigh: weights::weigh,
        conserves: books::counted,
        each_step: books::balance,
        met_elsewhere: &elsewhere::OF_THE_VARIANT,
        met_elsewhere: &elsewhere::RARE,
        at_least: (10, &MET_OFTEN),
        phrasebook: BOOK,
    );
}

/// The Grand Alchemist variant, with roles chosen.
mod alchemist {
    use super::*;
    use astoria::options::RoleAssignment;

    gueridon_game::testkit!(
        Astoria,
        schema: "../../schema",
        options: Options {
            grand_alchemist: true,
            role_assignment: RoleAssignment::Choose,
            ..Options::default()
        },
        seats: 5..=6,
        playouts: 60,
        positions: 2,
        playthroughs: concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs/alchemist"),
        weigh: weights::weigh,
        conserves: books::counted,
        each_step: books::balance,
        met_elsewhere: &elsewhere::RARE,
        met_elsewhere: &["AstoriaRoleAssignment.RANDOM"],
        at_least: (5, &["AstoriaRole.*"]),
    );
}

/// The laws hold, too, where every open point is read the other way.
#[test]
fn the_laws_are_kept_under_every_other_option() {
    use astoria::options::{CureCheck, GuardGem, PoolBeforeFight, TieBreak};
    use gueridon_game::testkit::Laws;

    let options = Options {
        full_health: 12,
        king_cure_check: CureCheck::EndOfDefence,
        revealed_traitor_heals_king: true,
        force_floor: 0,
        pool_before_fight: PoolBeforeFight::Fights,
        reshuffle_invasion: false,
        killed_guard_gem: GuardGem::Owner,
        may_end_turn_early: false,
        flasks_for_all: false,
        tie_break: TieBreak::FlaskThenPower,
        round_limit: 10,
        ..Options::default()
    };
    let report = Laws::<Astoria>::new(options)
        .playouts(20)
        .positions(3)
        .weigh(weights::weigh)
        .conserves(books::counted)
        .each_step(books::balance)
        .sample()
        .check();
    assert!(report.events_by_kind.contains_key("ArtefactFinished"), "{report}");
}

#[test]
fn the_refusals_and_then_the_labels_stand_in_the_catalogue_after_all_things() {
    for language in Language::ALL {
        let entries = Astoria::catalogue(&Options::default(), language);
        let others = cards::REFUSALS.iter().chain(cards::LABELS);
        let others: Vec<_> = others.map(|named| named.entry(language)).collect();
        assert!(entries.ends_with(&others), "{language:?}");
        let things = &entries[..entries.len() - others.len()];
        let is_thing = |kind| kind != LABEL && kind != REFUSAL;
        assert!(things.iter().all(|thing| is_thing(thing.kind)), "{language:?}");
    }
}
