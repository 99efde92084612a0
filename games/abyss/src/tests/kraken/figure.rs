//! The Kraken figure: E74 to E77.

use gueridon_game::{Log, Seat, Seats};

use super::super::scene::{ACTIVE, LEFT, Scene, kinds};
use super::{FOURTH, THIRD, moved, recruited};
use crate::cards::{Card, Lord, Race};
use crate::decision::Decision;
use crate::event::Event;
use crate::moves::Move;

/// Changes all totals at once; gives back who has the figure, and between whom its holder is asked
/// to choose.
fn changed(holder: Option<Seat>, before: [u16; 4], after: [u16; 4]) -> (Option<Seat>, Seats) {
    let mut game = Scene::with_kraken(4).game;
    game.board.figure = holder;
    for (player, nebulis) in game.players.iter_mut().zip(before) {
        player.nebulis = nebulis;
    }
    game.change_nebulis(&mut Log::new(), |game| {
        for (player, nebulis) in game.players.iter_mut().zip(after) {
            player.nebulis = nebulis;
        }
    });
    (game.board.figure, game.claimants)
}

fn to(seat: Seat) -> (Option<Seat>, Seats) {
    (Some(seat), Seats::NONE)
}

#[test]
fn e74_the_figure_goes_to_the_first_who_receives_nebulis() {
    assert_eq!(changed(None, [0; 4], [0, 1, 0, 0]), to(LEFT));
}

#[test]
fn e74_it_moves_to_an_opponent_who_reaches_or_exceeds_the_holder() {
    let holder = Some(ACTIVE);
    assert_eq!(changed(holder, [3, 1, 0, 0], [3, 2, 0, 0]), to(ACTIVE));
    assert_eq!(changed(holder, [3, 1, 0, 0], [3, 3, 0, 0]), to(LEFT));
    assert_eq!(changed(holder, [3, 1, 0, 0], [3, 4, 0, 0]), to(LEFT));
    assert_eq!(changed(holder, [3, 1, 0, 0], [1, 1, 0, 0]), to(LEFT), "the holder fell to it");
}

#[test]
fn e74_it_is_put_aside_when_nobody_owns_any() {
    assert_eq!(changed(Some(ACTIVE), [1, 0, 0, 0], [0; 4]), (None, Seats::NONE));
    assert_eq!(changed(Some(ACTIVE), [1, 0, 2, 0], [0, 0, 2, 0]), to(THIRD));
}

#[test]
fn e75_g8_who_was_tied_already_does_not_take_it_back() {
    assert_eq!(changed(Some(ACTIVE), [2, 2, 0, 0], [2, 2, 1, 0]), to(ACTIVE));
    assert_eq!(changed(Some(ACTIVE), [2, 2, 0, 0], [3, 3, 0, 0]), to(ACTIVE));
    assert_eq!(changed(Some(ACTIVE), [2, 2, 1, 0], [2, 2, 2, 0]), to(THIRD));
}

#[test]
fn e75_only_those_with_the_highest_total_are_candidates() {
    assert_eq!(changed(Some(ACTIVE), [2, 0, 0, 0], [0, 1, 2, 0]), to(THIRD));
    let tied = Seats::just(LEFT).with(THIRD);
    assert_eq!(changed(Some(ACTIVE), [2, 0, 0, 0], [0, 1, 1, 0]), (Some(ACTIVE), tied));
    let tied = Seats::just(THIRD).with(FOURTH);
    assert_eq!(changed(Some(ACTIVE), [2, 1, 1, 1], [0, 1, 2, 2]), (Some(ACTIVE), tied));
}

#[test]
fn e74a_the_holder_is_asked_at_once_even_out_of_turn() {
    // Seat 1 holds the figure and buys with its only Nebulis; two others are at 1 then.
    let mut scene = Scene::with_kraken(4).deck(&[Card::Crab1; 2]).pearls(LEFT, 0);
    scene = scene.nebulis(LEFT, 1).nebulis(THIRD, 1).figure(LEFT);
    scene.play(ACTIVE, super::EXPLORE);
    let told = scene.play(LEFT, Move::BuyWithNebulis { count: 1 });
    assert_eq!(kinds(&told), ["AllyBought"], "nothing else goes on");
    assert_eq!(scene.game.asked(), Seats::just(LEFT));
    let give = |seat| Move::ChooseHolder { seat };
    scene.assert_open(LEFT, &[give(ACTIVE), give(THIRD)]);
    assert_eq!(scene.refused(LEFT, give(FOURTH)), ("NOT_TIED", "E74"));
    assert_eq!(scene.refused(LEFT, super::DECLINE), ("NOT_NOW", "E74a"));
    assert_eq!(scene.refused(ACTIVE, give(THIRD)), ("NOT_YOUR_TURN", ""));
    let told = scene.play(LEFT, give(THIRD));
    assert_eq!(told[0], moved(Some(LEFT), Some(THIRD)));
    assert_eq!(kinds(&told)[1], "CardRevealed");
}

#[test]
fn e74a_the_question_below_stands_once_the_holder_has_chosen() {
    // A cut by the Commander is due after the purchase; the holder chooses before it.
    let seven = [Card::Squid1; 6];
    let mut scene = Scene::with_kraken(3).deck(&[Card::Crab1; 2]).pearls(LEFT, 0);
    scene = scene.nebulis(LEFT, 1).nebulis(THIRD, 1).figure(LEFT).hand(LEFT, &seven);
    scene = scene.lords(THIRD, &[Lord::Commander]);
    scene.play(ACTIVE, super::EXPLORE);
    scene.play(LEFT, Move::BuyWithNebulis { count: 1 });
    scene.assert_open(LEFT, &[ACTIVE, THIRD].map(|seat| Move::ChooseHolder { seat }));
    scene.play(LEFT, Move::ChooseHolder { seat: ACTIVE });
    assert!(matches!(scene.game.decision, Decision::DiscardCards { due: [0, 1, ..], .. }));
    assert_eq!(scene.game.asked(), Seats::just(LEFT));
}

/// Plays the last turn; seat 1 announced the end, so seat 0 is the last to move.
fn ended(scene: Scene) -> (Scene, Vec<Event>) {
    let mut scene = scene.council(&[Card::Squid1]);
    scene.game.ending = Some(LEFT);
    let told = scene.play(ACTIVE, Move::TakeStack { race: Race::Squid });
    (scene, told)
}

#[test]
fn e76_all_hands_are_converted_at_once_and_the_holder_decides_between_the_tied() {
    let scene = Scene::with_kraken(3).nebulis(THIRD, 1).figure(THIRD);
    let scene = scene.hand(ACTIVE, &[Card::Kraken3]).hand(LEFT, &[Card::Kraken3]);
    let (mut scene, told) = ended(scene);
    assert_eq!(kinds(&told), ["StackTaken", "HandConverted", "HandConverted"]);
    assert_eq!(scene.game.asked(), Seats::just(THIRD));
    let told = scene.play(THIRD, Move::ChooseHolder { seat: LEFT });
    assert_eq!(kinds(&told)[..2], ["FigureMoved", "HandAffiliated"]);
    assert_eq!(scene.game.decision, Decision::Over);
    assert_eq!(
        (scene.points(LEFT, "kraken_figure"), scene.points(ACTIVE, "kraken_figure")),
        (-5, 0)
    );
}

#[test]
fn e76_g19_without_a_holder_the_first_after_the_one_who_announced_the_end_has_it() {
    let scene = Scene::with_kraken(3).hand(ACTIVE, &[Card::Kraken3]);
    let scene = scene.hand(LEFT, &[Card::Kraken3]).hand(THIRD, &[Card::Kraken3]);
    let (scene, told) = ended(scene);
    assert!(told.contains(&moved(None, Some(THIRD))));
    assert_eq!(scene.game.board.figure, Some(THIRD));
    let scene = Scene::with_kraken(3).hand(ACTIVE, &[Card::Kraken3]).hand(LEFT, &[Card::Kraken3]);
    assert_eq!(ended(scene).0.game.board.figure, Some(ACTIVE), "after seat 2, which has none");
}

#[test]
fn e77_the_gifts_of_the_fence_are_one_change() {
    let scene = Scene::with_kraken(3).nebulis(ACTIVE, 3).nebulis(LEFT, 1).figure(ACTIVE);
    let (scene, told) = recruited(scene, Lord::Fence);
    let to = Seats::just(LEFT).with(THIRD);
    assert_eq!(told[0], Event::NebulisGiven { seat: ACTIVE, to, nebulis: 2 });
    assert_eq!(told[1], moved(Some(ACTIVE), Some(LEFT)));
    assert_eq!([ACTIVE, LEFT, THIRD].map(|seat| scene.nebulis_of(seat)), [1, 2, 1]);
}
