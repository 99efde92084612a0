//! Majorities: F1 to F5.

use super::scene::{A, B, C, Scene, YES};
use crate::cards::Guild;
use crate::moves::Move;

const STRIKE_B: Move = Move::Strike { seat: B, guild: Guild::Mediums };

/// A table of three in which Assassins lie so, and B has a Médium to lose.
fn assassins(counts: [u8; 3]) -> Scene {
    let stack = |count| [(Guild::Assassins, count)];
    Scene::new(3)
        .field(A, &stack(counts[0]))
        .field(B, &stack(counts[1]))
        .field(C, &stack(counts[2]))
        .field(B, &[(Guild::Mediums, 1)])
        .gems(A, 9)
}

#[test]
fn f1_a_majority_is_strictly_more_than_each_opponent() {
    assert!(assassins([2, 1, 1]).game.holds(A, Guild::Assassins));
    assert_eq!(assassins([2, 1, 3]).game.majority(Guild::Assassins), Some(C));
    assert_eq!(assassins([1, 0, 0]).game.majority(Guild::Assassins), Some(A));
    assert_eq!(assassins([0, 0, 0]).game.majority(Guild::Assassins), None);
    assert!(assassins([2, 1, 1]).moves(A).contains(&STRIKE_B));
    assert_eq!(assassins([2, 1, 3]).refused(A, STRIKE_B), ("NO_MAJORITY", "F1"));
}

#[test]
fn f2_the_chief_among_the_tied_breaks_the_tie() {
    // The chief counts as one: two partisans with it are as many as three without.
    let tied = assassins([2, 3, 1]).chiefs(A, &[Guild::Assassins]);
    assert_eq!(tied.game.majority(Guild::Assassins), Some(A));
    assert!(tied.moves(A).contains(&STRIKE_B));
    let of_the_last = assassins([3, 3, 2]).chiefs(C, &[Guild::Assassins]);
    assert_eq!(of_the_last.game.majority(Guild::Assassins), Some(C), "three with the chief");
}

#[test]
fn f2_a_chief_of_a_lower_ranked_player_breaks_nothing() {
    let scene = assassins([3, 3, 1]).chiefs(C, &[Guild::Assassins]);
    assert_eq!(scene.game.majority(Guild::Assassins), None);
}

#[test]
fn f3_in_an_unbroken_tie_nobody_has_power_or_points() {
    let mut scene = assassins([3, 3, 1]);
    assert_eq!(scene.refused(A, STRIKE_B), ("NO_MAJORITY", "F1"));
    for seat in [A, B, C] {
        assert_eq!(scene.points(seat, "assassins"), 0);
    }
    assert_eq!(assassins([3, 2, 1]).points(A, "assassins"), 2);
}

#[test]
fn f4_a_chief_counts_as_one_partisan_for_majorities() {
    let scene = assassins([1, 1, 0]).chiefs(A, &[Guild::Assassins]);
    assert_eq!(scene.game.strength(A, Guild::Assassins), 2);
    assert_eq!(scene.partisans(A, Guild::Assassins), 1, "but it is no partisan");
    let alone = assassins([0, 1, 0]).chiefs(A, &[Guild::Assassins]);
    assert_eq!(alone.game.majority(Guild::Assassins), Some(A), "one each, and the chief");
}

#[test]
fn f5_a_chief_alone_scores_but_has_no_power() {
    let mut scene = assassins([0, 0, 0]).chiefs(A, &[Guild::Assassins]);
    assert!(scene.game.holds(A, Guild::Assassins));
    assert_eq!(scene.refused(A, STRIKE_B), ("NO_PARTISAN", "F5"));
    assert_eq!(scene.points(A, "assassins"), 2);
    scene.assert_open(A, &[Move::EndTurn(YES)]);
}
