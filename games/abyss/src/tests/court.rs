//! The Court: E33 to E37, G1, G2.

use super::scene::{ACTIVE, LEFT, Scene, YES, kinds};
use crate::Event;
use crate::cards::{Card, Lord, Race};
use crate::event::Source;
use crate::moves::Move;

const BONUS: Event = Event::PearlsGained { seat: ACTIVE, pearls: 2, source: Source::Court };
const SHEPHERD: [Card; 2] = [Card::Seahorse5, Card::Seahorse3];
const CORRUPTOR: [Card; 2] = [Card::Squid5, Card::Squid4];
const OTHERS: [Lord; 5] =
    [Lord::Miller, Lord::Reaper, Lord::Landowner, Lord::Keeper, Lord::Aquaculturalist];

/// A Court of so many Lords, the Shepherd in the midst of them, for one who can pay for it.
fn court_of(lords: usize) -> Scene {
    let court: Vec<Lord> = OTHERS[..lords - 1].to_vec();
    let (first, rest) = court.split_at(court.len().min(1));
    Scene::new(2).court(first).court(&[Lord::Shepherd]).court(rest).hand(ACTIVE, &SHEPHERD)
}

fn bonuses(told: &[Event]) -> usize {
    told.iter().filter(|&event| *event == BONUS).count()
}

fn announced(told: &[Event]) -> bool {
    told.iter().any(|event| matches!(event, Event::EndAnnounced { .. }))
}

#[test]
fn e33_with_three_lords_left_nothing_is_refilled() {
    for lords in 4..=6 {
        let mut scene = court_of(lords);
        let told = scene.recruit(Lord::Shepherd, &SHEPHERD, Card::Seahorse3);
        assert_eq!(scene.game.board.court[..], OTHERS[..lords - 1], "they slide together");
        assert_eq!(bonuses(&told), 0);
        assert_eq!(scene.pearls_of(ACTIVE), 1);
    }
}

#[test]
fn e33_with_two_lords_left_two_pearls_and_a_full_court() {
    let mut scene = court_of(3);
    let told = scene.recruit(Lord::Shepherd, &SHEPHERD, Card::Seahorse3);
    assert_eq!(bonuses(&told), 1);
    assert_eq!(scene.pearls_of(ACTIVE), 3);
    let court = &scene.game.board.court;
    assert_eq!((court.len(), &court[..2]), (6, &OTHERS[..2]), "the new ones nearest the deck");
    assert_eq!(
        told.iter().rev().nth(1),
        Some(&Event::CourtRefilled { lords: court[2..].iter().copied().collect() })
    );
    assert_eq!(scene.game.board.lord_deck.len(), 35 - 3 - 4);
}

#[test]
fn e34_two_lords_taken_in_one_action_bring_one_bonus_and_a_full_court() {
    for (left, others) in [(1, &OTHERS[..2]), (0, &OTHERS[..1])] {
        let mut scene = Scene::new(2).court(&[Lord::Corruptor]).court(others);
        scene = scene.hand(ACTIVE, &CORRUPTOR).pearls(ACTIVE, 6);
        scene.recruit(Lord::Corruptor, &CORRUPTOR, Card::Squid4);
        let told = scene.play(ACTIVE, Move::Recruit { lord: Lord::Miller });
        assert_eq!(bonuses(&told), 1, "{left} left");
        assert_eq!(scene.pearls_of(ACTIVE), 2);
        assert_eq!(scene.game.board.court.len(), 6);
        assert_eq!(scene.game.board.court[..left], others[1..]);
    }
}

#[test]
fn e34_the_traitor_takes_two_lords_from_the_court() {
    let hand = [Card::Squid5, Card::Crab5, Card::Jellyfish2];
    let mut scene = Scene::new(2).court(&[Lord::Traitor]).court(&OTHERS[..3]);
    scene = scene.hand(ACTIVE, &hand).lords(ACTIVE, &[Lord::Shepherd]);
    scene.recruit(Lord::Traitor, &hand, Card::Jellyfish2);
    scene.play(ACTIVE, Move::GiveUp { lord: Lord::Shepherd });
    let told = scene.play(ACTIVE, Move::TakeLord { lord: Lord::Reaper });
    assert_eq!(bonuses(&told), 1);
    assert_eq!(scene.game.board.court[..2], [Lord::Miller, Lord::Landowner]);
    assert_eq!(scene.game.board.court.len(), 6);
}

#[test]
fn e35_spaces_filled_by_plots_count_as_filled() {
    let mut scene = court_of(3);
    scene.play(ACTIVE, Move::Plot(YES));
    let told = scene.recruit(Lord::Shepherd, &SHEPHERD, Card::Seahorse3);
    assert_eq!(bonuses(&told), 0);
    assert_eq!(scene.game.board.court.len(), 3);
}

#[test]
fn e36_a_deck_too_small_places_what_it_has_and_the_end_is_announced() {
    let mut scene = court_of(3).lord_deck(&[Lord::Sage]);
    let told = scene.recruit(Lord::Shepherd, &SHEPHERD, Card::Seahorse3);
    assert_eq!(scene.game.board.court[..], [Lord::Miller, Lord::Reaper, Lord::Sage]);
    assert_eq!(bonuses(&told), 1);
    assert!(told.contains(&Event::EndAnnounced { seat: ACTIVE, seventh_lord: false }));
}

#[test]
fn e36_in_the_last_round_the_bonus_is_paid_again() {
    let mut scene = court_of(3).lord_deck(&[Lord::Sage]);
    scene.game.ending = Some(LEFT);
    let told = scene.recruit(Lord::Shepherd, &SHEPHERD, Card::Seahorse3);
    assert_eq!((bonuses(&told), announced(&told)), (1, false));
    assert_eq!(scene.game.board.court[..], [Lord::Miller, Lord::Reaper, Lord::Sage]);
}

#[test]
fn e37_lords_given_up_or_thrown_out_never_come_back() {
    let hand = [Card::Squid5, Card::Crab2, Card::Jellyfish1];
    let mut scene = Scene::new(2)
        .court(&[Lord::Schemer, Lord::Miller, Lord::Reaper, Lord::Keeper])
        .hand(ACTIVE, &hand)
        .lords(ACTIVE, &[Lord::Opportunist, Lord::Shepherd])
        .lord_deck(&[Lord::Recruiter, Lord::Commander]);
    scene.play(ACTIVE, Move::ReplaceLord { lord: Lord::Miller });
    scene.recruit(Lord::Schemer, &hand, Card::Jellyfish1);
    scene.play(ACTIVE, Move::GiveUp { lord: Lord::Shepherd });
    let out: Vec<Lord> = scene.game.board.lords_out.each().collect();
    assert_eq!(out, [Lord::Shepherd, Lord::Miller]);
    assert!(scene.is_asked(LEFT));
    assert_eq!(scene.pearls_of(LEFT), 1);
    assert_eq!(scene.refused(LEFT, Move::Plot(YES)), ("NO_LORDS_LEFT", "E4"));
}

#[test]
fn g1_an_empty_lord_deck_alone_does_not_end_the_game() {
    let mut scene = court_of(6).lord_deck(&[]);
    let told = scene.recruit(Lord::Shepherd, &SHEPHERD, Card::Seahorse3);
    assert!(!announced(&told));
    assert_eq!((scene.game.board.court.len(), scene.game.ending), (5, None));
    assert!(scene.is_asked(LEFT));
}

#[test]
fn g2_the_bonus_is_for_a_recruitment_and_nothing_else() {
    let mut scene = Scene::new(2).court(&OTHERS[..2]).council(&[Card::Crab1]);
    scene = scene.deck(&[Card::Squid1]).pearls(LEFT, 0);
    let mut told = scene.play(ACTIVE, Move::TakeStack { race: Race::Crab });
    told.extend(scene.play_all(LEFT, &[Move::Explore(YES)]));
    let told_kinds = kinds(&told);
    assert!(!told_kinds.contains(&"PearlsGained".to_owned()), "{told_kinds:?}");
    assert_eq!(scene.game.board.court[..], OTHERS[..2]);
}

#[test]
fn g2_two_lords_or_fewer_are_the_threshold() {
    let mut scene = court_of(2);
    let told = scene.recruit(Lord::Shepherd, &SHEPHERD, Card::Seahorse3);
    assert_eq!((bonuses(&told), scene.game.board.court.len()), (1, 6), "one Lord left");
    let mut scene = court_of(1);
    let told = scene.recruit(Lord::Shepherd, &SHEPHERD, Card::Seahorse3);
    assert_eq!((bonuses(&told), scene.game.board.court.len()), (1, 6), "no Lord left");
}
