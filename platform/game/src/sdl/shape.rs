//! What a type looks like to clients, without the names of the game around it.

use serde::Serialize;
use serde_json::Value;

/// A type that clients see or send.
///
/// `#[derive(Sdl)]` reads the attributes that serde's derives read, and the doc comments. The name of a
/// type is its Rust name, or that of `#[serde(rename = "…")]`, after the game's prefix; with
/// `#[serde(rename(serialize = "…"))]` it is called otherwise where clients are shown it. Besides, it
/// takes
///
/// - `#[sdl(like = Type)]` on a field that serde writes otherwise than its type: the type that it looks
///   like;
/// - `#[sdl(content = "Name")]` on a variant with fields: what their type is called, if not like the
///   variant, and `#[sdl(doc = "…")]`: what describes it, if not what describes the variant;
/// - `#[sdl(many = "Names")]` on an enum: what its values are called with their number, in a
///   [`Bag`](crate::Bag) written as a list, if not like the enum with an s;
/// - `#[sdl(only = LIST)]` on a variant that is `#[serde(untagged)]` and has a [`Kind`](crate::Kind):
///   the kinds that are possible.
///
/// ```
/// use gueridon_game::sdl::{Sdl, Shape};
/// use gueridon_game::Seat;
///
/// /// One player.
/// #[derive(serde::Serialize, Sdl)]
/// #[serde(rename_all = "camelCase", rename = "Player")]
/// struct PlayerView {
///     seat: Seat,
///     hand_size: u8,
/// }
///
/// let Shape::Object(player) = PlayerView::shape() else { panic!("a struct is an object") };
/// assert_eq!((player.name.shown.as_str(), player.doc), ("Player", "One player."));
/// assert_eq!(player.fields[1].shown, Some("handSize"));
/// ```
pub trait Sdl {
    /// What it is in GraphQL's schema language.
    fn shape() -> Shape;
}

/// What a Rust type is in GraphQL's schema language.
#[derive(Debug, Clone)]
pub enum Shape {
    /// A type that every schema has: `Int`, `Boolean`, `String`, `Yes`.
    Given(&'static str),
    /// The number of a seat.
    Seat,
    /// The same, or null.
    Nullable(Box<Self>),
    /// A list of it.
    List(Box<Self>),
    /// Fields: a struct.
    Object(Object),
    /// One of a list of words: an enum whose variants have no content.
    Values(Values),
    /// One of several contents: an enum whose variants have some.
    Variants(Variants),
}

impl Shape {
    /// The shape of a value that may be missing.
    #[must_use]
    pub fn nullable<T: Sdl + ?Sized>() -> Self {
        Self::Nullable(Box::new(T::shape()))
    }

    /// The shape of a list.
    #[must_use]
    pub fn list<T: Sdl + ?Sized>() -> Self {
        Self::List(Box::new(T::shape()))
    }

    /// The shape of what is there, if it may be null.
    #[must_use]
    pub fn some(&self) -> &Self {
        match self {
            Self::Nullable(of) => of.some(),
            other => other,
        }
    }

    /// The shape within lists, of something that may be null or not.
    #[must_use]
    pub fn innermost(&self) -> &Self {
        match self {
            Self::Nullable(of) | Self::List(of) => of.innermost(),
            other => other,
        }
    }

    /// The fields that this has where it is flattened into another type; none if it is no object.
    #[must_use]
    pub fn into_fields(self) -> Vec<Field> {
        match self {
            Self::Object(object) => object.fields,
            Self::Nullable(of) => of.into_fields(),
            _ => Vec::new(),
        }
    }

    /// The words that this has where it stands for itself among others; none if it has no words.
    #[must_use]
    pub fn into_words(self) -> Vec<Word> {
        match self {
            Self::Values(values) => values.words,
            _ => Vec::new(),
        }
    }
}

/// What something is called where clients are shown it, and where they send it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// To clients.
    pub shown: String,
    /// From clients.
    pub sent: String,
}

impl Name {
    /// The same name in both.
    pub fn of(name: impl Into<String>) -> Self {
        let name = name.into();
        Self { shown: name.clone(), sent: name }
    }
}

/// A struct.
#[derive(Debug, Clone)]
pub struct Object {
    /// Its name, without the game's prefix.
    pub name: Name,
    /// Its doc comment; empty if there is none.
    pub doc: &'static str,
    /// Its fields.
    pub fields: Vec<Field>,
    /// Its default value, where clients may leave fields out.
    pub default: Option<fn() -> Value>,
}

/// A field of a struct or of a variant.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name where clients are shown it, if they are.
    pub shown: Option<&'static str>,
    /// Its name where clients send it, if they do.
    pub sent: Option<&'static str>,
    /// Its doc comment; empty if there is none.
    pub doc: &'static str,
    /// What it holds.
    pub shape: fn() -> Shape,
    /// Whether it can be missing in what clients are shown.
    pub may_be_absent: bool,
    /// Whether clients may leave it out.
    pub is_optional: bool,
}

/// An enum whose variants have no content.
#[derive(Debug, Clone)]
pub struct Values {
    /// Its name, without the game's prefix.
    pub name: Name,
    /// What a type is called that has one of the values and how many there are of it: `Cards` for
    /// a `Card`. If it is empty, the name with an s.
    pub many: &'static str,
    /// Its doc comment; empty if there is none.
    pub doc: &'static str,
    /// Its values.
    pub words: Vec<Word>,
}

/// A value of an enum.
#[derive(Debug, Clone)]
pub struct Word {
    /// Its name.
    pub name: &'static str,
    /// Its doc comment; empty if there is none.
    pub doc: &'static str,
}

/// An enum whose variants have content.
#[derive(Debug, Clone)]
pub struct Variants {
    /// Its name, without the game's prefix.
    pub name: Name,
    /// Its doc comment; empty if there is none.
    pub doc: &'static str,
    /// The variants.
    pub each: Vec<Variant>,
}

/// A variant.
#[derive(Debug, Clone)]
pub struct Variant {
    /// Its name as it is written: the tag of what happened, or the key of a step.
    pub name: &'static str,
    /// Its doc comment; empty if there is none.
    pub doc: &'static str,
    /// What the type of its fields is called where clients send it, without the game's prefix.
    pub content: &'static str,
    /// What describes that type.
    pub content_doc: &'static str,
    /// What is in it.
    pub inside: Inside,
}

/// What a variant holds.
#[derive(Debug, Clone)]
pub enum Inside {
    /// Another type.
    One(fn() -> Shape),
    /// Fields.
    Fields(Vec<Field>),
}

/// A default value as JSON; null if it cannot be written, and then no default is said.
pub fn default_of<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// Those of some words that have the id of one of these kinds.
pub fn only<K: crate::Kind>(words: Vec<Word>, kinds: &[K]) -> Vec<Word> {
    let is_listed = |word: &Word| kinds.iter().any(|kind| kind.id() == word.name);
    words.into_iter().filter(is_listed).collect()
}
