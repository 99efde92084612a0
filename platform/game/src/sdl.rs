//! A game's part of the API's schema, made of its Rust types.
//!
//! Options, moves, events and views are Rust types with `#[derive(Sdl)]`, and
//! [`of`] writes the SDL that they are. So a field stands in one place: its name and form follow from
//! serde's attributes, its description from its doc comment. `schema/<id>.graphql` beside the game is
//! the same text, to be read and reviewed; the test kit says where they differ.
//!
//! What has no doc comment is described by its label (see [`crate::catalogue::LABEL`]), or else by its
//! name.

mod description;
mod document;
mod given;
mod shape;

use std::borrow::Cow;
use std::fmt;

pub use shape::{
    Field, Inside, Name, Object, Shape, Values, Variant, Variants, Word, default_of, only,
};

use crate::Game;
pub use gueridon_derive::Sdl;

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

/// Where a game's SDL comes from.
#[derive(Clone, Copy)]
pub enum SdlSource {
    /// It is a text.
    Text(&'static str),
    /// It is made of types.
    Types(fn() -> String),
}

impl SdlSource {
    /// The SDL.
    #[must_use]
    pub fn text(&self) -> Cow<'static, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Types(write) => Cow::Owned(write()),
        }
    }
}

impl fmt::Debug for SdlSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text(_) => "Text",
            Self::Types(_) => "Types",
        })
    }
}

impl serde::Serialize for SdlSource {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

/// The SDL of a game's options, moves, events and view, for [`About::sdl`](crate::About::sdl).
#[must_use]
pub const fn of<G: Game>() -> SdlSource
where
    G::Options: Sdl,
    G::Move: Sdl,
    G::Event: Sdl,
    G::View: Sdl,
{
    SdlSource::Types(document::write::<G>)
}
