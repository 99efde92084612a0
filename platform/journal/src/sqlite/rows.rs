//! Rows as SQLite returns them, and what they become. A column has the name of its field.

pub(super) mod codes;
pub(super) mod notifications;
pub(super) mod people;
pub(super) mod tables;
pub(super) mod talk;

use sqlx::database::Database;
use sqlx::error::BoxDynError;
use sqlx::{Decode, Type};

/// A struct that is read from the columns with the names of its fields. sqlx's derive does the same
/// and builds sqlx, tokio and SQLite a second time for its macro.
macro_rules! row {
    ($(#[$doc:meta])* struct $name:ident { $($field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub(in crate::sqlite) struct $name {
            $(pub(in crate::sqlite) $field: $type,)*
        }

        $crate::sqlite::rows::from_row!($name { $($field),* });
    };
}

/// Reads a struct, whose fields a column can be decoded to, from the columns with their names.
macro_rules! from_row {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl<'r> ::sqlx::FromRow<'r, ::sqlx::sqlite::SqliteRow> for $name {
            fn from_row(row: &'r ::sqlx::sqlite::SqliteRow) -> Result<Self, ::sqlx::Error> {
                use ::sqlx::Row;
                Ok(Self { $($field: row.try_get(stringify!($field))?,)* })
            }
        }
    };
}

use {from_row, row};

/// Exactly 32 bytes: a hash, a seed or a secret.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bytes32(pub(super) [u8; 32]);

impl<DB: Database> Type<DB> for Bytes32
where
    Vec<u8>: Type<DB>,
{
    fn type_info() -> DB::TypeInfo {
        Vec::<u8>::type_info()
    }

    fn compatible(ty: &DB::TypeInfo) -> bool {
        Vec::<u8>::compatible(ty)
    }
}

impl<'r, DB: Database> Decode<'r, DB> for Bytes32
where
    Vec<u8>: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        let bytes = Vec::<u8>::decode(value)?;
        let length = bytes.len();
        bytes.try_into().map(Self).map_err(|_| format!("{length} bytes where 32 were").into())
    }
}
