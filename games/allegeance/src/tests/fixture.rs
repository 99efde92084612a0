//! The worked example of section I of the fact sheet: a whole count for three.

use gueridon_game::{Eyes, Game};

use super::scene::{A, B, C, Scene};
use crate::cards::{Card, Guild, Oath};
use crate::decision::Decision;
use crate::moves::Move;

/// The table before the Allegiances: partisans in the order of the guilds.
fn table() -> Scene {
    let stacks = |counts: [u8; 10]| -> Vec<(Guild, u8)> {
        gueridon_game::Kind::ALL.iter().copied().zip(counts).collect()
    };
    Scene::new(3)
        .no_oaths()
        .field(A, &stacks([2, 3, 2, 2, 0, 3, 1, 2, 2, 0]))
        .field(B, &stacks([3, 1, 3, 2, 3, 0, 1, 2, 1, 1]))
        .field(C, &stacks([1, 2, 2, 2, 2, 2, 2, 1, 0, 2]))
        .chiefs(A, &[Guild::Magiciennes])
        .chiefs(B, &[Guild::Assassins, Guild::Fossoyeurs])
        .chiefs(C, &[Guild::Diplomates, Guild::Damnes])
        .sacrificed(A, 2)
        .sacrificed(B, 1)
        .sacrificed(C, 1)
        .gems(A, 3)
        .gems(B, 5)
        .gems(C, 1)
        .hand(A, &[Card::Damnes; 7])
        .hand(B, &[Card::Damnes; 5])
        .hand(C, &[Card::Damnes; 5])
        .protected(B)
        .oath(A, Oath::OathMirror)
        .oath(B, Oath::OathRampart)
        .oath(C, Oath::OathTitan)
        .last_turn()
}

#[test]
fn i_majorities_before_the_allegiances() {
    let game = table().game;
    let majority = |guild| game.majority(guild);
    assert_eq!(majority(Guild::Mediums), None, "2-2-2");
    assert_eq!(majority(Guild::Illusionnistes), None, "2-2-1");
    assert_eq!(majority(Guild::Diplomates), Some(C), "2-3-3, by chief");
    assert_eq!(majority(Guild::Assassins), Some(B), "1-2-2, by chief");
    assert_eq!(majority(Guild::Colosses), Some(B));
}

#[test]
fn i_the_count_of_the_fixture_comes_out_as_written() {
    let mut scene = table();
    scene.end_turn();
    scene.play(A, Move::Mirror { from: Guild::Assassins, to: Guild::Mediums });
    assert_eq!(scene.game.decision, Decision::Over);
    let holders = [B, A, C, A, C, A, B, A];
    for (&guild, holder) in gueridon_game::Kind::ALL.iter().zip(holders) {
        assert_eq!(scene.game.majority(guild), Some(holder), "{guild:?}");
    }
    let lines = [
        "allegiance",
        "gardiennes",
        "magiciennes",
        "diplomates",
        "mediums",
        "colosses",
        "excavateurs",
        "assassins",
        "illusionnistes",
        "damnes",
        "valdyr",
    ];
    let columns = [A, B, C].map(|seat| lines.map(|line| scene.points(seat, line)));
    assert_eq!(columns[0], [0, 0, 7, 0, 8, 0, 3, 0, 8, 4, 0]);
    assert_eq!(columns[1], [4, 8, 0, 0, 0, 0, 0, 6, 0, 2, 0]);
    assert_eq!(columns[2], [0, 0, 0, 8, 0, 4, 0, 0, 0, 2, 4]);
    let score = scene.game.score(Eyes::Public);
    let totals: Vec<(i32, u8)> = score.seats.iter().map(|seat| (seat.points, seat.rank)).collect();
    assert_eq!(totals, [(30, 1), (20, 2), (18, 3)]);
    assert!(score.is_final);
}
