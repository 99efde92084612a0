//! What a view shows and hides of Kraken: its rows of section H.

use gueridon_game::{Eyes, Game};

use super::super::scene::{ACTIVE, LEFT, Scene};
use super::{THIRD, recruited};
use crate::board::Post;
use crate::cards::{Card, Location, Loot, Lord, Race};
use crate::event::Event;
use crate::view::View;

/// Everybody but the all-seeing, at a table of three.
const ALL: [Eyes; 4] = [Eyes::Seat(ACTIVE), Eyes::Seat(LEFT), Eyes::Seat(THIRD), Eyes::Public];

fn seen<T>(scene: &Scene, what: impl Fn(&View) -> T) -> Vec<T> {
    ALL.iter().map(|&eyes| what(&scene.game.view(eyes))).collect()
}

fn all_see<T: PartialEq + std::fmt::Debug + Clone>(
    scene: &Scene,
    what: impl Fn(&View) -> T,
    this: T,
) {
    assert_eq!(seen(scene, what), vec![this; ALL.len()]);
}

#[test]
fn h_nebulis_figure_and_sentinels_all_see_them() {
    let scene = Scene::with_kraken(3).nebulis(LEFT, 2).figure(LEFT);
    let scene = scene.sentinel(THIRD, Lord::Vigil, Post::Stack(Race::Squid));
    all_see(&scene, |view| view.players[1].nebulis, Some(2));
    all_see(&scene, |view| view.kraken.as_ref().unwrap().holder, Some(LEFT));
    let reservation = |view: &View| {
        let found = &view.kraken.as_ref().unwrap().sentinels[0];
        (found.sentinel, found.seat, found.lord, found.race, found.location, found.can_be_placed)
    };
    all_see(&scene, reservation, (Lord::Vigil, THIRD, None, Some(Race::Squid), None, false));
}

#[test]
fn h_loot_deck_all_know_its_size_and_what_lies_on_sites_and_in_the_discard() {
    let mut scene = Scene::with_kraken(3).loot_deck(&[Loot::Loot3, Loot::Loot4]);
    scene.game.board.loot_out.add(Loot::Loot5);
    scene.game.board.site_loot[Location::Battlefield.site().unwrap()].add(Loot::Loot6);
    let loot = |view: &View| {
        let kraken = view.kraken.as_ref().unwrap();
        let sites: Vec<_> = kraken.sites.iter().map(|s| (s.location, s.loot.to_vec())).collect();
        (kraken.loot_deck_size, kraken.loot_out.each().collect::<Vec<_>>(), sites)
    };
    let sites = vec![(Location::Battlefield, vec![Loot::Loot6])];
    all_see(&scene, loot, (2, vec![Loot::Loot5], sites));
}

#[test]
fn h_g22_exploration_discard_is_seen_only_by_whoever_resolves_the_healer() {
    let scene = Scene::with_kraken(3).discard(&[Card::Squid2, Card::Squid4]);
    all_see(&scene, |view| view.discard, None);
    let (scene, _) = recruited(scene, Lord::Healer);
    let whole = Some(scene.game.board.discard);
    assert_eq!(seen(&scene, |view| view.discard), [whole, None, None, None]);
}

#[test]
fn h_hand_the_ally_of_loot_6_and_the_one_of_the_healer_are_shown_to_all() {
    let (mut scene, _) = recruited(Scene::with_kraken(3).discard(&[Card::Squid2]), Lord::Healer);
    let ally = Card::Squid2;
    let log = scene.play_logged(ACTIVE, crate::Move::TakeDiscarded { ally });
    let healed = Event::AllyHealed { seat: ACTIVE, ally };
    assert!(ALL.iter().all(|&eyes| log.glimpsed(eyes).any(|event| *event == healed)));
    let mut scene = Scene::with_kraken(3).council(&[Card::Crab1]).key_tokens(ACTIVE, 3);
    scene = scene.available(&[Location::Megalodon]).location_deck(&[]).loot_deck(&[Loot::Loot6]);
    scene = scene.deck(&[Card::Squid2]);
    let log = scene.play_logged(ACTIVE, crate::Move::TakeStack { race: Race::Crab });
    let found = Event::AllyFound { seat: ACTIVE, card: Card::Squid2 };
    assert!(ALL.iter().all(|&eyes| log.glimpsed(eyes).any(|event| *event == found)));
}

#[test]
fn h_a_stack_with_krakens_shows_its_size_alone() {
    let scene = Scene::with_kraken(3).stack(Race::Squid, &[Card::Squid1, Card::Kraken4]);
    let squids = |view: &View| {
        let stack = &view.council[Race::Squid as usize];
        (stack.size, stack.cards)
    };
    all_see(&scene, squids, (2, None));
}
