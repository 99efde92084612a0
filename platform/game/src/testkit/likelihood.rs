//! Whether two samples come from the same distribution: how often each hidden thing is in both.
//!
//! Everything that eyes do not see is compared one by one: that a hidden place holds a value, and that
//! a hidden list holds it anywhere. If both samples come from the same distribution, any half of all
//! draws is equally likely to be the first sample, so the number of draws with a thing in the first is
//! hypergeometric. The chance of so uneven a split is multiplied by the number of splits (Bonferroni),
//! so that an honest game fails once in [`RUNS`] sets of seeds.

use std::collections::BTreeMap;

use serde_json::Value;

use super::failure::{Failure, FailureLocation, Law};

/// Of how many runs of an honest game, each with seeds of its own, one fails.
const RUNS: f64 = 10_000.0;
/// Things that came up, or were missing, more rarely are left out: no split of them is uneven enough to
/// mean anything in a run of thousands.
const LEAST: u64 = 24;
/// The same for a glance, which is about one sample only.
const LEAST_AT_A_GLANCE: u64 = 12;

/// How often each hidden thing came up in games imagined from two.
#[derive(Debug, Default)]
pub(super) struct Sample {
    games: u64,
    things: BTreeMap<String, [u64; 2]>,
}

/// The most uneven split of all, and how many were looked at.
#[derive(Debug, Default)]
pub(super) struct Likelihood {
    splits: u64,
    worst: Option<(f64, String, Option<FailureLocation>)>,
}

impl Sample {
    /// Adds a game imagined from each, as `view(All)`, of which `known` is what is seen.
    pub(super) fn add(&mut self, known: &Value, first: &Value, second: &Value) {
        self.games += 1;
        for (side, whole) in [first, second].into_iter().enumerate() {
            let mut things = Vec::new();
            hidden(Some(known), whole, &mut String::new(), &mut things);
            things.sort_unstable();
            things.dedup();
            for thing in things {
                self.things.entry(thing).or_default()[side] += 1;
            }
        }
    }

    /// Every thing that came up often enough, with the chance of as uneven a split.
    fn chances(&self, least: u64) -> impl Iterator<Item = (&String, [u64; 2], f64)> {
        let logs = logs_of_factorials(2 * self.games);
        let asked = least..=(2 * self.games).saturating_sub(least);
        self.things
            .iter()
            .filter(move |(_, counts)| asked.contains(&(counts[0] + counts[1])))
            .map(move |(thing, &counts)| (thing, counts, chance(counts, self.games, &logs)))
    }

    /// The chance of the most uneven split, multiplied by the number of splits.
    pub(super) fn least(&self) -> f64 {
        let chances = self.chances(LEAST_AT_A_GLANCE).map(|(.., chance)| chance);
        let chances: Vec<f64> = chances.collect();
        chances.iter().copied().fold(1.0, f64::min) * chances.len() as f64
    }
}

impl Likelihood {
    /// Adds a sample that was drawn at this place of the playouts.
    pub(super) fn judge(&mut self, sample: &Sample, place: Option<FailureLocation>) {
        for (thing, [first, second], chance) in sample.chances(LEAST) {
            self.splits += 1;
            if self.worst.as_ref().is_none_or(|(worst, ..)| chance < *worst) {
                let games = sample.games;
                let what = format!(
                    "{thing}:\nin {first} of {games} games imagined from the real one, in {second} of \
                     {games} from one that these eyes cannot tell from it\n(by chance alone once in \
                     {:.0e} times). What imagine draws depends on more than these eyes know.",
                    chance.max(f64::MIN_POSITIVE).recip()
                );
                self.worst = Some((chance, what, place));
            }
        }
    }

    /// Fails if a split was more uneven than chance explains.
    pub(super) fn verdict(&self) -> Result<(), Failure> {
        match &self.worst {
            Some((chance, what, place)) if chance * self.splits as f64 * RUNS < 1.0 => {
                let failure = Failure::new(Law::NothingLeaks, "imagine knows no more", what);
                Err(match place {
                    Some(place) => failure.at(*place),
                    None => failure,
                })
            }
            _ => Ok(()),
        }
    }
}

/// Goes through all that is in `whole` and not in `known`.
fn hidden(known: Option<&Value>, whole: &Value, path: &mut String, things: &mut Vec<String>) {
    if known == Some(whole) {
        return;
    }
    let is_seen = matches!(
        (known, whole),
        (Some(Value::Object(_)), Value::Object(_)) | (Some(Value::Array(_)), Value::Array(_))
    );
    let length = path.len();
    match whole {
        Value::Object(parts) => {
            for (key, part) in parts {
                path.push('.');
                path.push_str(key);
                hidden(known.and_then(|known| known.get(key)), part, path, things);
                path.truncate(length);
            }
        }
        Value::Array(parts) => {
            for (index, part) in parts.iter().enumerate() {
                if !is_seen {
                    words(part, &mut |word| {
                        things.push(format!("{} holds {word}", path.trim_start_matches('.')))
                    });
                }
                path.push_str(&format!(".{index}"));
                hidden(known.and_then(|known| known.get(index)), part, path, things);
                path.truncate(length);
            }
        }
        scalar => things.push(format!("{} is {scalar}", path.trim_start_matches('.'))),
    }
}

/// Every word in a value.
fn words(value: &Value, visit: &mut dyn FnMut(&str)) {
    match value {
        Value::String(word) => visit(word),
        Value::Array(list) => list.iter().for_each(|one| words(one, visit)),
        Value::Object(object) => object.values().for_each(|one| words(one, visit)),
        _ => {}
    }
}

/// The logarithms of 0! to `most`!.
fn logs_of_factorials(most: u64) -> Vec<f64> {
    let mut logs = vec![0.0];
    for number in 1..=most {
        logs.push(logs[number as usize - 1] + (number as f64).ln());
    }
    logs
}

/// The chance of a split at least as uneven, on either side, of the draws with a thing between two
/// samples of `games` each.
fn chance([first, second]: [u64; 2], games: u64, logs: &[f64]) -> f64 {
    let choose =
        |of: u64, some: u64| logs[of as usize] - logs[some as usize] - logs[(of - some) as usize];
    let (low, all) = (first.min(second), first + second);
    let ways = |in_first: u64| {
        choose(games, in_first) + choose(games, all - in_first) - choose(2 * games, all)
    };
    let tail: f64 = (all.saturating_sub(games)..=low).map(|count| ways(count).exp()).sum();
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dice, Seed};
    use serde_json::json;

    fn sampled(games: u64, mut draw: impl FnMut() -> [Value; 2]) -> Sample {
        let mut sample = Sample::default();
        for _ in 0..games {
            let [first, second] = draw();
            sample.add(&json!({"seen": 1, "hand": null}), &first, &second);
        }
        sample
    }

    fn judged(sample: &Sample) -> Result<(), Failure> {
        let mut likelihood = Likelihood::default();
        likelihood.judge(sample, None);
        likelihood.verdict()
    }

    #[test]
    fn the_chance_of_a_split_is_what_fisher_says() {
        let logs = logs_of_factorials(16);
        // Fisher's lady tasting tea, of eight cups: three of four right, and all.
        assert!((chance([1, 3], 4, &logs) - 2.0 * 17.0 / 70.0).abs() < 1e-9);
        assert!((chance([4, 0], 4, &logs) - 2.0 / 70.0).abs() < 1e-9);
        assert!((chance([2, 2], 4, &logs) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn samples_of_one_distribution_pass_and_those_of_two_do_not() {
        let mut dice = Dice::new(&Seed::of_test(1), 0);
        let mut card = |ace: usize| {
            let name = if dice.below(100) < ace { "ace" } else { "king" };
            json!({"seen": 1, "hand": [{"id": name, "count": 1}]})
        };
        assert!(judged(&sampled(256, || [card(50), card(50)])).is_ok());
        let failure = judged(&sampled(256, || [card(30), card(60)])).unwrap_err();
        assert_eq!((failure.law, failure.clause), (Law::NothingLeaks, "imagine knows no more"));
        assert!(failure.what.starts_with("hand"), "{failure}");
        assert!(sampled(48, || [card(50), card(50)]).least() > 0.05);
    }

    #[test]
    fn the_most_uneven_split_of_a_hundred_honest_runs_is_as_expected_by_chance() {
        let mut dice = Dice::new(&Seed::of_test(2), 0);
        let mut draw = || json!({"seen": 1, "hand": [dice.below(3).to_string()]});
        let found = (0..100).filter(|_| sampled(48, || [draw(), draw()]).least() < 0.05).count();
        assert!(found <= 12, "{found}");
    }
}
