//! The codes that a game refuses with are those that its catalogue lists: clients switch over them.

use std::collections::BTreeSet;

use super::failure::{Failure, Law};
use crate::catalogue::REFUSAL;
use crate::{CatalogueEntry, Game, Language, Refusal};

fn broken(what: String) -> Failure {
    Failure::new(Law::HasWords, "refusal", what)
}

/// The codes that the catalogue of a game lists.
#[derive(Debug)]
pub(super) struct Refusals(BTreeSet<&'static str>);

impl Refusals {
    /// Reads them from the catalogue under these options, which must list what it lists under the
    /// usual ones.
    pub(super) fn listed_by<G: Game>(options: &G::Options) -> Result<Self, Failure> {
        let mut listed = codes_of(&G::catalogue(&G::Options::default(), Language::En))?;
        for language in Language::ALL {
            let usual = listed;
            listed = codes_of(&G::catalogue(options, language))?;
            if let Some(code) = usual.symmetric_difference(&listed).next() {
                let what = "is listed in the catalogue under some options and not under others";
                return Err(broken(format!("{code} {what}: a client is to know all of them")));
            }
        }
        Ok(Self(listed))
    }

    /// Checks that a code may be answered: it is the table's, or listed.
    pub(super) fn has(&self, code: &str) -> Result<(), Failure> {
        check_form(code)?;
        if Refusal::is_of_the_table(code) || self.0.contains(code) {
            return Ok(());
        }
        Err(broken(format!("{code} is not in the catalogue: list it with the kind {REFUSAL:?}")))
    }
}

fn codes_of(entries: &[CatalogueEntry]) -> Result<BTreeSet<&'static str>, Failure> {
    let refusals = entries.iter().filter(|entry| entry.kind == REFUSAL);
    refusals.map(|entry| check_entry(entry).map(|()| entry.key)).collect()
}

fn check_entry(entry: &CatalogueEntry) -> Result<(), Failure> {
    let CatalogueEntry { key, text, .. } = entry;
    check_form(key)?;
    if Refusal::is_of_the_table(key) {
        return Err(broken(format!("{key} is listed in the catalogue, and is every table's")));
    }
    if text.trim().is_empty() || text.contains(['{', '}', '[', ']']) {
        return Err(broken(format!("{key} has no sentence in the catalogue: {text:?}")));
    }
    Ok(())
}

fn check_form(code: &str) -> Result<(), Failure> {
    let is_upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    if !code.is_empty() && code.chars().all(is_upper) {
        return Ok(());
    }
    Err(broken(format!("a code is upper case with underscores, not {code:?}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: &'static str, text: &'static str) -> CatalogueEntry {
        CatalogueEntry { key, kind: REFUSAL, name: key, text, reconstructed: &[] }
    }

    fn codes(entry: CatalogueEntry) -> Result<BTreeSet<&'static str>, String> {
        let thing = CatalogueEntry { kind: "fish", ..self::entry("pike", "") };
        codes_of(&[thing, entry]).map_err(|failure| failure.what)
    }

    #[test]
    fn a_refusal_has_a_code_of_the_games_own_and_a_whole_sentence() {
        assert_eq!(codes(entry("TOO_POOR", "Too poor.")), Ok(BTreeSet::from(["TOO_POOR"])));
        for (key, text, why) in [
            ("tooPoor", "Too poor.", "a code is upper case with underscores, not \"tooPoor\""),
            ("GAME_OVER", "Over.", "GAME_OVER is listed in the catalogue, and is every table's"),
            ("TOO_POOR", " ", "TOO_POOR has no sentence in the catalogue: \" \""),
            ("TOO_POOR", "Take {a}.", "TOO_POOR has no sentence in the catalogue: \"Take {a}.\""),
        ] {
            assert_eq!(codes(entry(key, text)), Err(why.to_owned()));
        }
    }
}
