//! The end of the game and its winner: F23, F26 to F28.

use gueridon_game::{Eyes, Game};

use super::scene::{A, B, C, Scene, YES, kinds, playout};
use crate::cards::{Card, Guild};
use crate::decision::Decision;
use crate::moves::Move;
use crate::{Event, Options};

#[test]
fn f23_ten_rounds_for_two_or_three_and_eight_for_four_with_equal_turns() {
    for (seats, rounds) in [(2, 10), (3, 10), (4, 8)] {
        let mut turns = [0; 4];
        playout(Options::default(), seats, 5, |_, _, told, _| {
            for event in told {
                if let Event::TurnStarted { seat, round } = event {
                    turns[seat.index()] += 1;
                    assert_eq!(*round, turns[seat.index()]);
                }
            }
        });
        assert!(turns[..usize::from(seats)].iter().all(|&turns| turns == rounds), "{turns:?}");
    }
}

#[test]
fn f23_the_last_turn_ends_with_its_refill_and_the_game_with_it() {
    let mut scene = Scene::new(3).no_oaths().last_turn();
    assert_eq!(kinds(&scene.end_turn()), ["CardsDrawn", "GameEnded"]);
    assert_eq!(scene.hand_of(C).len(), 5);
    assert_eq!(scene.game.decision, Decision::Over);
    assert!(scene.game.to_act().is_empty());
    assert_eq!(scene.refused(A, Move::EndTurn(YES)), ("GAME_OVER", ""));
    assert!(scene.game.score(Eyes::Public).is_final);
    let mut earlier = Scene::new(3).no_oaths().last_turn();
    earlier.game.turn.round = 9;
    assert_eq!(kinds(&earlier.end_turn()), ["CardsDrawn", "TurnStarted"]);
}

#[test]
fn f26_where_it_is_agreed_on_the_cards_of_guilds_held_are_worth_ten_at_most() {
    let field = [(Guild::Diplomates, 9), (Guild::Colosses, 4), (Guild::Illusionnistes, 1)];
    let scene = |capped_diplomats| {
        let options = Options { capped_diplomats, first: Some(A), ..Options::default() };
        Scene::with_options(3, options).field(A, &field)
    };
    let points = |capped| scene(capped).points(A, "diplomates");
    assert_eq!((points(false), points(true)), (14, 10));
    let copied = |capped| scene(capped).points(A, "illusionnistes");
    assert_eq!((copied(false), copied(true)), (14, 10), "and so is the copy");
}

#[test]
fn f28_the_pad_has_no_line_for_what_cannot_score() {
    let lines = |seats| -> Vec<String> {
        let pad = Scene::new(seats).game.score(Eyes::Public);
        pad.seats[0].lines.iter().map(|line| line.line.clone()).collect()
    };
    let of_two =
        ["allegiance", "magiciennes", "diplomates", "excavateurs", "assassins", "damnes", "valdyr"];
    assert_eq!(lines(2), of_two, "four guilds are not in the game, and Gravediggers score nothing");
    assert_eq!(lines(3).len(), 11);
}

#[test]
fn f26_illusionnistes_score_the_best_other_guild_again() {
    let ill = (Guild::Illusionnistes, 1);
    let points = |field: &[(Guild, u8)]| {
        Scene::new(3).field(A, &[ill]).field(A, field).sacrificed(A, 9).points(A, "illusionnistes")
    };
    assert_eq!(points(&[]), 0, "Damnés are not copied");
    assert_eq!(points(&[(Guild::Gardiennes, 1), (Guild::Assassins, 1)]), 6);
    assert_eq!(points(&[(Guild::Colosses, 1)]), 8, "two independent guilds");
    let lost =
        Scene::new(3).field(A, &[ill, (Guild::Gardiennes, 1)]).field(B, &[(Guild::Gardiennes, 2)]);
    assert_eq!(lost.points(A, "illusionnistes"), 0, "only guilds held are copied");
}

#[test]
fn f27_diplomates_count_partisans_chiefs_and_allegiances_of_the_eight_guilds_held() {
    let mut scene = Scene::new(3)
        .no_oaths()
        .oath(A, crate::cards::Oath::OathTitan)
        .field(A, &[(Guild::Diplomates, 2), (Guild::Mediums, 1), (Guild::Fossoyeurs, 3)])
        .chiefs(A, &[Guild::Diplomates])
        .field(B, &[(Guild::Mediums, 1)])
        .last_turn();
    assert_eq!(scene.points(A, "diplomates"), 3, "themselves included, ties not");
    scene.end_turn();
    assert_eq!(scene.points(A, "diplomates"), 6, "the Titan counts three");
}

#[test]
fn f28_the_most_points_win() {
    let mut scene = Scene::new(3).no_oaths().field(B, &[(Guild::Gardiennes, 1)]).last_turn();
    scene.end_turn();
    let ranks: Vec<u8> =
        scene.game.score(Eyes::Public).seats.iter().map(|seat| seat.rank).collect();
    assert_eq!(ranks, [2, 1, 2]);
}

#[test]
fn f28_a_tie_goes_to_more_guilds_held_then_to_more_gems_and_else_is_shared() {
    // Gardiennes are worth 6; so are three sacrificed Damnés.
    let scene =
        || Scene::new(3).field(A, &[(Guild::Gardiennes, 1)]).sacrificed(B, 3).sacrificed(C, 3);
    let ranks = |scene: &Scene| -> Vec<u8> {
        scene.game.score(Eyes::Public).seats.iter().map(|seat| seat.rank).collect()
    };
    assert_eq!(ranks(&scene()), [1, 2, 2], "a guild held");
    assert_eq!(ranks(&scene().gems(C, 1)), [1, 3, 2], "a gem left");
    assert_eq!(ranks(&scene().gems(B, 1).gems(C, 1)), [1, 2, 2], "shared");
}

#[test]
fn g_at_the_end_hands_and_allegiances_are_open_but_not_the_pile() {
    let mut scene = Scene::new(3).hand(A, &[Card::Damnes; 5]).last_turn();
    scene.end_turn();
    while let Some(seat) = scene.game.to_act().lowest() {
        scene.play(seat, Move::Decline(YES));
    }
    let view = scene.game.view(Eyes::Public);
    assert!(view.players.iter().all(|side| side.hand.is_some() && side.oath.is_some()));
    assert!(view.deck.is_none());
}
