//! What the Locations of Kraken are worth (D.2), and what the City of Mirrors makes of them.

use super::super::scene::{ACTIVE, LEFT, Scene};
use crate::cards::{Location, Loot, Lord};

fn with(location: Location) -> Scene {
    Scene::with_kraken(2).location(ACTIVE, location, &[])
}

fn worth(scene: &Scene) -> i32 {
    scene.points(ACTIVE, "locations")
}

#[test]
fn location_gambling_den_is_worth_5_and_2_for_each_smuggler() {
    assert_eq!(worth(&with(Location::GamblingDen)), 5);
    let scene = with(Location::GamblingDen).lords(ACTIVE, &[Lord::Fence, Lord::Keeper]);
    let scene = scene.turned(ACTIVE, &[Lord::Outlaw]).lords(LEFT, &[Lord::Cleaner]);
    assert_eq!(worth(&scene), 5 + 2 * 2);
}

#[test]
fn location_krakens_lair_is_worth_15_less_3_for_each_nebulis_and_may_be_worth_less_than_nothing() {
    for (nebulis, points) in [(0, 15), (1, 12), (5, 0), (7, -6)] {
        let scene = with(Location::KrakensLair).nebulis(ACTIVE, nebulis).nebulis(LEFT, 2);
        assert_eq!(worth(&scene), points);
    }
}

/// A site is worth its Loot.
fn check_site(site: Location) {
    let mut scene = with(site);
    assert_eq!(worth(&scene), 0);
    let loot = [Loot::Loot3, Loot::Loot7];
    scene.game.board.site_loot[site.site().unwrap()] = loot.into_iter().collect();
    assert_eq!(worth(&scene), 10);
}

#[test]
fn location_cetacean_graveyard_is_worth_its_loot() {
    check_site(Location::CetaceanGraveyard);
}

#[test]
fn location_abandoned_convoy_is_worth_its_loot() {
    check_site(Location::AbandonedConvoy);
}

#[test]
fn location_megalodon_is_worth_its_loot() {
    check_site(Location::Megalodon);
}

#[test]
fn location_battlefield_is_worth_its_loot() {
    check_site(Location::Battlefield);
}

#[test]
fn g7_smugglers_are_a_seventh_guild_for_the_abyss() {
    let six =
        [Lord::Recruiter, Lord::Trader, Lord::Shaman, Lord::Traitor, Lord::Keeper, Lord::Sage];
    let scene = with(Location::Abyss).lords(ACTIVE, &six);
    assert_eq!(worth(&scene), 12);
    assert_eq!(worth(&scene.lords(ACTIVE, &[Lord::Fence])), 14);
}

#[test]
fn location_city_of_mirrors_copies_a_site_with_its_loot_and_a_lair_with_own_nebulis() {
    let mirrors = || with(Location::CityOfMirrors);
    let mut scene = mirrors().location(LEFT, Location::Megalodon, &[]);
    scene.game.board.site_loot[Location::Megalodon.site().unwrap()].add(Loot::Loot6);
    assert_eq!(worth(&scene), 6);
    let lair = mirrors().location(LEFT, Location::KrakensLair, &[]).nebulis(LEFT, 5);
    assert_eq!(worth(&lair.nebulis(ACTIVE, 1)), 12);
    let lair = mirrors().location(LEFT, Location::KrakensLair, &[]).nebulis(ACTIVE, 9);
    assert_eq!(worth(&lair), 0, "nothing is better than less than nothing");
    let den = mirrors().location(LEFT, Location::GamblingDen, &[]).lords(ACTIVE, &[Lord::Fence]);
    assert_eq!(worth(&den), 7);
}
