//! Random games without any checks, for benches.

use crate::{Dice, Game, Log, Seed};

/// Plays a random game from the test seed `number`, with all legal steps equally likely, to its end or
/// for `most` steps. Returns the game and how many steps were played.
///
/// # Panics
/// When the deal is refused, or the game breaks its third law.
pub fn random_game<G: Game>(
    options: &G::Options,
    seats: u8,
    number: u64,
    most: usize,
) -> (G, usize) {
    let mut dice = Dice::new(&Seed::of_test(number), 0);
    let mut choice = Dice::new(&Seed::of_test(number), 1);
    let (mut log, mut moves, mut steps) = (Log::muted(), Vec::with_capacity(64), 0);
    let Ok(mut game) = G::deal(options, seats, &mut dice) else {
        panic!("these options cannot be had with {seats} seats")
    };
    while let Some(seat) = game.to_act().lowest().filter(|_| steps < most) {
        moves.clear();
        game.moves(seat, &mut moves);
        let step = choice.pick(&moves).expect("a seat that is to act has a move");
        let played = game.play(seat, step, &mut dice, &mut log);
        assert!(played.is_ok(), "a listed step is refused: {played:?}");
        steps += 1;
    }
    (game, steps)
}
