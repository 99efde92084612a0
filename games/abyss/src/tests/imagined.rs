//! Imagined games can be answered, however unlikely that is, and know no more than their eyes.

use gueridon_game::{Dice, Eyes, Game, Kind, Seat, Seats, Seed};

use super::scene::{ACTIVE, LEFT, Scene};
use crate::cards::{Card, Lord, Race};
use crate::decision::Decision;
use crate::moves::Move;
use crate::state::Abyss;

const THIRD: Seat = Seat(2);

/// One Ally of each race, which pays for the Sage (10 points, 5 races).
const FIRST: [Card; 5] =
    [Card::Crab2, Card::Shellfish3, Card::Jellyfish2, Card::Squid2, Card::Seahorse2];
/// Another payment, which another player has.
const SECOND: [Card; 5] =
    [Card::Crab3, Card::Shellfish2, Card::Jellyfish3, Card::Squid3, Card::Seahorse3];

/// The Sage has been chosen with this hand, where a random hand pays once in a million.
fn choosing(hand: &[Card], other: &[Card], stack: &[Card]) -> Abyss {
    let scene = Scene::with_kraken(3)
        .court(&[Lord::Sage])
        .deck(&[Card::Crab1; 200])
        .hand(ACTIVE, hand)
        .hand(LEFT, other);
    let mut scene = scene.stack(Race::Squid, stack);
    scene.play(ACTIVE, Move::Recruit { lord: Lord::Sage });
    scene.game
}

fn imagined(game: &Abyss, eyes: Eyes, number: u64) -> Abyss {
    game.imagine(eyes, &mut Dice::new(&Seed::of_test(number), 0))
}

/// The steps open to the active player are those of somebody who can pay.
fn check_can_pay(game: &Abyss) {
    let mut open = Vec::new();
    game.moves(ACTIVE, &mut open);
    assert!(open.iter().any(|step| matches!(step, Move::Spend { .. })), "{open:?}");
}

#[test]
fn e25_a_hand_that_hardly_ever_pays_is_imagined_so_that_it_pays() {
    let game = choosing(&FIRST, &SECOND, &[]);
    for eyes in [Eyes::Seat(THIRD), Eyes::Public, Eyes::Seat(LEFT)] {
        for number in 0..5 {
            let imagined = imagined(&game, eyes, number);
            assert_eq!(imagined.player(ACTIVE).hand.len(), FIRST.len());
            check_can_pay(&imagined);
        }
    }
    let hands = (0..10).map(|number| imagined(&game, Eyes::Public, number).player(ACTIVE).hand);
    let hands: Vec<_> = hands.collect();
    assert!(hands.iter().any(|hand| *hand != hands[0]), "always the same: {hands:?}");
}

#[test]
fn e25_which_hand_really_pays_changes_nothing_of_what_is_imagined() {
    let [game, other] = [choosing(&FIRST, &SECOND, &[]), choosing(&SECOND, &FIRST, &[])];
    for number in 0..5 {
        let [one, two] = [&game, &other].map(|game| imagined(game, Eyes::Public, number));
        let [one, two] = [one, two].map(|game| format!("{:?}", game.view(Eyes::All)));
        assert_eq!(one, two);
    }
}

#[test]
fn e63_a_payment_is_imagined_without_the_cards_that_a_stack_needs() {
    // Three of the four Squids and Krakens lie in the stack, so that one is left to pay with.
    let hand = [Card::Crab2, Card::Shellfish3, Card::Jellyfish2, Card::Squid2, Card::Seahorse2];
    let stack = [Card::Squid3, Card::Squid4, Card::Kraken3];
    let game = choosing(&hand, &[], &stack);
    for number in 0..10 {
        let imagined = imagined(&game, Eyes::Public, number);
        let squids = imagined.board.council[Race::Squid.index()];
        assert_eq!(squids.len(), stack.len());
        assert!(squids.each().all(|card| card.race() == Some(Race::Squid) || card.is_kraken()));
        check_can_pay(&imagined);
    }
}

#[test]
fn g22_the_healer_is_imagined_with_an_ally_to_take() {
    let discard: Vec<Card> = [Card::Monster; 1].into_iter().chain([Card::Crab1]).collect();
    let scene = Scene::with_kraken(3).deck(&[Card::Monster; 250]).discard(&discard);
    let mut game = scene.game;
    game.decision = Decision::TakeDiscarded;
    assert_eq!(game.to_act(), Seats::just(ACTIVE));
    for number in 0..10 {
        let imagined = imagined(&game, Eyes::Public, number);
        assert_eq!(imagined.board.discard.len(), discard.len());
        let mut open = Vec::new();
        imagined.moves(ACTIVE, &mut open);
        assert_eq!(open, [Move::TakeDiscarded { ally: Card::Crab1 }]);
    }
}
