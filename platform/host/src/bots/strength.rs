//! How strongly each kind of bot plays, and how it chooses among what its search found.

use gueridon_game::border::Found;
use gueridon_game::{Dice, Levels, Strength};
use gueridon_journal::Bot;
use gueridon_modules::module::About;

/// How strongly a bot plays a game: as the game says, or as suits most games. None for one that does
/// not search. `docs/performance.md` says how often each beats the one before.
#[must_use]
pub fn strength_of(bot: Bot, about: &About) -> Option<Strength> {
    let levels = about.levels.unwrap_or(Levels::USUAL);
    match bot {
        Bot::Random => None,
        Bot::Beginner => Some(levels.beginner),
        Bot::Casual => Some(levels.casual),
        Bot::Skilled => Some(levels.skilled),
        Bot::Expert => Some(levels.expert),
    }
}

/// The step that a bot plays of those that its search found, which are sorted with the best first;
/// none if there are none. The same dice choose the same step.
#[must_use]
pub fn choose<M>(strength: Strength, mut found: Vec<Found<M>>, dice: &mut Dice) -> Option<M> {
    let mut chosen = 0;
    if dice.below(100) < usize::from(strength.noise) {
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

#[cfg(test)]
mod tests {
    use gueridon_game::Seed;

    use super::*;

    fn found() -> Vec<Found<&'static str>> {
        let found = |(step, visits)| Found { step, visits, chance: 500 };
        [("best", 70), ("good", 30), ("never", 0)].map(found).into()
    }

    fn chosen(noise: u8, number: u64) -> Option<&'static str> {
        let strength = Strength { iterations: 40, noise };
        choose(strength, found(), &mut Dice::new(&Seed::of_test(number), 0))
    }

    #[test]
    fn a_bot_plays_as_the_game_says_or_as_suits_most() {
        let strengths =
            |about: &About| Bot::ALL.iter().map(|&bot| strength_of(bot, about)).collect::<Vec<_>>();
        let usual = Levels::USUAL;
        let all = |of: Levels| {
            [None, Some(of.beginner), Some(of.casual), Some(of.skilled), Some(of.expert)]
        };
        assert_eq!(strengths(&About::default()), all(usual));
        let casual = Strength { iterations: 7, noise: 70 };
        let own = Levels { casual, ..usual };
        assert_eq!(strengths(&About { levels: Some(own), ..About::default() }), all(own));
    }

    #[test]
    fn without_noise_the_best_step_is_played_and_with_noise_sometimes_another() {
        assert!((0..50).all(|number| chosen(0, number) == Some("best")));
        let all: Vec<_> = (0..1_000).filter_map(|number| chosen(50, number)).collect();
        let good = all.iter().filter(|step| **step == "good").count();
        // Half of the steps are drawn, and three in ten of those are this one.
        assert!((100..200).contains(&good), "{good} of 1,000");
        assert!(!all.contains(&"never"));
        assert_eq!(chosen(50, 7), chosen(50, 7));
    }

    #[test]
    fn no_step_is_chosen_if_none_was_found() {
        let strength = Strength { iterations: 40, noise: 50 };
        let mut dice = Dice::new(&Seed::of_test(1), 0);
        assert_eq!(choose(strength, Vec::<Found<()>>::new(), &mut dice), None);
    }
}
