//! Whatever is sent, nothing breaks; and every refusal there is was met by a test.

use std::collections::BTreeSet;

use gueridon_game::{Seat, Seats};

use super::scene::{A, B, Scene, YES};
use crate::cards::{Guild, PHRASES};
use crate::moves::Move;

#[test]
fn a_seat_that_is_not_there_is_nobodys_target_and_nobodys_turn() {
    let mut scene = Scene::new(3).field(A, &[(Guild::Assassins, 1)]).gems(A, 2);
    for number in [3, 4, 6, 7, 255] {
        let seat = Seat(number);
        assert_eq!(scene.refused(A, Move::Strike { seat, guild: Guild::Damnes }).0, "NO_OPPONENT");
        assert_eq!(scene.refused(seat, Move::EndTurn(YES)).0, "NO_SUCH_SEAT");
    }
    assert_eq!(scene.refused(B, Move::EndTurn(YES)).0, "NOT_YOUR_TURN");
    assert_eq!(scene.game.asked(), Seats::just(A));
}

#[test]
fn steps_without_a_power_behind_them_are_not_for_now() {
    let mut scene = Scene::new(3);
    for step in [Move::Draw(YES), Move::Copy { guild: Guild::Mediums }, Move::Refill(YES)] {
        assert_eq!(scene.refused(A, step), ("NOT_NOW", "F0a"));
    }
}

#[test]
fn every_refusal_of_the_game_is_met_by_a_test() {
    let words = include_str!("../../data/words.toml");
    let own: BTreeSet<&str> = words
        .lines()
        .filter_map(|line| line.strip_prefix("[refusal.")?.strip_suffix(']'))
        .collect();
    assert!(own.len() > 20);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests");
    let texts: String = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    for code in own {
        assert!(
            texts.contains(&format!("(\"{code}\"")) || texts.contains(&format!("\"{code}\")")),
            "{code}"
        );
        assert!(PHRASES.iter().any(|(topic, _)| *topic == format!("refusal.{code}")));
    }
}
