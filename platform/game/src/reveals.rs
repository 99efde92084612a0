//! Whether a play revealed something, so that it cannot be taken back without asking.
//!
//! A play reveals nothing to a pair of eyes that could have foreseen what they see of it: on all games
//! that they cannot tell from the one before it, the mover's steps are legal, and show and tell them
//! what they were truly shown and told. Others than the mover do not see the steps: to them, a card
//! bid in secret may have been any other. So for them there need only be some steps, as many, that
//! look the same; where a hand without the card that was played leaves none, they have learned of it.
//! Rolled dice and what a game reports with [`Dice::uncover`] or [`Dice::disclose`] always count,
//! however likely they were, since imagined games may all agree by chance.

use crate::imagined::{IMAGINED, heard, play, shown};
use crate::{Dice, Eyes, Game, Log, Refusal, Seat, Seats, Seed};

/// How many lists of steps are tried on an imagined game, to find one that looks like the true one.
/// Where they are too few, the play counts as one that reveals something.
const TRIED: usize = 128;

/// A play and what came of it.
#[derive(Debug)]
pub(crate) struct Outcome<'a, G: Game> {
    before: &'a G,
    seat: Seat,
    steps: &'a [G::Move],
    after: G,
    told: Log<G::Event>,
    /// Whether chance decided something, or the game says that something came to light.
    is_reported: bool,
}

impl<'a, G: Game> Outcome<'a, G> {
    /// Plays on a copy of the game before, with the dice of the play.
    ///
    /// # Errors
    /// The index of the refused step, and why.
    pub(crate) fn new(
        before: &'a G,
        seat: Seat,
        steps: &'a [G::Move],
        mut dice: Dice,
    ) -> Result<Self, (usize, Refusal)> {
        let (after, told) = play(before.clone(), seat, steps, &mut dice)?;
        let is_reported = dice.were_rolled() || dice.have_disclosed();
        Ok(Self { before, seat, steps, after, told, is_reported })
    }

    /// The game after the play.
    #[cfg(feature = "testkit")]
    pub(crate) const fn after(&self) -> &G {
        &self.after
    }

    /// What was told of the play.
    #[cfg(feature = "testkit")]
    pub(crate) const fn told(&self) -> &Log<G::Event> {
        &self.told
    }

    /// Whether anybody at this table of `seats`, or the public, learned something by it. Games are
    /// imagined with the seed `imagined`.
    pub(crate) fn is_news(&self, seats: u8, imagined: &Seed) -> bool {
        self.is_reported
            || all_eyes(seats).zip(0..).any(|(eyes, nth)| self.is_news_to(eyes, imagined, nth))
    }

    /// Whether these eyes, the `nth` of all, learned something by it.
    fn is_news_to(&self, eyes: Eyes, imagined: &Seed, nth: u64) -> bool {
        let truth = shown(&self.after, eyes, &self.told);
        (0..IMAGINED).any(|number| {
            let mut dice = Dice::new(imagined, nth * IMAGINED + number);
            let twin = self.before.imagine(eyes, &mut dice);
            let played = play(twin.clone(), self.seat, self.steps, &mut dice);
            let is_same = played.is_ok_and(|(game, told)| shown(&game, eyes, &told) == truth);
            !is_same
                && (eyes.are_of(self.seat) || !self.could_look_so(eyes, &truth, &twin, &mut dice))
        })
    }

    /// Whether these eyes could be shown `truth` by some steps of the mover on an imagined game, as
    /// many as were made.
    fn could_look_so(&self, eyes: Eyes, truth: &[u8], imagined: &G, dice: &mut Dice) -> bool {
        let truly_heard = heard(&self.told, eyes);
        let mut lists = vec![Vec::new()];
        for _ in 0..TRIED {
            let Some(steps) = lists.pop() else { return false };
            let Ok((game, told)) = play(imagined.clone(), self.seat, &steps, dice) else {
                continue;
            };
            if !truly_heard.starts_with(&heard(&told, eyes)) {
                continue;
            }
            if steps.len() == self.steps.len() {
                if shown(&game, eyes, &told) == truth {
                    return true;
                }
                continue;
            }
            let mut moves = Vec::new();
            game.moves(self.seat, &mut moves);
            let longer = |step| steps.iter().cloned().chain([step]).collect();
            lists.extend(moves.into_iter().map(longer));
        }
        false
    }
}

/// Everybody who looks at a table of `seats` before its game is over.
fn all_eyes(seats: u8) -> impl Iterator<Item = Eyes> {
    Seats::first(seats).iter().map(Eyes::Seat).chain([Eyes::Public])
}
