//! How imagined games are distributed, over all that were played.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::figures::rounded;
use super::findings::{Findings, Law, Place};

/// Of how many checks of an honest game one fails.
const CHECKS: f64 = 10_000.0;
/// In how many games a hidden thing must have been seen before it is said that it is never redrawn.
const GAMES: usize = 8;

/// What came of all imagined games.
#[derive(Debug, Default)]
pub(super) struct Imaginings {
    pub(super) hidden: BTreeMap<String, Hidden>,
    /// Pairs of games that the eyes cannot tell apart.
    pub(super) pairs: u64,
    /// Those from which equal dice imagine the same.
    pub(super) equal: u64,
    pub(super) compared: u64,
    pub(super) splits: u64,
    worst: Option<Split>,
}

/// What came of one hidden thing.
#[derive(Debug, Default)]
pub(super) struct Hidden {
    pub(super) times: u64,
    /// Sums of how often imagined games agree with each other, and with the real one.
    pub(super) alike: f64,
    pub(super) right: f64,
    pub(super) has_differed: bool,
    pub(super) values: BTreeSet<String>,
    pub(super) games: BTreeSet<(u8, u64)>,
}

/// How unevenly something comes up in two samples.
#[derive(Debug)]
pub(super) struct Split {
    pub(super) chance: f64,
    pub(super) what: String,
    pub(super) place: Place,
}

/// The distributions of imagined games, as the report shows them.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Distributions {
    /// Pairs of games that some eyes cannot tell apart.
    pub(super) pairs: u64,
    /// From how many of them equal dice imagine equal games, which proves that nothing leaks there.
    pub(super) equal: u64,
    /// How many of the others were compared by what is imagined how often.
    pub(super) compared: u64,
    pub(super) hidden: Vec<HiddenThing>,
}

/// Something that eyes are not shown.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct HiddenThing {
    /// Where it is in the view of all-seeing eyes; `*` stands for any place of a list.
    pub(super) path: String,
    /// How often it was looked at.
    pub(super) times: u64,
    /// How many values it had, as far as they were counted.
    pub(super) values: usize,
    /// How often two imagined games agree on it.
    pub(super) alike: f64,
    /// How often an imagined game agrees with the real one.
    pub(super) right: f64,
}

impl Imaginings {
    /// Adds what came of other games.
    pub(super) fn add(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.equal += other.equal;
        self.compared += other.compared;
        self.splits += other.splits;
        for (path, more) in other.hidden {
            let hidden = self.hidden.entry(path).or_default();
            hidden.times += more.times;
            hidden.alike += more.alike;
            hidden.right += more.right;
            hidden.has_differed |= more.has_differed;
            hidden.values.extend(more.values);
            hidden.games.extend(more.games);
        }
        if let Some(split) = other.worst {
            self.judge(split);
        }
    }

    pub(super) fn judge(&mut self, split: Split) {
        let is_worse = self.worst.as_ref().is_none_or(|worst| {
            split.chance < worst.chance || (split.chance <= worst.chance && split.what < worst.what)
        });
        if is_worse {
            self.worst = Some(split);
        }
    }

    /// What it comes to, once everything is added.
    pub(super) fn conclude(self, findings: &mut Findings) -> Distributions {
        if let Some(Split { chance, what, place }) = &self.worst
            && chance * self.splits as f64 * CHECKS < 1.0
        {
            findings.at = *place;
            findings.steps.clear();
            let said = "what is imagined, and how often, depends on what the eyes do not know";
            findings.fail(Law::Imagining, said, what);
        }
        findings.at = Place::default();
        let judged: Vec<(&String, &Hidden)> = self
            .hidden
            .iter()
            .filter(|(_, hidden)| hidden.values.len() > 1 && hidden.games.len() >= GAMES)
            .collect();
        if !judged.is_empty() && judged.iter().all(|(_, hidden)| !hidden.has_differed) {
            let what = "nothing that is hidden from eyes is ever imagined otherwise than it is: \
                        `imagine` gives it away";
            let paths: Vec<&str> = judged.iter().map(|(path, _)| path.as_str()).collect();
            findings.fail(Law::Imagining, what, paths.join(", "));
        } else {
            for (path, _) in judged.iter().filter(|(_, hidden)| !hidden.has_differed) {
                let what = format!(
                    "`{path}` is hidden from eyes and never imagined otherwise than it is: either \
                     they can work it out, or `imagine` gives it away"
                );
                findings.remark(Law::Imagining, what, "");
            }
        }
        let hidden = self.hidden.into_iter().filter(|(_, hidden)| hidden.values.len() > 1);
        let mut hidden: Vec<HiddenThing> = hidden
            .map(|(path, hidden)| HiddenThing {
                path,
                times: hidden.times,
                values: hidden.values.len(),
                alike: rounded(hidden.alike / hidden.times as f64),
                right: rounded(hidden.right / hidden.times as f64),
            })
            .collect();
        hidden.sort_by(|one, other| {
            other.times.cmp(&one.times).then_with(|| one.path.cmp(&other.path))
        });
        let Self { pairs, equal, compared, .. } = self;
        Distributions { pairs, equal, compared, hidden }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_chance_does_not_explain_is_a_failure() {
        let verdict = |chance| {
            let place = Place::default();
            let worst = Some(Split { chance, what: "a".to_owned(), place });
            let mut findings = Findings::default();
            Imaginings { splits: 100, worst, ..Imaginings::default() }.conclude(&mut findings);
            findings.of(Law::Imagining).1.len()
        };
        assert_eq!((verdict(1e-5), verdict(1e-7)), (0, 1));
    }
}
