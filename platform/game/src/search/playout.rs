//! A game played on by chance.

use crate::{Dice, Game, Log};

/// Plays at most `most` steps, drawn by their weights, into `game`. `moves` is room for them.
pub(super) fn play<G: Game>(game: &mut G, most: usize, moves: &mut Vec<G::Move>, dice: &mut Dice) {
    let mut log = Log::muted();
    for _ in 0..most {
        let Some(seat) = game.to_act().lowest() else { return };
        moves.clear();
        game.moves(seat, moves);
        let weights = moves.iter().map(|step| game.weight(seat, step));
        let Some(step) = drawn(weights, dice).and_then(|place| moves.get(place)) else { return };
        if game.play(seat, step, dice, &mut log).is_err() {
            return;
        }
    }
}

/// A place among these weights, each in as many of all cases as it is part of the sum; where all are
/// 0, each as likely as the others. None where there are no weights.
fn drawn(
    mut weights: impl ExactSizeIterator<Item = u32> + Clone,
    dice: &mut Dice,
) -> Option<usize> {
    let sum = weights.clone().fold(0, u32::saturating_add);
    if sum == 0 {
        return (weights.len() > 0).then(|| dice.below(weights.len()));
    }
    let mut left = dice.below(sum as usize) as u32;
    weights.position(|weight| {
        let is_here = left < weight;
        left = left.saturating_sub(weight);
        is_here
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;

    fn counts(weights: &[u32]) -> Vec<u32> {
        let mut dice = Dice::new(&Seed::of_test(1), 0);
        let mut counts = vec![0; weights.len()];
        for _ in 0..1_000 {
            let place = drawn(weights.iter().copied(), &mut dice).expect("there are weights");
            counts[place] += 1;
        }
        counts
    }

    #[test]
    fn a_step_is_drawn_by_its_weight() {
        let counts = counts(&[1, 0, 3]);
        assert_eq!(counts[1], 0);
        assert!((200..300).contains(&counts[0]) && (700..800).contains(&counts[2]), "{counts:?}");
    }

    #[test]
    fn steps_without_any_weight_are_alike() {
        assert!(counts(&[0, 0]).iter().all(|&count| count > 400));
        let mut dice = Dice::new(&Seed::of_test(1), 0);
        assert_eq!(drawn([0; 0].into_iter(), &mut dice), None);
    }

    #[test]
    fn the_heaviest_weights_are_drawn_from_like_any_others() {
        assert!(counts(&[u32::MAX, u32::MAX])[0] > 0);
    }
}
