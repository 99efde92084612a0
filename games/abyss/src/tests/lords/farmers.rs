//! The farmers: no power, but many points.

use super::super::scene::ACTIVE;
use super::{about_to_recruit, next_turn, recruit};
use crate::cards::{Guild, Lord, Race};

/// Recruits `lord` for its cost: nothing happens besides, and it brings Keys and points.
fn check(lord: Lord, cost: u8, races: u8, keys: u16, points: i32) {
    let facts = lord.facts();
    assert_eq!((facts.guild, facts.required), (Guild::Farmer, Some(Race::Seahorse)));
    assert_eq!((facts.cost, facts.races, facts.arrow), (cost, races, false));
    let mut scene = about_to_recruit(lord, 2);
    assert_eq!(recruit(&mut scene, lord), [next_turn()]);
    assert_eq!(scene.points(ACTIVE, "lords"), points);
    assert_eq!(scene.game.player(ACTIVE).keys(), keys);
    assert_eq!(scene.pearls_of(ACTIVE), 1);
    assert_eq!(scene.hand_of(ACTIVE), []);
}

#[test]
fn lord_keeper_has_no_power_but_a_key_and_6_points() {
    check(Lord::Keeper, 6, 3, 1, 6);
}

#[test]
fn lord_reaper_has_no_power_but_a_key_and_6_points() {
    check(Lord::Reaper, 7, 2, 1, 6);
}

#[test]
fn lord_shepherd_has_no_power_but_a_key_and_6_points() {
    check(Lord::Shepherd, 8, 1, 1, 6);
}

#[test]
fn lord_miller_has_no_power_but_10_points() {
    check(Lord::Miller, 8, 2, 0, 10);
}

#[test]
fn lord_aquaculturalist_has_no_power_but_11_points() {
    check(Lord::Aquaculturalist, 9, 3, 0, 11);
}

#[test]
fn lord_landowner_has_no_power_but_12_points() {
    check(Lord::Landowner, 10, 1, 0, 12);
}
