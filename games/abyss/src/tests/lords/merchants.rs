//! The merchants: Pearls.

use super::super::scene::{ACTIVE, LEFT, Scene, YES};
use super::{THIRD, about_to_recruit, gained, next_turn, recruit};
use crate::cards::{Card, Location, Lord, Race};
use crate::decision::Decision;
use crate::event::{Event, Source};
use crate::moves::Move;

// The Ship Master.

/// Explores: reveals so many cards and takes the last one.
fn take_after(scene: &mut Scene, reveals: usize) -> Vec<Event> {
    let mut told = scene.play(ACTIVE, Move::Explore(YES));
    for _ in 1..reveals {
        told.extend(scene.play(ACTIVE, Move::Reveal(YES)));
    }
    told.extend(scene.play(ACTIVE, Move::TakeAlly(YES)));
    told
}

fn nobody_buys(lords: &[Lord]) -> Scene {
    Scene::new(2).pearls(ACTIVE, 0).pearls(LEFT, 0).lords(ACTIVE, lords)
}

#[test]
fn lord_ship_master_brings_one_pearl_for_several_allies_of_a_race() {
    let mut scene = nobody_buys(&[Lord::ShipMaster]).deck(&[Card::Crab1, Card::Crab2, Card::Crab3]);
    let told = take_after(&mut scene, 3);
    assert_eq!(told[told.len() - 2..], [gained(ACTIVE, 1, Lord::ShipMaster), next_turn()]);
    assert_eq!(scene.stack_of(Race::Crab).len(), 2);
    assert_eq!(scene.pearls_of(ACTIVE), 1);
}

#[test]
fn lord_ship_master_brings_a_pearl_for_each_race_sent_to_the_council_but_not_for_the_card_taken() {
    let deck = [Card::Crab1, Card::Shellfish1, Card::Jellyfish1, Card::Squid1];
    let mut scene = nobody_buys(&[Lord::ShipMaster]).deck(&deck);
    let told = take_after(&mut scene, 4);
    assert_eq!(told[told.len() - 2..], [gained(ACTIVE, 3, Lord::ShipMaster), next_turn()]);
    assert_eq!(scene.pearls_of(ACTIVE), 3);
}

#[test]
fn lord_ship_master_gets_nothing_when_nothing_is_left_on_the_track() {
    let mut scene = nobody_buys(&[Lord::ShipMaster]).deck(&[Card::Crab1]);
    let told = take_after(&mut scene, 1);
    let none = Event::ExplorationEnded { seat: ACTIVE, to_council: super::cards(&[]), monsters: 0 };
    assert_eq!(told[told.len() - 2..], [none, next_turn()]);
}

#[test]
fn lord_ship_master_also_counts_after_a_fight_but_no_monsters() {
    let deck = [Card::Monster, Card::Monster, Card::Monster, Card::Monster, Card::Monster];
    let mut scene = nobody_buys(&[Lord::ShipMaster]).deck(&deck);
    scene.game.board.track.extend([Card::Squid2, Card::Seahorse4]);
    scene.play(ACTIVE, Move::Explore(YES));
    scene.play(ACTIVE, Move::Reveal(YES));
    scene.play(ACTIVE, Move::Fight(YES));
    let told = scene.play(ACTIVE, Move::TakeReward { keys: 0, pearls: 2, monsters: 0 });
    let to_council = super::cards(&[Card::Squid2, Card::Seahorse4]);
    assert_eq!(
        told,
        [
            Event::PearlsGained { seat: ACTIVE, pearls: 2, source: Source::ThreatTrack },
            Event::ExplorationEnded { seat: ACTIVE, to_council, monsters: 1 },
            gained(ACTIVE, 2, Lord::ShipMaster),
            next_turn(),
        ]
    );
}

#[test]
fn lord_ship_master_pays_its_owners_explorations_only_and_while_it_is_active() {
    let deck = [Card::Crab1, Card::Crab1];
    let opponents = nobody_buys(&[]).lords(LEFT, &[Lord::ShipMaster]);
    let turned = nobody_buys(&[]).turned(ACTIVE, &[Lord::ShipMaster]);
    let covered = nobody_buys(&[]).location(ACTIVE, Location::Jail, &[Lord::ShipMaster]);
    for scene in [opponents, turned, covered] {
        let mut scene = scene.deck(&deck);
        take_after(&mut scene, 2);
        assert_eq!((scene.pearls_of(ACTIVE), scene.pearls_of(LEFT)), (0, 0));
    }
}

// The Trader, the Peddler, the Shopkeeper.

fn check_gain(lord: Lord, pearls: u16) {
    let mut scene = about_to_recruit(lord, 2);
    assert_eq!(recruit(&mut scene, lord), [gained(ACTIVE, pearls, lord), next_turn()]);
    assert_eq!(scene.pearls_of(ACTIVE), 1 + pearls);
    assert_eq!(scene.pearls_of(LEFT), 1);
}

#[test]
fn lord_trader_brings_3_pearls_in_one_gain() {
    check_gain(Lord::Trader, 3);
}

#[test]
fn lord_peddler_brings_2_pearls_in_one_gain() {
    check_gain(Lord::Peddler, 2);
}

#[test]
fn lord_shopkeeper_brings_1_pearl() {
    check_gain(Lord::Shopkeeper, 1);
}

// The Landlord.

#[test]
fn lord_landlord_pays_1_pearl_the_moment_it_is_gained() {
    check_gain(Lord::Landlord, 1);
}

#[test]
fn lord_landlord_pays_at_the_start_of_each_own_turn_in_time_for_a_plot() {
    let mut scene = Scene::new(2)
        .council(&[Card::Crab1, Card::Squid1])
        .lords(LEFT, &[Lord::Landlord])
        .pearls(LEFT, 0);
    let told = scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    assert_eq!(told[1..], [next_turn(), gained(LEFT, 1, Lord::Landlord)]);
    scene.play(LEFT, Move::Plot(YES));
    assert_eq!(scene.pearls_of(LEFT), 0);
    // Not on anybody else's turn.
    let told = scene.play(LEFT, Move::TakeStack { race: Race::Squid });
    assert_eq!(told[1..], [Event::TurnStarted { seat: ACTIVE, extra: false }]);
}

#[test]
fn lord_landlord_pays_on_an_extra_turn_too() {
    let mut scene = about_to_recruit(Lord::Invoker, 2).lords(ACTIVE, &[Lord::Landlord]);
    assert_eq!(
        recruit(&mut scene, Lord::Invoker),
        [
            Event::ExtraTurnGained { seat: ACTIVE },
            Event::TurnStarted { seat: ACTIVE, extra: true },
            gained(ACTIVE, 1, Lord::Landlord),
        ]
    );
}

#[test]
fn lord_landlord_turned_or_covered_pays_nothing() {
    let scene = || Scene::new(2).council(&[Card::Crab1]);
    let turned = scene().turned(LEFT, &[Lord::Landlord]);
    let covered = scene().location(LEFT, Location::Jail, &[Lord::Landlord]);
    for mut scene in [turned, covered] {
        let told = scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
        assert_eq!(told[1..], [next_turn()]);
    }
}

#[test]
fn lord_landlord_pays_the_moment_it_is_gained_through_a_chain() {
    let mut scene = about_to_recruit(Lord::Schemer, 2)
        .lords(ACTIVE, &[Lord::Keeper])
        .lord_deck(&[Lord::Landlord]);
    recruit(&mut scene, Lord::Schemer);
    let told = scene.play(ACTIVE, Move::GiveUp { lord: Lord::Keeper });
    assert_eq!(told[2..], [gained(ACTIVE, 1, Lord::Landlord), next_turn()]);
}

// The Slaver.

const SELL: Move = Move::SellAlly { ally: Card::Crab1 };

#[test]
fn lord_slaver_discards_an_ally_for_2_pearls_once_a_turn() {
    let mut scene = Scene::new(2)
        .lords(ACTIVE, &[Lord::Slaver])
        .hand(ACTIVE, &[Card::Crab1, Card::Crab1, Card::Squid3])
        .council(&[Card::Seahorse1]);
    let told = scene.play(ACTIVE, SELL);
    let sold = Event::AllySold { seat: ACTIVE, ally: Card::Crab1 };
    assert_eq!(told, [sold, gained(ACTIVE, 2, Lord::Slaver)]);
    assert_eq!(scene.pearls_of(ACTIVE), 3);
    assert_eq!(scene.hand_of(ACTIVE), [Card::Crab1, Card::Squid3]);
    assert!(scene.game.board.discard.has(Card::Crab1));
    assert_eq!(scene.refused(ACTIVE, SELL), ("POWER_USED", "E6"));
    // The turn goes on, and ends without asking again.
    let told = scene.play(ACTIVE, Move::TakeStack { race: Race::Seahorse });
    assert_eq!(told[1..], [next_turn()]);
}

#[test]
fn lord_slaver_is_optional_and_offered_once_more_before_the_turn_ends() {
    let mut scene = Scene::new(2).lords(ACTIVE, &[Lord::Slaver]).council(&[Card::Crab1]);
    assert_eq!(scene.refused(ACTIVE, SELL), ("NOT_IN_HAND", "A.1"));
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    assert_eq!(scene.moves(ACTIVE), [SELL, Move::EndTurn(YES)]);
    let ended = Event::TurnEnded { seat: ACTIVE };
    assert_eq!(scene.play(ACTIVE, Move::EndTurn(YES)), [ended, next_turn()]);
    assert_eq!(scene.hand_of(ACTIVE), [Card::Crab1]);
}

#[test]
fn lord_slaver_ends_the_turn_when_used_last() {
    let mut scene = Scene::new(2).lords(ACTIVE, &[Lord::Slaver]).council(&[Card::Crab1]);
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    let told = scene.play(ACTIVE, SELL);
    assert_eq!(told[1..], [gained(ACTIVE, 2, Lord::Slaver), next_turn()]);
}

#[test]
fn lord_slaver_may_be_used_in_the_turn_it_arrives() {
    let mut scene = about_to_recruit(Lord::Slaver, 2);
    scene.game.player_mut(ACTIVE).hand.add(Card::Crab1);
    assert_eq!(recruit(&mut scene, Lord::Slaver), []);
    assert_eq!(scene.game.decision, Decision::EndTurn);
    assert_eq!(scene.moves(ACTIVE), [SELL, Move::EndTurn(YES)]);

    let mut empty_hand = about_to_recruit(Lord::Slaver, 2);
    assert_eq!(recruit(&mut empty_hand, Lord::Slaver), [next_turn()]);
}

#[test]
fn lord_slaver_pays_for_a_recruitment_of_the_same_turn() {
    let mut scene = Scene::new(2)
        .court(&[Lord::Shepherd, Lord::Miller, Lord::Landowner, Lord::Trader])
        .lords(ACTIVE, &[Lord::Slaver])
        .hand(ACTIVE, &[Card::Seahorse5, Card::Crab1]);
    let lord = Lord::Shepherd;
    assert_eq!(scene.refused(ACTIVE, Move::Recruit { lord }), ("CANNOT_PAY", "E25"));
    scene.play(ACTIVE, SELL);
    scene.recruit(lord, &[Card::Seahorse5], Card::Seahorse5);
    assert_eq!(scene.pearls_of(ACTIVE), 0);
}

#[test]
fn lord_slaver_is_offered_at_the_decisions_of_its_owner_in_an_exploration() {
    let scene = || {
        nobody_buys(&[Lord::Slaver])
            .hand(ACTIVE, &[Card::Crab1])
            .deck(&[Card::Squid1, Card::Squid1])
    };
    let mut on_an_ally = scene();
    on_an_ally.play(ACTIVE, Move::Explore(YES));
    assert_eq!(on_an_ally.moves(ACTIVE), [SELL, Move::TakeAlly(YES), Move::Reveal(YES)]);
    on_an_ally.play(ACTIVE, SELL);
    // The same question still stands, without the power.
    assert_eq!(on_an_ally.moves(ACTIVE), [Move::TakeAlly(YES), Move::Reveal(YES)]);

    let mut on_a_monster = scene().deck(&[Card::Monster]).threat(3);
    on_a_monster.play(ACTIVE, Move::Explore(YES));
    assert_eq!(on_a_monster.moves(ACTIVE), [SELL, Move::Fight(YES), Move::Reveal(YES)]);
    on_a_monster.play(ACTIVE, Move::Fight(YES));
    // The third square pays one thing only, but the power makes it a question.
    let key = Move::TakeReward { keys: 1, pearls: 0, monsters: 0 };
    assert_eq!(on_a_monster.moves(ACTIVE), [SELL, key]);
}

#[test]
fn lord_slaver_waits_while_opponents_are_asked_to_buy() {
    let mut scene = Scene::new(2)
        .lords(ACTIVE, &[Lord::Slaver])
        .lords(LEFT, &[Lord::Oracle])
        .hand(ACTIVE, &[Card::Crab1])
        .hand(LEFT, &[Card::Crab1])
        .council(&[Card::Squid1])
        .deck(&[Card::Squid1]);
    scene.play(ACTIVE, Move::Explore(YES));
    assert_eq!(scene.game.decision, Decision::BuyAlly { seat: LEFT });
    assert_eq!(scene.refused(ACTIVE, SELL), ("NOT_YOUR_TURN", ""));
    // Nor does an opponent use powers in somebody else's turn.
    let race = Race::Squid;
    assert_eq!(scene.refused(LEFT, Move::DiscardStack { race }), ("NOT_NOW", "E6"));
}

#[test]
fn lord_slaver_is_fresh_again_on_an_extra_turn() {
    let mut scene = about_to_recruit(Lord::Invoker, 2).lords(ACTIVE, &[Lord::Slaver]);
    [Card::Crab1, Card::Crab1]
        .iter()
        .for_each(|&card| scene.game.player_mut(ACTIVE).hand.add(card));
    scene.play(ACTIVE, SELL);
    let told = recruit(&mut scene, Lord::Invoker);
    assert_eq!(told.last(), Some(&Event::TurnStarted { seat: ACTIVE, extra: true }));
    scene.play(ACTIVE, SELL);
    assert_eq!(scene.pearls_of(ACTIVE), 5);
}

#[test]
fn lord_slaver_turned_covered_or_of_another_player_sells_nothing() {
    let scene = || Scene::new(3).hand(ACTIVE, &[Card::Crab1]).lords(THIRD, &[Lord::Slaver]);
    let turned = Scene::new(2).hand(ACTIVE, &[Card::Crab1]).turned(ACTIVE, &[Lord::Slaver]);
    let covered = Scene::new(2).hand(ACTIVE, &[Card::Crab1]).location(
        ACTIVE,
        Location::Jail,
        &[Lord::Slaver],
    );
    for mut scene in [scene(), turned, covered] {
        assert_eq!(scene.refused(ACTIVE, SELL), ("NO_POWER", "E6"));
    }
}
