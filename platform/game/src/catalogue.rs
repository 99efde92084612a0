//! The things of a game that have names.

use serde::Serialize;

use crate::Language;
use crate::words::Noun;

/// The kind of entries that name no thing but a part of the game's SDL: an option, a kind of step,
/// a field of the view, a value of an enum.
///
/// Their key is the part's schema coordinate, `MineView.deckSize`, and clients that draw any game
/// (a form of options, a table of fields) show their name instead of the part's. A game has them
/// all or none: the test kit tells which are missing.
pub const LABEL: &str = "label";

/// How many characters a label has at most.
pub const LONGEST_LABEL: usize = 40;

/// A thing of a game, in one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CatalogueEntry {
    /// The word under which views, moves, events, score pads and enums speak of it.
    pub key: &'static str,
    /// What sort of thing it is: a word that the game chooses, the same for all of the sort.
    pub kind: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it does, in a sentence or two; empty when there is nothing to say.
    pub text: &'static str,
    /// Which part of it no source of the published game gives, so that the module's author filled
    /// it in; left out of the JSON when there is none.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub reconstructed: &'static [&'static str],
}

/// A thing of a game, in every language: a row of the game's data.
#[derive(Debug, Clone, Copy)]
pub struct Named {
    /// The word under which views, moves, events, score pads and enums speak of it.
    pub key: &'static str,
    /// What sort of thing it is.
    pub kind: &'static str,
    /// Its name, by [`Language::index`].
    pub names: [&'static str; Language::ALL.len()],
    /// What it does, by [`Language::index`].
    pub texts: [&'static str; Language::ALL.len()],
    /// What of it was filled in by the game's author.
    pub reconstructed: &'static [&'static str],
    /// How its name stands in sentences, by [`Language::index`]; none if no phrase needs to know.
    pub nouns: Option<[Noun; Language::ALL.len()]>,
}

impl Named {
    /// The same in one language.
    #[must_use]
    pub const fn entry(&self, language: Language) -> CatalogueEntry {
        CatalogueEntry {
            key: self.key,
            kind: self.kind,
            name: self.names[language.index()],
            text: self.texts[language.index()],
            reconstructed: self.reconstructed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_says_what_of_it_is_reconstructed_and_is_silent_when_nothing_is() {
        let named = |reconstructed| Named {
            key: "pike",
            kind: "fish",
            names: ["Pike", "Brochet"],
            texts: ["It waits.", "Il attend."],
            reconstructed,
            nouns: None,
        };
        let written = |named: Named| serde_json::to_value(named.entry(Language::Fr)).unwrap();
        assert_eq!(written(named(&["size"]))["reconstructed"], serde_json::json!(["size"]));
        assert_eq!(written(named(&[])).get("reconstructed"), None);
    }
}
