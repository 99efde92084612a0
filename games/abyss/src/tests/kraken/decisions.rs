//! Who is asked what of Kraken: its rows of section I that E64 to E91 and the Lords do not show.

use gueridon_game::Seats;

use super::super::scene::{ACTIVE, LEFT, Scene, YES};
use super::{EXPLORE, THIRD, recruited};
use crate::board::Post;
use crate::cards::{Card, Lord, Race};
use crate::decision::Decision;
use crate::moves::Move;

#[test]
fn i_buy_offer_with_pearls_or_with_pearls_and_nebulis() {
    let mut scene = Scene::with_kraken(2).deck(&[Card::Crab1]).pearls(LEFT, 0).nebulis(LEFT, 1);
    scene = scene.figure(LEFT);
    scene.play(ACTIVE, EXPLORE);
    scene.assert_open(LEFT, &[Move::BuyWithNebulis { count: 1 }, Move::Decline(YES)]);
    assert_eq!(scene.refused(LEFT, Move::Buy(YES)), ("BAD_NEBULIS", "E71"));
    assert_eq!(scene.refused(LEFT, Move::BuyWithNebulis { count: 0 }), ("BAD_NEBULIS", "E71"));
}

#[test]
fn i_executioner_discard_is_of_every_victim_with_several_at_once() {
    let crabs = [Card::Crab1, Card::Crab4];
    let scene = Scene::with_kraken(3).affiliated(LEFT, &crabs).affiliated(THIRD, &crabs);
    let (mut scene, _) = recruited(scene, Lord::Executioner);
    scene.play(ACTIVE, Move::NameRace { race: Race::Crab });
    assert_eq!(scene.game.asked(), Seats::just(LEFT).with(THIRD));
    scene.play(THIRD, Move::DiscardAffiliated { ally: Card::Crab4 });
    assert_eq!(scene.game.asked(), Seats::just(LEFT));
    scene.play(LEFT, Move::DiscardAffiliated { ally: Card::Crab4 });
    assert_eq!(scene.game.decision, Decision::Act);
}

#[test]
fn i_place_sentinel_is_offered_before_the_action_only() {
    let mut scene = Scene::with_kraken(2).deck(&[Card::Crab1]).pearls(LEFT, 0);
    scene = scene.sentinel(ACTIVE, Lord::Vigil, Post::Waiting);
    let reserve = Move::ReserveStack { sentinel: Lord::Vigil, race: Race::Crab };
    assert!(scene.moves(ACTIVE).contains(&reserve));
    scene.play(ACTIVE, EXPLORE);
    scene.assert_open(ACTIVE, &[Move::TakeAlly(YES), Move::Reveal(YES)]);
    assert_eq!(scene.refused(ACTIVE, reserve), ("NOT_NOW", "E3"));
}

#[test]
fn i_powers_of_kraken_are_not_offered_within_its_own_questions() {
    let scene = Scene::with_kraken(2).nebulis(ACTIVE, 1).figure(ACTIVE);
    let scene = scene.lords(ACTIVE, &[Lord::Ferryman, Lord::Slaver]).hand(ACTIVE, &[Card::Squid1]);
    let (mut scene, _) = recruited(scene, Lord::Watcher);
    assert_eq!(scene.refused(ACTIVE, Move::SwapNebulis(YES)), ("NOT_NOW", "E6"));
    assert_eq!(scene.refused(ACTIVE, Move::SellAlly { ally: Card::Squid1 }), ("NOT_NOW", "E6"));
}
