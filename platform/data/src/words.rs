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
///
/// The topics below `refusal` are the codes that the game refuses with. Its catalogue lists them, except
/// for those that every game has. What the catalogue says of a code is its sentence without the
/// optional parts; if that still has a field, a table `general` below the topic has a sentence without
/// any.
#[derive(Debug)]
pub struct PhraseBook {
    /// By topic, in the order of its bytes, for `binary_search` at run time.
    phrases: BTreeMap<String, Texts>,
    /// What the catalogue says of each code of the game's own.
    refusals: BTreeMap<String, Texts>,
}

impl PhraseBook {
    /// Takes a whole file of phrases, which replace those that every game has.
    ///
    /// # Errors
    /// When a phrase lacks a language, when a template is malformed, when a phrase's templates do not
    /// use the same fields, and when a refusal's code is malformed, lacks a general sentence, or has one
    /// without need.
    pub fn read(file: &mut Row) -> Result<Self, Fault> {
        let (mut phrases, mut refusals) = (BTreeMap::new(), BTreeMap::new());
        parse("the platform's words.toml", STANDARD.to_owned(), |standard| {
            each_topic(standard, "", &mut |topic, row| {
                phrases.insert(topic.to_owned(), phrase(row)?);
                Ok(())
            })
        })?;
        each_topic(file, "", &mut |topic, row| {
            let texts = phrase(row)?;
            let is_new = !phrases.contains_key(topic);
            if let Some(code) = topic.strip_prefix("refusal.").filter(|_| is_new) {
                check_code(code, row)?;
                refusals.insert(code.to_owned(), general(&texts, row)?);
            }
            phrases.insert(topic.to_owned(), texts);
            Ok(())
        })?;
        Ok(Self { phrases, refusals })
    }

    /// `PHRASES`, in the order of the topics, and `REFUSALS`, in that of the codes, which
    /// `Game::catalogue` appends to `CATALOGUE`. They are a list of their own, since no phrase uses them.
    #[must_use]
    pub fn to_rust(&self) -> String {
        let phrases: String = self
            .phrases
            .iter()
            .map(|(topic, texts)| format!("    ({topic:?}, {}),\n", texts.to_rust()))
            .collect();
        let named = "::gueridon_game::catalogue::Named";
        let refusals: String = self
            .refusals
            .iter()
            .map(|(code, texts)| format!("    {named}::refusal({code:?}, {}),\n", texts.to_rust()))
            .collect();
        format!(
            "/// What the game says, in the order of the topics.\n\
             pub static PHRASES: &[(&str, [&str; {}])] = &[\n{phrases}];\n\n\
             /// The codes that the game refuses with, in their order.\n\
             pub static REFUSALS: &[{named}] = &[\n{refusals}];\n\n",
            LANGUAGES.len()
        )
    }
}

/// Calls `take` for every topic below `row` that has a phrase; their names begin with `topic`.
fn each_topic(
    row: &mut Row,
    topic: &str,
    take: &mut dyn FnMut(&str, &mut Row) -> Result<(), Fault>,
) -> Result<(), Fault> {
    if LANGUAGES.iter().any(|language| row.has(language)) {
        return take(topic, row);
    }
    let keys = row.keys();
    if keys.is_empty() && !topic.is_empty() {
        let language = LANGUAGES[0];
        return Err(row.place().fault(format!("'{topic}' lacks '{language}': expected a phrase")));
    }
    for key in keys {
        let topic = if topic.is_empty() { key.clone() } else { format!("{topic}.{key}") };
        row.table(&key, |below| each_topic(below, &topic, take))?;
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

/// Refuses a malformed code.
fn check_code(code: &str, row: &Row) -> Result<(), Fault> {
    let is_upper = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    if code.bytes().all(is_upper) {
        return Ok(());
    }
    Err(row.place().fault(format!("'{code}' is no code: expected one such as NOT_IN_HAND")))
}

/// A refusal's sentence without fields.
fn general(texts: &Texts, row: &mut Row) -> Result<Texts, Fault> {
    let bare = |index| template::without_optional_parts(texts.in_language(index));
    let bare = Texts::from_fn(bare);
    let is_general = (0..LANGUAGES.len()).all(|index| !bare.in_language(index).contains('{'));
    match (is_general, row.has("general")) {
        (true, false) => Ok(bare),
        (true, true) => {
            let what = "'general' is too much: the sentence speaks of nothing in particular";
            Err(row.place().fault(what))
        }
        (false, false) => {
            let what = "lacks 'general': expected what it says of nothing in particular";
            Err(row.place().fault(format!("the sentence {what}")))
        }
        (false, true) => {
            let (texts, places) = row.table("general", Texts::take)?;
            let speaks = |index: &usize| texts.in_language(*index).contains(['{', '}', '[', ']']);
            match (0..LANGUAGES.len()).find(speaks) {
                Some(index) => Err(places[index].fault("a general sentence has no fields")),
                None => Ok(texts),
            }
        }
    }
}
