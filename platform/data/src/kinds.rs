//! Enums of ids: one variant for each kind of card or token in the data.

use crate::row::Id;
use crate::rust::{camel_case, doc_comment, pascal_case};
use crate::source::{Fault, SourceLocation};

/// An enum to be generated, whose variants are ids of the data.
#[derive(Debug)]
pub struct Kinds {
    name: String,
    many: String,
    doc: String,
    variants: Vec<Variant>,
}

/// One variant of such an enum.
#[derive(Debug)]
pub struct Variant {
    id: String,
    path: String,
    doc: String,
    place: SourceLocation,
}

impl Variant {
    /// The variant as Rust says it: `Race::Crab`.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    fn name(&self) -> &str {
        self.path.rsplit(':').next().unwrap_or_default()
    }
}

impl AsRef<str> for Variant {
    fn as_ref(&self) -> &str {
        &self.id
    }
}

impl Kinds {
    /// How many variants an enum of one byte can have.
    pub const MOST: usize = 256;

    /// An enum `name` without variants yet.
    #[must_use]
    pub fn new(name: impl Into<String>, doc: impl Into<String>) -> Self {
        Self { name: name.into(), many: String::new(), doc: doc.into(), variants: Vec::new() }
    }

    /// What clients call its values with how many there are of them, if not like the enum with an s:
    /// `Gems` for a `Domain`.
    #[must_use]
    pub fn many(mut self, name: impl Into<String>) -> Self {
        self.many = name.into();
        self
    }

    /// Adds a variant for `id`, documented with `doc`.
    ///
    /// # Errors
    /// When there is a variant for that id, or of that name, already, and when there are
    /// [`Kinds::MOST`] already.
    pub fn add(&mut self, id: &Id, doc: &str) -> Result<(), Fault> {
        let (text, place) = (id.text(), id.place());
        let path = format!("{}::{}", self.name, pascal_case(text));
        if let Some(first) = self.variants.iter().find(|variant| variant.path == path) {
            let first = &first.place;
            return Err(place.fault(format!("'{text}' is taken since {first}: ids are unique")));
        }
        if self.variants.len() == Self::MOST {
            return Err(place.fault(format!("'{text}' is one too many: at most {}", Self::MOST)));
        }
        let (doc, place) = (format!("{}.", doc.trim_end_matches('.')), place.clone());
        self.variants.push(Variant { id: text.to_owned(), path, doc, place });
        Ok(())
    }

    /// The variants, in the order in which they were added; what [`crate::Row::choice`] chooses
    /// from.
    #[must_use]
    pub fn variants(&self) -> &[Variant] {
        &self.variants
    }

    /// The enum with its derives, and its `gueridon_game::Kind`.
    #[must_use]
    pub fn to_rust(&self) -> String {
        let name = &self.name;
        let noun = camel_case(name);
        let doc = doc_comment(&self.doc, "");
        let many = match self.many.as_str() {
            "" => String::new(),
            many => format!("#[sdl(many = {many:?})]\n"),
        };
        let variants: String = self
            .variants
            .iter()
            .map(|variant| {
                let doc = doc_comment(&variant.doc, "    ");
                format!("{doc}    #[serde(rename = {:?})]\n    {},\n", variant.id, variant.name())
            })
            .collect();
        let all: String = self.variants.iter().map(|v| format!("Self::{}, ", v.name())).collect();
        let ids: String = self.variants.iter().map(|v| format!("{:?}, ", v.id)).collect();
        format!(
            "{doc}#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, \
             ::serde::Serialize, ::serde::Deserialize, ::gueridon_game::Sdl)]\n{many}#[repr(u8)]\npub enum {name} {{\n\
             {variants}}}\n\nimpl ::gueridon_game::Kind for {name} {{\n    \
             const NOUN: &'static str = {noun:?};\n    \
             const ALL: &'static [Self] = &[{all}];\n\n    \
             fn index(self) -> usize {{\n        self as usize\n    }}\n\n    \
             fn id(self) -> &'static str {{\n        \
             const IDS: &[&str] = &[{ids}];\n        IDS[self as usize]\n    }}\n}}\n\n"
        )
    }
}
