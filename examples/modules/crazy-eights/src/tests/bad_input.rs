//! Every refusal there is was met by a test, and has a sentence.

use std::collections::BTreeSet;

use gueridon_game::{Dice, Game, Language, Log, Refusal, Seat, Seed, Utterance};

use super::scene::{A, B, DRAW, PASS, Scene, name, play};
use crate::cards::{Card, REFUSALS, Suit};
use crate::{CrazyEights, Move, Options};

#[test]
fn a_step_out_of_turn_or_of_no_seat_is_refused() {
    let mut scene = Scene::new(2).hand(A, &[Card::TwoOfHearts]).hand(B, &[Card::TwoOfClubs]);
    assert_eq!(scene.refused(B, &DRAW).0, "NOT_YOUR_TURN");
    assert_eq!(scene.refused(Seat(2), &DRAW).0, "NO_SUCH_SEAT");
    let mut scene = scene.points(B, 100);
    assert_eq!(scene.refused(A, &DRAW).0, "GAME_OVER");
}

/// A refusal of each code but that of the deal.
fn refusals() -> Vec<Refusal> {
    let scene =
        || Scene::new(2).hand(A, &[Card::TwoOfHearts, Card::EightOfClubs, Card::TwoOfClubs]);
    let mut drawn = scene();
    drawn.game.drawn = 3;
    let cases: [(Scene, Move); 7] = [
        (scene(), play(Card::AceOfClubs)),
        (scene(), play(Card::TwoOfClubs)),
        (scene(), play(Card::EightOfClubs)),
        (scene(), name(Card::TwoOfHearts, Suit::Clubs)),
        (drawn, DRAW),
        (scene().rest_to(B), DRAW),
        (scene(), PASS),
    ];
    let refuse = |(mut scene, step): (Scene, Move)| {
        let (mut dice, mut log) = (Dice::new(&Seed::of_test(1), 1), Log::new());
        scene.game.play(A, &step, &mut dice, &mut log).expect_err("refused")
    };
    cases.map(refuse).into()
}

#[test]
fn every_refusal_of_the_catalogue_is_met_and_has_a_whole_sentence() {
    let mut met = refusals();
    let dice = &mut Dice::new(&Seed::of_test(1), 0);
    met.extend(CrazyEights::deal(&Options { target: 1 }, 2, dice).err());
    let codes: BTreeSet<&str> = met.iter().map(|refusal| refusal.code).collect();
    let listed: BTreeSet<&str> = REFUSALS.iter().map(|named| named.key).collect();
    assert_eq!(codes, listed);
    for refusal in &met {
        for language in Language::ALL {
            let words = CrazyEights::words(Utterance::Refusal(refusal), language);
            assert!(words.ends_with('.') && !words.contains('{'), "{words}");
        }
    }
}
