//! The things of a game that have names.

use serde::Serialize;

use crate::Language;
use crate::words::noun::Noun;

/// The kind of entries that name a part of the game's SDL instead of a thing: an option, a kind of
/// step, a field of the view, a value of an enum.
///
/// Their key is the part's schema coordinate, `MineView.deckSize`. Clients that draw any game (a form
/// of options, a table of fields) show their name instead of the part's. A game has all of them or
/// none: the test kit lists those that are missing.
pub const LABEL: &str = "label";

/// How many characters a label has at most.
pub const LONGEST_LABEL: usize = 40;

/// The kind of entries that name a reason for which the game refuses a step or a deal.
///
/// Their key is the code, which clients get as `Refused.gameCode`; their text is its sentence, worded
/// without arguments. A game lists all of its codes whatever the options, so that a client can switch
/// over them: the test kit reports one that is met but not listed. Codes of the platform are not
/// listed (see [`Refusal::OF_THE_TABLE`]).
///
/// [`Refusal::OF_THE_TABLE`]: crate::Refusal::OF_THE_TABLE
pub const REFUSAL: &str = "refusal";

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
    /// The parts of it that no source of the published game gives, and that the module's author filled
    /// in; left out of the JSON when there are none.
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
    /// The parts of it that the game's author filled in.
    pub reconstructed: &'static [&'static str],
    /// How its name stands in sentences, by [`Language::index`]; none if no phrase needs to know.
    pub nouns: Option<[Noun; Language::ALL.len()]>,
}

impl Named {
    /// How its name stands in sentences of a language; none if no phrase needs to know.
    pub(crate) fn noun(&self, language: Language) -> Option<&Noun> {
        self.nouns.as_ref().map(|nouns| &nouns[language.index()])
    }

    /// The entry of a refusal, of the kind [`REFUSAL`], with its sentence by [`Language::index`]. Its
    /// code is its name, too: a word for programs, the same in every language.
    #[must_use]
    pub const fn refusal(code: &'static str, texts: [&'static str; Language::ALL.len()]) -> Self {
        Self {
            key: code,
            kind: REFUSAL,
            names: [code; Language::ALL.len()],
            texts,
            reconstructed: &[],
            nouns: None,
        }
    }

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
    fn a_refusal_is_listed_under_its_code_with_its_sentence() {
        let entry = Named::refusal("TOO_POOR", ["Too poor.", "Trop pauvre."]).entry(Language::Fr);
        assert_eq!((entry.key, entry.kind, entry.name), ("TOO_POOR", REFUSAL, "TOO_POOR"));
        assert_eq!(entry.text, "Trop pauvre.");
    }

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
