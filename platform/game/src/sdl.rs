//! A game's part of the API's schema, made of its Rust types.
//!
//! Options, moves, events and views are Rust types with `#[derive(Sdl)]`, and
//! [`of`] writes the SDL that they are. So a field stands in one place: its name and form follow from
//! serde's attributes, its description from its doc comment. `schema/<id>.graphql` beside the game is
//! the same text, to be read and reviewed; the test kit says where they differ.
//!
//! What has no doc comment is described by its label (see [`crate::catalogue::LABEL`]), or else by its
//! name.

mod shape;

mod given;
mod source;

mod description;
mod document;

pub use document::of;
pub use gueridon_derive::Sdl;
pub use shape::{
    Field, Inside, Name, Object, Sdl, Shape, Values, Variant, Variants, Word, default_of, only,
};
pub use source::SdlSource;
