//! The labels to be generated: what people read for the options, steps, fields and values of a
//! game's SDL.

use std::collections::BTreeMap;

use crate::catalogue::named;
use crate::row::Row;
use crate::source::Fault;
use crate::texts::{LANGUAGES, Texts};

/// What people read for the parts of a game's SDL, by schema coordinate: `MineView.deckSize`.
///
/// In the data a type is a table, `[MineView]`, with a row for each of its parts:
/// `deckSize.name = { en = "Draw pile", fr = "Pioche" }`, and a `text` where the name is not
/// enough. A name without `en` is in English what its part is called: `Deck size`. Types that have a part in common share its label: `["MineOptions MineTable"]`.
#[derive(Debug)]
pub struct Labels {
    labels: BTreeMap<String, Label>,
}

#[derive(Debug, Clone)]
struct Label {
    name: Texts,
    text: Texts,
}

impl Labels {
    /// How many characters a label has at most: it stands above a column, or beside a number.
    pub const LONGEST: usize = 40;

    /// Takes a whole file of labels.
    ///
    /// # Errors
    /// When there is no label, when the name of a type or a part is not a GraphQL name, when a label
    /// lacks a language, and when one is longer than [`Labels::LONGEST`].
    pub fn read(file: &mut Row) -> Result<Self, Fault> {
        let mut labels = BTreeMap::new();
        for of in file.keys() {
            file.table(&of, |parts| {
                let types: Vec<&str> = of.split(' ').collect();
                types.iter().try_for_each(|name| check_name(name, parts))?;
                if parts.keys().is_empty() {
                    return Err(parts.place().fault(format!("'{of}' has no labels: leave it out")));
                }
                for part in parts.keys() {
                    let (label, place) = parts.table(&part, |row| {
                        check_name(&part, row)?;
                        Ok((Label::read(&part, row)?, row.place().clone()))
                    })?;
                    for name in &types {
                        let coordinate = format!("{name}.{part}");
                        if labels.insert(coordinate, label.clone()).is_some() {
                            let what = format!("'{name}.{part}' has a label already");
                            return Err(place.fault(what));
                        }
                    }
                }
                Ok(())
            })?;
        }
        if labels.is_empty() {
            let what = "the file has no labels: expected tables such as [MineView]";
            return Err(file.place().fault(what));
        }
        Ok(Self { labels })
    }

    /// `LABELS`, in the order of the coordinates: `Game::catalogue` appends them to `CATALOGUE`. They
    /// are a list of their own, since no phrase and no score uses them.
    #[must_use]
    pub fn to_rust(&self) -> String {
        let kind = "::gueridon_game::catalogue::LABEL";
        let labels: String = self
            .labels
            .iter()
            .map(|(id, Label { name, text })| named(id, kind, name, text, &[], "None"))
            .collect();
        format!(
            "/// What people read for the parts of the SDL, in the order of the coordinates.\n\
             pub static LABELS: &[::gueridon_game::catalogue::Named] = &[\n{labels}];\n\n"
        )
    }
}

impl Label {
    fn read(part: &str, row: &mut Row) -> Result<Self, Fault> {
        let english = in_words(part);
        let (name, places) = row.table("name", |row| Texts::take_or(row, &english))?;
        for (index, place) in places.iter().enumerate() {
            let length = name.in_language(index).chars().count();
            if length > Labels::LONGEST {
                let (language, most) = (LANGUAGES[index], Labels::LONGEST);
                return Err(place.fault(format!(
                    "'{language}' has {length} characters: expected a label of at most {most}"
                )));
            }
        }
        Ok(Self { name, text: row.optional_texts("text")? })
    }
}

/// The words of a part's name: `deckSize` and `DECK_SIZE` as `Deck size`.
fn in_words(part: &str) -> String {
    let is_shouted = !part.contains(|letter: char| letter.is_ascii_lowercase());
    let mut words = String::new();
    for letter in part.chars() {
        let begins = letter.is_ascii_uppercase() && !is_shouted;
        match letter {
            '_' => words.push(' '),
            _ if words.is_empty() => words.push(letter.to_ascii_uppercase()),
            _ if begins => words.extend([' ', letter.to_ascii_lowercase()]),
            _ => words.push(letter.to_ascii_lowercase()),
        }
    }
    words
}

/// Refuses a name that GraphQL does not allow.
fn check_name(name: &str, row: &Row) -> Result<(), Fault> {
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_name {
        return Ok(());
    }
    let what = format!("'{name}' is no name of GraphQL: expected one such as MineView or deckSize");
    Err(row.place().fault(what))
}
