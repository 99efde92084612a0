//! How each kind of bot plays.

use gueridon_game::Dice;
use gueridon_game::border::Found;
use gueridon_journal::Bot;

/// How long a bot searches, and how it chooses among the steps that it found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    bot: Bot,
    iterations: u32,
    /// In how many of a hundred steps it draws one, with chances by how often the search took it,
    /// instead of playing the best.
    noise: u8,
}

/// Every level, the weakest first. `docs/performance.md` says how often each beats the one before.
const LEVELS: [Level; 4] = [
    Level { bot: Bot::Beginner, iterations: 40, noise: 50 },
    Level { bot: Bot::Casual, iterations: 120, noise: 15 },
    Level { bot: Bot::Skilled, iterations: 500, noise: 5 },
    Level { bot: Bot::Expert, iterations: 4_000, noise: 0 },
];

impl Level {
    /// The level of a kind of bot; none for one that does not search.
    #[must_use]
    pub fn of(bot: Bot) -> Option<Self> {
        LEVELS.into_iter().find(|level| level.bot == bot)
    }

    /// The kind of bot that plays at this level.
    #[must_use]
    pub const fn bot(self) -> Bot {
        self.bot
    }

    /// How many iterations of a search it makes for a step.
    #[must_use]
    pub const fn iterations(self) -> u32 {
        self.iterations
    }

    /// The step that it plays of those that a search found, which are sorted with the best first;
    /// none if there are none. The same dice choose the same step.
    #[must_use]
    pub fn choose<M>(self, mut found: Vec<Found<M>>, dice: &mut Dice) -> Option<M> {
        let mut chosen = 0;
        if dice.below(100) < usize::from(self.noise) {
            let visits: usize = found.iter().map(|one| one.visits as usize).sum();
            let mut drawn = dice.below(visits.max(1));
            chosen = found
                .iter()
                .position(|one| {
                    let is_here = drawn < one.visits as usize;
                    drawn = drawn.saturating_sub(one.visits as usize);
                    is_here
                })
                .unwrap_or_default();
        }
        (chosen < found.len()).then(|| found.swap_remove(chosen).step)
    }
}

#[cfg(test)]
mod tests {
    use gueridon_game::Seed;

    use super::*;

    fn found() -> Vec<Found<&'static str>> {
        let found = |(step, visits)| Found { step, visits, chance: 500 };
        [("best", 70), ("good", 30), ("never", 0)].map(found).into()
    }

    fn chosen(level: Level, number: u64) -> Option<&'static str> {
        level.choose(found(), &mut Dice::new(&Seed::of_test(number), 0))
    }

    #[test]
    fn every_bot_except_the_random_one_has_a_level_and_each_searches_longer_than_the_one_before() {
        let levels: Vec<_> = Bot::ALL.iter().filter_map(|&bot| Level::of(bot)).collect();
        assert_eq!(levels, LEVELS);
        assert_eq!(levels.len() + 1, Bot::ALL.len());
        assert!(levels.is_sorted_by(|one, two| one.iterations < two.iterations));
        assert!(levels.is_sorted_by(|one, two| one.noise >= two.noise));
    }

    #[test]
    fn without_noise_the_best_step_is_played_and_with_noise_sometimes_another() {
        let expert = Level::of(Bot::Expert).unwrap();
        assert!((0..50).all(|number| chosen(expert, number) == Some("best")));
        let beginner = Level::of(Bot::Beginner).unwrap();
        let all: Vec<_> = (0..1_000).filter_map(|number| chosen(beginner, number)).collect();
        let good = all.iter().filter(|step| **step == "good").count();
        // Half of the steps are drawn, and three in ten of those are this one.
        assert!((100..200).contains(&good), "{good} of 1,000");
        assert!(!all.contains(&"never"));
        assert_eq!(chosen(beginner, 7), chosen(beginner, 7));
    }

    #[test]
    fn no_step_is_chosen_if_none_was_found() {
        let level = Level::of(Bot::Casual).unwrap();
        let mut dice = Dice::new(&Seed::of_test(1), 0);
        assert_eq!(level.choose(Vec::<Found<()>>::new(), &mut dice), None);
    }
}
