//! Rows as a database returns them, and the types of this crate that are made of them, for both
//! SQLite and PostgreSQL. Columns have the names of the fields.

pub(crate) mod beats;
pub(crate) mod codes;
pub(crate) mod notifications;
pub(crate) mod people;
pub(crate) mod programs;
pub(crate) mod tables;
pub(crate) mod talk;

use sqlx::database::Database;
use sqlx::error::BoxDynError;
use sqlx::{Decode, Type};

/// Reads `$name` from a row of either database with the same expression.
macro_rules! read {
    ($name:ty, |$row:ident| $read:expr) => {
        impl ::sqlx::FromRow<'_, ::sqlx::sqlite::SqliteRow> for $name {
            fn from_row($row: &::sqlx::sqlite::SqliteRow) -> Result<Self, ::sqlx::Error> {
                $read
            }
        }

        impl ::sqlx::FromRow<'_, ::sqlx::postgres::PgRow> for $name {
            fn from_row($row: &::sqlx::postgres::PgRow) -> Result<Self, ::sqlx::Error> {
                $read
            }
        }
    };
}

/// Makes a struct that is read from the columns with the names of its fields. sqlx's derive does
/// the same, but builds sqlx, tokio and SQLite a second time for its macro.
macro_rules! row {
    ($(#[$doc:meta])* struct $name:ident { $($field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub(crate) struct $name {
            $(pub(crate) $field: $type,)*
        }

        $crate::columns::from_row!($name { $($field),* });
    };
}

/// Reads a struct from the columns with the names of its fields, if each field is of a type to
/// which a column can be decoded.
macro_rules! from_row {
    ($name:ident { $($field:ident),* $(,)? }) => {
        $crate::columns::read!($name, |row| {
            use ::sqlx::Row;
            Ok(Self { $($field: row.try_get(stringify!($field))?,)* })
        });
    };
}

use {from_row, read, row};

/// Exactly 32 bytes: a hash, a seed or a secret.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bytes32(pub(crate) [u8; 32]);

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

/// A whole number that is never negative, in a column of 64 bits with a sign: PostgreSQL has no
/// unsigned ones.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Number<T>(pub(crate) T);

impl<T, DB: Database> Type<DB> for Number<T>
where
    i64: Type<DB>,
{
    fn type_info() -> DB::TypeInfo {
        i64::type_info()
    }

    fn compatible(ty: &DB::TypeInfo) -> bool {
        i64::compatible(ty)
    }
}

impl<'r, T: TryFrom<i64>, DB: Database> Decode<'r, DB> for Number<T>
where
    i64: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        let number = i64::decode(value)?;
        T::try_from(number).map(Self).map_err(|_| format!("{number} is out of range").into())
    }
}

/// A number as a column holds it, which has 63 bits for it; a larger one becomes the largest.
pub(crate) fn integer(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
