//! The one source of chance.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// What all chance of a table is drawn from: 256 bits that nobody is ever shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl std::fmt::Debug for Seed {
    /// Leaves the seed out: in a log it would give every deck away.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(..)")
    }
}

impl Seed {
    /// The seed of a test or a bench, told apart from others by a number.
    #[must_use]
    pub fn of_test(number: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Self(bytes)
    }
}

/// The dice of one journal entry: what they show depends on the table's seed and the entry's
/// number, and on nothing else.
#[derive(Debug)]
pub struct Dice {
    rng: ChaCha8Rng,
    rolled: bool,
    disclosed: bool,
}

impl Dice {
    /// The dice of entry `entry`; the deal is entry 0.
    #[must_use]
    pub fn new(seed: &Seed, entry: u64) -> Self {
        let mut rng = ChaCha8Rng::from_seed(seed.0);
        rng.set_stream(entry);
        Self { rng, rolled: false, disclosed: false }
    }

    /// A number below `bound`, each as likely as the others; 0 when `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // Drawn as 32 bits on every machine, so that a journal replays alike on all of them.
        let bound = u32::try_from(bound).unwrap_or(u32::MAX);
        if bound < 2 {
            return 0;
        }
        self.rolled = true;
        self.rng.random_range(0..bound) as usize
    }

    /// Reports that something hidden decides what happens now, or is shown to somebody. A list of
    /// steps then ends as after a roll, however likely the outcome was. Changes no roll.
    pub const fn uncover(&mut self) {
        self.rolled = true;
    }

    /// Reports that whoever plays shows others what those did not know, such as a card of their own
    /// hand. It cannot be taken back without asking, however likely the others thought it; but a list
    /// of steps goes on, since it is no news to who plays. Changes no roll.
    pub const fn disclose(&mut self) {
        self.disclosed = true;
    }

    /// Whether something was disclosed to others.
    #[must_use]
    pub const fn have_disclosed(&self) -> bool {
        self.disclosed
    }

    /// Whether these dice have decided anything yet, or something was uncovered.
    #[must_use]
    pub const fn were_rolled(&self) -> bool {
        self.rolled
    }

    /// One of `things`, each as likely as the others; none if there are none.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        things.get(self.below(things.len()))
    }

    /// Shuffles `things`: every order is equally likely.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rolls(mut dice: Dice) -> Vec<usize> {
        (0..8).map(|_| dice.below(1000)).collect()
    }

    #[test]
    fn the_same_seed_and_entry_give_the_same_dice() {
        let seed = Seed::of_test(7);
        assert_eq!(rolls(Dice::new(&seed, 3)), rolls(Dice::new(&seed, 3)));
        assert_ne!(rolls(Dice::new(&seed, 3)), rolls(Dice::new(&seed, 4)));
        assert_ne!(rolls(Dice::new(&seed, 3)), rolls(Dice::new(&Seed::of_test(8), 3)));
    }

    #[test]
    fn the_draws_of_a_seed_never_change() {
        assert_eq!(rolls(Dice::new(&Seed::of_test(1), 1)), WRITTEN_DOWN);
    }

    /// If this ever changes, every journal replays to a different game.
    const WRITTEN_DOWN: [usize; 8] = [548, 103, 672, 817, 627, 638, 663, 327];

    #[test]
    fn every_order_of_three_comes_up_about_as_often() {
        let mut dice = Dice::new(&Seed::of_test(1), 0);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut order = [1, 2, 3];
            dice.shuffle(&mut order);
            *counts.entry(order).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|&count| (850..1150).contains(&count)), "{counts:?}");
    }

    #[test]
    fn uncovering_counts_as_a_roll_and_changes_none() {
        let mut dice = Dice::new(&Seed::of_test(1), 1);
        assert!(!dice.were_rolled());
        dice.uncover();
        assert!(dice.were_rolled());
        assert_eq!(rolls(dice), WRITTEN_DOWN);
    }

    #[test]
    fn disclosing_is_no_roll_and_changes_none() {
        let mut dice = Dice::new(&Seed::of_test(1), 1);
        dice.disclose();
        assert!(dice.have_disclosed() && !dice.were_rolled());
        assert_eq!(rolls(dice), WRITTEN_DOWN);
    }

    #[test]
    fn nothing_is_drawn_from_nothing() {
        let mut dice = Dice::new(&Seed::of_test(1), 0);
        assert_eq!(dice.below(0), 0);
        assert_eq!(dice.pick::<u8>(&[]), None);
    }
}
