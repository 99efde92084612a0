//! When something is explained: a condition on a look at a game, as the page tests it too.

use serde::Deserialize;
use serde_json::Value;

/// A condition, as it stands in the file: one key says which.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Condition {
    /// All of these hold.
    All(All),
    /// One of these holds.
    Any(Any),
    /// This does not hold.
    Not(Not),
    /// A step of this kind is open.
    Move(OpenMove),
    /// A value of the view is as it says.
    Test(Test),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct All {
    pub(super) all: Vec<Condition>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Any {
    pub(super) any: Vec<Condition>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Not {
    pub(super) not: Box<Condition>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenMove {
    #[serde(rename = "move")]
    pub(super) kind: String,
}

/// A test of the values at a path, which holds if it does for one of them.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Test {
    pub(super) path: String,
    /// The value is this one.
    #[serde(default)]
    pub(super) equals: Option<Value>,
    /// There is a value that is neither null nor an empty list.
    #[serde(default)]
    pub(super) exists: Option<bool>,
    /// The number is, or the list has, at least this.
    #[serde(default)]
    pub(super) at_least: Option<u64>,
    /// The number is that of the viewer's seat, or of another.
    #[serde(default)]
    pub(super) is_own: Option<bool>,
}

/// What one seat sees at a moment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look<'a> {
    pub(super) view: &'a Value,
    pub(super) moves: &'a [Value],
    pub(super) seat: u8,
}

impl Condition {
    /// Whether it holds.
    pub(super) fn holds(&self, look: &Look<'_>) -> bool {
        match self {
            Self::All(All { all }) => all.iter().all(|one| one.holds(look)),
            Self::Any(Any { any }) => any.iter().any(|one| one.holds(look)),
            Self::Not(Not { not }) => !not.holds(look),
            Self::Move(OpenMove { kind }) => look.moves.iter().any(|step| step.get(kind).is_some()),
            Self::Test(test) => {
                let mut found = vec![look.view];
                for part in test.path.split('.') {
                    found =
                        found.into_iter().flat_map(|value| at(value, part, look.seat)).collect();
                }
                let holds = found.iter().any(|value| test.is_met_by(value, look.seat));
                holds == test.exists.unwrap_or(true)
            }
        }
    }
}

impl Test {
    /// How many tests it makes: it should be one.
    pub(super) fn kinds(&self) -> usize {
        [
            self.equals.is_some(),
            self.exists.is_some(),
            self.at_least.is_some(),
            self.is_own.is_some(),
        ]
        .into_iter()
        .filter(|is_there| *is_there)
        .count()
    }

    fn is_met_by(&self, value: &Value, seat: u8) -> bool {
        if let Some(equals) = &self.equals {
            return value == equals;
        }
        if let Some(least) = self.at_least {
            let size = match value {
                Value::Array(list) => u64::try_from(list.len()).ok(),
                value => value.as_u64(),
            };
            return size.is_some_and(|size| size >= least);
        }
        if let Some(is_own) = self.is_own {
            return value.as_u64().is_some_and(|number| (number == u64::from(seat)) == is_own);
        }
        !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty())
    }
}

/// The values at one part of a path: a field, `own` (the item of the viewer's seat), `others` (those
/// of other seats), or `*` (every item).
fn at<'a>(value: &'a Value, part: &str, seat: u8) -> Vec<&'a Value> {
    let is_own = |item: &Value| item.get("seat").and_then(Value::as_u64) == Some(seat.into());
    match (value, part) {
        (Value::Array(list), "*") => list.iter().collect(),
        (Value::Array(list), "own") => list.iter().filter(|item| is_own(item)).collect(),
        (Value::Array(list), "others") => list.iter().filter(|item| !is_own(item)).collect(),
        (Value::Object(object), field) => object.get(field).into_iter().collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn holds(condition: Value) -> bool {
        let view = json!({
            "question": "ACT",
            "active": 1,
            "chief": null,
            "track": [],
            "players": [{ "seat": 0, "gems": 4 }, { "seat": 1, "gems": 1, "hand": ["a", "b"] }],
        });
        let moves = [json!({ "play": { "card": "a" } })];
        let condition: Condition = serde_json::from_value(condition).unwrap();
        condition.holds(&Look { view: &view, moves: &moves, seat: 1 })
    }

    #[test]
    fn each_sort_of_condition_holds_and_does_not() {
        for (condition, expected) in [
            (json!({ "path": "question", "equals": "ACT" }), true),
            (json!({ "path": "question", "equals": "NOTHING" }), false),
            (json!({ "path": "track", "exists": true }), false),
            (json!({ "path": "track", "exists": false }), true),
            (json!({ "path": "chief", "exists": true }), false),
            (json!({ "path": "players.own.hand", "exists": true }), true),
            (json!({ "path": "players.own.hand", "atLeast": 2 }), true),
            (json!({ "path": "players.own.hand", "atLeast": 3 }), false),
            (json!({ "path": "players.own.gems", "atLeast": 2 }), false),
            (json!({ "path": "players.others.gems", "atLeast": 2 }), true),
            (json!({ "path": "players.*.gems", "atLeast": 4 }), true),
            (json!({ "path": "active", "isOwn": true }), true),
            (json!({ "path": "active", "isOwn": false }), false),
            (json!({ "move": "play" }), true),
            (json!({ "move": "pass" }), false),
            (json!({ "not": { "move": "pass" } }), true),
            (json!({ "all": [{ "move": "play" }, { "move": "pass" }] }), false),
            (json!({ "any": [{ "move": "play" }, { "move": "pass" }] }), true),
            (json!({ "path": "nowhere.at.all", "equals": 1 }), false),
        ] {
            assert_eq!(holds(condition.clone()), expected, "{condition}");
        }
    }
}
