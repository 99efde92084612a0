//! The support of the Council: E23 and E24.

use gueridon_game::Eyes;

use super::scene::{ACTIVE, LEFT, Scene, kinds};
use crate::Event;
use crate::cards::{Card, Lord, Race};
use crate::decision::Decision;
use crate::moves::Move;

const CRAB: Move = Move::TakeStack { race: Race::Crab };
const SQUID: Move = Move::TakeStack { race: Race::Squid };
const JELLYFISH: Move = Move::TakeStack { race: Race::Jellyfish };

#[test]
fn e23_a_whole_stack_is_taken() {
    let mut scene = Scene::new(2).council(&[Card::Crab1, Card::Crab4, Card::Crab4, Card::Squid2]);
    scene.play(ACTIVE, CRAB);
    assert_eq!(scene.hand_of(ACTIVE), [Card::Crab1, Card::Crab4, Card::Crab4]);
    assert!(scene.stack_of(Race::Crab).is_empty());
    assert_eq!(scene.stack_of(Race::Squid), [Card::Squid2]);
    assert!(scene.is_asked(LEFT));
}

#[test]
fn e23_only_the_taker_sees_the_cards_and_only_then() {
    let mut scene = Scene::new(3).council(&[Card::Crab1, Card::Crab4]);
    let before = scene.game.seen_by(Eyes::Seat(ACTIVE));
    assert_eq!((before.council[0].size, before.council[0].cards), (2, None));
    let log = scene.play_logged(ACTIVE, CRAB);
    let told = |eyes| log.glimpsed(eyes).next().cloned().unwrap();
    let taken = |cards| Event::StackTaken { seat: ACTIVE, race: Race::Crab, count: 2, cards };
    let cards = [Card::Crab1, Card::Crab4].into_iter().collect();
    assert_eq!(told(Eyes::Seat(ACTIVE)), taken(Some(cards)));
    assert_eq!(told(Eyes::Seat(LEFT)), taken(None));
    assert_eq!(told(Eyes::Public), taken(None));
}

#[test]
fn e23_an_empty_stack_cannot_be_chosen() {
    let mut scene = Scene::new(2).council(&[Card::Squid2]);
    assert_eq!(scene.refused(ACTIVE, CRAB), ("EMPTY_STACK", "E23"));
}

#[test]
fn e24_the_alchemist_chooses_a_second_stack_after_seeing_the_first() {
    let mut scene = Scene::new(2).lords(ACTIVE, &[Lord::Alchemist]).council(&[
        Card::Crab1,
        Card::Squid2,
        Card::Jellyfish3,
    ]);
    let told = scene.play(ACTIVE, CRAB);
    assert_eq!(kinds(&told), ["StackTaken"]);
    assert_eq!(scene.hand_of(ACTIVE), [Card::Crab1]);
    assert_eq!(scene.game.decision, Decision::SecondStack);
    scene.assert_open(ACTIVE, &[SQUID, JELLYFISH]);
    assert_eq!(scene.refused(ACTIVE, CRAB), ("EMPTY_STACK", "E24"));
    scene.play(ACTIVE, SQUID);
    assert_eq!(scene.hand_of(ACTIVE), [Card::Crab1, Card::Squid2]);
    assert_eq!(scene.stack_of(Race::Jellyfish), [Card::Jellyfish3]);
    assert!(scene.is_asked(LEFT));
}

#[test]
fn e24_the_only_second_stack_is_taken_and_none_is_no_matter() {
    for (council, taken) in [(&[Card::Crab1, Card::Squid2][..], 2), (&[Card::Crab1], 1)] {
        let mut scene = Scene::new(2).lords(ACTIVE, &[Lord::Alchemist]).council(council);
        scene.play(ACTIVE, CRAB);
        assert_eq!(scene.hand_of(ACTIVE).len(), taken);
        assert!(scene.game.board.stacks().next().is_none() && scene.is_asked(LEFT));
    }
}
