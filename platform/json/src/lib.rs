//! JSON text whose values are found without reading it again.
//!
//! [`JsonIndex`] is a text with the position of each of its values; after one pass over the text any
//! member is found without reading what lies before it. [`JsonSlice`] is one value of a text that
//! several share.

mod index;
mod slice;

pub use index::{JsonIndex, JsonKind, JsonTree, Members, NotJson, ValueId};
pub use slice::JsonSlice;
