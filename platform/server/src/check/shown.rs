//! All that eyes are shown, compared with another time.

use gueridon_game::{Score, Seats};
use gueridon_modules::module::{CallError, Look, read_score};
use serde_json::Value;

/// All that eyes are shown, as one can compare it.
#[derive(Debug, PartialEq)]
pub(super) struct Shown {
    pub(super) view: Value,
    pub(super) score: Score,
    pub(super) moves: Vec<(Value, String, bool)>,
    pub(super) prompt: String,
    pub(super) to_act: Seats,
    pub(super) over: bool,
}

impl Shown {
    /// # Errors
    /// When its score pad is none.
    pub(super) fn of(look: &Look) -> Result<Self, CallError> {
        let moves = look.moves.iter();
        Ok(Self {
            view: look.view.to().unwrap_or_default(),
            score: read_score(&look.score)?,
            moves: moves
                .map(|choice| {
                    (choice.step.to().unwrap_or_default(), choice.words.clone(), choice.declines)
                })
                .collect(),
            prompt: look.prompt.clone(),
            to_act: look.to_act,
            over: look.over,
        })
    }

    /// What differs in another one, and how.
    pub(super) fn difference(&self, other: &Self) -> Option<(&'static str, String)> {
        let both = |one: &dyn std::fmt::Debug, other: &dyn std::fmt::Debug| {
            format!("{one:?} and {other:?}")
        };
        if self.view != other.view {
            let differs = first_difference(&self.view, &other.view);
            return Some(("the view", differs));
        }
        if self.score != other.score {
            return Some(("the score pad", both(&self.score, &other.score)));
        }
        if self.moves != other.moves {
            return Some(("the moves", both(&self.moves, &other.moves)));
        }
        if self.prompt != other.prompt {
            return Some(("the prompt", both(&self.prompt, &other.prompt)));
        }
        if (self.to_act, self.over) != (other.to_act, other.over) {
            return Some(("who is to act", both(&self.to_act, &other.to_act)));
        }
        None
    }
}

/// The first place where two values differ, with both.
pub(super) fn first_difference(one: &Value, other: &Value) -> String {
    fn find(one: &Value, other: &Value, path: &mut Vec<String>) -> Option<String> {
        match (one, other) {
            (Value::Object(parts), Value::Object(others)) if parts.keys().eq(others.keys()) => {
                parts.iter().zip(others.values()).find_map(|((key, part), other)| {
                    path.push(key.clone());
                    let found = find(part, other, path);
                    path.pop();
                    found
                })
            }
            (Value::Array(parts), Value::Array(others)) if parts.len() == others.len() => {
                parts.iter().zip(others).enumerate().find_map(|(index, (part, other))| {
                    path.push(index.to_string());
                    let found = find(part, other, path);
                    path.pop();
                    found
                })
            }
            _ if one == other => None,
            _ => Some(format!("at `{}`: {one} and {other}", path.join("."))),
        }
    }
    find(one, other, &mut Vec::new()).unwrap_or_default()
}
