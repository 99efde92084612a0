//! Whether a list of steps may go on: it ends where something new is revealed.
//!
//! A list is played whole or not at all, and a refusal names the step that was refused. If a list
//! could go on after a card was drawn, a player could send guesses until one is not refused, and
//! so know the card before deciding to draw it. So a list ends with the first step whose outcome
//! its own player could not foresee: one that rolls dice, or that shows something hidden. Whether
//! it does is found by making the same step on games that the player cannot tell from this one.
//! If the true outcome is also the likely one, these may agree by chance; a game can report such an
//! outcome itself with [`Dice::uncover`].

use crate::imagined::{IMAGINED, shown};
use crate::{Dice, Eyes, Game, Log, Seat, Seed};

/// What the player of a list could foresee of it so far.
#[derive(Debug)]
pub(crate) struct Foresight<G> {
    seat: Seat,
    imagined: Vec<(G, Dice)>,
    is_clear: bool,
}

impl<G: Game> Foresight<G> {
    /// Before the first step. The result depends only on the game, the seed and the entry, so that a
    /// journal replays as it was played.
    pub(crate) fn new(game: &G, seat: Seat, seed: &Seed, entry: u64) -> Self {
        // Another stream than those of the entries.
        let mut dice = Dice::new(seed, u64::MAX - entry);
        let imagine = |_| (game.imagine(Eyes::Seat(seat), &mut dice), Dice::new(seed, entry));
        Self { seat, imagined: (0..IMAGINED).map(imagine).collect(), is_clear: true }
    }

    /// Whether everything so far could be foreseen.
    pub(crate) const fn is_clear(&self) -> bool {
        self.is_clear
    }

    /// Repeats on the imagined games the step that was just made on the true one, which rolled `dice`
    /// and logged `told`.
    pub(crate) fn follow(&mut self, step: &G::Move, game: &G, dice: &Dice, told: &Log<G::Event>) {
        let Self { seat, imagined, is_clear } = self;
        *is_clear &= !dice.were_rolled();
        if !*is_clear {
            return;
        }
        let eyes = Eyes::Seat(*seat);
        let truth = shown(game, eyes, told);
        *is_clear = imagined.iter_mut().all(|(game, dice)| {
            let mut log = Log::new();
            game.play(*seat, step, dice, &mut log).is_ok()
                && !dice.were_rolled()
                && shown(game, eyes, &log) == truth
        });
    }
}
