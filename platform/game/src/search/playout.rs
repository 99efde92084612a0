//! A game played on by chance.

use crate::{Dice, Game, Log};

/// Plays at most `most` steps, each open one as likely as the others, into `game`. `moves` is room
/// for them.
pub(super) fn play<G: Game>(game: &mut G, most: usize, moves: &mut Vec<G::Move>, dice: &mut Dice) {
    let mut log = Log::muted();
    for _ in 0..most {
        let Some(seat) = game.to_act().lowest() else { return };
        moves.clear();
        game.moves(seat, moves);
        let Some(step) = dice.pick(moves) else { return };
        if game.play(seat, step, dice, &mut log).is_err() {
            return;
        }
    }
}
