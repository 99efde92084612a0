//! The politicians: what a Lord costs, and Lords that come without being paid for.

use super::super::scene::{ACTIVE, LEFT, Scene, YES};
use super::{
    about_to_recruit, arrived, bonus, cards, gained, given_up, next_turn, payment, recruit,
};
use crate::cards::{Card, Location, Lord, Race};
use crate::decision::Decision;
use crate::event::Event;
use crate::moves::Move;
use crate::player::LordPlace;

// The Opportunist.

const REPLACE_MILLER: Move = Move::ReplaceLord { lord: Lord::Miller };

fn opportunist_for(deck: &[Lord]) -> Scene {
    Scene::new(2)
        .lords(ACTIVE, &[Lord::Opportunist])
        .court(&[Lord::Trader, Lord::Miller, Lord::Landowner])
        .lord_deck(deck)
        .council(&[Card::Crab1])
}

#[test]
fn lord_opportunist_replaces_a_lord_on_the_very_same_space_once_a_turn() {
    let mut scene = opportunist_for(&[Lord::Keeper, Lord::Keeper]);
    let told = scene.play(ACTIVE, REPLACE_MILLER);
    let (lord, by) = (Lord::Miller, Lord::Keeper);
    assert_eq!(told, [Event::LordReplaced { seat: ACTIVE, lord, by }]);
    assert_eq!(scene.game.board.court[..], [Lord::Trader, Lord::Keeper, Lord::Landowner]);
    // The Lord thrown out leaves the game.
    assert!(scene.game.board.lords_out.has(Lord::Miller));
    assert_eq!(scene.pearls_of(ACTIVE), 1);
    let again = Move::ReplaceLord { lord: Lord::Trader };
    assert_eq!(scene.refused(ACTIVE, again), ("POWER_USED", "E6"));
    let told = scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    assert_eq!(told[1..], [next_turn()]);
}

#[test]
fn lord_opportunist_is_optional_and_offered_at_the_end_of_the_turn() {
    let mut scene = opportunist_for(&[Lord::Keeper]);
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    assert_eq!(scene.game.decision, Decision::EndTurn);
    assert_eq!(scene.moves(ACTIVE).len(), 4);
    let ended = Event::TurnEnded { seat: ACTIVE };
    assert_eq!(scene.play(ACTIVE, Move::EndTurn(YES)), [ended, next_turn()]);
}

#[test]
fn lord_opportunist_needs_a_lord_deck_and_a_lord_of_the_court() {
    let mut empty = opportunist_for(&[]);
    assert_eq!(empty.refused(ACTIVE, REPLACE_MILLER), ("NO_LORDS_LEFT", "A.1"));
    let told = empty.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    assert_eq!(told[1..], [next_turn()]);

    let mut scene = opportunist_for(&[Lord::Keeper]);
    let absent = Move::ReplaceLord { lord: Lord::Keeper };
    assert_eq!(scene.refused(ACTIVE, absent), ("NOT_AT_COURT", "A.1"));
}

#[test]
fn lord_opportunist_works_while_it_is_active() {
    let scene = || Scene::new(2).court(&[Lord::Miller]);
    let turned = scene().turned(ACTIVE, &[Lord::Opportunist]);
    let covered = scene().location(ACTIVE, Location::Jail, &[Lord::Opportunist]);
    let opponents = scene().lords(LEFT, &[Lord::Opportunist]);
    for mut scene in [turned, covered, opponents] {
        assert_eq!(scene.refused(ACTIVE, REPLACE_MILLER), ("NO_POWER", "E6"));
    }
}

#[test]
fn lord_opportunist_can_empty_the_deck_without_ending_the_game() {
    let mut scene = opportunist_for(&[Lord::Keeper]);
    scene.play(ACTIVE, REPLACE_MILLER);
    let told = scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    assert_eq!(told[1..], [next_turn()]);
    assert_eq!(scene.game.ending, None);
}

// The Corruptor.

fn corruptor_for(pearls: u16) -> Scene {
    about_to_recruit(Lord::Corruptor, 2).court(&[Lord::Trader]).pearls(ACTIVE, pearls)
}

#[test]
fn lord_corruptor_recruits_a_second_lord_for_5_pearls_without_allies() {
    let mut scene = corruptor_for(6);
    scene.game.player_mut(ACTIVE).hand.add(Card::Crab5);
    assert_eq!(recruit(&mut scene, Lord::Corruptor), []);
    assert_eq!(scene.game.decision, Decision::SecondLord);
    assert_eq!(scene.moves(ACTIVE).len(), 5);
    let absent = Move::Recruit { lord: Lord::Keeper };
    assert_eq!(scene.refused(ACTIVE, absent), ("NOT_AT_COURT", "A.1"));

    // The Landowner would cost 10 Seahorse points.
    let lord = Lord::Landowner;
    let told = scene.play(ACTIVE, Move::Recruit { lord });
    let paid = Event::LordPaid { seat: ACTIVE, lord, cards: cards(&[]), pearls: 5, nebulis: None };
    assert_eq!(told, [paid, arrived(lord), next_turn()]);
    assert_eq!(scene.pearls_of(ACTIVE), 1);
    assert_eq!(scene.hand_of(ACTIVE), [Card::Crab5]);
    // Only the Corruptor's own payment was affiliated.
    assert_eq!(scene.game.player(ACTIVE).affiliated, cards(&[Card::Squid1]));
}

#[test]
fn lord_corruptor_may_be_declined() {
    let mut scene = corruptor_for(5);
    recruit(&mut scene, Lord::Corruptor);
    let lord = Lord::Corruptor;
    let told = scene.play(ACTIVE, Move::Decline(YES));
    assert_eq!(told, [Event::PowerDeclined { seat: ACTIVE, lord }, next_turn()]);
    assert_eq!(scene.pearls_of(ACTIVE), 5);
}

#[test]
fn lord_corruptor_is_void_without_5_pearls_or_without_another_lord() {
    let mut poor = corruptor_for(4);
    assert_eq!(recruit(&mut poor, Lord::Corruptor), [next_turn()]);

    // The Pearls spent on the Corruptor itself are gone, and the bonus comes too late.
    let hand = [Card::Squid5, Card::Squid4];
    let court = [Lord::Corruptor, Lord::Miller, Lord::Trader];
    let mut spent = Scene::new(2).court(&court).hand(ACTIVE, &hand).pearls(ACTIVE, 5);
    let told = spent.recruit(Lord::Corruptor, &hand, Card::Squid4);
    assert_eq!(super::after_arrival(&told, Lord::Corruptor)[0], bonus());

    let mut alone = Scene::new(2)
        .court(&[Lord::Corruptor])
        .hand(ACTIVE, &payment(Lord::Corruptor))
        .pearls(ACTIVE, 5);
    assert_eq!(recruit(&mut alone, Lord::Corruptor)[0], bonus());
}

#[test]
fn lord_corruptor_asks_5_pearls_whatever_the_treasurer_or_the_recruiter() {
    let hand = [Card::Squid5, Card::Squid4];
    let scene = || corruptor_for(5).lords(ACTIVE, &[Lord::Treasurer]).hand(ACTIVE, &hand);
    let recruiter = scene().hand(ACTIVE, &payment(Lord::Corruptor)).lords(LEFT, &[Lord::Recruiter]);
    for (mut scene, pays) in [(scene(), hand.to_vec()), (recruiter, payment(Lord::Corruptor))] {
        scene.recruit(Lord::Corruptor, &pays, Card::Squid4);
        let told = scene.play(ACTIVE, Move::Recruit { lord: Lord::Miller });
        assert_eq!(pearls_paid(&told), Some(5));
        assert_eq!(scene.pearls_of(ACTIVE), 0);
    }
}

#[test]
fn lord_corruptor_leaves_the_court_alone_until_one_bonus_at_the_end() {
    let mut scene = Scene::new(2)
        .court(&[Lord::Corruptor, Lord::Miller, Lord::Peddler])
        .lord_deck(&[Lord::Keeper, Lord::Reaper, Lord::Shepherd, Lord::Tamer, Lord::Shaman])
        .hand(ACTIVE, &payment(Lord::Corruptor))
        .pearls(ACTIVE, 5);
    assert_eq!(recruit(&mut scene, Lord::Corruptor), []);
    assert_eq!(scene.game.board.court[..], [Lord::Miller, Lord::Peddler]);
    let told = scene.play(ACTIVE, Move::Recruit { lord: Lord::Peddler });
    assert_eq!(told[1..4], [arrived(Lord::Peddler), gained(ACTIVE, 2, Lord::Peddler), bonus()]);
    assert!(matches!(&told[4], Event::CourtRefilled { lords } if lords.len() == 5));
    assert_eq!(told[5..], [next_turn()]);
    assert_eq!(scene.pearls_of(ACTIVE), 4);
    assert_eq!(scene.game.board.court.len(), 6);
    assert_eq!(scene.game.ending, None);
}

#[test]
fn lord_corruptor_and_its_second_lord_both_count_towards_seven() {
    let five = [Lord::Keeper, Lord::Reaper, Lord::Shepherd, Lord::Shaman, Lord::Tamer];
    let mut scene = corruptor_for(5).location(ACTIVE, Location::Jail, &five);
    assert_eq!(recruit(&mut scene, Lord::Corruptor), []);
    assert_eq!(scene.game.ending, None);
    let told = scene.play(ACTIVE, Move::Recruit { lord: Lord::Miller });
    let announced = Event::EndAnnounced { seat: ACTIVE, seventh_lord: true };
    assert_eq!(told[1..], [arrived(Lord::Miller), announced, next_turn()]);
}

// The Traitor.

fn traitor_for(scene: Scene) -> Scene {
    scene
        .court(&[Lord::Traitor, Lord::Keeper, Lord::Landowner, Lord::Trader, Lord::Miller])
        .hand(ACTIVE, &payment(Lord::Traitor))
}

#[test]
fn lord_traitor_replaces_a_free_lord_by_one_of_the_court() {
    let mut scene = traitor_for(Scene::new(2).lords(ACTIVE, &[Lord::Oracle, Lord::Slaver]));
    assert_eq!(recruit(&mut scene, Lord::Traitor), []);
    let lord = Lord::Traitor;
    assert_eq!(scene.refused(ACTIVE, Move::GiveUp { lord }), ("ITSELF", "A.1"));
    let told = scene.play(ACTIVE, Move::GiveUp { lord: Lord::Slaver });
    assert_eq!(told, [given_up(Lord::Slaver)]);
    assert!(scene.game.board.lords_out.has(Lord::Slaver));

    let affiliated = scene.game.player(ACTIVE).affiliated;
    let take = |lord| Move::TakeLord { lord };
    let offered = [Lord::Keeper, Lord::Landowner, Lord::Trader, Lord::Miller].map(take);
    assert_eq!(scene.moves(ACTIVE), offered);
    // The arrow acts, nothing is paid and nobody affiliated.
    let told = scene.play(ACTIVE, take(Lord::Trader));
    assert_eq!(told, [arrived(Lord::Trader), gained(ACTIVE, 3, Lord::Trader), next_turn()]);
    assert_eq!(scene.game.player(ACTIVE).affiliated, affiliated);
    assert_eq!(scene.pearls_of(ACTIVE), 4);
    let lords: Vec<Lord> = scene.game.player(ACTIVE).free_lords().collect();
    assert_eq!(lords, [Lord::Oracle, Lord::Traitor, Lord::Trader]);
}

#[test]
fn lord_traitor_may_be_declined() {
    let mut scene = traitor_for(Scene::new(2).lords(ACTIVE, &[Lord::Reaper]));
    recruit(&mut scene, Lord::Traitor);
    let told = scene.play(ACTIVE, Move::Decline(YES));
    let lord = Lord::Traitor;
    assert_eq!(told, [Event::PowerDeclined { seat: ACTIVE, lord }, next_turn()]);
}

#[test]
fn lord_traitor_gives_up_turned_lords_but_no_covered_ones() {
    let mut scene = traitor_for(Scene::new(2).turned(ACTIVE, &[Lord::Reaper]).location(
        ACTIVE,
        Location::Jail,
        &[Lord::Slaver, Lord::Shepherd],
    ));
    recruit(&mut scene, Lord::Traitor);
    let give_up = |lord| Move::GiveUp { lord };
    assert_eq!(scene.moves(ACTIVE), [give_up(Lord::Reaper), Move::Decline(YES)]);
    assert_eq!(scene.refused(ACTIVE, give_up(Lord::Slaver)), ("NOT_FREE", "E43"));
    scene.play(ACTIVE, give_up(Lord::Reaper));
    scene.play(ACTIVE, Move::TakeLord { lord: Lord::Keeper });
    // The replacement is not turned.
    assert!(scene.game.player(ACTIVE).has_active(Lord::Keeper));
}

#[test]
fn lord_traitor_is_void_without_another_free_lord_or_an_empty_court() {
    let mut alone = traitor_for(Scene::new(2).location(ACTIVE, Location::Jail, &[Lord::Reaper]));
    assert_eq!(recruit(&mut alone, Lord::Traitor), [next_turn()]);

    let mut last_of_the_court = Scene::new(2)
        .court(&[Lord::Traitor])
        .lords(ACTIVE, &[Lord::Reaper])
        .hand(ACTIVE, &payment(Lord::Traitor));
    assert_eq!(recruit(&mut last_of_the_court, Lord::Traitor)[0], bonus());
}

#[test]
fn lord_traitor_takes_two_lords_of_the_court_before_it_is_refilled() {
    let mut scene = Scene::new(2)
        .court(&[Lord::Traitor, Lord::Miller, Lord::Landowner, Lord::Keeper])
        .lords(ACTIVE, &[Lord::Reaper])
        .hand(ACTIVE, &payment(Lord::Traitor));
    recruit(&mut scene, Lord::Traitor);
    scene.play(ACTIVE, Move::GiveUp { lord: Lord::Reaper });
    let told = scene.play(ACTIVE, Move::TakeLord { lord: Lord::Miller });
    assert_eq!(told[..2], [arrived(Lord::Miller), bonus()]);
    assert!(matches!(&told[2], Event::CourtRefilled { lords } if lords.len() == 4));
    assert_eq!(told[3..], [next_turn()]);
}

#[test]
fn lord_traitor_leaves_the_number_of_lords_as_it_is() {
    let five = [Lord::Shepherd, Lord::Shaman, Lord::Tamer, Lord::Sage, Lord::Elder];
    let covered = Scene::new(2).location(ACTIVE, Location::Jail, &five[..4]);
    let mut scene = traitor_for(covered.lords(ACTIVE, &[Lord::Reaper]));
    recruit(&mut scene, Lord::Traitor);
    scene.play(ACTIVE, Move::GiveUp { lord: Lord::Reaper });
    let told = scene.play(ACTIVE, Move::TakeLord { lord: Lord::Miller });
    assert_eq!(told, [arrived(Lord::Miller), next_turn()]);
    assert_eq!(scene.game.player(ACTIVE).lords.len(), 6);
    assert_eq!(scene.game.ending, None);
}

#[test]
fn lord_traitor_brings_a_key_that_counts_at_once() {
    let mut scene =
        traitor_for(Scene::new(2).lords(ACTIVE, &[Lord::Landlord]).key_tokens(ACTIVE, 2));
    scene.game.player_mut(ACTIVE).lords[0].place = LordPlace::Turned;
    recruit(&mut scene, Lord::Traitor);
    scene.play(ACTIVE, Move::GiveUp { lord: Lord::Landlord });
    scene.play(ACTIVE, Move::TakeLord { lord: Lord::Keeper });
    assert_eq!(scene.game.decision, Decision::ControlLocation);
}

// The Diplomat.

#[test]
fn lord_diplomat_waives_the_race_demanded_and_nothing_else() {
    let scene = |hand: &[Card]| {
        Scene::new(2)
            .court(&[Lord::Reaper, Lord::Miller, Lord::Landowner, Lord::Trader])
            .lords(ACTIVE, &[Lord::Diplomat])
            .hand(ACTIVE, hand)
            .pearls(ACTIVE, 0)
    };
    // The Reaper costs 7, of two races, Seahorses among them.
    let lord = Lord::Reaper;
    let hand = [Card::Crab5, Card::Squid2];
    let told = scene(&hand).recruit(lord, &hand, Card::Squid2);
    let paid =
        Event::LordPaid { seat: ACTIVE, lord, cards: cards(&hand), pearls: 0, nebulis: None };
    assert!(told.contains(&paid));
    assert_eq!(super::after_arrival(&told, lord), [next_turn()]);

    let one_race = [Card::Crab5, Card::Crab4];
    let three_races = [Card::Crab3, Card::Squid2, Card::Jellyfish2];
    let too_little = [Card::Crab4, Card::Squid2];
    for hand in [&one_race[..], &three_races, &too_little] {
        let refused = scene(hand).refused(ACTIVE, Move::Recruit { lord });
        assert_eq!(refused, ("CANNOT_PAY", "E25"), "{hand:?}");
    }
}

#[test]
fn lord_diplomat_works_for_its_owner_while_it_is_active() {
    let scene = || {
        Scene::new(2)
            .court(&[Lord::Shepherd, Lord::Miller, Lord::Landowner, Lord::Trader])
            .hand(ACTIVE, &[Card::Crab5, Card::Crab4])
    };
    let recruit = Move::Recruit { lord: Lord::Shepherd };
    let turned = scene().turned(ACTIVE, &[Lord::Diplomat]);
    let covered = scene().location(ACTIVE, Location::Jail, &[Lord::Diplomat]);
    let opponents = scene().lords(LEFT, &[Lord::Diplomat]);
    for mut scene in [turned, covered, opponents] {
        assert_eq!(scene.refused(ACTIVE, recruit), ("CANNOT_PAY", "E25"));
    }
    let own = scene().lords(ACTIVE, &[Lord::Diplomat]);
    assert!(own.moves(ACTIVE).contains(&recruit));
}

#[test]
fn lord_diplomat_does_not_serve_its_own_recruitment() {
    let mut scene = about_to_recruit(Lord::Diplomat, 2).hand(ACTIVE, &[Card::Crab5, Card::Crab4]);
    let lord = Lord::Diplomat;
    assert_eq!(scene.refused(ACTIVE, Move::Recruit { lord }), ("CANNOT_PAY", "E25"));
}

// The Treasurer.

fn pearls_paid(told: &[Event]) -> Option<u16> {
    told.iter().find_map(|event| match event {
        Event::LordPaid { pearls, .. } => Some(*pearls),
        _ => None,
    })
}

#[test]
fn lord_treasurer_saves_2_on_every_recruitment() {
    let court = [Lord::Shepherd, Lord::Miller, Lord::Landowner, Lord::Trader];
    let hand = [Card::Seahorse4, Card::Seahorse1];
    let scene = || Scene::new(2).court(&court).hand(ACTIVE, &hand).pearls(ACTIVE, 3);
    // The Shepherd costs 8.
    let mut own = scene().lords(ACTIVE, &[Lord::Treasurer]);
    let told = own.recruit(Lord::Shepherd, &hand, Card::Seahorse1);
    assert_eq!(pearls_paid(&told), Some(1));

    let turned = scene().turned(ACTIVE, &[Lord::Treasurer]);
    let covered = scene().location(ACTIVE, Location::Jail, &[Lord::Treasurer]);
    let opponents = scene().lords(LEFT, &[Lord::Treasurer]);
    for mut scene in [turned, covered, opponents] {
        let told = scene.recruit(Lord::Shepherd, &hand, Card::Seahorse1);
        assert_eq!(pearls_paid(&told), Some(3));
    }
}

#[test]
fn lord_treasurer_never_replaces_an_ally_of_a_race() {
    let mut scene = Scene::new(2)
        .court(&[Lord::Reaper, Lord::Miller, Lord::Landowner, Lord::Trader])
        .lords(ACTIVE, &[Lord::Treasurer])
        .hand(ACTIVE, &[Card::Seahorse5, Card::Seahorse4]);
    let lord = Lord::Reaper;
    assert_eq!(scene.refused(ACTIVE, Move::Recruit { lord }), ("CANNOT_PAY", "E25"));
}

#[test]
fn lord_treasurer_does_not_serve_its_own_recruitment() {
    let mut scene = about_to_recruit(Lord::Treasurer, 2).hand(ACTIVE, &[Card::Squid5, Card::Crab4]);
    let told = scene.recruit(Lord::Treasurer, &[Card::Squid5, Card::Crab4], Card::Crab4);
    assert_eq!(pearls_paid(&told), Some(1));
}

// The Schemer.

fn schemer_for(scene: Scene, deck: &[Lord]) -> Scene {
    scene
        .court(&[Lord::Schemer, Lord::Landowner, Lord::Miller, Lord::Aquaculturalist])
        .lord_deck(deck)
        .hand(ACTIVE, &payment(Lord::Schemer))
}

#[test]
fn lord_schemer_replaces_a_free_lord_by_the_next_of_the_deck() {
    let mut scene = schemer_for(Scene::new(2).lords(ACTIVE, &[Lord::Reaper]), &[Lord::Trader]);
    assert_eq!(recruit(&mut scene, Lord::Schemer), []);
    let give_up = |lord| Move::GiveUp { lord };
    assert_eq!(scene.moves(ACTIVE), [give_up(Lord::Reaper), Move::Decline(YES)]);
    assert_eq!(scene.refused(ACTIVE, give_up(Lord::Schemer)), ("ITSELF", "A.1"));
    let affiliated = scene.game.player(ACTIVE).affiliated;
    let told = scene.play(ACTIVE, give_up(Lord::Reaper));
    let trader = Lord::Trader;
    assert_eq!(
        told,
        [given_up(Lord::Reaper), arrived(trader), gained(ACTIVE, 3, trader), next_turn()]
    );
    assert!(scene.game.board.lords_out.has(Lord::Reaper));
    assert!(scene.game.board.lord_deck.is_empty());
    assert_eq!(scene.game.player(ACTIVE).affiliated, affiliated);
    // An empty deck alone ends nothing.
    assert_eq!(scene.game.ending, None);
}

#[test]
fn lord_schemer_gives_up_turned_lords_but_no_covered_ones() {
    let lords = Scene::new(2).turned(ACTIVE, &[Lord::Reaper]).location(
        ACTIVE,
        Location::Jail,
        &[Lord::Slaver, Lord::Shepherd],
    );
    let mut scene = schemer_for(lords, &[Lord::Shaman]);
    recruit(&mut scene, Lord::Schemer);
    let give_up = |lord| Move::GiveUp { lord };
    assert_eq!(scene.moves(ACTIVE), [give_up(Lord::Reaper), Move::Decline(YES)]);
    assert_eq!(scene.refused(ACTIVE, give_up(Lord::Slaver)), ("NOT_FREE", "E43"));
    scene.play(ACTIVE, give_up(Lord::Reaper));
    assert!(scene.game.player(ACTIVE).has_active(Lord::Shaman));
}

#[test]
fn lord_schemer_may_be_declined_before_the_lord_is_seen() {
    let mut scene = schemer_for(Scene::new(2).lords(ACTIVE, &[Lord::Reaper]), &[Lord::Trader]);
    recruit(&mut scene, Lord::Schemer);
    let told = scene.play(ACTIVE, Move::Decline(YES));
    let lord = Lord::Schemer;
    assert_eq!(told, [Event::PowerDeclined { seat: ACTIVE, lord }, next_turn()]);
    assert_eq!(scene.game.board.lord_deck.len(), 1);
}

#[test]
fn lord_schemer_is_void_without_another_free_lord_or_a_deck() {
    let mut alone = schemer_for(Scene::new(2), &[Lord::Trader]);
    assert_eq!(recruit(&mut alone, Lord::Schemer), [next_turn()]);
    let mut no_deck = schemer_for(Scene::new(2).lords(ACTIVE, &[Lord::Reaper]), &[]);
    assert_eq!(recruit(&mut no_deck, Lord::Schemer), [next_turn()]);
}
