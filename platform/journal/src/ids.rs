//! The ids of what a journal keeps. Hosts make them as UUIDs of version 7, so ids sort by the time
//! at which they were made.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sqlx::database::Database;
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::{Decode, Encode, Type};
use uuid::Uuid;

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident,)*) => {$(
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize,
            Deserialize,
        )]
        #[serde(transparent)]
        pub struct $id(pub Uuid);

        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $id {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, uuid::Error> {
                text.parse().map(Self)
            }
        }

        impl<DB: Database> Type<DB> for $id
        where
            Uuid: Type<DB>,
        {
            fn type_info() -> DB::TypeInfo {
                Uuid::type_info()
            }

            fn compatible(ty: &DB::TypeInfo) -> bool {
                Uuid::compatible(ty)
            }
        }

        impl<'q, DB: Database> Encode<'q, DB> for $id
        where
            Uuid: Encode<'q, DB>,
        {
            fn encode_by_ref(&self, buffer: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
                self.0.encode_by_ref(buffer)
            }
        }

        impl<'r, DB: Database> Decode<'r, DB> for $id
        where
            Uuid: Decode<'r, DB>,
        {
            fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
                Uuid::decode(value).map(Self)
            }
        }
    )*};
}

impl TableId {
    /// Greater than every id: a list of the newest tables begins before it.
    pub(crate) const AFTER_ALL: Self = Self(Uuid::max());
}

ids! {
    /// Names a table.
    TableId,
    /// Names a player.
    PlayerId,
    /// Names a token.
    TokenId,
    /// Names a message.
    MessageId,
    /// Names a report.
    ReportId,
    /// Names a webhook.
    WebhookId,
    /// Names a notification.
    NotificationId,
}
