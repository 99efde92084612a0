//! What is imagined, and how often: from the real game and from one that the eyes cannot tell from it
//! the same, and over many games as often right as imagined games agree with each other.

use std::collections::{BTreeMap, BTreeSet};

use gueridon_game::Eyes;
use gueridon_game::border::Op;
use gueridon_modules::Handle;
use serde_json::Value;

use super::distributions::Split;
use super::findings::{Law, Lost, Place};
use super::json::{equal_json, tree};
use super::looking::Looking;

/// Of how many positions and eyes one is looked at in this way.
const ONE_OF: usize = 4;
/// How many games are imagined of each, to see how they agree.
const DRAWN: u64 = 6;
/// With how many equal dice both games of a pair are imagined from.
const EQUAL: u64 = 3;
/// How many games are imagined from each of a pair that equal dice tell apart.
const COMPARED: u64 = 40;
/// Of so many such pairs one is compared: it takes long.
const ONE_COMPARED_OF: usize = 2;

impl Looking<'_> {
    /// Looks at what is imagined for eyes that see `known` of `whole`, from the real game and from a
    /// twin that they cannot tell from it.
    pub(super) fn redrawn(
        &mut self,
        taken: usize,
        eyes: Eyes,
        known: &Value,
        whole: &Value,
        twin: &mut Handle,
    ) -> Result<(), Lost> {
        if self.dice.below(ONE_OF) > 0 {
            return Ok(());
        }
        self.agreement(taken, eyes, known, whole)?;
        self.imaginings.pairs += 1;
        for nth in 0..EQUAL {
            let seed = self.imagined_seed(taken, 1_000 + nth);
            let one = self.handle.imagine(eyes, &seed);
            let Some(one) = self.findings.heard(Op::Imagine, one)? else { return Ok(()) };
            let other = twin.imagine(eyes, &seed);
            let Some(other) = self.findings.heard(Op::Imagine, other)? else { return Ok(()) };
            self.findings.look(Law::Imagining);
            if !equal_json(&one, &other) {
                return match self.dice.below(ONE_COMPARED_OF) {
                    0 => self.compare(taken, eyes, known, twin),
                    _ => Ok(()),
                };
            }
        }
        self.imaginings.equal += 1;
        Ok(())
    }

    /// All that is in an imagined game.
    fn whole(&mut self, taken: usize, eyes: Eyes, nth: u64) -> Result<Option<Value>, Lost> {
        let seed = self.imagined_seed(taken, nth);
        let state = self.handle.imagine(eyes, &seed);
        let Some(state) = self.findings.heard(Op::Imagine, state)? else { return Ok(None) };
        let Some(mut handle) = self.open_imagined(&state)? else { return Ok(None) };
        let view = handle.view(Eyes::All);
        Ok(self.findings.heard(Op::View, view)?.map(|view| tree(&view)))
    }

    /// Notes how often imagined games agree with each other and with the real one.
    fn agreement(
        &mut self,
        taken: usize,
        eyes: Eyes,
        known: &Value,
        whole: &Value,
    ) -> Result<(), Lost> {
        let real = facts(Some(known), whole);
        if real.is_empty() {
            return Ok(());
        }
        let mut drawn = Vec::new();
        for nth in 0..DRAWN {
            let Some(view) = self.whole(taken, eyes, nth)? else { return Ok(()) };
            drawn.push(facts(Some(known), &view));
        }
        let game = (self.playout.seats, self.playout.number);
        for (path, value) in &real {
            let count = drawn.len() as f64;
            let right = drawn.iter().filter(|facts| facts.get(path) == Some(value)).count() as f64;
            let mut counts: BTreeMap<Option<&String>, f64> = BTreeMap::new();
            for facts in &drawn {
                *counts.entry(facts.get(path)).or_default() += 1.0;
            }
            let alike: f64 = counts.values().map(|times| times * (times - 1.0)).sum();
            let hidden = self.imaginings.hidden.entry(anywhere(path)).or_default();
            hidden.times += 1;
            hidden.right += right / count;
            hidden.alike += alike / (count * (count - 1.0));
            hidden.has_differed |= right < count;
            // More would only take room.
            if hidden.values.len() < 64 {
                hidden.values.insert(value.clone());
            }
            hidden.games.insert(game);
        }
        Ok(())
    }

    /// Compares what is imagined from the real game with what is from its twin.
    fn compare(
        &mut self,
        taken: usize,
        eyes: Eyes,
        known: &Value,
        twin: &mut Handle,
    ) -> Result<(), Lost> {
        let mut counts: BTreeMap<String, [u64; 2]> = BTreeMap::new();
        for nth in 0..COMPARED {
            for side in [0, 1] {
                let seed = self.imagined_seed(taken, 2_000 + 2 * nth + side);
                let from = if side == 0 { &mut self.handle } else { &mut *twin };
                let state = from.imagine(eyes, &seed);
                let Some(state) = self.findings.heard(Op::Imagine, state)? else { return Ok(()) };
                let Some(mut opened) = self.open_imagined(&state)? else { return Ok(()) };
                let view = opened.view(Eyes::All);
                let Some(view) = self.findings.heard(Op::View, view)? else { return Ok(()) };
                let facts = facts(Some(known), &tree(&view));
                let mut things: BTreeSet<String> =
                    facts.iter().map(|(path, value)| format!("`{path}` is {value}")).collect();
                let held = facts.iter().filter(|(path, _)| anywhere(path) != **path);
                things
                    .extend(held.map(|(path, value)| format!("`{}` has {value}", anywhere(path))));
                for thing in things {
                    counts.entry(thing).or_default()[side as usize] += 1;
                }
            }
        }
        self.imaginings.compared += 1;
        let place = Place { step: Some(taken), ..self.findings.at };
        let logs = logs_of_factorials(2 * COMPARED);
        for (what, [one, other]) in counts {
            // What nearly always or nearly never comes up is uneven by chance only.
            if !(12..=2 * COMPARED - 12).contains(&(one + other)) {
                continue;
            }
            self.imaginings.splits += 1;
            let chance = chance([one, other], COMPARED, &logs);
            let what = format!(
                "{what} in {one} of {COMPARED} games imagined from the real one, and in {other} of \
                 {COMPARED} from one that these eyes cannot tell from it"
            );
            self.imaginings.judge(Split { chance, what, place });
        }
        Ok(())
    }
}

/// All that is in `whole` and not in `known`, by path.
fn facts(known: Option<&Value>, whole: &Value) -> BTreeMap<String, String> {
    fn find(
        known: Option<&Value>,
        whole: &Value,
        path: &str,
        found: &mut BTreeMap<String, String>,
    ) {
        if known == Some(whole) {
            return;
        }
        let under = |key: &str| {
            if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
        };
        match whole {
            Value::Object(parts) => {
                for (key, part) in parts.iter().filter(|(key, _)| *key != "__typename") {
                    find(known.and_then(|known| known.get(key)), part, &under(key), found);
                }
            }
            Value::Array(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let known = known.and_then(|known| known.get(index));
                    find(known, part, &under(&index.to_string()), found);
                }
            }
            scalar => drop(found.insert(path.to_owned(), scalar.to_string())),
        }
    }
    let mut found = BTreeMap::new();
    find(known, whole, "", &mut found);
    found
}

/// A path whose places in lists do not matter.
fn anywhere(path: &str) -> String {
    let parts = path.split('.').map(|part| match part.parse::<usize>() {
        Ok(_) => "*",
        Err(_) => part,
    });
    parts.collect::<Vec<_>>().join(".")
}

/// The logarithms of 0! to `most`!.
fn logs_of_factorials(most: u64) -> Vec<f64> {
    let steps = (1..=most).scan(0.0, |sum, number| {
        *sum += (number as f64).ln();
        Some(*sum)
    });
    [0.0].into_iter().chain(steps).collect()
}

/// How likely it is that what comes up `one + other` times is at least as unevenly split between two
/// samples of one distribution: Fisher's exact test, of both sides.
fn chance([one, other]: [u64; 2], games: u64, logs: &[f64]) -> f64 {
    let log = |number: u64| logs[number as usize];
    let ways = |of: u64, some: u64| log(of) - log(some) - log(of - some);
    let all = one + other;
    let part =
        |first: u64| (ways(games, first) + ways(games, all - first) - ways(2 * games, all)).exp();
    let least = one.min(other);
    let tail: f64 = (all.saturating_sub(games)..=least).map(part).sum();
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn facts_are_what_the_eyes_do_not_see() {
        let known = json!({"prize": 3, "seats": [{"hand": [1, 2]}, {"hand": null, "cards": 2}]});
        let whole = json!({"prize": 3, "seats": [{"hand": [1, 2]}, {"hand": [5, 7], "cards": 2}]});
        let found = facts(Some(&known), &whole);
        let expected = [("seats.1.hand.0", "5"), ("seats.1.hand.1", "7")];
        assert!(found.iter().map(|(path, value)| (path.as_str(), value.as_str())).eq(expected));
        assert_eq!(anywhere("seats.1.hand.0"), "seats.*.hand.*");
    }

    #[test]
    fn an_uneven_split_is_as_unlikely_as_fisher_says() {
        let logs = logs_of_factorials(80);
        // The lady who tastes tea: four cups of each, all told right, or three of four.
        assert!((chance([4, 0], 4, &logs) - 2.0 / 70.0).abs() < 1e-9);
        assert!((chance([1, 3], 4, &logs) - 34.0 / 70.0).abs() < 1e-9);
        assert!(chance([20, 20], 40, &logs) > 0.99);
        assert!(chance([40, 0], 40, &logs) < 1e-20);
    }
}
