//! The Commander's limit: E49, E50, G4.

use gueridon_game::{Seat, Seats};

use super::scene::{ACTIVE, LEFT, Scene, YES, kinds};
use crate::Event;
use crate::cards::{Card, Lord, Race};
use crate::decision::{Decision, Demand};
use crate::event::Source;
use crate::moves::Move;

const CUT: Move = Move::Discard { ally: Card::Crab1 };
const STACK: Move = Move::TakeStack { race: Race::Squid };

fn cut(due: [u8; 4]) -> Decision {
    Decision::DiscardCards { due, source: Demand::Commander }
}

#[test]
fn e49_on_arrival_every_opponent_cuts_to_six() {
    let hand = [Card::Crab5, Card::Crab3];
    let mut scene = Scene::new(4)
        .court(&[Lord::Commander, Lord::Miller, Lord::Keeper, Lord::Reaper])
        .hand(ACTIVE, &[Card::Squid1; 9])
        .hand(LEFT, &[Card::Crab1; 8])
        .hand(Seat(2), &[Card::Crab1; 6])
        .hand(Seat(3), &[Card::Crab1; 7]);
    scene.game.player_mut(ACTIVE).hand.add_all(&hand.into_iter().collect());
    scene.recruit(Lord::Commander, &hand, Card::Crab3);
    assert_eq!(scene.game.decision, cut([0, 2, 0, 1]));
    let victims: Seats = [LEFT, Seat(3)].into_iter().collect();
    assert_eq!(gueridon_game::Game::to_act(&scene.game), victims, "both at once");
    let told = scene.play(LEFT, CUT);
    assert_eq!(told, [Event::DiscardChosen { seat: LEFT, ally: Some(Card::Crab1) }]);
    scene.play(Seat(3), CUT);
    let told = scene.play(LEFT, CUT);
    assert_eq!(kinds(&told)[1..3], ["CardsDiscarded"; 2]);
    assert_eq!((scene.hand_of(LEFT).len(), scene.hand_of(Seat(3)).len()), (6, 6));
    assert_eq!(scene.hand_of(ACTIVE).len(), 9, "its owner has no limit");
    assert!(scene.is_asked(LEFT), "whose turn it is now");
}

#[test]
fn e49_during_a_turn_the_hand_may_grow_and_is_cut_when_the_turn_ends() {
    let mut scene = Scene::new(2).lords(LEFT, &[Lord::Commander]).hand(ACTIVE, &[Card::Crab1; 6]);
    scene = scene.council(&[Card::Squid1, Card::Squid4]);
    scene.play(ACTIVE, STACK);
    assert_eq!(scene.game.decision, cut([2, 0, 0, 0]));
    let discard = |ally| Move::Discard { ally };
    scene.assert_open(ACTIVE, &[CUT, discard(Card::Squid1), discard(Card::Squid4)]);
    assert_eq!(scene.refused(ACTIVE, discard(Card::Jellyfish1)), ("NOT_IN_HAND", "E49"));
    let told = scene.play_all(ACTIVE, &[discard(Card::Squid4), CUT]);
    let cards = [Card::Crab1, Card::Squid4].into_iter().collect();
    let source = Source::Lord(Lord::Commander);
    assert!(told.contains(&Event::CardsDiscarded { seat: ACTIVE, cards, source }));
    assert_eq!(scene.hand_of(ACTIVE).len(), 6);
    assert!(scene.is_asked(LEFT));
}

#[test]
fn e49_six_cards_are_within_the_limit() {
    let mut scene = Scene::new(2).lords(LEFT, &[Lord::Commander]).hand(ACTIVE, &[Card::Crab1; 5]);
    scene = scene.council(&[Card::Squid1]);
    scene.play(ACTIVE, STACK);
    assert_eq!(scene.hand_of(ACTIVE).len(), 6);
    assert!(scene.is_asked(LEFT));
}

#[test]
fn e49_g4_a_buyer_cuts_at_once() {
    let mut scene = Scene::new(3).lords(Seat(2), &[Lord::Commander]).deck(&[Card::Squid1; 2]);
    scene = scene.hand(LEFT, &[Card::Crab1; 6]).hand(ACTIVE, &[Card::Crab1; 9]);
    scene.play(ACTIVE, Move::Explore(YES));
    let told = scene.play(LEFT, Move::Buy(YES));
    assert_eq!(kinds(&told), ["AllyBought"], "before the next card is revealed");
    assert_eq!(scene.game.decision, cut([0, 1, 0, 0]), "the buyer alone");
    scene.play(LEFT, Move::Discard { ally: Card::Squid1 });
    assert_eq!(scene.hand_of(LEFT), [Card::Crab1; 6]);
}

#[test]
fn e50_a_commander_turned_before_the_end_of_the_turn_demands_nothing() {
    let assassin = [Card::Crab5, Card::Crab4, Card::Crab1];
    let mut scene = Scene::new(2)
        .court(&[Lord::Assassin, Lord::Miller, Lord::Keeper, Lord::Reaper])
        .hand(
            ACTIVE,
            &[[Card::Crab5, Card::Crab4, Card::Crab1].as_slice(), &[Card::Squid1; 8]].concat(),
        )
        .lords(LEFT, &[Lord::Commander]);
    let told = scene.recruit(Lord::Assassin, &assassin, Card::Crab1);
    assert!(told.contains(&Event::LordTurned { seat: ACTIVE, owner: LEFT, lord: Lord::Commander }));
    assert_eq!(scene.hand_of(ACTIVE).len(), 8);
    assert!(scene.is_asked(LEFT));
}
