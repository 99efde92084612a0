//! The examples of the rulebook: F1 to F3.

use gueridon_game::{Eyes, Game, Seat};

use super::scene::{ACTIVE, Scene, YES, kinds};
use crate::Event;
use crate::cards::{Card, Location, Lord, Race, Token};
use crate::event::Source;
use crate::moves::Move;

#[test]
fn f1_the_91_point_example() {
    // Which Lords paid for which Location is left open; it does not matter.
    let mut scene = Scene::new(2)
        .council(&[Card::Crab1])
        .location(ACTIVE, Location::Parliament, &[Lord::Keeper])
        .location(ACTIVE, Location::Sanctuary, &[Lord::Slaver, Lord::MasterOfMagic])
        .location(ACTIVE, Location::Abyss, &[Lord::Elder])
        .lords(ACTIVE, &[Lord::Jailer, Lord::Traitor, Lord::Corruptor])
        .affiliated(ACTIVE, &[Card::Jellyfish3, Card::Jellyfish2, Card::Squid3, Card::Crab2])
        .affiliated(ACTIVE, &[Card::Seahorse1, Card::Shellfish5])
        .tokens(ACTIVE, &[Token::Monster3, Token::Monster3]);
    let of = |location| scene.game.points_of(location, ACTIVE);
    assert_eq!([Location::Parliament, Location::Sanctuary, Location::Abyss].map(of), [10, 10, 12]);
    let lines = ["locations", "lords", "allies", "monsters"].map(|line| scene.points(ACTIVE, line));
    assert_eq!(lines, [32, 39, 14, 6]);
    // The crab that comes with the last turn is no better than the one affiliated.
    scene.game.ending = Some(Seat(1));
    scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    let score = scene.game.score(Eyes::Public);
    assert_eq!((score.seats[0].points, score.seats[0].rank), (91, 1));
}

/// The Court, the hand and the Pearls of the example of a recruitment.
fn recruit_choices() -> Scene {
    let hand = [Card::Jellyfish3, Card::Crab2, Card::Shellfish5, Card::Shellfish1];
    Scene::new(2)
        .court(&[Lord::MasterOfMagic, Lord::Slaver, Lord::Traitor])
        .hand(ACTIVE, &hand)
        .pearls(ACTIVE, 2)
}

#[test]
fn f2_the_recruit_choices_example() {
    let cases: [(Lord, &[Card], u16, Card); 2] = [
        (Lord::MasterOfMagic, &[Card::Jellyfish3, Card::Crab2, Card::Shellfish5], 0, Card::Crab2),
        (Lord::Slaver, &[Card::Shellfish5, Card::Shellfish1], 2, Card::Shellfish1),
    ];
    for (lord, allies, paid, affiliated) in cases {
        let mut scene = recruit_choices();
        let told = scene.recruit(lord, allies, affiliated);
        let cards = allies.iter().copied().collect();
        assert!(told.contains(&Event::LordPaid {
            seat: ACTIVE,
            lord,
            cards,
            pearls: paid,
            nebulis: None
        }));
        assert!(told.contains(&Event::AllyAffiliated { seat: ACTIVE, ally: affiliated }));
        let bonus = Event::PearlsGained { seat: ACTIVE, pearls: 2, source: Source::Court };
        assert!(told.contains(&bonus));
        assert_eq!(scene.pearls_of(ACTIVE), 2 - paid + 2);
        assert_eq!(scene.game.board.court.len(), 6);
    }
}

#[test]
fn f2_the_traitor_is_not_affordable_without_a_squid() {
    let mut scene = recruit_choices();
    let refusal = scene.refused(ACTIVE, Move::Recruit { lord: Lord::Traitor });
    assert_eq!(refusal, ("CANNOT_PAY", "E25"));
}

#[test]
fn f2_all_four_cards_are_one_too_many_for_the_master_of_magic() {
    let mut scene = recruit_choices();
    scene.play(ACTIVE, Move::Recruit { lord: Lord::MasterOfMagic });
    for ally in [Card::Jellyfish3, Card::Crab2, Card::Shellfish5] {
        scene.play(ACTIVE, Move::Spend { ally });
    }
    let one_more = Move::Spend { ally: Card::Shellfish1 };
    assert_eq!(scene.refused(ACTIVE, one_more), ("DEAD_END", "E25"));
}

#[test]
fn f3_the_exploration_run_example() {
    let [first, third] = [Seat(1), Seat(3)];
    let mut scene = Scene::new(4).pearls(first, 2);
    let reveal = Move::Reveal(YES);
    let refuse = Move::Decline(YES);
    let all_refuse = |scene: &mut Scene| {
        (1..4).for_each(|seat| {
            if scene.is_asked(Seat(seat)) {
                scene.play(Seat(seat), refuse);
            }
        })
    };
    let space = |told: &[Event]| {
        told.iter().find_map(|event| match event {
            Event::CardRevealed { space, .. } => Some(*space),
            _ => None,
        })
    };

    scene.next_cards(&[Card::Crab1]);
    assert_eq!(space(&scene.play(ACTIVE, Move::Explore(YES))), Some(1));
    all_refuse(&mut scene);
    scene.next_cards(&[Card::Crab2]);
    assert_eq!(space(&scene.play(ACTIVE, reveal)), Some(2));
    scene.play(first, refuse);
    scene.play(Seat(2), refuse);
    scene.next_cards(&[Card::Monster]);
    let told = scene.play(third, Move::Buy(YES));
    let seller = ACTIVE;
    assert_eq!(
        told[0],
        Event::AllyBought { seat: third, seller, card: Card::Crab2, pearls: 1, nebulis: None }
    );
    assert_eq!(space(&told), Some(2));
    scene.next_cards(&[Card::Squid3]);
    let told = scene.play(ACTIVE, reveal);
    assert_eq!(told[0], Event::MonsterPassed { seat: ACTIVE, threat: 2 });
    assert_eq!(space(&told), Some(3));
    scene.next_cards(&[Card::Jellyfish1]);
    let told = scene.play(first, Move::Buy(YES));
    assert_eq!(
        told[0],
        Event::AllyBought { seat: first, seller, card: Card::Squid3, pearls: 2, nebulis: None }
    );
    assert_eq!(space(&told), Some(3));
    scene.next_cards(&[Card::Seahorse1]);
    assert_eq!(space(&scene.play(ACTIVE, reveal)), Some(4));
    scene.next_cards(&[Card::Shellfish1]);
    let told = scene.play(ACTIVE, reveal);
    assert_eq!(space(&told), Some(5));
    let end = ["CardRevealed", "AllyTaken", "PearlsGained", "ExplorationEnded", "TurnStarted"];
    assert_eq!(kinds(&told), end);
    let bonus = Event::PearlsGained { seat: ACTIVE, pearls: 1, source: Source::LastSpace };
    assert_eq!(told[2], bonus);
    assert_eq!(scene.pearls_of(ACTIVE), 1 + 4);
    assert_eq!(scene.hand_of(ACTIVE), [Card::Shellfish1]);
}
