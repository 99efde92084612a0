//! The mages: stacks of the Council, affiliation, and a shield against the military.

use gueridon_game::Eyes;

use super::super::scene::{ACTIVE, LEFT, Scene, YES};
use super::{THIRD, about_to_recruit, cards, next_turn, payment, recruit};
use crate::cards::{Card, Location, Lord, Race, Token};
use crate::decision::{Decision, Demand};
use crate::event::Event;
use crate::moves::Move;
use crate::player::LordPlace;

const TAKE_CRABS: Move = Move::TakeStack { race: Race::Crab };
const TAKE_SQUIDS: Move = Move::TakeStack { race: Race::Squid };

// The Shaman.

/// Seat 1 has all that the military could be after.
fn worth_robbing(scene: Scene) -> Scene {
    let hand = [Card::Crab1, Card::Crab1, Card::Crab2, Card::Crab2, Card::Squid1, Card::Squid1];
    let hand = [&hand[..], &[Card::Seahorse1, Card::Seahorse1]].concat();
    scene.hand(LEFT, &hand).pearls(LEFT, 5).tokens(LEFT, &[Token::Monster3])
}

const ON_ARRIVAL: [Lord; 5] =
    [Lord::Jailer, Lord::Seeker, Lord::Assassin, Lord::Commander, Lord::Hunter];

#[test]
fn lord_shaman_blocks_all_that_the_military_do_on_arrival() {
    for lord in ON_ARRIVAL {
        let mut scene =
            worth_robbing(about_to_recruit(lord, 2)).lords(LEFT, &[Lord::Shaman, Lord::Keeper]);
        let before = scene.game.player(LEFT).clone();
        assert_eq!(recruit(&mut scene, lord), [next_turn()], "{lord:?}");
        assert_eq!(*scene.game.player(LEFT), before, "{lord:?}");
    }
}

#[test]
fn lord_shaman_protects_its_owner_only() {
    for lord in ON_ARRIVAL {
        let mut scene = worth_robbing(about_to_recruit(lord, 3))
            .lords(LEFT, &[Lord::Keeper, Lord::Reaper])
            .lords(THIRD, &[Lord::Shaman]);
        let told = recruit(&mut scene, lord);
        assert_ne!(told, [next_turn()], "{lord:?}");
    }
}

#[test]
fn lord_shaman_protects_no_more_once_turned_or_covered() {
    for lord in ON_ARRIVAL {
        let scene = || worth_robbing(about_to_recruit(lord, 2)).lords(LEFT, &[Lord::Keeper]);
        let covered = scene().location(LEFT, Location::Jail, &[Lord::Shaman]);
        let turned = scene().turned(LEFT, &[Lord::Shaman]);
        for mut scene in [covered, turned] {
            assert_ne!(recruit(&mut scene, lord), [next_turn()], "{lord:?}");
        }
    }
}

#[test]
fn lord_shaman_protects_no_more_from_the_moment_it_is_covered() {
    let seven = [Card::Squid1, Card::Squid1, Card::Squid2, Card::Squid2, Card::Crab1, Card::Crab2];
    let mut scene = Scene::new(2)
        .lords(LEFT, &[Lord::Commander])
        .lords(ACTIVE, &[Lord::Shaman, Lord::Keeper])
        .hand(ACTIVE, &[&seven[..], &[Card::Crab3]].concat())
        .available(&[Location::Jail])
        .deck(&[Card::Monster])
        .threat(3);
    scene.play(ACTIVE, Move::Explore(YES));
    scene.play(ACTIVE, Move::Fight(YES));
    let location = Location::Jail;
    let told = scene.play(ACTIVE, Move::TakeLocation { location });
    let lords = [Lord::Shaman, Lord::Keeper].into_iter().collect();
    let paid = Event::LocationPaid { seat: ACTIVE, location, lords, keys: 1 };
    assert_eq!(told, [Event::LocationTaken { seat: ACTIVE, location }, paid]);
    let due = [1, 0, 0, 0];
    assert_eq!(scene.game.decision, Decision::DiscardCards { due, source: Demand::Commander });
}

#[test]
fn lord_shaman_stops_the_tamer_the_recruiter_and_the_commanders_limit() {
    let scene = Scene::new(2)
        .lords(LEFT, &[Lord::Tamer, Lord::Recruiter, Lord::Commander])
        .lords(ACTIVE, &[Lord::Shaman]);
    let suffered = [Lord::Tamer, Lord::Recruiter, Lord::Commander]
        .map(|lord| scene.game.suffers(ACTIVE, lord));
    assert_eq!(suffered, [false; 3]);
    assert_eq!(scene.game.price_of(Lord::Miller).value, 8);

    let hand = [Card::Squid1, Card::Squid1, Card::Squid2, Card::Squid2, Card::Crab1, Card::Crab2];
    let mut scene = scene.hand(ACTIVE, &hand).council(&[Card::Crab4]);
    let told = scene.play(ACTIVE, TAKE_CRABS);
    assert_eq!(told[1..], [next_turn()]);
    assert_eq!(scene.hand_of(ACTIVE).len(), 7);

    let mut fight = scene_of_a_fight();
    fight.play(ACTIVE, Move::Explore(YES));
    let told = fight.play(ACTIVE, Move::Fight(YES));
    let fought = Event::MonsterFought { seat: ACTIVE, square: 6 };
    assert_eq!(told[..2], [fought, Event::KeysGained { seat: ACTIVE, keys: 2 }]);
}

fn scene_of_a_fight() -> Scene {
    Scene::new(2)
        .lords(LEFT, &[Lord::Tamer])
        .lords(ACTIVE, &[Lord::Shaman])
        .deck(&[Card::Monster])
        .threat(6)
}

// The Invoker.

const EXTRA_TURN: [Event; 2] =
    [Event::ExtraTurnGained { seat: ACTIVE }, Event::TurnStarted { seat: ACTIVE, extra: true }];

#[test]
fn lord_invoker_gives_one_more_normal_turn() {
    let mut scene = about_to_recruit(Lord::Invoker, 2).council(&[Card::Crab1]);
    assert_eq!(recruit(&mut scene, Lord::Invoker), EXTRA_TURN);
    assert_eq!(scene.moves(ACTIVE), [Move::Plot(YES), Move::Explore(YES), TAKE_CRABS]);
    let told = scene.play(ACTIVE, TAKE_CRABS);
    assert_eq!(told[1..], [next_turn()]);
}

#[test]
fn lord_invoker_gives_its_turn_before_the_last_turns_of_the_others() {
    let six = [Lord::Keeper, Lord::Reaper, Lord::Shepherd, Lord::Shaman, Lord::Tamer, Lord::Trader];
    let mut scene = about_to_recruit(Lord::Invoker, 2)
        .location(ACTIVE, Location::Jail, &six)
        .council(&[Card::Crab1, Card::Squid1]);
    let told = recruit(&mut scene, Lord::Invoker);
    let announced = Event::EndAnnounced { seat: ACTIVE, seventh_lord: true };
    assert_eq!(told, [&[announced][..], &EXTRA_TURN].concat());
    let told = scene.play(ACTIVE, TAKE_CRABS);
    assert_eq!(told[1..], [next_turn()]);
    scene.play(LEFT, TAKE_SQUIDS);
    assert_eq!(scene.game.decision, Decision::Over);
}

#[test]
fn lord_invoker_gives_its_turn_even_in_a_last_turn() {
    let mut scene = about_to_recruit(Lord::Invoker, 2).council(&[Card::Crab1]);
    scene.game.ending = Some(LEFT);
    assert_eq!(recruit(&mut scene, Lord::Invoker), EXTRA_TURN);
    assert_ne!(scene.game.decision, Decision::Over);
    scene.play(ACTIVE, TAKE_CRABS);
    assert_eq!(scene.game.decision, Decision::Over);
}

#[test]
fn lord_invoker_of_the_corruptor_gives_its_turn_too() {
    let mut scene = about_to_recruit(Lord::Corruptor, 2).court(&[Lord::Invoker]).pearls(ACTIVE, 5);
    recruit(&mut scene, Lord::Corruptor);
    let told = scene.play(ACTIVE, Move::Recruit { lord: Lord::Invoker });
    assert_eq!(told[told.len() - 2..], EXTRA_TURN);
}

// The Apprentice.

#[test]
fn lord_apprentice_must_take_one_stack_and_the_alchemist_does_not_double_it() {
    let mut scene = about_to_recruit(Lord::Apprentice, 2)
        .lords(ACTIVE, &[Lord::Alchemist])
        .council(&[Card::Crab1, Card::Crab4, Card::Squid5]);
    assert_eq!(recruit(&mut scene, Lord::Apprentice), []);
    assert_eq!(scene.moves(ACTIVE), [TAKE_CRABS, TAKE_SQUIDS]);
    assert_eq!(scene.refused(ACTIVE, Move::Decline(YES)), ("NOT_NOW", "E3"));
    let empty = Move::TakeStack { race: Race::Jellyfish };
    assert_eq!(scene.refused(ACTIVE, empty), ("EMPTY_STACK", "A.1"));

    let told = scene.play(ACTIVE, TAKE_CRABS);
    let taken = Some(cards(&[Card::Crab1, Card::Crab4]));
    let taken = Event::StackTaken { seat: ACTIVE, race: Race::Crab, count: 2, cards: taken };
    assert_eq!(told, [taken, next_turn()]);
    assert_eq!(scene.hand_of(ACTIVE), [Card::Crab1, Card::Crab4]);
    assert_eq!(scene.stack_of(Race::Squid), [Card::Squid5]);
}

#[test]
fn lord_apprentice_takes_the_only_stack_unasked_and_none_when_there_is_none() {
    let mut one = about_to_recruit(Lord::Apprentice, 2).council(&[Card::Crab1]);
    let taken = Some(cards(&[Card::Crab1]));
    let taken = Event::StackTaken { seat: ACTIVE, race: Race::Crab, count: 1, cards: taken };
    assert_eq!(recruit(&mut one, Lord::Apprentice), [taken, next_turn()]);

    let mut none = about_to_recruit(Lord::Apprentice, 2);
    assert_eq!(recruit(&mut none, Lord::Apprentice), [next_turn()]);
}

#[test]
fn lord_apprentice_chooses_without_looking() {
    let mut scene =
        about_to_recruit(Lord::Apprentice, 2).council(&[Card::Crab1, Card::Crab4, Card::Squid5]);
    recruit(&mut scene, Lord::Apprentice);
    for eyes in [Eyes::Seat(ACTIVE), Eyes::Seat(LEFT), Eyes::Public] {
        let council = scene.game.seen_by(eyes).council;
        assert!(council.iter().all(|stack| stack.cards.is_none()));
        assert_eq!(council.iter().map(|stack| stack.size).collect::<Vec<_>>(), [2, 0, 0, 1, 0]);
    }
}

// The Oracle.

const DISCARD_CRABS: Move = Move::DiscardStack { race: Race::Crab };

#[test]
fn lord_oracle_discards_a_stack_once_a_turn_and_tells_only_its_size() {
    let mut scene = Scene::new(2).lords(ACTIVE, &[Lord::Oracle]).council(&[
        Card::Crab1,
        Card::Crab4,
        Card::Squid5,
        Card::Seahorse1,
    ]);
    let told = scene.play(ACTIVE, DISCARD_CRABS);
    assert_eq!(told, [Event::StackDiscarded { seat: ACTIVE, race: Race::Crab, count: 2 }]);
    assert_eq!(scene.game.board.discard, cards(&[Card::Crab1, Card::Crab4]));
    assert_eq!(scene.stack_of(Race::Crab), []);
    let squids = Move::DiscardStack { race: Race::Squid };
    assert_eq!(scene.refused(ACTIVE, squids), ("POWER_USED", "E6"));
    let told = scene.play(ACTIVE, TAKE_SQUIDS);
    assert_eq!(told[1..], [next_turn()]);
}

#[test]
fn lord_oracle_is_optional_and_needs_a_stack() {
    let mut scene = Scene::new(2).lords(ACTIVE, &[Lord::Oracle]).council(&[Card::Crab1]);
    let empty = Move::DiscardStack { race: Race::Squid };
    assert_eq!(scene.refused(ACTIVE, empty), ("EMPTY_STACK", "A.1"));
    // The only stack is taken, so nothing is left to ask at the end of the turn.
    let told = scene.play(ACTIVE, TAKE_CRABS);
    assert_eq!(told[1..], [next_turn()]);

    let mut scene =
        Scene::new(2).lords(ACTIVE, &[Lord::Oracle]).council(&[Card::Crab1, Card::Squid5]);
    scene.play(ACTIVE, TAKE_SQUIDS);
    assert_eq!(scene.moves(ACTIVE), [DISCARD_CRABS, Move::EndTurn(YES)]);
    let ended = Event::TurnEnded { seat: ACTIVE };
    assert_eq!(scene.play(ACTIVE, Move::EndTurn(YES)), [ended, next_turn()]);
    assert_eq!(scene.stack_of(Race::Crab), [Card::Crab1]);
}

#[test]
fn lord_oracle_works_in_its_owners_turns_while_it_is_active() {
    let scene = || Scene::new(2).council(&[Card::Crab1]);
    let turned = scene().turned(ACTIVE, &[Lord::Oracle]);
    let covered = scene().location(ACTIVE, Location::Jail, &[Lord::Oracle]);
    let opponents = scene().lords(LEFT, &[Lord::Oracle]);
    for mut scene in [turned, covered, opponents] {
        assert_eq!(scene.refused(ACTIVE, DISCARD_CRABS), ("NO_POWER", "E6"));
    }
}

#[test]
fn lord_oracle_may_discard_the_last_stack_before_the_alchemists_second_one() {
    let mut scene = Scene::new(2)
        .lords(ACTIVE, &[Lord::Oracle, Lord::Alchemist])
        .council(&[Card::Crab1, Card::Squid5]);
    scene.play(ACTIVE, TAKE_SQUIDS);
    assert_eq!(scene.moves(ACTIVE), [DISCARD_CRABS, TAKE_CRABS]);
    let told = scene.play(ACTIVE, DISCARD_CRABS);
    let discarded = Event::StackDiscarded { seat: ACTIVE, race: Race::Crab, count: 1 };
    assert_eq!(told, [discarded, next_turn()]);
}

#[test]
fn lord_oracle_may_be_used_in_the_turn_it_arrives() {
    let mut scene = about_to_recruit(Lord::Oracle, 2).council(&[Card::Crab1]);
    assert_eq!(recruit(&mut scene, Lord::Oracle), []);
    assert_eq!(scene.moves(ACTIVE), [DISCARD_CRABS, Move::EndTurn(YES)]);
}

// The Alchemist.

#[test]
fn lord_alchemist_takes_a_second_stack_after_seeing_the_first() {
    let mut scene = Scene::new(2).lords(ACTIVE, &[Lord::Alchemist]).council(&[
        Card::Crab1,
        Card::Squid5,
        Card::Seahorse2,
    ]);
    let told = scene.play(ACTIVE, TAKE_SQUIDS);
    let squid = Some(cards(&[Card::Squid5]));
    assert_eq!(
        told,
        [Event::StackTaken { seat: ACTIVE, race: Race::Squid, count: 1, cards: squid }]
    );
    assert_eq!(scene.hand_of(ACTIVE), [Card::Squid5]);
    // It must be taken, from a stack that has cards.
    let seahorses = Move::TakeStack { race: Race::Seahorse };
    assert_eq!(scene.moves(ACTIVE), [TAKE_CRABS, seahorses]);
    assert_eq!(scene.refused(ACTIVE, TAKE_SQUIDS), ("EMPTY_STACK", "E24"));
    assert_eq!(scene.refused(ACTIVE, Move::Decline(YES)), ("NOT_NOW", "E3"));
    let told = scene.play(ACTIVE, seahorses);
    assert_eq!(told[1..], [next_turn()]);
    assert_eq!(scene.hand_of(ACTIVE), [Card::Squid5, Card::Seahorse2]);
    assert_eq!(scene.stack_of(Race::Crab), [Card::Crab1]);
}

#[test]
fn lord_alchemist_takes_one_stack_when_there_is_but_one() {
    let mut scene = Scene::new(2).lords(ACTIVE, &[Lord::Alchemist]).council(&[Card::Crab1]);
    let told = scene.play(ACTIVE, TAKE_CRABS);
    assert_eq!(told[1..], [next_turn()]);
}

#[test]
fn lord_alchemist_works_for_its_owner_while_it_is_active() {
    let scene = || Scene::new(2).council(&[Card::Crab1, Card::Squid5, Card::Seahorse2]);
    let turned = scene().turned(ACTIVE, &[Lord::Alchemist]);
    let covered = scene().location(ACTIVE, Location::Jail, &[Lord::Alchemist]);
    let opponents = scene().lords(LEFT, &[Lord::Alchemist]);
    for mut scene in [turned, covered, opponents] {
        let told = scene.play(ACTIVE, TAKE_CRABS);
        assert_eq!(told[1..], [next_turn()]);
    }
}

// The Illusionist.

fn illusionist_for(available: &[Location]) -> Scene {
    about_to_recruit(Lord::Illusionist, 2)
        .location(ACTIVE, Location::Jail, &[Lord::Keeper, Lord::Reaper])
        .location(ACTIVE, Location::Chasm, &[Lord::Sage])
        .available(available)
}

#[test]
fn lord_illusionist_swaps_an_own_location_and_its_lords_move_along() {
    let mut scene = illusionist_for(&[Location::Depths, Location::ThroneRoom]);
    assert_eq!(recruit(&mut scene, Lord::Illusionist), []);
    let swap = |own, other| Move::SwapLocation { own, other };
    assert_eq!(scene.moves(ACTIVE).len(), 5);
    let strange = swap(Location::Depths, Location::ThroneRoom);
    assert_eq!(scene.refused(ACTIVE, strange), ("NOT_YOUR_LOCATION", "A.1"));
    let own = swap(Location::Jail, Location::Chasm);
    assert_eq!(scene.refused(ACTIVE, own), ("NOT_AVAILABLE", "E39"));

    let told = scene.play(ACTIVE, swap(Location::Jail, Location::ThroneRoom));
    let (own, other) = (Location::Jail, Location::ThroneRoom);
    assert_eq!(told, [Event::LocationSwapped { seat: ACTIVE, own, other }, next_turn()]);
    let player = scene.game.player(ACTIVE);
    assert_eq!(player.locations[..], [Location::ThroneRoom, Location::Chasm]);
    let places: Vec<_> = player.lords.iter().map(|owned| (owned.lord, owned.place)).collect();
    assert_eq!(
        places,
        [
            (Lord::Keeper, LordPlace::Covered(Location::ThroneRoom)),
            (Lord::Reaper, LordPlace::Covered(Location::ThroneRoom)),
            (Lord::Sage, LordPlace::Covered(Location::Chasm)),
            (Lord::Illusionist, LordPlace::Free),
        ]
    );
    let available: Vec<_> = scene.game.board.available.each().collect();
    assert_eq!(available, [Location::Depths, Location::Jail]);
}

#[test]
fn lord_illusionist_may_decline() {
    let mut scene = illusionist_for(&[Location::Depths]);
    recruit(&mut scene, Lord::Illusionist);
    let lord = Lord::Illusionist;
    let told = scene.play(ACTIVE, Move::Decline(YES));
    assert_eq!(told, [Event::PowerDeclined { seat: ACTIVE, lord }, next_turn()]);
    assert_eq!(scene.game.player(ACTIVE).locations[..], [Location::Jail, Location::Chasm]);
}

#[test]
fn lord_illusionist_is_void_without_an_own_or_an_available_location() {
    let none_own = about_to_recruit(Lord::Illusionist, 2)
        .location(LEFT, Location::Jail, &[Lord::Keeper])
        .available(&[Location::Depths]);
    for mut scene in [illusionist_for(&[]), none_own] {
        assert_eq!(recruit(&mut scene, Lord::Illusionist), [next_turn()]);
    }
}

// The Master of Magic.

const MILLER: [Card; 3] = [Card::Seahorse3, Card::Seahorse4, Card::Crab1];

/// Seat 0 can pay for the Miller (8, two races) with three Allies.
fn miller_for(scene: Scene) -> Scene {
    scene.court(&[Lord::Miller, Lord::Keeper, Lord::Landowner, Lord::Trader]).hand(ACTIVE, &MILLER)
}

#[test]
fn lord_master_of_magic_affiliates_any_ally_spent() {
    let affiliate = |ally| Move::Affiliate { ally };
    for ally in MILLER {
        let mut scene = miller_for(Scene::new(2)).lords(ACTIVE, &[Lord::MasterOfMagic]);
        let steps = MILLER.map(|ally| Move::Spend { ally });
        scene.play(ACTIVE, Move::Recruit { lord: Lord::Miller });
        scene.play_all(ACTIVE, &steps);
        scene.play(ACTIVE, Move::Pay(YES));
        let offered = [Card::Crab1, Card::Seahorse3, Card::Seahorse4].map(affiliate);
        assert_eq!(scene.moves(ACTIVE), offered);
        let told = scene.play(ACTIVE, affiliate(ally));
        assert_eq!(told[0], Event::AllyAffiliated { seat: ACTIVE, ally });
        assert_eq!(scene.game.player(ACTIVE).affiliated, cards(&[ally]));
        assert!(!scene.game.board.discard.has(ally));
        assert_eq!(scene.game.board.discard.len(), 2);
    }
}

#[test]
fn lord_master_of_magic_does_not_serve_its_own_recruitment() {
    // The payment is 2, 2, 5 and 1: only the 1 can be affiliated.
    let mut scene = about_to_recruit(Lord::MasterOfMagic, 2);
    assert_eq!(payment(Lord::MasterOfMagic).len(), 4);
    assert_eq!(recruit(&mut scene, Lord::MasterOfMagic), [next_turn()]);
    assert_eq!(scene.game.player(ACTIVE).affiliated, cards(&[Card::Jellyfish1]));
}

#[test]
fn lord_master_of_magic_works_for_its_owner_while_it_is_active() {
    let turned = miller_for(Scene::new(2)).turned(ACTIVE, &[Lord::MasterOfMagic]);
    let covered =
        miller_for(Scene::new(2)).location(ACTIVE, Location::Jail, &[Lord::MasterOfMagic]);
    let opponents = miller_for(Scene::new(2)).lords(LEFT, &[Lord::MasterOfMagic]);
    for mut scene in [turned, covered, opponents] {
        scene.recruit(Lord::Miller, &MILLER, Card::Seahorse4);
        assert_eq!(scene.game.player(ACTIVE).affiliated, cards(&[Card::Crab1]));
    }
}
