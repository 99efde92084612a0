//! What the playouts met, and how often: the table at the end of a run.

use std::collections::BTreeMap;
use std::fmt;

use super::conform::{self, Reach};
use super::failure::{Failure, Law};

type Counts = BTreeMap<String, u64>;

/// What a run has seen.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Games played and replayed.
    pub playouts: u64,
    /// Steps in them.
    pub steps: u64,
    /// Positions looked at closely.
    pub positions: u64,
    /// Games imagined at them.
    pub imaginings: u64,
    /// Steps tried that had to be refused, and were.
    pub refusals: u64,
    /// Lists of steps that revealed nothing, and were taken back.
    pub taken_back: u64,
    /// Imagined games on which others' steps were too many to find out whether some of them look like
    /// those that were taken back.
    pub unsearched: u64,
    /// Lists of steps that revealed something.
    pub revealing: u64,
    /// Lists of steps that were previewed as certain, and came about so.
    pub certain: u64,
    /// Lists of steps that were previewed as uncertain.
    pub uncertain: u64,
    /// Pairs of games that some eyes cannot tell apart, from which others were imagined.
    pub pairs: u64,
    /// Those of them from which equal dice imagine different games, so that many were compared.
    pub compared: u64,
    /// How often each kind of step was taken.
    pub steps_by_kind: BTreeMap<String, u64>,
    /// How often each kind of event was told.
    pub events_by_kind: BTreeMap<String, u64>,
    /// How often each code was the answer to a step that was not open.
    pub refusals_by_code: BTreeMap<String, u64>,
    /// How often each value of each enum of the game's SDL was met.
    pub enums: BTreeMap<String, BTreeMap<String, Reach>>,
    /// How often each part of the game's SDL was met: `Type`, `Type.field` or `Type.VALUE`.
    pub reached: BTreeMap<String, Reach>,
    /// Hidden paths that were seen too rarely to judge whether `imagine` redraws them.
    pub unjudged: Vec<String>,
    /// A number made of all final states: the same on every machine and in every process.
    pub digest: u64,
}

impl Report {
    /// Fails when something was met less often than required. Of an enum, every value counts that
    /// is not excluded by `never`.
    pub(super) fn at_least(
        &self,
        least: &[(u64, String)],
        never: &[String],
    ) -> Result<(), Failure> {
        let mut rare = Vec::new();
        for (times, name) in least {
            let Some(found) = self.times(name) else {
                let what = format!("nothing is called {name}");
                return Err(Failure::new(Law::FitsSchema, "at least", what));
            };
            let rarer = found
                .into_iter()
                .filter(|(name, met)| met < times && !conform::is_one_of(name, never));
            rare.extend(rarer.map(|(name, met)| format!("{name}: {met} times of {times}")));
        }
        if rare.is_empty() {
            return Ok(());
        }
        let what = format!("met too rarely:\n{}", rare.join("\n"));
        Err(Failure::new(Law::FitsSchema, "at least", what))
    }

    /// How often each thing that `name` stands for was met.
    fn times(&self, name: &str) -> Option<Vec<(String, u64)>> {
        let (of, part) = name.split_once('.')?;
        let counts = match of {
            "move" => &self.steps_by_kind,
            "event" => &self.events_by_kind,
            "refusal" => &self.refusals_by_code,
            _ if part == "*" => {
                let values = self.enums.get(of)?.iter();
                let each = values.map(|(value, reach)| (format!("{of}.{value}"), reach.told));
                return Some(each.collect());
            }
            _ => return self.reached.get(name).map(|reach| vec![(name.to_owned(), reach.told)]),
        };
        Some(vec![(name.to_owned(), counts.get(part).copied().unwrap_or_default())])
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { playouts, steps, positions, imaginings, refusals, digest, .. } = self;
        let Self { taken_back, revealing, certain, uncertain, pairs, compared, .. } = self;
        writeln!(
            f,
            "{playouts} playouts, {steps} steps, {positions} positions looked at closely,"
        )?;
        writeln!(f, "{imaginings} imaginings, {refusals} refusals, digest {digest:016x}")?;
        writeln!(f, "{taken_back} lists of steps taken back, {revealing} that reveal something")?;
        writeln!(f, "{certain} lists of steps previewed as certain, {uncertain} as uncertain")?;
        writeln!(
            f,
            "{pairs} pairs of games that some eyes cannot tell apart, {compared} compared"
        )?;
        table(f, "move", &self.steps_by_kind)?;
        table(f, "event", &self.events_by_kind)?;
        table(f, "refusal", &self.refusals_by_code)?;
        for (name, values) in &self.enums {
            writeln!(f, "\n{name:<32} {:>10} {:>10}", "told", "shown")?;
            for (value, Reach { told, shown }) in values {
                writeln!(f, "  {value:<30} {told:>10} {shown:>10}")?;
            }
        }
        if self.unsearched > 0 {
            writeln!(
                f,
                "{} imagined games with too many steps to judge what was taken back there",
                self.unsearched
            )?;
        }
        for path in &self.unjudged {
            writeln!(f, "seen too rarely to judge: {path}")?;
        }
        Ok(())
    }
}

fn table(f: &mut fmt::Formatter<'_>, name: &str, counts: &Counts) -> fmt::Result {
    writeln!(f, "\n{name:<32} {:>10}", "times")?;
    counts.iter().try_for_each(|(kind, times)| writeln!(f, "  {kind:<30} {times:>10}"))
}
