//! What is listened to: one field of `Subscription`, each in a file of its own.

use std::sync::Arc;

use bytes::Bytes;

pub use super::table_updates::Shared;
use super::table_updates::{TableUpdates, json_of};
use super::tables_updates::TablesUpdates;
use super::{Api, Caller, Ready};
use gueridon_graphql::fault::{Code, Fault};

/// How long the variables of a subscription may be, in bytes of JSON: they stay as long as it does.
const VARIABLES_BYTES: usize = 8 * 1024;

/// A subscription of one client.
#[derive(Debug)]
pub enum Updates {
    /// To one table.
    Table(Box<TableUpdates>),
    /// To tables as they come and go.
    Tables(Box<TablesUpdates>),
}

impl Updates {
    /// Begins to listen.
    ///
    /// # Errors
    /// When what is to be listened to is not there, or not for the caller, or the operation is no
    /// subscription.
    pub async fn begin(api: Arc<Api>, ready: Ready, caller: &Caller) -> Result<Self, Fault> {
        let plan = ready.plan.clone();
        let [field] = &plan.root[..] else {
            return Err(Fault::bad_input("a subscription listens to exactly one field"));
        };
        let arguments = field.arguments(&api.types, &ready.variables)?;
        if json_of(&ready.variables).len() > VARIABLES_BYTES {
            let message =
                format!("a subscription's variables have at most {VARIABLES_BYTES} bytes");
            return Err(Fault::new(Code::TOO_COSTLY, message));
        }
        match &*field.name {
            "tables" => {
                let updates = TablesUpdates::begin(api, ready, &arguments, caller).await?;
                Ok(Self::Tables(Box::new(updates)))
            }
            _ => {
                let updates = TableUpdates::begin(api, ready, field, &arguments, caller).await?;
                Ok(Self::Table(Box::new(updates)))
            }
        }
    }

    /// The next payload; none when there will be no more.
    ///
    /// # Errors
    /// `RESUME` when the subscriber was too slow or the server stops, or when the host failed;
    /// then there is nothing more.
    pub async fn next(&mut self) -> Option<Result<Bytes, Fault>> {
        match self {
            Self::Table(updates) => updates.next().await,
            Self::Tables(updates) => updates.next().await,
        }
    }
}
