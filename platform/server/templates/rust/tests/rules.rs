//! The rules, each with a test that is named after it.

use gueridon_game::testkit::random_game;
use gueridon_game::{Dice, Eyes, Game, Seed};

use {{id}}::*;

#[test]
fn a_hand_has_one_to_seven_cards() {
    for (hand, is_dealt) in [(0, false), (1, true), (7, true), (8, false)] {
        let dealt = {{Prefix}}::deal(&Options { hand }, 2, &mut Dice::new(&Seed::of_test(1), 0));
        assert_eq!(dealt.map_err(|refusal| refusal.code).err(), (!is_dealt).then_some("BAD_HAND"));
    }
}

#[test]
fn no_more_rounds_are_won_than_there_were_cards_in_a_hand() {
    for seed in 0..50 {
        let (game, _) = random_game::<{{Prefix}}>(&Options::default(), 3, seed, 100);
        let score = game.score(Eyes::All);
        let won: i32 = score.seats.iter().map(|column| column.points).sum();
        assert!(score.is_final && (0..=5).contains(&won), "{score:?}");
    }
}
