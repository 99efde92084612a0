//! One value of a text that several share.

use std::fmt;
use std::sync::Arc;

use serde::de::{Deserializer, Error as _};
use serde::ser::{Error as _, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::index::{JsonIndex, NotJson};
use crate::tree::{JsonTree, ValueId};

/// A JSON value within a text that it keeps in memory. A clone shares the text.
///
/// Two are equal when they are written in the same way.
#[derive(Clone)]
pub struct JsonSlice {
    whole: Arc<JsonIndex<'static>>,
    at: ValueId,
}

impl JsonSlice {
    /// A text that is one value.
    ///
    /// # Errors
    /// See [`JsonIndex::read`].
    pub fn read(text: String) -> Result<Self, NotJson> {
        let whole = JsonIndex::read(text)?;
        let at = whole.tree().root();
        Ok(Self { whole: Arc::new(whole), at })
    }

    /// The value as it is written.
    #[must_use]
    pub fn get(&self) -> &str {
        self.whole.tree().raw(self.at)
    }

    /// The values of the whole text, and which of them it is.
    #[must_use]
    pub fn in_tree(&self) -> (JsonTree<'_>, ValueId) {
        (self.whole.tree(), self.at)
    }

    /// Another value of the same text.
    #[must_use]
    pub fn value(&self, at: ValueId) -> Self {
        Self { whole: Arc::clone(&self.whole), at }
    }

    /// The value as a type of Rust's.
    ///
    /// # Errors
    /// When it is no value of that type.
    pub fn to<'de, T: Deserialize<'de>>(&'de self) -> serde_json::Result<T> {
        serde_json::from_str(self.get())
    }
}

impl PartialEq for JsonSlice {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl Eq for JsonSlice {}

impl fmt::Debug for JsonSlice {
    /// Leaves the rest of the text out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("JsonSlice").field(&self.get()).finish()
    }
}

impl fmt::Display for JsonSlice {
    /// The value as it is written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.get())
    }
}

impl Serialize for JsonSlice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = self.to().map_err(S::Error::custom)?;
        raw.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for JsonSlice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        Self::read(Box::<str>::from(raw).into()).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_keeps_its_text() {
        let whole = JsonSlice::read(r#"{"list": [1, "b"], "n": null}"#.to_owned()).unwrap();
        let (tree, root) = whole.in_tree();
        let list = whole.value(tree.members(root).find("list").unwrap());
        drop(whole);
        assert_eq!(list.get(), r#"[1, "b"]"#);
        let (tree, at) = list.in_tree();
        let elements: Vec<_> = tree.elements(at).map(|at| list.value(at)).collect();
        assert_eq!(elements[1].to::<String>().unwrap(), "b");
        assert!(elements[0].to::<String>().is_err());
        assert_eq!(format!("{:?}", elements[0]), "JsonSlice(\"1\")");
    }

    #[test]
    fn it_is_read_and_written_as_it_stands() {
        let text = r#"{"x":[1.50,"\u00e9"]}"#;
        let slice: JsonSlice = serde_json::from_str(text).unwrap();
        assert_eq!(slice.get(), text);
        assert_eq!(serde_json::to_string(&slice).unwrap(), text);
        assert_eq!(slice, JsonSlice::read(text.to_owned()).unwrap());
        assert_ne!(slice, JsonSlice::read(r#"{"x": [1.50,"\u00e9"]}"#.to_owned()).unwrap());
    }
}
