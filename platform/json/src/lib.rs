//! JSON text whose values are found without reading it again.
//!
//! [`JsonIndex`] is a text with the position of each of its values; after one pass over the text any
//! member is found without reading what lies before it. Its values are read through a [`JsonTree`].
//! [`JsonSlice`] is one value of a text that several share.

mod index;
mod slice;
mod tree;

pub use index::{JsonIndex, NotJson};
pub use slice::JsonSlice;
pub use tree::{JsonKind, JsonTree, Members, ValueId};
