//! What random games, and odd input to them, have met of everything that a game says it has.

use std::collections::{BTreeMap, BTreeSet};

use gueridon_game::Refusal;
use serde::Serialize;
use serde_json::Value;

use super::conformity::Schema;

/// How often each thing was met, by name.
pub(super) type Counts = BTreeMap<String, u64>;

/// A thing of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Thing {
    pub(super) kind: String,
    pub(super) name: String,
}

/// What was met. What a game has and was never met is in it with 0.
#[derive(Debug, Clone, Default)]
pub(super) struct Coverage {
    pub(super) steps: Counts,
    pub(super) events: Counts,
    pub(super) endings: Counts,
    pub(super) refusals: Counts,
    /// Of the SDL: `Type`, `Type.field` or `Type.VALUE`.
    pub(super) parts: Counts,
    /// Things of the catalogue by key, wherever they are named.
    things: BTreeMap<String, u64>,
    catalogue: BTreeMap<String, Thing>,
}

/// What was met of one sort of things, as the report shows it.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Met {
    /// How many there are.
    pub(super) known: usize,
    /// How many of them were met.
    pub(super) met: usize,
    /// How often each was met, the most frequent first.
    pub(super) times: Vec<Times>,
    /// Those that were never met.
    pub(super) never: Vec<String>,
}

/// How often something was met.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Times {
    pub(super) name: String,
    pub(super) times: u64,
}

impl Coverage {
    /// Nothing is met yet of what these say.
    pub(super) fn of(
        schema: &Schema,
        catalogue: &BTreeMap<String, Thing>,
        refusals: &BTreeSet<String>,
    ) -> Self {
        let none = |names: Vec<String>| names.into_iter().map(|name| (name, 0)).collect();
        let codes = refusals.iter().cloned();
        Self {
            steps: none(schema.kinds_of_step()),
            events: none(schema.kinds_of_event()),
            endings: Counts::new(),
            refusals: codes.map(|code| (code, 0)).collect(),
            parts: schema.parts().into_iter().map(|part| (part, 0)).collect(),
            things: catalogue.keys().map(|key| (key.clone(), 0)).collect(),
            catalogue: catalogue.clone(),
        }
    }

    /// Notes a part of the SDL.
    pub(super) fn part(&mut self, name: &str, part: &str) {
        let name = if part.is_empty() { name.to_owned() } else { format!("{name}.{part}") };
        if let Some(times) = self.parts.get_mut(&name) {
            *times += 1;
        }
    }

    /// Notes a step that was taken.
    pub(super) fn step(&mut self, step: &Value) {
        let kind = step.as_object().and_then(|step| step.keys().next()).cloned();
        // A step without content may be only its name.
        let kind = kind.or_else(|| step.as_str().map(str::to_owned));
        *self.steps.entry(kind.unwrap_or_default()).or_default() += 1;
        self.things_in(step);
    }

    /// Notes an event.
    pub(super) fn event(&mut self, event: &Value) {
        *self.events.entry(tag_of(event)).or_default() += 1;
        self.things_in(event);
    }

    /// Notes all things that are named in a value.
    pub(super) fn things_in(&mut self, value: &Value) {
        match value {
            Value::String(word) => {
                if let Some(times) = self.things.get_mut(word) {
                    *times += 1;
                }
            }
            Value::Array(list) => list.iter().for_each(|one| self.things_in(one)),
            Value::Object(object) => object.values().for_each(|one| self.things_in(one)),
            _ => {}
        }
    }

    /// Notes a line of a score pad that is not 0.
    pub(super) fn scored(&mut self, line: &str) {
        if let Some(times) = self.things.get_mut(line) {
            *times += 1;
        }
    }

    /// Adds what was met elsewhere.
    pub(super) fn add(&mut self, other: &Self) {
        let ours = [
            (&mut self.steps, &other.steps),
            (&mut self.events, &other.events),
            (&mut self.endings, &other.endings),
            (&mut self.refusals, &other.refusals),
            (&mut self.parts, &other.parts),
            (&mut self.things, &other.things),
        ];
        for (into, from) in ours {
            for (name, times) in from {
                *into.entry(name.clone()).or_default() += times;
            }
        }
    }

    /// The things of the catalogue by their kind; labels and refusals are none.
    pub(super) fn things(&self) -> BTreeMap<String, Met> {
        let mut kinds: BTreeMap<String, Counts> = BTreeMap::new();
        for (key, Thing { kind, name }) in &self.catalogue {
            let times = self.things.get(key).copied().unwrap_or_default();
            let shown = if name.is_empty() || name == key {
                key.clone()
            } else {
                format!("{key} ({name})")
            };
            kinds.entry(kind.clone()).or_default().insert(shown, times);
        }
        kinds.into_iter().map(|(kind, counts)| (kind, Met::of(&counts))).collect()
    }

    /// The refusals, those of the platform apart unless they were met: no game must give them all.
    pub(super) fn refusals(&self) -> Met {
        let is_shown =
            |(code, times): &(&String, &u64)| **times > 0 || !Refusal::is_of_the_table(code);
        let shown = self.refusals.iter().filter(is_shown);
        Met::of(&shown.map(|(code, times)| (code.clone(), *times)).collect())
    }
}

/// The short name of an event.
pub(super) fn tag_of(event: &Value) -> String {
    event.get("__typename").and_then(Value::as_str).unwrap_or("(nameless)").to_owned()
}

impl Met {
    /// What these counts say.
    pub(super) fn of(counts: &Counts) -> Self {
        let mut times: Vec<Times> = counts
            .iter()
            .filter(|(_, times)| **times > 0)
            .map(|(name, &times)| Times { name: name.clone(), times })
            .collect();
        times.sort_by(|one, other| other.times.cmp(&one.times).then(one.name.cmp(&other.name)));
        let never = counts.iter().filter(|(_, times)| **times == 0);
        let never = never.map(|(name, _)| name.clone()).collect();
        Self { known: counts.len(), met: times.len(), times, never }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_was_met_is_counted_and_what_was_not_is_named() {
        let thing = |kind: &str, name: &str| Thing { kind: kind.to_owned(), name: name.to_owned() };
        let catalogue = BTreeMap::from([
            ("ace".to_owned(), thing("card", "Ace")),
            ("king".to_owned(), thing("card", "King")),
        ]);
        let things = catalogue.keys().map(|key| (key.clone(), 0)).collect();
        let mut coverage = Coverage { catalogue, things, ..Coverage::default() };
        coverage.steps = Counts::from([("take".to_owned(), 0), ("pass".to_owned(), 0)]);
        coverage.step(&json!({"take": {"cards": ["ace", {"of": "ace"}]}}));
        coverage.event(&json!({"__typename": "Taken"}));
        let mut sum = coverage.clone();
        sum.add(&coverage);
        let steps = Met::of(&sum.steps);
        assert_eq!((steps.known, steps.met, steps.never), (2, 1, vec!["pass".to_owned()]));
        assert_eq!(steps.times[0].times, 2);
        assert_eq!(sum.events["Taken"], 2);
        let cards = &sum.things()["card"];
        assert_eq!(cards.never, ["king (King)"]);
        assert_eq!((cards.times[0].name.as_str(), cards.times[0].times), ("ace (Ace)", 4));
    }

    #[test]
    fn refusals_of_the_platform_are_shown_only_when_they_were_met() {
        let refusals = [("MINE", 0), ("TOO_FAR", 0), ("NOT_YOUR_TURN", 3)];
        let refusals = refusals.into_iter().map(|(code, times)| (code.to_owned(), times)).collect();
        let met = Coverage { refusals, ..Coverage::default() }.refusals();
        assert_eq!((met.known, met.met, met.never), (2, 1, vec!["MINE".to_owned()]));
    }
}
