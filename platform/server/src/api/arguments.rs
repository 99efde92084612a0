//! Arguments that many fields have.

use std::str::FromStr;

use gueridon_game::{Language, Seat};
use gueridon_host::refusal::{Answer, Code as RefusalCode};
use gueridon_journal::TableId;
use serde::{Deserialize, Deserializer};

/// An id as a client sent it. One that cannot be parsed names nothing.
#[derive(Debug, Clone, Copy)]
pub(super) struct Id<T>(Option<T>);

impl<'de, T: FromStr> Deserialize<'de> for Id<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self(text.parse().ok()))
    }
}

impl<T> Id<T> {
    /// The id, if it can be parsed.
    pub(super) fn parsed(self) -> Option<T> {
        self.0
    }

    /// The id; refused with `unknown` if it cannot be parsed.
    pub(super) fn or(self, unknown: RefusalCode) -> Answer<T> {
        self.0.ok_or_else(|| unknown.refused(&[]).into())
    }
}

/// The number of a seat. A number out of bounds becomes that of a seat that no table has.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(transparent)]
pub(super) struct SeatNumber(i32);

impl From<SeatNumber> for Seat {
    fn from(SeatNumber(number): SeatNumber) -> Self {
        Self(u8::try_from(number).unwrap_or(u8::MAX))
    }
}

/// The arguments of a field with words in one language.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct LanguageArguments {
    pub(super) language: Language,
}

/// The arguments of a field that names a table and nothing else.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AtTable {
    pub(super) table: Id<TableId>,
}

impl AtTable {
    pub(super) fn id(self) -> Answer<TableId> {
        self.table.or(RefusalCode::UnknownTable)
    }
}

/// The arguments of a field that is a page of something.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PageArguments {
    pub(super) first: i32,
    pub(super) after: Option<String>,
}
