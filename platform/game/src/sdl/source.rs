//! Where a game's SDL comes from: a text, or its types.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};

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

impl Serialize for SdlSource {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}
