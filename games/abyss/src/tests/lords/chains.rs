//! Lords that bring Lords: every arrow acts at once, and the rest of the turn waits (E32a).

use super::super::scene::{ACTIVE, Scene, YES};
use super::{about_to_recruit, arrived, bonus, gained, given_up, next_turn, payment, recruit};
use crate::cards::Lord;
use crate::decision::Decision;
use crate::event::Event;
use crate::moves::Move;

#[test]
fn lord_corruptor_traitor_and_schemer_chain_before_the_court_is_refilled() {
    let mut scene = Scene::new(2)
        .court(&[Lord::Corruptor, Lord::Traitor, Lord::Schemer, Lord::Miller])
        .lord_deck(&[Lord::Trader])
        .hand(ACTIVE, &payment(Lord::Corruptor))
        .pearls(ACTIVE, 5);
    assert_eq!(recruit(&mut scene, Lord::Corruptor), []);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Traitor });
    assert_eq!(scene.game.decision, Decision::GiveUpLord { to: Lord::Traitor });
    // The Corruptor, which began the chain, may be given up.
    scene.play(ACTIVE, Move::GiveUp { lord: Lord::Corruptor });
    scene.play(ACTIVE, Move::TakeLord { lord: Lord::Schemer });
    assert_eq!(scene.game.decision, Decision::GiveUpLord { to: Lord::Schemer });
    // So may the Traitor that brought the Schemer.
    let told = scene.play(ACTIVE, Move::GiveUp { lord: Lord::Traitor });
    let announced = Event::EndAnnounced { seat: ACTIVE, seventh_lord: false };
    assert_eq!(
        told,
        [
            given_up(Lord::Traitor),
            arrived(Lord::Trader),
            gained(ACTIVE, 3, Lord::Trader),
            // One bonus for all of it; the deck is empty, so the Court cannot be completed.
            bonus(),
            announced,
            next_turn(),
        ]
    );
    assert_eq!(scene.game.board.court[..], [Lord::Miller]);
    assert_eq!(scene.pearls_of(ACTIVE), 5);
    let lords: Vec<Lord> = scene.game.player(ACTIVE).free_lords().collect();
    assert_eq!(lords, [Lord::Schemer, Lord::Trader]);
}

#[test]
fn lord_schemer_may_be_given_up_by_the_traitor_it_brought() {
    let mut scene = about_to_recruit(Lord::Schemer, 2)
        .lords(ACTIVE, &[Lord::Reaper])
        .lord_deck(&[Lord::Traitor]);
    recruit(&mut scene, Lord::Schemer);
    scene.play(ACTIVE, Move::GiveUp { lord: Lord::Reaper });
    assert_eq!(scene.game.decision, Decision::GiveUpLord { to: Lord::Traitor });
    let give_up = |lord| Move::GiveUp { lord };
    assert_eq!(scene.moves(ACTIVE), [give_up(Lord::Schemer), Move::Decline(YES)]);
    scene.play(ACTIVE, give_up(Lord::Schemer));
    scene.play(ACTIVE, Move::TakeLord { lord: Lord::Miller });
    let lords: Vec<Lord> = scene.game.player(ACTIVE).free_lords().collect();
    assert_eq!(lords, [Lord::Traitor, Lord::Miller]);
}

#[test]
fn lord_traitor_brings_the_corruptor_who_brings_another_lord() {
    let court = [Lord::Traitor, Lord::Corruptor, Lord::Miller, Lord::Landowner, Lord::Tamer];
    let mut scene = Scene::new(2)
        .court(&court)
        .lords(ACTIVE, &[Lord::Reaper])
        .hand(ACTIVE, &payment(Lord::Traitor))
        .pearls(ACTIVE, 5);
    recruit(&mut scene, Lord::Traitor);
    scene.play(ACTIVE, Move::GiveUp { lord: Lord::Reaper });
    assert_eq!(
        scene.play(ACTIVE, Move::TakeLord { lord: Lord::Corruptor }),
        [arrived(Lord::Corruptor)]
    );
    assert_eq!(scene.game.decision, Decision::SecondLord);
    let told = scene.play(ACTIVE, Move::Recruit { lord: Lord::Tamer });
    assert_eq!(told[1..3], [arrived(Lord::Tamer), bonus()]);
    assert_eq!(scene.pearls_of(ACTIVE), 2);
}
