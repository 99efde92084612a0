//! A cache of a game's recently requested catalogues: a build always answers the same.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value as Json;

/// How many are kept of a game.
const KEPT: usize = 16;
/// The longest that is kept, in bytes.
const KEPT_BYTES: usize = 1024 * 1024;

/// The catalogues of one build, in every language, by options, if any were chosen.
#[derive(Debug, Default)]
pub(super) struct Catalogues(Mutex<VecDeque<(Option<Json>, Arc<str>)>>);

impl Catalogues {
    /// The JSON of a catalogue, if it is kept.
    pub(super) fn get(&self, options: Option<&Json>) -> Option<Arc<str>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|entry| entry.0.as_ref() == options).map(|entry| entry.1.clone())
    }

    /// Keeps the JSON of a catalogue, in place of the oldest.
    pub(super) fn keep(&self, options: Option<Json>, text: &str) {
        if text.len() > KEPT_BYTES {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|entry| entry.0 != options);
        kept.push_back((options, text.into()));
        if kept.len() > KEPT {
            kept.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_choice_of_options_has_its_own_catalogue_and_the_oldest_is_dropped_first() {
        let kept = Catalogues::default();
        let options = |rounds: usize| Some(json!({ "rounds": rounds }));
        let get = |options: Option<Json>| kept.get(options.as_ref());
        kept.keep(None, "[0]");
        kept.keep(options(1), "[1]");
        kept.keep(options(2), "[2]");
        assert_eq!(get(None).as_deref(), Some("[0]"));
        assert_eq!(get(options(1)).as_deref(), Some("[1]"));
        assert_eq!(get(options(2)).as_deref(), Some("[2]"));
        assert_eq!(get(options(3)), None);
        for rounds in 3..=KEPT {
            kept.keep(options(rounds), "[]");
        }
        assert_eq!(get(None), None);
        assert_eq!(get(options(1)).as_deref(), Some("[1]"));
        kept.keep(options(99), &"1".repeat(KEPT_BYTES + 1));
        assert_eq!(get(options(99)), None);
    }
}
