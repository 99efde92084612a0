//! The options of a table: C5, and those that other chapters do not show.

use gueridon_game::{Dice, Eyes, Game, Refusal, Seed};

use super::scene::{A, Scene, YES};
use crate::Options;
use crate::cards::{Cause, Domain};
use crate::moves::Move;
use crate::state::Astoria;

fn deal(options: Options, seats: u8) -> Result<Astoria, Refusal> {
    Astoria::deal(&options, seats, &mut Dice::new(&Seed::of_test(3), 0))
}

#[test]
fn c5_the_king_is_cured_at_10_or_as_hard_as_the_table_likes() {
    assert_eq!(Options::default().full_health, 10);
    for full_health in [8, 12] {
        let options = Options { full_health, ..Options::default() };
        let mut scene = Scene::with(4, options).health(full_health - 2).pool(Domain::Cobalt, 6);
        scene.play(A, Move::Heal(YES));
        assert_eq!(scene.ended(), None);
        scene.play(A, Move::Heal(YES));
        assert_eq!(scene.ended(), Some((Cause::KingCured, None)));
    }
}

#[test]
fn options_out_of_bounds_are_refused() {
    let base = Options::default();
    for (options, rule) in [
        (Options { full_health: 7, ..base }, "76"),
        (Options { full_health: 13, ..base }, "76"),
        (Options { force_floor: 2, ..base }, "32"),
        (Options { round_limit: 9, ..base }, "81"),
        (Options { round_limit: 61, ..base }, "81"),
    ] {
        let refusal = deal(options, 4).unwrap_err();
        assert_eq!((refusal.code, refusal.rule), ("OPTION_OUT_OF_BOUNDS", rule));
    }
}

#[test]
fn with_the_four_flasks_of_the_box_the_first_four_mages_have_one() {
    let options = Options { flasks_for_all: false, ..Options::default() };
    let game = deal(options, 6).unwrap();
    let order: Vec<bool> =
        game.clockwise(game.turn.first).map(|seat| game.mage(seat).has_flask).collect();
    assert_eq!(order, [true, true, true, true, false, false]);
    assert!(deal(options, 4).unwrap().mages.iter().all(|mage| mage.has_flask));
}

#[test]
fn options_are_public_and_read_as_they_are_written() {
    let game = deal(Options { round_limit: 12, ..Options::default() }, 3).unwrap();
    assert_eq!(game.view(Eyes::Public).options.round_limit, 12);
    let read: Options = serde_json::from_str(r#"{"tieBreak":"FLASK_THEN_POWER"}"#).unwrap();
    let tie_break = crate::options::TieBreak::FlaskThenPower;
    assert_eq!(read, Options { tie_break, ..Options::default() });
    assert!(serde_json::from_str::<Options>(r#"{"fullHealt":8}"#).is_err());
}
