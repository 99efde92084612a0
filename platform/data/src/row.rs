//! One row of a data file. Its keys are taken one by one, each with the type it must have.
//!
//! A key that is left at the end is an error, so a misspelt key is never ignored.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::rc::Rc;

use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use crate::source::{Fault, Source, SourceLocation};

/// A table of a data file.
pub struct Row<'a> {
    source: Rc<Source>,
    place: SourceLocation,
    /// What the row is called in messages: `[[lord]]`, or the file.
    what: String,
    /// Each with its place, and with how many bytes of the file come before it.
    values: BTreeMap<String, (SourceLocation, usize, Spanned<DeValue<'a>>)>,
}

/// The id of a thing, and where it was given.
#[derive(Debug, Clone)]
pub struct Id {
    text: String,
    place: SourceLocation,
}

impl Id {
    /// An id that is not in the data, such as `crab_3`, for what stands at `place`.
    ///
    /// # Errors
    /// When `text` is not an id: lower-case words of letters and digits, joined by underscores.
    pub fn new(text: &str, place: &SourceLocation) -> Result<Self, Fault> {
        let fits = |word: &str| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        if text.starts_with(|first: char| first.is_ascii_lowercase()) && text.split('_').all(fits) {
            return Ok(Self { text: text.to_owned(), place: place.clone() });
        }
        Err(place.fault(format!("'{text}' is no id: expected lower-case words, like ship_master")))
    }

    /// The id itself.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where it was given.
    #[must_use]
    pub fn place(&self) -> &SourceLocation {
        &self.place
    }
}

impl AsRef<str> for Id {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl<'a> Row<'a> {
    pub(crate) fn top(source: &Rc<Source>, table: DeTable<'a>) -> Self {
        Self::new(source, source.place(0..0), "the file".to_owned(), table)
    }

    fn new(source: &Rc<Source>, place: SourceLocation, what: String, table: DeTable<'a>) -> Self {
        let values = table
            .into_iter()
            .map(|(key, value)| {
                let (place, at) = (source.place(key.span()), key.span().start);
                (key.into_inner().into_owned(), (place, at, value))
            })
            .collect();
        Self { source: Rc::clone(source), place, what, values }
    }

    /// Where the row begins.
    #[must_use]
    pub fn place(&self) -> &SourceLocation {
        &self.place
    }

    /// Whether the row has `key`, and it was not taken yet.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.values.contains_key(key)
    }

    /// The keys that were not taken yet, in alphabetical order.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        self.values.keys().cloned().collect()
    }

    /// The keys that were not taken yet, in the order of the file.
    #[must_use]
    pub fn keys_as_written(&self) -> Vec<String> {
        let mut keys: Vec<(&usize, &String)> =
            self.values.iter().map(|(key, (_, at, _))| (at, key)).collect();
        keys.sort_unstable();
        keys.into_iter().map(|(_, key)| key.clone()).collect()
    }

    /// A text that is not empty.
    ///
    /// # Errors
    /// When the key is missing, is no text, or is an empty one.
    pub fn text(&mut self, key: &str) -> Result<String, Fault> {
        self.text_and_place(key).map(|(text, _)| text)
    }

    /// A text that is not empty, if the key is there.
    ///
    /// # Errors
    /// When the key is no text, or an empty one.
    pub fn optional_text(&mut self, key: &str) -> Result<Option<String>, Fault> {
        self.has(key).then(|| self.text(key)).transpose()
    }

    pub(crate) fn text_and_place(&mut self, key: &str) -> Result<(String, SourceLocation), Fault> {
        match self.take(key, "a text")? {
            (place, DeValue::String(text)) if text.trim().is_empty() => {
                Err(place.fault(format!("'{key}' is empty: expected a text")))
            }
            (place, DeValue::String(text)) => Ok((text.into_owned(), place)),
            (place, other) => Err(mistyped(&place, key, "a text", &other)),
        }
    }

    /// An id: lower-case words of letters and digits, joined by underscores.
    ///
    /// # Errors
    /// When the key is missing or is no such text.
    pub fn id(&mut self, key: &str) -> Result<Id, Fault> {
        let (text, place) = self.text_and_place(key)?;
        Id::new(&text, &place)
    }

    /// A whole number within `bounds`.
    ///
    /// # Errors
    /// When the key is missing, is no whole number, or is out of bounds.
    pub fn number(&mut self, key: &str, bounds: RangeInclusive<i64>) -> Result<i64, Fault> {
        let expected = format!("a whole number from {} to {}", bounds.start(), bounds.end());
        let (place, value) = self.take(key, &expected)?;
        number_within(&place, key, &value, &bounds, &expected)
    }

    /// A whole number within `bounds`, if the key is there.
    ///
    /// # Errors
    /// When the key is no whole number or is out of bounds.
    pub fn optional_number(
        &mut self,
        key: &str,
        bounds: RangeInclusive<i64>,
    ) -> Result<Option<i64>, Fault> {
        self.has(key).then(|| self.number(key, bounds)).transpose()
    }

    /// A list of `len` whole numbers within `bounds`.
    ///
    /// # Errors
    /// When the key is missing, is no such list, or when a number of it is out of bounds.
    pub fn numbers(
        &mut self,
        key: &str,
        len: usize,
        bounds: RangeInclusive<i64>,
    ) -> Result<Vec<i64>, Fault> {
        let each = format!("a whole number from {} to {}", bounds.start(), bounds.end());
        let expected = format!("a list of {len}, each {each}");
        match self.take(key, &expected)? {
            (_, DeValue::Array(list)) if list.len() == len => list
                .into_iter()
                .map(|value| {
                    let place = self.source.place(value.span());
                    number_within(&place, key, value.get_ref(), &bounds, &each)
                })
                .collect(),
            (place, DeValue::Array(list)) => {
                Err(place
                    .fault(format!("'{key}' has {} elements: expected {expected}", list.len())))
            }
            (place, other) => Err(mistyped(&place, key, &expected, &other)),
        }
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// When the key is missing or is neither.
    pub fn flag(&mut self, key: &str) -> Result<bool, Fault> {
        match self.take(key, "true or false")? {
            (_, DeValue::Boolean(flag)) => Ok(flag),
            (place, other) => Err(mistyped(&place, key, "true or false", &other)),
        }
    }

    /// One of `choices`, given by its id.
    ///
    /// # Errors
    /// When the key is missing, is no text, or names none of them; the message lists them.
    pub fn choice<'c, T: AsRef<str>>(
        &mut self,
        key: &str,
        choices: &'c [T],
    ) -> Result<&'c T, Fault> {
        let (text, place) = self.text_and_place(key)?;
        choices.iter().find(|choice| choice.as_ref() == text).ok_or_else(|| {
            let known: Vec<&str> = choices.iter().map(AsRef::as_ref).collect();
            let known = known.join(", ");
            place.fault(format!("'{key}' is '{text}': expected one of {known}"))
        })
    }

    /// One of `choices`, given by its id, if the key is there.
    ///
    /// # Errors
    /// When the key is no text or names none of them.
    pub fn optional_choice<'c, T: AsRef<str>>(
        &mut self,
        key: &str,
        choices: &'c [T],
    ) -> Result<Option<&'c T>, Fault> {
        self.has(key).then(|| self.choice(key, choices)).transpose()
    }

    /// A list of some of `choices`, each given by its id; an empty one if the key is not there.
    ///
    /// # Errors
    /// When the key is no list of texts, or when one of them names no choice or one twice.
    pub fn choices<'c, T: AsRef<str>>(
        &mut self,
        key: &str,
        choices: &'c [T],
    ) -> Result<Vec<&'c T>, Fault> {
        if !self.has(key) {
            return Ok(Vec::new());
        }
        let known: Vec<&str> = choices.iter().map(AsRef::as_ref).collect();
        let expected = format!("a list of some of {}", known.join(", "));
        let (place, list) = match self.take(key, &expected)? {
            (place, DeValue::Array(list)) => (place, list),
            (place, other) => return Err(mistyped(&place, key, &expected, &other)),
        };
        let mut chosen: Vec<&T> = Vec::new();
        for value in list {
            let place = self.source.place(value.span());
            let DeValue::String(text) = value.get_ref() else {
                return Err(mistyped(&place, key, &expected, value.get_ref()));
            };
            let choice = choices.iter().find(|choice| choice.as_ref() == text);
            match choice.filter(|new| chosen.iter().all(|old| old.as_ref() != new.as_ref())) {
                Some(choice) => chosen.push(choice),
                None => {
                    let what = format!("'{key}' has '{text}': expected {expected}, each once");
                    return Err(place.fault(what));
                }
            }
        }
        if chosen.is_empty() {
            return Err(place.fault(format!("'{key}' is empty: leave it out")));
        }
        Ok(chosen)
    }

    /// Reads the table under `key` with `take`.
    ///
    /// # Errors
    /// When the key is missing or is no table, and when `take` finds a fault in it or leaves a
    /// key of it untaken.
    pub fn table<T>(
        &mut self,
        key: &str,
        take: impl FnOnce(&mut Row) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        match self.take(key, "a table")? {
            (place, DeValue::Table(table)) => {
                Row::new(&self.source, place, format!("'{key}'"), table).read(take)
            }
            (place, other) => Err(mistyped(&place, key, "a table", &other)),
        }
    }

    /// Reads each `[[key]]` with `take`, in the order of the file: at least one.
    ///
    /// # Errors
    /// When there is none, when `key` is something else, and when `take` finds a fault in one or
    /// leaves a key of it untaken.
    pub fn rows<T>(
        &mut self,
        key: &str,
        mut take: impl FnMut(&mut Row) -> Result<T, Fault>,
    ) -> Result<Vec<T>, Fault> {
        let expected = format!("tables [[{key}]]");
        let (place, value) = self.take(key, &expected)?;
        let list = match value {
            DeValue::Array(list) if !list.is_empty() => list,
            other => return Err(mistyped(&place, key, &expected, &other)),
        };
        let mut rows = Vec::with_capacity(list.len());
        for value in list {
            let place = self.source.place(value.span());
            match value.into_inner() {
                DeValue::Table(table) => {
                    let row = Row::new(&self.source, place, format!("[[{key}]]"), table);
                    rows.push(row.read(&mut take)?);
                }
                other => return Err(mistyped(&place, key, &expected, &other)),
            }
        }
        Ok(rows)
    }

    fn read<T>(mut self, take: impl FnOnce(&mut Row) -> Result<T, Fault>) -> Result<T, Fault> {
        let taken = take(&mut self)?;
        self.end()?;
        Ok(taken)
    }

    /// Refuses keys that were not taken.
    pub(crate) fn end(self) -> Result<(), Fault> {
        match self.values.into_iter().next() {
            None => Ok(()),
            Some((key, (place, ..))) => {
                let what = self.what;
                Err(place.fault(format!("{what} has no key '{key}': misspelt, or too much")))
            }
        }
    }

    fn take(&mut self, key: &str, expected: &str) -> Result<(SourceLocation, DeValue<'a>), Fault> {
        let Some((place, _, value)) = self.values.remove(key) else {
            let what = &self.what;
            return Err(self.place.fault(format!("{what} lacks '{key}': expected {expected}")));
        };
        Ok((place, value.into_inner()))
    }
}

impl fmt::Debug for Row<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} at {} with {:?}", self.what, self.place, self.keys())
    }
}

fn mistyped(place: &SourceLocation, key: &str, expected: &str, value: &DeValue<'_>) -> Fault {
    let is = value.type_str();
    place.fault(format!("'{key}' is of type {is}: expected {expected}"))
}

fn number_within(
    place: &SourceLocation,
    key: &str,
    value: &DeValue<'_>,
    bounds: &RangeInclusive<i64>,
    expected: &str,
) -> Result<i64, Fault> {
    let DeValue::Integer(digits) = value else {
        return Err(mistyped(place, key, expected, value));
    };
    parsed(digits)
        .filter(|number| bounds.contains(number))
        .ok_or_else(|| place.fault(format!("'{key}' is {digits}: expected {expected}")))
}

fn parsed(digits: &DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(digits.as_str(), digits.radix()).ok()
}
