//! A text in every language.

use crate::row::Row;
use crate::source::{Fault, SourceLocation};

/// The languages that every text is given in, as keys of the data and in the order in which
/// games keep them: that of `gueridon_game::Language`.
pub const LANGUAGES: [&str; 2] = ["en", "fr"];

/// The same text in every language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    by_language: [String; LANGUAGES.len()],
}

impl Texts {
    /// A text that is not in the data, made for each language by its index in [`LANGUAGES`].
    #[must_use]
    pub fn from_fn(text: impl FnMut(usize) -> String) -> Self {
        Self { by_language: std::array::from_fn(text) }
    }

    /// The text in the language at that index of [`LANGUAGES`]; empty if there is none.
    #[must_use]
    pub fn in_language(&self, index: usize) -> &str {
        self.by_language.get(index).map_or("", String::as_str)
    }

    /// The English text, as documentation of generated items.
    #[must_use]
    pub fn english(&self) -> &str {
        self.in_language(0)
    }

    pub(crate) fn to_rust(&self) -> String {
        format!("{:?}", self.by_language)
    }

    /// As [`Texts::take`], with this English text if the row has none.
    pub(crate) fn take_or(
        row: &mut Row,
        english: &str,
    ) -> Result<(Self, [SourceLocation; LANGUAGES.len()]), Fault> {
        let mut texts = Self::default();
        texts.by_language[0] = english.to_owned();
        let is_given = row.has(LANGUAGES[0]);
        Self::take_from(row, texts, usize::from(!is_given))
    }

    pub(crate) fn take(row: &mut Row) -> Result<(Self, [SourceLocation; LANGUAGES.len()]), Fault> {
        Self::take_from(row, Self::default(), 0)
    }

    fn take_from(
        row: &mut Row,
        mut texts: Self,
        first: usize,
    ) -> Result<(Self, [SourceLocation; LANGUAGES.len()]), Fault> {
        let mut places = std::array::from_fn(|_| row.place().clone());
        for (index, language) in LANGUAGES.into_iter().enumerate().skip(first) {
            let (text, place) = row.text_and_place(language)?;
            texts.by_language[index] = if language == "fr" { unbroken(&text) } else { text };
            places[index] = place;
        }
        Ok((texts, places))
    }
}

/// A French text whose signs do not stand alone at the beginning of a line: the spaces before them
/// do not break, however they were typed.
fn unbroken(text: &str) -> String {
    let mut unbroken = text.replace("« ", "«\u{a0}");
    for sign in [':', ';', '?', '!', '»'] {
        unbroken = unbroken.replace(&format!(" {sign}"), &format!("\u{a0}{sign}"));
    }
    unbroken
}

impl Row<'_> {
    /// A text in every language: a table with one key a language.
    ///
    /// # Errors
    /// When the key or a language is missing, or when a text is no text or empty.
    pub fn texts(&mut self, key: &str) -> Result<Texts, Fault> {
        self.table(key, |row| Texts::take(row).map(|(texts, _)| texts))
    }

    /// A text in every language, or empty ones if the key is not there.
    ///
    /// # Errors
    /// When a language is missing, or when a text is no text or empty.
    pub fn optional_texts(&mut self, key: &str) -> Result<Texts, Fault> {
        if self.has(key) { self.texts(key) } else { Ok(Texts::default()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn french_signs_keep_to_the_word_before_them() {
        let typed = "Prendre la pile : {name:race} ? « Oui »[ ; non] 12:30";
        let set = "Prendre la pile\u{a0}: {name:race}\u{a0}? «\u{a0}Oui\u{a0}»[\u{a0}; non] 12:30";
        assert_eq!(unbroken(typed), set);
        assert_eq!(unbroken(set), set);
    }
}
