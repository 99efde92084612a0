//! The phrases to be generated: what a game says, by topic, in every language.

use std::collections::BTreeMap;

use crate::build::parse;
use crate::row::Row;
use crate::source::Fault;
use crate::template;
use crate::texts::{LANGUAGES, Texts};

/// The phrases of every game, which it can replace.
const STANDARD: &str = include_str!("../data/words.toml");

/// What a game says: templates by topic.
///
/// In the data a topic is a path of tables, `[event.LordRecruited]`, that ends in a table with
/// one key a language.
#[derive(Debug)]
pub struct PhraseBook {
    /// By topic, in the order of its bytes, for `binary_search` at run time.
    phrases: BTreeMap<String, Texts>,
}

impl PhraseBook {
    /// Takes a whole file of phrases, which replace those that every game has.
    ///
    /// # Errors
    /// When a phrase lacks a language, when a template is malformed, and when a phrase's
    /// templates do not use the same fields.
    pub fn read(file: &mut Row) -> Result<Self, Fault> {
        let mut phrases = BTreeMap::new();
        parse("the platform's words.toml", STANDARD.to_owned(), |standard| {
            gather(standard, "", &mut phrases)
        })?;
        gather(file, "", &mut phrases)?;
        Ok(Self { phrases })
    }

    /// `PHRASES`, in the order of the topics.
    #[must_use]
    pub fn to_rust(&self) -> String {
        let phrases: String = self
            .phrases
            .iter()
            .map(|(topic, texts)| format!("    ({topic:?}, {}),\n", texts.to_rust()))
            .collect();
        format!(
            "/// What the game says, in the order of the topics.\n\
             pub static PHRASES: &[(&str, [&str; {}])] = &[\n{phrases}];\n\n",
            LANGUAGES.len()
        )
    }
}

/// Gathers every phrase below `row`, whose topics begin with `topic`.
fn gather(row: &mut Row, topic: &str, phrases: &mut BTreeMap<String, Texts>) -> Result<(), Fault> {
    if LANGUAGES.iter().any(|language| row.has(language)) {
        phrases.insert(topic.to_owned(), phrase(row)?);
        return Ok(());
    }
    let keys = row.keys();
    if keys.is_empty() && !topic.is_empty() {
        let language = LANGUAGES[0];
        return Err(row.place().fault(format!("'{topic}' lacks '{language}': expected a phrase")));
    }
    for key in keys {
        let topic = if topic.is_empty() { key.clone() } else { format!("{topic}.{key}") };
        row.table(&key, |below| gather(below, &topic, phrases))?;
    }
    Ok(())
}

fn phrase(row: &mut Row) -> Result<Texts, Fault> {
    let (texts, places) = Texts::take(row)?;
    let mut first = None;
    for (index, place) in places.iter().enumerate() {
        let found = template::fields(texts.in_language(index)).map_err(|what| place.fault(what))?;
        let expected = first.get_or_insert_with(|| found.clone());
        if let Some((how, field)) = expected.symmetric_difference(&found).next() {
            let colon = if how.is_empty() { "" } else { ":" };
            let (one, other) = (LANGUAGES[0], LANGUAGES[index]);
            return Err(place.fault(format!(
                "'{one}' and '{other}' differ in {{{how}{colon}{field}}}: \
                 expected the same fields in every language"
            )));
        }
    }
    Ok(texts)
}
