//! The languages that games and server speak.

use serde::{Deserialize, Serialize};

/// A language in which every game has all its texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

impl Language {
    /// Every language, in the order in which texts are kept.
    pub const ALL: [Self; 2] = [Self::En, Self::Fr];

    /// The language's place in arrays with one element a language.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether a count takes the singular: in French 0 does, in English only 1.
    #[must_use]
    pub const fn is_singular(self, count: i64) -> bool {
        match self {
            Self::En => count == 1 || count == -1,
            Self::Fr => count > -2 && count < 2,
        }
    }

    /// The word between the last two things of a list.
    #[must_use]
    pub const fn and(self) -> &'static str {
        match self {
            Self::En => " and ",
            Self::Fr => " et ",
        }
    }
}
