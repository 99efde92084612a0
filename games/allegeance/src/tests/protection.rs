//! Protections, reactions of players who are not on turn: F22, F22a.

use gueridon_game::Seats;

use super::scene::{A, B, C, Scene, YES, kinds};
use crate::Event;
use crate::cards::{Card, Guild, Oath};
use crate::decision::Decision;
use crate::moves::Move;

const STRIKE: Move = Move::Strike { seat: B, guild: Guild::Mediums };

/// A can strike a Médium of B, whose Protection is active.
fn protected() -> Scene {
    Scene::new(3)
        .field(A, &[(Guild::Assassins, 1)])
        .field(B, &[(Guild::Mediums, 2)])
        .gems(A, 2)
        .protected(B)
}

#[test]
fn f22_who_is_aimed_at_may_cancel_and_the_turn_waits() {
    let mut scene = protected();
    let told = scene.play(A, STRIKE);
    assert_eq!(kinds(&told), ["GemsPaid", "PowerAimed"]);
    assert_eq!(
        told[1],
        Event::PowerAimed {
            seat: A,
            at: B,
            power: Some(Guild::Assassins),
            guild: Guild::Mediums,
            count: 1,
            own: None
        }
    );
    assert_eq!(scene.game.asked(), Seats::just(B));
    scene.assert_open(A, &[]);
    scene.assert_open(C, &[]);
    scene.assert_open(B, &[Move::Cancel(YES), Move::Allow(YES)]);
    assert_eq!(scene.declining(B), [Move::Allow(YES)]);
    let told = scene.play(B, Move::Cancel(YES));
    assert_eq!(told, [Event::PowerCancelled { seat: B, fifth: false }]);
    assert_eq!(scene.partisans(B, Guild::Mediums), 2);
    assert!(!scene.game.player(B).protected, "the card is grey again");
    assert_eq!(scene.gems_of(A), 0, "the cost is spent");
    assert_eq!(scene.game.asked(), Seats::just(A));
    scene = scene.gems(A, 2);
    assert_eq!(scene.refused(A, STRIKE), ("POWER_USED", "F10"), "and so is the use");
}

#[test]
fn f22_who_is_aimed_at_is_told_what_is_offered_in_exchange() {
    let mut scene = protected().field(A, &[(Guild::Illusionnistes, 1)]);
    let told = scene.play(A, Move::Swap { own: Guild::Assassins, seat: B, guild: Guild::Mediums });
    let Some(Event::PowerAimed { own, .. }) = told.last() else { panic!("{told:?}") };
    assert_eq!(*own, Some(Guild::Assassins));
}

#[test]
fn f22_what_is_allowed_happens_and_the_protection_stays() {
    let mut scene = protected();
    scene.play(A, STRIKE);
    let told = scene.play(B, Move::Allow(YES));
    assert_eq!(kinds(&told), ["PowerAllowed", "CardsStruck"]);
    assert_eq!(scene.partisans(B, Guild::Mediums), 1);
    assert!(scene.game.player(B).protected);
}

#[test]
fn f22_every_power_that_is_aimed_at_a_field_can_be_cancelled() {
    let all = [
        (Guild::Diplomates, 1),
        (Guild::Colosses, 1),
        (Guild::Assassins, 1),
        (Guild::Illusionnistes, 1),
    ];
    let scene =
        || Scene::new(3).field(A, &all).field(B, &[(Guild::Mediums, 2)]).gems(A, 9).protected(B);
    let (seat, guild) = (B, Guild::Mediums);
    for step in [
        Move::Steal { seat, guild },
        Move::Crush { seat, guild, count: 2 },
        Move::Strike { seat, guild },
        Move::Swap { own: Guild::Colosses, seat, guild },
    ] {
        let mut scene = scene();
        let before = (scene.game.player(A).field, scene.game.player(B).field);
        scene.play(A, step);
        assert_eq!(scene.game.decision, Decision::React { seat: B, step });
        scene.play(B, Move::Cancel(YES));
        assert_eq!((scene.game.player(A).field, scene.game.player(B).field), before, "{step:?}");
    }
}

#[test]
fn f22_a_chiefs_power_can_be_cancelled_and_the_turn_goes_on() {
    let mut scene = protected().hand(A, &[Card::Aldemar]);
    scene.play(A, Move::Play { card: Card::Aldemar });
    scene.play(A, Move::Steal { seat: B, guild: Guild::Mediums });
    scene.play(B, Move::Cancel(YES));
    assert_eq!(scene.partisans(B, Guild::Mediums), 2);
    assert_eq!(scene.game.decision, Decision::Act);
    assert_eq!(scene.game.asked(), Seats::just(A));
}

#[test]
fn f22_others_are_not_asked_nor_who_has_no_active_protection() {
    let mut scene = protected().field(C, &[(Guild::Mediums, 1)]);
    scene.play(A, Move::Strike { seat: C, guild: Guild::Mediums });
    assert_eq!(scene.game.decision, Decision::Act);
    assert_eq!(scene.partisans(C, Guild::Mediums), 0);
}

#[test]
fn f22_a_protection_is_raised_again_later_but_not_while_it_is_active() {
    let mut scene = protected().field(B, &[(Guild::Gardiennes, 1)]).gems(B, 2);
    scene.play(A, STRIKE);
    scene.play(B, Move::Cancel(YES));
    scene.end_turn();
    scene.play(B, Move::Protect(YES));
    assert!(scene.game.player(B).protected);
    scene.end_turn();
    scene.end_turn();
    scene.end_turn();
    assert_eq!(scene.refused(B, Move::Protect(YES)), ("PROTECTED_ALREADY", "F10a"));
}

#[test]
fn f22_no_protection_helps_against_an_allegiance() {
    let mut scene =
        Scene::new(3).no_oaths().oath(A, Oath::OathBlade).field(B, &[(Guild::Mediums, 1)]);
    scene = scene.protected(B).last_turn();
    scene.end_turn();
    let told = scene.play(A, STRIKE);
    assert_eq!(kinds(&told), ["CardsStruck", "GameEnded"]);
}

#[test]
fn f22a_of_two_protections_ones_own_turns_grey_first_and_the_fifth_is_gone_for_good() {
    let mut scene = protected().fifth(B).field(B, &[(Guild::Gardiennes, 1)]).gems(B, 2);
    assert_eq!(scene.points(B, "gardiennes"), 8, "the bonus counts once");
    scene.play(A, STRIKE);
    scene.play(B, Move::Cancel(YES));
    assert_eq!((scene.game.player(B).protected, scene.game.player(B).fifth), (false, true));
    assert_eq!(scene.points(B, "gardiennes"), 8);
    scene.end_turn();
    scene.play(B, Move::Protect(YES));
    scene.end_turn();
    scene.end_turn();
    scene.game.player_mut(B).protected = false;
    scene = scene.gems(A, 2);
    scene.play(A, STRIKE);
    let told = scene.play(B, Move::Cancel(YES));
    assert_eq!(told, [Event::PowerCancelled { seat: B, fifth: true }]);
    assert_eq!((scene.game.player(B).protections(), scene.game.board.fifth_protection), (0, false));
    assert_eq!(scene.points(B, "gardiennes"), 6);
}

#[test]
fn f22a_a_protection_works_without_any_gardienne() {
    let mut scene = protected();
    assert_eq!(scene.partisans(B, Guild::Gardiennes), 0);
    scene.play(A, STRIKE);
    scene.play(B, Move::Cancel(YES));
    assert_eq!(scene.partisans(B, Guild::Mediums), 2);
}
