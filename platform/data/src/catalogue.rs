//! The catalogue to be generated: everything of a game that has a name.

use std::collections::BTreeMap;

use crate::noun::Nouns;
use crate::row::Id;
use crate::source::{Fault, SourceLocation};
use crate::texts::Texts;

/// Everything of a game that has a name, each thing under an id that no other thing has.
#[derive(Debug, Default)]
pub struct Catalogue {
    /// By id, in the order of its bytes, for `binary_search` at run time.
    entries: BTreeMap<String, Entry>,
}

#[derive(Debug)]
struct Entry {
    kind: String,
    name: Texts,
    text: Texts,
    reconstructed: Vec<String>,
    nouns: Option<Nouns>,
    place: SourceLocation,
}

impl Catalogue {
    /// A catalogue with nothing in it.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a thing of the sort `kind`, with its name and what it does.
    ///
    /// # Errors
    /// When a thing of any sort has that id already.
    pub fn add(&mut self, id: &Id, kind: &str, name: &Texts, text: &Texts) -> Result<(), Fault> {
        self.add_reconstructed(id, kind, name, text, &[])
    }

    /// As [`Catalogue::add`], for a thing that no source of the published game gives completely;
    /// `reconstructed` names what the author filled in, such as `name` or `cost`.
    ///
    /// # Errors
    /// When a thing of any sort has that id already.
    pub fn add_reconstructed(
        &mut self,
        id: &Id,
        kind: &str,
        name: &Texts,
        text: &Texts,
        reconstructed: &[&str],
    ) -> Result<(), Fault> {
        if let Some(other) = self.entries.get(id.text()) {
            let (text, kind, place) = (id.text(), &other.kind, &other.place);
            let fault = format!("'{text}' is the id of a {kind} at {place}: ids are unique");
            return Err(id.place().fault(fault));
        }
        let place = id.place().clone();
        let reconstructed = reconstructed.iter().map(|&word| word.to_owned()).collect();
        let (name, text) = (name.clone(), text.clone());
        let entry = Entry { kind: kind.to_owned(), name, text, reconstructed, nouns: None, place };
        self.entries.insert(id.text().to_owned(), entry);
        Ok(())
    }

    /// Says how the name of a thing that was added stands in sentences.
    pub fn decline(&mut self, id: &Id, nouns: Option<Nouns>) {
        if let Some(entry) = self.entries.get_mut(id.text()) {
            entry.nouns = nouns;
        }
    }

    /// `CATALOGUE`, in the order of the ids, which are its keys.
    #[must_use]
    pub fn to_rust(&self) -> String {
        let entries: String = self
            .entries
            .iter()
            .map(|(id, Entry { kind, name, text, reconstructed, nouns, .. })| {
                let nouns = Nouns::to_rust(nouns.as_ref());
                named(id, &format!("{kind:?}"), name, text, reconstructed, &nouns)
            })
            .collect();
        format!(
            "/// Everything that has a name, in the order of the keys.\n\
             pub static CATALOGUE: &[::gueridon_game::catalogue::Named] = &[\n{entries}];\n\n"
        )
    }
}

/// A thing as an expression of `gueridon_game::catalogue`; `kind` is a Rust expression.
pub(crate) fn named(
    id: &str,
    kind: &str,
    name: &Texts,
    text: &Texts,
    reconstructed: &[String],
    nouns: &str,
) -> String {
    let (names, texts) = (name.to_rust(), text.to_rust());
    format!(
        "    ::gueridon_game::catalogue::Named {{ key: {id:?}, kind: {kind}, names: {names}, \
         texts: {texts}, reconstructed: &{reconstructed:?}, nouns: {nouns} }},\n"
    )
}
