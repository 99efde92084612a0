//! What a list of steps would lead to, as far as the seat that would make them can know.
//!
//! It is played on games that the seat cannot tell from the true one, so it says nothing of what is
//! hidden. It is certain only where nothing came to light: no dice were rolled, nothing was
//! uncovered, and all these games show and tell the seat the same afterwards.

use crate::imagined::{IMAGINED, play, shown};
use crate::{Dice, Eyes, Game, Log, Refusal, Seat, Seed};

/// One possible outcome of a list of steps.
#[derive(Debug)]
pub(crate) struct Prospect<G: Game> {
    pub(crate) game: G,
    pub(crate) told: Log<G::Event>,
    /// Whether there may be others: it depends on chance, or on what the seat does not know.
    pub(crate) is_uncertain: bool,
}

impl<G: Game> Prospect<G> {
    /// Plays the steps on games that are drawn from `imagined`, until one shows that the outcome is
    /// uncertain.
    ///
    /// # Errors
    /// The refusal, and which step it was, where all these games refuse the list.
    pub(crate) fn new(
        before: &G,
        seat: Seat,
        steps: &[G::Move],
        imagined: &Seed,
    ) -> Result<Self, (usize, Refusal)> {
        let eyes = Eyes::Seat(seat);
        let (mut first, mut refused) = (None, None);
        for number in 0..IMAGINED {
            let game = before.imagine(eyes, &mut Dice::new(imagined, number));
            // Other dice than those that were rolled to imagine it.
            let mut dice = Dice::new(imagined, IMAGINED + number);
            match play(game, seat, steps, &mut dice) {
                // Nothing has come to light before the first step: it is refused everywhere.
                Err((0, refusal)) => return Err((0, refusal)),
                Err(why) => drop(refused.get_or_insert(why)),
                Ok((game, told)) => {
                    let now = shown(&game, eyes, &told);
                    let (Self { is_uncertain, .. }, seen) = first.get_or_insert_with(|| {
                        (Self { game, told, is_uncertain: dice.were_rolled() }, now.clone())
                    });
                    *is_uncertain |= dice.were_rolled() || *seen != now;
                }
            }
            if let Some((prospect, _)) = &mut first {
                prospect.is_uncertain |= refused.is_some();
                if prospect.is_uncertain {
                    break;
                }
            }
        }
        match first {
            Some((prospect, _)) => Ok(prospect),
            None => Err(refused.expect("what is played on no game is refused by one")),
        }
    }
}
