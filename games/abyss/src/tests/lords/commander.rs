//! The Commander: six cards in hand, and no more.

use gueridon_game::{Game, Seats};

use super::super::scene::{ACTIVE, LEFT, Scene, YES};
use super::{FOURTH, THIRD, about_to_recruit, cards, next_turn, payment, recruit};
use crate::cards::{Card, Lord, Race};
use crate::decision::{Decision, Demand};
use crate::event::{Event, Source};
use crate::moves::Move;

const SEVEN: [Card; 7] = [
    Card::Crab1,
    Card::Crab2,
    Card::Shellfish1,
    Card::Jellyfish1,
    Card::Squid1,
    Card::Squid2,
    Card::Seahorse1,
];

#[test]
fn lord_commander_cuts_every_opponents_hand_to_6_on_arrival() {
    let eight = [&SEVEN[..], &[Card::Seahorse5]].concat();
    let mut scene = about_to_recruit(Lord::Commander, 4)
        .hand(LEFT, &eight)
        .hand(THIRD, &SEVEN[..6])
        .hand(FOURTH, &SEVEN);
    assert_eq!(recruit(&mut scene, Lord::Commander), []);
    assert_eq!(scene.game.to_act(), Seats::just(LEFT).with(FOURTH));

    scene.play(LEFT, Move::Discard { ally: Card::Seahorse5 });
    assert_eq!(scene.game.to_act(), Seats::just(LEFT).with(FOURTH));
    scene.play(LEFT, Move::Discard { ally: Card::Crab1 });
    assert_eq!(scene.game.to_act(), Seats::just(FOURTH));
    let told = scene.play(FOURTH, Move::Discard { ally: Card::Squid1 });
    let source = Source::Lord(Lord::Commander);
    let first = cards(&[Card::Crab1, Card::Seahorse5]);
    assert_eq!(
        told[1..],
        [
            Event::CardsDiscarded { seat: LEFT, cards: first, source },
            Event::CardsDiscarded { seat: FOURTH, cards: cards(&[Card::Squid1]), source },
            next_turn(),
        ]
    );
    for seat in [LEFT, THIRD, FOURTH] {
        assert_eq!(scene.hand_of(seat).len(), 6);
    }
}

#[test]
fn lord_commander_stops_at_the_shaman_and_never_limits_its_owner() {
    let mut scene =
        about_to_recruit(Lord::Commander, 2).hand(LEFT, &SEVEN).lords(LEFT, &[Lord::Shaman]);
    SEVEN.iter().for_each(|&card| scene.game.player_mut(ACTIVE).hand.add(card));
    assert_eq!(recruit(&mut scene, Lord::Commander), [next_turn()]);
    assert_eq!(scene.hand_of(LEFT).len(), 7);
    assert_eq!(scene.hand_of(ACTIVE).len(), 7);
}

#[test]
fn lord_commander_lets_opponents_exceed_6_until_their_turn_ends() {
    let mut scene = Scene::new(2)
        .lords(LEFT, &[Lord::Commander])
        .lords(ACTIVE, &[Lord::Alchemist])
        .hand(ACTIVE, &SEVEN[..6])
        .council(&[Card::Crab4, Card::Squid5]);
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    // The Alchemist's second stack is the only one, and is taken as well.
    assert_eq!(scene.hand_of(ACTIVE).len(), 8);
    let due = [2, 0, 0, 0];
    assert_eq!(scene.game.decision, Decision::DiscardCards { due, source: Demand::Commander });
    scene.play(ACTIVE, Move::Discard { ally: Card::Crab1 });
    let told = scene.play(ACTIVE, Move::Discard { ally: Card::Squid1 });
    let source = Source::Lord(Lord::Commander);
    let cut = cards(&[Card::Crab1, Card::Squid1]);
    assert_eq!(
        told[1..],
        [Event::CardsDiscarded { seat: ACTIVE, cards: cut, source }, next_turn()]
    );
}

#[test]
fn lord_commander_turned_during_the_victims_turn_limits_nothing() {
    let mut scene = about_to_recruit(Lord::Assassin, 2).lords(LEFT, &[Lord::Commander]);
    SEVEN.iter().for_each(|&card| scene.game.player_mut(ACTIVE).hand.add(card));
    let told = recruit(&mut scene, Lord::Assassin);
    let lord = Lord::Commander;
    assert_eq!(told, [Event::LordTurned { seat: ACTIVE, owner: LEFT, lord }, next_turn()]);
    assert_eq!(scene.hand_of(ACTIVE).len(), 7);
}

#[test]
fn lord_commander_cuts_a_buyer_at_once() {
    let mut scene = Scene::new(3)
        .deck(&[Card::Crab3, Card::Crab3, Card::Crab3])
        .lords(THIRD, &[Lord::Commander])
        .hand(LEFT, &SEVEN[..6])
        .pearls(LEFT, 1);
    scene.play(ACTIVE, Move::Explore(YES));
    let told = scene.play(LEFT, Move::Buy(YES));
    assert_eq!(
        told,
        [Event::AllyBought {
            seat: LEFT,
            seller: ACTIVE,
            card: Card::Crab3,
            pearls: 1,
            nebulis: None
        }]
    );
    assert_eq!(scene.game.to_act(), Seats::just(LEFT));
    let told = scene.play(LEFT, Move::Discard { ally: Card::Crab3 });
    let source = Source::Lord(Lord::Commander);
    assert_eq!(
        told[1..],
        [
            Event::CardsDiscarded { seat: LEFT, cards: cards(&[Card::Crab3]), source },
            Event::CardRevealed { seat: ACTIVE, card: Card::Crab3, space: 1 },
        ]
    );
}

#[test]
fn lord_commander_cuts_on_arrival_however_it_arrives() {
    let commander_for = |lord: Lord| {
        Scene::new(2)
            .court(&[lord, Lord::Miller, Lord::Aquaculturalist, Lord::Landowner])
            .hand(ACTIVE, &payment(lord))
            .hand(LEFT, &SEVEN)
            .lords(ACTIVE, &[Lord::Keeper])
    };
    let give_up = Move::GiveUp { lord: Lord::Keeper };

    let mut schemer = commander_for(Lord::Schemer).lord_deck(&[Lord::Commander]);
    recruit(&mut schemer, Lord::Schemer);
    schemer.play(ACTIVE, give_up);

    let mut traitor = commander_for(Lord::Traitor).court(&[Lord::Commander]);
    recruit(&mut traitor, Lord::Traitor);
    traitor.play(ACTIVE, give_up);
    traitor.play(ACTIVE, Move::TakeLord { lord: Lord::Commander });

    let mut corruptor = commander_for(Lord::Corruptor).court(&[Lord::Commander]).pearls(ACTIVE, 5);
    recruit(&mut corruptor, Lord::Corruptor);
    corruptor.play(ACTIVE, Move::Recruit { lord: Lord::Commander });

    for scene in [schemer, traitor, corruptor] {
        let due = [0, 1, 0, 0];
        let question = Decision::DiscardCards { due, source: Demand::Commander };
        assert_eq!(scene.game.decision, question);
    }
}

#[test]
fn lord_commander_cuts_before_its_key_takes_a_location() {
    let mut scene = about_to_recruit(Lord::Commander, 2).key_tokens(ACTIVE, 2).hand(LEFT, &SEVEN);
    recruit(&mut scene, Lord::Commander);
    assert_eq!(scene.game.to_act(), Seats::just(LEFT));
    scene.play(LEFT, Move::Discard { ally: Card::Crab1 });
    assert_eq!(scene.game.decision, Decision::ControlLocation);
    let (location, _) = scene.game.board.available.iter().next().expect("one lies face up");
    scene.play(ACTIVE, Move::TakeLocation { location });
    // Under the Location it limits nobody any more.
    assert!(!scene.game.suffers(LEFT, Lord::Commander));
}
