//! The catalogues of a game that were asked for lately: a build answers the same each time.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use gueridon_game::Language;
use serde_json::Value as Json;

/// How many are kept of a game.
const KEPT: usize = 16;
/// The longest that is kept, in bytes.
const KEPT_BYTES: usize = 1024 * 1024;

/// The options, if any were chosen, and the language.
pub(super) type Key = (Option<Json>, Language);

/// The catalogues of one build by options and language.
#[derive(Debug, Default)]
pub(super) struct Catalogues(Mutex<VecDeque<(Key, Arc<str>)>>);

impl Catalogues {
    /// The JSON of a catalogue, if it is kept.
    pub(super) fn get(&self, key: &Key) -> Option<Arc<str>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|entry| entry.0 == *key).map(|entry| entry.1.clone())
    }

    /// Keeps the JSON of a catalogue, in place of the oldest.
    pub(super) fn keep(&self, key: Key, text: &str) {
        if text.len() > KEPT_BYTES {
            return;
        }
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|entry| entry.0 != key);
        kept.push_back((key, text.into()));
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
    fn each_choice_of_options_and_language_has_its_own_and_the_oldest_goes_first() {
        let kept = Catalogues::default();
        let key = |rounds: usize, language| (Some(json!({ "rounds": rounds })), language);
        kept.keep((None, Language::En), "[0]");
        kept.keep(key(1, Language::En), "[1]");
        kept.keep(key(1, Language::Fr), "[2]");
        assert_eq!(kept.get(&(None, Language::En)).as_deref(), Some("[0]"));
        assert_eq!(kept.get(&key(1, Language::En)).as_deref(), Some("[1]"));
        assert_eq!(kept.get(&key(1, Language::Fr)).as_deref(), Some("[2]"));
        assert_eq!(kept.get(&key(2, Language::En)), None);
        for rounds in 2..KEPT {
            kept.keep(key(rounds, Language::En), "[]");
        }
        assert_eq!(kept.get(&(None, Language::En)), None);
        assert_eq!(kept.get(&key(1, Language::En)).as_deref(), Some("[1]"));
        kept.keep(key(99, Language::En), &"1".repeat(KEPT_BYTES + 1));
        assert_eq!(kept.get(&key(99, Language::En)), None);
    }
}
