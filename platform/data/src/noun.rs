//! How names stand in sentences: their number, gender and articles.

use crate::row::Row;
use crate::source::Fault;
use crate::texts::{LANGUAGES, Texts};

/// The first letters before which an article changes, by language.
const VOWELS: [&str; LANGUAGES.len()] = ["aeiou", "aàâeéèêëiîïoôuùûyœh"];

/// How a name stands in sentences, in every language.
#[derive(Debug, Clone)]
pub struct Nouns {
    by_language: [Noun; LANGUAGES.len()],
}

/// The same in one language.
#[derive(Debug, Clone, Default)]
struct Noun {
    one: String,
    many: String,
    gender: &'static str,
    vowel: bool,
}

impl Nouns {
    /// The nouns of a name that is derived from this one; `made` derives both singular and plural.
    #[must_use]
    pub fn map(&self, made: impl Fn(&str) -> String) -> Self {
        let mut nouns = self.clone();
        for noun in &mut nouns.by_language {
            (noun.one, noun.many) = (made(&noun.one), made(&noun.many));
        }
        nouns
    }

    /// An array of `gueridon_game::words::Noun`, if there is one.
    pub(crate) fn to_rust(nouns: Option<&Self>) -> String {
        let Some(nouns) = nouns else { return "None".to_owned() };
        let each = nouns.by_language.iter().map(|Noun { one, many, gender, vowel }| {
            format!(
                "::gueridon_game::words::Noun {{ one: {one:?}, many: {many:?}, \
                 gender: ::gueridon_game::words::Gender::{gender}, vowel: {vowel} }}, "
            )
        });
        format!("Some([{}])", each.collect::<String>())
    }

    fn take(row: &mut Row, name: &Texts) -> Result<Self, Fault> {
        let is_proper = row.has("proper") && row.flag("proper")?;
        let mut by_language: [Noun; LANGUAGES.len()] = Default::default();
        for (index, noun) in by_language.iter_mut().enumerate() {
            let name = name.in_language(index);
            *noun = match is_proper {
                true => Noun {
                    one: name.to_owned(),
                    many: name.to_owned(),
                    gender: "Proper",
                    vowel: begins_with_vowel(name, index),
                },
                false => row.table(LANGUAGES[index], |row| common(row, name, index))?,
            };
        }
        Ok(Self { by_language })
    }
}

/// A noun with articles: the name is the singular and `many` the plural, or the name is the plural
/// and `one` the singular.
fn common(row: &mut Row, name: &str, index: usize) -> Result<Noun, Fault> {
    let (one, many) = match (row.optional_text("one")?, row.optional_text("many")?) {
        (Some(one), None) => (one, name.to_owned()),
        (None, Some(many)) => (name.to_owned(), many),
        _ => {
            return Err(row
                .place()
                .fault("expected 'one' if the name is a plural, or else 'many'"));
        }
    };
    let gender = match LANGUAGES[index] {
        "en" => "Neuter",
        _ => match *row.choice("gender", &["m", "f"])? {
            "m" => "Masculine",
            _ => "Feminine",
        },
    };
    let vowel = match row.has("vowel") {
        true => row.flag("vowel")?,
        false => begins_with_vowel(&one, index),
    };
    Ok(Noun { one, many, gender, vowel })
}

fn begins_with_vowel(name: &str, index: usize) -> bool {
    name.chars().next().is_some_and(|first| first.to_lowercase().all(|c| VOWELS[index].contains(c)))
}

impl Row<'_> {
    /// How `name` stands in sentences, if the row says so: `noun = { proper = true }`, or a table a
    /// language with `many` (or `one`, where the name is a plural), the `gender` where the language
    /// has one, and `vowel` where the first letter is misleading.
    ///
    /// # Errors
    /// When a language or a form is missing.
    pub fn optional_nouns(&mut self, key: &str, name: &Texts) -> Result<Option<Nouns>, Fault> {
        if !self.has(key) {
            return Ok(None);
        }
        self.table(key, |row| Nouns::take(row, name)).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vowel_is_heard_with_and_without_accents_and_not_in_every_y() {
        for (name, english, french) in [("Épée", false, true), ("Assassin", true, true)] {
            assert_eq!([0, 1].map(|index| begins_with_vowel(name, index)), [english, french]);
        }
        assert_eq!([0, 1].map(|index| begins_with_vowel("Ysaline", index)), [false, true]);
        assert_eq!([0, 1].map(|index| begins_with_vowel("Gem", index)), [false, false]);
    }
}
