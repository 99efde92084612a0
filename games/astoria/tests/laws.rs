//! What every game owes its players, kept by Astoria at tables of 2 to 6, and in the variant.

#[path = "laws/books.rs"]
mod books;
#[path = "laws/weights.rs"]
mod weights;

use astoria::{Astoria, Options, cards};
use gueridon_game::Phrasebook;

/// What these games never meet, because the variant alone has it; `alchemist` meets it.
const OF_THE_VARIANT: [&str; 1] = ["AstoriaRole.saboteur"];

/// What chance hardly ever meets, and tests of their own do.
const MET_ELSEWHERE: [&str; 1] = ["AstoriaCause.last_round"];

const BOOK: Phrasebook = Phrasebook { phrases: cards::PHRASES, names: cards::CATALOGUE };

/// The base game.
mod base {
    use super::*;

    gueridon_game::testkit!(
        Astoria,
        seats: 2..=6,
        playouts: 100,
        positions: 3,
        weigh: weights::weigh,
        conserves: books::counted,
        each_step: books::balance,
        met_elsewhere: &OF_THE_VARIANT,
        met_elsewhere: &MET_ELSEWHERE,
        phrasebook: BOOK,
    );
}

/// The Grand Alchemist variant, with roles chosen.
mod alchemist {
    use super::*;
    use astoria::options::RoleAssignment;

    gueridon_game::testkit!(
        Astoria,
        options: Options {
            grand_alchemist: true,
            role_assignment: RoleAssignment::Choose,
            ..Options::default()
        },
        seats: 5..=6,
        playouts: 40,
        positions: 3,
        playthroughs: concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs/alchemist"),
        weigh: weights::weigh,
        conserves: books::counted,
        each_step: books::balance,
        met_elsewhere: &MET_ELSEWHERE,
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
